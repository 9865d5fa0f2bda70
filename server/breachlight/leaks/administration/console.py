"""``breachlight leaks``: the operators' commands on the catalogue, as text or JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

from breachlight.config import Settings
from breachlight.kit.plurals import counted
from breachlight.leaks.administration import service
from breachlight.leaks.administration.entering import start_retraction
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.administration.merging import merge_leaks
from breachlight.leaks.administration.operations import follow_operation
from breachlight.leaks.administration.step_display import StepDisplay
from breachlight.leaks.catalogue_entry import LeakEntry
from breachlight.leaks.operator_connections import Prepare, opened, opened_lake

_FLAGS = {
    "is_fabricated": "fabricated",
    "is_sensitive": "sensitive",
    "is_retired": "retired",
    "is_spam_list": "spam list",
    "is_malware": "malware",
    "is_stealer_log": "stealer log",
    "is_subscription_free": "subscription-free",
}


async def list_leaks(settings: Settings, prepare: Prepare, search: str, *, as_json: bool) -> str:
    """Return all leaks, one per line."""
    async with opened(settings, prepare) as (connection, _):
        found = await service.list_leaks(connection, search)
    if as_json:
        return _json([_plain(row.entry) | {"files": row.files, "records": row.records} for row in found])
    if not found:
        return "No leaks."
    width = min(40, max(len(row.entry.name) for row in found))
    return "\n".join(
        f"{row.entry.name:<{width}}  {row.entry.breach_date or 'unknown'!s:<10}  {counted(row.files, 'file'):>12}  {counted(row.records, 'record'):>21}"
        f"{_flags(row.entry)}"
        for row in found
    )


async def show_leak(settings: Settings, prepare: Prepare, name: str, *, as_json: bool) -> str:
    """Return all that is known about a leak."""
    async with opened(settings, prepare) as (connection, _):
        shown = await service.show_leak(connection, name)
    if as_json:
        figures = {"former_names": shown.former_names, "files": shown.files, "records": shown.records}
        return _json(_plain(shown.entry) | figures)
    return _text(shown.entry, shown.former_names, f"{shown.files:,}, {counted(shown.records, 'record')}")


async def import_leaks(settings: Settings, prepare: Prepare, path: Path) -> str:
    """Import a catalogue and return the figures."""
    async with opened(settings, prepare) as (connection, _):
        done = await service.import_leaks(connection, path)
    return f"{done.added:,} added, {done.updated:,} updated, {done.unchanged:,} unchanged."


async def edit_leak(settings: Settings, prepare: Prepare, name: str, changes: Mapping[str, Any]) -> str:
    """Change a leak and return it."""
    async with opened(settings, prepare) as (connection, _):
        return _text(await service.edit_leak(connection, name, changes), [], "")


async def merge(settings: Settings, prepare: Prepare, name: str, into: str, *, as_json: bool) -> str:
    """Merge two leaks and return the figures."""
    async with opened(settings, prepare) as (connection, ring), opened_lake(settings, ring) as lake:
        done = await merge_leaks(connection, lake, name, into)
    if as_json:
        return _json(asdict(done))
    duplicates = f" ({counted(done.duplicate_files, 'was', 'were')} in both)" if done.duplicate_files else ""
    return (
        f"{done.name} was merged into {done.into}, which its name now refers to: "
        f"{counted(done.files + done.duplicate_files, 'file')}{duplicates}, {counted(done.records, 'record')}, "
        f"{counted(done.alerts, 'detection')} and {counted(done.sightings, 'sighting')} moved."
    )


async def retract(settings: Settings, prepare: Prepare, name: str, *, as_json: bool) -> str:
    """Retract a leak, showing the progress on standard error, and return the figures."""
    async with opened(settings, prepare) as (connection, ring):
        operation_id = await start_retraction(connection, name)
        done = await follow_operation(settings, ring, operation_id, StepDisplay())
    if as_json:
        return _json({"leak": name, **done.figures})
    number = done.figures.get
    return (
        f"{name} was retracted: {counted(number('records', 0), 'record')} in {counted(number('files', 0), 'file')} removed from "
        f"the lake, {counted(number('detections_retracted', 0), 'detection')} marked as retracted, "
        f"{number('detections_kept', 0):,} confirmed by "
        "other leaks and kept."
    )


async def erase(settings: Settings, prepare: Prepare, address: str, *, as_json: bool) -> str:
    """Erase a person, showing the progress on standard error, and return the figures."""
    async with opened(settings, prepare) as (connection, ring):
        operation_id = await start_erasure(connection, ring, address)
        done = await follow_operation(settings, ring, operation_id, StepDisplay())
    if as_json:
        return _json(done.figures)
    number = done.figures.get
    return (
        f"Erased: {counted(number('records', 0), 'record')} ({counted(number('blocks_rewritten', 0), 'block')} rewritten), evidence of "
        f"{counted(number('detections', 0), 'detection')}.\n"
        f"Verified: the lookup and a scan of {_all_files(number('files', 0))} of the lake find nothing.\n"
        "Not covered: backups of the database and the lake keep the data until they are deleted, and a file that is ingested "
        "later may contain it again."
    )


def _all_files(number: int) -> str:
    return "the remaining file" if number == 1 else f"all {number:,} remaining files"


def _flags(entry: LeakEntry) -> str:
    flags = [word for name, word in _FLAGS.items() if getattr(entry, name)]
    if not entry.is_verified:
        flags.insert(0, "unverified")
    if entry.retracted_at is not None:
        flags.insert(0, "retracted")
    return f"  {', '.join(flags)}" if flags else ""


def _text(entry: LeakEntry, former_names: list[str], files: str) -> str:
    rows = {
        "Name": entry.name,
        "Title": entry.title,
        "Former names": ", ".join(former_names),
        "Domain": entry.domain or "",
        "Kind": entry.kind.value.replace("_", " "),
        "Breach date": str(entry.breach_date or "unknown"),
        "Added": f"{entry.added_at:%Y-%m-%d}",
        "Modified": f"{entry.modified_at:%Y-%m-%d}",
        "Retracted": f"{entry.retracted_at:%Y-%m-%d}" if entry.retracted_at else "",
        "Records": f"{entry.pwn_count:,}",
        "Files": files,
        "Data classes": ", ".join(entry.data_classes),
        "Flags": _flags(entry).strip(),
        "Attribution": entry.attribution or "",
        "Description": entry.description,
    }
    return "\n".join(f"{label:<13} {value}" for label, value in rows.items() if value)


def _plain(entry: LeakEntry) -> dict[str, object]:
    values = asdict(entry)
    return {
        name: value.isoformat() if isinstance(value, date | datetime) else value
        for name, value in values.items()
        if name != "id"
    }


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
