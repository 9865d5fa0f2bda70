"""Migrations: applied by exactly one process, and compared with the models without a database."""

import asyncio
import contextvars
import os
import re
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from tortoise import Tortoise

from breachlight.config import Settings
from breachlight.database import job_queue
from breachlight.database.audit_owner import protect_audit_log, release_audit_log
from breachlight.database.connection import APP, connect, dsn, tortoise_config
from breachlight.database.errors import DatabaseError
from breachlight.database.model import distributed_models

Result = TypeVar("Result")
# The product runs from a checkout, so the migrations are next to the package, not inside it.
LOCATION = Path(__file__).resolve().parents[2] / "migrations"
_ACCOUNT_KEYS = re.compile(r'ALTER TABLE "(\w+)" DROP CONSTRAINT "\w+", ADD PRIMARY KEY \("account_id", "id"\);')
# Advisory locks are 64-bit numbers that all users of a database share: these spell "breach" and a running number.
MIGRATION_LOCK = 0x627265616368_01


def _with_aerich(config: dict[str, Any]) -> dict[str, Any]:
    """Add the table of aerich, which no process that only serves has a use for."""
    app = config["apps"][APP]
    return {**config, "apps": {APP: {**app, "models": [*app["models"], "aerich.models"]}}}


# What the aerich command line reads (pyproject.toml); it is used to write migrations offline.
TORTOISE_CONFIG = _with_aerich(
    tortoise_config(os.environ.get("DATABASE_URL") or "postgresql://breachlight@localhost/breachlight")
)


async def migrate(settings: Settings) -> list[str]:
    """Apply pending migrations and return their file names; the server must be running (``connection.server``).

    Any number of processes may call this at once: one applies, the others wait for it and return ``[]``.

    Raises:
        DatabaseError: the database cannot be used, or is newer than this version of Breachlight.
    """
    lock = await connect(settings)
    try:
        await lock.execute("SELECT pg_advisory_lock($1)", MIGRATION_LOCK)
        applied: list[str] = []
        if await pending(lock):
            await release_audit_log(lock, settings)
            applied = await _apart(_upgrade(_with_aerich(tortoise_config(dsn(settings)))))
        await job_queue.install(lock)
        await protect_audit_log(lock, settings)
        return applied
    finally:
        await lock.close()


async def pending(connection: "asyncpg.Connection[asyncpg.Record]") -> list[str]:
    """Return the migrations that the database lacks, in order.

    Raises:
        DatabaseError: the database holds migrations that this version does not know.
    """
    files = _files()
    applied: set[str] = set()
    if await connection.fetchval("SELECT to_regclass('aerich') IS NOT NULL"):
        applied = {row[0] for row in await connection.fetch("SELECT version FROM aerich WHERE app = $1", APP)}
    unknown = sorted(applied - set(files))
    if unknown:
        raise DatabaseError(
            f"The database was migrated by a newer Breachlight ({unknown[-1]}): run that version, "
            "or restore a backup from before."
        )
    return [name for name in files if name not in applied]


def known_migrations() -> list[str]:
    """Return the migrations that this version has, in order."""
    return _files()


async def models_drift() -> str:
    """Return ``''`` when the last migration agrees with the models, otherwise the SQL that is missing.

    Needs no database: aerich compares the models with the state that the last file carries. It does not see
    triggers and expression indexes, which live in SQL alone, nor keys of several columns, which are compared here.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "migrations"
        shutil.copytree(LOCATION, copy, ignore=shutil.ignore_patterns("__pycache__"))
        return await _apart(_drift(copy)) or _missing_keys()


def _missing_keys() -> str:
    """Return the SQL that gives tables the keys of their models' marks (``model.distributed_by_account``)."""
    declared = _ACCOUNT_KEYS.findall("".join((LOCATION / APP / name).read_text(encoding="utf-8") for name in _files()))
    models = [model for model in distributed_models() if model._meta.db_pk_column != "account_id"]  # noqa: SLF001 -- as there
    tables = {model._meta.db_table for model in models}  # noqa: SLF001
    unmarked = [f"-- {table} has the key of a model that is marked distributed_by_account" for table in declared]
    missing = [
        f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_pkey", ADD PRIMARY KEY ("account_id", "id");'
        for table in sorted(tables - set(declared))
    ]
    return "\n".join([*missing, *(line for line, table in zip(unmarked, declared, strict=True) if table not in tables)])


async def _upgrade(config: dict[str, Any]) -> list[str]:
    # Imported here: every start looks whether something is missing, and few find that it is.
    from aerich import Command

    await Tortoise.init(config=config)
    async with Command(tortoise_config=config, app=APP, location=str(LOCATION)) as command:
        names: list[str] = await command.upgrade(run_in_transaction=True)
        return names


async def _drift(location: Path) -> str:
    from aerich import Command
    from aerich.migrate import Migrate

    await Tortoise.init(config=TORTOISE_CONFIG)
    # aerich gathers statements in class attributes, where an earlier call would leave its own.
    for name, value in vars(Migrate).items():
        if isinstance(value, list) and ("operators" in name or "_m2m" in name):
            value.clear()
    try:
        command = Command(tortoise_config=TORTOISE_CONFIG, app=APP, location=str(location))
        await command.init(offline=True)
        written = await command.migrate("drift", offline=True, no_input=True)
        return (location / APP / written).read_text(encoding="utf-8") if written else ""
    finally:
        await Tortoise.close_connections()


async def _apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run ``work`` with a Tortoise of its own, so that closing it leaves the pool of this process alone."""
    return await asyncio.create_task(work, context=contextvars.Context())


def _files() -> list[str]:
    names = [path.name for path in (LOCATION / APP).glob("[0-9]*_*.py")]
    if not names:
        raise DatabaseError(f"No migrations found in {LOCATION}: run Breachlight from its checkout (pip install -e).")
    return sorted(names, key=lambda name: int(name.split("_", 1)[0]))
