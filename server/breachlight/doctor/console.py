"""The report of ``breachlight doctor``."""

import asyncio
import json
from collections.abc import Awaitable, Iterable
from contextlib import AsyncExitStack
from dataclasses import asdict
from typing import Final

from breachlight.config import Settings
from breachlight.database.connection import connect, server
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError
from breachlight.database.session import Connection
from breachlight.doctor.backups import check_backups
from breachlight.doctor.certificates import check_certificate
from breachlight.doctor.findings import Finding, Level, failing, skipped, warning
from breachlight.doctor.lookups import check_email_ranges, check_password_ranges
from breachlight.doctor.replica import check_replica
from breachlight.doctor.stored_state import (
    check_keys,
    check_lake_path,
    check_migrations,
    check_object_store,
    check_server,
)
from breachlight.doctor.surroundings import check_clock, check_disks, check_mail, check_resolvers

_CHECK_SECONDS: Final = 30.0


async def examine(settings: Settings) -> list[Finding]:
    """Make every check, and return the findings in a fixed order. Nothing is changed but an object or file of a trial."""
    async with AsyncExitStack() as stack:
        connection, about_database = await _connected(settings, stack)
        stored = [about_database] if about_database else []
        if connection is not None:
            stored += [await _bounded("database", check_server(connection))]
            stored += [await _bounded("migrations", check_migrations(connection))]
        else:
            stored += [skipped("migrations", "The database can't be asked.")]
        replica = await _bounded("replica", check_replica(connection, settings))
        stored += [await _bounded("keys", check_keys(connection, settings))]
        stored += [await _bounded("lake", check_lake_path(connection, settings))]
        backups = await _bounded("backups", check_backups(connection, settings))
        ranges = [
            await _bounded("password ranges", check_password_ranges(connection)),
            await _bounded("email ranges", check_email_ranges(connection)),
        ]
        clock = await _bounded("clock", check_clock(connection, settings))
    around = await asyncio.gather(
        _bounded("object store", check_object_store(settings)),
        _bounded("email", check_mail(settings)),
        _bounded("dns", check_resolvers(settings)),
        _bounded("certificate", check_certificate(settings)),
    )
    return [*stored, replica, *around, clock, backups, *ranges, *await asyncio.to_thread(check_disks, settings)]


async def _connected(settings: Settings, stack: AsyncExitStack) -> tuple[Connection | None, Finding | None]:
    """Return a connection, or a finding that says why there is none; an embedded server isn't made."""
    if settings.database_url is None and not EmbeddedPostgreSQL(settings.data_folder).exists():
        remedy = "The first start makes it; set DATABASE_URL to use another server."
        return None, warning("database", f"There is no embedded PostgreSQL in {settings.data_folder} yet.", remedy)
    try:
        await stack.enter_async_context(server(settings))
        connection = await connect(settings)
    except DatabaseError as error:
        return None, failing("database", "The database can't be used.", str(error))
    stack.push_async_callback(connection.close, timeout=5)
    return connection, None


async def _bounded(check: str, work: Awaitable[Finding]) -> Finding:
    """Return the finding of a check, also of one that fails itself or doesn't end."""
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            return await work
    except TimeoutError:
        return failing(
            check, f"No answer within {_CHECK_SECONDS:.0f} s.", "Check the network and the load of that system."
        )
    except Exception as error:
        # Its text may quote addresses or passwords.
        return failing(
            check, f"The check failed ({type(error).__name__}).", "See the log of the processes for the reason."
        )


def as_json(findings: Iterable[Finding]) -> str:
    """Return the findings as JSON."""
    listed = list(findings)
    checks = [asdict(finding) | {"level": finding.level.value} for finding in listed]
    return json.dumps({"status": worst(listed).value, "checks": checks}, indent=2, ensure_ascii=False)


def as_text(findings: Iterable[Finding]) -> str:
    """Return the findings for people, one per line, with what to do below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level.value:<8} {finding.check:<15} {finding.text}")
        if finding.remedy:
            lines.append(f"{'':<24} {finding.remedy}")
    return "\n".join(lines)


def worst(findings: Iterable[Finding]) -> Level:
    """Return the worst level among the findings; skipped checks don't count."""
    levels = {finding.level for finding in findings}
    return next((level for level in (Level.FAILING, Level.WARNING) if level in levels), Level.OK)
