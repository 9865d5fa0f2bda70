"""Cookies in stealer logs: counted by domain. Names and values are never kept, shown or logged."""

import re
from collections import Counter
from typing import Final

from breachlight.leaks.ingest.archives.members import ByteStream, MemberError

_READ_BYTES: Final = 1 << 20
_MOST_LINE_BYTES: Final = 1 << 16
_MOST_FILE_BYTES: Final = 256 << 20
_NAMED_SO: Final = re.compile(r"cookie", re.IGNORECASE)
# Netscape's format: domain, whether subdomains count, path, whether TLS only, expiry, name, value, separated by tabs.
_COOKIE: Final = re.compile(
    rb"^(?:#httponly_)?\.?([^\t\r\n]{1,253})\t(?:true|false)\t[^\t\r\n]*\t(?:true|false)\t",
    re.MULTILINE,
)


def is_cookie_file(path: str) -> bool:
    """Say whether a file of a machine's folder may hold cookies, by its path."""
    return _NAMED_SO.search(path) is not None


def count_cookies(stream: ByteStream) -> tuple[Counter[bytes], MemberError | None]:
    """Return the number of cookies by domain (lower case, without a leading dot), and what ended the file early."""
    found: Counter[bytes] = Counter()
    rest, size, error = b"", 0, None
    while size < _MOST_FILE_BYTES:
        try:
            data = stream.read(_READ_BYTES)
        except MemberError as ended:
            data, error = b"", ended
        if not data:
            break
        size += len(data)
        data = rest + data.lower()
        end = data.rfind(b"\n") + 1
        found.update(_COOKIE.findall(data[:end]))
        rest = data[end:] if len(data) - end <= _MOST_LINE_BYTES else b""
    found.update(_COOKIE.findall(rest))
    return found, error
