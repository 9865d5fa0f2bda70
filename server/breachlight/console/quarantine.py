"""The quarantine in the console: files with rejected input, their stretches as shapes, dropping and reading again."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.config import get_key_ring
from breachlight.console.accounts_repository import literal
from breachlight.database.session import reading, transaction
from breachlight.graphql.limits import MAXIMUM_PAGE_SIZE
from breachlight.kit.errors import NotFoundError, ProblemError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.keys import SealError
from breachlight.kit.masking import shape
from breachlight.kit.messages import say
from breachlight.kit.pagination import bounded_page_size, invalid_cursor
from breachlight.leaks.administration import entering, operations_repository
from breachlight.leaks.administration.operations_repository import OperationRow
from breachlight.leaks.errors import OperationError
from breachlight.leaks.line_text import decode_line
from breachlight.leaks.models import LeakOperationKind
from breachlight.leaks.quarantine import files
from breachlight.leaks.quarantine import files_repository as repository
from breachlight.leaks.quarantine.files import Dropped
from breachlight.leaks.quarantine.files_repository import QuarantinedFile
from breachlight.leaks.runs.reading_options import ReadingOptions
from breachlight.leaks.sealed_stretches import unseal
from breachlight.operators.service import Operator

_LONGEST_SEARCH: Final = 200
_MOST_OPERATIONS: Final = 5
_LARGEST_ID: Final = 2**63 - 1
_SEPARATOR: Final = "/"


@dataclass(frozen=True, slots=True)
class FilePage:
    """Some files, the newest first."""

    files: list[QuarantinedFile]
    has_more: bool

    @property
    def cursor(self) -> str:
        """Return the position of the last file."""
        return f"{self.files[-1].started_at.isoformat()}{_SEPARATOR}{self.files[-1].id}" if self.files else ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A rejected stretch; ``shape`` is None if its bytes can't be opened."""

    id: int
    start: int
    length: int
    reason: str
    shape: str | None
    member: str | None
    member_offset: int | None


@dataclass(frozen=True, slots=True)
class StretchPage:
    """Some stretches, in their order."""

    stretches: list[Stretch]
    has_more: bool

    @property
    def cursor(self) -> str:
        """Return the position of the last stretch."""
        return str(self.stretches[-1].id) if self.stretches else ""


async def list_files(search: str | None, reason: str | None, first: int, after: str | None) -> FilePage:
    """Return a page of files whose name or leak contains ``search`` and that have stretches of a reason.

    Raises:
        ValidationError: the position or the size of the page is invalid.
    """
    size = bounded_page_size(1, first, MAXIMUM_PAGE_SIZE)
    wanted = (search or "").strip()[:_LONGEST_SEARCH]
    pattern = f"%{literal(wanted)}%" if wanted else None
    async with reading() as connection:
        found = await repository.page_of_files(connection, pattern, reason or None, _file_position(after), size + 1)
    return FilePage(found[:size], len(found) > size)


async def find_file(file_id: uuid.UUID) -> tuple[QuarantinedFile, list[OperationRow]] | None:
    """Return a file with its last readings; None if the quarantine has nothing of it."""
    async with reading() as connection:
        file = await repository.find_file(connection, file_id)
        kinds = [LeakOperationKind.REREAD]
        operations = await operations_repository.operations_of(connection, file_id, kinds, _MOST_OPERATIONS)
    return None if file is None else (file, operations)


async def list_stretches(file_id: uuid.UUID, reason: str | None, first: int, after: str | None) -> StretchPage:
    """Return a page of stretches of a file as shapes: nothing of what was rejected leaves the server.

    Raises:
        ValidationError: the position or the size of the page is invalid.
    """
    size = bounded_page_size(1, first, MAXIMUM_PAGE_SIZE)
    position = _stretch_position(after)
    ring = get_key_ring()
    async with reading() as connection:
        rows = await repository.page_of_stretches(connection, file_id, reason or None, position, size + 1)
    found: list[Stretch] = []
    for row in rows[:size]:
        text, member, member_offset = None, None, None
        try:
            head, data = unseal(ring, file_id, row["start"], row["sealed"])
        except SealError:
            pass
        else:
            text = shape(decode_line(data)[0])
            # Earlier versions have kept no member, and files that are no archives have an empty one.
            if head.get("member", ("", 0))[0]:
                member, member_offset = head["member"]
        found.append(Stretch(row["id"], row["start"], row["length"], row["reason"], text, member, member_offset))
    return StretchPage(found, len(rows) > size)


async def drop_file(operator: Operator, file_id: uuid.UUID) -> Dropped:
    """Delete what the quarantine has of a file; a held file is forgotten.

    Raises:
        NotFoundError: the quarantine has nothing of it.
        ProblemError: it is being read again.
    """
    async with transaction() as connection:
        await _require(file_id)
        await operations_repository.lock_done_file(connection, file_id)
        if await entering.is_in_use(connection, file_id):
            raise ProblemError(say("This file is being read again. Drop it when that has ended."))
        try:
            return await files.drop_file(connection, str(file_id), operator)
        except OperationError:
            raise _unknown() from None


async def start_rereading(operator: Operator, file_id: uuid.UUID, options: ReadingOptions | None) -> None:
    """Let a worker read the rejected stretches of a file again, with their own format or a chosen one.

    Raises:
        NotFoundError: the quarantine has nothing of it.
        ProblemError: it can't be read again now.
    """
    await _require(file_id)
    chosen = options.as_stored() if options is not None and (options.format or options.columns) else None
    async with transaction() as connection:
        try:
            await entering.start_rereading(connection, file_id, chosen, operator)
        except OperationError as error:
            raise ProblemError(say("This isn't possible now: {reason}", reason=str(error))) from None


def command_for(file: QuarantinedFile) -> str | None:
    """Return the command that ingests a held file after all; None if it isn't held."""
    return f"breachlight quarantine retry {file.id} --accept" if file.is_held else None


async def _require(file_id: uuid.UUID) -> QuarantinedFile:
    found = await find_file(file_id)
    if found is None:
        raise _unknown()
    return found[0]


def _unknown() -> NotFoundError:
    return NotFoundError(say("The quarantine has nothing of this file."))


def _file_position(after: str | None) -> tuple[datetime, uuid.UUID] | None:
    if not after:
        return None
    time, _, text = after.partition(_SEPARATOR)
    file_id = parse_id(text)
    try:
        started_at = datetime.fromisoformat(time)
    except ValueError:
        raise invalid_cursor() from None
    if file_id is None or started_at.tzinfo is None:
        raise invalid_cursor()
    return started_at, file_id


def _stretch_position(after: str | None) -> int:
    if not after:
        return 0
    if not (after.isascii() and after.isdigit() and len(after) <= 19 and int(after) <= _LARGEST_ID):
        raise invalid_cursor()
    return int(after)
