"""``breachlight keys reseal|retire``, as text or JSON."""

import json

from breachlight.config import Settings
from breachlight.leaks.administration.operations import follow_operation
from breachlight.leaks.administration.resealing import start_resealing
from breachlight.leaks.administration.step_display import StepDisplay
from breachlight.leaks.operator_connections import Prepare, opened, opened_lake
from breachlight.lifecycle import key_retirement


async def reseal(settings: Settings, prepare: Prepare, *, as_json: bool) -> str:
    """Reseal, showing the progress on standard error, and return the figures."""
    async with opened(settings, prepare) as (connection, ring):
        operation_id = await start_resealing(connection, ring)
        done = await follow_operation(settings, ring, operation_id, StepDisplay())
    figures = {name: done.figures.get(name, 0) for name in ("values", "blocks", "unreadable")}
    if as_json:
        return json.dumps(figures, indent=2)
    unreadable = f"\nNot readable, and left as they are: {figures['unreadable']:,}." if figures["unreadable"] else ""
    return (
        f"Resealed: {figures['values']:,} values in the database, {figures['blocks']:,} blocks of the lake.{unreadable}"
    )


async def retire(settings: Settings, prepare: Prepare, name: str, *, end_sessions: bool, as_json: bool) -> str:
    """Retire a key and say so."""
    async with opened(settings, prepare) as (connection, ring), opened_lake(settings, ring) as lake:
        ended = await key_retirement.retire(connection, ring, lake, name, end_sessions=end_sessions)
    if as_json:
        return json.dumps({"retired": name, "sessions_ended": ended, "key_file": str(ring.path)}, indent=2)
    sessions = f" {ended:,} sessions were ended." if ended else ""
    return f"{name} is no longer in {ring.path}.{sessions} Copy the file to every host and back it up; older copies still have the key."
