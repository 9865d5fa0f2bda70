"""Withdrawing evidence from alerts in chunks: each chunk is one short transaction, and a run after a crash continues.

A retracted alert stays in its list, marked and closed, without sightings. One that other leaks confirm stays as it is, minus what
the retracted leak said: its sightings, dates, severity, and the infected device if no other leak is a stealer log. A retracted
alert that another leak confirms later is open again, unless a member had closed it.
"""

import json
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from breachlight.alerts.search.repository import withdraw_segments
from breachlight.alerts.severity import severity_factors
from breachlight.alerts.triage.repository import announce_changed
from breachlight.alerts.withdrawal import repository
from breachlight.alerts.withdrawal.repository import KeptAlert
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection
from breachlight.kit.addresses import alias_key, email_key
from breachlight.kit.mentions import Mention

_CHUNK: Final = 2_000
_WITH_DEVICES: Final = frozenset({"stealer_log", "mixed"})
_FIRST: Final = (uuid.UUID(int=0), uuid.UUID(int=0))


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The figures of one chunk."""

    retracted: int
    kept: int
    sightings: int


async def withdraw_leak(connection: Connection, account_id: uuid.UUID, leak_id: uuid.UUID) -> Withdrawn | None:
    """Withdraw the evidence of a leak from a chunk of an account's alerts; None if there is none left."""
    async with connection.transaction():
        await lock_accounts(connection, {account_id})
        rows = await repository.alerts_of_leak(connection, account_id, leak_id, _CHUNK)
        if not rows:
            # Of alerts that were deleted.
            await repository.remove_sightings_without_alert(connection, account_id, leak_id)
            return None
        kept = [_kept(row, others) for row in rows if (others := json.loads(row["others"]))]
        kept_ids = {alert.id for alert in kept}
        retracted = [row["id"] for row in rows if row["id"] not in kept_ids]
        ids = [row["id"] for row in rows]
        sightings = await repository.remove_sightings(connection, account_id, leak_id, ids)
        await repository.retract_alerts(connection, account_id, retracted)
        await repository.keep_alerts(connection, account_id, kept)
        await announce_changed(connection, [(account_id, alert_id) for alert_id in ids])
        return Withdrawn(len(retracted), len(kept), sightings)


def _kept(row: Any, others: list[dict[str, str]]) -> KeptAlert:
    seen = [datetime.fromisoformat(other["seen"]) for other in others]
    has_machine = row["has_machine"] and any(other["kind"] in _WITH_DEVICES for other in others)
    factors = [
        severity_factors(
            leak_kind=other["kind"],
            password_type=row["password_type"],
            seen_at=at,
            raised_at=row["datetime"],
            is_portal=row["is_portal"],
            has_machine=has_machine,
        )
        for other, at in zip(others, seen, strict=True)
    ]
    worst = max(factors, key=lambda each: sum(each.values()))
    leaks = [uuid.UUID(other["leak"]) for other in others]
    leak_id = row["leak_id"] if row["leak_id"] in leaks else leaks[0]
    return KeptAlert(
        row["id"], leak_id, len(others), min(seen), max(seen), sum(worst.values()), worst, has_machine=has_machine
    )


@dataclass(frozen=True, slots=True)
class Person:
    """A mailbox with all its aliases: ``keys`` are its email key and its alias key."""

    keys: frozenset[str]

    @classmethod
    def of(cls, key: str) -> "Person":
        """Return the person of an email key."""
        return cls(frozenset({key, alias_key(key) or key}))

    def owns(self, key: str) -> bool:
        """Whether a text is the email key of the mailbox or of an alias of it."""
        return "@" in key and (key in self.keys or alias_key(key) in self.keys)


async def erase_person(connection: Connection, person: Person) -> tuple[int, int]:
    """Remove a person's data from the alerts of all accounts; return the numbers of alerts and of entries in lists of people."""
    mention = Mention(person.keys)
    after, alerts = _FIRST, 0
    while rows := await repository.alerts_of_person(connection, person.keys, after, _CHUNK):
        after = (rows[-1]["account_id"], rows[-1]["id"])
        by_account: dict[uuid.UUID, list[Any]] = {}
        for row in rows:
            by_account.setdefault(row["account_id"], []).append(row)
        for account_id, found in by_account.items():
            alerts += await _erase(connection, account_id, found, person, mention)
    async with connection.transaction():
        people = await repository.remove_email_accounts(connection, person.keys)
    return alerts, people


async def _erase(
    connection: Connection, account_id: uuid.UUID, rows: Collection[Any], person: Person, mention: Mention
) -> int:
    async with connection.transaction():
        await lock_accounts(connection, {account_id})
        texts = await repository.urls_and_machines(connection, account_id, [row["id"] for row in rows])
        ids = [
            row["id"]
            for row in rows
            if any(person.owns(key) for key in (row["username_key"], row["email"]) if key)
            or any(person.owns(email_key(username) or "") or mention.in_text(username) for username in row["usernames"])
            or mention.in_text(texts.get(row["id"], ""))
        ]
        await repository.erase_alerts(connection, account_id, ids)
        await withdraw_segments(connection, account_id, ids)
        await announce_changed(connection, [(account_id, alert_id) for alert_id in ids])
        return len(ids)
