"""The scalars at both edges (hostile-inputs G10 and R06)."""

import pytest
from toy_schema import toy_context, toy_schema

SCHEMA = toy_schema()
QUERY = "query ($at: DateTime!, $day: Date!, $big: BigInt!) { instant(at: $at, day: $day, big: $big) }"


async def ask(**changes: object) -> tuple[object, list[str]]:
    variables = {"at": "2026-11-21T09:30:00Z", "day": "2026-11-21", "big": 2**53 - 1} | changes
    result = await SCHEMA.execute(QUERY, variable_values=variables, context_value=toy_context())
    return result.data, [error.message for error in result.errors or []]


@pytest.mark.parametrize(
    ("at", "read"),
    [
        ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00+00:00"),
        ("2026-11-21T09:30:00.123456+02:00", "2026-11-21T07:30:00.123456+00:00"),
        ("2026-11-21T09:30-05:30", "2026-11-21T15:00:00+00:00"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"),
    ],
)
async def test_instants_are_read_into_utc(at: str, read: str) -> None:
    data, errors = await ask(at=at)
    assert not errors
    assert data == {"instant": f"{read} 2026-11-21 9007199254740991"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("at", value)
            for value in (
                "2026-11-21T09:30:00",
                "2026-11-21",
                "2026-02-31T00:00:00Z",
                "2026-W47-6T00:00:00Z",
                "9999-12-31T23:59:59-01:00",
                "0001-01-01T00:00:00+01:00",
                "2026-11-21T09:30:00Z\n",
                "２026-11-21T09:30:00Z",
                "",
                1,
                True,
                ["2026-11-21T09:30:00Z"],
            )
        ),
        *(("day", value) for value in ("2026-02-30", "31-01-2026", "2026-W47-6", "20261121", "", 5, None)),
        *(("big", value) for value in (2**53, -(2**53), 1.5, "1", True, None)),
    ],
)
async def test_r06_what_is_no_date_or_number_is_refused(name: str, value: object) -> None:
    data, errors = await ask(**{name: value})
    assert data is None
    assert len(errors) == 1
    assert f"${name}" in errors[0]


async def test_rows_are_written_in_utc_with_z() -> None:
    result = await SCHEMA.execute("{ row(id: 3) { at day big } }", context_value=toy_context())
    assert result.data == {"row": {"at": "2026-11-21T03:00:00Z", "day": "2026-11-21", "big": 2**40 + 3}}
