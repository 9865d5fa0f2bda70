"""Queries of email accounts; triggers maintain their counters, so no alert is read."""

import uuid
from typing import Final

import asyncpg

from breachlight.database.session import Connection


def mailbox(email: str) -> str:
    """Return in SQL the mailbox behind an address of a company's domain, as ``kit.addresses.alias_key`` does: no ``+tag``."""
    return f"regexp_replace({email}, '^([^+@]+)[+][^@]*@', '\\1@')"


def live_state(account_id: str, email: str) -> str:
    """Return in SQL whether an email account exists by the list that its organization uploaded.

    True or false for addresses at the account's verified domains; null for all others, and where there is no list. An alias
    exists where its mailbox does.
    """
    return f"""CASE WHEN EXISTS (SELECT 1 FROM live_email_account_lists WHERE account_id = {account_id})
        AND EXISTS (SELECT 1 FROM domains WHERE domains.account_id = {account_id} AND is_verified AND is_enabled
            AND (split_part({email}, '@', 2) = domain OR right({email}, length(domain) + 1) = '.' || domain))
        THEN EXISTS (SELECT 1 FROM live_email_accounts AS live WHERE live.account_id = {account_id}
            AND live.email_key IN ({email}, {mailbox(email)})) END"""


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


async def fetch_people(
    connection: Connection, account_id: uuid.UUID, search: str, *, offset: int, limit: int
) -> list[asyncpg.Record]:
    """Return a page of people, those with the most open detections first; each row has the total, too."""
    return await connection.fetch(_PAGE, account_id, search, offset, limit)


async def refresh_live_states(connection: Connection, account_id: uuid.UUID) -> tuple[int, int]:
    """Compare every email account with the uploaded list; return how many exist, and how many do not."""
    row = await connection.fetchrow(_REFRESH, account_id)
    return (row["live"], row["gone"]) if row else (0, 0)
