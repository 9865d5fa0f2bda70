"""Statements of requests for addresses."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg

from breachlight.database.session import Connection
from breachlight.leaks.models import AddressRequestPurpose

COLUMNS: Final = "id, address_sealed, language, level, created_at"
"""The SELECT list of a request."""
_CURRENT: Final = "purpose = $1 AND token_digest = $2 AND state = 'mailed' AND expires_at > $3"


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A request with its sealed address."""

    id: uuid.UUID
    address_sealed: bytes
    language: str | None
    level: int | None
    created_at: datetime

    @classmethod
    def of(cls, row: asyncpg.Record) -> "RequestRow":
        """Convert a row."""
        return cls(**{name: row[name] for name in cls.__dataclass_fields__})


async def add(
    connection: Connection,
    request_id: uuid.UUID,
    purpose: AddressRequestPurpose,
    address_sealed: bytes,
    *,
    language: str | None,
    level: int | None,
    created_at: datetime,
    expires_at: datetime,
) -> None:
    """Add a new request."""
    await connection.execute(
        """INSERT INTO address_requests (id, purpose, state, address_sealed, language, level, created_at, expires_at)
        VALUES ($1, $2, 'new', $3, $4, $5, $6, $7)""",
        request_id,
        purpose.value,
        address_sealed,
        language,
        level,
        created_at,
        expires_at,
    )


async def add_approved(
    connection: Connection,
    request_id: uuid.UUID,
    purpose: AddressRequestPurpose,
    address_sealed: bytes,
    created_at: datetime,
) -> None:
    """Add a request that needs no decision."""
    await connection.execute(
        """INSERT INTO address_requests (id, purpose, state, address_sealed, created_at)
        VALUES ($1, $2, 'approved', $3, $4)""",
        request_id,
        purpose.value,
        address_sealed,
        created_at,
    )


async def find_new(connection: Connection, request_id: uuid.UUID, now: datetime) -> RequestRow | None:
    """Return a request of which no link was emailed yet."""
    row = await connection.fetchrow(
        f"SELECT {COLUMNS} FROM address_requests WHERE id = $1 AND state = 'new' AND expires_at > $2", request_id, now
    )
    return None if row is None else RequestRow.of(row)


async def mark_mailed(connection: Connection, request_id: uuid.UUID, token_digest: str, expires_at: datetime) -> bool:
    """Store the digest of a request's link; False if another run did."""
    return bool(
        await connection.fetchval(
            """UPDATE address_requests SET state = 'mailed', token_digest = $2, expires_at = $3
            WHERE id = $1 AND state = 'new' RETURNING true""",
            request_id,
            token_digest,
            expires_at,
        )
    )


async def find_mailed(
    connection: Connection, purpose: AddressRequestPurpose, token_digest: str, now: datetime
) -> RequestRow | None:
    """Return the request of a link that is neither used nor expired."""
    row = await connection.fetchrow(
        f"SELECT {COLUMNS} FROM address_requests WHERE {_CURRENT}", purpose.value, token_digest, now
    )
    return None if row is None else RequestRow.of(row)


async def confirm(
    connection: Connection, purpose: AddressRequestPurpose, token_digest: str, now: datetime
) -> RequestRow | None:
    """Use a link and return its request; of concurrent calls one gets it."""
    row = await connection.fetchrow(
        f"UPDATE address_requests SET state = 'confirmed', expires_at = NULL WHERE {_CURRENT} RETURNING {COLUMNS}",
        purpose.value,
        token_digest,
        now,
    )
    return None if row is None else RequestRow.of(row)


async def remove(connection: Connection, request_id: uuid.UUID) -> None:
    """Delete a request with its address."""
    await connection.execute("DELETE FROM address_requests WHERE id = $1", request_id)


async def remove_expired(connection: Connection, now: datetime) -> None:
    """Delete the requests whose link has expired; confirmed opt-outs have no expiry."""
    await connection.execute("DELETE FROM address_requests WHERE expires_at < $1", now)
