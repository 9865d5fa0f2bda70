"""The e-mail accounts of an account that alerts speak of, by person, and which of them exist (specification section 2, FAQ 1)."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection, reading
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.kit.pagination import page_problems

LARGEST_PAGE_SIZE: Final = 100
LONGEST_SEARCH: Final = 254


def mailbox(email: str) -> str:
    """Return in SQL the mailbox behind an address of a company's domain, as ``kit.addresses.alias_key`` does: no ``+tag``."""
    return f"regexp_replace({email}, '^([^+@]+)[+][^@]*@', '\\1@')"


def live_state(account_id: str, email: str) -> str:
    """Return in SQL whether an e-mail account exists by the list that its organization uploaded.

    True or false for addresses at the account's verified domains; null for all others, and where there is no list. An alias
    exists where its mailbox does.
    """
    return f"""CASE WHEN EXISTS (SELECT 1 FROM live_email_account_lists WHERE account_id = {account_id})
        AND EXISTS (SELECT 1 FROM domains WHERE domains.account_id = {account_id} AND is_verified AND is_enabled
            AND (split_part({email}, '@', 2) = domain OR right({email}, length(domain) + 1) = '.' || domain))
        THEN EXISTS (SELECT 1 FROM live_email_accounts AS live WHERE live.account_id = {account_id}
            AND live.email_key IN ({email}, {mailbox(email)})) END"""


_LOCK_ACCOUNT: Final = "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE"

# Rows that stay as they are are not written: a change of one domain concerns few of them.
_REFRESH: Final = f"""
WITH told AS MATERIALIZED (
    SELECT id, {live_state("$1", "email")} AS is_live FROM email_accounts WHERE account_id = $1
), changed AS (
    UPDATE email_accounts SET is_live = told.is_live FROM told
    WHERE account_id = $1 AND email_accounts.id = told.id AND email_accounts.is_live IS DISTINCT FROM told.is_live
)
SELECT count(*) FILTER (WHERE is_live) AS live, count(*) FILTER (WHERE NOT is_live) AS gone FROM told
"""

# Read from what triggers keep with each address, never from alerts; the page is cut from people, not from addresses.
_PAGE: Final = f"""
WITH people AS (
    SELECT {mailbox("email")} AS email, sum(open_detections)::bigint AS open, max(last_seen) AS last_seen,
        bool_or(is_live) AS is_live, array_agg(id::text ORDER BY email) AS ids,
        array_agg(email ORDER BY email) AS emails, array_agg(open_detections ORDER BY email) AS opens
    FROM email_accounts WHERE account_id = $1 AND last_seen IS NOT NULL AND ($2 = '' OR strpos(email, $2) > 0)
    GROUP BY 1
)
SELECT *, count(*) OVER () AS total FROM people ORDER BY open DESC, last_seen DESC, email OFFSET $3 LIMIT $4
"""


@dataclass(frozen=True, slots=True)
class Address:
    """One address of a person, and how many of its detections nobody has closed."""

    id: str
    email: str
    open_detections: int


@dataclass(frozen=True, slots=True)
class Person:
    """Everything that was found under one mailbox; ``is_live`` is None while nobody told whether it exists."""

    email: str
    addresses: list[Address]
    open_detections: int
    last_seen: datetime
    is_live: bool | None


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """One page of people, those with the most open detections first."""

    results: list[Person]
    total: int
    page: int
    page_size: int


async def list_people(subject: Subject, page: int, page_size: int, search: str) -> PeoplePage:
    """Return who stands in leaks with an address of the account, in one query.

    ``page`` begins at 1; a ``page_size`` over 100 is taken as 100; ``search`` is a part of an address.

    Raises:
        ForbiddenError: an API key without the scope to read.
        ValidationError: a number is below 1, or the text too long.
    """
    subject.require(Permission.READ)
    problems = page_problems(page, page_size)
    if len(search) > LONGEST_SEARCH or "\0" in search:
        problems["search"] = [say("Search for at most {most} characters of an address.", most=LONGEST_SEARCH)]
    if problems:
        raise ValidationError(problems)
    page_size = min(page_size, LARGEST_PAGE_SIZE)
    wanted = search.strip().lower()
    async with reading() as connection:
        rows = await connection.fetch(_PAGE, subject.account_id, wanted, (page - 1) * page_size, page_size)
    results = [
        Person(
            row["email"],
            [Address(*address) for address in zip(row["ids"], row["emails"], row["opens"], strict=True)],
            row["open"],
            row["last_seen"],
            row["is_live"],
        )
        for row in rows
    ]
    return PeoplePage(results, rows[0]["total"] if rows else 0, page, page_size)


async def refresh_live_states(connection: Connection, account_id: uuid.UUID) -> tuple[int, int]:
    """Hold every e-mail account against the uploaded list and the domains of the account; return how many exist and do not.

    Call it in the transaction that changes the list, or which domains are verified and enabled, after that change. Whoever
    raises alerts holds the account's row too, as this does until the transaction ends: no address is found meanwhile that
    is held against what was.
    """
    await connection.execute(_LOCK_ACCOUNT, account_id)
    row = await connection.fetchrow(_REFRESH, account_id)
    assert row is not None
    return row["live"], row["gone"]
