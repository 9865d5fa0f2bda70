"""The console base: files for operators."""

from starlette.responses import StreamingResponse

from breachlight.console import leaks
from breachlight.console.audit_log import export_log
from breachlight.operators.service import require_operator
from breachlight.rest.operations import Call
from breachlight.rest.schemas.base import NoQuery
from breachlight.rest.schemas.console import LeakCatalogue, LeakImport, LeakImportQuery


async def audit_log(call: Call[None, NoQuery]) -> StreamingResponse:
    """Return the whole audit log as JSON lines."""
    content = await export_log(call.subject, call.recheck)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": 'attachment; filename="breachlight-audit-log.ndjson"',
    }
    return StreamingResponse(content, headers=headers, media_type="application/x-ndjson")


async def import_leaks(call: Call[LeakCatalogue, LeakImportQuery]) -> LeakImport:
    """Add and update entries of the catalogue of leaks."""
    operator = await require_operator(call.subject)
    is_preview = call.query.preview == "true"
    name = call.query.name or "catalogue"
    done = await leaks.import_leaks(operator, call.body.content, name, is_preview=is_preview)
    return LeakImport(added=done.added, updated=done.updated, unchanged=done.unchanged)
