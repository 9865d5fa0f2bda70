"""Raising alerts: each exactly once, whatever file, order, retry or parallel writer brings it (design §3 and §4.9)."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from breachlight.alerts.upsert import repository
from breachlight.alerts.upsert.matches import (
    ALERT_COLUMNS,
    Finding,
    KeyedFinding,
    keyed,
    new_alert_rows,
    sighting_rows,
)
from breachlight.auth.repository import lock_accounts
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_ids
from breachlight.kit.keys import KeyRing
from breachlight.mail.alert_digest_jobs import schedule_alert_emails

_ID, _ACCOUNT, _KEY, _EMAIL, _FILE = (
    ALERT_COLUMNS.index(name) for name in ("id", "account_id", "key", "email", "file_digest")
)
_AlertKey = tuple[uuid.UUID, bytes]
_Groups = Mapping[_AlertKey, list[KeyedFinding]]


@dataclass(frozen=True, slots=True)
class Raised:
    """The result of a load or a part of one: new alerts, also by backfill, and sightings beyond the first of each new alert."""

    alerts: int
    sightings: int
    by_backfill: Mapping[uuid.UUID, int] = field(default_factory=dict)


async def raise_alerts(connection: Connection, findings: Sequence[Finding], ring: KeyRing) -> Raised:
    """Raise the alerts of a load and count its sightings, inside the caller's transaction (READ COMMITTED).

    An alert that exists already gains a sighting for each leak and file that it was not seen in before, which may raise
    its severity and its last seen date; nothing else of it changes. A closed alert stays closed. Findings of accounts
    that are gone are left out. Listeners of ``repository.CHANNEL`` hear of it when the transaction commits, once for each account;
    members who want it are emailed soon after, unless a backfill found them: its summary reports them.

    From this call on the transaction holds the rows of all accounts concerned, so call it once in a transaction and
    commit soon: other writers of these accounts wait.

    Raises:
        asyncpg.PostgresError: nothing of the load stands; the caller's transaction has failed and may be tried again.
    """
    (raised,) = await raise_parts(connection, [findings], ring)
    if not any(finding.backfill_id for finding in findings):
        return raised
    return replace(raised, by_backfill=await repository.count_by_backfill(connection))


async def raise_parts(connection: Connection, parts: Sequence[Sequence[Finding]], ring: KeyRing) -> list[Raised]:
    """Raise the alerts of a load that has several parts, as ``raise_alerts`` would part after part.

    What several parts have in common counts for the first of them.
    """
    if not any(parts):
        return [Raised(0, 0) for _ in parts]
    raised_at = clock.now()
    groups = await asyncio.to_thread(_grouped, parts, ring, raised_at)
    known = await repository.fetch_known(connection, list(groups))
    # Sealing comes before the lock: it is the slow part and needs no lock.
    alert_rows = await asyncio.to_thread(_alert_rows, groups, known, ring)
    account_ids = {account_id for account_id, _ in groups}
    present = await lock_accounts(connection, account_ids)
    alert_rows = [row for row in alert_rows if row[_ACCOUNT] in present]
    raised_meanwhile = await repository.load_alerts(connection, alert_rows)
    new_rows = {(row[_ACCOUNT], row[_KEY]): row for row in alert_rows if row[_ID] not in raised_meanwhile}
    seen_rows: list[tuple[object, ...]] = []
    for key, group in groups.items():
        new_row = new_rows.get(key)
        if key[0] in present and (new_row is None or new_row[_FILE] is None):  # the others have their only sighting
            seen_rows += sighting_rows(group, None if new_row is None else new_row[_ID])
    emails = {(row[_ACCOUNT], row[_EMAIL]) for row in alert_rows if row[_EMAIL] is not None}
    if emails:
        await repository.add_email_accounts(connection, emails)
    added, alerts, sightings = await repository.add_alerts(connection, raised_at)
    if seen_rows:
        sightings += await repository.add_sightings(connection, seen_rows)
    if added:
        await repository.notify(connection, added)
        await schedule_alert_emails(connection, [of_account.account_id for of_account in added])
    return [Raised(alerts[number], sightings[number] - alerts[number]) for number in range(len(parts))]


def _grouped(parts: Sequence[Sequence[Finding]], ring: KeyRing, raised_at: datetime) -> _Groups:
    """Return findings by alert, without those in a leak and file where an earlier part has the same alert.

    They would change nothing, had the earlier part been raised before.
    """
    groups: dict[_AlertKey, list[KeyedFinding]] = {}
    seen_in: dict[_AlertKey, dict[tuple[uuid.UUID, bytes], int]] = {}
    for number, part in enumerate(parts):
        for key, group in keyed(part, ring, raised_at, number).items():
            places = seen_in.setdefault(key, {})
            new = [
                item
                for item in group
                if places.setdefault((item.finding.leak_id, item.finding.file_digest), number) == number
            ]
            groups.setdefault(key, []).extend(new)
    return groups


def _alert_rows(groups: _Groups, known: set[_AlertKey], ring: KeyRing) -> list[tuple[Any, ...]]:
    new = [group for key, group in groups.items() if key not in known]
    # Identifiers of one millisecond are in no order; sorted, they tell which alert of a load came first.
    return new_alert_rows(new, sorted(new_ids(len(new)), key=attrgetter("int")), ring)
