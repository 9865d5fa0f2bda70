"""Merging leaks: files, detections and sightings of one become the other's, exactly once."""

import json
import subprocess

import pytest
from alert_factories import make_leak, make_tenant, raise_findings
from factories import make_identity
from mail_server import until
from playbooks import change_some_step
from recounting import incident_faults

from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage import assign_incidents, set_incidents_state
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.database.connection import connect
from breachlight.leaks.repository import lock_file

LEAK = "query Leak($name: String!) { leak(name: $name) { name } }"
LINES = "https://shop.example/login:jo@acme.example:Blue42\nhttps://shop.example/login:kim@acme.example:Blue43\n"
MORE = "https://forum.example/:jo@acme.example:Red77\n"
WAITING = """SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE 'UPDATE leak_redirects%'"""


@pytest.mark.spec("B3.14")
async def test_merging_moves_everything_exactly_once(bench, sign_in):
    account = bench.accounts[0]
    for key in ("jo@acme.example", "kim@acme.example"):
        await make_identity(bench.connection, account, key)
    same, more, own = (
        bench.write("same.txt", LINES),
        bench.write("more.txt", MORE),
        bench.write("own.txt", LINES + MORE),
    )
    await bench.ingest(same, more, leak="Old")
    await bench.ingest(same, own, leak="New")
    before = await bench.detections()
    done = bench.breachlight("leaks", "merge", "Old", "New", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "name": "Old",
        "into": "New",
        "files": 1,
        "duplicate_files": 1,
        "records": 1,
        "alerts": 3,
        "sightings": 1,
    }
    rows = await bench.connection.fetch(
        """SELECT username_key || ' ' || coalesce(host, '') AS login, alerts.sightings, leaks.name,
            (SELECT count(*) FROM sightings AS s
                WHERE s.account_id = alerts.account_id AND s.alert_id = alerts.id AND s.leak_id = leaks.id) AS rows
        FROM alerts JOIN leaks ON leaks.id = leak_id ORDER BY 1"""
    )
    assert [tuple(row) for row in rows] == [
        ("jo@acme.example forum.example", 2, "New", 2),
        ("jo@acme.example shop.example", 2, "New", 2),
        ("kim@acme.example shop.example", 2, "New", 2),
    ]
    assert len(await bench.detections()) == len(before)
    shown = json.loads(bench.breachlight("leaks", "show", "Old", "--json").stdout)
    assert (shown["name"], shown["former_names"], shown["files"], shown["records"]) == ("New", ["Old"], 3, 6)
    caller = await sign_in("ind")
    assert (await caller.graphql(LEAK, {"name": "Old"}))["data"]["leak"]["name"] == "New"
    # The former name is the other leak's, also for files, and no record is in the lake twice.
    (again,) = await bench.ingest(same, leak="Old")
    assert again.state == "already_ingested"
    places = bench.lake.locate_email("kim@acme.example")
    assert len(places) == 2
    await make_identity(bench.connection, bench.accounts[1], "kim@acme.example")
    assert bench.breachlight("leaks", "merge", "Old", "New").stderr == "Old and New are the same leak.\n"


async def test_a_leak_that_is_being_ingested_is_not_merged(bench):
    first, second = bench.write("a.txt", LINES), bench.write("b.txt", MORE)
    await bench.ingest(first, leak="Old")
    await bench.ingest(second, leak="New")
    row = await bench.connection.fetchrow(
        "UPDATE leak_files SET state = 'running' WHERE name = 'a.txt' RETURNING leak_id, digest"
    )
    assert await lock_file(bench.connection, row["leak_id"], row["digest"])
    done = bench.breachlight("leaks", "merge", "Old", "New")
    assert (done.returncode, done.stderr) == (1, "a.txt is being ingested: merge the leaks when that has ended.\n")


@pytest.mark.usefixtures("app")
async def test_incidents_of_all_accounts_follow_the_leak(bench):
    old, kept = [await make_leak(bench.connection, name) for name in ("Old", "New")]
    alone, both, only_kept = [
        await make_tenant(bench.connection, f"{name}.example") for name in ("acme", "rival", "third")
    ]
    await raise_findings(
        bench.connection,
        bench.ring,
        alone.workforce(leak_id=old),
        alone.portal(leak_id=old),
        both.workforce(leak_id=old, password="one"),
        both.workforce(leak_id=kept, password="two"),
        only_kept.workforce(leak_id=kept),
    )
    everything, reset = IncidentFilter(), IncidentChange(IncidentState.CLOSED, IncidentResolution.PASSWORD_RESET)
    await set_incidents_state(alone.subject, everything, IncidentChange(IncidentState.WAITING))
    await assign_incidents(alone.subject, everything, str(alone.user_id))
    await change_some_step(alone, 0, 0, is_completed=True)
    closed = await bench.connection.fetchval(
        "SELECT id FROM incidents WHERE account_id = $1 AND leak_id = $2", both.account_id, old
    )
    await set_incidents_state(both.subject, [str(closed)], reset)
    await assign_incidents(both.subject, [str(closed)], str(both.user_id))
    done = bench.breachlight("leaks", "merge", "Old", "New")
    assert done.returncode == 0, done.stderr
    rows = await bench.connection.fetch(
        """SELECT account_id, leak_id, state, resolution, assignee_id, detections, open_detections, completed_steps FROM incidents
        WHERE detections > 0 ORDER BY account_id, completed_steps"""
    )
    assert [tuple(row) for row in rows] == [
        (alone.account_id, kept, "waiting", None, alone.user_id, 1, 1, 0),
        (alone.account_id, kept, "waiting", None, alone.user_id, 1, 1, 1),
        (both.account_id, kept, "open", None, both.user_id, 2, 1, 0),
        (only_kept.account_id, kept, "open", None, None, 1, 1, 0),
    ]
    for tenant in (alone, both, only_kept):
        assert await incident_faults(bench.connection, tenant.account_id) == []


async def test_a_merge_that_is_killed_leaves_all_as_it_was_and_can_be_run_again(bench):
    for key in ("jo@acme.example", "kim@acme.example"):
        await make_identity(bench.connection, bench.accounts[0], key)
    await bench.ingest(bench.write("old.txt", LINES), leak="Old")
    await bench.ingest(bench.write("new.txt", LINES + MORE), leak="New")
    before = await bench.detections()
    # Names are moved last, after detections and sightings.
    other = await connect(bench.settings)
    async with other.transaction():
        await other.execute("LOCK TABLE leak_redirects IN EXCLUSIVE MODE")
        with subprocess.Popen(bench.breachlight_command("leaks", "merge", "Old", "New")) as process:
            await until(lambda: bench.connection.fetchval(WAITING))
            process.kill()
    await other.close()
    assert bench.breachlight("leaks", "show", "Old").returncode == 0
    done = bench.breachlight("leaks", "merge", "Old", "New", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["files"], figures["alerts"], figures["sightings"]) == (1, 2, 2)
    assert await bench.detections() == before


@pytest.mark.usefixtures("app")
async def test_an_incident_follows_a_leak_of_which_the_other_has_every_file(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@acme.example")
    file = bench.write("same.txt", MORE)
    await bench.ingest(file, leak="Old")
    await bench.ingest(file, leak="New")
    await bench.connection.execute("UPDATE incidents SET state = 'waiting' WHERE account_id = $1", bench.accounts[0].id)
    assert bench.breachlight("leaks", "merge", "Old", "New").returncode == 0
    states = "SELECT state, detections FROM incidents WHERE detections > 0"
    assert [tuple(row) for row in await bench.connection.fetch(states)] == [("waiting", 1)]
