"""``breachlight quarantine``: the operators' commands, as text or JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from breachlight.config import Settings
from breachlight.database.connection import connect
from breachlight.kit.keys import KeyRing
from breachlight.kit.plurals import counted
from breachlight.leaks.errors import OperationError
from breachlight.leaks.ingest.console import IngestOptions
from breachlight.leaks.ingest.console import ingest as ingest_files
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.operator_connections import Prepare, opened, opened_lake
from breachlight.leaks.quarantine import files as quarantined
from breachlight.leaks.quarantine import service
from breachlight.leaks.quarantine.files_repository import QuarantinedFile
from breachlight.leaks.quarantine.retrying import Retried, retry_file
from breachlight.leaks.quarantine.service import ShownStretch

NOTHING = "The quarantine is empty."


async def list_files(settings: Settings, prepare: Prepare, *, as_json: bool) -> str:
    """Return the files with something in the quarantine."""
    async with opened(settings, prepare) as (connection, _):
        files = await quarantined.list_files(connection)
    if as_json:
        return _json([_plain(file) for file in files])
    return "\n".join(_line(file) for file in files) or NOTHING


async def show_file(
    settings: Settings, prepare: Prepare, file_id: str, *, limit: int, reveal: bool, as_json: bool
) -> str:
    """Return a file with its first stretches, masked unless ``reveal``."""
    async with opened(settings, prepare) as (connection, ring):
        shown = await service.show_file(connection, ring, file_id, limit=limit, reveal=reveal)
    if as_json:
        return _json(_plain(shown.file) | {"shown": [asdict(stretch) for stretch in shown.stretches]})
    lines = [_line(shown.file)]
    if shown.file.hold is not None:
        lines += [f"  {line}" for line in shown.file.hold["lines"]]
    lines += [f"  {_place(one)}, {counted(one.length, 'byte')}, {one.reason}: {one.text}" for one in shown.stretches]
    return "\n".join(lines)


async def drop_file(settings: Settings, prepare: Prepare, file_id: str) -> str:
    """Delete what the quarantine has of a file."""
    async with opened(settings, prepare) as (connection, _):
        dropped = await quarantined.drop_file(connection, file_id)
    return "The held file was forgotten." if dropped.was_held else _deleted(dropped.stretches)


async def retry(settings: Settings, prepare: Prepare, file_id: str | None, *, as_json: bool) -> str:
    """Read the stretches of a file, or of all files, again and return the figures."""
    async with opened(settings, prepare) as (connection, ring):
        files = await quarantined.list_files(connection)
        if file_id is not None:
            files = [await quarantined.find_file(connection, file_id)]
        async with opened_lake(settings, ring) as lake:
            done = [
                await _retry_one(settings, lake, ring, file)
                for file in files
                if file_id is not None or (file.is_done and file.stretches)
            ]
    names = ("stretches", "read", "records", "alerts", "sightings")
    total = {name: sum(getattr(each, name) for each in done) for name in names}
    if as_json:
        return _json(total)
    return (
        f"{total['read']:,} of {counted(total['stretches'], 'stretch', 'stretches')} can be read now: "
        f"{counted(total['records'], 'record')}, {counted(total['alerts'], 'new detection')}, "
        f"{counted(total['sightings'], 'more sighting')}."
    )


async def _retry_one(settings: Settings, lake: Lake, ring: KeyRing, file: QuarantinedFile) -> Retried:
    # The lock of a file goes with its connection.
    connection = await connect(settings)
    try:
        return await retry_file(connection, lake, ring, file)
    finally:
        await connection.close(timeout=5)


async def held_file(settings: Settings, prepare: Prepare, file_id: str) -> QuarantinedFile | None:
    """Return a file if it is held."""
    async with opened(settings, prepare) as (connection, _):
        file = await quarantined.find_file(connection, file_id)
    return file if file.is_held else None


def ingest_held(file: QuarantinedFile, prepare: Prepare, *, accept: bool, as_json: bool) -> int:
    """Ingest a held file again from where it was, and return the exit code of ``breachlight ingest``.

    Raises:
        OperationError: it came from standard input.
    """
    if file.path is None:
        raise OperationError(f"{file.name} is not kept: pipe it into breachlight ingest again, with --accept.")
    return ingest_files(IngestOptions([file.path], leak=file.leak, as_json=as_json, accept=accept), prepare)


def _line(file: QuarantinedFile) -> str:
    head = f"{file.id}  {file.leak}: {file.name}"
    if file.hold is not None and file.is_held:
        return f"{head}  held: {file.hold['explanation']}"
    stretches, lines = counted(file.stretches, "stretch", "stretches"), counted(file.rejected_lines, "rejected line")
    return f"{head}  {stretches} ({_reasons(file.reasons)}) of {lines}"


def _deleted(stretches: int) -> str:
    return f"{counted(stretches, 'stretch was', 'stretches were')} deleted."


def _place(stretch: ShownStretch) -> str:
    if stretch.member is None or stretch.member_offset is None:
        return f"at {stretch.start:,}"
    return f"{stretch.member}: at {stretch.member_offset:,}"


def _reasons(reasons: dict[str, int]) -> str:
    ordered: Sequence[tuple[str, int]] = sorted(reasons.items(), key=lambda each: -each[1])
    return ", ".join(f"{reason} {number:,}" for reason, number in ordered)


def _plain(file: QuarantinedFile) -> dict[str, object]:
    values = asdict(file)
    return values | {"id": str(file.id), "started_at": file.started_at.isoformat()}


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
