"""The catalogue of leaks: an entry is found by its name, or made."""

import json
import uuid
from dataclasses import dataclass
from datetime import date

import asyncpg

from breachlight.kit import clock
from breachlight.kit.addresses import host_key
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.kit.messages import say
from breachlight.leaks.models import LeakKind

_NAME_LENGTH = 200
_DATA_CLASSES = ("Email addresses", "Passwords", "Usernames")


@dataclass(frozen=True, slots=True)
class LeakDescription:
    """What an operator says about a leak; None leaves an existing entry as it is."""

    name: str
    title: str | None = None
    domain: str | None = None
    breach_date: date | None = None
    kind: LeakKind | None = None

    def checked(self) -> "LeakDescription":
        """Return the description in normal form.

        Raises:
            ValidationError: the name is empty or too long, or the domain is none.
        """
        name = " ".join(self.name.split())
        if not name or len(name) > _NAME_LENGTH or not name.isprintable():
            raise ValidationError(
                {"name": [say("A leak name must have 1 to {most} printable characters.", most=_NAME_LENGTH)]}
            )
        domain = None
        if self.domain is not None:
            domain = host_key(self.domain)
            if domain is None:
                raise ValidationError({"domain": [say("{domain} is not a domain name.", domain=self.domain)]})
        return LeakDescription(name, self.title, domain, self.breach_date, self.kind)


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """The part of a catalogue entry that ingestion needs."""

    id: uuid.UUID
    name: str
    kind: LeakKind
    breach_date: date | None


async def get_or_create_leak(
    connection: "asyncpg.Connection[asyncpg.Record]", description: LeakDescription, *, default_kind: LeakKind
) -> CatalogueEntry:
    """Return the leak of that name, made now if there is none; what the description says replaces what was said before.

    Any number of processes may call this at once. ``default_kind`` serves a new entry whose kind nobody named.

    Raises:
        ValidationError: the description breaks a rule.
    """
    leak, now = description.checked(), clock.now()
    kind = leak.kind or default_kind
    await connection.execute(
        """INSERT INTO leaks (id, name, title, domain, kind, breach_date, added_at, modified_at, pwn_count, description,
            data_classes, is_verified, is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware,
            is_stealer_log, is_subscription_free)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0, '', $8, true, false, false, false, false, $9, $9, false)
        ON CONFLICT (name) DO NOTHING""",
        new_id(),
        leak.name,
        leak.title or leak.name,
        leak.domain,
        kind.value,
        leak.breach_date,
        now,
        json.dumps(_DATA_CLASSES),
        kind is LeakKind.STEALER_LOG,
    )
    await connection.execute(
        """UPDATE leaks SET title = coalesce($2, title), domain = coalesce($3, domain), kind = coalesce($4, kind),
            breach_date = coalesce($5, breach_date), modified_at = $6, is_stealer_log = coalesce($4, kind) = 'stealer_log',
            is_malware = coalesce($4, kind) = 'stealer_log'
        WHERE name = $1 AND (title, coalesce(domain, ''), kind, coalesce(breach_date, '0001-01-01'))
            IS DISTINCT FROM (coalesce($2, title), coalesce($3, domain, ''), coalesce($4, kind),
                coalesce($5, breach_date, '0001-01-01'))""",
        leak.name,
        leak.title,
        leak.domain,
        leak.kind.value if leak.kind else None,
        leak.breach_date,
        now,
    )
    row = await connection.fetchrow("SELECT id, name, kind, breach_date FROM leaks WHERE name = $1", leak.name)
    if row is None:
        raise ValidationError(
            {"name": [say("The leak {name} was removed in the meantime. Try again.", name=leak.name)]}
        )
    return CatalogueEntry(row["id"], row["name"], LeakKind(row["kind"]), row["breach_date"])
