"""The command ``breachlight migrate``."""

from collections.abc import Sequence

from breachlight.config import Settings
from breachlight.database.connection import connect, server
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_files import Migration, Phase
from breachlight.database.migration_log import is_filling, read_pending
from breachlight.database.migrations import OlderProcessesError, contract, migrate
from breachlight.database.presence import older_processes
from breachlight.processes.bootstrap import check_key_file, prepare


async def apply(settings: Settings, *, must_contract: bool) -> str:
    """Migrate, contract steps as well unless processes of an older version run, and return what was done.

    Raises:
        OlderProcessesError: the contract steps ``must_contract``, and can't.
        DatabaseError, KeyFileError, StartError: as ``prepare``.
    """
    async with server(settings):
        await check_key_file(settings)
        lines = await migrate(settings)
        try:
            lines += await contract(settings)
        except OlderProcessesError as error:
            if must_contract:
                raise
            lines.append(f"Waiting: {error}")
        if settings.key_file.exists():
            await prepare(settings)
    return "\n".join(lines) or "The database is up to date."


async def waiting(settings: Settings) -> str:
    """Return what the database lacks and what that waits for, in lines; no server is started for it."""
    try:
        connection = await connect(settings)
    except DatabaseError as error:
        return "" if settings.database_url is None else str(error)
    try:
        found = await read_pending(connection)
        lines = _described(found.needed) + _described(found.waiting)
        contracts = [step for step in found.needed + found.waiting if step.phase is Phase.CONTRACT]
        if contracts:
            lines += [f"  waits for: {each}" for each in await older_processes(connection, contracts[-1].number)]
        for step in (step for step in found.needed if step.ends_ingests):
            older = await older_processes(connection, step.number)
            lines += [f"  waits for: {each}" for each in older if each.is_ingest]
        if await is_filling(connection):
            lines.append("  columns are being filled by workers")
    except DatabaseError as error:
        return str(error)
    finally:
        await connection.close()
    return "\n".join(lines)


def _described(steps: Sequence[Migration]) -> list[str]:
    return [f"Waiting: {step.name} ({step.phase})" for step in steps]
