"""Migrations: applied by exactly one process while others serve (decision 58)."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Final

import asyncpg
import structlog

from breachlight.config import Settings
from breachlight.database import job_queue
from breachlight.database.audit_owner import protect_audit_log, release_audit_log
from breachlight.database.connection import connect
from breachlight.database.errors import DatabaseError
from breachlight.database.locks import DDL_TIMEOUT, advisory_lock_in_pauses, advisory_unlock, try_advisory_lock
from breachlight.database.migration_files import Migration, Phase
from breachlight.database.migration_log import fill_next, is_filling, prepare_log, read_pending, record
from breachlight.database.presence import CONTRACT_LOCK, older_processes
from breachlight.database.session import Connection

# Advisory locks are 64-bit numbers that all users of a database share: these spell "breach" and a running number.
MIGRATION_LOCK: Final = 0x627265616368_01
_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 5.0
_MOST_ATTEMPTS: Final = 120
_FILL_PAUSE: Final = 0.2

_CREATE_INDEX: Final = re.compile(r'CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+"?(\w+)"?', re.IGNORECASE)
_AUDIT_LOG: Final = re.compile(r"security_events|operator_events|audit_")

_log = structlog.get_logger(__name__)


class OlderProcessesError(DatabaseError):
    """Processes of an older version run that can't go on after a step: they need what it removes, or ingest."""


async def migrate(settings: Settings) -> list[str]:
    """Apply pending migrations and return their file names; the server must be running (``connection.server``).

    Any number of processes may call this at once: one applies, the others wait for it and return ``[]``. Contract steps that
    nothing follows are left to ``contract``. Others keep serving meanwhile.

    Raises:
        DatabaseError: the database cannot be used, is newer than this version of Breachlight, or a table's lock isn't free for minutes.
        OlderProcessesError: ingests run that a step must not meet; or releases were skipped, and processes run that need what a
            contract step removes.
    """
    return await _migrate(settings, with_contract=False)


async def contract(settings: Settings) -> list[str]:
    """Apply pending migrations as ``migrate`` does, contract steps as well.

    Columns that are still to be filled are filled first.

    Raises:
        DatabaseError: as ``migrate``.
        OlderProcessesError: processes run that need what a contract step removes; the steps before it were applied.
    """
    return await _migrate(settings, with_contract=True)


async def _migrate(settings: Settings, *, with_contract: bool) -> list[str]:
    connection = await connect(settings)
    try:
        await connection.execute("SET statement_timeout = 0")
        if not await try_advisory_lock(connection, MIGRATION_LOCK):
            found = await read_pending(connection)
            if not found.needed and not with_contract:
                return []  # a later version migrates, and this one may start meanwhile
            await advisory_lock_in_pauses(connection, MIGRATION_LOCK)
        found = await read_pending(connection)
        steps = found.needed + (found.waiting if with_contract else [])
        if steps:
            await prepare_log(connection)
        if any([await _concerns_audit_log(connection, step) for step in steps]):
            await _patiently(connection, lambda: release_audit_log(connection, settings))
        try:
            for step in steps:
                await _apply(connection, step)
            await _patiently(connection, lambda: _install_job_queue(connection))
        finally:
            if not connection.is_closed():
                await _patiently(connection, lambda: protect_audit_log(connection, settings))
        return [step.name for step in steps]
    finally:
        await connection.close()


async def _concerns_audit_log(connection: Connection, step: Migration) -> bool:
    return step.phase is Phase.STOP or bool(_AUDIT_LOG.search(await step.upgrade(connection)))


async def _apply(connection: Connection, step: Migration) -> None:
    if step.phase is not Phase.CONTRACT and not step.ends_ingests:
        await _apply_step(connection, step)
        return
    while step.phase is Phase.CONTRACT and await is_filling(connection):
        if not await fill_next(connection):
            await asyncio.sleep(_FILL_PAUSE)  # a worker fills
    await advisory_lock_in_pauses(connection, CONTRACT_LOCK)
    try:
        await _refuse_beside_older(connection, step)
        await _apply_step(connection, step)
    finally:
        await advisory_unlock(connection, CONTRACT_LOCK)


async def _refuse_beside_older(connection: Connection, step: Migration) -> None:
    older = await older_processes(connection, step.number)
    if older and step.phase is Phase.CONTRACT:
        raise OlderProcessesError(
            f"The contract step {step.name} removes what processes of an older version need. Restart them with this version, "
            f"then run breachlight migrate: {'; '.join(map(str, older))}."
        )
    ingests = [each for each in older if each.is_ingest]
    if ingests and step.ends_ingests:
        raise OlderProcessesError(
            f"Ingests of an older version run, which don't share files with ingests of this version (step {step.name}). Wait for them "
            f"or stop them, then run breachlight migrate; afterwards the same ingest command continues: {'; '.join(map(str, ingests))}."
        )


async def _apply_step(connection: Connection, step: Migration) -> None:
    async def in_transaction() -> None:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = '{DDL_TIMEOUT}'")
            await connection.execute(await step.upgrade(connection))
            await record(connection, step)

    if step.is_transactional:
        await _patiently(connection, in_transaction)
        return
    for statement in await step.statements(connection):
        await _build_index(connection, statement)
    await record(connection, step)


async def _build_index(connection: Connection, statement: str) -> None:
    """Build or drop an index concurrently, which blocks nobody; what an interrupted attempt left is built again."""

    async def build() -> None:
        named = _CREATE_INDEX.search(statement)
        if named is not None:
            is_valid = await connection.fetchval(
                "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)", f'"{named[1]}"'
            )
            if is_valid:
                return
            if is_valid is not None:
                await connection.execute(f'DROP INDEX CONCURRENTLY "{named[1]}"')
        await connection.execute(statement)

    await _patiently(connection, build)


async def _install_job_queue(connection: Connection) -> None:
    await connection.execute(f"SET lock_timeout = '{DDL_TIMEOUT}'")
    try:
        await job_queue.install(connection)
    finally:
        await connection.execute("RESET lock_timeout")


async def _patiently(connection: Connection, work: Callable[[], Awaitable[object]]) -> None:
    """Do what needs the locks of tables, again after a pause while others have them, so that requests pass in between.

    Raises:
        DatabaseError: the locks weren't free for minutes.
    """
    pause = _FIRST_PAUSE
    for attempt in range(1, _MOST_ATTEMPTS + 1):
        try:
            await work()
            return
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
            if attempt == 1:
                _log.warning("the migration waits for long transactions to end", oldest=await _oldest(connection))
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
    raise DatabaseError(
        "The migration could not lock a table for minutes, because long transactions use it; nothing was blocked meanwhile. End them, "
        f"then run breachlight migrate again. The oldest is {await _oldest(connection)}."
    )


async def _oldest(connection: Connection) -> str:
    row = await connection.fetchrow(
        "SELECT pid, application_name, xact_start FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1"
    )
    return (
        "gone" if row is None else f"server process {row['pid']} ({row['application_name']}) since {row['xact_start']}"
    )
