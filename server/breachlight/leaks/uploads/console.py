"""``breachlight uploads``: the operators' commands, as text or JSON."""

import asyncio
import json
import uuid

from breachlight.audit.operators import record_operator_event
from breachlight.config import Settings
from breachlight.kit.plurals import counted
from breachlight.leaks.errors import OperationError
from breachlight.leaks.operator_connections import Prepare, opened
from breachlight.leaks.uploads import repository, service
from breachlight.leaks.uploads.repository import UploadRow

_UNKNOWN = "There is no such upload: breachlight uploads list shows those that there are."


async def list_uploads(settings: Settings, prepare: Prepare, *, as_json: bool) -> str:
    """Return all uploads, the newest first."""
    async with opened(settings, prepare) as (connection, _):
        rows = await repository.uploads(connection)
    if as_json:
        return json.dumps([_plain(row) for row in rows], indent=2, ensure_ascii=False)
    return "\n".join(map(_line, rows)) or "No uploads."


async def delete_upload(settings: Settings, prepare: Prepare, upload_id: str) -> str:
    """Delete an upload.

    Raises:
        OperationError: there is none with this id.
    """
    try:
        wanted = uuid.UUID(upload_id)
    except ValueError:
        raise OperationError(_UNKNOWN) from None
    async with opened(settings, prepare) as (connection, _):
        async with connection.transaction():
            deleted = await repository.delete_upload(connection, wanted)
            if deleted is None:
                raise OperationError(_UNKNOWN)
            await record_operator_event(connection, "upload_deleted", {"upload": str(deleted.id)})
        await asyncio.to_thread(service.remove_bytes, settings, wanted)
    return f"{deleted.name} was deleted."


def _line(row: UploadRow) -> str:
    state = "complete" if row.is_complete else f"{row.received / row.size:.0%} of it received"
    until = row.touched_at + service.expires_after(is_complete=row.is_complete)
    return (
        f"{row.id}  {row.name}: {counted(row.size, 'byte')}, {state}, by {row.operator}; "
        f"deleted on {until:%Y-%m-%d %H:%M}Z unless it is {'ingested' if row.is_complete else 'continued'}"
    )


def _plain(row: UploadRow) -> dict[str, object]:
    return {
        "id": str(row.id),
        "name": row.name,
        "size": row.size,
        "received": row.received,
        "operator": row.operator,
        "created_at": row.created_at.isoformat(),
        "touched_at": row.touched_at.isoformat(),
    }
