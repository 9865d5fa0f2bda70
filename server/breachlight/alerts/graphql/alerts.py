"""GraphQL: alerts listed, triaged, revealed and followed live."""

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Final, cast

import strawberry
from strawberry.types.field import StrawberryField

from breachlight.alerts import service
from breachlight.alerts.graphql.types import (
    Alert,
    AlertFilter,
    AlertPage,
    AlertsChanged,
    AlertsRaised,
    ReauthenticationRequiredProblem,
    RevealedPassword,
    RevealPasswordsSuccess,
    RevealPasswordSuccess,
    UpdateAlertsInput,
    UpdateAlertsSuccess,
)
from breachlight.alerts.json_rows import json_row
from breachlight.alerts.live.changed import change_events
from breachlight.alerts.live.raised import alert_events
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query import filters
from breachlight.alerts.views import columns_for, disclosed
from breachlight.auth.graphql_info import Info, client_of
from breachlight.auth.permissions import Permission
from breachlight.graphql.context import require_subject
from breachlight.graphql.engine.selected import Selected, plain_selection, selected_fields
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.kit.errors import NotFoundError, ProblemError, ReauthenticationRequiredError, ValidationError
from breachlight.kit.messages import say

UpdateAlertsResult = Annotated[
    UpdateAlertsSuccess | ValidationProblem | NotFoundProblem | RefusedProblem, strawberry.union("UpdateAlertsResult")
]
RevealPasswordResult = Annotated[
    RevealPasswordSuccess | ReauthenticationRequiredProblem | NotFoundProblem | ThrottledProblem | RefusedProblem,
    strawberry.union("RevealPasswordResult"),
]
RevealPasswordsResult = Annotated[
    RevealPasswordsSuccess
    | ReauthenticationRequiredProblem
    | ValidationProblem
    | NotFoundProblem
    | ThrottledProblem
    | RefusedProblem,
    strawberry.union("RevealPasswordsResult"),
]


class _ReauthenticationHandler(
    strawberry.ExceptionHandler[ReauthenticationRequiredError, ReauthenticationRequiredProblem]
):
    def handle(
        self, exception: ReauthenticationRequiredError, *, field: StrawberryField, info: strawberry.Info
    ) -> ReauthenticationRequiredProblem:
        del field, info
        return ReauthenticationRequiredProblem(message=exception.message, code=exception.code)


EXCEPTION_HANDLERS: Final[tuple[strawberry.ExceptionHandler[Any, Any], ...]] = (_ReauthenticationHandler(),)
"""Asked before the shared ones: a login that is too old has a union member of its own."""

_ALERTS: Final = "results."


@strawberry.type
class AlertQuery:
    """Queries of alerts."""

    @strawberry.field
    async def alerts(
        self,
        info: Info,
        *,
        filter: AlertFilter | None = strawberry.UNSET,  # noqa: A002 -- the schema's name for it
        page: int = 1,
        page_size: int = filters.DEFAULT_PAGE_SIZE,
        ordering: str = filters.DEFAULT_ORDERING,
        after: str | None = strawberry.UNSET,
        as_of: str | None = strawberry.UNSET,
    ) -> AlertPage:
        """List alerts."""
        subject = await require_subject(info, with_keys=True)
        query = filters.alert_query(filter or {}, page, page_size, ordering)
        found = await service.list_alerts(
            subject,
            query,
            after=None if after is strawberry.UNSET else after,
            as_of=as_of or None,
            wanted=_wanted(selected_fields(info), plain_selection(info, "results")),
        )
        return cast("AlertPage", found)

    @strawberry.field
    async def alert(self, info: Info, id: strawberry.ID) -> Alert | None:  # noqa: A002 -- the schema's name for it
        """Return an alert; null if it is unknown or another account's."""
        subject = await require_subject(info, with_keys=True)
        try:
            return await service.get_alert(subject, id)
        except NotFoundError:
            return None


class _Reveals:
    """The reveals of one operation: aliases must not make a bulk disclosure of single ones."""

    def __init__(self, context: object) -> None:
        del context
        self._count = 0

    def count_one(self) -> None:
        """Count a reveal.

        Raises:
            ProblemError: BULK_DISCLOSURE: it is the operation's second one.
        """
        self._count += 1
        if self._count > 1:
            raise ProblemError(say("Reveal one password per request, or use revealPasswords."), "BULK_DISCLOSURE")


