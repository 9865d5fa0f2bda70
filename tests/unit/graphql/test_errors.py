"""What clients learn of failures, and what the log does (hostile-inputs G11)."""

import asyncio
from typing import Any

import pytest
from strawberry.types import ExecutionResult
from structlog.testing import capture_logs
from toy_schema import CANARY, PROBLEMS, toy_context, toy_schema

SCHEMA = toy_schema()

ORDER = """mutation ($name: String!) { order(input: {name: $name, amount: 1}) {
  __typename
  ... on Problem { message code }
  ... on ValidationProblem { fieldErrors { field messages } }
  ... on ThrottledProblem { retryAfterSeconds }
} }"""


async def run(query: str, **variables: object) -> ExecutionResult:
    return await SCHEMA.execute(query, variable_values=variables, context_value=toy_context())


def formatted(result: ExecutionResult) -> list[Any]:
    return [error.formatted for error in result.errors or []]


@pytest.mark.parametrize(
    ("name", "member"),
    [
        (
            "invalid",
            {
                "__typename": "ValidationProblem",
                "message": "Some fields are invalid.",
                "code": "VALIDATION",
                "fieldErrors": [
                    {"field": "user.firstName", "messages": ["Field is Required"]},
                    {"field": "phone", "messages": ["Enter Phone Number", "Too short"]},
                ],
            },
        ),
        (
            "throttled",
            {
                "__typename": "ThrottledProblem",
                "message": "Too many attempts. Try again in 7 seconds.",
                "code": "THROTTLED",
                "retryAfterSeconds": 7,
            },
        ),
        ("unknown", {"__typename": "NotFoundProblem", "message": "Not found.", "code": "NOT_FOUND"}),
        (
            "forbidden",
            {"__typename": "RefusedProblem", "message": "You don't have permission to do this.", "code": "FORBIDDEN"},
        ),
        ("own", {"__typename": "RefusedProblem", "message": "Not today.", "code": "NOT_TODAY"}),
        ("fine", {"__typename": "Ordered"}),
    ],
)
async def test_expected_failures_are_members_of_the_union(name: str, member: dict[str, Any]) -> None:
    with capture_logs() as logs:
        result = await run(ORDER, name=name)
    assert not result.errors
    assert result.data == {"order": member}
    assert logs == []


@pytest.mark.parametrize("name", ["unauthenticated", "unavailable"])
async def test_some_failures_are_never_members(name: str) -> None:
    result = await run(ORDER, name=name)
    assert result.data is None
    assert [error["extensions"] for error in formatted(result)] == [{"code": name.upper()}]


@pytest.mark.parametrize("kind", ["invalid", "throttled", "unknown"])
async def test_a_failure_whose_member_is_missing_keeps_its_facts(kind: str) -> None:
    result = await run("mutation ($kind: String!) { narrow(kind: $kind) { __typename } }", kind=kind)
    assert result.data is None
    [error] = formatted(result)
    assert (
        error["extensions"]
        == {
            "invalid": {
                "code": "VALIDATION",
                "fieldErrors": {"user.firstName": ["Field is Required"], "phone": ["Enter Phone Number", "Too short"]},
            },
            "throttled": {"code": "THROTTLED", "retryAfter": 7},
            "unknown": {"code": "NOT_FOUND"},
        }[kind]
    )


@pytest.mark.parametrize("kind", sorted(set(PROBLEMS) - {"bug", "invalid", "throttled"}))
async def test_failures_without_union_have_a_code(kind: str) -> None:
    with capture_logs() as logs:
        result = await run("query ($kind: String!) { refused(kind: $kind) }", kind=kind)
    assert result.data == {"refused": None}
    [error] = formatted(result)
    problem: Any = PROBLEMS[kind]
    assert error["message"] == problem.message
    assert error["extensions"] == {"code": problem.code}
    assert error["path"] == ["refused"]
    assert logs == []


@pytest.mark.spec("B4.5.1")
async def test_g11_a_fault_is_masked_and_logged_once_with_its_id() -> None:
    query = "query Look($kind: String!) { hello broken refused(kind: $kind) }"
    with capture_logs() as logs:
        result = await run(query, kind="bug")
    assert result.data == {"hello": "world", "broken": None, "refused": None}
    assert [(error["message"], error["path"], error["extensions"]) for error in formatted(result)] == [
        ("Internal error", ["broken"], {"code": "INTERNAL", "id": "request-1"}),
        ("Internal error", ["refused"], {"code": "INTERNAL", "id": "request-1"}),
    ]
    assert [entry["path"] for entry in logs] == [["broken"], ["refused"]]
    for entry in logs:
        assert entry["event"] == "graphql_fault"
        assert entry["request_id"] == "request-1"
        assert entry["operation"] == "Look"
        assert entry["variables"] == {"kind": "[redacted]"}
        assert entry["error"] == ["builtins.RuntimeError"]
        assert any("toy_schema.py" in frame for frame in entry["frames"])
    assert CANARY not in repr(logs)


