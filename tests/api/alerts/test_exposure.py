"""The exposure of an account: counted as a recount says, and sensitive leaks only for those whom they concern."""

from hashlib import sha256
from typing import Any

import asyncpg
import pytest
from alert_factories import make_leak

from breachlight.stats import exposure_repository, severity_counting

from .conftest import Signed

COUNTS = "{ info low medium high critical }"
EXPOSURE = f"""query ($startDate: Date, $endDate: Date) {{ accountExposure(startDate: $startDate, endDate: $endDate) {{
  openBySeverity {COUNTS} severityTimeline {{ day counts {COUNTS} }} medianSecondsToClose exposedPeople
  mostExposed {{ id email openDetections }} reusedPasswords reusedPasswordsAreExact leakCount
  latestLeaks {{ name title kind records detections openDetections isExact }}
  ingestedLeaks {{ day name title }} leakYears {{ year leaks }} }} }}"""
CLOSE = """mutation ($input: SetIncidentsStateInput!) { setIncidentsState(input: $input) { __typename } }"""
INCIDENTS = "{ incidents { results { id } } }"
LEVELS = """SELECT (ARRAY['info', 'low', 'medium', 'high', 'critical'])[least(severity_score / 20, 4) + 1] AS level, count(*)
    FROM alerts WHERE account_id = $1 AND (NOT is_closed OR $2) GROUP BY 1"""


async def exposure(caller: Any, **variables: Any) -> dict[str, Any]:
    answer = await caller.graphql(EXPOSURE, variables)
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["accountExposure"]
    return found


def summed(exposed: dict[str, Any]) -> dict[str, int]:
    """The detections of the timeline's days."""
    days = [day["counts"] for day in exposed["severityTimeline"]]
    return {level: sum(day[level] for day in days) for level in days[0]}


async def recounted(connection: asyncpg.Connection, mine: Signed, *, with_closed: bool) -> dict[str, int]:
    rows = await connection.fetch(LEVELS, mine.tenant.account_id, with_closed)
    return dict.fromkeys(("info", "low", "medium", "high", "critical"), 0) | {
        row["level"]: row["count"] for row in rows
    }


