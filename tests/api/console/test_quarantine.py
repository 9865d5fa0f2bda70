"""The quarantine in the operator console: list, stretches as shapes, dropping, and reading again by a worker."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
from callers import Caller
from factories import make_identity
from ingestion_harness import Bench
from operators import recorded

from breachlight.leaks.administration import operations_repository
from breachlight.leaks.administration.operations import run_operation

SignIn = Callable[..., Awaitable[Caller]]
BY = "orla@operators.example"
SECRET = "Zebra-Giraffe-99"  # invented
HOSTILE = "<img src=x onerror=alert(1)>"
GOOD = "".join(f"p{number}@people.example:Blue{number}\n" for number in range(200))
ROWS = "".join(f"x{number};Green{number};q{number}@people.example\n" for number in range(3))
POOR = "".join(
    f"{SECRET}-{number}\n" if number % 5 == 0 else f"p{number}@people.example:Blue{number}\n" for number in range(200)
)
LIST = """query ($search: String, $reason: String, $first: Int! = 50, $after: String) { console { rejectionReasons
  result: quarantine(search: $search, reason: $reason, first: $first, after: $after) { hasMore cursor
    results { id leak name isHeld stretches rejectedLines reasons { reason stretches } } } } }"""
FILE = """query ($id: ID!, $reason: String, $first: Int! = 50, $after: String) { console { result: quarantinedFile(id: $id) {
  file { id name isHeld stretches } explanation lines command operations { kind state failure figures { name value } }
  stretches(reason: $reason, first: $first, after: $after) { hasMore cursor results { id start length reason shape member } } } } }"""
RESULT = "{ __typename ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } } ... on MessageSuccess { message } }"
DROP = f"mutation ($id: ID!) {{ result: consoleDropQuarantinedFile(id: $id) {RESULT} }}"
REREAD = f"""mutation ($id: ID!, $reading: ConsoleReadingInput) {{
  result: consoleRereadQuarantinedFile(id: $id, reading: $reading) {RESULT} }}"""


async def read(caller: Caller, query: str, **variables: Any) -> Any:
    answer = await caller.graphql(query, variables)
    assert "errors" not in answer, answer
    assert "Zebra" not in json.dumps(answer)
    return answer["data"]["console"]["result"]


async def change(caller: Caller, query: str, **variables: Any) -> Any:
    answer = await caller.graphql(query, variables)
    assert "errors" not in answer, answer
    return answer["data"]["result"]


async def only_file(caller: Caller, **variables: Any) -> Any:
    [file] = (await read(caller, LIST, **variables))["results"]
    return file


async def work(bench: Bench) -> None:
    """Do what the console has entered, as a worker does."""
    for operation in await operations_repository.unfinished_operations(bench.connection):
        await run_operation(bench.settings, bench.ring, operation.id)


async def test_files_are_found_by_leak_and_reason(orla: Caller, bench: Bench) -> None:
    await bench.ingest(bench.write("one.txt", GOOD + SECRET + "\n"), leak=HOSTILE)
    await bench.ingest(bench.write("two.txt", GOOD + "http://shop.example/login\n" + SECRET + "\n"), leak="Two")
    both = await read(orla, LIST)
    assert [(file["name"], file["leak"]) for file in both["results"]] == [("two.txt", "Two"), ("one.txt", HOSTILE)]
    assert (await only_file(orla, search="<IMG"))["name"] == "one.txt"
    assert (await only_file(orla, search="two"))["stretches"] == 2
    reasons = {each["reason"] for each in (await only_file(orla, search="two"))["reasons"]}
    assert len(reasons) == 2
    other = (reasons - {"no-separator"}).pop()
    assert (await only_file(orla, reason=other))["name"] == "two.txt"
    assert (await read(orla, LIST, reason="nonsense"))["results"] == []
    page = await read(orla, LIST, first=1)
    assert page["hasMore"]
    rest = await read(orla, LIST, first=1, after=page["cursor"])
    assert [file["name"] for file in rest["results"]] == ["one.txt"]
    for wrong in ("nonsense", "2026-11-20T09:30:00/" + both["results"][0]["id"]):
        answer = await orla.graphql(LIST, {"after": wrong})
        assert answer["errors"][0]["extensions"]["code"] == "VALIDATION"


async def test_stretches_are_shown_as_shapes_only(orla: Caller, bench: Bench, connection: asyncpg.Connection) -> None:
    await bench.ingest(bench.write("one.txt", GOOD + f"{SECRET}\nnoseparatorhere\n{HOSTILE}\n"))
    file = await only_file(orla)
    shown = await read(orla, FILE, id=file["id"])
    assert shown["stretches"]["results"][0]["shape"] == "‹a:5-8›-‹a:5-8›-‹9:1-4›"
    assert HOSTILE not in json.dumps(shown)
    assert (shown["command"], shown["explanation"], shown["lines"]) == (None, None, [])
    first = (await read(orla, FILE, id=file["id"], first=1))["stretches"]
    assert first["hasMore"]
    second = (await read(orla, FILE, id=file["id"], first=1, after=first["cursor"]))["stretches"]
    assert second["results"][0]["start"] > first["results"][0]["start"]
    assert (await read(orla, FILE, id=file["id"], reason="too-deep"))["stretches"]["results"] == []
    # Bytes that were changed open no more, and the page says so.
    await connection.execute("UPDATE quarantined_stretches SET sealed = sealed || '\\x00'::bytea")
    assert (await read(orla, FILE, id=file["id"]))["stretches"]["results"][0]["shape"] is None
    assert await read(orla, FILE, id="nonsense") is None


async def test_a_held_file_says_why_and_which_command_ingests_it(orla: Caller, bench: Bench) -> None:
    path = bench.write("poor.txt", POOR)
    assert bench.breachlight("ingest", str(path), "--leak", "Big").returncode == 1
    file = await only_file(orla)
    assert file["isHeld"]
    shown = await read(orla, FILE, id=file["id"])
    assert shown["explanation"].startswith("20% of 200")
    assert len(shown["lines"]) == 3
    assert shown["command"] == f"breachlight quarantine retry {file['id']} --accept"
    assert (await change(orla, REREAD, id=file["id"]))["__typename"] == "RefusedProblem"
    accepted = bench.breachlight(*shown["command"].split()[1:])
    assert accepted.returncode == 0, accepted.stderr


async def test_dropping_deletes_for_good_and_is_recorded(
    orla: Caller, bench: Bench, connection: asyncpg.Connection
) -> None:
    await bench.ingest(bench.write("one.txt", GOOD + f"{SECRET}\nnoseparatorhere\n"))
    file = await only_file(orla)
    done = await change(orla, DROP, id=file["id"])
    assert done["message"] == "2 stretches were deleted."
    assert (await read(orla, LIST))["results"] == []
    assert await connection.fetchval("SELECT count(*) FROM quarantined_stretches") == 0
    assert (await change(orla, DROP, id=file["id"]))["__typename"] == "NotFoundProblem"
    [(by, detail)] = await recorded(connection, "quarantine_dropped")
    assert (by, json.loads(detail)["by_user_id"]) == (BY, str(orla.user.id))


async def test_a_worker_reads_again_with_chosen_columns_exactly_once(
    orla: Caller, bench: Bench, connection: asyncpg.Connection
) -> None:
    await make_identity(connection, bench.accounts[0], "q1@people.example")
    await bench.ingest(bench.write("one.txt", GOOD + ROWS + SECRET + "\n"), batch_bytes=1024)
    before = await connection.fetchval("SELECT count(*) FROM alerts")
    file = await only_file(orla)
    for reading, field in (({"format": "rtf"}, "format"), ({"columns": ["email"]}, "columns")):
        refused = await change(orla, REREAD, id=file["id"], reading=reading)
        assert [error["field"] for error in refused["fieldErrors"]] == [field]
    chosen = {"format": "csv", "columns": ["password=2", "email=3"]}
    assert (await change(orla, REREAD, id=file["id"], reading=chosen))["__typename"] == "MessageSuccess"
    assert (await change(orla, REREAD, id=file["id"]))["message"].endswith("The file is being read again already.")
    assert (await change(orla, DROP, id=file["id"]))["__typename"] == "RefusedProblem"
    await work(bench)
    shown = await read(orla, FILE, id=file["id"])
    [operation] = shown["operations"]
    assert (operation["kind"], operation["state"], operation["failure"]) == ("REREAD", "DONE", None)
    figures = {figure["name"]: figure["value"] for figure in operation["figures"]}
    assert (figures["read"], figures["records"]) == (3, 3)
    assert shown["file"]["stretches"] == file["stretches"] - 3
    assert await connection.fetchval("SELECT count(*) FROM alerts") == before + 1
    assert len(bench.lake.locate_email("q1@people.example")) == 1
    assert [by for by, _ in await recorded(connection, "quarantine_retry_started")] == [BY]
    assert [by for by, _ in await recorded(connection, "quarantine_retried")] == [BY]
    # Once more: nothing is stored twice.
    assert (await change(orla, REREAD, id=file["id"], reading=chosen))["__typename"] == "MessageSuccess"
    await work(bench)
    assert len(bench.lake.locate_email("q1@people.example")) == 1
    assert await connection.fetchval("SELECT count(*) FROM alerts") == before + 1
