"""Requests and answers of the notifications base (rest-contract §3)."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    WithJsonSchema,
    create_model,
    field_validator,
)

from breachlight.alerts import models
from breachlight.alerts.export.service import LARGEST_EXPORT, ExportFormat
from breachlight.alerts.fields import Face, Identifier, View, retyped
from breachlight.alerts.models import AlertAction
from breachlight.alerts.query.filters import (
    DEFAULT_ORDERING,
    DEFAULT_PAGE_SIZE,
    FILTER_FIELDS,
    ORDERINGS,
    AlertFilter,
    AlertQuery,
    Ordering,
)
from breachlight.alerts.triage.service import MOST_IDS
from breachlight.alerts.views import AlertView
from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import Sentence, say
from breachlight.rest.schemas.base import Answer, Body, Instant, OneOf, Query, Words
from breachlight.rest.schemas.parameters import (
    AS_OF,
    AsOf,
    PageNumber,
    PageSize,
    json_fields_of,
    parameters_of,
)
from breachlight.rest.schemas.problems import REQUIRED

UNDO: Final = "undo"
_ACTIONS: Final = (*AlertAction, UNDO)
_UNKNOWN_ACTION: Final = say("The action must be one of {known}.", known=", ".join(_ACTIONS))
_UNKNOWN_FORMAT: Final = say("The format must be one of {known}.", known=", ".join(ExportFormat))
_ORDERINGS: Final = [*(sign + name for name in ORDERINGS for sign in ("", "-")), ""]


def answer_of(view: type[View], name: str = "") -> type[Answer]:
    """Return the model of a view: the fields that it declares for REST, read from the view's own attributes."""
    fields: dict[str, Any] = {
        field.name: (
            retyped(field.annotation, _answer_type),
            Field(description=field.description or None, **_LIMITS.get(field.name, {})),
        )
        for field in view.fields_on(Face.REST)
    }
    described = (view.__doc__ or "").partition("\n")[0]
    return create_model(name or view.__name__, __base__=Answer, __doc__=described, **fields)


def _answer_type(kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, View):
        return answer_of(kind)
    return _REPLACED.get(kind, kind)


_REPLACED: Final = {
    Identifier: str,
    datetime: Instant,
    Sentence: Words,
    models.AlertList: Literal["workforce", "portals"],  # a model of answers has the name
}
_LIMITS: Final[dict[str, dict[str, Any]]] = {"score": {"ge": 0, "le": 100}}

if TYPE_CHECKING:
    Alert = AlertView  # what the service returns is what the model shows
else:
    Alert = answer_of(AlertView, "Alert")


class AlertList(Answer):
    """One page of alerts."""

    count: int
    next: str | None
    previous: str | None
    results: list[Alert]


def _ordering_or_default(value: object) -> object:
    return DEFAULT_ORDERING if value == "" else value


if TYPE_CHECKING:
    _Conditions = Query
    _ConditionsAsJson = Body
else:
    _Conditions = create_model("_Conditions", __base__=Query, **parameters_of(AlertFilter))
    _ConditionsAsJson = create_model("_ConditionsAsJson", __base__=Body, **json_fields_of(AlertFilter))


class _Selection(BaseModel):
    """Alerts that meet conditions, in an order."""

    ordering: Annotated[
        Ordering, BeforeValidator(_ordering_or_default), WithJsonSchema({"type": "string", "enum": _ORDERINGS})
    ] = Field(DEFAULT_ORDERING, description=AlertQuery.model_fields["ordering"].description)

    def filter(self) -> AlertFilter:
        """Return the conditions, which the model has checked."""
        return AlertFilter.model_construct(**{name: getattr(self, name) for name in FILTER_FIELDS})


class AlertFilters(_Selection, _ConditionsAsJson):
    """Conditions that an alert must all meet, and the order."""

    model_config = ConfigDict(extra="forbid")

    def query(self) -> AlertQuery:
        """Return the conditions with the order."""
        return AlertQuery(filter=self.filter(), ordering=self.ordering)


class AlertListQuery(_Selection, _Conditions):
    """A page of the alerts that meet all conditions."""

    model_config = ConfigDict(extra="forbid")

    page: PageNumber = Field(1, description=AlertQuery.model_fields["page"].description)
    page_size: PageSize = Field(DEFAULT_PAGE_SIZE, description=AlertQuery.model_fields["page_size"].description)
    as_of: AsOf = AS_OF

    def query(self) -> AlertQuery:
        """Return the conditions with order and page."""
        return AlertQuery(filter=self.filter(), ordering=self.ordering, page=self.page, page_size=self.page_size)


class AlertUpdate(Body):
    """An action on all alerts that the query parameters select, or the operation to undo."""

    action: Annotated[str, OneOf(_ACTIONS, _UNKNOWN_ACTION)]
    operation: str = Field(default_factory=str, description="With undo: the operation to undo.", validate_default=True)
    assignee: str | None = Field(
        "", description="With assign: ID of a member, or null for nobody.", validate_default=True
    )

    @field_validator("operation")
    @classmethod
    def _operation_to_undo(cls, value: str, info: ValidationInfo) -> str:
        if info.data.get("action") == UNDO and not value:
            raise UnfitValueError(REQUIRED)
        return value

    @field_validator("assignee")
    @classmethod
    def _assignee_or_nobody(cls, value: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("action") == AlertAction.ASSIGN and value == "":
            raise UnfitValueError(say("Pass a member, or null to unassign."))
        return value or None


class Updated(Answer):
    """The result of an action."""

    message: Words
    updated: int
    operation: str = Field(description="For undo.")


def _not_too_many(ids: list[str]) -> list[str]:
    if not 1 <= len(ids) <= MOST_IDS:
        raise UnfitValueError(say("Pass 1 to {most} ids, or a query.", most=MOST_IDS))
    return ids


_Ids = Annotated[
    list[str],
    AfterValidator(_not_too_many),
    Field(json_schema_extra={"minItems": 1, "maxItems": MOST_IDS}),
]


class AlertExportRequest(Body):
    """The alerts to export: either ids or query."""

    format: Annotated[str, OneOf(ExportFormat, _UNKNOWN_FORMAT)] = Field(
        description="csv: RFC 4180 in UTF-8 with a byte order mark. A cell that starts with a single quote, or that a "
        "spreadsheet could run as a formula, gets a single quote in front."
    )
    include_passwords: bool = Field(
        False,
        description="Adds the leaked passwords in clear text, and password_error: unreadable for damaged ones. Needs the "
        "permission to reveal passwords, a login within the last five minutes, enough of the hourly quota and, for more than one "
        "password, bulk disclosure turned on by an owner.",
    )
    ids: _Ids | None = Field(None, description="IDs of alerts, in this order; instead of query.")
    query: AlertFilters | None = Field(
        None,
        description=f"All alerts that meet these conditions, at most {LARGEST_EXPORT:,}; instead of ids.",
        validate_default=True,
    )

    @field_validator("query")
    @classmethod
    def _one_selection(cls, value: AlertFilters | None, info: ValidationInfo) -> AlertFilters | None:
        if "ids" in info.data and (info.data["ids"] is None) == (value is None):
            raise UnfitValueError(say("Pass either ids or a query."))
        return value


class AlertExport(Answer):
    """An export as JSON."""

    format: int
    exported_at: str
    count: int
    results: list[
        Annotated[
            dict[str, object],
            Field(description="One alert, with the column names of the CSV file; the password only if requested."),
        ]
    ]
