"""What lists of alerts say about members and about who may see a sensitive leak.

These tables aren't distributed with the alerts, so a statement reads either these or those (decision 61).
"""

import uuid
from collections.abc import Collection
from typing import Final, NamedTuple

from breachlight.alerts.leak_audience import READERS, LeakReader
from breachlight.database.session import Connection


def member_name(user: str) -> str:
    """Return in SQL how other members see a member's name; ``user`` is an alias of the table of users."""
    return f"coalesce(nullif(trim({user}.first_name || ' ' || {user}.last_name), ''), {user}.email)"


_MEMBER_NAMES: Final = f"""SELECT u.id::text AS id, {member_name("u")} AS name FROM memberships AS m JOIN users AS u ON u.id = m.user_id
WHERE m.account_id = $1 AND m.user_id = ANY($2::uuid[])"""

_AUDIENCES: Final = f"""
SELECT asked.concern, {READERS} AS audience
FROM unnest($1::text[]) AS asked (concern),
    json_to_record(asked.concern::json) AS a (account_id uuid, username_key text, domain_id uuid),
    json_to_record(asked.concern::json) AS e (email text), json_to_record(asked.concern::json) AS l (domain text)
"""

_VERIFIED: Final = """
WITH claimed AS (
    SELECT c.domain_id, c.domain FROM domain_claims AS c JOIN accounts ON accounts.id = c.account_id AND accounts.kind = 'org'
    WHERE c.account_id = $1 AND $3
)
SELECT ARRAY(
    SELECT email_key FROM email_claims JOIN users ON users.id = email_claims.user_id
    WHERE users.id = $2 AND users.email_verified_at IS NOT NULL
    UNION ALL SELECT m.email_key FROM monitored_emails AS m JOIN accounts ON accounts.id = m.account_id AND accounts.kind = 'ind'
    WHERE m.account_id = $1 AND m.user_id = $2 AND m.verified_at IS NOT NULL
) AS addresses, ARRAY(SELECT domain_id FROM claimed) AS domain_ids, ARRAY(SELECT domain FROM claimed) AS domains
"""


class Verified(NamedTuple):
    """The addresses of a user and the domains of an organization that are verified to be theirs."""

    addresses: list[str]
    domain_ids: list[uuid.UUID]
    domains: list[str]


async def fetch_member_names(
    connection: Connection, account_id: uuid.UUID, user_ids: Collection[str | uuid.UUID]
) -> dict[str, str]:
    """Return the names of those users who are members of an account, by their ids."""
    if not user_ids:
        return {}
    return {row["id"]: row["name"] for row in await connection.fetch(_MEMBER_NAMES, account_id, list(user_ids))}


async def fetch_audiences(connection: Connection, concerns: Collection[str]) -> dict[str, list[str]]:
    """Return who may see the sensitive leaks of alerts with these ``leak_audience.CONCERN``, as ``may_see`` reads it."""
    if not concerns:
        return {}
    return {row["concern"]: row["audience"] for row in await connection.fetch(_AUDIENCES, list(concerns))}


async def fetch_verified(connection: Connection, account_id: uuid.UUID, reader: LeakReader) -> Verified:
    """Return what a reader may see sensitive leaks for."""
    row = await connection.fetchrow(_VERIFIED, account_id, *reader)
    assert row is not None
    return Verified(*row)
