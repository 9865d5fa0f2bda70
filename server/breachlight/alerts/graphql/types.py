"""GraphQL types of alerts. Rows are served as the service returns them: the fields carry the same names."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import strawberry
from pydantic import BaseModel
from strawberry.types import get_object_definition
from strawberry.types.arguments import InputContext
from strawberry.utils.str_converters import to_camel_case

from breachlight.alerts import severity
from breachlight.alerts.fields import Face, Identifier, View, retyped
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query import filters
from breachlight.alerts.severity import SeverityLevel
from breachlight.alerts.views import AlertView
from breachlight.graphql.engine.direct import context_free
from breachlight.graphql.errors import Problem
from breachlight.kit.messages import Sentence

strawberry.enum(SeverityLevel)
strawberry.enum(AlertAction)


@strawberry.type(description="One factor of the severity score; the points of all factors add up to the score.")
class SeverityFactor:
    """One reason for the score."""

    name: str
    points: int


@cache
def type_of(view: type[View], name: str = "") -> type:
    """Return the GraphQL type of a view: its declared fields, resolved by the view's own attributes."""
    shown = view.fields_on(Face.GRAPHQL)
    namespace: dict[str, Any] = {
        "__annotations__": {field.name: retyped(field.annotation, _graphql_type) for field in shown},
        **{field.name: strawberry.field(description=field.description or None) for field in shown},
    }
    return strawberry.type(
        type(name or view.__name__, (), namespace), description=(view.__doc__ or "").partition("\n")[0]
    )


def _graphql_type(kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, View):
        return type_of(kind)  # type: ignore[arg-type]  # a class is hashable whatever its instances are
    return _REPLACED.get(kind, kind)


_REPLACED: Final = {Identifier: strawberry.ID, severity.SeverityFactor: SeverityFactor}

if TYPE_CHECKING:
    Alert = AlertView  # what resolvers return is what the type shows
else:
    Alert = type_of(AlertView, "Alert")


@strawberry.type
class AlertPage:
    """One page of alerts."""

    results: list[Alert]
    total: int = strawberry.field(
        description="Number of matching rows; exact up to 100,000, or beyond that if a counter exists."
    )
    total_is_exact: bool
    page: int
    page_size: int
    cursor: str = strawberry.field(description="Cursor for the next request: pass it as `after`.")
    has_more: bool
    as_of: str = strawberry.field(
        description="Anchor for other pages of this list: pass it as `asOf`, and no alert is repeated or skipped whatever is "
        "raised or changed meanwhile. Valid for 24 hours."
    )


def input_of(model: type[BaseModel]) -> type:
    """Return the GraphQL input with the fields of a model; resolvers get the given values by the model's names."""
    names = {to_camel_case(name): name for name in model.model_fields}

    @context_free
    def read(_type: type, given: Mapping[str, Any], _context: InputContext) -> Mapping[str, Any]:
        # The values are plain; Strawberry's way asks every field for its name and type.
        return {names[name]: value for name, value in given.items()}

    namespace: dict[str, Any] = {"__annotations__": {}}
    for name, field in model.model_fields.items():
        namespace["__annotations__"][name] = retyped(field.annotation, _graphql_type)
        namespace[name] = strawberry.field(default=strawberry.UNSET, description=field.description)
    made = strawberry.input(type(model.__name__, (), namespace))
    get_object_definition(made, strict=True).from_input = read
    return made


if TYPE_CHECKING:
    AlertFilter = Mapping[str, Any]  # what resolvers get
else:
    AlertFilter = input_of(filters.AlertFilter)


@strawberry.input
class UpdateAlertsInput:
    """An action on alerts, given by ids or by a filter."""

    action: AlertAction
    ids: list[strawberry.ID] | None = strawberry.UNSET
    filter: AlertFilter | None = strawberry.UNSET
    assignee_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET,
        description="Required for ASSIGN, not allowed otherwise: the member, or null to unassign.",
    )
    skip_missing: bool = strawberry.field(
        default=False, description="Skip unknown ids instead of refusing the whole request."
    )


@strawberry.type
class UpdateAlertsSuccess:
    """The result of an action."""

    message: Sentence
    updated: int
    operation_id: strawberry.ID
    alerts: list[Alert] = strawberry.field(description="The alerts given by id in their new state; empty for a filter.")
    missing: list[strawberry.ID] = strawberry.field(
        description="With skipMissing: ids that are unknown or belong to another account."
    )


@strawberry.type
class RevealPasswordSuccess:
    """The password in clear."""

    password: str


@strawberry.type
class RevealedPassword:
    """The password of one alert."""

    alert_id: strawberry.ID
    password: str | None = strawberry.field(description="Null if the alert has none, or if it can't be read.")
    is_unreadable: bool = strawberry.field(description="Whether the stored password is damaged.")


@strawberry.type
class RevealPasswordsSuccess:
    """Several passwords in clear."""

    passwords: list[RevealedPassword]


@strawberry.type
class ReauthenticationRequiredProblem(Problem):
    """The login is too old for this action; ``reauthenticate`` confirms it."""


@strawberry.type(description="New alerts of one batch, at most 100 per event.")
class AlertsRaised:
    """New alerts."""

    alerts: list[Alert]
    count: int
    workforce: int
    portals: int
    cursor: str


@strawberry.type(description="Alerts changed by an action or by undoing one.")
class AlertsChanged:
    """Changed alerts."""

    alerts: list[Alert] = strawberry.field(description="The changed alerts in their new state, at most 100.")
    is_many: bool = strawberry.field(
        description="Whether to fetch the list again: more than 100 alerts have changed or events "
        "were missed, and `alerts` is empty. A large action sends one event per batch."
    )
    operation_id: strawberry.ID | None = strawberry.field(
        description="The operation, as `updateAlerts` returns it; null for automatic changes and after missed events."
    )
