"""One entry of the catalogue of leaks, as it is read."""

import json
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Self

import asyncpg

from breachlight.leaks.models import LeakKind


@dataclass(frozen=True, slots=True)
class LeakEntry:
    """A leak with the fields of the Have I Been Pwned breach model; ``description`` is plain text."""

    id: uuid.UUID
    name: str
    title: str
    domain: str | None
    kind: LeakKind
    breach_date: date | None
    added_at: datetime
    modified_at: datetime
    pwn_count: int
    description: str
    data_classes: list[str]
    is_verified: bool
    is_fabricated: bool
    is_sensitive: bool
    is_retired: bool
    is_spam_list: bool
    is_malware: bool
    is_stealer_log: bool
    is_subscription_free: bool
    attribution: str | None
    retracted_at: datetime | None

    @classmethod
    def of(cls, row: asyncpg.Record) -> Self:
        """Return the entry of a row of ``COLUMNS``."""
        values = {name: row[name] for name in cls.__dataclass_fields__}
        return cls(**values | {"kind": LeakKind(row["kind"]), "data_classes": json.loads(row["data_classes"])})


COLUMNS: Final = ", ".join(f"leaks.{name}" for name in LeakEntry.__dataclass_fields__)
"""The SELECT list of what an entry is made of."""
