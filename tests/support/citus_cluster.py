"""A coordinator and a worker of Citus, and databases on them whose tables of detections are distributed by account.

``BREACHLIGHT_TEST_CITUS`` names a folder with PostgreSQL and Citus (``bin``, ``lib``, ``share``); docs/contributing.md says how
to build one.
"""

import os
import re
from importlib import import_module
from pathlib import Path

import asyncpg
from databases import execute_patiently
from external_database import ExternalPostgreSQL
from products import free_port

from breachlight.database.connection import MODEL_MODULES
from breachlight.database.model import distributed_models

FOLDER = os.environ.get("BREACHLIGHT_TEST_CITUS")
REFERENCE_TABLES = ("leaks",)
_SHARDS = 2
# Unsupported features, internal errors, and syntax errors of statements that Citus wrote for its servers. A tabulator continues a line;
# those of Citus's own process name no database.
_REFUSED = re.compile(r"^(?:0A000|XX000|42601) \S.*(?:\n\t.*|\n(?:0A000|XX000|42601) \S.*)*", re.MULTILINE)


def distributed_tables() -> list[str]:
    """Return the tables that are distributed by account, ``alerts`` first: the others are co-located with it."""
    for module in MODEL_MODULES:
        import_module(module)
    tables = {model._meta.db_table for model in distributed_models()}
    return ["alerts", *sorted(tables - {"alerts"})]


class CitusCluster:
    """Two servers. No shard is on the coordinator, so whatever a statement needs of a shard's server shows."""

    def __init__(self, folder: str) -> None:
        programs = Path(folder) / "bin"
        self.coordinator = ExternalPostgreSQL(free_port(), programs=programs)
        self.worker = ExternalPostgreSQL(free_port(), programs=programs, password=self.coordinator.password)
        self._servers = (self.coordinator, self.worker)
        for server in self._servers:
            server.start(
                shared_preload_libraries="citus",
                max_prepared_transactions="100",
                full_page_writes="off",
                log_line_prefix="%e %d ",
                # Else a statement on several accounts locks their tables for all others (decision 61).
                **{"citus.all_modifications_commutative": "on"},
            )
        self._read = 0

    def remove(self) -> None:
        """Stop both servers and delete their files."""
        for server in self._servers:
            server.remove()

    def refused(self) -> list[str]:
        """Return what Citus refused since the last call, with the statements: jobs and pages may have caught the errors."""
        log = self.coordinator.log
        new, self._read = log[self._read :], len(log)
        return [found.strip() for found in _REFUSED.findall(new)]

    async def create_database(self, name: str, template: str) -> None:
        """Create a database on both servers, as a copy of one that has been distributed or is empty."""
        for server in self._servers:
            connection = await asyncpg.connect(server.url)
            # Citus's own process keeps a connection to each database that was used.
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", template
            )
            await execute_patiently(connection, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
            await connection.close()

    async def drop_database(self, name: str) -> None:
        """Drop a database on both servers."""
        for server in self._servers:
            connection = await asyncpg.connect(server.url)
            await execute_patiently(connection, f"DROP DATABASE {name} WITH (FORCE)")
            await connection.close()

    async def distribute(self, name: str) -> None:
        """Distribute the tables of a migrated database."""
        for server in reversed(self._servers):
            connection = await asyncpg.connect(server.url_with(database=name))
            await connection.execute("CREATE EXTENSION citus")
            await connection.execute(
                "INSERT INTO pg_dist_authinfo VALUES (0, current_user, 'password=' || $1::text)", server.password
            )
            if server is self.coordinator:
                await self._distribute(connection)
            await connection.close()

    async def _distribute(self, connection: asyncpg.Connection) -> None:
        await connection.execute(f"SELECT citus_set_coordinator_host('127.0.0.1', {self.coordinator.port})")
        await connection.execute(f"SELECT citus_add_node('127.0.0.1', {self.worker.port})")
        await connection.execute(f"SET citus.shard_count = {_SHARDS}")
        # Tables that refer to a reference table become Citus's own, in which it allows no volatile function, as claims need.
        for table in ("leak_files", "leak_redirects"):
            keys = "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND confrelid = 'leaks'::regclass"
            for key in await connection.fetch(keys, table):
                await connection.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{key["conname"]}"')
        for table in REFERENCE_TABLES:
            await connection.execute(f"SELECT create_reference_table('{table}')")
        for table in distributed_tables():
            together = "" if table == "alerts" else ", colocate_with => 'alerts'"
            await connection.execute(f"SELECT create_distributed_table('{table}', 'account_id'{together})")
