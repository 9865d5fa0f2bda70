"""Comparison of the models with the migrations, without a database."""

import asyncio
import contextvars
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from tortoise import Tortoise

from breachlight.database import migration_files
from breachlight.database.connection import APP, tortoise_config
from breachlight.database.model import distributed_models

_ACCOUNT_KEYS = re.compile(r'ALTER TABLE "(\w+)" DROP CONSTRAINT "\w+", ADD PRIMARY KEY \("account_id", "id"\);')


def _with_aerich(config: dict[str, Any]) -> dict[str, Any]:
    """Add the table of aerich, which no process that only serves has a use for."""
    app = config["apps"][APP]
    return {**config, "apps": {APP: {**app, "models": [*app["models"], "aerich.models"]}}}


# What the aerich command line reads (pyproject.toml); it is used to write migrations offline.
TORTOISE_CONFIG = _with_aerich(
    tortoise_config(os.environ.get("DATABASE_URL") or "postgresql://breachlight@localhost/breachlight")
)


async def models_drift() -> str:
    """Return ``''`` when the last migration agrees with the models, otherwise the SQL that is missing.

    Needs no database: aerich compares the models with the state that the last file carries. It does not see
    triggers and expression indexes, which live in SQL alone, nor keys of several columns, which are compared here.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "migrations"
        shutil.copytree(migration_files.LOCATION, copy, ignore=shutil.ignore_patterns("__pycache__"))
        # A Tortoise of its own, so that closing it leaves the pool of this process alone.
        drift = asyncio.create_task(_drift(copy), context=contextvars.Context())
        return await drift or _missing_keys()


def _missing_keys() -> str:
    """Return the SQL that gives tables the keys of their models' marks (``model.distributed_by_account``)."""
    declared = _ACCOUNT_KEYS.findall(
        "".join(each.path.read_text(encoding="utf-8") for each in migration_files.migration_files())
    )
    models = [model for model in distributed_models() if model._meta.db_pk_column != "account_id"]  # noqa: SLF001 -- as there
    tables = {model._meta.db_table for model in models}  # noqa: SLF001
    unmarked = [f"-- {table} has the key of a model that is marked distributed_by_account" for table in declared]
    missing = [
        f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_pkey", ADD PRIMARY KEY ("account_id", "id");'
        for table in sorted(tables - set(declared))
    ]
    return "\n".join([*missing, *(line for line, table in zip(unmarked, declared, strict=True) if table not in tables)])


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
