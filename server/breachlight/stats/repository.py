"""Queries of the counters, whose cost grows with the days on which an account has alerts, never with the alerts."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from breachlight.alerts.bookkeeping_repository import LAST
from breachlight.database.session import Connection
from breachlight.kit import clock, json
from breachlight.stats.ranges import Days


@dataclass(frozen=True, slots=True)
class Block:
    """How many alerts there are of one kind, or of both (spec §3); ``last_365_days`` is "this year"."""

    total: int = 0
    unread: int = 0
    last_90_days: int = 0
    last_60_days: int = 0
    last_365_days: int = 0

    def __add__(self, other: "Block") -> "Block":
        return Block(
            self.total + other.total,
            self.unread + other.unread,
            self.last_90_days + other.last_90_days,
            self.last_60_days + other.last_60_days,
            self.last_365_days + other.last_365_days,
        )


@dataclass(frozen=True, slots=True)
class DayCount:
    """How many alerts were raised on a day; ``user_events`` of them Workforce, ``domain_events`` Portals."""

    day: date
    user_events: int = 0
    domain_events: int = 0
    unread: int = 0

    @property
    def total_events(self) -> int:
        """All of them."""
        return self.user_events + self.domain_events


@dataclass(frozen=True, slots=True)
class DomainCount:
    """How many alerts a domain has in a range, and how many of these are unread."""

    domain: str
    total: int
    unread: int


def _blocks(today: str) -> str:
    return f"""SELECT has_domain, sum(alerts)::bigint AS total,
        coalesce(sum(alerts) FILTER (WHERE NOT is_read), 0)::bigint AS unread,
        coalesce(sum(alerts) FILTER (WHERE day > {today}::date - 90), 0)::bigint AS last_90_days,
        coalesce(sum(alerts) FILTER (WHERE day > {today}::date - 60), 0)::bigint AS last_60_days,
        coalesce(sum(alerts) FILTER (WHERE day > {today}::date - 365), 0)::bigint AS last_365_days
    FROM alert_counters WHERE account_id = $1 GROUP BY has_domain"""


def _days(start: str, end: str) -> str:
    return f"""SELECT day, coalesce(sum(alerts) FILTER (WHERE NOT has_domain), 0)::bigint AS user_events,
        coalesce(sum(alerts) FILTER (WHERE has_domain), 0)::bigint AS domain_events,
        coalesce(sum(alerts) FILTER (WHERE NOT is_read), 0)::bigint AS unread
    FROM alert_counters WHERE account_id = $1 AND day >= {start}::date AND day < {end}::date GROUP BY day"""


def _domain_counts(start: str, end: str, limit: str, ids: str, names: str) -> str:
    # The domain of a counter may have been removed; its alerts still have the name.
    return f"""SELECT coalesce(domains.domain, (
        SELECT domain_name FROM alerts WHERE alerts.account_id = $1 AND alerts.domain_id = kept.domain_id LIMIT 1
    )) AS domain, total, unread FROM (
        SELECT domain_id, sum(alerts)::bigint AS total,
            coalesce(sum(alerts) FILTER (WHERE NOT is_read), 0)::bigint AS unread
        FROM domain_alert_counters WHERE account_id = $1 AND day >= {start}::date AND day < {end}::date
        GROUP BY domain_id HAVING sum(alerts) > 0
    ) AS kept LEFT JOIN unnest({ids}::uuid[], {names}::text[]) AS domains (id, domain) ON domains.id = kept.domain_id
    ORDER BY total DESC, 1 LIMIT {limit}::bigint"""


def _together(**parts: str) -> str:
    """Return a statement with the rows of each part as JSON: a distributed database passes no arrays of records on."""
    columns = (f"(SELECT json_agg(part) FROM ({part}) AS part)::text AS {name}" for name, part in parts.items())
    return f"SELECT {', '.join(columns)}"


def _rows(text: str | None) -> list[list[Any]]:
    """Return the rows of a part, which are objects of their columns."""
    rows: Any = json.decode(text or "[]")
    return [list(row.values()) for row in rows]


# The tables of the counters are distributed, those of domains and statistics aren't (decision 61).
_NAMES: Final = "SELECT id, domain FROM domains WHERE account_id = $1"
_STATISTICS: Final = "SELECT row_name, count FROM lake_statistics"
_OVERVIEW: Final = _together(
    last=f"SELECT {LAST}",
    blocks=_blocks("$2"),
    days=_days("$3", "$4"),
    domains=_domain_counts("$3", "$4", "$5", "$6", "$7"),
)


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers of an overview. Those of the account are as of its change ``last``; the blocks are Workforce and Portals."""

    last: int
    blocks: tuple[Block, Block]
    days: list[DayCount]
    domains: list[DomainCount]
    lake_statistics: dict[str, float]


