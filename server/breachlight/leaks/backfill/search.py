"""What the records of a chunk's blocks come to, each finding with the scan that found it."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

import pyarrow as pa
import pyarrow.compute as pc

from breachlight.alerts.service import Finding
from breachlight.database.session import Connection
from breachlight.kit.addresses import parent_domains
from breachlight.leaks import repository
from breachlight.leaks.backfill.planning import Chunk
from breachlight.leaks.backfill.repository import Backfill, Block
from breachlight.leaks.catalogue import CatalogueEntry
from breachlight.leaks.lake.conditions import has_domain
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.matching.matcher import Identities
from breachlight.leaks.matching.watched_identities import findings_with_records
from breachlight.leaks.repository import FileRow
from breachlight.watchlist import repository as watchlist
from breachlight.watchlist.models import IdentityKind

MOST_RECORDS: Final = 5000
"""A transaction raises what so many records, and those of one more block, result in: about a second of work."""

_FEW_RECORDS: Final = 20


@dataclass(frozen=True, slots=True)
class Found:
    """Findings of a chunk, and the ``last`` block that was searched, None if all were."""

    findings: list[Finding]
    last: Block | None

    @property
    def most_by(self) -> uuid.UUID | None:
        """The scan that found most."""
        scans = Counter(finding.backfill_id for finding in self.findings)
        return max(scans, key=lambda scan: scans[scan], default=None)


@dataclass(frozen=True, slots=True)
class _Owners:
    """Which scan looks for an address or domain of an account in a batch."""

    scans: Mapping[tuple[uuid.UUID, int, IdentityKind, str], Backfill]

    @classmethod
    def of(cls, chunk: Chunk) -> Self:
        return cls(
            {
                (scan.account_id, batch_id, scan.kind, scan.key): scan
                for (batch_id, _), scans in chunk.blocks.items()
                for scan in scans
            }
        )

    def owner(self, account_id: uuid.UUID, batch_id: int, record: Mapping[str, Any]) -> Backfill | None:
        """Return the scan that a record answers; an account may have several."""
        for kind, key in _keys(record):
            scan = self.scans.get((account_id, batch_id, kind, key))
            if scan is not None:
                return scan
        return None


def _keys(record: Mapping[str, Any]) -> Iterator[tuple[IdentityKind, str]]:
    for key in (record["email_key"], record["alias_key"]):
        if key is not None:
            yield IdentityKind.EMAIL, key
    for host in (record["host"], (record["email_key"] or "").rpartition("@")[2]):
        for domain in parent_domains(host or ""):
            yield IdentityKind.DOMAIN, domain


async def search(connection: Connection, lake: Lake, chunk: Chunk) -> Found:
    """Open the blocks of a chunk and return what its scans find in them, up to the block that makes it ``MOST_RECORDS``.

    Raises:
        LakeError: the lake cannot be read.
    """
    tables, last = await asyncio.to_thread(_read, lake, chunk)
    accounts = {part.backfill.account_id for part in chunk.parts}
    # All that an account monitors decides which list an alert belongs to, not only what is new.
    keys = {key for table in tables.values() for name in ("email_key", "alias_key") for key in pc.unique(table[name])}
    texts = [key.as_py() for key in keys if key.is_valid]
    identities = Identities(await watchlist.watched_keys_among(connection, accounts, texts))
    origins = await repository.origins(connection, list(tables))
    return Found(await asyncio.to_thread(_findings, tables, identities, origins, _Owners.of(chunk)), last)


def _read(lake: Lake, chunk: Chunk) -> tuple[dict[int, pa.Table], Block | None]:
    """Return the records that the scans look for and a few others, by batch, and the last block that was read if others are left."""
    found: dict[int, list[pa.Table]] = {}
    wanted = sorted(chunk.blocks)
    count = 0
    for batch_id, block, records in lake.read_blocks(wanted, chunk.keys):
        if records.num_rows > _FEW_RECORDS:  # of fewer, ``_Owners`` leaves out the others
            records = records.filter(_is_wanted(records, chunk.blocks[batch_id, block]))  # noqa: PLW2901
        found.setdefault(batch_id, []).append(records)
        count += records.num_rows
        if count >= MOST_RECORDS and (batch_id, block) != wanted[-1]:
            return _by_batch(found), (batch_id, block)
    return _by_batch(found), None


def _by_batch(found: Mapping[int, list[pa.Table]]) -> dict[int, pa.Table]:
    return {batch_id: pa.concat_tables(tables) for batch_id, tables in found.items()}


def _is_wanted(records: pa.Table, scans: list[Backfill]) -> Any:
    keys = pa.array([scan.key for scan in scans if scan.kind is IdentityKind.EMAIL], pa.string())
    conditions = [pc.is_in(records[name], value_set=keys) for name in ("email_key", "alias_key")] if len(keys) else []
    conditions += [has_domain(scan.key, records) for scan in scans if scan.kind is IdentityKind.DOMAIN]
    wanted = conditions[0]
    for condition in conditions[1:]:
        wanted = pc.or_kleene(wanted, condition)
    return wanted


def _findings(
    tables: Mapping[int, pa.Table],
    identities: Identities,
    origins: Mapping[int, tuple[FileRow, CatalogueEntry]],
    owners: _Owners,
) -> list[Finding]:
    return [
        finding._replace(backfill_id=owner.id)
        for batch_id, table in tables.items()
        for finding, record in findings_with_records(table, identities, *origins[batch_id])
        if (owner := owners.owner(finding.account_id, batch_id, record)) is not None
    ]
