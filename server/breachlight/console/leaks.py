"""The catalogue of leaks in the console: list, page of one, changes, imports, and entering merges and retractions."""

import asyncio
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from breachlight.console import leaks_repository as repository
from breachlight.console.leaks_repository import LeakOrder, LeakRow, Wanted
from breachlight.database.session import Connection, reading, transaction
from breachlight.graphql.limits import MAXIMUM_PAGE_SIZE
from breachlight.kit import clock
from breachlight.kit.addresses import host_key
from breachlight.kit.errors import NotFoundError, ProblemError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence, say
from breachlight.kit.pagination import bounded_page_size, invalid_cursor
from breachlight.leaks.administration import entering, operations_repository, service
from breachlight.leaks.administration import repository as catalogue
from breachlight.leaks.administration.hibp import (
    DESCRIPTION_LENGTH,
    MOST_CLASSES,
    TITLE_LENGTH,
    CatalogueError,
    parse_catalogue,
)
from breachlight.leaks.administration.operations_repository import OperationRow
from breachlight.leaks.administration.plain_text import plain_text
from breachlight.leaks.administration.service import Imported
from breachlight.leaks.catalogue_entry import LeakEntry
from breachlight.leaks.errors import OperationError
from breachlight.leaks.models import LeakOperationKind
from breachlight.operators.service import Operator

LARGEST_IMPORT: Final = 10 << 20
_LONGEST_SEARCH: Final = 200
_MOST_OPERATIONS: Final = 10
_KINDS: Final = (LeakOperationKind.RETRACT, LeakOperationKind.MERGE)
_SEPARATOR: Final = "/"
_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class Page:
    """Some leaks, in an order."""

    rows: list[LeakRow]
    has_more: bool
    cursor: str


@dataclass(frozen=True, slots=True)
class Detail:
    """A leak with all that is known about it; the other leaks of its operations by id."""

    row: LeakRow
    former_names: list[str]
    files: int
    logo_path: str | None
    operations: list[OperationRow]
    others: dict[uuid.UUID, str]


class _PreviewError(Exception):
    """Rolls an import back, which was a preview."""


async def list_leaks(wanted: Wanted, order: LeakOrder, first: int, after: str | None) -> Page:
    """Return a page of leaks.

    Raises:
        ValidationError: the position or the size of the page is invalid.
    """
    size = bounded_page_size(1, first, MAXIMUM_PAGE_SIZE)
    search = (wanted.search or "").strip()[:_LONGEST_SEARCH] or None
    wanted = Wanted(search, wanted.kind, wanted.is_sensitive, wanted.is_retracted)
    found = await repository.leaks(wanted, order, _position(order, after), size + 1)
    rows = found[:size]
    return Page(rows, len(found) > size, _cursor(order, rows[-1].entry) if rows else "")


async def get_leak(name: str) -> Detail | None:
    """Return a leak by its name or a former name; None if there is none."""
    row = await repository.find_leak(name)
    if row is None:
        return None
    leak_id = row.entry.id
    async with reading() as connection:
        operations = await operations_repository.operations_of(connection, leak_id, _KINDS, _MOST_OPERATIONS)
        ids = {each for one in operations for each in (one.leak_id, one.target_id) if each is not None}
        others = [leak for leak in await catalogue.get(connection, list(ids)) if leak is not None]
    return Detail(
        row,
        await repository.former_names(leak_id),
        await repository.count_files(leak_id),
        await repository.logo_path(leak_id),
        operations,
        {leak.id: leak.name for leak in others},
    )


async def edit_leak(operator: Operator, name: str, changes: Mapping[str, Any]) -> None:
    """Change fields of a leak.

    Raises:
        NotFoundError: there is no such leak.
        ValidationError: a value breaks a rule.
    """
    problems = _problems(changes)
    if problems:
        raise ValidationError(problems)
    async with transaction() as connection:
        await _require(connection, name)
        if changes:
            await service.edit_leak(connection, name, changes, operator)


async def start_retraction(operator: Operator, name: str) -> None:
    """Retract a leak; a worker removes its records.

    Raises:
        NotFoundError: there is no such leak.
        ProblemError: it was retracted before, or it is being merged.
    """
    async with transaction() as connection:
        await _require(connection, name)
        try:
            await entering.start_retraction(connection, name, operator)
        except OperationError as error:
            raise _refused(error) from None


