"""What is new for a member: incidents, assignments, mentions, domains, scans and reports, and what they have seen of it."""

import json
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from callers import Caller, send
from citus_cluster import FOLDER as CITUS
from factories import make_domain, make_identity

from breachlight.alerts.incidents import jobs, triage
from breachlight.alerts.incidents.models import IncidentResolution, IncidentState
from breachlight.alerts.incidents.triage_repository import IncidentChange
from breachlight.audit.events import record_event
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

NOW = datetime(2030, 5, 16, 10, tzinfo=UTC)
FIELDS = """results { id kind happenedAt isSeen actor target count found severity incidentId leakTitle alertId alertKind } unseen cursor"""
LIST = f"{{ notifications {{ {FIELDS} }} }}"
SEEN = f"""mutation ($ids: [ID!]!) {{ result: markNotificationsSeen(ids: $ids) {{
  ... on MarkNotificationsSeenSuccess {{ notifications {{ {FIELDS} }} }} ... on ValidationProblem {{ fieldErrors {{ field }} }} }} }}"""
INCIDENTS = "{ incidents { results { id title severity { level } } } }"
ALERTS = "{ alerts { results { id } } }"
ASSIGN_INCIDENTS = """mutation ($input: AssignIncidentsInput!) { result: assignIncidents(input: $input) {
  ... on UpdateIncidentsSuccess { operationId } } }"""
UNDO_INCIDENTS = """mutation ($id: ID!) { result: undoIncidentOperation(operationId: $id) { __typename } }"""
CLOSE = """mutation ($input: SetIncidentsStateInput!) { result: setIncidentsState(input: $input) { __typename } }"""
UPDATE = """mutation ($input: UpdateAlertsInput!) { result: updateAlerts(input: $input) {
  ... on UpdateAlertsSuccess { operationId } } }"""
ADD = """mutation ($id: ID!, $text: String!) { result: addAlertNote(alertId: $id, text: $text) {
  ... on AlertNoteSuccess { note { id } } } }"""
EDIT = """mutation ($id: ID!, $text: String!) { result: editAlertNote(id: $id, text: $text) {
  ... on AlertNoteSuccess { note { id } } } }"""


@pytest.fixture(autouse=True)
def standing_clock() -> Iterator[None]:
    with clock.standing_at(NOW):
        yield


async def listed(caller: Caller) -> dict[str, Any]:
    answer = await caller.graphql(LIST)
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["notifications"]
    return found


async def kinds(caller: Caller) -> list[str]:
    return [each["kind"] for each in (await listed(caller))["results"]]


async def incidents(caller: Caller) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = (await caller.graphql(INCIDENTS))["data"]["incidents"]["results"]
    return results


async def alert_ids(caller: Caller) -> list[str]:
    return [each["id"] for each in (await caller.graphql(ALERTS))["data"]["alerts"]["results"]]


@pytest.mark.spec("X25")
async def test_a_new_incident_is_new_for_every_member_until_it_is_closed(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember
) -> None:
    viewer = await join_member(mine, "viewer")
    assert (await listed(viewer))["results"] == []
    await raise_all(mine.tenant.workforce(), theirs.tenant.portal())
    [incident] = await incidents(mine.caller)
    for reader in (mine.caller, viewer):
        [entry] = (await listed(reader))["results"]
        assert entry == {
            "id": entry["id"],
            "kind": "INCIDENT_OPENED",
            "happenedAt": "2030-05-16T10:00:00Z",
            "isSeen": False,
            "actor": None,
            "target": "jo@acme.example in The leak-of-acme.example leak",
            "count": 1,
            "found": 0,
            "severity": incident["severity"]["level"],
            "incidentId": incident["id"],
            "leakTitle": "The leak-of-acme.example leak",
            "alertId": None,
            "alertKind": None,
        }
    # The other account sees its own alone.
    [entry] = (await listed(theirs.caller))["results"]
    assert entry["target"] == "1 customer login in The leak-of-rival.example leak"
    await send(mine.caller, CLOSE, input={"ids": [incident["id"]], "state": "CLOSED"})
    assert await kinds(viewer) == []
    # Whoever reopens it knows; a new detection that does is news, and nobody has seen that.
    with clock.standing_at(NOW + timedelta(minutes=1)):
        await send(mine.caller, CLOSE, input={"ids": [incident["id"]], "state": "OPEN"})
        assert await kinds(viewer) == []
        await send(mine.caller, CLOSE, input={"ids": [incident["id"]], "state": "CLOSED"})
    with clock.standing_at(NOW + timedelta(minutes=2)):
        await raise_all(mine.tenant.workforce(password="another"))
        [entry] = (await listed(viewer))["results"]
    assert (entry["kind"], entry["happenedAt"]) == ("INCIDENT_REOPENED", "2030-05-16T10:02:00Z")


