"""Retracting a leak: the lake, the detections, later ingestions, and a process that is killed."""

import json

import pytest
from factories import make_identity
from killed_commands import kill_at
from recounting import recount

from breachlight.leaks.administration import operations
from breachlight.leaks.administration.entering import start_retraction
from breachlight.leaks.administration.operations import run_operation
from breachlight.leaks.backfill import rounds
from breachlight.watchlist.service import monitor_email

LIST = """{ alerts(filter: {domainIsNotSet: true}) { total results { id isClosed retractedAt leak { name }
  severity { score } breachRecord { usernames sightings passwords } } } }"""
ONE = "https://shop.example/login:jo@people.example:Blue42\nhttps://forum.example/:jo@people.example:Red77\n"
TWO = "https://forum.example/:jo@people.example:Red77\n"


async def alerts(connection):
    rows = await connection.fetch(
        """SELECT host, leaks.name AS leak, a.sightings, a.is_closed, a.retracted_at IS NOT NULL AS is_retracted, a.severity_score,
            (SELECT sum(alerts) FROM alert_counters AS c WHERE c.account_id = a.account_id AND NOT c.is_closed) AS open,
            (SELECT open_detections FROM email_accounts AS e WHERE e.account_id = a.account_id AND e.id = a.email_account_id) AS open_of_person
        FROM alerts AS a JOIN leaks ON leaks.id = a.leak_id ORDER BY host"""
    )
    return {row["host"]: dict(row) for row in rows}


@pytest.mark.spec("B3.16")
async def test_a_retracted_leak_leaves_the_lake_and_marks_its_detections(bench, sign_in, connection):
    caller = await sign_in("ind", "jo@people.example")
    await make_identity(connection, caller.account, "jo@people.example")
    await bench.ingest(bench.write("one.txt", ONE), leak="Bad")
    await bench.ingest(bench.write("two.txt", TWO), leak="Good")
    done = bench.breachlight("leaks", "retract", "Bad")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "Bad was retracted: 2 records in 1 file removed from the lake, 1 detection marked as retracted, 1 confirmed by other "
        "leaks and kept.\n"
    )
    assert "Removing records from the lake" in done.stderr
    found = await alerts(connection)
    assert (found["shop.example"]["is_retracted"], found["shop.example"]["is_closed"]) == (True, True)
    assert (found["shop.example"]["sightings"], found["shop.example"]["leak"]) == (0, "Bad")
    assert (found["forum.example"]["is_retracted"], found["forum.example"]["is_closed"]) == (False, False)
    assert (found["forum.example"]["sightings"], found["forum.example"]["leak"]) == (1, "Good")
    assert (found["forum.example"]["open"], found["forum.example"]["open_of_person"]) == (1, 1)
    shown = {alert["leak"]["name"]: alert for alert in (await caller.graphql(LIST))["data"]["alerts"]["results"]}
    assert shown["Bad"]["retractedAt"] is not None
    assert shown["Good"]["retractedAt"] is None
    rest = (await caller.get("/api/v1/notifications/alerts")).json()["results"]
    assert {alert["leak"]["name"]: alert["retracted_at"] is not None for alert in rest} == {"Bad": True, "Good": False}
    # Only the other leak's record is found, and a new identity gets no detection of the retracted leak.
    assert len(bench.lake.locate_email("jo@people.example")) == 1
    events = await connection.fetch("SELECT kind FROM operator_events ORDER BY happened_at, id")
    assert [event["kind"] for event in events] == ["leak_retracted", "leak_retract_done"]
    leak = await caller.graphql('{ leak(name: "Bad") { retractedDate } }')
    assert leak["data"]["leak"]["retractedDate"] is not None


async def test_erased_records_are_not_retracted_once_more(bench):
    await bench.ingest(bench.write("one.txt", ONE + "https://shop.example/:kim@people.example:Blue42\n"), leak="Bad")
    assert bench.breachlight("erase", "kim@people.example").returncode == 0
    assert json.loads(bench.breachlight("leaks", "list", "--json").stdout)[0]["records"] == 2
    assert "2 records in 1 file removed" in bench.breachlight("leaks", "retract", "Bad").stdout


