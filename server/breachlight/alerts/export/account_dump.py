"""Every alert of an account, piece by piece, for its owner to take along; passwords are masked as everywhere."""

import uuid
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg
import orjson

from breachlight.alerts.passwords import MASK
from breachlight.alerts.severity import level_of
from breachlight.database.session import reading

_PIECE: Final = 500
_FIRST: Final = """
SELECT a.id, a.datetime, a.is_read, a.is_closed, a.domain_name, e.email, a.is_alias, a.severity_score, l.name, l.title,
    a.url, a.host, a.app, a.usernames, a.password_sealed IS NOT NULL AS has_password, a.password_type, a.first_seen,
    a.last_seen, a.sightings, a.machine
FROM alerts AS a JOIN leaks AS l ON l.id = a.leak_id
LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
WHERE a.account_id = $1
"""
_ORDER: Final = f" ORDER BY a.datetime, a.id LIMIT {_PIECE}"
_NEXT: Final = _FIRST + " AND (a.datetime, a.id) > ($2, $3)" + _ORDER


async def every_alert(account_id: uuid.UUID) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the alerts of an account, the oldest first, as plain values; no connection is held between the pieces."""
    statement, arguments = _FIRST + _ORDER, [account_id]
    while True:
        async with reading() as connection:
            rows = await connection.fetch(statement, *arguments)
        if rows:
            yield [_printed(row) for row in rows]
        if len(rows) < _PIECE:
            return
        statement, arguments = _NEXT, [account_id, rows[-1]["datetime"], rows[-1]["id"]]


def _printed(row: asyncpg.Record) -> dict[str, Any]:
    return {
        "id": row["id"],
        "datetime": row["datetime"],
        "is_read": row["is_read"],
        "is_closed": row["is_closed"],
        "domain": row["domain_name"],
        "user": row["email"],
        "is_alias": row["is_alias"],
        "severity": {"score": row["severity_score"], "level": level_of(row["severity_score"]).value},
        "leak": {"name": row["name"], "title": row["title"]},
        "breach_record": {
            "url": row["url"],
            "host": row["host"],
            "app": row["app"],
            "usernames": row["usernames"],
            "passwords": [MASK] if row["has_password"] else [],
            "password_type": row["password_type"],
            "first_seen": row["first_seen"],
            "last_seen": row["last_seen"],
            "sightings": row["sightings"],
            "machine": orjson.loads(row["machine"]) if row["machine"] is not None else None,
        },
    }
