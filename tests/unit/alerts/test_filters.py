from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from graphql import GraphQLInputObjectType, build_schema
from starlette.requests import Request
from strawberry.utils.str_converters import to_camel_case

from breachlight.alerts.query.cursors import encode_cursor, read_cursor
from breachlight.alerts.query.filters import AlertFilter, AlertQuery, checked
from breachlight.kit.errors import ValidationError
from breachlight.kit.identifiers import new_id
from breachlight.kit.messages import Sentence
from breachlight.rest.requests import parse, query_of
from breachlight.rest.schemas.alerts import AlertListQuery

SCHEMA = Path(__file__).parents[3] / "schema.graphql"
EAST = timezone(timedelta(hours=14))


def query_from_parameters(parameters: Iterable[tuple[str, str]]) -> AlertQuery:
    """Read query parameters as REST does."""
    request = Request({"type": "http", "query_string": urlencode(list(parameters)).encode(), "headers": []})
    problems: dict[str, list[Sentence]] = {}
    values, repeated = query_of(request, AlertListQuery)
    query = parse(AlertListQuery, values, problems)
    if query is None or repeated:
        raise ValidationError({**repeated, **problems})
    return query.query()


def refused(*parameters: tuple[str, str]) -> set[str]:
    with pytest.raises(ValidationError) as caught:
        query_from_parameters(parameters)
    return set(caught.value.field_errors)


@pytest.mark.spec("S9.2")
def test_the_defaults_are_those_of_the_specification() -> None:
    assert query_from_parameters([]) == AlertQuery(filter=AlertFilter(), ordering="-datetime", page=1, page_size=10)
    assert query_from_parameters([("search", ""), ("is_read", ""), ("page", "")]) == AlertQuery(filter=AlertFilter())


@pytest.mark.spec("S3.11")
def test_every_field_is_read() -> None:
    query = query_from_parameters(
        [
            ("page", "3"),
            ("page_size", "25"),
            ("ordering", "severity"),
            ("is_read", "false"),
            ("is_closed", "1"),
            ("domain_is_set", "TRUE"),
            ("start_datetime", "2026-11-01"),
            ("end_datetime", "2026-11-21T10:00:00 02:00"),
            ("datetime", "2026-11-20T10:00:00Z"),
            ("search", "a b"),
        ]
    )
    assert (query.page, query.page_size, query.ordering) == (3, 25, "severity")
    assert query.filter == AlertFilter(
        is_read=False,
        is_closed=True,
        domain_is_set=True,
        start_datetime=datetime(2026, 11, 1, tzinfo=UTC),
        end_datetime=datetime(2026, 11, 21, 8, tzinfo=UTC),
        datetime=datetime(2026, 11, 20, 10, tzinfo=UTC),
        search="a b",
    )


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "9" * 30, "١"])
@pytest.mark.parametrize("name", ["page", "page_size"])
def test_g07_invalid_pages(name: str, text: str) -> None:
    assert refused((name, text)) == {name}


def test_g07_page_sizes_are_clamped() -> None:
    assert query_from_parameters([("page_size", "1000000000"), ("page", "1000000000000")]).page_size == 100


@pytest.mark.parametrize(
    "ordering", ["password", "-password_sealed", "-account__user__password_hash", "--datetime", "datetime,id", "key"]
)
def test_g09_orderings_outside_the_list(ordering: str) -> None:
    assert refused(("ordering", ordering)) == {"ordering"}


@pytest.mark.parametrize(
    "name", ["search", "breach_record_url", "breach_record_usernames", "breach_record_passwords", "domain_exact", "id"]
)
def test_r04_nul_is_refused(name: str) -> None:
    assert refused((name, "a\0b")) == {name}


@pytest.mark.parametrize(
    "text",
    ["2026-02-31", "31-02-2026", "0000-01-01", "10000-01-01", "yesterday", "0001-01-01T00:00:00 14:00", "1e9"],
)
@pytest.mark.parametrize("name", ["start_datetime", "datetime", "end_datetime"])
def test_r06_invalid_times(name: str, text: str) -> None:
    assert refused((name, text)) == {name}


@pytest.mark.parametrize("year", [1, 9999])
def test_r06_the_ends_of_the_calendar_are_times(year: int) -> None:
    text = f"{year:04}-06-01T00:00:00+05:00"
    assert query_from_parameters([("datetime", text)]).filter.datetime == datetime(
        year, 6, 1, tzinfo=timezone(timedelta(hours=5))
    )


def test_r10_repeated_parameters_are_refused() -> None:
    assert refused(("page", "1"), ("page", "2")) == {"page"}
    assert refused(("is_read", "1"), ("is_read", "1")) == {"is_read"}
    assert refused(("is_read", "x"), ("is_read", "1"), ("search", ""), ("search", "a")) == {"is_read", "search"}


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(ValidationError) as caught:
        checked(AlertQuery, {"filter": {"search": "\0"}, "page": 0, "page_size": 0, "ordering": "key"})
    assert set(caught.value.field_errors) == {"search", "page", "page_size", "ordering"}


@pytest.mark.parametrize(
    "given",
    [{"search": "\0"}, {"id": "a" * 10_001}, {"severity_from": 101}, {"datetime": datetime.min.replace(tzinfo=EAST)}],
)
def test_no_invalid_filter_exists(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(given))):
        AlertFilter(**given)


def test_a_filter_never_changes() -> None:
    conditions = AlertFilter(search="shop", user_id="")
    assert conditions.user_id is None
    with pytest.raises(ValueError, match="frozen"):
        conditions.search = "\0"  # type: ignore[misc]  # what mypy says, too


def test_every_interface_has_the_same_conditions_with_the_same_descriptions() -> None:
    declared = {name: field.description for name, field in AlertFilter.model_fields.items()}
    rest = {name: field.description for name, field in AlertListQuery.model_fields.items()}
    described = build_schema(SCHEMA.read_text()).get_type("AlertFilter")
    assert isinstance(described, GraphQLInputObjectType)
    assert {name: field.description for name, field in described.fields.items()} == {
        to_camel_case(name): description for name, description in declared.items()
    }
    assert {name: rest[name] for name in declared} == declared
    assert rest.keys() - declared.keys() == {"ordering", "page", "page_size", "as_of"}


def test_a_long_text_is_refused() -> None:
    assert refused(("search", "a" * 10_001)) == {"search"}


NO_DATABASE: Any = None


async def test_a_cursor_can_be_kept() -> None:
    account_id = new_id()
    cursor = encode_cursor(account_id, 2**40 + 7)
    assert await read_cursor(NO_DATABASE, account_id, cursor, 2**40 + 7) == 2**40 + 7
    assert await read_cursor(NO_DATABASE, account_id, "", 0) == 0


@pytest.mark.parametrize(
    "text", ["x", "AAAA", "é", "=" * 9, encode_cursor(UUID(int=7), 5), "A" * 18, "A" * 39, "AQ" * 19]
)
async def test_what_is_no_cursor_is_refused(text: str) -> None:
    account_id = new_id()
    for each in (text, encode_cursor(account_id, 5)[:-2], encode_cursor(account_id, 10)):
        with pytest.raises(ValidationError):
            await read_cursor(NO_DATABASE, account_id, each, 9)
