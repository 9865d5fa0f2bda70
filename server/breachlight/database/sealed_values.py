"""The registry of what is sealed in the database, so that nothing is forgotten when keys change.

Each feature declares its sealed columns where it seals them; the modules are listed here.
"""

import importlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, Protocol

import asyncpg

from breachlight.database.job_queue import SCHEMA
from breachlight.database.session import Connection
from breachlight.kit.key_file import Ring
from breachlight.kit.keys import PREFIX_BYTES, KeyRing, MissingKeyError, SealError, seal_prefix, sealed_with

MODULES: Final = (
    "breachlight.alerts.passwords",
    "breachlight.alerts.triage.service",
    "breachlight.leaks.address_requests.service",
    "breachlight.leaks.administration.erasure",
    "breachlight.leaks.rejected_stretches",
    "breachlight.leaks.runs.reading_options",
    "breachlight.leaks.uploads.service",
    "breachlight.mail.service",
    "breachlight.sessions.mfa.device_codes",
)
"""The modules that declare sealed columns, by importing which they are registered."""

_SAMPLE: Final = 5

Row = asyncpg.Record


class Opening(Enum):
    """Results of opening a value."""

    OPENED = auto()
    FAILED = auto()
    LACKS_KEY = auto()


@dataclass(slots=True)
class Resealed:
    """A step of resealing: the position after it, None at the end."""

    after: Any
    done: int = 0
    unreadable: int = 0