async def test_numbers_are_those_of_a_recount(
    mine: Signed, theirs: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    tenant = mine.tenant
    other = await make_leak(connection, "Other")
    await connection.execute("UPDATE leaks SET breach_date = '2019-05-01' WHERE id = $1", other)
    await raise_all(
        tenant.workforce(),
        tenant.workforce(email="jo+shop@acme.example", is_alias=True, password="invented-2"),
        tenant.workforce(email="kim@acme.example", password="invented-3"),
        tenant.portal(),
        tenant.workforce(leak_id=other, file_digest=sha256(b"two").digest(), email="lee@acme.example"),
        theirs.tenant.workforce(),
    )
    shown = await exposure(mine.caller)
    assert shown["openBySeverity"] == await recounted(connection, mine, with_closed=False)
    assert sum(shown["openBySeverity"].values()) == 5
    assert summed(shown) == shown["openBySeverity"]
    assert len(shown["severityTimeline"]) == 7
    assert shown["medianSecondsToClose"] is None
    assert (shown["exposedPeople"], shown["leakCount"]) == (3, 2)
    assert next((each["email"], each["openDetections"]) for each in shown["mostExposed"]) == ("jo@acme.example", 2)
    shares = {each["name"]: (each["detections"], each["openDetections"]) for each in shown["latestLeaks"]}
    assert shares == {"leak-of-acme.example": (4, 4), "Other": (1, 1)}
    assert {each["name"] for each in shown["ingestedLeaks"]} == set(shares)
    assert {"year": 2019, "leaks": 1} in shown["leakYears"]

    for row in await connection.fetch("SELECT account_id, id, opened_at - sites * interval '1 hour' FROM incidents"):
        await connection.execute("UPDATE incidents SET opened_at = $3 WHERE account_id = $1 AND id = $2", *row)
    ids = [each["id"] for each in (await mine.caller.graphql(INCIDENTS))["data"]["incidents"]["results"]]
    await mine.caller.graphql(CLOSE, {"input": {"ids": ids, "state": "CLOSED"}})
    median = await connection.fetchval(
        """SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - opened_at))::bigint
        FROM incidents WHERE account_id = $1""",
        tenant.account_id,
    )
    closed = await exposure(mine.caller)
    assert closed["medianSecondsToClose"] == median >= 3_600
    assert set(closed["openBySeverity"].values()) == {0}
    assert summed(closed) == await recounted(connection, mine, with_closed=True)
    assert (closed["exposedPeople"], closed["mostExposed"]) == (0, [])
    assert {each["openDetections"] for each in closed["latestLeaks"]} == {0}


async def test_alerts_from_before_their_counters_are_counted_once(
    mine: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.portal())
    counted = await exposure(mine.caller)
    await connection.execute("DELETE FROM severity_alert_counters")
    await connection.execute("UPDATE alert_sequences SET has_severity_counters = false")
    pending = await exposure(mine.caller)
    assert (pending["openBySeverity"], pending["severityTimeline"]) == (None, None)
    await raise_all(mine.tenant.workforce(password="raised-meanwhile"))
    await severity_counting.count_severities()
    later = await exposure(mine.caller)
    assert later["openBySeverity"] == await recounted(connection, mine, with_closed=False)
    assert sum(later["openBySeverity"].values()) == sum(counted["openBySeverity"].values()) + 1


@pytest.mark.spec("B3.15")
async def test_a_sensitive_leak_is_shown_only_to_whom_it_concerns(
    mine: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    other = await make_leak(connection, "Other")
    await connection.execute("UPDATE leaks SET is_sensitive = true WHERE id = $1", other)
    await raise_all(mine.tenant.workforce(leak_id=other, file_digest=sha256(b"two").digest()))
    await connection.execute("DELETE FROM domain_claims WHERE account_id = $1", mine.tenant.account_id)
    shown = await exposure(mine.caller)
    assert (shown["leakCount"], shown["latestLeaks"], shown["ingestedLeaks"], shown["leakYears"]) == (0, [], [], [])


async def test_a_reused_password_counts_once_for_each_login_while_two_sites_are_open(
    mine: Signed, theirs: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    tenant = mine.tenant
    await raise_all(
        tenant.workforce(),
        tenant.workforce(host="travel.example"),
        tenant.workforce(host=None, url=None, app="com.example.bank"),
        # Another login, another password, a hash, and no site: none of them repeats the first password of the first login.
        tenant.workforce(host="forum.example", email="kim@acme.example"),
        tenant.workforce(host="forum.example", password="invented-2"),
        tenant.workforce(host="a.example", password="hash-1", password_type="md5"),
        tenant.workforce(host="b.example", password="hash-1", password_type="md5"),
        tenant.workforce(host=None, url=None, email="lee@acme.example"),
        tenant.workforce(host="c.example", email="lee@acme.example"),
        tenant.portal(password="invented-4"),
        tenant.portal(password="invented-4", host="shop.acme.example"),
        theirs.tenant.workforce(),
        theirs.tenant.workforce(host="travel.example"),
    )
    shown = await exposure(mine.caller)
    assert (shown["reusedPasswords"], shown["reusedPasswordsAreExact"]) == (2, True)
    recounted = await connection.fetchval(
        """SELECT count(*) FROM (SELECT 1 FROM alerts WHERE account_id = $1 AND NOT is_closed AND password_type = 'plain'
            GROUP BY username_key, password_index HAVING count(DISTINCT coalesce(host, app)) > 1) AS reused""",
        tenant.account_id,
    )
    assert recounted == 2
    close = """mutation ($search: String!) { updateAlerts(input: { action: CLOSE, filter: { breachRecordUrl: $search } }) {
        ... on UpdateAlertsSuccess { updated } } }"""
    await connection.execute("UPDATE alerts SET url = 'https://x.example/' WHERE host = 'login.acme.example'")
    assert (await mine.caller.graphql(close, {"search": "x.example"}))["data"]["updateAlerts"]["updated"] == 1
    assert (await exposure(mine.caller))["reusedPasswords"] == 1


async def test_reused_passwords_are_counted_among_the_newest_detections(
    mine: Signed, raise_all: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.workforce(host="travel.example"))
    monkeypatch.setattr(exposure_repository, "MOST_COUNTED", 1)
    shown = await exposure(mine.caller)
    assert (shown["reusedPasswords"], shown["reusedPasswordsAreExact"]) == (1, False)
