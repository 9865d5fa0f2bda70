"""The text of one line, as parsers and masks read it; loads no parser."""

import codecs
from typing import Final

_BYTE_ORDER_MARK: Final = codecs.BOM_UTF8


def decode_line(line: bytes) -> tuple[str, bool]:
    """The text of one line and whether it is legacy text: UTF-8, else Windows-1252, else Latin-1.

    NUL, U+FEFF and CR are removed, the ends are trimmed.
    """
    if b"\x00" in line:
        line = line.replace(b"\x00", b"")
    if _BYTE_ORDER_MARK in line:
        line = line.replace(_BYTE_ORDER_MARK, b"")
    if b"\r" in line:
        line = line.replace(b"\r", b"")
    try:
        return line.decode("utf-8").strip(), False
    except UnicodeDecodeError:
        pass
    try:
        return line.decode("cp1252").strip(), True
    except UnicodeDecodeError:
        return line.decode("latin-1").strip(), True
