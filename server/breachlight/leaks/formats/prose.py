"""Running text: the addresses in it are mentions, not credentials (leak-formats §14)."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from breachlight.leaks.records import Flag, SkipReason, Tally

if TYPE_CHECKING:
    from breachlight.leaks.parsed import ParsedPart

_PART_BYTES: Final = 2 << 20
_ADDRESS: Final = re.compile(r"[\w+.-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_CREDENTIAL: Final = re.compile(
    r"\s*[\w+.-]{1,64}@[\w.-]{1,253}\s*[:;|,\t]\s*\S|\s*[A-Za-z][A-Za-z0-9+.-]{0,20}://\S{1,500}[:;|,\t]\S"
    r"|.{0,500}?[\w+-]@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}[:|]\S",
    re.ASCII,
)
_SECRET_WORD: Final = re.compile(
    r"\b(?:pass(?:word|wd|wort|e)?|pwd?|secret|senha|contrase\w*|clave|mot de passe|пароль)\s*[:=]", re.IGNORECASE
)
# A whole line that can be nothing else: no space in it.
_CERTAIN: Final = re.compile(
    rb"(?m)^[ \t]*(?:(?P<url>https?://[^\s:|;,@]{1,500}):)?(?P<login>[\w+.-]{1,64}@[A-Za-z0-9.-]{1,253}):(?P<secret>[^\s]{1,1000})"
    rb"[ \t\r]*$"
)
_WORDS: Final = 4
_MOST: Final = 0.5
_FEW: Final = 0.2


def is_prose(texts: Sequence[str]) -> bool:
    """Return whether lines are running text with addresses: mostly of several words, and hardly any with credentials."""
    wordy = sum(len(text.split(None, _WORDS)) >= _WORDS and _CREDENTIAL.match(text) is None for text in texts)
    if wordy < _MOST * len(texts) or not any(_ADDRESS.search(text[:2000]) for text in texts):
        return False
    credentials = sum(_CREDENTIAL.match(text) is not None for text in texts)
    return credentials < _FEW * len(texts) and not any(_SECRET_WORD.search(text[:2000]) for text in texts)


def split_prose(window: bytes) -> int:
    """Return where the last paragraph of a window starts, else its last line; 0: more must be read first."""
    return (
        max(window.rfind(b"\n\n") + 2, window.rfind(b"\n\r\n") + 3) if b"\n\n" in window or b"\n\r\n" in window else 0
    )


def prose_parts(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where parts of a few megabytes of whole paragraphs begin and end."""
    start = 0
    while start < len(data):
        end = data.find(b"\n\n", start + _PART_BYTES)
        end = len(data) if end < 0 else end + 2
        yield start, end
        start = end


def parse_prose(data: bytes, start_offset: int, machine: str | None = None) -> "ParsedPart":
    """Read a part that begins at ``start_offset``: each address once per paragraph, and lines that are credentials."""
    from breachlight.leaks.kernels.prose import find_addresses
    from breachlight.leaks.parsed import RawFields, finish, names_table
    from breachlight.leaks.record_schema import FLAG_BITS

    found, lines = find_addresses(names_table(), np.frombuffer(data, np.uint8))
    certain = {match.start("login"): match for match in _CERTAIN.finditer(data) if _is_text(match["secret"])}
    rows: list[tuple[str | None, str, str | None]] = []
    starts: list[int] = []
    counted: list[int] = []
    flags: list[int] = []
    seen: set[tuple[int, bytes]] = set()
    secret_end = last_line = -1
    for start, end, line, paragraph in found.tolist():
        match = certain.get(start)
        if start < secret_end:
            continue
        address = data[start:end]
        if match is not None:
            secret_end = match.end("secret")
            url = match["url"]
            rows.append((url.decode() if url and _is_text(url) else None, address.decode(), match["secret"].decode()))
        elif (paragraph, address.lower()) in seen:
            continue
        else:
            seen.add((paragraph, address.lower()))
            rows.append((None, address.decode(), None))
        starts.append(start + start_offset)
        counted.append(int(line != last_line))
        flags.append(0 if match is not None else FLAG_BITS[Flag.MENTIONED])
        last_line = line
    raw = RawFields.of_texts(rows, starts)
    raw.lines[:] = counted
    raw.flags[:] = flags
    tally = Tally()
    tally.lines = lines - sum(counted)
    if tally.lines:
        tally.skipped[SkipReason.PROSE] = tally.lines
    return finish(raw, machine=machine, tally=tally)


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\x00" not in content
