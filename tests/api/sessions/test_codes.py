"""Codes of a login, mainly those of an app (spec §4, Login; rest-contract §5)."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import LOGIN, PASSWORD, Caller
from logins import (
    LATER,
    NOON,
    Enrolled,
    configure,
    email_token,
    events,
    log_in,
    mailed_code,
    turn_on_device,
    verify,
    with_app,
    wrong,
)
from mail_server import read_mail

from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.sessions.cleanup import trim_codes

Enrol = Callable[..., Awaitable[Enrolled]]
SignIn = Callable[..., Awaitable[Caller]]
WRONG_CODE = {"error": {"message": "Incorrect verification code."}}
MFA_REQUIRED = """mutation Login($input: LoginInput!) { login(input: $input) { __typename
  ... on MfaRequired { message methods emailToken } ... on Problem { code } } }"""
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


@pytest.mark.spec("S3.15", "S4.12")
@pytest.mark.parametrize(
    ("on", "methods"),
    [(["device"], ["device"]), (["email"], ["email"]), (["email", "device"], ["device", "email"])],
)
async def test_a18_the_password_alone_answers_mfa_required_with_the_stronger_method_first(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection, on: list[str], methods: list[str]
) -> None:
    enrolled = await enrol(*on)
    with clock.standing_at(LATER):
        for path in ("/api/v1/account/login", "/api/v1/mfa/login"):
            answer = await http.post(path, json={"email": enrolled.email, "password": PASSWORD})
            body = answer.json()
            assert (answer.status_code, body["message"], body["methods"]) == (401, "MFA required", methods)
            assert len(body["email_token"]) > 40
            assert set(body) == {"message", "methods", "email_token"}
        variables = {"input": {"email": enrolled.email, "password": PASSWORD}}
        answer = await http.post("/graphql", json={"query": MFA_REQUIRED, "variables": variables})
        problem = answer.json()["data"]["login"]
        assert (problem["__typename"], problem["message"]) == ("MfaRequired", "MFA required")
        assert problem["methods"] == [method.upper() for method in methods]
    assert (await events(connection, enrolled.caller)).count("login") == 1


@pytest.mark.spec("S4.14", "S7.21")
async def test_a_code_of_the_app_finishes_the_login(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        refused = await with_app(http, enrolled.email, wrong(enrolled.code()))
        assert (refused.status_code, refused.json()) == (401, WRONG_CODE)
        wrong_password = await with_app(http, enrolled.email, enrolled.code(), password="wrong-9-password")
        assert wrong_password.json() == {"error": {"message": "Incorrect email or password."}}
        variables = {
            "input": {"email": enrolled.email, "password": PASSWORD, "deviceVerificationCode": enrolled.code()}
        }
        answer = await http.post("/graphql", json={"query": LOGIN, "variables": variables})
        assert answer.json()["data"]["login"]["__typename"] == "LoginSuccess"
    counted = Counter(await events(connection, enrolled.caller))
    assert (counted["mfa_code_failed"], counted["login_failed"], counted["login"]) == (1, 1, 2)


@pytest.mark.spec("S4.14", "S7.22")
async def test_an_emailed_code_finishes_the_login_once(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("email")
    with clock.standing_at(LATER):
        code = await mailed_code(http, connection, enrolled.email)
        mail = await read_mail(connection, MailKind.LOGIN_CODE, enrolled.email)
        assert code not in mail.subject
        first = await log_in(http, enrolled.email, email_verification_code=code)
        second = await log_in(http, enrolled.email, email_verification_code=code)
    assert (first.status_code, second.status_code) == (200, 401)
    assert "authentication" in first.json()
    assert second.json() == WRONG_CODE


@pytest.mark.spec("S4.14")
async def test_a_code_counts_for_the_method_that_it_was_given_for(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    both, device_only = await enrol("device", "email"), await enrol("device")
    with clock.standing_at(LATER):
        mailed = await mailed_code(http, connection, both.email)
        assert (await with_app(http, both.email, mailed)).status_code == 401
        assert (await log_in(http, both.email, email_verification_code=both.code())).status_code == 401
        assert (await log_in(http, both.email, recovery_code=mailed)).status_code == 401
        not_on = await log_in(http, device_only.email, email_verification_code=device_only.code())
        assert (not_on.status_code, not_on.json()) == (401, WRONG_CODE)
        two = await with_app(http, both.email, both.code(), email_verification_code=mailed)
        assert two.status_code == 400
        assert (await log_in(http, both.email, email_verification_code=mailed)).status_code == 200


async def test_a13_a_code_of_the_app_works_once_and_none_that_is_older_than_it(
    enrol: Enrol, http: httpx.AsyncClient
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 401
        assert (await with_app(http, enrolled.email, enrolled.code(-1))).status_code == 401
        assert (await with_app(http, enrolled.email, enrolled.code(+1))).status_code == 200
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 401


async def test_a13_the_code_that_turned_the_app_on_opens_no_log_in(enrol: Enrol, http: httpx.AsyncClient) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(NOON):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 401
        assert (await with_app(http, enrolled.email, enrolled.code(+1))).status_code == 200


async def test_a14_of_fifty_parallel_logins_with_one_code_exactly_one_gets_in(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled, mailed = await enrol("device"), await enrol("email")
    with clock.standing_at(LATER):
        answers = await asyncio.gather(*(with_app(http, enrolled.email, enrolled.code()) for _ in range(50)))
        statuses = Counter(answer.status_code for answer in answers)
        assert statuses[200] == 1
        assert set(statuses) <= {200, 401, 429}
    with clock.standing_at(LATER + timedelta(minutes=5)):
        code = await mailed_code(http, connection, mailed.email)
        log_ins = (log_in(http, mailed.email, email_verification_code=code) for _ in range(20))
        statuses = Counter(answer.status_code for answer in await asyncio.gather(*log_ins))
        assert statuses[200] == 1
    assert (await events(connection, enrolled.caller)).count("login") == 2


@pytest.mark.parametrize(("steps", "status"), [(-2, 401), (-1, 200), (0, 200), (1, 200), (2, 401)])
async def test_a15_one_step_of_drift_is_accepted_and_no_more(
    enrol: Enrol, http: httpx.AsyncClient, steps: int, status: int
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        assert (await with_app(http, enrolled.email, enrolled.code(steps))).status_code == status


async def test_a15_a_clock_that_is_set_back_brings_no_used_code_back(enrol: Enrol, http: httpx.AsyncClient) -> None:
    enrolled = await enrol("device")
    an_hour_on = LATER + timedelta(hours=1)
    with clock.standing_at(LATER):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200
    with clock.standing_at(an_hour_on):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200
    with clock.standing_at(LATER):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 401
        assert (await with_app(http, enrolled.email, enrolled.code(+1))).status_code == 401
    with clock.standing_at(an_hour_on + timedelta(minutes=1)):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200


async def _wrong_everywhere(http: httpx.AsyncClient, enrolled: Enrolled) -> list[int]:
    """Give five wrong codes, at every place that takes one."""
    caller = enrolled.caller
    code = {"verification_code": wrong(enrolled.code())}
    return [
        (await with_app(http, enrolled.email, wrong(enrolled.code()))).status_code,
        (await caller.post("/api/v1/mfa/verify/device", code)).status_code,
        (await caller.post("/api/v1/mfa/verify/email", code)).status_code,
        (await log_in(http, enrolled.email, email_verification_code="000000")).status_code,
        (await log_in(http, enrolled.email, recovery_code="00000-00000")).status_code,
    ]


async def test_a16_wrong_codes_share_one_rate_limit_wherever_they_are_given(
    enrol: Enrol, http: httpx.AsyncClient
) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(NOON + timedelta(minutes=1)):
        assert (await _wrong_everywhere(http, enrolled))[:5] == [401] * 5
        code = {"verification_code": enrolled.code()}
        answers = [
            await with_app(http, enrolled.email, enrolled.code()),
            await enrolled.caller.post("/api/v1/mfa/verify/device", code),
            await enrolled.caller.post("/api/v1/mfa/verify/email", code),
            await log_in(http, enrolled.email, recovery_code=enrolled.recovery_codes[0]),
        ]
        assert [answer.status_code for answer in answers] == [429] * 4
        assert all(0 < int(answer.headers["retry-after"]) <= 300 for answer in answers)
    with clock.standing_at(NOON + timedelta(minutes=6)):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200


async def test_a16_the_rate_limit_counts_hours_and_days_too(enrol: Enrol, http: httpx.AsyncClient) -> None:
    enrolled = await enrol("device")
    at, tries, longest_wait = LATER, 0, 0
    while longest_wait < 6 * 3600:
        assert at < LATER + timedelta(hours=12)
        with clock.standing_at(at):
            answer = await with_app(http, enrolled.email, wrong(enrolled.code()))
            if answer.status_code == 401:
                tries += 1
            else:
                longest_wait = max(longest_wait, int(answer.headers["retry-after"]))
                at += timedelta(seconds=min(int(answer.headers["retry-after"]), 3600))
    assert tries == 50
    with clock.standing_at(at + timedelta(days=1)):
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200


async def test_a_login_that_is_right_resets_the_count(enrol: Enrol, http: httpx.AsyncClient) -> None:
    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        for _ in range(4):
            assert (await with_app(http, enrolled.email, wrong(enrolled.code()))).status_code == 401
        assert (await with_app(http, enrolled.email, enrolled.code())).status_code == 200
        for _ in range(5):
            assert (await with_app(http, enrolled.email, wrong(enrolled.code()))).status_code == 401


async def test_a16_turning_on_another_method_does_not_reset_the_count(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        await configure(enrolled.caller, "email", True)
        code = (await read_mail(connection, MailKind.MFA_CODE)).code
        assert (await verify(enrolled.caller, "email", code))["__typename"] == "VerifyMfaSuccess"
        for _ in range(3):
            await log_in(http, enrolled.email, email_verification_code="000000")
        await turn_on_device(enrolled)
        answers = [await log_in(http, enrolled.email, email_verification_code="000000") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [401, 401, 429]


SPOILT: tuple[tuple[Callable[[str], Any], int], ...] = (
    (lambda code: code.translate(ARABIC), 401),
    (lambda code: code.translate(FULL_WIDTH), 401),
    (int, 400),
    (lambda code: [code], 400),
    (lambda code: {"code": code}, 400),
    (lambda _: True, 400),
    (lambda code: code + "0", 401),
    (lambda code: code[:5], 401),
    (lambda code: code + "\n", 401),
    (lambda code: " " + code, 401),
    (lambda code: f"{code[:3]} {code[3:]}", 401),
    (lambda code: code * 10_000, 401),
)


async def test_a17_a_code_is_six_ascii_digits_in_a_text(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device", "email")
    with clock.standing_at(LATER):
        mailed = await mailed_code(http, connection, enrolled.email)
        for spoil, status in (*SPOILT, (lambda _: "", 401), (lambda _: None, 401)):
            await connection.execute("DELETE FROM throttle_counters")
            for method, code in (("device", enrolled.code()), ("email", mailed)):
                given = {f"{method}_verification_code": spoil(code)}
                answer = await log_in(http, enrolled.email, **given)
                assert (answer.status_code, "authentication" in answer.json()) == (status, False), given
        assert (await log_in(http, enrolled.email, email_verification_code=mailed)).status_code == 200


async def test_a17_a_method_is_turned_on_by_six_ascii_digits_in_a_text(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    with clock.standing_at(NOON):
        enrolled = Enrolled(await sign_in())
        enrolled.secret = (await configure(enrolled.caller, "device", True))["device"]["secret"]
        for spoil, status in (*SPOILT, (lambda _: "", 400), (lambda _: None, 400)):
            await connection.execute("DELETE FROM throttle_counters")
            given = {"verification_code": spoil(enrolled.code())}
            answer = await enrolled.caller.post("/api/v1/mfa/verify/device", given)
            assert answer.status_code == status, given
        assert (await verify(enrolled.caller, "device", enrolled.code()))["__typename"] == "VerifyMfaSuccess"


@pytest.mark.parametrize("code", [123456, ["123456"], True])
async def test_a17_graphql_takes_codes_as_text_alone(http: httpx.AsyncClient, code: Any) -> None:
    given = {"email": "jo@people.test", "password": PASSWORD, "deviceVerificationCode": code}
    answer = (await http.post("/graphql", json={"query": LOGIN, "variables": {"input": given}})).json()
    assert answer["errors"][0]["extensions"]["code"] == "BAD_USER_INPUT"


async def test_a18_a_reset_password_opens_no_session_and_the_second_factor_is_still_asked(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    from breachlight.passwords.changes import mail_reset_link

    enrolled = await enrol("device")
    with clock.standing_at(LATER):
        asked = await http.post("/api/v1/account/password-reset", json={"email": enrolled.email})
        assert asked.status_code == 200
        await mail_reset_link({"user_id": str(enrolled.caller.user.id)})
        link = (await read_mail(connection, MailKind.RESET_PASSWORD, enrolled.email)).parameters
        new = "another-Kettle-9-drum"
        body = {"email": enrolled.email, "uid": link["uid"], "token": link["token"], "new_password": new}
        answer = await http.post("/api/v1/account/password-reset-confirm", json=body)
        assert (answer.status_code, set(answer.json())) == (200, {"message"})
        answer = await log_in(http, enrolled.email, new)
        assert (answer.status_code, answer.json()["message"]) == (401, "MFA required")
        assert (await with_app(http, enrolled.email, enrolled.code(), password=new)).status_code == 200


async def test_a20_an_app_that_never_gave_its_code_is_not_asked_for_and_its_secret_goes(
    sign_in: SignIn, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    kept = "SELECT mfa_device_pending_sealed IS NOT NULL FROM users WHERE id = $1"
    with clock.standing_at(NOON):
        closed, forgotten = Enrolled(await sign_in()), Enrolled(await sign_in())
        for enrolled in (closed, forgotten):
            configured = await configure(enrolled.caller, "device", True)
            enrolled.secret = configured["device"]["secret"]
            assert configured["account"]["user"]["mfaSettings"]["isMfaDeviceEnabled"] is False
            assert (await log_in(http, enrolled.email)).status_code == 200
        await configure(closed.caller, "device", False)
        assert not await connection.fetchval(kept, closed.caller.user.id)
        assert (await verify(closed.caller, "device", closed.code()))["code"] == "BAD_CREDENTIALS"
    with clock.standing_at(NOON + timedelta(minutes=31)):
        again = (await log_in(http, forgotten.email)).json()["authentication"]["auth_token"]
        forgotten.caller.tokens["authToken"] = again
        assert (await verify(forgotten.caller, "device", forgotten.code()))["code"] == "BAD_CREDENTIALS"
        await trim_codes()
        assert not await connection.fetchval(kept, forgotten.caller.user.id)


async def test_codes_of_another_user_open_nothing(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    one, other = await enrol("device", "email"), await enrol("device", "email")
    with clock.standing_at(LATER):
        mailed = await mailed_code(http, connection, other.email)
        await mailed_code(http, connection, one.email)
        assert (await with_app(http, one.email, other.code())).status_code == 401
        assert (await log_in(http, one.email, email_verification_code=mailed)).status_code == 401
        assert (await log_in(http, one.email, recovery_code=other.recovery_codes[0])).status_code == 401


async def test_nothing_that_allows_a_login_is_readable_in_the_database(
    enrol: Enrol, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    enrolled = await enrol("device", "email")
    with clock.standing_at(LATER):
        secrets = [
            enrolled.secret,
            await mailed_code(http, connection, enrolled.email),
            await email_token(http, enrolled.email),
            *enrolled.recovery_codes,
            *(code.replace("-", "") for code in enrolled.recovery_codes),
        ]
    tables = await connection.fetch(
        "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'jobs')"
    )
    for schema, table in tables:
        columns = await connection.fetch(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2",
            schema,
            table,
        )
        shown = ", ".join(
            f"encode(\"{column['column_name']}\", 'escape')"
            if column["data_type"] == "bytea"
            else f'"{column["column_name"]}"::text'
            for column in columns
            if column["data_type"] not in {"uuid", "timestamp with time zone"}
        )
        if not shown:
            continue
        for row in await connection.fetch(f'SELECT {shown} FROM {schema}."{table}"'):
            assert not any(secret in str(value) for value in row for secret in secrets), table