async def fetch_numbers(connection: Connection, account_id: uuid.UUID, today: date, days: Days, limit: int) -> Numbers:
    """Return the numbers of an overview in two statements; see the functions below for each."""
    [around] = await connection.fetch(_together(names=_NAMES, statistics=_STATISTICS), account_id)
    domains = _rows(around["names"])
    ids, names = [domain_id for domain_id, _ in domains], [name for _, name in domains]
    [found] = await connection.fetch(_OVERVIEW, account_id, today, days.start, days.end, limit, ids, names)
    [[last]] = _rows(found["last"])
    return Numbers(
        last,
        _both_blocks(_rows(found["blocks"])),
        [DayCount(date.fromisoformat(day), *counts) for day, *counts in _rows(found["days"])],
        [DomainCount(*row) for row in _rows(found["domains"])],
        {name: float(count) for name, count in _rows(around["statistics"])},
    )


async def fetch_blocks(connection: Connection, account_id: uuid.UUID, today: date) -> tuple[Block, Block]:
    """Return the block of Workforce and that of Portals; the last days end with ``today``."""
    return _both_blocks(await connection.fetch(_blocks("$2"), account_id, today))


def _both_blocks(rows: Iterable[Any]) -> tuple[Block, Block]:
    found = {has_domain: Block(*counts) for has_domain, *counts in rows}
    return found.get(False, Block()), found.get(True, Block())


async def fetch_days(connection: Connection, account_id: uuid.UUID, days: Days) -> list[DayCount]:
    """Return the days of a range that have alerts."""
    return [DayCount(*row) for row in await connection.fetch(_days("$2", "$3"), account_id, days.start, days.end)]


async def fetch_domain_counts(
    connection: Connection, account_id: uuid.UUID, days: Days, limit: int
) -> list[DomainCount]:
    """Return the ``limit`` domains with the most alerts in a range, the most first."""
    domains = await connection.fetch(_NAMES, account_id)
    rows = await connection.fetch(
        _domain_counts("$2", "$3", "$4", "$5", "$6"),
        account_id,
        days.start,
        days.end,
        limit,
        [row["id"] for row in domains],
        [row["domain"] for row in domains],
    )
    return [DomainCount(*row) for row in rows]


# Batches whose records are in the lake, and count.
_COUNTED: Final = "done_at IS NOT NULL AND state NOT IN ('duplicate', 'retracted')"

_MEASURE: Final = """
SELECT 'storage:database', pg_database_size(current_database())
UNION ALL SELECT 'storage:quarantine', pg_total_relation_size('quarantined_stretches')
UNION ALL SELECT 'storage:queue', pg_total_relation_size('jobs.pgqueuer') + pg_total_relation_size('jobs.pgqueuer_log')
UNION ALL SELECT 'rows:' || relname, greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = ANY($1::text[]::regclass[])
"""
_GROWING: Final = ("accounts", "users", "identities", "alerts", "sightings", "security_events", "mails")


async def measure_database(connection: Connection) -> dict[str, float]:
    """Return sizes in bytes and, as the planner estimates them, numbers of rows, by the names of their statistics."""
    return {name: float(amount) for name, amount in await connection.fetch(_MEASURE, list(_GROWING))}


async def fetch_lake_statistics(connection: Connection) -> dict[str, float]:
    """Return the latest statistics of the lake by name; empty before the first run."""
    return {row["row_name"]: row["count"] for row in await connection.fetch(_STATISTICS)}


async def store_lake_statistics(connection: Connection, counts: Mapping[str, float]) -> None:
    """Store the statistics of the lake by name."""
    await connection.executemany(
        """INSERT INTO lake_statistics (row_name, count, taken_at) VALUES ($1, $2, $3)
        ON CONFLICT (row_name) DO UPDATE SET count = excluded.count, taken_at = excluded.taken_at""",
        [(name, count, clock.now()) for name, count in counts.items()],
    )


async def store_samples(connection: Connection, sizes: Mapping[str, float], kept_for: timedelta) -> None:
    """Store the sizes of stores, by the names of their statistics, as those of today, and delete samples that are older."""
    now = clock.now()
    stores = {name.partition(":")[2]: int(size) for name, size in sizes.items() if name.startswith("storage:")}
    await connection.execute(
        """INSERT INTO storage_samples (day, store, bytes, taken_at)
        SELECT $1, store, bytes, $4 FROM unnest($2::text[], $3::bigint[]) AS measured (store, bytes)
        ON CONFLICT (store, day) DO UPDATE SET bytes = excluded.bytes, taken_at = excluded.taken_at""",
        now.date(),
        list(stores),
        list(stores.values()),
        now,
    )
    await connection.execute("DELETE FROM storage_samples WHERE day < $1", (now - kept_for).date())


async def ingested_records(connection: Connection) -> float:
    """Return the number of records in all finished batches of files that are in the lake."""
    records: float = await connection.fetchval(
        f"""SELECT coalesce(sum(records), 0)::float8 FROM batches JOIN leak_files ON leak_files.id = file_id
        WHERE {_COUNTED}"""
    )
    return records


async def leaks_of_batches(connection: Connection) -> tuple[list[int], list[int]]:
    """Return the ids of the same batches, and a number for the leak of each."""
    rows = await connection.fetch(
        f"""SELECT batches.id, dense_rank() OVER (ORDER BY leak_id) AS leak
        FROM batches JOIN leak_files ON leak_files.id = file_id WHERE {_COUNTED}"""
    )
    return [row["id"] for row in rows], [row["leak"] for row in rows]
