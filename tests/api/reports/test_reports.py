"""Monthly reports over HTTP: who may read them, as what, and that downloads are recorded."""

import io
from datetime import UTC, datetime

import asyncpg
import pytest
from alert_factories import Tenant, make_leak, raise_findings
from callers import Caller
from pypdf import PdfReader

from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing

REPORT = """query ($month: String!) { report(month: $month) { month isRunning isIndividual organization previousMonth nextMonth
  new { total bySeverity { high } byKind { workforce portals } } closed { total } open { total } openBefore reopened
  trend { month newDetections openDetections } medianSeconds incidentsOpened people { email detections stillOpen }
  sites { site detections } leaks { title records detections } steps { title incidents } isExact } }"""
MAY, JUNE = datetime(2026, 5, 10, 12, tzinfo=UTC), datetime(2026, 6, 10, 12, tzinfo=UTC)


@pytest.fixture
async def caller(sign_in, connection: asyncpg.Connection, key_ring: KeyRing) -> Caller:
    """A member of an organization with detections in May and June."""
    caller: Caller = await sign_in("org")
    tenant = Tenant(
        caller.account.id, caller.user.id, new_id(), "acme.example", await make_leak(connection, "may-leak")
    )
    for at, passwords in ((MAY, "abc"), (JUNE, "de")):
        with clock.standing_at(at):
            await raise_findings(
                connection, key_ring, *[tenant.workforce(email="jo@acme.example", password=each) for each in passwords]
            )
    return caller


async def test_a_report_shows_what_happened_in_its_month(caller: Caller) -> None:
    months = (await caller.graphql("{ reports { month newDetections openDetections isRunning } }"))["data"]["reports"]
    assert months[0]["isRunning"]
    assert [(each["month"], each["newDetections"], each["openDetections"]) for each in months[-2:]] == [
        ("2026-06", 2, 5),
        ("2026-05", 3, 3),
    ]
    june = (await caller.graphql(REPORT, {"month": "2026-06"}))["data"]["report"]
    assert (june["previousMonth"], june["nextMonth"], june["isRunning"]) == ("2026-05", "2026-07", False)
    assert (june["new"]["total"], june["openBefore"], june["open"]["total"]) == (2, 3, 5)
    assert june["new"]["byKind"] == {"workforce": 2, "portals": 0}
    assert [each["newDetections"] for each in june["trend"]] == [*[0] * 10, 3, 2]
    assert june["people"] == [{"email": "jo@acme.example", "detections": 2, "stillOpen": 2}]
    assert june["leaks"] == [{"title": "The may-leak leak", "records": 0, "detections": 2}]
    assert (await caller.graphql(REPORT, {"month": "2026-04"}))["data"]["report"] is None
    assert (await caller.graphql(REPORT, {"month": "x"}))["data"]["report"] is None


async def test_an_account_without_detections_has_no_months(sign_in) -> None:
    caller = await sign_in("ind")
    assert (await caller.graphql("{ reports { month } }"))["data"]["reports"] == []
    running = f"{clock.now():%Y-%m}"
    report = (await caller.graphql(REPORT, {"month": running}))["data"]["report"]
    assert (report["isIndividual"], report["new"]["total"], report["people"]) == (True, 0, [])


async def test_rest_returns_the_same_and_a_file_in_the_language_of_the_answer(
    caller: Caller, connection: asyncpg.Connection
) -> None:
    listed = (await caller.get("/api/v1/reports")).json()
    assert listed[-1]["month"] == "2026-05"
    answer = await caller.get("/api/v1/reports/month", month="2026-05")
    assert (answer.status_code, answer.json()["new"]["total"]) == (200, 3)
    assert (await caller.get("/api/v1/reports/month", month="2026-04")).status_code == 404
    refused = await caller.get("/api/v1/reports/month", month="May")
    assert (refused.status_code, list(refused.json())) == (400, ["month"])
    file = await caller.http.get(
        "/api/v1/reports/file", params={"month": "2026-05"}, headers={**caller.headers, "Accept-Language": "de"}
    )
    assert file.headers["content-type"] == "application/pdf"
    assert file.headers["content-disposition"] == 'attachment; filename="breachlight-2026-05.pdf"'
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.content)).pages)
    assert "Mai 2026" in text
    assert "jo@acme.example" in text
    events = await connection.fetch("SELECT detail::text FROM security_events WHERE kind = 'report_downloaded'")
    assert [event["detail"] for event in events] == ['{"month": "2026-05"}']


async def test_g_another_account_sees_nothing_of_it(caller: Caller, sign_in) -> None:
    other = await sign_in("ind")
    running = f"{clock.now():%Y-%m}"
    assert (await other.graphql(REPORT, {"month": "2026-05"}))["data"]["report"] is None
    report = (await other.graphql(REPORT, {"month": running}))["data"]["report"]
    assert report["open"]["total"] == 0
