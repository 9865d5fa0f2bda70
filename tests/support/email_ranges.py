"""The whole index of email ranges, and what a plain count of addresses says should be in it."""

import hashlib
from collections import Counter

import asyncpg

from breachlight.leaks.ranges.definitions import EMAILS
from breachlight.leaks.ranges.hashes import Hashes
from breachlight.leaks.ranges.jobs import update_index
from breachlight.leaks.ranges.kinds import LEAK_BYTES, HashKind

Entries = Counter[tuple[str, str]]
"""How many records each address, as its SHA-1, has in each leak."""


def sha1(address: str) -> str:
    return hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest().upper()


async def switch(connection: asyncpg.Connection, is_on: bool) -> None:
    await connection.execute("UPDATE site_settings SET email_ranges_enabled = $1", is_on)


async def work() -> None:
    """Do all that the job would do."""
    while not await update_index(EMAILS):
        pass


async def contents(connection: asyncpg.Connection) -> Entries:
    """Return what the index has."""
    names = {
        row["number"]: row["name"]
        for row in await connection.fetch(
            "SELECT number, leaks.name FROM email_ranges.leaks AS n JOIN leaks ON leaks.id = n.leak_id"
        )
    }
    found: Entries = Counter()
    for run in await connection.fetch("SELECT id, bits FROM email_ranges.runs WHERE state = 'live'"):
        rows = await connection.fetch("SELECT bucket, hashes FROM email_ranges.entries WHERE run_id = $1", run["id"])
        hashes = Hashes.of_rows(HashKind.EMAIL, run["bits"], [tuple(row) for row in rows])
        for value, count in zip(hashes.values, hashes.counts, strict=True):
            entry = value.tobytes()
            number = int.from_bytes(entry[-LEAK_BYTES:], "big")
            found[entry[:-LEAK_BYTES].hex().upper(), names.get(number, str(number))] += int(count)
    return Counter({key: count for key, count in found.items() if count})


def expected(leaks: dict[str, list[str]]) -> Entries:
    """Return the entries of the addresses in each leak, one for each record."""
    return Counter((sha1(address), name) for name, addresses in leaks.items() for address in addresses)