class SealedValues(Protocol):
    """A kind of sealed values in the database."""

    @property
    def name(self) -> str:
        """Table and column."""

    async def count(self, connection: Connection) -> Counter[int]:
        """Return how many values each sealing key has sealed, by its number."""

    async def reseal(self, connection: Connection, ring: KeyRing, after: Any, limit: int) -> Resealed:
        """Seal some values behind ``after`` (None: from the beginning) with the current key; others may change them meanwhile."""

    async def sample(self, connection: Connection, ring: KeyRing) -> Counter[Opening]:
        """Open the newest values."""


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A column with sealed bytes; ``place`` and ``purpose`` give of a row what its value was sealed with."""

    table: str
    column: str
    place: Callable[[Row], bytes]
    purpose: Callable[[Row], str]
    id_type: str = "uuid"
    others: tuple[str, ...] = field(default=())
    is_of_account: bool = False
    """Whether the primary key begins with ``account_id``, which is then no other column."""

    @property
    def name(self) -> str:
        """Table and column."""
        return f"{self.table}.{self.column}"

    async def count(self, connection: Connection) -> Counter[int]:
        """Return how many values each sealing key has sealed, by its number."""
        rows = await connection.fetch(
            f"SELECT substring({self.column} FROM 1 FOR {PREFIX_BYTES}) AS prefix, count(*) AS values FROM {self.table} "
            f"WHERE {self.column} IS NOT NULL GROUP BY 1"
        )
        return Counter({sealed_with(bytes(row["prefix"])): row["values"] for row in rows})

    async def reseal(self, connection: Connection, ring: KeyRing, after: Any, limit: int) -> Resealed:
        """Seal some values with the current key; one that was changed meanwhile is left as it is."""
        key = ", ".join(self._key)
        behind = after or ()
        marks = ", ".join(f"${number}" for number, _ in enumerate(behind, 3))
        rows = await connection.fetch(
            f"SELECT {self._columns()} FROM {self.table} WHERE {self.column} IS NOT NULL "
            f"AND substring({self.column} FROM 1 FOR {PREFIX_BYTES}) <> $1 "
            f"{f'AND ({key}) > ({marks})' if behind else ''} ORDER BY {key} LIMIT $2",
            seal_prefix(ring.current(Ring.SEALING).number),
            limit,
            *behind,
        )
        changed, unreadable = [], 0
        for row in rows:
            old = bytes(row["sealed_value"])
            try:
                plain = ring.open(old, self.place(row), self.purpose(row))
            except SealError:
                unreadable += 1
                continue
            changed.append((*self._key_of(row), old, ring.seal(plain, self.place(row), self.purpose(row))))
        if changed:
            types = [*self._key.values(), "bytea", "bytea"]
            lists = ", ".join(f"${number}::{name}[]" for number, name in enumerate(types, 1))
            same = " AND ".join(f"kept.{name} = new.{name}" for name in self._key)
            await connection.execute(
                f"UPDATE {self.table} AS kept SET {self.column} = new.sealed "
                f"FROM unnest({lists}) AS new ({key}, old, sealed) WHERE {same} AND kept.{self.column} = new.old",
                *map(list, zip(*changed, strict=True)),
            )
        return Resealed(self._key_of(rows[-1]) if len(rows) == limit else None, len(changed), unreadable)

    async def sample(self, connection: Connection, ring: KeyRing) -> Counter[Opening]:
        """Open the newest values, of the newest account where its id begins the key; a column of a later version has none yet."""
        columns = await connection.fetch(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1",
            self.table,
        )
        if not {*self._key, self.column, *self.others} <= {row["column_name"] for row in columns}:
            return Counter()
        rows = await connection.fetch(
            f"SELECT {self._columns()} FROM {self.table} WHERE {self.column} IS NOT NULL "
            f"ORDER BY {', '.join(f'{name} DESC' for name in self._key)} LIMIT {_SAMPLE}"
        )
        return Counter(_opening(ring, bytes(row["sealed_value"]), self.place(row), self.purpose(row)) for row in rows)

    @property
    def _key(self) -> dict[str, str]:
        """The columns of the primary key, with their types."""
        return {**({"account_id": "uuid"} if self.is_of_account else {}), "id": self.id_type}

    def _key_of(self, row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in self._key)

    def _columns(self) -> str:
        return ", ".join((*self._key, *self.others, f"{self.column} AS sealed_value"))


@dataclass(frozen=True, slots=True)
class SealedPayload:
    """A member of the payload of a job, sealed and written in hexadecimal digits."""

    job: str
    member: str
    place: Callable[[Mapping[str, Any]], bytes]
    purpose: str

    @property
    def name(self) -> str:
        """The job and the member."""
        return f"{self.job}.{self.member}"

    async def count(self, connection: Connection) -> Counter[int]:
        """Return how many values each sealing key has sealed, by its number."""
        return Counter([sealed_with(self._sealed(payload)) for _, _, payload in await self._rows(connection)])

    async def reseal(self, connection: Connection, ring: KeyRing, after: Any, limit: int) -> Resealed:
        """Seal all values with the current key: there are never many; a job that has ended meanwhile is gone."""
        del after, limit
        done = Resealed(None)
        for job_id, stored, payload in await self._rows(connection):
            sealed, place = self._sealed(payload), self.place(payload)
            if sealed.startswith(seal_prefix(ring.current(Ring.SEALING).number)):
                continue
            try:
                plain = ring.open(sealed, place, self.purpose)
            except SealError:
                done.unreadable += 1
                continue
            changed = json.dumps({**payload, self.member: ring.seal(plain, place, self.purpose).hex()}).encode()
            await connection.execute(
                f"UPDATE {SCHEMA}.pgqueuer SET payload = $3 WHERE id = $1 AND payload = $2", job_id, stored, changed
            )
            done.done += 1
        return done

    async def sample(self, connection: Connection, ring: KeyRing) -> Counter[Opening]:
        """Open none: jobs are short-lived."""
        del connection, ring
        return Counter()

    async def _rows(self, connection: Connection) -> list[tuple[int, bytes, dict[str, Any]]]:
        rows = await connection.fetch(f"SELECT id, payload FROM {SCHEMA}.pgqueuer WHERE entrypoint = $1", self.job)
        return [(row["id"], bytes(row["payload"]), json.loads(row["payload"])) for row in rows]

    def _sealed(self, payload: Mapping[str, Any]) -> bytes:
        return bytes.fromhex(payload[self.member])


_registered: dict[str, SealedValues] = {}


def register(values: SealedValues) -> None:
    """Register a kind of sealed values."""
    _registered[values.name] = values


def all_sealed_values() -> list[SealedValues]:
    """Return every kind of sealed values in the database."""
    for module in MODULES:
        importlib.import_module(module)
    return [_registered[name] for name in sorted(_registered)]


async def sample(connection: Connection, ring: KeyRing) -> Counter[Opening]:
    """Open the newest values of each kind, and return how many could be opened."""
    found = Counter[Opening]()
    for values in all_sealed_values():
        found += await values.sample(connection, ring)
    return found


def _opening(ring: KeyRing, sealed: bytes, place: bytes, purpose: str) -> Opening:
    try:
        ring.open(sealed, place, purpose)
    except MissingKeyError:
        return Opening.LACKS_KEY
    except SealError:
        return Opening.FAILED
    return Opening.OPENED
