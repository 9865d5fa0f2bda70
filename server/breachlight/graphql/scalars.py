"""The scalars beyond GraphQL's own five."""

import re
from datetime import UTC, date, datetime
from typing import Final, NewType

import strawberry
from graphql import GraphQLError
from strawberry.schema.types.scalar import DEFAULT_SCALAR_REGISTRY
from strawberry.types.scalar import ScalarDefinition

from breachlight.kit import clock
from breachlight.kit.messages import Sentence

BigInt = NewType("BigInt", int)
"""A whole number beyond the 32 bits of ``Int``, up to the 53 bits that JavaScript reads exactly."""

_LARGEST_EXACT: Final = 2**53 - 1
# Python reads more of ISO 8601 than RFC 3339 has, week numbers for one.
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _write_instant(value: datetime) -> str:
    if value.tzinfo is None:
        raise TypeError("A time without a time zone can't be sent.")
    return clock.write_instant(value)


def _read_instant(value: object) -> datetime:
    try:
        if not isinstance(value, str) or not _INSTANT.fullmatch(value):
            raise ValueError
        # Near the years 1 and 9999 an offset can lead out of the calendar.
        return datetime.fromisoformat(value).astimezone(UTC)
    except (ValueError, OverflowError):
        raise GraphQLError("DateTime must have a time zone, such as 2026-11-21T09:30:00Z.") from None


def _write_day(value: date) -> str:
    return value.isoformat()


def _read_day(value: object) -> date:
    try:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise ValueError
        return date.fromisoformat(value)
    except ValueError:
        raise GraphQLError("Date must be a valid date, such as 2026-11-21.") from None


def _write_big_int(value: int) -> int:
    if type(value) is not int or abs(value) > _LARGEST_EXACT:
        raise TypeError("A BigInt must be an int of at most 53 bits.")
    return value


def _read_big_int(value: object) -> int:
    if type(value) is not int or abs(value) > _LARGEST_EXACT:
        raise GraphQLError("BigInt must be a whole number of at most 53 bits.")
    return value


SCALARS: Final[dict[object, ScalarDefinition]] = {
    # Clients see an ordinary String; here the type checker sees to it that nobody answers a bare text.
    Sentence: DEFAULT_SCALAR_REGISTRY[str],
    datetime: strawberry.scalar(
        name="DateTime",
        description="A time in UTC, ISO 8601 with Z, such as 2026-11-21T09:30:00Z.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc3339",
        serialize=_write_instant,
        parse_value=_read_instant,
    ),
    date: strawberry.scalar(
        name="Date",
        description="A date, ISO 8601, such as 2026-11-21.",
        serialize=_write_day,
        parse_value=_read_day,
    ),
    BigInt: strawberry.scalar(
        name="BigInt",
        description="A whole number of at most 53 bits.",
        serialize=_write_big_int,
        parse_value=_read_big_int,
    ),
}
"""For ``StrawberryConfig(scalar_map=...)``."""
