"""A DNS server on loopback, so that domains can be verified in the demonstration without owning one."""

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

import dns.exception
import dns.message
import dns.name
import dns.rcode
import dns.rdataclass
import dns.rdatatype
import dns.resolver
import dns.rrset
from dns.rdtypes.ANY.TXT import TXT

from breachlight.domains.names import UnfitDomainError, domain_key
from breachlight.domains.txt_records import LABEL
from breachlight.processes.errors import StartError

_ZONE: Final = "demonstration-dns.json"
_LOOPBACK: Final = "127.0.0.1"
_LIFETIME_SECONDS: Final = 1
_UPSTREAM_SECONDS: Final = 1.8  # clients wait two seconds for each try
_LONGEST_TEXT_BYTES: Final = 255  # of one string of a TXT record (RFC 1035, section 3.3)
# RFC 2606: nobody can publish anything under these, so asking other servers is pointless.
_RESERVED: Final = tuple(
    dns.name.from_text(name) for name in ("example", "test", "invalid", "localhost", "example.com", "example.net", "example.org")
)  # fmt: skip


def has_dns(data_folder: Path) -> bool:
    """Return whether a demonstration with a DNS server was started with a data folder."""
    return (data_folder / _ZONE).exists()


def publish(data_folder: Path, domain: str, text: str) -> str:
    """Publish the TXT record of a domain in the demonstration of a data folder; return the record's name.

    It replaces what was published for the domain before.

    Raises:
        StartError: no demonstration was started with this data folder, or the domain or text is not valid.
    """
    zone = data_folder / _ZONE
    if not has_dns(data_folder):
        raise StartError(f"No demonstration was started with the data folder {data_folder}: run make run first.")
    try:
        name = f"{LABEL}.{domain_key(domain.removesuffix('.'))}"
    except UnfitDomainError as error:
        raise StartError(f"{domain}: {error.sentence}") from None
    if not 0 < len(text.encode()) <= _LONGEST_TEXT_BYTES:
        raise StartError(f"The text of the record must have 1 to {_LONGEST_TEXT_BYTES} bytes.")
    _write(zone, {**_read(zone), name: text})
    return name


@contextmanager
def demonstration_dns(data_folder: Path) -> Iterator[str]:
    """Answer DNS queries from a thread, on a free port of loopback; yields ``address:port``.

    Published records are read for each query. Names that can't exist elsewhere don't exist; all others are looked up where
    this machine looks them up.
    """
    zone = data_folder / _ZONE
    if not zone.exists():
        _write(zone, {})
    with _Server((_LOOPBACK, 0), zone) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"{_LOOPBACK}:{server.server_address[1]}"
        finally:
            server.shutdown()


class _Server(socketserver.ThreadingUDPServer):
    def __init__(self, address: tuple[str, int], zone: Path) -> None:
        super().__init__(address, _Handler)
        self.zone = zone


class _Handler(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        """Answer one query; what is no DNS query gets no answer."""
        wire, replies = self.request
        try:
            query = dns.message.from_wire(wire)
            question = query.question[0]
        except (dns.exception.DNSException, IndexError):
            return
        text = _read(cast("_Server", self.server).zone).get(question.name.to_text(omit_final_dot=True).lower())
        if text is None and not any(question.name.is_subdomain(name) for name in _RESERVED):
            response = _forwarded(query)
        else:
            response = _answered(query, text)
        replies.sendto(response.to_wire(), self.client_address)


def _answered(query: dns.message.Message, text: str | None) -> dns.message.Message:
    response = dns.message.make_response(query, recursion_available=True)
    if text is None:
        response.set_rcode(dns.rcode.NXDOMAIN)
    elif query.question[0].rdtype == dns.rdatatype.TXT:
        record = TXT(dns.rdataclass.IN, dns.rdatatype.TXT, [text.encode()])
        response.answer.append(dns.rrset.from_rdata(query.question[0].name, _LIFETIME_SECONDS, record))
    return response


def _forwarded(query: dns.message.Message) -> dns.message.Message:
    question = query.question[0]
    response = dns.message.make_response(query, recursion_available=True)
    try:
        answer = _upstream().resolve(
            question.name, question.rdtype, lifetime=_UPSTREAM_SECONDS, raise_on_no_answer=False, search=False
        )
    except dns.resolver.NXDOMAIN:
        response.set_rcode(dns.rcode.NXDOMAIN)
    except dns.exception.DNSException:
        response.set_rcode(dns.rcode.SERVFAIL)
    else:
        response.answer = answer.response.answer
    return response


def _upstream() -> dns.resolver.Resolver:
    return dns.resolver.Resolver()


def _read(zone: Path) -> dict[str, str]:
    return dict(json.loads(zone.read_text(encoding="utf-8")))


def _write(zone: Path, texts: dict[str, str]) -> None:
    zone.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = zone.with_suffix(".new")
    draft.write_text(json.dumps(texts, indent=2) + "\n", encoding="utf-8")
    draft.replace(zone)
