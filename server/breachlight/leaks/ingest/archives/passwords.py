"""Passwords of archives: given on the command line, in a file, or written in the comment of an archive."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from breachlight.leaks.errors import IngestError

_MOST_COMMENT_CHARACTERS: Final = 100_000
_MOST_COMMENTED: Final = 20
_COMMENTED: Final = re.compile(
    r"(?:pass(?:word|wort|phrase|code)?|pwd|pw|парол[ья]|contraseña|clave|senha|mot\s+de\s+passe|şifre|sifre|hasło|密码|密碼|解压密码)"
    r"[^\S\n]{0,20}(?:[:=：＝>»]|[-–—]{1,2}>?|\bis\b)[^\S\n]{0,20}(?P<password>\S[^\r\n]{0,200})",
    re.IGNORECASE,
)
_QUOTES: Final = "\"'`«»“”„‘’"


class Passwords:
    """Passwords in the order in which they are tried; those that worked come first. Never shown or logged."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._known = list(dict.fromkeys(password for password in given if password))

    def __repr__(self) -> str:
        return f"<Passwords: {len(self._known)}>"

    @property
    def known(self) -> tuple[str, ...]:
        """All passwords, the last one that worked first."""
        return tuple(self._known)

    def add_comment(self, comment: str) -> None:
        """Add the passwords that the comment of an archive gives."""
        for password in passwords_in(comment):
            if password not in self._known:
                self._known.append(password)

    def worked(self, password: str) -> None:
        """Try this one first from now on."""
        if self._known and self._known[0] != password:
            self._known.remove(password)
            self._known.insert(0, password)


def passwords_in(comment: str) -> list[str]:
    """Return what the text calls a password: ``password: x``, ``pass - x``, ``пароль: x``; whole, and its first word."""
    found: dict[str, None] = {}
    for match in _COMMENTED.finditer(comment[:_MOST_COMMENT_CHARACTERS]):
        rest = match["password"].strip()
        first = rest.split()[0]
        for candidate in (first.strip(_QUOTES), rest.strip(_QUOTES), first, rest):
            if candidate:
                found.setdefault(candidate)
        if len(found) >= _MOST_COMMENTED:
            break
    return list(found)[:_MOST_COMMENTED]


def read_passwords(path: Path) -> list[str]:
    """Return the passwords of a file, one a line.

    Raises:
        IngestError: it cannot be read.
    """
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except OSError as error:
        raise IngestError(
            f"The file of archive passwords cannot be read ({error.strerror}): correct its path."
        ) from None
    except UnicodeDecodeError:
        raise IngestError(
            "The file of archive passwords is not UTF-8 text: save it as UTF-8, one password a line."
        ) from None
    return [password for line in lines if (password := line.removesuffix("\r"))]
