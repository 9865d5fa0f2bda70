"""``breachlight lookups``: the state of password and email ranges, and building them again."""

import json

from breachlight.audit.operators import record_operator_event
from breachlight.config import Settings
from breachlight.jobs import enqueue_unless_waiting
from breachlight.kit.plurals import counted
from breachlight.leaks.operator_connections import Prepare, opened
from breachlight.leaks.ranges.definitions import INDEXES, RangeIndex
from breachlight.leaks.ranges.index import lock
from breachlight.leaks.ranges.repository import drop_index
from breachlight.leaks.ranges.status_repository import Status, read_status
from breachlight.leaks.ranges.switch_repository import is_enabled


async def show_status(settings: Settings, prepare: Prepare, *, as_json: bool) -> str:
    """Return the state of the indexes; JSON has that of the addresses as ``emails``."""
    async with opened(settings, prepare) as (connection, _):
        states = [
            (index, await is_enabled(connection, index), await read_status(connection, index)) for index in INDEXES
        ]
    if as_json:
        passwords, emails = ({"enabled": is_on, **_plain(found)} for _, is_on, found in states)
        return json.dumps({**passwords, "emails": emails}, indent=2)
    return "\n\n".join(_shown(index, is_on, found) for index, is_on, found in states)


async def rebuild(settings: Settings, prepare: Prepare) -> str:
    """Drop the indexes that are on, so that a worker builds them again; return what follows."""
    done: list[str] = []
    async with opened(settings, prepare) as (connection, _):
        for index in INDEXES:
            if not await is_enabled(connection, index):
                continue
            async with lock(connection, index), connection.transaction():
                await drop_index(connection, index)
                await enqueue_unless_waiting(connection, index.job)
                await record_operator_event(connection, f"{index.schema}_rebuilt", {})
            done.append(index.label)
    if not done:
        return "\n".join(_off(index) for index in INDEXES)
    return f"A worker builds the {' and the '.join(done)} again: breachlight lookups status"


def _off(index: RangeIndex) -> str:
    return f"{index.label.capitalize()} are off: breachlight settings {index.setting}=true"


def _shown(index: RangeIndex, is_on: bool, found: Status | None) -> str:
    if not is_on:
        return _off(index) + (" (a worker deletes the hashes that are left)" if found else "")
    if found is None:
        return f"{index.label.capitalize()} are on; a worker is about to build them."
    return f"{index.label.capitalize()}\n{_text(found)}"


def _plain(status: Status | None) -> dict[str, object]:
    if status is None:
        return {"built_at": None}
    return {
        "built_at": status.built_at.isoformat() if status.built_at else None,
        "hashes": {kind.label: number for kind, number in status.hashes.items()},
        "runs": {kind.label: number for kind, number in status.runs.items()},
        "bytes": status.size,
        "batches": status.batches,
        "waiting_batches": status.waiting,
        "damaged_blocks": status.damaged,
    }


def _text(status: Status) -> str:
    if status.built_at is None:
        done = 100 * status.batches // max(1, status.batches + status.waiting)
        state = f"Being built: {status.batches:,} of {counted(status.batches + status.waiting, 'batch', 'batches')}, {done}%"
    else:
        state = f"Complete since {status.built_at:%Y-%m-%d %H:%M} UTC; {counted(status.waiting, 'batch', 'batches')} waiting"
    return "\n".join(
        [
            state,
            *(
                f"{kind.name:<5} {status.hashes[kind]:>15,} entries in {counted(status.runs[kind], 'run')}"
                for kind in status.hashes
            ),
            f"Size  {status.size:>15,} bytes",
            *([f"{counted(status.damaged, 'damaged block')} of the lake not counted"] if status.damaged else []),
        ]
    )
