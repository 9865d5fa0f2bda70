"""A DNS server on loopback, over UDP and TCP on one port, whose zones tests switch while it runs."""

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdataclass
import dns.rdatatype
import dns.rrset

_LARGEST_DATAGRAM = 512


@dataclass
class DnsServer:
    """Queries and answers. Names without an entry don't exist; ``validated`` ones have passed DNSSEC."""

    port: int = 0
    texts: dict[str, list[list[bytes]]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    codes: dict[str, dns.rcode.Rcode] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    validated: set[str] = field(default_factory=set)
    asked: list[tuple[str, str]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def set_txt(self, name: str, *records: str | bytes | list[bytes]) -> None:
        """Let a name have these TXT records and no others; a list is one record in several strings."""
        self.texts[name] = [_strings(record) for record in records]

    def forget(self) -> None:
        for entries in (self.texts, self.aliases, self.codes, self.silent, self.validated, self.asked):
            entries.clear()

    def answer(self, wire: bytes, transport: str) -> bytes | None:
        query = dns.message.from_wire(wire)
        question = query.question[0]
        name = question.name.to_text(omit_final_dot=True).lower()
        self.asked.append((transport, name))
        if name in self.silent:
            return None
        response = dns.message.make_response(query)
        response.flags |= dns.flags.RA
        if name in self.validated and query.flags & dns.flags.AD:
            response.flags |= dns.flags.AD
        response.set_rcode(self._fill(response, name, question.rdtype))
        answer = response.to_wire(max_size=65_535)
        if transport == "udp" and len(answer) > _LARGEST_DATAGRAM:
            cut = dns.message.make_response(query)
            cut.flags |= dns.flags.RA | dns.flags.TC
            return cut.to_wire()
        return answer

    def _fill(self, response: dns.message.Message, name: str, kind: dns.rdatatype.RdataType) -> dns.rcode.Rcode:
        if name in self.codes:
            return self.codes[name]
        passed = set[str]()
        while name in self.aliases and name not in passed:
            passed.add(name)
            target = self.aliases[name]
            response.answer.append(
                dns.rrset.from_text(f"{name}.", 60, dns.rdataclass.IN, dns.rdatatype.CNAME, f"{target}.")
            )
            name = target
        records = self.texts.get(name)
        if records is None:
            return dns.rcode.NOERROR if passed else dns.rcode.NXDOMAIN
        if kind == dns.rdatatype.TXT and records:
            texts = [" ".join(_quoted(part) for part in strings) for strings in records]
            response.answer.append(
                dns.rrset.from_text_list(f"{name}.", 60, dns.rdataclass.IN, dns.rdatatype.TXT, texts)
            )
        return dns.rcode.NOERROR


def _strings(record: str | bytes | Iterable[bytes]) -> list[bytes]:
    if isinstance(record, str):
        record = record.encode()
    if isinstance(record, bytes):
        return [record[start : start + 255] for start in range(0, len(record), 255)] or [b""]
    return list(record)


def _quoted(part: bytes) -> str:
    return (
        '"' + "".join(f"\\{byte:03}" if byte < 33 or byte > 126 or byte in b'"\\' else chr(byte) for byte in part) + '"'
    )


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, server: DnsServer) -> None:
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        answer = self._server.answer(data, "udp")
        if answer is not None:
            self._transport.sendto(answer, addr)


@asynccontextmanager
async def dns_server() -> AsyncIterator[DnsServer]:
    """Serve on a free port of loopback."""
    server = DnsServer()

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                (length,) = struct.unpack("!H", await reader.readexactly(2))
                answer = server.answer(await reader.readexactly(length), "tcp")
                if answer is not None:
                    writer.write(struct.pack("!H", len(answer)) + answer)
                    await writer.drain()
        writer.close()

    loop = asyncio.get_running_loop()
    for attempts_left in range(20, -1, -1):
        tcp = await asyncio.start_server(converse, "127.0.0.1", 0)
        server.port = tcp.sockets[0].getsockname()[1]
        try:
            udp, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(server), ("127.0.0.1", server.port))
            break
        except OSError:  # the port is taken for UDP
            tcp.close()
            if not attempts_left:
                raise
    try:
        yield server
    finally:
        udp.close()
        tcp.close()
