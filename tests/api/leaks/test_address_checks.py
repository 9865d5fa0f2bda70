"""“Has my address leaked?”: the answer is an email to the address; the page is the same for everyone."""

import asyncpg
import httpx
import pytest
from ingestion_harness import Bench
from logins import NOON
from mail_server import Mails, hasten, until, working
from sign_up import INDIVIDUAL, form

from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.mail.models import MailKind

PATH = "/api/v1/address-check"
JANE, KIM = "jane@people.test", "kim@people.test"
TAGGED = "Jane+shop@People.test"
VERIFIED = "query Verified($token: String!) { verifiedAddress(token: $token) }"
WAITING = "SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint LIKE 'address_checks%' OR entrypoint LIKE 'mails.%'"


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOON)


@pytest.fixture
async def built(bench: Bench, http: httpx.AsyncClient) -> Bench:
    """Jane is in two public leaks, by an alias in one of them, and in a sensitive and a retired one."""
    await bench.connection.execute(
        """UPDATE site_settings SET address_check_enabled = true, signup_enabled = true,
        individual_signup_enabled = true"""
    )
    leaks = {"Otters": [JANE, KIM], "Herons": ["jane+shop@people.test"], "Secret": [JANE], "Retired": [JANE]}
    for name, people in leaks.items():
        text = "".join(f"{person}:Blue-{name}-42\n" for person in people)
        await bench.ingest(bench.write(f"{name}.txt", text), leak=name)
    await bench.connection.execute(
        """UPDATE leaks SET is_sensitive = name = 'Secret', is_retired = name = 'Retired',
        breach_date = CASE name WHEN 'Herons' THEN DATE '2024-03-01' END,
        data_classes = CASE name WHEN 'Herons' THEN '["Email addresses", "Passwords"]'::jsonb ELSE '[]' END"""
    )
    return bench


async def ask(http: httpx.AsyncClient, email: str, **more: str) -> httpx.Response:
    return await http.post(PATH, json={"email": email, **more})


async def answered(settings: Settings, connection: asyncpg.Connection) -> None:
    """Let a worker do all that was asked for."""

    async def is_done() -> bool:
        await hasten(connection)
        return bool(await connection.fetchval(WAITING) == 0)

    async with working(settings):
        await until(is_done)


@pytest.mark.spec("X33")
async def test_the_answer_is_emailed_with_public_leaks_and_without_passwords(
    built, http, settings, connection, mail_server
):
    asked = await ask(http, f" {JANE.upper()} ", language="en")
    assert (asked.status_code, "inbox" in asked.json()["message"]) == (200, True)
    await answered(settings, connection)
    (received,) = mail_server.received
    assert received.recipients == [JANE]
    text = received.body()
    assert f"{JANE} is in 2 leaks that we list publicly." in text
    assert text.index("Herons · 2024-03-01 · Email addresses, Passwords") < text.index("Otters")
    for hidden in ("Secret", "Retired", "Blue-"):
        assert hidden not in text
    assert await connection.fetchval("SELECT count(*) FROM mails WHERE content_sealed IS NOT NULL") == 0


async def test_an_alias_is_found_by_itself_and_no_leak_is_an_answer_too(built, http, settings, connection):
    await ask(http, TAGGED)
    await ask(http, "never@people.test", language="de")
    await answered(settings, connection)
    (found,) = await Mails(connection).all(MailKind.ADDRESS_FOUND)
    assert "is in 1 leak that" in found.text
    (not_found,) = await Mails(connection).all(MailKind.ADDRESS_NOT_FOUND)
    assert "never@people.test kommt in keinem Leak vor" in not_found.text


async def test_asking_answers_and_costs_the_same_for_every_address(built, http, settings, sign_in, work):
    connection = built.connection
    owner = (await sign_in("ind")).user.email
    assert built.breachlight("opt-outs", "add", KIM).returncode == 0
    answers, costs = [], []
    for email in (JANE, "never@people.test", KIM, owner, JANE):
        work.clear()
        answer = await ask(http, email)
        answers.append((answer.status_code, answer.content, sorted(set(answer.headers) - {"x-request-id"})))
        costs.append(list(work))
    assert answers == [answers[0]] * len(answers)
    assert costs == [costs[0]] * len(costs)
    await answered(settings, connection)
    # Nothing to the opted-out address, one answer a day to each other one.
    assert sorted(mail.recipient for mail in await Mails(connection).all()) == sorted(
        [JANE, "never@people.test", owner]
    )
    assert await connection.fetchval("SELECT count(*) FROM address_requests WHERE state = 'new'") == 0


