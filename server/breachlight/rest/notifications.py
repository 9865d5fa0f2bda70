"""The notifications base: alerts, listed, changed and exported (rest-contract §3)."""

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from breachlight.alerts import service
from breachlight.alerts.export import service as exports
from breachlight.alerts.models import AlertAction
from breachlight.kit.errors import ProblemError
from breachlight.kit.messages import say
from breachlight.rest.operations import Call
from breachlight.rest.schemas import alerts as schemas
from breachlight.rest.schemas.base import NoQuery

MEDIA_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


async def list_alerts(call: Call[None, schemas.AlertListQuery]) -> schemas.AlertList:
    """Return a page of the alerts that the query selects."""
    page = await service.list_alerts(call.subject, call.query.query(), as_of=call.query.as_of or None)
    return schemas.AlertList(
        count=page.total,
        next=_page_link(call, page.page + 1, page.as_of, exists=page.has_more),
        previous=_page_link(call, page.page - 1, page.as_of, exists=page.page > 1),
        results=page.results,
    )


async def update_alerts(call: Call[schemas.AlertUpdate, schemas.AlertListQuery]) -> schemas.Updated:
    """Change all alerts that the query selects, or undo such a change."""
    update = call.body
    if update.action == schemas.UNDO:
        updated = await service.undo_operation(call.subject, update.operation)
    else:
        chosen = call.query.filter()
        if chosen.is_empty:
            raise ProblemError(say("Pass at least one filter. Without one, the action would affect every detection."))
        updated = await service.update_alerts(
            call.subject, AlertAction(update.action), filter=chosen, assignee_id=update.assignee
        )
    return schemas.Updated(message=updated.message, updated=updated.updated, operation=updated.operation_id)


async def export_alerts(call: Call[schemas.AlertExportRequest, NoQuery]) -> StreamingResponse:
    """Return the named alerts, or all that a query selects, as a file."""
    wanted = call.body
    export = await exports.export_alerts(
        call.subject,
        call.client,
        exports.ExportFormat(wanted.format),
        ids=wanted.ids,
        query=wanted.query.query() if wanted.query else None,
        include_passwords=wanted.include_passwords,
        recheck=call.recheck,
    )
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="detections.{wanted.format}"',
    }
    return _AlertFile(export, headers=headers, media_type=MEDIA_TYPES[wanted.format])


class _AlertFile(StreamingResponse):
    """A file of alerts, finished however the response ends: the content of one that is never begun runs no code of its own."""

    def __init__(self, export: exports.AlertExport, *, headers: Mapping[str, str], media_type: str) -> None:
        super().__init__(export.content, headers=headers, media_type=media_type)
        self._export = export

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._export.finish()


def _page_link(call: Call[None, schemas.AlertListQuery], page: int, as_of: str, *, exists: bool) -> str | None:
    """Return the path of another page, or None.

    A password that is searched for is never repeated in a URL, and a link without it would lead to other rows: the next page of
    such a search is requested by its number.
    """
    query = call.query.query()
    if not exists or query.filter.breach_record_passwords is not None:
        return None
    given = call.request.query_params.multi_items()
    kept = [(name, value) for name, value in given if name not in {"page", "page_size", "as_of"}]
    other = [*kept, ("page", page), ("page_size", query.page_size), ("as_of", as_of)]
    return f"{call.request.url.path}?{urlencode(other)}"
