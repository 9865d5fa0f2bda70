"""Queries of email accounts; the statements that write alerts maintain their counters, so no alert is read here."""

import uuid
from enum import StrEnum
from typing import Final

import asyncpg

from breachlight.alerts.bookkeeping_repository import LAST, end_anchors
from breachlight.alerts.mailboxes import mailbox
from breachlight.alerts.query.anchors import Past
from breachlight.database.session import Connection

_AT_DOMAIN: Final = "split_part({email}, '@', 2) = domain OR right({email}, length(domain) + 1) = '.' || domain"


def live_state(account_id: str, email: str) -> str:
    """Return in SQL whether an email account exists by the list that its organization uploaded.

    True or false for addresses at the account's verified domains; null for all others, and where there is no list. An alias
    exists where its mailbox does.
    """
    return f"""CASE WHEN EXISTS (SELECT 1 FROM live_email_account_lists WHERE account_id = {account_id})
        AND EXISTS (SELECT 1 FROM domains WHERE domains.account_id = {account_id} AND is_verified AND is_enabled
            AND ({_AT_DOMAIN.format(email=email)}))
        THEN EXISTS (SELECT 1 FROM live_email_accounts AS live WHERE live.account_id = {account_id}
            AND live.email_key IN ({email}, {mailbox(email)})) END"""


_LISTED_DOMAINS: Final = """SELECT domain FROM domains WHERE account_id = $1 AND is_verified AND is_enabled
    AND EXISTS (SELECT FROM live_email_account_lists WHERE account_id = $1)"""
# Addresses and the list may be on different servers. Rows that stay as they are are not written: a change of one domain concerns few of them.
_REFRESH: Final = f"""
WITH live AS MATERIALIZED (
    SELECT email_key FROM live_email_accounts WHERE account_id = $1
), told AS MATERIALIZED (
    SELECT e.id, CASE WHEN EXISTS (SELECT FROM unnest($2::text[]) AS own (domain) WHERE {_AT_DOMAIN.format(email="e.email")})
        THEN live.email_key IS NOT NULL OR box.email_key IS NOT NULL END AS is_live
    FROM email_accounts AS e LEFT JOIN live ON live.email_key = e.email LEFT JOIN live AS box ON box.email_key = {mailbox("e.email")}
    WHERE e.account_id = $1
), changed AS (
    UPDATE email_accounts SET is_live = told.is_live FROM told
    WHERE account_id = $1 AND email_accounts.id = told.id AND email_accounts.is_live IS DISTINCT FROM told.is_live
    RETURNING 1
)
SELECT count(*) FILTER (WHERE is_live) AS live, count(*) FILTER (WHERE NOT is_live) AS gone,
    EXISTS (SELECT FROM changed) AS has_changed
FROM told
"""

# Read from what is kept with each address, never from alerts; the page is cut from people, not from addresses.
_PRESENT: Final = """SELECT id, email, is_live, open_detections, last_seen, open_detections AS open_then, last_seen AS seen_then FROM email_accounts
    WHERE account_id = $1 AND last_seen IS NOT NULL"""
# ``newest`` and ``before`` are the latest sightings of alerts that were raised or seen again since: now, and then.
_PAST: Final = """SELECT e.id, e.email, e.is_live, e.open_detections, e.last_seen, e.open_detections + coalesce(since.opened, 0) AS open_then,
        CASE WHEN since.newest IS NULL OR e.last_seen > since.newest THEN e.last_seen ELSE greatest(since.before, (
            SELECT max(a.last_seen) FROM alerts AS a
            WHERE a.account_id = $1 AND a.email_account_id = e.id AND a.id NOT IN (SELECT unnest($5::uuid[]))
        )) END AS seen_then
    FROM email_accounts AS e LEFT JOIN (
        SELECT a.email_account_id AS id, sum(coalesce((NOT v.is_closed)::int, 0) - (NOT a.is_closed)::int) AS opened,
            max(a.last_seen) FILTER (WHERE a.last_seen IS DISTINCT FROM v.last_seen) AS newest, max(v.last_seen) AS before
        FROM alerts AS a LEFT JOIN (
            SELECT alert_id, is_closed, last_seen FROM alert_versions WHERE account_id = $1 AND id = ANY($6::bigint[])
        ) AS v ON v.alert_id = a.id
        WHERE a.account_id = $1 AND a.id = ANY($5::uuid[]) GROUP BY 1
    ) AS since ON since.id = e.id
    WHERE e.account_id = $1 AND e.last_seen IS NOT NULL"""


class PeopleOrder(StrEnum):
    """The order of people: those with the most open detections, those seen last, or by address."""

    OPEN = "open"
    SEEN = "seen"
    EMAIL = "email"


# As it is, and reversed.
_ORDERS: Final = {
    PeopleOrder.OPEN: ("open_then DESC, seen_then DESC, email", "open_then, seen_then, email DESC"),
    PeopleOrder.SEEN: ("seen_then DESC, email", "seen_then, email DESC"),
    PeopleOrder.EMAIL: ("email", "email DESC"),
}


def _page(addresses: str) -> str:
    return f"""
WITH people AS (
    SELECT {mailbox("email")} AS email, sum(open_detections)::bigint AS open, max(last_seen) AS last_seen,
        bool_or(is_live) AS is_live, array_agg(id::text ORDER BY email) AS ids,
        array_agg(email ORDER BY email) AS emails, array_agg(open_detections ORDER BY email) AS opens,
        sum(open_then) FILTER (WHERE seen_then IS NOT NULL) AS open_then, max(seen_then) AS seen_then
    FROM ({addresses}) AS e WHERE $2 = '' OR strpos(email, $2) > 0
    GROUP BY 1 HAVING max(seen_then) IS NOT NULL
)
SELECT *, count(*) OVER () AS total, {LAST} AS last FROM people
ORDER BY {{order}} OFFSET $3 LIMIT $4
"""


_PRESENT_PAGE: Final = _page(_PRESENT)
_PAST_PAGE: Final = _page(_PAST)


async def fetch_people(
    connection: Connection,
    account_id: uuid.UUID,
    search: str,
    *,
    offset: int,
    limit: int,
    past: Past | None = None,
    order: PeopleOrder = PeopleOrder.OPEN,
    is_reversed: bool = False,
) -> list[asyncpg.Record]:
    """Return a page of people in an order, which is as they were with ``past``.

    Each row has the total and the account's last number, too.
    """
    asked = (account_id, search, offset, limit)
    ordering = _ORDERS[order][is_reversed]
    if past is None or not past.absent:
        return await connection.fetch(_PRESENT_PAGE.format(order=ordering), *asked)
    return await connection.fetch(_PAST_PAGE.format(order=ordering), *asked, past.absent, past.versions)


async def refresh_live_states(connection: Connection, account_id: uuid.UUID) -> tuple[int, int]:
    """Compare every email account with the uploaded list; return how many exist, and how many do not."""
    domains = await connection.fetch(_LISTED_DOMAINS, account_id)
    row = await connection.fetchrow(_REFRESH, account_id, [row["domain"] for row in domains])
    assert row is not None
    if row["has_changed"]:
        await end_anchors(connection, account_id)
    return row["live"], row["gone"]
