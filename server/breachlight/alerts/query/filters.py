"""Which alerts a list or a bulk action takes: the query fields of specification section 3, read and checked.

Their meaning is the contract's ("Alert query"). A range of time is half-open: from ``start_datetime`` on, before
``end_datetime``. A field that is absent or an empty text chooses everything.
"""

from collections.abc import Callable, Iterable
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


@dataclass(frozen=True, slots=True)
class AlertFilter:
    """The conditions of an alert list; all of them hold at once.

    ``user_email`` is a watched address, whole. ``user_is_live`` tells whether the watched address is known to exist, or not to;
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
            changed[name] = _checked(value)
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
        problems["ordering"] = [
            say("The ordering must be one of {known}, with or without a leading -.", known=", ".join(ORDERINGS))
        ]
    try:
        conditions = checked(query.filter)
    except ValidationError as error:
        problems.update(error.field_errors)
    if problems:
        raise ValidationError(problems)
    return AlertQuery(conditions, query.page, min(query.page_size, LARGEST_PAGE_SIZE), query.ordering)


def query_from_parameters(parameters: Iterable[tuple[str, str]], *, is_strict: bool = False) -> AlertQuery:
    """Read the parameters of a REST request, by name and value as they came.

    Parameters of other names are left alone, as the specification's own clients may send more; unless ``is_strict``,
    for what does harm to more alerts than were meant when a misspelt filter is passed over.

    Raises:
        ValidationError: a parameter comes twice, is no value of its kind, or ``checked_query`` refuses it.
    """
    problems: dict[str, list[Sentence]] = {}
    values: dict[str, Any] = {}
    for name, text in parameters:
        reader = _READERS.get(name)
        if reader is None:
            if is_strict:
                problems[name[:_LONGEST_NAME]] = [
                    say("There is no such filter; there are {known}.", known=", ".join(FILTER_FIELDS))
                ]
            continue
        if name in values or name in problems:
            problems[name] = [say("This parameter may be given once only.")]
            continue
        try:
            values[name] = reader(text) if text else None
        except UnfitValueError as error:
            problems[name] = [error.sentence]
    if problems:
        raise ValidationError(problems)
    return checked_query(
        AlertQuery(
            AlertFilter(**{name: value for name, value in values.items() if name in FILTER_FIELDS}),
            _or_default(values.get("page"), 1),
            _or_default(values.get("page_size"), DEFAULT_PAGE_SIZE),
            values.get("ordering") or DEFAULT_ORDERING,
        )
    )


def _or_default(value: int | None, default: int) -> int:
    return default if value is None else value


def _checked(value: object) -> object:
    if isinstance(value, int) and not 0 <= value <= 100:
        raise UnfitValueError(say("The value must be 0 to 100."))
    if isinstance(value, str):
        if "\0" in value:
            raise UnfitValueError(say("The text must not hold the character U+0000."))
        if len(value) > LONGEST_TEXT:
            raise UnfitValueError(say("The text must have at most {most} characters.", most=LONGEST_TEXT))
        # A lone surrogate has no UTF-8 form, so no stored text can hold it.
        return value.encode("utf-8", "replace").decode("utf-8") or None
    if isinstance(value, datetime):
        try:
            return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
        except OverflowError:
            raise UnfitValueError(_BAD_TIME) from None
    return value


_BAD_TIME: Final = say("The time must be an ISO 8601 date or time, as in 2026-11-21T09:30:00Z.")
_TRUTHS: Final = {"true": True, "1": True, "false": False, "0": False}
_LONGEST_NUMBER: Final = 18
_LONGEST_NAME: Final = 50


def _read_truth(text: str) -> bool:
    truth = _TRUTHS.get(text.lower())
    if truth is None:
        raise UnfitValueError(say("The value must be true or false."))
    return truth


def _read_time(text: str) -> datetime:
    try:
        # In a query string, an unescaped + arrives as a blank.
        return datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
    except ValueError:
        raise UnfitValueError(_BAD_TIME) from None


def _read_number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER):
        raise UnfitValueError(say("The value must be a whole number."))
    return int(text)


_READERS: Final[dict[str, Callable[[str], object]]] = {
    **dict.fromkeys(FILTER_FIELDS, str),
    **dict.fromkeys(
        ("user_is_live", "is_read", "is_closed", "is_assigned", "domain_is_set", "domain_is_not_set"), _read_truth
    ),
    **dict.fromkeys(("start_datetime", "datetime", "end_datetime"), _read_time),
    **dict.fromkeys(("page", "page_size", "severity_from"), _read_number),
    "ordering": str,
}
