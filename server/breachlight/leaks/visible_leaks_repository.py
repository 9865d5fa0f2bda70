"""Queries of the catalogue by accounts: which leaks a user may see."""

import uuid
from typing import Final

from breachlight.database.session import Connection
from breachlight.leaks.catalogue_entry import COLUMNS, LeakEntry

# $1 account, $2 user, $3 whether the user may see sensitive leaks for the organization's domains.
_VISIBLE: Final = """NOT leaks.is_sensitive OR EXISTS (
    SELECT 1 FROM sightings AS s JOIN alerts AS a ON a.account_id = s.account_id AND a.id = s.alert_id
    LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
    WHERE s.leak_id = leaks.id AND s.account_id = $1 AND (
        EXISTS (
            SELECT 1 FROM email_claims JOIN users ON users.id = email_claims.user_id
            WHERE users.id = $2 AND users.email_verified_at IS NOT NULL AND email_key IN (e.email, a.username_key)
        ) OR EXISTS (
            SELECT 1 FROM monitored_emails AS m JOIN accounts ON accounts.id = m.account_id AND accounts.kind = 'ind'
            WHERE m.account_id = $1 AND m.user_id = $2 AND m.verified_at IS NOT NULL
                AND m.email_key IN (e.email, a.username_key)
        ) OR ($3 AND EXISTS (
            SELECT 1 FROM domain_claims AS c JOIN accounts ON accounts.id = c.account_id AND accounts.kind = 'org'
            WHERE c.account_id = $1 AND (a.domain_id = c.domain_id
                OR right('.' || split_part(e.email, '@', 2), length(c.domain) + 1) = '.' || c.domain)
        ))
    )
) OR ($3 AND EXISTS (
    SELECT 1 FROM domain_claims AS c JOIN accounts ON accounts.id = c.account_id AND accounts.kind = 'org'
    WHERE c.account_id = $1 AND right('.' || leaks.domain, length(c.domain) + 1) = '.' || c.domain
))"""


async def page_of_leaks(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, page: int, page_size: int, *, for_domains: bool
) -> tuple[list[LeakEntry], int]:
    """Return one page of the leaks that a user may see, the newest first, and the number of all."""
    asked = (account_id, user_id, for_domains)
    total: int = await connection.fetchval(f"SELECT count(*) FROM leaks WHERE {_VISIBLE}", *asked)
    offset = (page - 1) * page_size
    if offset >= total:  # the offset may exceed PostgreSQL's integers
        return [], total
    rows = await connection.fetch(
        f"""SELECT {COLUMNS} FROM leaks WHERE {_VISIBLE}
        ORDER BY leaks.added_at DESC, leaks.name LIMIT {page_size} OFFSET $4""",
        *asked,
        offset,
    )
    return [LeakEntry.of(row) for row in rows], total


async def find_leak(
    connection: Connection, account_id: uuid.UUID, user_id: uuid.UUID, name: str, *, for_domains: bool
) -> LeakEntry | None:
    """Return the leak of a name or of a former name, if the user may see it."""
    row = await connection.fetchrow(
        f"""SELECT {COLUMNS} FROM leaks WHERE (leaks.name = $4
            OR leaks.id = (SELECT leak_id FROM leak_redirects AS r WHERE r.name = $4)) AND ({_VISIBLE})
        ORDER BY leaks.name <> $4 LIMIT 1""",
        account_id,
        user_id,
        for_domains,
        name,
    )
    return None if row is None else LeakEntry.of(row)
