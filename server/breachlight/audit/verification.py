"""Verification of the audit log: the first break of each chain."""

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import orjson

from breachlight.audit import repository
from breachlight.audit.chain import ROWS_DELETED, ChainKeys, Entry, Head, Link, Personal
from breachlight.auth.subject import NOBODY
from breachlight.database.session import Connection
from breachlight.kit.keys import KeyRing
from breachlight.kit.messages import Sentence, say

_CHUNK: Final = 1_000


@dataclass(frozen=True, slots=True)
class Break:
    """The first row of a chain that is not as it was written."""

    chain: uuid.UUID
    sequence: int | None
    id: uuid.UUID | None
    happened_at: datetime | None
    problem: Sentence


@dataclass(slots=True)
class Verification:
    """What was read, and the first break of each broken chain."""

    chains: int = 0
    rows: int = 0
    breaks: list[Break] = field(default_factory=list)


@dataclass(slots=True)
class _Row:
    chain: uuid.UUID
    entry: Entry
    link: Link

    def broken(self, problem: Sentence) -> Break:
        return Break(self.chain, self.link.sequence, self.entry.id, self.entry.happened_at, problem)


@dataclass(slots=True)
class _Chain:
    """A chain while its rows are read."""

    id: uuid.UUID
    head: Head | None
    last: _Row | None = None
    cut: Head | None = None
    """The row before the first one, if rows were deleted."""
    checkpoint: Head | None = None
    shipped: Head | None = None
    is_broken: bool = False


async def verify(connection: Connection, ring: KeyRing) -> Verification:
    """Read the whole audit log as of one instant and check every digest and position.

    Not found: rows at the end of a chain that were deleted by somebody who also set its stored end back, and a whole chain that
    was deleted with its account. Rows that were shipped elsewhere show both (``audit.shipping``).
    """
    keys = ChainKeys.of(ring)
    result = Verification()
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        heads = await repository.heads(connection)
        ended = await repository.ended_chains(connection)
        shipped = await repository.positions(connection)
        current: _Chain | None = None
        async for row in _rows(connection):
            result.rows += 1
            if current is None or current.id != row.chain:
                _finish(current, result)
                current = _Chain(row.chain, heads.pop(row.chain, None), shipped=shipped.get(row.chain))
                result.chains += 1
            if not current.is_broken and (problem := _problem(keys, current, row)):
                result.breaks.append(row.broken(problem))
                current.is_broken = True
            current.last = row
        _finish(current, result)
    result.breaks += [
        Break(chain, None, None, None, say("All rows are missing: {rows}.", rows=head.sequence))
        for chain, head in heads.items()
        if head.sequence
    ]
    result.breaks += [
        Break(chain, None, None, None, say("Its rows were deleted, but the account exists.")) for chain in ended
    ]
    return result


async def _rows(connection: Connection) -> AsyncIterator[_Row]:
    async for found in repository.chained_rows(connection, _CHUNK):
        yield _Row(uuid.UUID(str(found["chain"])), entry_of(found), Link(*(found[name] for name in Link._fields)))


def entry_of(row: Any) -> Entry:
    """Return what a row of ``repository.chained_rows`` says."""
    user_id = row["user_id"]
    return Entry(
        uuid.UUID(str(row["id"])),
        row["kind"],
        row["happened_at"],
        None if user_id is None else uuid.UUID(str(user_id)),
        Personal(row["address"], row["user_agent"], orjson.loads(row["detail"])),
    )


def _problem(keys: ChainKeys, chain: _Chain, row: _Row) -> Sentence | None:
    """Return what is wrong with the next row of a chain, if anything."""
    entry, link = row.entry, row.link
    before = Head() if chain.last is None else Head(chain.last.link.sequence, chain.last.link.digest)
    if chain.last is None and link.sequence != 1:
        before = chain.cut = Head(link.sequence - 1, link.previous_digest)
    if keys.digest_personal(link.salt, entry.personal) != link.personal_digest:
        return say("Network address, user agent or detail were changed.")
    if keys.digest(chain.id, link.sequence, entry, link.personal_digest, link.previous_digest) != link.digest:
        return say("The row was changed or wasn't written with this key file.")
    if link.sequence != before.sequence + 1:
        return say("Rows missing before this one: {rows}.", rows=link.sequence - before.sequence - 1)
    if link.previous_digest != before.digest:
        return say("The row before this one was replaced.")
    if chain.shipped is not None and chain.shipped.sequence == link.sequence and chain.shipped.digest != link.digest:
        return say("The row isn't the one that was shipped.")
    if entry.kind == ROWS_DELETED and chain.id == NOBODY:
        chain.checkpoint = _checkpoint(entry)
    return None


def _finish(chain: _Chain | None, result: Verification) -> None:
    """Compare the end of a chain with its stored head, and its beginning with its checkpoint."""
    if chain is None or chain.last is None or chain.is_broken:
        return
    last = chain.last
    if chain.cut is not None and chain.cut != chain.checkpoint:
        missing = chain.cut.sequence
        result.breaks.append(
            Break(chain.id, missing, None, None, say("Rows missing at the beginning: {rows}.", rows=missing))
        )
    elif chain.head is None or last.link.sequence > chain.head.sequence:
        result.breaks.append(last.broken(say("The row is behind the stored end of its chain.")))
    elif last.link.sequence < chain.head.sequence:
        missing = chain.head.sequence - last.link.sequence
        result.breaks.append(last.broken(say("Rows missing after this one: {rows}.", rows=missing)))
    elif chain.shipped is not None and last.link.sequence < chain.shipped.sequence:
        missing = chain.shipped.sequence - last.link.sequence
        result.breaks.append(last.broken(say("Rows missing after this one that were shipped: {rows}.", rows=missing)))
    elif last.link.digest != chain.head.digest:
        result.breaks.append(last.broken(say("The stored end of the chain isn't this row.")))


def _checkpoint(entry: Entry) -> Head:
    detail = entry.personal.detail
    return Head(int(str(detail["through"])), bytes.fromhex(str(detail["digest"])))
