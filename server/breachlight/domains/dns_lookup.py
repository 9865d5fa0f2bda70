"""TXT records as several resolvers see them, within a time that a user waits for (hostile-inputs D01, D02)."""

import asyncio
from dataclasses import dataclass
from typing import Final

import dns.asyncresolver
import dns.exception
import dns.name
import dns.nameserver
import dns.rdatatype
import dns.resolver
import structlog

from breachlight.config import get_settings
from breachlight.kit.endpoints import read_endpoints

LABEL: Final = "_breachlight"
BUDGET_SECONDS: Final = 5.0

_log = structlog.get_logger("breachlight.domains")


@dataclass(frozen=True, slots=True)
class Seen:
    """What one resolver sees at the label and at the domain itself; None where it gave no answer in time."""

    at_label: frozenset[bytes] | None
    at_domain: frozenset[bytes] | None

    @property
    def is_answer(self) -> bool:
        """Whether both names were answered for; that there is no such record is an answer."""
        return self.at_label is not None and self.at_domain is not None

    def shows(self, value: bytes) -> bool:
        """Tell whether one record is exactly this value."""
        return value in (self.at_label or ()) or value in (self.at_domain or ())


@dataclass(frozen=True, slots=True)
class TxtRecords:
    """The TXT records of a domain, as each resolver sees them."""

    seen: tuple[Seen, ...]

    @property
    def is_answer(self) -> bool:
        """Whether any resolver answered."""
        return any(one.is_answer for one in self.seen)

    def verifies(self, value: str) -> bool:
        """Tell whether more than half of the resolvers that answered see a record that is exactly this value."""
        shown = sum(one.shows(value.encode()) for one in self.seen)
        heard = sum(one.is_answer or one.shows(value.encode()) for one in self.seen)
        return 2 * shown > heard

    def shows(self, value: str) -> bool:
        """Tell whether any resolver sees a record that is exactly this value."""
        return any(one.shows(value.encode()) for one in self.seen)

    def lacks(self, value: str) -> bool:
        """Tell whether the record is gone beyond doubt: no resolver sees it, and more than half said clearly what is there."""
        return not self.shows(value) and 2 * sum(one.is_answer for one in self.seen) > len(self.seen)


async def find_records(domain: str) -> TxtRecords:
    """Ask every resolver for the TXT records of a domain in A-label form, within five seconds.

    Nothing that a name server answers, or fails to, raises here.
    """
    names = [f"{LABEL}.{domain}.", f"{domain}."]
    tasks = [[asyncio.create_task(_records(resolver, name)) for name in names] for resolver in _resolvers()]
    flat = [task for pair in tasks for task in pair]
    try:
        if flat:
            await asyncio.wait(flat, timeout=BUDGET_SECONDS)
    finally:
        for task in flat:
            task.cancel()
        await asyncio.gather(*flat, return_exceptions=True)
    return TxtRecords(tuple(Seen(_result(at_label), _result(at_domain)) for at_label, at_domain in tasks))


def _result(task: "asyncio.Task[frozenset[bytes] | None]") -> frozenset[bytes] | None:
    return None if task.cancelled() or task.exception() else task.result()


async def _records(resolver: dns.asyncresolver.Resolver, name: str) -> frozenset[bytes] | None:
    """Return the whole texts of the records at a name, split strings joined (RFC 7208, section 3.3), or None."""
    try:
        asked = dns.name.from_text(name)
    except dns.name.NameTooLong:
        return frozenset()  # nothing can stand under a label that makes the name too long
    try:
        answer = await resolver.resolve(asked, dns.rdatatype.TXT, lifetime=BUDGET_SECONDS, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return frozenset()
    except (dns.exception.DNSException, OSError, TimeoutError) as error:
        _log.info("dns_unanswered", error=type(error).__name__)
        return None
    return frozenset(b"".join(record.strings) for record in answer)


def _resolvers() -> list[dns.asyncresolver.Resolver]:
    """Return one resolver for each address, so that each gives an answer of its own."""
    given = read_endpoints(get_settings().dns_resolvers)
    if given:
        servers: list[str | dns.nameserver.Nameserver] = [
            dns.nameserver.Do53Nameserver(*endpoint) for endpoint in given
        ]
    else:
        try:
            servers = list(dns.resolver.Resolver().nameservers)
        except dns.resolver.NoResolverConfiguration:
            servers = []
    resolvers = []
    for server in servers:
        resolver = dns.asyncresolver.Resolver(configure=False)
        resolver.nameservers = [server]
        resolvers.append(resolver)
    return resolvers
