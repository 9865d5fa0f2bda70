"""The notifications base: alerts, listed and acted on (contract, Alert query)."""

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from breachlight.alerts import service
from breachlight.alerts.filters import AlertQuery, query_from_parameters
from breachlight.alerts.models import AlertAction
from breachlight.kit.errors import ProblemError, ValidationError
from breachlight.rest.requests import json_object, subject_of, text_fields
from breachlight.rest.responses import answer, instant

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
            raise ProblemError("Name at least one filter: without one the action would take every alert.")
        updated = await service.update_alerts(subject, _action(action), filter=query.filter)
    return answer({"message": updated.message, "updated": updated.updated, "operation": updated.operation_id})


def _action(text: str) -> AlertAction:
    try:
        return AlertAction(text)
    except ValueError:
        known = ", ".join([*AlertAction, _UNDO])
        raise ValidationError({"action": [f"The action must be one of {known}."]}) from None


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
        "datetime": instant(alert.datetime),
        "is_read": alert.is_read,
        "is_closed": alert.is_closed,
        "domain": {"id": alert.domain.id, "domain": alert.domain.domain} if alert.domain else None,
        "user": {"id": alert.user.id, "email": alert.user.email} if alert.user else None,
        "severity": {"score": alert.severity.score, "level": alert.severity.level.value},
        "leak": {"name": alert.leak.name, "title": alert.leak.title},
        "breach_record": {
            "url": record.url,
            "usernames": record.usernames,
            "passwords": record.passwords,
            "password_type": record.password_type,
            "first_seen": instant(record.first_seen),
            "last_seen": instant(record.last_seen),
            "sightings": record.sightings,
            "machine": {
                "family": machine.family,
                "computer": machine.computer,
                "user_name": machine.user_name,
                "ip": machine.ip,
                "country": machine.country,
                "operating_system": machine.operating_system,
                "infected_at": instant(machine.infected_at) if machine.infected_at else None,
                "software": machine.software,
            }
            if machine
            else None,
        },
    }