async def test_nothing_is_ingested_into_a_retracted_leak(bench):
    path = bench.write("one.txt", ONE)
    await bench.ingest(path, leak="Bad")
    assert bench.breachlight("leaks", "retract", "Bad", "--json").returncode == 0
    refused = bench.breachlight("ingest", str(path), "--leak", "Bad")
    assert refused.returncode == 1
    assert "The leak Bad was retracted on" in refused.stderr
    again = bench.breachlight("leaks", "retract", "Bad")
    assert (again.returncode, again.stdout) == (1, "")
    assert "Bad was retracted on" in again.stderr
    assert bench.breachlight("ingest", str(path), "--leak", "Better").returncode == 0
    assert "retracted" in bench.breachlight("leaks", "list").stdout
    assert "so it can't be merged" in bench.breachlight("leaks", "merge", "Bad", "Better").stderr


@pytest.mark.spec("B3.16")
async def test_a_retracted_detection_that_another_leak_confirms_is_open_again(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.example")
    await bench.ingest(bench.write("two.txt", TWO), leak="Bad")
    assert bench.breachlight("leaks", "retract", "Bad").returncode == 0
    (report,) = await bench.ingest(bench.write("later.txt", TWO), leak="Good")
    assert (report.counts.alerts, report.counts.sightings) == (0, 1)
    (found,) = (await alerts(bench.connection)).values()
    assert (found["is_retracted"], found["is_closed"], found["leak"], found["sightings"]) == (False, False, "Good", 1)


async def test_a_detection_that_a_member_had_closed_stays_closed(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.example")
    await bench.ingest(bench.write("two.txt", TWO), leak="Bad")
    await bench.connection.execute("UPDATE alerts SET is_closed = true")
    await recount(bench.connection)
    assert bench.breachlight("leaks", "retract", "Bad").returncode == 0
    await bench.ingest(bench.write("later.txt", TWO), leak="Good")
    (found,) = (await alerts(bench.connection)).values()
    assert (found["is_retracted"], found["is_closed"]) == (False, True)


@pytest.mark.spec("B6.2")
async def test_a_killed_retraction_goes_on_where_it_was(bench):
    account = bench.accounts[0]
    lines = [f"https://s{number}.example/:p{number}@people.example:Blue{number}\n" for number in range(600)]
    for number in range(0, 600, 20):
        await make_identity(bench.connection, account, f"p{number}@people.example")
    for part in range(6):
        await bench.ingest(bench.write(f"{part}.txt", "".join(lines[part * 100 : part * 100 + 100])), leak="Bad")
    for step in ("Removing", "Updating", "Rewriting"):
        kill_at(step, bench, "leaks", "retract", "Bad")
    done = bench.breachlight("leaks", "retract", "Bad", "--json")
    if done.returncode:  # a killed run had ended
        assert "was retracted on" in done.stderr
    row = await bench.connection.fetchrow("SELECT * FROM leak_operations")
    assert row["finished_at"] is not None
    figures = json.loads(row["figures"])
    assert (figures["records"], figures["detections_retracted"]) == (600, 30)
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE retracted_at IS NULL") == 0
    assert await bench.connection.fetchval("SELECT count(*) FROM sightings") == 0
    assert all(not bench.lake.locate_email(f"p{number}@people.example") for number in range(0, 600, 50))


async def test_a_worker_finishes_what_a_dead_command_has_left(bench):
    await bench.ingest(bench.write("one.txt", ONE), leak="Bad")
    operation_id = await start_retraction(bench.connection, "Bad")
    assert await start_retraction(bench.connection, "Bad") == operation_id
    await bench.connection.execute("DELETE FROM jobs.pgqueuer")
    await operations.operate_unfinished()
    payload = await bench.connection.fetchval("SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'leaks.operate'")
    await operations.operate(json.loads(payload))
    row = await bench.connection.fetchrow("SELECT finished_at, figures FROM leak_operations")
    assert row["finished_at"] is not None
    assert json.loads(row["figures"])["records"] == 2


async def test_a_backfill_raises_nothing_from_a_retracted_leak(bench, monkeypatch):
    """What a backfill has read before the retraction is not raised after it."""
    await bench.ingest(bench.write("one.txt", ONE), leak="Bad")
    async with bench.connection.transaction():
        await monitor_email(bench.connection, bench.accounts[0].id, "jo@people.example")
    search, found = rounds.search, []

    async def search_before_the_retraction(*arguments):
        found.append(await search(*arguments))
        operation_id = await start_retraction(bench.connection, "Bad")
        await run_operation(bench.settings, bench.ring, operation_id)
        return found[-1]

    monkeypatch.setattr(rounds, "search", search_before_the_retraction)
    await bench.backfill()
    assert len(found[0].findings) == 2
    assert await bench.connection.fetchval("SELECT count(*) FROM backfills WHERE finished_at IS NULL") == 0
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 0
