"""Which alerts a list or a bulk action takes: the query fields of spec §3, read and checked.

Their meaning is rest-contract §3. A range of time is half-open: from ``start_datetime`` on, before
``end_datetime``. A field that is absent or an empty text chooses everything.
"""

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

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
"""The ordering keys and their columns; a leading ``-`` turns the order round."""
UNKNOWN_ORDERING: Final = say(
    "The ordering must be one of {known}, with or without a leading -.", known=", ".join(ORDERINGS)
)


@dataclass(frozen=True, slots=True)
class AlertFilter:
    """The conditions of an alert list; all of them hold at once.

    ``user_email`` is a monitored address, whole. ``user_is_live`` tells whether the monitored address is known to exist, or not to;
    where nobody told, neither holds. ``severity_from`` is the lowest score that is wanted, 0 to 100.
    """

    id: str | None = None
    search: str | None = None
    user_id: str | None = None
    user_email: str | None = None
    user_is_live: bool | None = None
    assignee_id: str | None = None
    is_assigned: bool | None = None
    severity_from: int | None = None
    domain_id: str | None = None
    is_read: bool | None = None
    is_closed: bool | None = None
    start_datetime: Instant | None = None
    datetime: Instant | None = None
    end_datetime: Instant | None = None
    domain_name: str | None = None
    domain_exact: str | None = None
    domain_is_set: bool | None = None
    domain_is_not_set: bool | None = None
    breach_record_usernames: str | None = None
    breach_record_passwords: str | None = None
    breach_record_url: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it chooses every alert of the account."""
        return all(getattr(self, name) is None for name in FILTER_FIELDS)


FILTER_FIELDS: Final = tuple(field.name for field in fields(AlertFilter))


@dataclass(frozen=True, slots=True)
class AlertQuery:
    """A filter with the page and the order that are asked for."""

    filter: AlertFilter
    page: int = 1
    page_size: int = DEFAULT_PAGE_SIZE
    ordering: str = DEFAULT_ORDERING


def checked(given: AlertFilter) -> AlertFilter:
    """Return the filter with times in UTC and empty texts as absent.

    Raises:
        ValidationError: a text holds U+0000 or is too long, or a time is outside the calendar.
    """
    problems: dict[str, list[Sentence]] = {}
    changed: dict[str, Any] = {}
    for name in FILTER_FIELDS:
        value = getattr(given, name)
        if value is None or isinstance(value, bool):
            continue
        try:
            changed[name] = checked_value(value)
        except UnfitValueError as error:
            problems[name] = [error.sentence]
    if problems:
        raise ValidationError(problems)
    return replace(given, **changed) if changed else given


def checked_query(query: AlertQuery) -> AlertQuery:
    """Return the query with a page size of at most 100 and its filter checked.

    Raises:
        ValidationError: a page or page size below 1, an unknown ordering key, or a fault of the filter.
    """
    problems = page_problems(query.page, query.page_size)
    if query.ordering.removeprefix("-") not in ORDERINGS:
        problems["ordering"] = [UNKNOWN_ORDERING]
    try:
        conditions = checked(query.filter)
    except ValidationError as error:
        problems.update(error.field_errors)
    if problems:
        raise ValidationError(problems)
    return AlertQuery(conditions, query.page, min(query.page_size, LARGEST_PAGE_SIZE), query.ordering)


def checked_value(value: object) -> object:
    """Return one value of a filter: a time in UTC, an empty text as None.

    Raises:
        UnfitValueError: a number outside 0 to 100, a text with U+0000 or that is too long, or a time outside the calendar.
    """
    if isinstance(value, int) and not 0 <= value <= 100:
        raise UnfitValueError(say("The value must be from 0 to 100."))
    if isinstance(value, str):
        if "\0" in value:
            raise UnfitValueError(say("The text must not contain the character U+0000."))
        if len(value) > LONGEST_TEXT:
            raise UnfitValueError(say("The text must have at most {most} characters.", most=LONGEST_TEXT))
        # A lone surrogate has no UTF-8 form, so no stored text can hold it.
        return value.encode("utf-8", "replace").decode("utf-8") or None
    if isinstance(value, datetime):
        try:
            return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
        except OverflowError:
            raise UnfitValueError(BAD_TIME) from None
    return value
