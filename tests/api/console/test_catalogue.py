"""The catalogue of leaks in the operator console: list, page of one, edits, merges, retractions and imports."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from callers import Caller
from factories import make_identity
from ingestion_harness import Bench
from operators import recorded

from breachlight.leaks.administration import operations_repository
from breachlight.leaks.administration.figures import count_all, count_changed
from breachlight.leaks.administration.operations import run_operation
from breachlight.leaks.repository import lock_file

SignIn = Callable[..., Awaitable[Caller]]
BY = "orla@operators.example"
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
ONE = "https://shop.example/login:jo@people.example:Blue42\nhttps://forum.example/:jo@people.example:Red77\n"
TWO = "https://forum.example/:jo@people.example:Red77\n"
LIST = """query ($filter: ConsoleLeakFilter, $order: ConsoleLeakOrder! = NEWEST, $first: Int! = 50, $after: String) {
  console { result: leaks(filter: $filter, order: $order, first: $first, after: $after) { hasMore cursor results {
    id name title domain kind breachDate pwnCount isSensitive retractedDate records accounts countedAt } } } }"""
LEAK = """query ($name: String!) { console { result: leak(name: $name) { leak { name title domain kind breachDate pwnCount records
  accounts retractedDate } description dataClasses isVerified isSensitive isSpamList attribution logoPath formerNames files detections
  operations { kind state step figures { name value } failure otherLeak operator finishedAt } } } }"""
EDIT = """mutation ($name: String!, $input: ConsoleLeakInput!) { result: consoleEditLeak(name: $name, input: $input) { __typename
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } }
  ... on EditLeakSuccess { message leak { leak { title domain breachDate kind } description dataClasses isSensitive attribution } } } }"""
MERGE = """mutation ($name: String!, $into: String!) { result: consoleMergeLeaks(name: $name, into: $into) { __typename
  ... on Problem { message code } ... on MessageSuccess { message } } }"""
RETRACT = """mutation ($name: String!) { result: consoleRetractLeak(name: $name) { __typename
  ... on Problem { message code } ... on MessageSuccess { message } } }"""


async def read(caller: Caller, query: str, **variables: Any) -> Any:
    answer = await caller.graphql(query, variables)
    assert "errors" not in answer, answer
    return answer["data"]["console"]["result"]


async def change(caller: Caller, query: str, **variables: Any) -> Any:
    answer = await caller.graphql(query, variables)
    assert "errors" not in answer, answer
    return answer["data"]["result"]


async def names(caller: Caller, **variables: Any) -> list[str]:
    return [row["name"] for row in (await read(caller, LIST, **variables))["results"]]


async def add(connection: asyncpg.Connection, name: str, **values: Any) -> None:
    """Add an entry as an import does."""
    columns = {"title": name, "kind": "table_dump", "pwn_count": 0, "data_classes": "[]", "description": ""} | values
    places = ", ".join(f"${number}" for number in range(2, len(columns) + 2))
    await connection.execute(
        f"""INSERT INTO leaks (id, name, added_at, modified_at, is_verified, is_fabricated, is_retired, is_spam_list, is_malware,
            is_stealer_log, is_subscription_free, kind_origin, {", ".join(columns)}, is_sensitive)
        VALUES (uuidv7(), $1::text, now(), now(), true, false, false, false, false, false, false, 'given', {places}, $1::text LIKE '%sensitive%')""",
        name,
        *columns.values(),
    )


async def work(bench: Bench) -> None:
    """Do what the console has entered, as a worker does."""
    for operation in await operations_repository.unfinished_operations(bench.connection):
        await run_operation(bench.settings, bench.ring, operation.id)


async def test_leaks_are_found_filtered_and_ordered(orla: Caller, connection: asyncpg.Connection) -> None:
    await add(connection, "alpha", title=HOSTILE, domain="shop.example", pwn_count=5)
    await add(connection, "beta sensitive", kind="stealer_log", pwn_count=7)
    await add(connection, "gamma", retracted_at=await connection.fetchval("SELECT now()"), pwn_count=7)
    assert await names(orla) == ["gamma", "beta sensitive", "alpha"]
    assert await names(orla, order="NAME") == ["alpha", "beta sensitive", "gamma"]
    assert await names(orla, order="RECORDS") == ["gamma", "beta sensitive", "alpha"]
    assert await names(orla, filter={"search": "SHOP.ex"}) == ["alpha"]
    assert await names(orla, filter={"search": "<script>"}) == ["alpha"]
    assert await names(orla, filter={"isSensitive": True}) == ["beta sensitive"]
    assert await names(orla, filter={"isRetracted": True}) == ["gamma"]
    assert await names(orla, filter={"isRetracted": False, "isSensitive": False}) == ["alpha"]
    assert await names(orla, filter={"kind": "STEALER_LOG"}) == ["beta sensitive"]
    for wildcard in ("%", "_", "\\"):
        assert await names(orla, filter={"search": wildcard}) == []
    [row] = (await read(orla, LIST, filter={"search": "alpha"}))["results"]
    assert (row["title"], row["records"], row["accounts"], row["countedAt"]) == (HOSTILE, None, None, None)


@pytest.mark.parametrize("order", ["NEWEST", "NAME", "RECORDS"])
async def test_pages_follow_cursors(orla: Caller, connection: asyncpg.Connection, order: str) -> None:
    for number in range(5):
        await add(connection, f"leak {number}", pwn_count=number // 2)
    seen, after = [], None
    while True:
        page = await read(orla, LIST, order=order, first=2, after=after)
        seen += [row["name"] for row in page["results"]]
        if not page["hasMore"]:
            break
        after = page["cursor"]
    assert seen == await names(orla, order=order)
    assert len(set(seen)) == 5
    for wrong in ("nonsense", "/", f"x{after}", "1/2"):
        answer = await orla.graphql(LIST, {"order": order, "after": wrong})
        assert answer["errors"][0]["extensions"]["code"] == "VALIDATION", wrong


async def test_records_and_accounts_are_counted_by_a_worker(
    orla: Caller, bench: Bench, connection: asyncpg.Connection
) -> None:
    for account in bench.accounts:
        await make_identity(connection, account, "jo@people.example")
    await bench.ingest(bench.write("one.txt", ONE), leak="One")
    await count_changed()
    [row] = (await read(orla, LIST))["results"]
    assert (row["records"], row["accounts"]) == (2, 2)
    detail = await read(orla, LEAK, name="One")
    assert (detail["files"], detail["detections"], detail["leak"]["records"]) == (1, 4, 2)
    # Deleted detections change no leak: all are counted every hour.
    await connection.execute("DELETE FROM sightings WHERE account_id = $1", bench.accounts[0].id)
    await count_changed()
    assert (await read(orla, LIST))["results"][0]["accounts"] == 2
    await count_all()
    assert (await read(orla, LIST))["results"][0]["accounts"] == 1


async def test_an_edit_is_checked_and_recorded(orla: Caller, connection: asyncpg.Connection) -> None:
    await add(connection, "alpha")
    wrong = {
        "title": "<b></b>",
        "domain": "no domain",
        "breachDate": "2999-01-01",
        "description": "x" * 10_001,
        "dataClasses": ["x" * 301],
    }
    refused = await change(orla, EDIT, name="alpha", input=wrong)
    assert refused["__typename"] == "ValidationProblem"
    assert {error["field"] for error in refused["fieldErrors"]} == set(wrong)
    assert await recorded(connection, "leak_edited") == []
    right = {
        "title": "Alpha <i>&amp; more</i>",
        "domain": "Shop.example",
        "breachDate": "2025-01-02",
        "kind": "COMBOLIST",
        "description": HOSTILE + "text",
        "dataClasses": ["Passwords"],
        "attribution": "Somebody",
        "isSensitive": True,
    }
    done = await change(orla, EDIT, name="alpha", input=right)
    assert done["leak"] == {
        "leak": {"title": "Alpha & more", "domain": "shop.example", "breachDate": "2025-01-02", "kind": "COMBOLIST"},
        "description": '">text',
        "dataClasses": ["Passwords"],
        "isSensitive": True,
        "attribution": "Somebody",
    }
    [(by, detail)] = await recorded(connection, "leak_edited")
    assert (by, json.loads(detail)["name"]) == (BY, "alpha")
    assert json.loads(detail)["by_user_id"] == str(orla.user.id)
    emptied = await change(orla, EDIT, name="alpha", input={"domain": None, "attribution": None, "isSensitive": None})
    assert (emptied["leak"]["leak"]["domain"], emptied["leak"]["attribution"]) == (None, None)
    assert emptied["leak"]["isSensitive"] is True
    assert (await change(orla, EDIT, name="beta", input={}))["__typename"] == "NotFoundProblem"


async def test_a_merge_is_entered_and_done_by_a_worker_once(
    orla: Caller, bench: Bench, connection: asyncpg.Connection
) -> None:
    await make_identity(connection, bench.accounts[0], "jo@people.example")
    await bench.ingest(bench.write("one.txt", ONE), leak="One")
    await bench.ingest(bench.write("two.txt", TWO), leak="Two")
    assert (await change(orla, MERGE, name="Two", into="None"))["__typename"] == "NotFoundProblem"
    assert (await change(orla, MERGE, name="Two", into="Two"))["__typename"] == "RefusedProblem"
    assert (await change(orla, MERGE, name="Two", into="One"))["__typename"] == "MessageSuccess"
    # Nothing else begins with either meanwhile.
    assert "has not ended" in (await change(orla, MERGE, name="Two", into="One"))["message"]
    assert "is being merged" in (await change(orla, RETRACT, name="One"))["message"]
    [waiting] = (await read(orla, LEAK, name="Two"))["operations"]
    assert (waiting["state"], waiting["otherLeak"], waiting["operator"]) == ("WAITING", "One", BY)
    [operation] = await operations_repository.unfinished_operations(connection)
    await work(bench)
    merged = await read(orla, LEAK, name="Two")
    assert (merged["leak"]["name"], merged["formerNames"], merged["files"]) == ("One", ["Two"], 2)
    [done] = merged["operations"]
    assert (done["kind"], done["state"], done["failure"], done["step"]) == ("MERGE", "DONE", None, "")
    assert {"name": "records", "value": 1} in done["figures"]
    assert [by for by, _ in await recorded(connection, "leak_merge_started")] == [BY]
    assert [by for by, _ in await recorded(connection, "leak_merged")] == [BY]
    # A worker that died after the merge: another one only marks it as ended.
    await connection.execute("UPDATE leak_operations SET finished_at = NULL WHERE id = $1", operation.id)
    await work(bench)
    assert (await read(orla, LEAK, name="One"))["operations"][0] == done | {
        "finishedAt": (await read(orla, LEAK, name="One"))["operations"][0]["finishedAt"]
    }
    assert len(await recorded(connection, "leak_merged")) == 1


async def test_a_merge_that_is_not_possible_says_why(
    orla: Caller, bench: Bench, connection: asyncpg.Connection
) -> None:
    await bench.ingest(bench.write("one.txt", ONE), leak="One")
    await bench.ingest(bench.write("two.txt", TWO), leak="Two")
    await connection.execute("UPDATE leak_files SET state = 'running' WHERE name = 'two.txt'")
    row = await connection.fetchrow("SELECT leak_id, digest FROM leak_files WHERE name = 'two.txt'")
    assert row is not None
    assert await lock_file(connection, row["leak_id"], row["digest"])
    assert (await change(orla, MERGE, name="Two", into="One"))["__typename"] == "MessageSuccess"
    await work(bench)
    [failed] = (await read(orla, LEAK, name="Two"))["operations"]
    assert failed["state"] == "FAILED"
    assert failed["failure"] == "two.txt is being ingested: merge the leaks when that has ended."
    assert len(await recorded(connection, "leak_merge_failed")) == 1
    assert await operations_repository.unfinished_operations(connection) == []


async def test_a_retraction_is_entered_and_done_by_a_worker(
    orla: Caller, bench: Bench, connection: asyncpg.Connection
) -> None:
    await make_identity(connection, bench.accounts[0], "jo@people.example")
    await bench.ingest(bench.write("one.txt", ONE), leak="One")
    assert (await change(orla, RETRACT, name="One"))["__typename"] == "MessageSuccess"
    shown = await read(orla, LEAK, name="One")
    assert shown["leak"]["retractedDate"] is not None
    assert shown["operations"][0]["state"] == "WAITING"
    assert (await change(orla, RETRACT, name="One"))["__typename"] == "MessageSuccess", "the same operation"
    await work(bench)
    shown = await read(orla, LEAK, name="One")
    [done] = shown["operations"]
    assert (done["kind"], done["state"]) == ("RETRACT", "DONE")
    assert {"name": "detections_retracted", "value": 2} in done["figures"]
    assert "was retracted" in (await change(orla, RETRACT, name="One"))["message"]
    assert (await change(orla, RETRACT, name="None"))["__typename"] == "NotFoundProblem"
    [(by, detail)] = await recorded(connection, "leak_retracted")
    assert (by, json.loads(detail)["by_user_id"]) == (BY, str(orla.user.id))


async def test_a_retraction_needs_a_recent_login(orla: Caller, connection: asyncpg.Connection) -> None:
    await add(connection, "alpha")
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour'")
    assert (await change(orla, RETRACT, name="alpha"))["code"] == "REAUTHENTICATION_REQUIRED"
    assert await connection.fetchval("SELECT retracted_at FROM leaks") is None


async def test_an_import_is_previewed_and_all_or_nothing(orla: Caller, connection: asyncpg.Connection) -> None:
    await add(connection, "alpha sensitive")
    breaches = [
        {"Name": "alpha sensitive", "Title": HOSTILE + "Alpha", "PwnCount": 5},
        {
            "Name": "beta",
            "Title": "Beta",
            "DataClasses": ["Passwords"],
            "IsSpamList": True,
            "LogoPath": "https://x.example/",
        },
    ]
    before = await connection.fetch("SELECT * FROM leaks")
    preview = await orla.post("/api/v1/console/leaks", breaches, preview="true")
    assert preview.json() == {"added": 1, "updated": 1, "unchanged": 0}
    assert await connection.fetch("SELECT * FROM leaks") == before
    assert await recorded(connection, "leaks_imported") == []
    broken = [*breaches, {"Name": "gamma", "PwnCount": -1}]
    refused = await orla.post("/api/v1/console/leaks", broken)
    assert refused.status_code == 400
    assert refused.json()["file"][0].startswith("Entry 3, field PwnCount: ")
    assert await connection.fetch("SELECT * FROM leaks") == before
    done = await orla.post("/api/v1/console/leaks", breaches, name="breaches.json")
    assert done.json() == {"added": 1, "updated": 1, "unchanged": 0}
    detail = await read(orla, LEAK, name="alpha sensitive")
    assert (detail["leak"]["title"], detail["leak"]["pwnCount"], detail["isSensitive"]) == ('">Alpha', 5, True)
    assert (await read(orla, LEAK, name="beta"))["logoPath"] is None
    [(by, said)] = await recorded(connection, "leaks_imported")
    assert (by, json.loads(said)["file"], json.loads(said)["added"]) == (BY, "breaches.json", 1)
    again = await orla.post("/api/v1/console/leaks", [{**breaches[1], "AddedDate": None}])
    assert again.status_code == 200
    for content in ({"Name": "x"}, ["x"]):
        assert "file" in (await orla.post("/api/v1/console/leaks", content)).json()


async def test_an_import_is_for_operators_with_a_second_factor(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    somebody = await sign_in("org")
    assert (await somebody.post("/api/v1/console/leaks", [])).status_code == 403
    await connection.execute("INSERT INTO operators VALUES (now(), 'root', $1)", somebody.user.id)
    assert (await somebody.post("/api/v1/console/leaks", [])).status_code == 403


@pytest.mark.long
async def test_pages_of_a_hundred_thousand_leaks_read_few_rows(orla: Caller, connection: asyncpg.Connection) -> None:
    """A page reads its own rows by an index, at any depth; what no index orders is one pass over the catalogue."""
    await connection.execute(
        """INSERT INTO leaks (id, name, title, domain, kind, added_at, modified_at, pwn_count, description, data_classes,
            is_verified, is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware, is_stealer_log, is_subscription_free,
            kind_origin)
        SELECT uuidv7(), 'leak ' || n, 'Leak number ' || n, 'site' || n || '.example', 'table_dump', now(), now(), n * 7919 % 100000,
            repeat('A description. ', 20), '["Passwords"]', true, false, n % 1000 = 0, false, false, false, false, false, 'given'
        FROM generate_series(1, 100000) AS n"""
    )
    await count_changed()
    await connection.execute("ANALYZE leaks, leak_figures")
    for order in ("NEWEST", "NAME"):
        page = await read(orla, LIST, order=order)
        deep = await connection.fetchval("SELECT id::text FROM leaks WHERE name = 'leak 50000'")
        after = {"NEWEST": f"{deep}/", "NAME": f"{deep}/leak 50000"}[order]
        for cursor in (None, page["cursor"], after):
            fetched = await rows_read(connection)
            assert len((await read(orla, LIST, order=order, after=cursor))["results"]) == 50
            assert await rows_read(connection) - fetched < 1000, (order, cursor)
    assert await names(orla, filter={"search": "site77777."}) == ["leak 77777"]
    assert len(await names(orla, filter={"isSensitive": True}, order="RECORDS", first=100)) == 100


async def rows_read(connection: asyncpg.Connection) -> int:
    """Return how many rows of leaks and figures statements have read so far."""
    await connection.execute("SELECT pg_stat_clear_snapshot()")
    count: int = await connection.fetchval(
        """SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_user_tables
        WHERE relname IN ('leaks', 'leak_figures')"""
    )
    return count
