"""A brute-force matcher on generated leaks: every record against every identity, by the words of design §3.

It shares no code with the product: what is generated is known, so nothing has to be parsed.
"""

import random
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import asyncpg

from breachlight.alerts.passwords import open_password
from breachlight.kit.keys import KeyRing


@dataclass(frozen=True)
class Leaked:
    """One generated record; ``host`` None is a combolist line."""

    host: str | None
    path: str
    login: str
    secret: str

    @property
    def line(self) -> str:
        return (
            f"https://{self.host}{self.path}:{self.login}:{self.secret}" if self.host else f"{self.login}:{self.secret}"
        )


@dataclass(frozen=True)
class Watched:
    """The identities that an account monitors."""

    account_id: uuid.UUID
    kind: str
    key: str


@dataclass(frozen=True)
class Detection:
    """An expected alert: the parts of its key, and its list."""

    account_id: uuid.UUID
    host: str | None
    username_key: str
    secret: str
    domain: str | None
    email: str | None


def expected(records: Iterable[Leaked], watched: Sequence[Watched]) -> set[Detection]:
    return {found for record in set(records) for found in _of_record(record, watched)}


def _of_record(record: Leaked, watched: Sequence[Watched]) -> Iterable[Detection]:
    login = record.login.lower()
    mailbox = _mailbox(login)
    for account_id in {entry.account_id for entry in watched}:
        mine = [entry for entry in watched if entry.account_id == account_id]
        domains = [entry.key for entry in mine if entry.kind == "domain"]
        sites = [domain for domain in domains if record.host and _covers(domain, record.host)]
        if sites:
            site = max(sites, key=len)
            person = mailbox if "@" in login and _covers(site, login.partition("@")[2]) else None
            yield Detection(account_id, record.host, login, record.secret, site, person)
            continue
        exact = [entry.key for entry in mine if entry.kind == "email" and entry.key in {login, mailbox}]
        at_domain = "@" in login and any(_covers(domain, login.partition("@")[2]) for domain in domains)
        if exact or at_domain:
            yield Detection(account_id, record.host, login, record.secret, None, login if login in exact else mailbox)


def _covers(domain: str, name: str) -> bool:
    return name == domain or name.endswith("." + domain)


def _mailbox(login: str) -> str:
    local, at, domain = login.partition("@")
    return local.partition("+")[0] + at + domain


async def detections(connection: asyncpg.Connection, ring: KeyRing) -> list[Detection]:
    """Every alert in the database, opened: a list, so that doubles show."""
    rows = await connection.fetch(
        """SELECT alerts.*, email_accounts.email FROM alerts LEFT JOIN email_accounts
            ON email_accounts.id = alerts.email_account_id AND email_accounts.account_id = alerts.account_id"""
    )
    return [
        Detection(
            row["account_id"],
            row["host"],
            row["username_key"],
            open_password(ring, row["account_id"], row["id"], row["password_sealed"]),
            row["domain_name"],
            row["email"],
        )
        for row in rows
    ]


class Corpus:
    """Seeded records of which some are monitored; equal seeds give equal records."""

    def __init__(self, seed: int, accounts: Sequence[uuid.UUID]) -> None:
        self.random = random.Random(seed)
        self.watched = [
            watched
            for number, account_id in enumerate(accounts)
            for watched in (
                *(Watched(account_id, "email", f"person{person}.of{number}@mail.example") for person in range(4)),
                Watched(account_id, "domain", f"firm{number}.example"),
                Watched(account_id, "domain", f"shop.firm{number}.example"),
            )
        ]

    def records(self, count: int, hits: float = 0.2) -> list[Leaked]:
        return [self._record(self.random.random() < hits) for _ in range(count)]

    def _record(self, hit: bool) -> Leaked:
        pick = self.random
        secret = f"Pw{pick.randrange(60 if hit else 10**6)}x{pick.choice('abc')}"
        stranger = f"someone{pick.randrange(5000)}@people.test"
        site = f"site{pick.randrange(300)}.test"
        path = pick.choice(["", "/login", "/a/b.php"])
        if not hit:
            return Leaked(pick.choice([None, site]), path, stranger, secret)
        watched = pick.choice(self.watched)
        if watched.kind == "email":
            local, _, domain = watched.key.partition("@")
            login = pick.choice([watched.key, watched.key.title(), f"{local}+shop@{domain}"])
            return Leaked(pick.choice([None, site]), path, login, secret)
        below = pick.choice(["", "www.", "not-the-", "deep.er."])  # "not-the-" only looks like it
        if pick.random() < 0.5:
            return Leaked(below + watched.key, path, pick.choice([stranger, f"user{pick.randrange(9)}"]), secret)
        return Leaked(pick.choice([None, site]), path, f"staff{pick.randrange(9)}@{below}{watched.key}", secret)
