"""Runs of what workers find: files of a watched folder, and objects of a bucket."""

import socket
import uuid

from breachlight.audit.operators import record_operator_event
from breachlight.database.session import Connection
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.leaks.runs import repository
from breachlight.leaks.runs.models import RunSource, RunState
from breachlight.leaks.runs.reading_options import ReadingOptions
from breachlight.leaks.runs.repository import RunRow
from breachlight.leaks.uploads.service import shown_name


def found_run(
    source: RunSource, location: str, version: str, *, leak: str, size: int, upload_id: uuid.UUID | None = None
) -> RunRow:
    """Return the run of a version of a file or object, which this host has."""
    return RunRow(
        id=new_id(),
        source=source,
        name=shown_name(location),
        upload_id=upload_id,
        location=location,
        version=version,
        host=socket.gethostname(),
        leak=leak,
        title=None,
        domain=None,
        breach_date=None,
        kind=None,
        reading=ReadingOptions().as_stored(),
        passwords_sealed=None,
        accept=False,
        state=RunState.WAITING,
        operator=None,
        bytes=size,
        created_at=clock.now(),
    )


async def add_found(connection: Connection, run: RunRow) -> bool:
    """Add a run in the caller's transaction and record it; False if there is one of this version."""
    if not await repository.add_run(connection, run):
        return False
    kind = f"{run.source.value}_ingest_started"
    await record_operator_event(connection, kind, {"run": str(run.id), "leak": run.leak})
    return True