async def start_merging(operator: Operator, name: str, into: str) -> None:
    """Let a worker merge a leak into another.

    Raises:
        NotFoundError: there is no such leak.
        ProblemError: the leaks can't be merged.
    """
    async with transaction() as connection:
        await _require(connection, name)
        await _require(connection, into)
        try:
            await entering.start_merging(connection, name, into, operator)
        except OperationError as error:
            raise _refused(error) from None


async def import_leaks(operator: Operator, content: bytes, file: str, *, is_preview: bool) -> Imported:
    """Add and update entries from a file in the form of Have I Been Pwned's breaches: all of them or none.

    A preview changes nothing.

    Raises:
        ValidationError: the file has another form.
    """
    try:
        breaches = await asyncio.to_thread(parse_catalogue, content)
    except CatalogueError as error:
        raise ValidationError({"file": [_said(error)]}) from None
    imported: Imported | None = None
    try:
        async with transaction() as connection:
            imported = await service.import_breaches(connection, breaches, file, operator)
            if is_preview:
                raise _PreviewError
    except _PreviewError:
        pass
    assert imported is not None
    return imported


def _said(error: CatalogueError) -> Sentence:
    if error.entry is None:
        return say("This isn't a list of breaches in the form of Have I Been Pwned: {problem}", problem=error.problem)
    if not error.field:
        return say("Entry {number}: {problem}", number=error.entry, problem=error.problem)
    return say("Entry {number}, field {field}: {problem}", number=error.entry, field=error.field, problem=error.problem)


def _refused(error: OperationError) -> ProblemError:
    return ProblemError(say("This isn't possible now: {reason}", reason=str(error)))


async def _require(connection: Connection, name: str) -> LeakEntry:
    entry = await catalogue.find(connection, name)
    if entry is None:
        raise NotFoundError(say("There's no such leak."))
    return entry


def _problems(changes: Mapping[str, Any]) -> dict[str, list[Sentence]]:
    """Return what is wrong with values, by field."""
    problems: dict[str, list[Sentence]] = {}
    lengths = (("title", TITLE_LENGTH), ("description", DESCRIPTION_LENGTH), ("attribution", TITLE_LENGTH))
    for field, most in lengths:
        if len(changes.get(field) or "") > most:
            problems[field] = [say("Use at most {most} characters.", most=most)]
    if "title" in changes and not plain_text(changes["title"] or "", TITLE_LENGTH):
        problems["title"] = [say("Enter a title.")]
    domain = changes.get("domain")
    if domain and host_key(domain) is None:
        problems["domain"] = [say("{domain} is not a domain name.", domain=domain[:100])]
    breach_date = changes.get("breach_date")
    if breach_date is not None and breach_date > clock.now().date():
        problems["breach_date"] = [say("The date must not be in the future.")]
    classes = changes.get("data_classes") or []
    if len(classes) > MOST_CLASSES or any(len(each) > TITLE_LENGTH for each in classes):
        problems["data_classes"] = [
            say(
                "Enter at most {most} data classes of up to {length} characters.",
                most=MOST_CLASSES,
                length=TITLE_LENGTH,
            )
        ]
    return problems


def _cursor(order: LeakOrder, entry: LeakEntry) -> str:
    value = {LeakOrder.NEWEST: "", LeakOrder.NAME: entry.name, LeakOrder.RECORDS: str(entry.pwn_count)}[order]
    return f"{entry.id}{_SEPARATOR}{value}"


def _position(order: LeakOrder, after: str | None) -> tuple[str | int | None, uuid.UUID] | None:
    if not after:
        return None
    text, separator, value = after.partition(_SEPARATOR)
    leak_id = parse_id(text)
    if leak_id is not None and separator:
        if order is LeakOrder.NEWEST and not value:
            return None, leak_id
        if order is LeakOrder.NAME and value:
            return value, leak_id
        if order is LeakOrder.RECORDS and value.isascii() and value.isdigit() and len(value) <= _DIGITS:
            return int(value), leak_id
    raise invalid_cursor()
