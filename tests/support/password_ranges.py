"""The whole index of password ranges, and what a plain count of passwords says should be in it."""

import hashlib
from collections import Counter
from collections.abc import Iterable

import asyncpg
import httpx
from Cryptodome.Hash import MD4

from breachlight.leaks.ranges.definitions import PASSWORDS
from breachlight.leaks.ranges.hashes import Hashes
from breachlight.leaks.ranges.jobs import update_index
from breachlight.leaks.ranges.kinds import HashKind


def sha1(password: str) -> str:
    return hashlib.sha1(password.encode()).hexdigest().upper()


def ntlm(password: str) -> str:
    return MD4.new(password.encode("utf-16-le")).hexdigest().upper()


DIGESTS = {HashKind.SHA1: sha1, HashKind.NTLM: ntlm}


async def switch(connection: asyncpg.Connection, is_on: bool) -> None:
    await connection.execute("UPDATE site_settings SET password_ranges_enabled = $1", is_on)


async def work() -> None:
    """Do all that the job would do."""
    while not await update_index(PASSWORDS):
        pass


async def contents(connection: asyncpg.Connection) -> dict[HashKind, Counter[str]]:
    """Return the count of each hash."""
    found: dict[HashKind, Counter[str]] = {kind: Counter() for kind in PASSWORDS.kinds}
    runs = await connection.fetch("SELECT id, kind, bits FROM password_ranges.runs WHERE state = 'live'")
    for run in runs:
        kind = HashKind(run["kind"])
        rows = await connection.fetch("SELECT bucket, hashes FROM password_ranges.entries WHERE run_id = $1", run["id"])
        hashes = Hashes.of_rows(kind, run["bits"], [tuple(row) for row in rows])
        for value, count in zip(hashes.values, hashes.counts, strict=True):
            found[kind][value.tobytes().hex().upper()] += int(count)
    return {kind: Counter({name: count for name, count in counts.items() if count}) for kind, counts in found.items()}


def expected(passwords: Iterable[str]) -> dict[HashKind, Counter[str]]:
    """Return the count of the hash of each password."""
    every = list(passwords)
    return {kind: Counter(map(digest, every)) for kind, digest in DIGESTS.items()}


async def how_often(http: httpx.AsyncClient, password: str, *, mode: str = "", padded: bool = False) -> int:
    """Ask as a client of Pwned Passwords does: by the first five digits of the hash."""
    name = ntlm(password) if mode else sha1(password)
    answer = await http.get(
        f"/range/{name[:5]}", params={"mode": mode} if mode else {}, headers={"Add-Padding": "true"} if padded else {}
    )
    answer.raise_for_status()
    pairs = [line.split(":") for line in answer.text.splitlines()]
    return {suffix: int(count) for suffix, count in pairs}.get(name[5:], 0)
