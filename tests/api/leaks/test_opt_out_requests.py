"""Opt-outs by visitors: a form that is the same for everyone, an emailed link, three levels, and operators who approve erasures."""

from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest
from callers import Caller
from factories import make_domain
from ingestion_harness import Bench
from logins import NOON
from mail_server import Mails, hasten, until, working
from operators import make_operator

from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.mail.models import MailKind

JANE, KIM = "jane@people.test", "kim@people.test"
REQUEST = """mutation Ask($input: RequestOptOutInput!) { requestOptOut(input: $input) { __typename
  ... on MessageSuccess { message } ... on Problem { message code } } }"""
CONFIRM = """mutation Confirm($token: String!) { confirmOptOut(token: $token) { __typename
  ... on MessageSuccess { message } ... on Problem { message code } } }"""
CHOICE = "query Choice($token: String!) { optOutChoice(token: $token) }"
WAITING = "query { console { optOutRequests { id digest detections organizations } } }"
DECIDE = """mutation Decide($id: ID!) { outcome: %s(id: $id) { __typename ... on MessageSuccess { message }
  ... on Problem { message } } }"""
BUSY = """SELECT (SELECT count(*) FROM jobs.pgqueuer WHERE status IN ('queued', 'picked') AND (entrypoint LIKE 'address%'
    OR entrypoint LIKE 'opt_outs%' OR entrypoint LIKE 'mails.%' OR entrypoint = 'leaks.operate'))
  + (SELECT count(*) FROM leak_operations WHERE finished_at IS NULL)"""


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOON)


@pytest.fixture
async def operator(sign_in: Callable[..., Awaitable[Caller]]) -> Caller:
    return await make_operator(sign_in)


@pytest.fixture
async def built(bench: Bench, http: httpx.AsyncClient) -> Bench:
    await bench.connection.execute("UPDATE site_settings SET opt_outs_enabled = true, address_check_enabled = true")
    await bench.ingest(bench.write("otters.txt", f"{JANE}:Blue-1\n{KIM}:Blue-2\n"), leak="Otters")
    return bench


async def graphql(http: httpx.AsyncClient, query: str, **variables: object) -> dict[str, str]:
    answer = await http.post("/graphql", json={"query": query, "variables": variables})
    data: dict[str, dict[str, str]] = answer.json()["data"]
    (result,) = data.values()
    return result


async def ask(http: httpx.AsyncClient, email: str, level: str) -> dict[str, str]:
    return await graphql(http, REQUEST, input={"email": email, "level": level, "language": "en"})


async def worked(settings: Settings, connection: asyncpg.Connection) -> None:
    """Let a worker do all that was asked for."""

    async def is_done() -> bool:
        await hasten(connection)
        return bool(await connection.fetchval(BUSY) == 0)

    async with working(settings):
        await until(is_done)


async def token_for(built: Bench, http: httpx.AsyncClient, settings: Settings, email: str, level: str) -> str:
    assert (await ask(http, email, level))["__typename"] == "MessageSuccess"
    await worked(settings, built.connection)
    mail = await Mails(built.connection).newest(MailKind.OPT_OUT, email)
    assert mail.link.startswith(f"{settings.public_url}/#/opt-out/confirm?token=")
    return mail.parameters["token"]


async def opt_out(built: Bench, http: httpx.AsyncClient, settings: Settings, email: str, level: str) -> str:
    token = await token_for(built, http, settings, email, level)
    done = await graphql(http, CONFIRM, token=token)
    assert done["__typename"] == "MessageSuccess", done
    await worked(settings, built.connection)
    return done["message"]


async def levels(connection: asyncpg.Connection) -> list[int]:
    return [row["level"] for row in await connection.fetch("SELECT level FROM opt_outs")]


def stored(bench: Bench, email: str) -> int:
    return sum(table.num_rows for _, table in bench.lake.read_email(bench.lake.locate_email(email), email))


@pytest.mark.spec("X34")
async def test_a_choice_counts_once_its_link_is_confirmed_and_can_be_changed_and_withdrawn(built, http, settings):
    connection = built.connection
    token = await token_for(built, http, settings, JANE, "LOOKUPS")
    assert await graphql(http, CHOICE, token=token) == "LOOKUPS"
    assert await levels(connection) == []
    assert (await graphql(http, CONFIRM, token=token))["message"] == "Your choice is in effect."
    assert await levels(connection) == [1]
    assert (await graphql(http, CONFIRM, token=token))["code"] == "BAD_CREDENTIALS"
    assert await graphql(http, CHOICE, token=token) is None
    await opt_out(built, http, settings, JANE, "MONITORING")
    assert await levels(connection) == [2]
    assert await opt_out(built, http, settings, JANE, "NONE") == "Your opt-out was withdrawn."
    assert await levels(connection) == []
    assert await connection.fetchval("SELECT count(*) FROM address_requests") == 0
    events = built.breachlight("audit", "list", "--json").stdout
    assert events.count("opt_out_chosen") == 3
    assert JANE not in events


