"""Messages of syslog (RFC 5424) over UDP (RFC 5426), TCP with octet counting (RFC 6587) and TLS (RFC 5425)."""

import asyncio
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

_PRIORITY: Final = 13 * 8 + 5  # log audit, notice
_LONGEST_HOSTNAME: Final = 255
_LONGEST_KIND: Final = 32
_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class SyslogTarget:
    """Where messages are sent to."""

    protocol: str
    host: str
    port: int


def parse_target(text: str) -> SyslogTarget:
    """Read the setting, which is ``udp://``, ``tcp://`` or ``tls://`` with host and port."""
    url = urlsplit(text)
    return SyslogTarget(url.scheme, url.hostname or "", url.port or 0)


def message(timestamp: str, kind: str, text: bytes) -> bytes:
    """Return a message without structured data; ``text`` is UTF-8."""
    name = _printable(socket.gethostname())[:_LONGEST_HOSTNAME] or "-"
    head = f"<{_PRIORITY}>1 {timestamp} {name} breachlight - {_printable(kind)[:_LONGEST_KIND] or '-'} - "
    return head.encode("ascii") + b"\xef\xbb\xbf" + text


async def send(target: SyslogTarget, messages: Sequence[bytes], ca_file: Path | None = None) -> None:
    """Send messages over a connection of their own. Syslog confirms nothing: over UDP some may be lost unnoticed.

    Raises:
        OSError: the target can't be reached, or its certificate isn't valid.
        TimeoutError: it takes more than ten seconds.
    """
    async with asyncio.timeout(_SECONDS):
        if target.protocol == "udp":
            await _send_datagrams(target, messages)
        else:
            await _send_stream(target, messages, ca_file)


async def _send_datagrams(target: SyslogTarget, messages: Sequence[bytes]) -> None:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(asyncio.DatagramProtocol, remote_addr=(target.host, target.port))
    try:
        for text in messages:
            transport.sendto(text)
    finally:
        transport.close()


async def _send_stream(target: SyslogTarget, messages: Sequence[bytes], ca_file: Path | None) -> None:
    context = ssl.create_default_context(cafile=ca_file) if target.protocol == "tls" else None
    _, writer = await asyncio.open_connection(target.host, target.port, ssl=context)
    try:
        for text in messages:
            writer.write(b"%d %s" % (len(text), text))
        await writer.drain()
    finally:
        writer.close()
        await writer.wait_closed()


def _printable(text: str) -> str:
    return "".join(character for character in text if "!" <= character <= "~")