@pytest.mark.parametrize("field", ["name", "count", "words", "colour", "note", "at", "tags { label }"])
async def test_g11_values_that_do_not_fit_are_not_quoted(field: str) -> None:
    with capture_logs() as logs:
        result = await run(f"{{ odd {{ {field} }} }}")
    assert result.errors
    assert {error["message"] for error in formatted(result)} == {"Internal error"}
    assert len(logs) == len(result.errors)
    assert "purple" not in repr(logs)


async def test_g11_canary_in_variables_and_literals_reaches_no_log() -> None:
    with capture_logs() as logs:
        first = await run("mutation ($p: String!) { login(password: $p) }", p=CANARY)
        second = await run(f'mutation {{ login(password: "{CANARY}") }}')
    assert formatted(first)[0]["message"] == formatted(second)[0]["message"] == "Internal error"
    assert len(logs) == 2
    assert CANARY not in repr(logs)


@pytest.mark.parametrize(
    ("query", "variables", "code"),
    [
        ("{", {}, "GRAPHQL_PARSE_FAILED"),
        ("{ nonsense }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ('{ double(number: "x") }', {}, "GRAPHQL_VALIDATION_FAILED"),
        ("query ($n: Int!) { double(number: $n) }", {"n": None}, "BAD_USER_INPUT"),
        ("query ($n: Int!) { double(number: $n) }", {}, "BAD_USER_INPUT"),
        ("query ($n: Int!) { double(number: $n) }", {"n": 2**31}, "BAD_USER_INPUT"),
        ("query ($n: Int!) { double(number: $n) }", {"n": True}, "BAD_USER_INPUT"),
        ("query ($n: Int!) { double(number: $n) }", {"n": [1, 2]}, "BAD_USER_INPUT"),
        ("query ($n: Int) { atLeastFive(number: $n) }", {"n": None}, "BAD_USER_INPUT"),
        ('query ($at: DateTime!) { instant(at: $at, day: "2026-01-01", big: 1) }', {"at": "x"}, "BAD_USER_INPUT"),
    ],
)
async def test_g10_errors_of_the_request_say_what_is_wrong(query: str, variables: dict[str, object], code: str) -> None:
    with capture_logs() as logs:
        result = await run(query, **variables)
    assert result.data is None
    [error] = formatted(result)
    assert error["extensions"] == {"code": code}
    assert error["message"] != "Internal error"
    assert logs == []


async def test_g10_a_long_wrong_value_is_not_repeated_in_full() -> None:
    result = await run("query ($n: Int!) { double(number: $n) }", n="x" * 100_000)
    assert len(formatted(result)[0]["message"]) <= 501


async def test_g04_no_hints_unless_introspection_is_on() -> None:
    closed = toy_schema(introspection=False)
    for query, variables in (
        ("{ helo }", {}),
        ("{ hello { x } }", {}),
        ("{ row(idd: 1) { id } }", {}),
        ("{ __schema { queryType { name } } }", {}),
        ('{ __type(name: "Row") { name } }', {}),
        ("query ($f: Filter!) { filtered(filter: $f) { total } }", {"f": {"serch": "x"}}),
    ):
        result = await closed.execute(query, variable_values=variables, context_value=toy_context())
        assert result.data is None
        for error in result.errors or []:
            assert "Did you mean" not in error.message
    hinted = await SCHEMA.execute("{ helo }", context_value=toy_context())
    assert "Did you mean 'hello'?" in formatted(hinted)[0]["message"]


async def test_faults_in_a_subscription_are_masked() -> None:
    with capture_logs() as logs:
        stream = await SCHEMA.subscribe("subscription { failing }", context_value=toy_context())
        results = [result async for result in stream]
    assert results[0].data == {"failing": 1}
    assert formatted(results[-1])[0]["extensions"] == {"code": "INTERNAL", "id": "request-1"}
    assert CANARY not in repr(logs) + repr([formatted(result) for result in results])
    assert len(logs) == 1


async def test_parallel_requests_do_not_share_their_ids() -> None:
    async def one(number: int) -> Any:
        context = toy_context()
        context.request_id = f"r{number}"
        return formatted(await SCHEMA.execute("{ broken }", context_value=context))[0]["extensions"]["id"]

    assert await asyncio.gather(*map(one, range(20))) == [f"r{number}" for number in range(20)]