async def test_asking_answers_and_costs_the_same_for_every_address(built, http, settings, sign_in, work):
    owner = (await sign_in("ind")).user.email
    assert built.breachlight("opt-outs", "add", KIM, "--level", "2").returncode == 0
    answers, costs = [], []
    for email in (JANE, "never@people.test", KIM, owner, JANE, JANE, JANE):
        work.clear()
        answers.append(await ask(http, email, "RECORDS"))
        costs.append(list(work))
    assert answers == [answers[0]] * len(answers)
    assert costs == [costs[0]] * len(costs)
    await worked(settings, built.connection)
    # Three a day for each mailbox.
    assert len(await Mails(built.connection).all(MailKind.OPT_OUT, JANE)) == 3


async def test_an_opted_out_address_gets_no_answer_of_the_address_check(built, http, settings):
    await opt_out(built, http, settings, JANE, "LOOKUPS")
    for email in (JANE, "jane+tag@people.test"):
        assert (await http.post("/api/v1/address-check", json={"email": email})).status_code == 200
    await worked(settings, built.connection)
    kinds = {mail.kind for mail in await Mails(built.connection).all()}
    assert kinds == {MailKind.OPT_OUT}


@pytest.mark.spec("X34")
async def test_level_3_erases_the_records_and_stores_none_of_later_loads(built, http, settings):
    connection = built.connection
    assert stored(built, JANE) == 1
    await opt_out(built, http, settings, JANE, "RECORDS")
    assert (await levels(connection), stored(built, JANE), stored(built, KIM)) == ([3], 0, 1)
    text = f"jane+tag@people.test:Blue-3\n{KIM}:Blue-4\nhttps://x.example/:{JANE}:Blue-5\n"
    (report,) = await built.ingest(built.write("herons.txt", text), leak="Herons")
    assert report.counts.records == 3
    assert (stored(built, JANE), stored(built, KIM)) == (0, 2)
    tally = await connection.fetchval("SELECT tally->>'erased' FROM batches ORDER BY id DESC LIMIT 1")
    assert tally == "2"
    await opt_out(built, http, settings, JANE, "NONE")
    await built.ingest(built.write("storks.txt", f"{JANE}:Blue-6\n"), leak="Storks")
    assert stored(built, JANE) == 1
    assert await connection.fetchval("SELECT count(*) FROM address_requests") == 0


@pytest.mark.spec("X34")
@pytest.mark.parametrize("decision", ["Approve", "Refuse"])
async def test_an_operator_decides_if_an_organization_has_detections(bench, http, settings, operator: Caller, decision):
    connection = bench.connection
    await make_domain(connection, bench.accounts[0], "people.test")
    await connection.execute("UPDATE site_settings SET opt_outs_enabled = true")
    await bench.ingest(bench.write("otters.txt", f"https://x.example/:{JANE}:Blue-1\n"), leak="Otters")
    assert await connection.fetchval("SELECT count(*) FROM alerts") == 1
    await opt_out(bench, http, settings, JANE, "RECORDS")
    assert (await levels(connection), stored(bench, JANE)) == ([2], 1)
    waiting = (await operator.graphql(WAITING))["data"]["console"]["optOutRequests"]
    assert [(one["detections"], len(one["organizations"])) for one in waiting] == [(1, 1)]
    assert JANE not in str(waiting)
    query = DECIDE % f"console{decision}OptOut"
    outcome = (await operator.graphql(query, {"id": waiting[0]["id"]}))["data"]["outcome"]
    assert outcome["__typename"] == "MessageSuccess", outcome
    again = (await operator.graphql(query, {"id": waiting[0]["id"]}))["data"]["outcome"]
    assert again["__typename"] != "MessageSuccess"
    await worked(settings, connection)
    (mail,) = await Mails(connection).all(MailKind.OPT_OUT_DECIDED)
    approved = decision == "Approve"
    assert ("approved" in mail.text, "refused" in mail.text) == (approved, not approved)
    assert (await levels(connection), stored(bench, JANE)) == (([3], 0) if approved else ([2], 1))
    assert await connection.fetchval("SELECT count(*) FROM address_requests") == 0
    assert await connection.fetchval("SELECT count(*) FROM alerts") == 1


async def test_level_2_starts_no_new_monitoring_until_it_is_withdrawn(built, http, settings, sign_in):
    connection = built.connection
    caller = await sign_in("ind", JANE)
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE id = $1", caller.user.id)
    assert built.breachlight("opt-outs", "add", JANE, "--level", "2").returncode == 0
    resend = "mutation { resendVerification { __typename } }"
    assert (await caller.graphql(resend))["data"]["resendVerification"]["__typename"] == "VerificationSent"
    link = (await Mails(connection).newest(MailKind.VERIFY_EMAIL, JANE)).parameters
    confirm = """mutation C($input: ConfirmEmailInput!) { confirmEmail(input: $input) { __typename } }"""
    done = await caller.graphql(confirm, {"input": {"uid": link["uid"], "token": link["token"]}})
    assert done["data"]["confirmEmail"]["__typename"] == "ConfirmEmailSuccess"
    assert await connection.fetchval("SELECT count(*) FROM identities WHERE key = $1", JANE) == 0
    (told,) = await Mails(connection).all(MailKind.MONITORING_OPTED_OUT)
    assert told.recipient == JANE
    await opt_out(built, http, settings, JANE, "LOOKUPS")
    assert await connection.fetchval("SELECT count(*) FROM identities WHERE key = $1", JANE) == 1


async def test_it_is_off_until_the_operator_turns_it_on(http, connection):
    assert (await ask(http, JANE, "LOOKUPS"))["code"] == "FORBIDDEN"
