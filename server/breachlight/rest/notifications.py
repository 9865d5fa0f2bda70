"""The notifications base: alerts, listed and acted on (contract, Alert query)."""

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from breachlight.alerts import service
from breachlight.alerts.export import service as exports
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import AlertQuery, query_from_parameters
from breachlight.kit.clock import write_instant
from breachlight.kit.errors import ProblemError, ValidationError
from breachlight.kit.messages import say
from breachlight.rest.requests import (
    client_of,
    flag_field,
    json_object,
    optional_text,
    subject_of,
    text_fields,
)
from breachlight.rest.responses import answer

_UNDO = "undo"


async def list_alerts(request: Request) -> Response:
    """GET alerts: a page of the alerts that the query fields choose."""
    subject = await subject_of(request, with_keys=True)
    query = query_from_parameters(request.query_params.multi_items())
    page = await service.list_alerts(subject, query)
    return answer(
        {
            "count": page.total,
            "next": _page_link(request, query, page.page + 1, exists=page.has_more),
            "previous": _page_link(request, query, page.page - 1, exists=page.page > 1),
            "results": [_printed(alert) for alert in page.results],
        }
    )


async def update_alerts(request: Request) -> Response:
    """POST alerts: an action on all alerts that the query fields choose, or the undoing of one."""
    subject = await subject_of(request, with_keys=True)
    body = await json_object(request)
    (action,) = text_fields(body, "action")
    operation = text_fields(body, "operation")[0] if action == _UNDO or "operation" in body else ""
    if action == _UNDO:
        updated = await service.undo_operation(subject, operation)
    else:
        query = query_from_parameters(request.query_params.multi_items(), is_strict=True)
        if query.filter.is_empty:
            raise ProblemError(say("Name at least one filter: without one the action would take every alert."))
        if action == AlertAction.ASSIGN and "assignee" not in body:
            raise ValidationError({"assignee": [say("Name a member, or null for nobody.")]})
        assignee = optional_text(body, "assignee")
        updated = await service.update_alerts(subject, _action(action), filter=query.filter, assignee_id=assignee)
    return answer({"message": updated.message, "updated": updated.updated, "operation": updated.operation_id})


async def export_alerts(request: Request) -> Response:
    """POST alerts/export: the alerts that are named, or all that a query chooses, as a file."""
    subject = await subject_of(request, with_keys=True)
    body = await json_object(request)
    (name,) = text_fields(body, "format")
    export = await exports.export_alerts(
        subject,
        client_of(request),
        _format(name),
        ids=_texts(body["ids"]) if "ids" in body else None,
        query=query_from_parameters(_parameters(body["query"]), is_strict=True) if "query" in body else None,
        include_passwords=flag_field(body, "include_passwords"),
    )
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="detections.{name}"'}
    return StreamingResponse(export.content, headers=headers, media_type=_MEDIA_TYPES[name])


_MEDIA_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def _format(text: str) -> exports.ExportFormat:
    try:
        return exports.ExportFormat(text)
    except ValueError:
        raise ValidationError(
            {"format": [say("The format must be one of {known}.", known=", ".join(exports.ExportFormat))]}
        ) from None


def _texts(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValidationError({"ids": [say("This must be a list of texts.")]})
    return value


def _parameters(query: object) -> list[tuple[str, str]]:
    """Return the fields of a JSON object as a query string would hold them."""
    if not isinstance(query, dict):
        raise ValidationError({"query": [say("This must be an object.")]})
    parameters = []
    for name, value in query.items():
        if isinstance(value, bool):
            parameters.append((name, str(value).lower()))
        elif isinstance(value, str | int):
            parameters.append((name, str(value)))
        elif value is not None:
            raise ValidationError({name[:50]: [say("This must be text, a number, true or false.")]})
    return parameters


def _action(text: str) -> AlertAction:
    try:
        return AlertAction(text)
    except ValueError:
        known = ", ".join([*AlertAction, _UNDO])
        raise ValidationError({"action": [say("The action must be one of {known}.", known=known)]}) from None


def _page_link(request: Request, query: AlertQuery, page: int, *, exists: bool) -> str | None:
    """Return the path of another page, or None.

    A password that is searched for is never repeated in a URL, and a link without it would lead to other rows: who filters by
    password asks for the next page by its number.
    """
    if not exists or query.filter.breach_record_passwords is not None:
        return None
    kept = [(name, value) for name, value in request.query_params.multi_items() if name not in {"page", "page_size"}]
    return f"{request.url.path}?{urlencode([*kept, ('page', page), ('page_size', query.page_size)])}"


def _printed(alert: service.AlertView) -> dict[str, Any]:
    record = alert.breach_record
    machine = record.machine
    return {
        "id": alert.id,
        "datetime": write_instant(alert.datetime),
        "is_read": alert.is_read,
        "is_closed": alert.is_closed,
        "domain": {"id": alert.domain.id, "domain": alert.domain.domain} if alert.domain else None,
        "user": {"id": alert.user.id, "email": alert.user.email} if alert.user else None,
        "assignee": {"id": alert.assignee.id, "name": alert.assignee.name} if alert.assignee else None,
        "severity": {"score": alert.severity.score, "level": alert.severity.level.value},
        "leak": {"name": alert.leak.name, "title": alert.leak.title},
        "breach_record": {
            "url": record.url,
            "usernames": record.usernames,
            "passwords": record.passwords,
            "password_type": record.password_type,
            "first_seen": write_instant(record.first_seen),
            "last_seen": write_instant(record.last_seen),
            "sightings": record.sightings,
            "machine": {
                "family": machine.family,
                "computer": machine.computer,
                "user_name": machine.user_name,
                "ip": machine.ip,
                "country": machine.country,
                "operating_system": machine.operating_system,
                "infected_at": write_instant(machine.infected_at) if machine.infected_at else None,
                "software": machine.software,
            }
            if machine
            else None,
        },
    }