async def _reveal_passwords(info: Info, alert_ids: list[strawberry.ID]) -> RevealPasswordsResult:
    subject = await require_subject(info, with_keys=True)
    info.context.loader(_Reveals).count_one()
    revealed = await service.reveal_passwords(subject, alert_ids, client_of(info))
    return RevealPasswordsSuccess(
        passwords=[
            RevealedPassword(
                alert_id=strawberry.ID(one.alert_id), password=one.password, is_unreadable=one.is_unreadable
            )
            for one in revealed
        ]
    )


@strawberry.type
class AlertMutation:
    """Mutations of alerts."""

    @strawberry.mutation
    async def update_alerts(self, info: Info, input: UpdateAlertsInput) -> UpdateAlertsResult:  # noqa: A002 -- the schema's name for it
        """Mark as read or unread, close, reopen or assign."""
        subject = await require_subject(info, with_keys=True)
        if input.action is AlertAction.ASSIGN and input.assignee_id is strawberry.UNSET:
            raise ValidationError({"assignee_id": [say("Pass a member, or null to unassign.")]})
        updated = await service.update_alerts(
            subject,
            input.action,
            ids=list(input.ids) if input.ids else None,
            filter=None
            if input.filter is None or input.filter is strawberry.UNSET
            else filters.checked(filters.AlertFilter, input.filter),
            assignee_id=input.assignee_id or None,
            skip_missing=input.skip_missing,
        )
        return _updated(updated)

    @strawberry.mutation
    async def undo_alert_operation(self, info: Info, operation_id: strawberry.ID) -> UpdateAlertsResult:
        """Undo an operation."""
        return _updated(await service.undo_operation(await require_subject(info, with_keys=True), operation_id))

    @strawberry.mutation
    async def reveal_password(self, info: Info, alert_id: strawberry.ID) -> RevealPasswordResult:
        """Reveal a password."""
        subject = await require_subject(info, with_keys=True)
        info.context.loader(_Reveals).count_one()
        return RevealPasswordSuccess(password=await service.reveal_password(subject, alert_id, client_of(info)))

    reveal_passwords: RevealPasswordsResult = strawberry.mutation(
        resolver=_reveal_passwords,
        description="Reveals the passwords of up to 1,000 alerts, where the account's owners allow bulk disclosure.",
    )


async def _alert_raised(info: Info, after: str | None = strawberry.UNSET) -> AsyncGenerator[AlertsRaised, None]:
    subject = await require_subject(info, with_keys=True)
    subject.require(Permission.READ)
    async with aclosing(alert_events(subject.account_id, None if after is strawberry.UNSET else after)) as events:
        async for event in events:
            yield cast("AlertsRaised", replace(event, alerts=disclosed(subject, event.alerts)))


async def _alerts_changed(info: Info, after: str | None = strawberry.UNSET) -> AsyncGenerator[AlertsChanged, None]:
    subject = await require_subject(info, with_keys=True)
    subject.require(Permission.READ)
    async with aclosing(change_events(subject.account_id, None if after is strawberry.UNSET else after)) as events:
        async for event in events:
            yield cast("AlertsChanged", replace(event, alerts=disclosed(subject, event.alerts)))


@strawberry.type
class AlertSubscription:
    """Subscriptions to alerts."""

    alert_raised: AsyncGenerator[AlertsRaised, None] = strawberry.subscription(
        resolver=_alert_raised,
        description="New alerts. Pass a cursor from `alerts(after:)` or an earlier event to resume without a gap.",
    )
    alerts_changed: AsyncGenerator[AlertsChanged, None] = strawberry.subscription(
        resolver=_alerts_changed,
        description="Alerts that a member or API key of the account has marked as read or unread, "
        "closed, reopened or assigned. The first event confirms that the subscription is active and names no "
        "alert. Pass a cursor from `alerts` or `stats`, and `isMany` of that event says whether alerts may have "
        "changed since.",
    )


@lru_cache(256)
def _wanted(fields: frozenset[str], plain: tuple[Selected, ...] | None) -> service.Wanted:
    """Return what the service must read of a page for these fields; ``plain`` is what is selected of each alert."""
    alerts = (field.removeprefix(_ALERTS) for field in fields if field.startswith(_ALERTS))
    return service.Wanted(
        columns_for(frozenset(map(_snake_case, alerts))),
        totals=not fields.isdisjoint(("total", "totalIsExact", "cursor")),
        as_of="asOf" in fields,
        json=json_row(plain) if plain else None,
    )


def _snake_case(path: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), path)


def _updated(updated: service.AlertsUpdated) -> UpdateAlertsSuccess:
    return UpdateAlertsSuccess(
        message=updated.message,
        updated=updated.updated,
        operation_id=strawberry.ID(updated.operation_id),
        alerts=updated.alerts,
        missing=[strawberry.ID(name) for name in updated.missing],
    )
