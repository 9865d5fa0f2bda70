"""Shipping of the audit log: each row at least once, behind a stored position of every chain."""

import json
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import structlog

from breachlight.audit import repository, syslog
from breachlight.audit.chain import OPERATORS, Head
from breachlight.auth.subject import NOBODY
from breachlight.config import get_settings
from breachlight.database.session import Connection, reading
from breachlight.jobs import scheduled
from breachlight.kit.clock import write_instant
from breachlight.kit.json import encode

_CHUNK: Final = 500

Record = Mapping[str, Any]
Send = Callable[[Sequence[Record]], Awaitable[None]]
_log = structlog.get_logger("breachlight.audit")


class Positions(Protocol):
    """The last row of each chain that was sent."""

    async def load(self) -> dict[uuid.UUID, int]:
        """Return the sequences."""

    async def save(self, chain: uuid.UUID, head: Head) -> None:
        """Store a position."""


class FilePositions:
    """Positions in a JSON file, or nowhere without a path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[uuid.UUID, int] = {}
        if path is not None and path.exists():
            self._known = {uuid.UUID(name): int(value) for name, value in json.loads(path.read_text()).items()}

    async def load(self) -> dict[uuid.UUID, int]:
        """Return the sequences."""
        return self._known

    async def save(self, chain: uuid.UUID, head: Head) -> None:
        """Store a position by replacing the file."""
        self._known[chain] = head.sequence
        if self._path is not None:
            draft = self._path.with_name(f".{self._path.name}.new")
            draft.write_text(json.dumps({str(name): value for name, value in self._known.items()}))
            draft.replace(self._path)


class StoredPositions:
    """Positions in the database, with the digests that ``audit.verification`` compares."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def load(self) -> dict[uuid.UUID, int]:
        """Return the sequences."""
        return {chain: head.sequence for chain, head in (await repository.positions(self._connection)).items()}

    async def save(self, chain: uuid.UUID, head: Head) -> None:
        """Store a position."""
        await repository.save_position(self._connection, chain, head)


async def ship(connection: Connection, positions: Positions, send: Send) -> int:
    """Send all rows behind the positions, chain by chain, and return how many; a position is stored after its rows are sent."""
    sent = 0
    known = dict(await positions.load())
    for chain, head in (await repository.heads(connection)).items():
        at = known.get(chain, 0)
        if at > head.sequence:
            # The account was deleted and the chain began again; or rows were cut off its end.
            _log.warning("audit_chain_shorter_than_shipped", chain=str(chain), shipped=at, rows=head.sequence)
            at = 0
        while at < head.sequence and (rows := await repository.rows_behind(connection, chain, at, _CHUNK)):
            await send([record_of(row) for row in rows])
            at = rows[-1]["sequence"]
            await positions.save(chain, Head(at, rows[-1]["digest"]))
            sent += len(rows)
    return sent


async def all_records() -> AsyncIterator[list[Record]]:
    """Yield all rows as ``ship`` sends them, chain by chain; no connection is borrowed while a chunk is read."""
    async with reading() as connection:
        heads = await repository.heads(connection)
    for chain, head in heads.items():
        at = 0
        while at < head.sequence:
            async with reading() as connection:
                rows = await repository.rows_behind(connection, chain, at, _CHUNK)
            if not rows:
                break
            yield [record_of(row) for row in rows]
            at = rows[-1]["sequence"]


def record_of(row: Any) -> Record:
    """Return a row for other systems, with all that its digest is made of."""
    chain = uuid.UUID(str(row["chain"]))
    is_operator = chain == OPERATORS
    return {
        "chain": chain,
        "sequence": row["sequence"],
        "id": row["id"],
        "happened_at": write_instant(row["happened_at"]),
        "kind": row["kind"],
        "account_id": None if chain in {OPERATORS, NOBODY} else chain,
        "user_id": row["user_id"],
        "operator": row["address"] if is_operator else None,
        "address": "" if is_operator else row["address"],
        "user_agent": row["user_agent"],
        "detail": json.loads(row["detail"]),
        "salt": row["salt"].hex(),
        "personal_digest": row["personal_digest"].hex(),
        "previous_digest": row["previous_digest"].hex(),
        "digest": row["digest"].hex(),
    }


@scheduled("audit.ship", "* * * * *")
async def ship_to_syslog() -> None:
    """Send new rows to the syslog server of the settings; what fails is tried again a minute later.

    Raises:
        OSError: the server can't be reached.
    """
    settings = get_settings()
    if not settings.audit_syslog:
        return
    target = syslog.parse_target(settings.audit_syslog)

    async def send(records: Sequence[Record]) -> None:
        messages = [syslog.message(record["happened_at"], record["kind"], encode(record)) for record in records]
        await syslog.send(target, messages, settings.audit_syslog_ca_file)

    async with reading() as connection:
        await ship(connection, StoredPositions(connection), send)
