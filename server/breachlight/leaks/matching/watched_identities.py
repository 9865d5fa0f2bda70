"""The monitored identities of one epoch, and what leaked records match for their accounts."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.alerts.upsert.matches import Finding
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.lake.digests import Digester, DigestSet
from breachlight.leaks.matching.matcher import Identities, Match, match
from breachlight.leaks.record_schema import FLAG_BITS
from breachlight.leaks.records import Flag
from breachlight.leaks.repository import FileRow, opted_out_digests
from breachlight.watchlist import repository as watchlist

_CREDENTIAL: Final = ["host", "app", "username_key", "email_key", "alias_key", "password"]


@dataclass(frozen=True, slots=True)
class Watchlist:
    """All identities as they were at ``epoch``, and the digests that tell which records may concern them.

    ``opted_out`` are digests of mailboxes whose records aren't stored; ``emails`` has them too.
    """

    epoch: int
    identities: Identities
    emails: DigestSet
    domains: DigestSet
    opted_out: npt.NDArray[np.uint64] = field(default_factory=lambda: np.empty(0, np.uint64))

    @classmethod
    async def load(cls, connection: Connection, digester: Digester) -> Self:
        """Read the current identities."""
        # The epoch comes first: what is added in between is matched too early, which is harmless, and never missed.
        epoch = await watchlist.current_epoch(connection)
        watched = await watchlist.watched_keys(connection)
        opted_out = np.array(await opted_out_digests(connection), np.uint64)
        # Of a hundred thousand identities this takes a tenth of a second, in which the event loop has other work.
        identities = await asyncio.to_thread(Identities, watched)
        emails = await asyncio.to_thread(digester.set_of_emails, identities.accounts_by_email, opted_out)
        domains = await asyncio.to_thread(digester.set_of_domains, identities.owners_by_domain)
        return cls(epoch, identities, emails, domains, opted_out)

    def opted_out_keys(self, records: pa.Table, digester: Digester) -> list[str | None]:
        """Return for each record the mailbox that it is of if such records aren't stored, None if it is stored.

        Digests decide, since only they are kept: of 64 bits, so that another address shares one of a thousand by a chance of one
        in 10 to the 16.
        """
        found: list[str | None] = [None] * records.num_rows
        if len(self.opted_out):
            for name in ("alias_key", "email_key"):
                keys = records[name].to_pylist()
                for row in np.flatnonzero(np.isin(digester.emails(keys), self.opted_out)):
                    found[row] = keys[row]
        return found

    def findings(self, table: pa.Table, file: FileRow, leak: CatalogueEntry) -> list[Finding]:
        """Return what the records of ``table`` come to: one finding for each record and account that watches it."""
        return findings_of(table, self.identities, file, leak)


def findings_of(table: pa.Table, identities: Identities, file: FileRow, leak: CatalogueEntry) -> list[Finding]:
    """Return what the records of ``table``, all of one file, come to.

    A credential that stands in it many times is one finding for each account that watches it.
    """
    return [finding for finding, _ in findings_with_records(table, identities, file, leak)]


def findings_with_records(
    table: pa.Table, identities: Identities, file: FileRow, leak: CatalogueEntry
) -> list[tuple[Finding, Mapping[str, Any]]]:
    """Return what ``findings_of`` does, each finding with its record."""
    table = distinct_credentials(table)
    matches = match(table, identities)
    records = table.take(pa.array([found.row for found in matches], pa.int64())).to_pylist()
    return [(_finding(found, record, file, leak), record) for found, record in zip(matches, records, strict=True)]


def _finding(found: Match, record: Mapping[str, Any], file: FileRow, leak: CatalogueEntry) -> Finding:
    return Finding(
        account_id=found.account_id,
        domain_id=found.domain_id,
        domain_name=found.domain_name,
        email=found.email,
        is_alias=found.is_alias,
        leak_id=leak.id,
        leak_kind=leak.kind.value,
        file_id=file.id,
        file_digest=file.digest,
        seen_at=_seen_at(record["machine"], file, leak),
        url=record["url"],
        host=record["host"],
        app=record["app"],
        usernames=[name for name in (record["username"], *(record["other_usernames"] or ())) if name],
        username_key=record["username_key"] or "",
        password=record["password"],
        password_type=record["password_type"] or "none",
        machine=record["machine"],
    )


def distinct_credentials(table: pa.Table) -> pa.Table:
    """Return the first record of each credential; which accounts it concerns is the same for all of them.

    An address that prose mentions is no credential.
    """
    is_mentioned = table["flags"].to_numpy() & FLAG_BITS[Flag.MENTIONED]
    if is_mentioned.any():
        table = table.filter(pa.array(is_mentioned == 0))
    credentials = table.select(_CREDENTIAL).append_column("row", pa.array(np.arange(table.num_rows)))
    first = credentials.group_by(_CREDENTIAL).aggregate([("row", "min")])["row_min"]
    return table.take(np.sort(first.to_numpy()))


def _seen_at(machine: str | None, file: FileRow, leak: CatalogueEntry) -> datetime:
    """Return when a credential was lost as far as anybody knows: the infection, the breach, or the day it was ingested."""
    known = clock.read_instant(json.loads(machine).get("infected_at")) if machine else None
    if known is None and leak.breach_date is not None:
        known = datetime.combine(leak.breach_date, time(), UTC)
    # Clocks of infected machines are often wrong; nothing is seen before it happened.
    return file.started_at if known is None else min(known, file.started_at)