@pytest.mark.skipif(CITUS is not None, reason="the servers of shards don't know the moved clock")
@pytest.mark.spec("X25")
async def test_an_incident_whose_accepted_risk_ended_is_new_again(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    viewer = await join_member(mine, "viewer")
    await raise_all(theirs.tenant.workforce())
    with clock.standing_at(NOW - timedelta(days=4)):
        await raise_all(mine.tenant.workforce())
        accepted = IncidentChange(IncidentState.CLOSED, IncidentResolution.ACCEPTED, NOW.date())
        [[name]] = await connection.fetch(
            "SELECT id::text FROM incidents WHERE account_id = $1", mine.tenant.account_id
        )
        await triage.set_incidents_state(mine.tenant.subject, [name], accepted)
    with clock.standing_at(NOW - timedelta(days=1)):
        await _expire(connection)
    assert await kinds(viewer) == []
    await _expire(connection)
    with clock.standing_at(NOW + timedelta(minutes=1)):
        [incident] = await incidents(mine.caller)
        for reader in (mine.caller, viewer):
            [entry] = (await listed(reader))["results"]
            assert (entry["kind"], entry["incidentId"], entry["target"], entry["isSeen"]) == (
                "ACCEPTANCE_ENDED",
                incident["id"],
                incident["title"],
                False,
            )
            assert datetime.fromisoformat(entry["happenedAt"]) - NOW < timedelta(seconds=5)
        assert await kinds(theirs.caller) == ["INCIDENT_OPENED"]
        await send(viewer, SEEN, ids=[entry["id"]])
        # A further detection makes it neither new again nor two entries.
        await raise_all(mine.tenant.workforce(password="another"))
        [again] = (await listed(viewer))["results"]
        assert (again["id"], again["isSeen"], again["count"]) == (entry["id"], True, 2)
        await send(mine.caller, CLOSE, input={"ids": [incident["id"]], "state": "CLOSED"})
        assert await kinds(viewer) == []
        # A member who reopens it afterwards makes no news of it.
        await send(mine.caller, CLOSE, input={"ids": [incident["id"]], "state": "OPEN"})
        assert await kinds(viewer) == []


async def _expire(connection: asyncpg.Connection) -> None:
    """End the accepted risks whose date has come, as a worker does."""
    await jobs.reopen_accepted()
    waiting = await connection.fetch(
        "DELETE FROM jobs.pgqueuer WHERE entrypoint = 'incidents.reopen' RETURNING payload"
    )
    for each in waiting:
        await jobs.reopen_detections(json.loads(each["payload"]))


@pytest.mark.spec("X25")
async def test_what_was_seen_is_each_members_own(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember
) -> None:
    viewer = await join_member(mine, "viewer")
    await raise_all(mine.tenant.workforce(), mine.tenant.portal(), theirs.tenant.workforce())
    before = await listed(mine.caller)
    assert (before["unseen"], [each["isSeen"] for each in before["results"]]) == (2, [False, False])
    first, second = (each["id"] for each in before["results"])
    after = (await send(mine.caller, SEEN, ids=[first, first, "nonsense", str(new_id())]))["notifications"]
    assert after["unseen"] == 1
    assert {each["id"]: each["isSeen"] for each in after["results"]} == {first: True, second: False}
    assert await listed(mine.caller) == after
    assert (await listed(viewer))["unseen"] == 2
    # Ids of others change nothing but one's own list.
    await send(theirs.caller, SEEN, ids=[second])
    assert (await listed(theirs.caller))["unseen"] == 1
    assert (await listed(mine.caller))["unseen"] == 1
    assert (await send(mine.caller, SEEN, ids=[first, second]))["notifications"]["unseen"] == 0
    assert (await send(mine.caller, SEEN, ids=[]))["notifications"]["unseen"] == 0
    refused = await send(mine.caller, SEEN, ids=[str(new_id()) for _ in range(51)])
    assert refused["fieldErrors"] == [{"field": "ids"}]
    # What comes later is new, also if it happened before something that was seen.
    with clock.standing_at(NOW - timedelta(minutes=1)):
        await raise_all(mine.tenant.workforce(machine={"family": "vidar", "key": "1"}))
    assert (await listed(mine.caller))["unseen"] == 0  # before the membership
    with clock.standing_at(NOW + timedelta(minutes=1)):
        await raise_all(mine.tenant.workforce(machine={"family": "vidar", "key": "2"}, password="b"))
        found = await listed(mine.caller)
        assert (found["unseen"], found["results"][0]["leakTitle"]) == (1, None)


@pytest.mark.spec("X25")
async def test_what_others_assign_to_a_member_is_new_for_them_alone(
    mine: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    analyst, viewer = await join_member(mine, "analyst"), await join_member(mine, "viewer")
    await connection.execute("UPDATE users SET first_name = 'Ada', last_name = 'Byron' WHERE id = $1", analyst.user.id)
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    workforce, portals = sorted(await incidents(mine.caller), key=lambda each: "customer" in each["title"])
    me = str(mine.caller.user.id)
    with clock.standing_at(NOW + timedelta(minutes=1)):
        await send(analyst, ASSIGN_INCIDENTS, input={"ids": [workforce["id"]], "assigneeId": me})
    with clock.standing_at(NOW + timedelta(minutes=2)):
        await send(analyst, ASSIGN_INCIDENTS, input={"ids": [workforce["id"], portals["id"]], "assigneeId": me})
    names = await alert_ids(mine.caller)
    with clock.standing_at(NOW + timedelta(minutes=3)):
        await send(analyst, UPDATE, input={"action": "ASSIGN", "ids": names, "assigneeId": me})
    with clock.standing_at(NOW + timedelta(minutes=4)):
        mine_alone = await send(mine.caller, UPDATE, input={"action": "ASSIGN", "ids": names[:1], "assigneeId": None})
        assert mine_alone["operationId"]
        last = await send(analyst, UPDATE, input={"action": "ASSIGN", "ids": names[:1], "assigneeId": me})
        # Taking something over is no news, and neither is giving it away.
        await send(mine.caller, ASSIGN_INCIDENTS, input={"ids": [portals["id"]], "assigneeId": me})
        assigned = (await listed(mine.caller))["results"][:4]
        assert [(each["kind"], each["actor"], each["count"]) for each in assigned] == [
            ("DETECTIONS_ASSIGNED", "Ada Byron", 1),
            ("DETECTIONS_ASSIGNED", "Ada Byron", 2),
            ("INCIDENTS_ASSIGNED", "Ada Byron", 2),
            ("INCIDENTS_ASSIGNED", "Ada Byron", 1),
        ]
        one, many, several, single = assigned
        assert (one["alertId"], one["target"]) == (names[0], one["target"])
        assert one["target"] in {"jo@acme.example", "acme.example"}
        assert one["alertKind"] in {"WORKFORCE", "PORTALS"}
        assert (many["alertId"], many["target"], several["incidentId"], several["target"]) == (None,) * 4
        assert many["alertKind"] in {"WORKFORCE", "PORTALS"}
        assert (single["incidentId"], single["target"]) == (workforce["id"], workforce["title"])
        assert single["severity"] == workforce["severity"]["level"]
        for other in (analyst, viewer):
            assert "INCIDENTS_ASSIGNED" not in await kinds(other)
        await send(analyst, "mutation ($id: ID!) { result: undoAlertOperation(operationId: $id) { __typename } }",
                   id=last["operationId"])  # fmt: skip
        assert [each["count"] for each in (await listed(mine.caller))["results"]][:1] == [2]


@pytest.mark.spec("X25")
async def test_notes_that_mention_a_member_are_new_for_them(
    mine: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    analyst = await join_member(mine, "analyst")
    await connection.execute("UPDATE users SET first_name = 'Ada', last_name = 'Byron' WHERE id = $1", analyst.user.id)
    await raise_all(mine.tenant.workforce())
    [name] = await alert_ids(mine.caller)
    me = f"<@{mine.caller.user.id}>"
    with clock.standing_at(NOW + timedelta(minutes=1)):
        await send(analyst, ADD, id=name, text="Nobody in particular.")
        note = (await send(analyst, ADD, id=name, text=f"See <@{analyst.user.id}>"))["note"]["id"]
        assert await kinds(mine.caller) == ["INCIDENT_OPENED"]
    with clock.standing_at(NOW + timedelta(minutes=2)):
        await send(analyst, EDIT, id=note, text=f"{me} please look")
        [entry, _] = (await listed(mine.caller))["results"]
        assert (entry["kind"], entry["actor"], entry["happenedAt"]) == (
            "MENTIONED",
            "Ada Byron",
            "2030-05-16T10:02:00Z",
        )
        assert (entry["target"], entry["alertId"], entry["alertKind"]) == ("jo@acme.example", name, "WORKFORCE")
        assert await kinds(analyst) == ["INCIDENT_OPENED"]
        # Mentioning oneself is no news, and a mention that was taken back is gone.
        await send(mine.caller, ADD, id=name, text=f"{me}, don't forget")
        await send(analyst, EDIT, id=note, text="Never mind.")
        assert await kinds(mine.caller) == ["INCIDENT_OPENED"]


@pytest.mark.spec("X25")
async def test_lost_domains_finished_scans_and_the_monthly_report_are_new_for_the_account(
    mine: Signed, theirs: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    account = mine.caller.account
    await connection.execute("UPDATE memberships SET created_at = $1", NOW - timedelta(days=90))
    with clock.standing_at(NOW - timedelta(days=20)):
        await raise_all(mine.tenant.workforce())
    await make_domain(connection, account, "shaky.example")
    await connection.execute("UPDATE domains SET missing_since = $1 WHERE domain = 'shaky.example'", NOW)
    with clock.standing_at(NOW - timedelta(minutes=1)):
        async with transaction():
            for domain in ("lost.example", "acme.example"):
                await record_event(account.id, None, "domain_lost", detail={"domain": domain})
    scans = {"one@acme.example": 2, "two@acme.example": 26, "three@acme.example": 26}
    for number, (address, at) in enumerate(scans.items()):
        identity = await make_identity(connection, account, address)
        await connection.execute(
            """INSERT INTO backfills (id, account_id, identity_id, batches_total, batches_done, alerts, created_at, finished_at)
            VALUES ($1, $2, $3, 1, 1, $4, $5, $6)""",
            new_id(),
            account.id,
            identity.id,
            number + 3,
            NOW - timedelta(days=2),
            NOW - timedelta(hours=at),
        )
    entries = (await listed(mine.caller))["results"]
    assert [(each["kind"], each["target"], each["count"], each["found"]) for each in entries] == [
        ("DOMAIN_RECORD_MISSING", "shaky.example", 1, 0),
        ("DOMAIN_LOST", "lost.example", 1, 0),  # the other one is verified again
        ("BACKFILL_FINISHED", "one@acme.example", 1, 3),
        ("BACKFILL_FINISHED", None, 2, 9),
        ("REPORT_READY", "2030-04", 1, 0),
        ("INCIDENT_OPENED", "jo@acme.example in The leak-of-acme.example leak", 1, 0),
    ]
    assert len({each["id"] for each in entries}) == 6
    assert await kinds(theirs.caller) == []  # no detection, so no report either
    await connection.execute("UPDATE memberships SET created_at = $1", NOW - timedelta(hours=1))
    assert await kinds(mine.caller) == ["DOMAIN_RECORD_MISSING", "DOMAIN_LOST"]


@pytest.mark.spec("X25")
async def test_a_sensitive_leak_is_named_only_to_those_whom_it_concerns(
    mine: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection
) -> None:
    viewer = await join_member(mine, "viewer")
    await connection.execute("UPDATE leaks SET is_sensitive = true")
    await raise_all(mine.tenant.workforce())
    assert "leak-of-acme" in json.dumps(await listed(mine.caller))
    assert "leak-of-acme" not in json.dumps(await listed(viewer))
    assert (await listed(viewer))["results"][0]["target"] == "jo@acme.example in a sensitive leak"


@pytest.mark.spec("X25")
async def test_many_incidents_are_cut_and_leave_room_for_what_concerns_the_member(
    mine: Signed, raise_all: Raise, join_member: JoinMember, statements: list[str]
) -> None:
    analyst = await join_member(mine, "analyst")
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    first = await incidents(mine.caller)
    statements.clear()
    await listed(mine.caller)
    few = len(statements)
    given = {"ids": [each["id"] for each in first], "assigneeId": str(mine.caller.user.id)}
    for _ in range(3):
        await send(analyst, ASSIGN_INCIDENTS, input=given)
    with clock.standing_at(NOW + timedelta(minutes=1)):
        machines = [{"family": "vidar", "key": str(number)} for number in range(60)]
        await raise_all(*[mine.tenant.workforce(machine=each, password=each["key"]) for each in machines])
        statements.clear()
        found = await listed(mine.caller)
    # Names of members are read too, and nothing else.
    assert len(statements) == few + 1
    counted = [each["kind"] for each in found["results"]]
    assert (len(counted), counted.count("INCIDENTS_ASSIGNED"), found["unseen"]) == (50, 3, 50)
    assert found["results"] == sorted(found["results"], key=lambda each: each["happenedAt"], reverse=True)
