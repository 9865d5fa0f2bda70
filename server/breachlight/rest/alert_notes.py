"""Notes and history of alerts in the notifications base (rest-contract §3)."""

from breachlight.alerts import related
from breachlight.alerts.triage import history, notes
from breachlight.rest.operations import Call
from breachlight.rest.schemas import alert_notes as schemas
from breachlight.rest.schemas.base import NoQuery


async def get_context(call: Call[None, schemas.AlertName]) -> schemas.AlertContext:
    """Return what is known around an alert."""
    return schemas.AlertContext.model_validate(await related.get_context(call.subject, call.query.id))


async def get_history(call: Call[None, schemas.AlertName]) -> schemas.AlertHistory:
    """Return what happened to an alert."""
    return schemas.AlertHistory.model_validate(await history.get_history(call.subject, call.query.id))


async def change_note(call: Call[schemas.NoteChange, NoQuery]) -> schemas.NoteChanged:
    """Add, edit or delete a note."""
    body = call.body
    if body.action == schemas.ADD:
        return schemas.NoteChanged.model_validate({"note": await notes.add_note(call.subject, body.alert, body.text)})
    if body.action == schemas.EDIT:
        return schemas.NoteChanged.model_validate({"note": await notes.edit_note(call.subject, body.note, body.text)})
    await notes.delete_note(call.subject, body.note)
    return schemas.NoteChanged(note=None)
