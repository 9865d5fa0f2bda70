"""Which alerts a list, an export or a bulk action is about (spec §3, rest-contract §3), declared once.

The GraphQL input and REST's query parameters are made of these declarations. Values are checked when a filter or query is
made, so every one that exists is valid: times are in UTC, and a condition that is absent or an empty text selects everything.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import pydantic
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from breachlight.alerts.fields import Identifier
from breachlight.kit.errors import UnfitValueError, ValidationError
from breachlight.kit.messages import Sentence, say
from breachlight.kit.pagination import page_problems

Instant: TypeAlias = datetime  # where a field is called datetime

DEFAULT_ORDERING: Final = "-datetime"
DEFAULT_PAGE_SIZE: Final = 10
LARGEST_PAGE_SIZE: Final = 100
LONGEST_TEXT: Final = 10_000
"""Characters of a text that is searched for."""
BAD_TIME: Final = say("Use an ISO 8601 date or time, such as 2026-11-21T09:30:00Z.")

ORDERINGS: Final = {
    "datetime": "datetime",
    "severity": "severity_score",
    "first_seen": "first_seen",
    "last_seen": "last_seen",
    "sightings": "sightings",
    "domain_name": "domain_name",
    "is_read": "is_read",
    "is_closed": "is_closed",
    "id": "id",
}
"""The ordering keys and their columns; a leading ``-`` reverses the order."""
_UNKNOWN_ORDERING: Final = say(
    "The ordering must be one of {known}, with or without a leading -.", known=", ".join(ORDERINGS)
)

TYPES: Final = ("malware", "password", "hash", "address")
"""What leaked: a login that malware stole, a readable password, a hash, or an address without a password."""
_UNKNOWN_TYPE: Final = say("The type must be one of {known}.", known=", ".join(TYPES))

_REMEMBERED: Final = 512

ModelT = TypeVar("ModelT", bound=BaseModel)


def fit_text(value: object) -> object:
    """Return a text that PostgreSQL can compare with, None for the empty one."""
    if not isinstance(value, str):
        return value
    if "\0" in value:
        raise UnfitValueError(say("The text must not contain the character U+0000."))
    if len(value) > LONGEST_TEXT:
        raise UnfitValueError(say("The text must have at most {most} characters.", most=LONGEST_TEXT))
    # A lone surrogate has no UTF-8 form, so no stored text can contain it.
    return value.encode("utf-8", "replace").decode("utf-8") or None


def _fit_score(value: int | None) -> int | None:
    if value is not None and not 0 <= value <= 100:
        raise UnfitValueError(say("The value must be from 0 to 100."))
    return value


def _in_utc(value: Instant | None) -> Instant | None:
    if value is None:
        return None
    try:
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        raise UnfitValueError(BAD_TIME) from None


def _page_number(value: int) -> int:
    if problems := page_problems(value, 1):
        raise UnfitValueError(problems["page"][0])
    return value


def _page_size(value: int) -> int:
    if problems := page_problems(1, value):
        raise UnfitValueError(problems["page_size"][0])
    return min(value, LARGEST_PAGE_SIZE)


def _known_type(value: str | None) -> str | None:
    if value is not None and value not in TYPES:
        raise UnfitValueError(_UNKNOWN_TYPE)
    return value


def _known_ordering(value: str) -> str:
    if value.removeprefix("-") not in ORDERINGS:
        raise UnfitValueError(_UNKNOWN_ORDERING)
    return value


_Text = Annotated[str | None, BeforeValidator(fit_text)]
_Id = Annotated[Identifier | None, BeforeValidator(fit_text)]
_Type = Annotated[str | None, BeforeValidator(fit_text), AfterValidator(_known_type)]
Score = Annotated[int | None, AfterValidator(_fit_score)]
_Moment = Annotated[Instant | None, AfterValidator(_in_utc)]
Ordering = Annotated[str, AfterValidator(_known_ordering)]


class AlertFilter(BaseModel):
    """The conditions of an alert list; an alert must meet all of them."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    id: _Id = Field(None, description="ID of one alert.")
    search: _Text = Field(None, description="Part of URL, host or usernames, case-insensitive.")
    user_id: _Id = Field(None, description="ID of the affected email account.")
    user_email: _Text = Field(None, description="A full monitored email address.")
    person_email: _Text = Field(
        None,
        description="An address of a person: alerts of all addresses of the same mailbox, with and without a +tag.",
    )
    user_is_live: bool | None = Field(
        None,
        description="Whether the monitored email is on the list of active accounts; addresses of unknown state match "
        "neither value.",
    )
    assignee_id: _Id = Field(None, description="ID of the member who works on it.")
    incident_id: _Id = Field(None, description="ID of the incident that it belongs to.")
    is_assigned: bool | None = Field(None, description="Assigned or unassigned.")
    severity_from: Score = Field(
        None, description="The lowest score, 0 to 100.", json_schema_extra={"minimum": 0, "maximum": 100}
    )
    leak_name: _Text = Field(
        None, description="Name of the leak that raised them, as in the catalogue, or a former name."
    )
    device: _Text = Field(None, description="Full name of the infected device, case-insensitive.")
    malware: _Text = Field(None, description="Name of the malware that stole it, such as RedLine, case-insensitive.")
    site: _Text = Field(None, description="The full host or package name of the app that the login is for.")
    country: _Text = Field(None, description="ISO 3166 alpha-2 code of the infected device's country.")
    type: _Type = Field(None, description=f"What leaked: {', '.join(TYPES)}.", json_schema_extra={"enum": list(TYPES)})
    domain_id: _Id = Field(None, description="ID of the affected domain.")
    is_read: bool | None = Field(None, description="Read or unread.")
    is_closed: bool | None = Field(None, description="Closed or open.")
    start_datetime: _Moment = Field(None, description="Raised at or after this time, ISO 8601.")
    datetime: _Moment = Field(None, description="Raised at exactly this time, ISO 8601.")
    end_datetime: _Moment = Field(None, description="Raised before this time, ISO 8601.")
    domain_name: _Text = Field(None, description="Part of the affected domain, case-insensitive.")
    domain_exact: _Text = Field(None, description="The affected domain.")
    domain_is_set: bool | None = Field(None, description="true: Portals; false: Workforce.")
    domain_is_not_set: bool | None = Field(None, description="true: Workforce; false: Portals.")
    breach_record_usernames: _Text = Field(None, description="A full username, case-insensitive.")
    breach_record_passwords: _Text = Field(None, description="A full password. It's never logged.", repr=False)
    breach_record_url: _Text = Field(None, description="Part of the URL, case-insensitive.")

    @property
    def is_empty(self) -> bool:
        """Whether it selects every alert of the account."""
        return all(getattr(self, name) is None for name in FILTER_FIELDS)


