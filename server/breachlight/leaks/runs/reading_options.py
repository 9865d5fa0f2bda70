"""How an operator wants a file to be read: checked, stored, and its passwords sealed."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from breachlight.database.sealed_values import SealedColumn, register
from breachlight.kit.errors import ValidationError
from breachlight.kit.keys import KeyRing
from breachlight.kit.messages import say
from breachlight.leaks.choices import CHOSEN_ROLES, Format, read_column, read_format

_PURPOSE: Final = "ingest_passwords"
_MOST_COLUMNS: Final = 100
_LONGEST_COLUMN: Final = 300
_LONGEST_PASSWORD: Final = 1000


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Format and columns, as on the command line; None and () to detect them."""

    format: str | None = None
    columns: tuple[str, ...] = ()
    passwords: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def checked(cls, chosen: str | None, columns: Sequence[str], password: str | None) -> "ReadingOptions":
        """Return options that can be used.

        Raises:
            ValidationError: there is no such format, or a column is written wrongly.
        """
        try:
            name = None if not chosen else read_format(chosen).value
        except ValueError:
            raise ValidationError({"format": [say("The formats are {formats}.", formats=", ".join(Format))]}) from None
        named = tuple(filter(None, map(str.strip, columns)))
        try:
            if len(named) > _MOST_COLUMNS or any(len(column) > _LONGEST_COLUMN or "," in column for column in named):
                raise ValueError
            for column in named:
                read_column(column)
        except ValueError:
            sentence = say("Write columns as email=3; the names are {names}.", names=", ".join(CHOSEN_ROLES))
            raise ValidationError({"columns": [sentence]}) from None
        if password is not None and len(password) > _LONGEST_PASSWORD:
            raise ValidationError({"archive_password": [say("This password is too long.")]})
        return cls(name, named, (password,) if password else ())

    def as_stored(self) -> dict[str, Any]:
        """Return what is stored in clear."""
        return {"format": self.format, "columns": list(self.columns)}


def sealed_passwords(ring: KeyRing, owner: uuid.UUID, options: ReadingOptions) -> bytes | None:
    """Return the passwords for the row of a run or a preview."""
    if not options.passwords:
        return None
    return ring.seal(json.dumps(options.passwords).encode(), owner.bytes, _PURPOSE)


def stored_options(ring: KeyRing, owner: uuid.UUID, stored: dict[str, Any], sealed: bytes | None) -> ReadingOptions:
    """Return options from the row of a run or a preview."""
    passwords = () if sealed is None else tuple(json.loads(ring.open(sealed, owner.bytes, _PURPOSE)))
    return ReadingOptions(stored.get("format"), tuple(stored.get("columns", ())), passwords)


for table in ("ingest_runs", "ingest_previews"):
    register(SealedColumn(table, "passwords_sealed", place=lambda row: row["id"].bytes, purpose=lambda _: _PURPOSE))
