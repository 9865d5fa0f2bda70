"""The migrations that this version has: files of aerich with a phase and a release (decision 58)."""

import importlib.util
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

import asyncpg

from breachlight.database.connection import APP
from breachlight.database.errors import DatabaseError

# The product runs from a checkout, so the migrations are next to the package, not inside it.
LOCATION = Path(__file__).resolve().parents[2] / "migrations"

Release: TypeAlias = tuple[int, int]
_RELEASE: Final = re.compile(r"(\d+)\.(\d+)")


class Phase(StrEnum):
    """What a migration does to processes of the release before.

    STOP is that of files without a phase, which are older than rolling upgrades: all processes stop for them.
    """

    EXPAND = "expand"
    CONTRACT = "contract"
    STOP = "stop"


class _Client:
    """What ``upgrade`` of a migration gets: the few methods of Tortoise's client that migrations use."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._connection = connection

    async def execute_script(self, sql: str) -> None:
        await self._connection.execute(sql)

    async def execute_query(self, sql: str, values: Sequence[object] = ()) -> None:
        await self._connection.execute(sql, *values)

    async def execute_query_dict(self, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
        return [dict(row) for row in await self._connection.fetch(sql, *values)]


@dataclass(frozen=True)
class Migration:
    """A file of migrations; it is read when more than its name and number is asked for."""

    path: Path

    @property
    def name(self) -> str:
        """The file's name, by which the database knows the migration."""
        return self.path.name

    @property
    def number(self) -> int:
        """The number that the name begins with."""
        return int(self.name.split("_", 1)[0])

    @property
    def phase(self) -> Phase:
        """What it does to processes of the release before."""
        return Phase(getattr(self._module, "PHASE", Phase.STOP))

    @property
    def release(self) -> str:
        """The release that it came with, such as 0.2; empty for files without a phase."""
        return str(getattr(self._module, "RELEASE", ""))

    @property
    def ends_ingests(self) -> bool:
        """Whether ingests of versions that don't know it must have ended, because they don't share files with later ones."""
        return bool(getattr(self._module, "ENDS_INGESTS", False))

    @property
    def is_transactional(self) -> bool:
        """Whether it runs in one transaction; others build or drop indexes concurrently, a statement at a time."""
        return bool(getattr(self._module, "RUN_IN_TRANSACTION", True))

    @property
    def batches(self) -> str | None:
        """The statement that fills columns in batches: takes the key of the last row as text, and returns the next."""
        return getattr(self._module, "BATCHES", None)

    @property
    def models_state(self) -> str:
        """The models after the migration, as aerich compresses them."""
        return str(self._module.MODELS_STATE)

    async def upgrade(self, connection: "asyncpg.Connection[asyncpg.Record]") -> str:
        """Return the SQL of the migration, after what it does by itself."""
        return str(await self._module.upgrade(_Client(connection)))

    async def statements(self, connection: "asyncpg.Connection[asyncpg.Record]") -> list[str]:
        """Return the statements of a migration that isn't transactional."""
        return [each for each in (await self.upgrade(connection)).split(";") if each.strip()]

    @cached_property
    def _module(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location(f"breachlight_migration_{self.number}", self.path)
        if spec is None or spec.loader is None:
            raise DatabaseError(f"The migration {self.path} can't be read.")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def migration_files() -> list[Migration]:
    """Return the migrations of this version, in order.

    Raises:
        DatabaseError: there are none.
    """
    found = [Migration(path) for path in (LOCATION / APP).glob("[0-9]*_*.py")]
    if not found:
        raise DatabaseError(f"No migrations found in {LOCATION}: run Breachlight from its checkout (pip install -e).")
    return sorted(found, key=lambda migration: migration.number)


def known_migrations() -> list[str]:
    """Return the names of the migrations that this version has, in order."""
    return [migration.name for migration in migration_files()]


def own_release() -> Release:
    """Return the release of this version, without the patch level."""
    return read_release(version("breachlight"))


def read_release(text: str) -> Release:
    """Return major and minor number of a version.

    Raises:
        ValueError: the text begins with no version.
    """
    found = _RELEASE.match(text)
    if found is None:
        raise ValueError(f"{text} is no version")
    return int(found[1]), int(found[2])