FILTER_FIELDS: Final = tuple(AlertFilter.model_fields)


class AlertQuery(BaseModel):
    """A filter with a page and an order. A page size above ``LARGEST_PAGE_SIZE`` counts as that."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    filter: AlertFilter = AlertFilter()
    ordering: Ordering = Field(DEFAULT_ORDERING, description="Field to sort by; a leading - reverses the order.")
    page: Annotated[int, AfterValidator(_page_number)] = Field(1, description="Page number.")
    page_size: Annotated[int, AfterValidator(_page_size)] = Field(
        DEFAULT_PAGE_SIZE, description=f"Rows per page; more than {LARGEST_PAGE_SIZE} count as {LARGEST_PAGE_SIZE}."
    )


def alert_query(conditions: Mapping[str, Any], page: int, page_size: int, ordering: str) -> AlertQuery:
    """Return the query of these values, which is remembered if no condition has a text: pages ask the same ones all day.

    Raises:
        ValidationError: values that break a rule, all of them at once.
    """
    has_texts = not all(value is None or type(value) is bool for value in conditions.values())
    make = _query if has_texts else _usual_query
    return make(tuple(conditions.items()), page, page_size, ordering)


def _query(conditions: tuple[tuple[str, Any], ...], page: int, page_size: int, ordering: str) -> AlertQuery:
    given = {"filter": dict(conditions), "page": page, "page_size": page_size, "ordering": ordering}
    return checked(AlertQuery, given)


_usual_query: Final = lru_cache(_REMEMBERED)(_query)


def checked(model: type[ModelT], given: Mapping[str, Any]) -> ModelT:
    """Return the filter or query that values of the right types make.

    Raises:
        ValidationError: values that break a rule, all of them at once.
    """
    try:
        return model.model_validate(given)
    except pydantic.ValidationError as error:
        raise ValidationError({str(line["loc"][-1]): [_broken_rule(line)] for line in error.errors()}) from None


def _broken_rule(line: Any) -> Sentence:
    cause: UnfitValueError = line["ctx"]["error"]
    return cause.sentence
