"""Uploaded files: Base64 in GraphQL, and the optional virus scan by ClamAV.

clamd's own protocol is spoken here: the Python packages for it block the event loop or have no maintainer, and one command
is needed.
"""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from breachlight.config import get_settings
from breachlight.kit.errors import UnavailableError, ValidationError
from breachlight.kit.messages import Sentence, say

_SECONDS: Final = 20
"""For one scan; clamd scans some 10 MB a second, and the largest upload has 16."""
_CHUNK: Final = 64 * 1024
_LONGEST_REPLY: Final = 1024
_INFECTED: Final = say("This file contains malware and was not saved.")
_UNREADABLE: Final = say("This file can't be checked for malware, so it was not saved.")
_AWAY: Final = say("Files can't be checked for malware at the moment. Please try again later.")

_log = structlog.get_logger("breachlight.uploads")


def decoded_file(text: str, field: str, problem: Sentence) -> bytes:
    """Return the bytes of a file in Base64.

    Raises:
        ValidationError: it isn't Base64; ``field`` gets ``problem``.
    """
    try:
        # A ValueError that is no binascii.Error: the text has characters beyond ASCII.
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ValidationError({field: [problem]}) from None


async def scan(content: bytes, field: str) -> None:
    """Let ClamAV scan an uploaded file, if the operator has set one up.

    Raises:
        ValidationError: it contains malware, or clamd can't read it; ``field`` says so.
        UnavailableError: clamd doesn't answer: nothing is saved unscanned.
    """
    address = get_settings().clamd_address
    if not address:
        return
    try:
        async with asyncio.timeout(_SECONDS):
            reply = await _scanned(address, content)
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        _log.error("virus_scan_failed", error=type(error).__name__)
        raise UnavailableError(_AWAY) from None
    if reply == "stream: OK":
        return
    is_infected = reply.endswith(" FOUND")
    _log.warning("upload_refused", field=field, bytes=len(content), clamd=reply)
    raise ValidationError({field: [_INFECTED if is_infected else _UNREADABLE]})


async def _scanned(address: str, content: bytes) -> str:
    """Return clamd's reply to INSTREAM (clamd(8)): chunks after their lengths, and a length of zero at the end."""
    async with _connection(address) as (reader, writer):
        writer.write(b"zINSTREAM\0")
        for start in range(0, len(content), _CHUNK):
            chunk = content[start : start + _CHUNK]
            writer.write(len(chunk).to_bytes(4, "big") + chunk)
            await writer.drain()
        writer.write(bytes(4))
        await writer.drain()
        return (await reader.readuntil(b"\0"))[:-1].decode("utf-8", "replace")


@asynccontextmanager
async def _connection(address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    if address.startswith("unix:"):
        reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"), limit=_LONGEST_REPLY)
    else:
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.open_connection(host.strip("[]"), int(port), limit=_LONGEST_REPLY)
    try:
        yield reader, writer
    finally:
        writer.close()