async def test_aliases_share_the_answer_of_a_day_and_the_next_day_has_its_own(
    built, http, settings, connection, monkeypatch
):
    for email in (JANE, TAGGED, "jane+other@people.test"):
        await ask(http, email)
    await answered(settings, connection)
    assert len(await Mails(connection).all()) == 1
    monkeypatch.setattr(clock, "now", lambda: NOON.replace(day=NOON.day + 1))
    await ask(http, JANE)
    await answered(settings, connection)
    assert len(await Mails(connection).all()) == 2


async def test_clients_are_limited_and_what_is_no_address_is_refused(built, http):
    for text in ("", "nonsense", "jane@people"):
        assert (await ask(http, text)).status_code == 400
    statuses = [(await ask(http, f"p{number}@people.test")).status_code for number in range(11)]
    assert statuses == [200] * 10 + [429]


@pytest.mark.spec("X33")
async def test_it_is_off_until_the_operator_turns_it_on(http, connection):
    assert (await ask(http, JANE)).status_code == 403
    assert await connection.fetchval("SELECT count(*) FROM address_requests") == 0


async def token_of(built: Bench, http: httpx.AsyncClient, settings: Settings, email: str) -> str:
    await ask(http, email)
    await answered(settings, built.connection)
    (mail,) = await Mails(built.connection).all(to=email)
    assert mail.link.startswith(f"{settings.public_url}/#/auth/sign-up/individual?")
    return mail.parameters["address_token"]


async def verified(http: httpx.AsyncClient, token: str) -> str | None:
    answer = await http.post("/graphql", json={"query": VERIFIED, "variables": {"token": token}})
    found: str | None = answer.json()["data"]["verifiedAddress"]
    return found


async def sign_up(http: httpx.AsyncClient, email: str, token: str) -> bool:
    given = form(email=email, addressToken=token)
    answer = await http.post("/graphql", json={"query": INDIVIDUAL, "variables": {"input": given}})
    outcome = answer.json()["data"]["outcome"]
    assert outcome["__typename"] == "LoginSuccess", outcome
    return bool(outcome["account"]["user"]["isEmailVerified"])


@pytest.mark.spec("X33")
async def test_the_link_signs_up_once_with_a_verified_address(built, http, settings, connection):
    token = await token_of(built, http, settings, JANE)
    assert await verified(http, token) == JANE
    assert await verified(http, token[::-1]) is None
    assert await sign_up(http, JANE, token)
    assert await connection.fetchval("SELECT count(*) FROM identities WHERE key = $1", JANE) == 1
    assert await connection.fetchval("SELECT count(*) FROM backfills") == 1
    assert not await Mails(connection).all(MailKind.VERIFY_EMAIL)
    assert await verified(http, token) is None
    assert await connection.fetchval("SELECT count(*) FROM address_requests") == 0


async def test_a_link_verifies_no_other_address_and_expires(built, http, settings, connection, monkeypatch):
    token = await token_of(built, http, settings, JANE)
    assert not await sign_up(http, KIM, token)
    assert await verified(http, token) == JANE
    monkeypatch.setattr(clock, "now", lambda: NOON.replace(day=NOON.day + 2))
    assert await verified(http, token) is None
    assert not await sign_up(http, JANE, token)


async def test_who_has_an_account_is_led_to_the_login(built, http, settings, connection, sign_in):
    owner = (await sign_in("ind", JANE)).user.email
    await ask(http, owner)
    await answered(settings, connection)
    (mail,) = await Mails(connection).all(to=owner)
    assert mail.link == f"{settings.public_url}/#/auth/login"


async def test_the_address_is_kept_sealed_and_only_until_its_link_expires(
    built, http, settings, connection, monkeypatch
):
    await ask(http, JANE)
    row = await connection.fetchrow("SELECT * FROM address_requests")
    assert JANE.encode() not in row["address_sealed"]
    payloads = await connection.fetch("SELECT payload FROM jobs.pgqueuer WHERE entrypoint LIKE 'address_checks%'")
    assert [JANE.encode() in bytes(one["payload"]) for one in payloads] == [False]
    await answered(settings, connection)
    from breachlight.leaks.address_requests.jobs import trim_requests

    monkeypatch.setattr(clock, "now", lambda: NOON.replace(day=NOON.day + 2))
    await trim_requests()
    assert await connection.fetchval("SELECT count(*) FROM address_requests") == 0
