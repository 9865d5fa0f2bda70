"""The catalogue as operators change it; every change is audited in its own transaction."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breachlight.database.session import Connection
from breachlight.leaks.administration import repository
from breachlight.leaks.administration.hibp import DESCRIPTION_LENGTH, TITLE_LENGTH, Breach, read_catalogue
from breachlight.leaks.administration.plain_text import plain_text
from breachlight.leaks.catalogue import checked_domain
from breachlight.leaks.catalogue_entry import LeakEntry
from breachlight.leaks.errors import OperationError
from breachlight.operators.recording import record
from breachlight.operators.service import Operator


@dataclass(frozen=True, slots=True)
class ListedLeak:
    """A leak with the numbers of its files and of the records ingested from them."""

    entry: LeakEntry
    files: int
    records: int


@dataclass(frozen=True, slots=True)
class ShownLeak:
    """A leak with all that is known about it."""

    entry: LeakEntry
    former_names: list[str]
    files: int
    records: int


@dataclass(frozen=True, slots=True)
class Imported:
    """The figures of an import."""

    added: int
    updated: int
    unchanged: int


async def list_leaks(connection: Connection, search: str = "") -> list[ListedLeak]:
    """Return all leaks whose name, title or domain contains ``search``, by name."""
    rows = await repository.list_all(connection, search)
    return [ListedLeak(LeakEntry.of(row), row["files"], row["records"]) for row in rows]


async def find_leak(connection: Connection, name: str) -> LeakEntry:
    """Return the leak of a name or a former name.

    Raises:
        OperationError: there is none.
    """
    entry = await repository.find(connection, name)
    if entry is None:
        raise OperationError(f"There is no leak {name}: run breachlight leaks list.")
    return entry


async def show_leak(connection: Connection, name: str) -> ShownLeak:
    """Return a leak with its former names and figures.

    Raises:
        OperationError: there is none of that name.
    """
    entry = await find_leak(connection, name)
    listed = next(row for row in await list_leaks(connection, entry.name) if row.entry.id == entry.id)
    former = await repository.former_names(connection, entry.id)
    return ShownLeak(entry, former, listed.files, listed.records)


async def import_leaks(connection: Connection, path: Path) -> Imported:
    """Add and update entries from a file in the form of Have I Been Pwned's breaches: all of them or none.

    An entry that is sensitive here stays so, whatever the file says.

    Raises:
        OperationError: the file can't be read or has another form.
    """
    breaches = await asyncio.to_thread(read_catalogue, path)
    async with connection.transaction():
        return await import_breaches(connection, breaches, path.name)


async def import_breaches(
    connection: Connection, breaches: Sequence[Breach], file: str, by: Operator | None = None
) -> Imported:
    """Add and update entries in the caller's transaction; ``file`` names where they are from."""
    outcomes = [await repository.import_breach(connection, breach) for breach in breaches]
    imported = Imported(outcomes.count(True), outcomes.count(False), outcomes.count(None))
    detail = {"file": file, "added": imported.added, "updated": imported.updated}
    await record(connection, by, "leaks_imported", detail)
    return imported


async def edit_leak(
    connection: Connection, name: str, changes: Mapping[str, Any], by: Operator | None = None
) -> LeakEntry:
    """Change some fields of a leak (``repository.CHANGEABLE``) and return it.

    Raises:
        OperationError: there is no such leak, or nothing to change.
        ValidationError: the domain is not a domain name.
    """
    if not changes:
        raise OperationError("Nothing to change: give at least one option, see --help.")
    values = {field: _checked(field, value) for field, value in changes.items()}
    async with connection.transaction():
        entry = await find_leak(connection, name)
        await repository.change(connection, entry.id, values)
        await record(connection, by, "leak_edited", {"name": entry.name, "fields": sorted(values)})
    return await find_leak(connection, entry.name)


def _checked(field: str, value: Any) -> Any:
    if field not in repository.CHANGEABLE:
        raise ValueError(f"{field} can't be changed")
    if field == "domain":
        return checked_domain(value) if value else None
    if field == "data_classes":
        return [plain_text(text, TITLE_LENGTH) for text in value]
    if field == "attribution":
        return plain_text(value, TITLE_LENGTH) or None if value else None
    if field in {"title", "description"}:
        return plain_text(value, TITLE_LENGTH if field == "title" else DESCRIPTION_LENGTH)
    return value
