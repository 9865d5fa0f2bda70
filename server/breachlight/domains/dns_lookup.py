"""TXT records as several resolvers see them, within a time that a user waits for (hostile-inputs D01, D02).

Imported where it is used: dnspython takes 2 MiB, and few API processes ever verify a domain.
"""

import asyncio
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import dns.asyncresolver
import dns.exception
import dns.flags
import dns.message
import dns.name
import dns.nameserver
import dns.rdatatype
import dns.resolver
import structlog

from breachlight.config import get_settings
from breachlight.domains.txt_records import LABEL, Seen, TxtRecords
from breachlight.kit.endpoints import read_endpoints

BUDGET_SECONDS: Final = 5.0
_PAYLOAD_BYTES: Final = 1232  # passes every network unfragmented (DNS flag day 2020)

_NETWORK_BITS: Final = {4: 24, 6: 48}

_log = structlog.get_logger("breachlight.domains")


@dataclass(frozen=True, slots=True)
class Answer:
    """The TXT records at one name. ``is_validated``: the resolver has checked their DNSSEC signatures."""

    texts: frozenset[bytes]
    is_validated: bool = False


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
    answers = [[_result(task) for task in pair] for pair in tasks]
    at_label, at_domain = (_trusted([pair[name] for pair in answers]) for name in range(2))
    return TxtRecords(tuple(Seen(*pair) for pair in zip(at_label, at_domain, strict=True)))


@dataclass(frozen=True, slots=True)
class ResolverState:
    """Whether a resolver answers, and whether it validates DNSSEC; ``network`` is the same for neighbours."""

    address: str
    network: str
    answers: bool
    validates: bool


async def probe_resolvers() -> list[ResolverState]:
    """Ask every resolver for the name servers of the root, which is signed; within five seconds."""
    return list(await asyncio.gather(*(_probe(resolver) for resolver in _resolvers())))


async def _probe(resolver: dns.asyncresolver.Resolver) -> ResolverState:
    (nameserver,) = resolver.nameservers
    address = nameserver.answer_nameserver() if isinstance(nameserver, dns.nameserver.Nameserver) else str(nameserver)
    network = _network(address)
    try:
        answer = await resolver.resolve(".", dns.rdatatype.NS, lifetime=BUDGET_SECONDS, raise_on_no_answer=False)
    except dns.resolver.NXDOMAIN:
        return ResolverState(address, network, answers=True, validates=False)
    except (dns.exception.DNSException, OSError, TimeoutError):
        return ResolverState(address, network, answers=False, validates=False)
    return ResolverState(address, network, answers=True, validates=_is_validated(answer.response))


def _network(address: str) -> str:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return str(ipaddress.ip_network((parsed, _NETWORK_BITS[parsed.version]), strict=False))


def _trusted(answers: Sequence[Answer | None]) -> list[frozenset[bytes] | None]:
    """Return the texts at one name as each resolver sees them; once one answer is validated, the others don't count."""
    is_signed = any(answer is not None and answer.is_validated for answer in answers)
    return [None if answer is None or (is_signed and not answer.is_validated) else answer.texts for answer in answers]


def _result(task: "asyncio.Task[Answer | None]") -> Answer | None:
    return None if task.cancelled() or task.exception() else task.result()


async def _records(resolver: dns.asyncresolver.Resolver, name: str) -> Answer | None:
    """Return the whole texts of the records at a name, split strings joined (RFC 7208, section 3.3), or None."""
    try:
        asked = dns.name.from_text(name)
    except dns.name.NameTooLong:
        return Answer(frozenset())  # there can be nothing under a label that makes the name too long
    try:
        answer = await resolver.resolve(
            asked, dns.rdatatype.TXT, lifetime=BUDGET_SECONDS, search=False, raise_on_no_answer=False
        )
    except dns.resolver.NXDOMAIN as error:
        responses = error.kwargs.get("responses") or {}
        return Answer(frozenset(), any(_is_validated(response) for response in responses.values()))
    except (dns.exception.DNSException, OSError, TimeoutError) as error:
        _log.info("dns_unanswered", error=type(error).__name__)
        return None
    texts = frozenset(b"".join(record.strings) for record in answer) if answer.rrset is not None else frozenset()
    return Answer(texts, _is_validated(answer.response))


def _is_validated(response: dns.message.Message) -> bool:
    return bool(response.flags & dns.flags.AD)


def _resolvers() -> list[dns.asyncresolver.Resolver]:
    """Return one resolver for each address, so that each gives an answer of its own."""
    given = list(dict.fromkeys(read_endpoints(get_settings().dns_resolvers)))  # one address is one vote
    if given:
        servers: list[str | dns.nameserver.Nameserver] = [
            dns.nameserver.Do53Nameserver(*endpoint) for endpoint in given
        ]
    else:
        try:
            servers = list(dict.fromkeys(dns.resolver.Resolver().nameservers))
        except dns.resolver.NoResolverConfiguration:
            servers = []
    resolvers = []
    for server in servers:
        resolver = dns.asyncresolver.Resolver(configure=False)
        resolver.nameservers = [server]
        # Asks for the result of the DNSSEC validation (RFC 6840, section 5.7). What fails it is answered with SERVFAIL.
        resolver.set_flags(dns.flags.RD | dns.flags.AD)
        resolver.use_edns(0, 0, _PAYLOAD_BYTES)
        resolvers.append(resolver)
    return resolvers
