"""Login by an emailed link (spec §2; rest-contract §5)."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest
from callers import PASSWORD, Caller
from logins import LATER, NOON, Enrolled, email_token, events, log_in, send_email, wrong
from mail_server import Mails, read_mail, until, working

from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.sessions.magic_links import send_magic_link

Enrol = Callable[..., Awaitable[Enrolled]]
SignIn = Callable[..., Awaitable[Caller]]
SENT = "If an account with that email exists and is verified, you’ll receive an email with a link to log in."
INVALID = {"error": {"message": "This link is invalid or expired. Request a new one."}}
REQUEST = """mutation Ask($email: String!) { requestMagicLink(input: {email: $email}) { __typename
  ... on MessageSuccess { message } ... on Problem { message code } ... on ThrottledProblem { retryAfterSeconds } } }"""
FOLLOW = """mutation Follow($input: MagicLinkLoginInput!) { loginWithMagicLink(input: $input) { __typename
  ... on LoginSuccess { account { user { email } } } ... on MfaRequired { methods emailToken } ... on Problem { code } } }"""
PATH = "/api/v1/account/magic-link-login"


async def ask(http: httpx.AsyncClient, email: str) -> dict[str, str]:
    answer = await http.post("/graphql", json={"query": REQUEST, "variables": {"email": email}})
    result: dict[str, str] = answer.json()["data"]["requestMagicLink"]
    return result


async def linked(connection: asyncpg.Connection, caller: Caller) -> str:
    """Have a link emailed by the job that does it, and return its token."""
    await send_magic_link({"user_id": str(caller.user.id), "address": "192.0.2.10", "user_agent": ""})
    return (await read_mail(connection, MailKind.MAGIC_LINK, caller.user.email)).parameters["token"]


async def follow(http: httpx.AsyncClient, token: str, **codes: str) -> httpx.Response:
    return await http.post(PATH, json={"token": token, **codes})


@pytest.mark.spec("B4.2.2", "X17")
async def test_a_link_is_emailed_and_logs_in_once(
    sign_in: SignIn, http: httpx.AsyncClient, settings: Settings, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    mails = Mails(connection)
    async with working(settings):
        assert await ask(http, caller.user.email.upper()) == {"__typename": "MessageSuccess", "message": SENT}
        await until(lambda: mails.all(MailKind.MAGIC_LINK, caller.user.email))
    mail = await mails.newest(MailKind.MAGIC_LINK)
    link = urlsplit(mail.link)
    assert f"{link.scheme}://{link.netloc}" == settings.public_url
    assert (link.path, link.query) == ("/", "")
    assert link.fragment.startswith("/auth/m?token=")
    token = mail.parameters["token"]
    first = await http.get(PATH, params={"token": token})
    assert (first.status_code, first.json()["message"]) == (200, "Login successful")
    assert first.json()["account"]["user"]["email"] == caller.user.email
    for again in (await http.get(PATH, params={"token": token}), await follow(http, token)):
        assert (again.status_code, again.json()) == (401, INVALID)
    assert Counter(await events(connection, caller)) == {"login": 2, "magic_link_sent": 1, "magic_link_used": 1}
    days = await connection.fetchval("SELECT max(refresh_expires_at - created_at) FROM sessions")
    assert days == timedelta(days=1)


async def test_a22_asking_costs_and_answers_the_same_for_everybody_and_emails_the_verified_alone(
    sign_in: SignIn, http: httpx.AsyncClient, settings: Settings, connection: asyncpg.Connection, work: list[str]
) -> None:
    known, unproved, disabled, homeless = [await sign_in() for _ in range(4)]
    await connection.execute("UPDATE users SET email_verified_at = NULL WHERE id = $1", unproved.user.id)
    await connection.execute("UPDATE users SET disabled_at = $2 WHERE id = $1", disabled.user.id, clock.now())
    await connection.execute("DELETE FROM memberships WHERE user_id = $1", homeless.user.id)
    addresses = [caller.user.email for caller in (known, unproved, disabled, homeless)]
    costs, answers = [], []
    for email in (*addresses, "nobody@people.test", "no address"):
        work.clear()
        answers.append(await ask(http, email))
        costs.append(list(work))
    assert answers == [{"__typename": "MessageSuccess", "message": SENT}] * 6
    assert costs == [costs[0]] * 6
    left = "SELECT count(*) FROM jobs.pgqueuer WHERE entrypoint = 'magic_links.send'"
    async with working(settings):
        await until(lambda: _is_zero(connection, left))
    assert [mail.recipient for mail in await Mails(connection).all()] == [known.user.email]


async def _is_zero(connection: asyncpg.Connection, count: str) -> bool:
    return bool(await connection.fetchval(count) == 0)


async def test_requests_are_rate_limited_per_email_and_per_ip_address(http: httpx.AsyncClient) -> None:
    with clock.standing_at(NOON):
        for _ in range(5):
            assert (await ask(http, "jo@people.test"))["__typename"] == "MessageSuccess"
        assert (await ask(http, "JO@people.test"))["__typename"] == "ThrottledProblem"
        for number in range(14):
            assert (await ask(http, f"jo-{number}@people.test"))["__typename"] == "MessageSuccess"
        assert (await ask(http, "someone@people.test"))["__typename"] == "ThrottledProblem"


async def test_invalid_addresses_are_rate_limited_separately(http: httpx.AsyncClient) -> None:
    with clock.standing_at(NOON):
        kinds = [(await ask(http, f"jane-{number}"))["__typename"] for number in range(6)]
    assert kinds == ["MessageSuccess"] * 6


async def test_asking_for_nobody_is_refused_by_field(http: httpx.AsyncClient) -> None:
    assert (await ask(http, ""))["__typename"] == "ValidationProblem"


async def test_nothing_works_while_log_in_is_switched_off(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    token = await linked(connection, caller)
    await connection.execute("UPDATE site_settings SET login_enabled = false")
    assert (await ask(http, caller.user.email))["code"] == "FORBIDDEN"
    assert (await follow(http, token)).status_code == 403
    await connection.execute("UPDATE site_settings SET login_enabled = true")
    assert (await follow(http, token)).status_code == 200


async def test_a18_the_second_factor_is_asked_and_the_link_lives_until_its_code_is_right(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        token = await linked(connection, enrolled.caller)
        for answer in (await http.get(PATH, params={"token": token}), await follow(http, token)):
            body = answer.json()
            assert (answer.status_code, body["message"], body["methods"]) == (401, "MFA required", ["device"])
        refused = await follow(http, token, device_verification_code=wrong(enrolled.code()))
        assert refused.json() == {"error": {"message": "Incorrect verification code."}}
        done = await follow(http, token, device_verification_code=enrolled.code())
        assert (done.status_code, "authentication" in done.json()) == (200, True)
        assert (await follow(http, token, device_verification_code=enrolled.code(+1))).json() == INVALID
    counted = Counter(await events(connection, enrolled.caller))
    assert (counted["magic_link_used"], counted["mfa_code_failed"], counted["login"]) == (1, 1, 2)


@pytest.mark.spec("B4.2.2")
async def test_a_code_is_emailed_after_a_link_without_a_password(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(LATER):
        token = await linked(connection, enrolled.caller)
        variables = {"input": {"token": token}}
        answer = await http.post("/graphql", json={"query": FOLLOW, "variables": variables})
        required = answer.json()["data"]["loginWithMagicLink"]
        assert (required["__typename"], required["methods"]) == ("MfaRequired", ["EMAIL"])
        sent = await http.post("/api/v1/mfa/send-email", json={"email_token": required["emailToken"]})
        assert (sent.status_code, sent.json()) == (200, {"message": "Verification code sent to email"})
        code = (await read_mail(connection, MailKind.LOGIN_CODE, enrolled.email)).code
        variables = {"input": {"token": token, "emailVerificationCode": code}}
        answer = await http.post("/graphql", json={"query": FOLLOW, "variables": variables})
        assert answer.json()["data"]["loginWithMagicLink"]["__typename"] == "LoginSuccess"
        again = await http.post("/api/v1/mfa/send-email", json={"email_token": required["emailToken"]})
        assert again.status_code == 401


async def test_a19_a_token_of_a_login_by_password_sends_nothing_without_the_password(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(LATER):
        link = await linked(connection, enrolled.caller)
        after_link = (await follow(http, link)).json()["email_token"]
        by_password = await email_token(http, enrolled.email)
        mark = after_link.partition(".")[2]
        bare = await http.post("/api/v1/mfa/send-email", json={"email_token": by_password})
        assert (bare.status_code, set(bare.json())) == (400, {"email", "password"})
        for forged in (f"{by_password}.{mark}", f"{by_password}.", f"{by_password}.{'0' * 32}", after_link):
            answer = await http.post("/api/v1/mfa/send-email", json={"email_token": forged})
            assert answer.status_code in {400, 401}
            assert (await send_email(http, enrolled.email, forged)).status_code == 401
        assert await Mails(connection).all(MailKind.LOGIN_CODE) == []
        assert (await send_email(http, enrolled.email, by_password)).status_code == 200


async def test_a02_a_login_by_link_forgives_no_guesses_at_others(
    enrol: Enrol, sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    guesser, wrong_password = await enrol("email"), "wrong-9-password"
    with clock.standing_at(LATER):
        victim = (await sign_in()).user.email
        statuses = [(await log_in(http, victim, wrong_password)).status_code for _ in range(9)]
        token = (await follow(http, await linked(connection, guesser.caller))).json()["email_token"]
        statuses.append((await send_email(http, victim, token, wrong_password)).status_code)
        statuses += [(await log_in(http, victim, wrong_password)).status_code for _ in range(2)]
    assert statuses == [401] * 9 + [200, 401, 429]


@pytest.mark.spec("B4.2.2")
async def test_a_link_works_for_fifteen_minutes_and_a_newer_one_voids_it(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        caller = await sign_in()
        first = await linked(connection, caller)
        second = await linked(connection, caller)
        assert (await follow(http, first)).json() == INVALID
    with clock.standing_at(NOON + timedelta(minutes=15)):
        assert (await follow(http, second)).json() == INVALID
    with clock.standing_at(NOON + timedelta(minutes=14, seconds=59)):
        assert (await follow(http, second)).status_code == 200


async def test_of_parallel_uses_of_a_link_one_gets_in(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    token = await linked(connection, caller)
    answers = await asyncio.gather(*(follow(http, token) for _ in range(20)))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 401: 19}


@pytest.mark.parametrize("token", ["x", "A" * 43, "A" * 100_000, "é" * 43, "../../etc/passwd"])
async def test_malformed_tokens_are_refused(http: httpx.AsyncClient, token: str) -> None:
    assert (await follow(http, token)).status_code == 401


async def test_a_link_to_a_user_who_is_out_opens_nothing(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    disabled, homeless, moved = [await sign_in() for _ in range(3)]
    tokens = [await linked(connection, caller) for caller in (disabled, homeless, moved)]
    await connection.execute("UPDATE users SET disabled_at = $2 WHERE id = $1", disabled.user.id, clock.now())
    await connection.execute("DELETE FROM memberships WHERE user_id = $1", homeless.user.id)
    await connection.execute(
        "UPDATE email_claims SET email_key = 'other@people.test' WHERE user_id = $1", moved.user.id
    )
    assert [(await follow(http, token)).status_code for token in tokens] == [401] * 3


async def test_a25_opening_the_address_of_the_call_consumes_nothing(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    token = await linked(connection, caller)
    navigation = await http.get(PATH, params={"token": token}, headers={"Sec-Fetch-Mode": "navigate"})
    head = await http.head(PATH, params={"token": token})
    assert (navigation.status_code, head.status_code) == (403, 403)
    assert (await follow(http, token)).status_code == 200


async def test_a07_tokens_of_other_purposes_open_no_log_in_and_a_link_verifies_and_resets_nothing(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    from breachlight.passwords.changes import mail_reset_link

    enrolled = await enrol("email")
    caller = enrolled.caller
    with clock.standing_at(LATER):
        await mail_reset_link({"user_id": str(caller.user.id)})
        reset = (await read_mail(connection, MailKind.RESET_PASSWORD)).parameters
        link, sending = await linked(connection, caller), await email_token(http, enrolled.email)
        for other in (reset["token"], sending, caller.tokens["authToken"], caller.tokens["refreshToken"]):
            assert (await follow(http, other)).status_code == 401
        for other in (link, reset["token"], caller.tokens["authToken"]):
            assert (await send_email(http, enrolled.email, other)).status_code == 401
        for other in (link, sending):
            new = {
                "email": enrolled.email,
                "uid": reset["uid"],
                "token": other,
                "new_password": "another-Kettle-9-drum",
            }
            assert (await http.post("/api/v1/account/password-reset-confirm", json=new)).status_code == 401
            proof = {"uidb64": reset["uid"], "token": other}
            assert (await http.post("/api/v1/account/verify-email-confirm", json=proof)).status_code == 401
        for other in (link, reset["token"], sending):
            answer = await http.get("/api/v1/account/info", headers={"Authorization": f"Bearer {other}"})
            assert answer.status_code == 401
            refused = await http.post("/api/v1/account/refresh-token", json={"refresh": other})
            assert refused.status_code == 401
        assert (await log_in(http, enrolled.email, PASSWORD)).json()["message"] == "MFA required"
