"""The role that owns the audit log, so that the product's own role can add rows, but neither change nor delete them.

An administrator of the database gives the log to that role after every migration, and back before the next one: of the embedded
server that is always there, of others if BREACHLIGHT_DATABASE_ADMIN_URL names one. Without an administrator the product owns the
log itself; then triggers refuse changes, but could be removed.
"""

from typing import Final

import asyncpg

from breachlight.config import Settings
from breachlight.database.connection import administrator_dsn, connect, role
from breachlight.database.errors import DatabaseError
from breachlight.database.locks import DDL_TIMEOUT
from breachlight.database.session import Connection

OWNER: Final = "breachlight_audit"

_TABLES: Final = "security_events, operator_events"
_OWNER: Final = """SELECT pg_get_userbyid(relowner) AS owner, quote_ident(relnamespace::regnamespace::text) AS schema
    FROM pg_class WHERE oid = to_regclass('security_events')
    AND EXISTS (SELECT 1 FROM pg_proc WHERE proname = 'audit_delete_rows')"""


async def release_audit_log(connection: Connection, settings: Settings) -> None:
    """Let the product's role own the audit log while it migrates.

    Raises:
        DatabaseError: the administrator can't log in or do this.
    """
    if await connection.fetchval("SELECT owner FROM (" + _OWNER + ") AS found") == OWNER:
        await _as_administrator(settings, _give(role(settings)))


async def protect_audit_log(connection: Connection, settings: Settings) -> None:
    """Give the audit log to a role of its own; where no administrator is known, revoke what can be revoked.

    Raises:
        DatabaseError: the administrator can't log in or do this.
    """
    found = await connection.fetchrow(_OWNER)
    if found is None or found["owner"] == OWNER:
        return
    if administrator_dsn(settings) is None:
        await connection.execute(f"REVOKE UPDATE, TRUNCATE ON {_TABLES} FROM PUBLIC, CURRENT_USER")
        return
    product = _quoted(role(settings))
    schema = found["schema"]
    await _as_administrator(
        settings,
        f"""
        DO $$ BEGIN
            IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{OWNER}') THEN CREATE ROLE {OWNER} NOLOGIN; END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;  -- of another database, just now
        END $$;
        -- The owner of a schema may drop every table in it.
        ALTER SCHEMA {schema} OWNER TO CURRENT_USER;
        GRANT USAGE, CREATE ON SCHEMA {schema} TO {product};
        GRANT USAGE, CREATE ON SCHEMA {schema} TO {OWNER};
        {_give(OWNER)}
        REVOKE CREATE ON SCHEMA {schema} FROM {OWNER};
        REVOKE ALL ON {_TABLES} FROM PUBLIC, {product};
        GRANT SELECT, INSERT ON {_TABLES} TO {product};
        REVOKE ALL ON FUNCTION audit_delete_rows(uuid, bigint) FROM PUBLIC, {product};
        GRANT EXECUTE ON FUNCTION audit_delete_rows(uuid, bigint) TO {product};
        """,
    )


def _give(new_owner: str) -> str:
    owner = _quoted(new_owner)
    return f"""
        ALTER TABLE security_events OWNER TO {owner};
        ALTER TABLE operator_events OWNER TO {owner};
        ALTER FUNCTION audit_delete_rows(uuid, bigint) OWNER TO {owner};
        ALTER FUNCTION audit_refuse_change() OWNER TO {owner};
    """


async def _as_administrator(settings: Settings, statements: str) -> None:
    connection = await connect(settings, as_administrator=True)
    try:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = '{DDL_TIMEOUT}'")
            await connection.execute(statements)
    except asyncpg.InsufficientPrivilegeError as error:
        raise DatabaseError(
            f"The role in BREACHLIGHT_DATABASE_ADMIN_URL can't give the audit log to {OWNER} ({error}): "
            "use a superuser of the server, or follow the runbook."
        ) from error
    finally:
        await connection.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
