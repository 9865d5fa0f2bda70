"""The first run: the checklist in the console and ``breachlight setup``."""

import asyncio
import fcntl
import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from callers import LOGIN, Caller
from logins import Enrolled, turn_on_device
from mail_server import Mails
from operators import log_in_again, make_operator, recorded

from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.operators import service

SignIn = Callable[..., Awaitable[Caller]]
BY = "orla@operators.example"
PASSWORD = "violet harbour lantern 42 quay"
SETUP = "{ console { setup { name isDone } } }"
SEND = """mutation { result: consoleSendTestEmail { __typename ... on Problem { code }
  ... on RunChecksSuccess { checks { name level } } } }"""
DNS = """mutation { result: consoleTestDns { __typename ... on RunChecksSuccess { checks { name level } } } }"""
CONFIRM = """mutation ($code: String!) { result: consoleConfirmTestEmail(code: $code) { __typename
  ... on Problem { code } ... on ValidationProblem { fieldErrors { field } } } }"""
CHANGE = """mutation ($input: ConsoleSettingsInput!) { result: consoleChangeSettings(input: $input) { __typename
  ... on Problem { code } } }"""
SITE = "{ siteSettings { signupEnabled loginEnabled individualSignupEnabled } }"
RESET = (
    """mutation ($input: ConfirmPasswordResetInput!) { result: confirmPasswordReset(input: $input) { __typename } }"""
)


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, BY)


async def done(caller: Caller) -> set[str]:
    answer = await caller.graphql(SETUP)
    assert "errors" not in answer, answer
    return {step["name"] for step in answer["data"]["console"]["setup"] if step["isDone"]}


async def ask(caller: Caller, query: str, **variables: object) -> dict[str, Any]:
    answer = await caller.graphql(query, variables)
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["result"]
    return result


async def setup(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "setup", *arguments]
    return await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL
    )


async def test_an_installation_with_an_operator_has_the_rest_to_do(
    operator: Caller, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE site_settings SET signup_enabled = false")
    assert await done(operator) == {"OPERATOR", "SECOND_FACTOR"}


@pytest.mark.usefixtures("mail_server")
async def test_a_test_email_counts_once_its_code_is_confirmed(
    operator: Caller, connection: asyncpg.Connection, mails: Mails
) -> None:
    sent = await ask(operator, SEND)
    assert sent == {"__typename": "RunChecksSuccess", "checks": [{"name": "email", "level": "OK"}]}
    assert "EMAIL" not in await done(operator)
    code = (await mails.newest(MailKind.EMAIL_TEST, BY)).code
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert (await ask(operator, CONFIRM, code=wrong))["fieldErrors"] == [{"field": "code"}]
    assert "EMAIL" not in await done(operator)
    assert (await ask(operator, CONFIRM, code=f" {code[:3]} {code[3:]}"))["__typename"] == "MessageSuccess"
    assert "EMAIL" in await done(operator)
    assert [by for by, _ in await recorded(connection, "setup_email_arrived")] == [BY]
    assert code not in str(await recorded(connection, "setup_email_sent"))


@pytest.mark.usefixtures("mail_server")
async def test_a_code_expires(sign_in: SignIn, mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    enrolled = Enrolled(await sign_in("org", BY))
    await turn_on_device(enrolled)
    await service.grant(BY)
    await ask(await log_in_again(enrolled, recoveryCode=enrolled.recovery_codes.pop()), SEND)
    code = (await mails.newest(MailKind.EMAIL_TEST, BY)).code
    later = clock.now() + timedelta(hours=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    operator = await log_in_again(enrolled, recoveryCode=enrolled.recovery_codes.pop())
    assert (await ask(operator, CONFIRM, code=code))["__typename"] == "ValidationProblem"


@pytest.mark.usefixtures("mail_server")
async def test_a_code_is_valid_for_its_operator_only(operator: Caller, sign_in: SignIn, mails: Mails) -> None:
    await ask(operator, SEND)
    code = (await mails.newest(MailKind.EMAIL_TEST, BY)).code
    second = await make_operator(sign_in)
    assert (await ask(second, CONFIRM, code=code))["__typename"] == "ValidationProblem"


async def test_no_email_is_written_without_a_mail_server(operator: Caller, connection: asyncpg.Connection) -> None:
    [check] = (await ask(operator, SEND))["checks"]
    assert check["level"] == "WARNING"
    assert await connection.fetchval("SELECT count(*) FROM mails WHERE kind = 'email_test'") == 0


async def test_sign_up_is_opened_and_closed_by_operators(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    closed = {"signupEnabled": False}
    assert (await ask(operator, CHANGE, input=closed))["__typename"] == "MessageSuccess"
    shown = (await operator.graphql(SITE))["data"]["siteSettings"]
    assert (shown["signupEnabled"], shown["loginEnabled"]) == (False, True)
    assert "SIGN_UP" not in await done(operator)
    opened = {"signupEnabled": True, "individualSignupEnabled": True}
    assert (await ask(operator, CHANGE, input=opened))["__typename"] == "MessageSuccess"
    assert "SIGN_UP" in await done(operator)
    details = [(by, json.loads(detail)) for by, detail in await recorded(connection, "site_settings_changed")]
    assert [by for by, _ in details] == [BY]  # closing what is closed changes nothing
    assert details[0][1]["signup_enabled"] is True
    other = await sign_in("org")
    assert (await ask(other, CHANGE, input=closed))["code"] == "FORBIDDEN"


async def test_the_command_makes_the_first_operator_whose_link_sets_a_password_once(
    http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await connection.execute("UPDATE site_settings SET login_enabled = false")
    named = ["--email", BY, "--first-name", "Orla", "--last-name", "Moss", "--company", "Acme Instruments"]
    made = await setup("--json", *named)
    assert made.stdout, made.stderr
    report = json.loads(made.stdout)
    assert [step["level"] for step in report["steps"]][:2] == ["ok", "ok"]
    assert {"second_factor", "email", "leak", "domain", "detection"} <= set(report["left"])
    assert report["next"].endswith("/#/console/setup")
    uid, token = re.findall(r"uid=([^&]+)&token=(.+)$", report["password_link"])[0]
    given = {"email": BY, "uid": uid, "token": token, "newPassword": PASSWORD}
    kinds = []
    for _ in range(2):
        answer = await http.post("/graphql", json={"query": RESET, "variables": {"input": given}})
        kinds.append(answer.json()["data"]["result"]["__typename"])
    assert kinds[0].endswith("Success"), kinds
    assert kinds[1].endswith("Problem"), kinds
    login = await http.post(
        "/graphql", json={"query": LOGIN, "variables": {"input": {"email": BY, "password": PASSWORD}}}
    )
    assert login.json()["data"]["login"]["tokens"]
    assert await connection.fetchval("SELECT email_verified_at IS NOT NULL FROM users WHERE email = $1", BY)
    for kind in ("setup_account_made", "operator_added"):
        assert len(await recorded(connection, kind)) == 1
    assert token not in str(await connection.fetch("SELECT * FROM operator_events"))


async def test_the_command_can_be_repeated(operator: Caller, connection: asyncpg.Connection) -> None:
    users = await connection.fetchval("SELECT count(*) FROM users")
    for _ in range(2):
        again = await setup()
        assert f"{BY} is an operator." in again.stdout, again.stderr
        assert "link" not in again.stdout
    assert await connection.fetchval("SELECT count(*) FROM users") == users
    assert await done(operator)
    linked = json.loads((await setup("--json", "--password-link")).stdout)
    assert "/auth/reset-password/confirm" in linked["password_link"]


@pytest.mark.usefixtures("http")
async def test_what_nobody_can_be_asked_is_named(connection: asyncpg.Connection) -> None:
    refused = await setup("--json")
    assert refused.returncode == 2
    assert "--email" in refused.stderr
    wrong = await setup("--email", "no address", "--first-name", "Orla", "--last-name", "Moss", "--company", "Acme")
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("email: ")
    assert await connection.fetchval("SELECT count(*) FROM operators") == 0


async def test_a_person_is_asked_and_the_password_is_not_shown(
    http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    shown = await asyncio.to_thread(typed, BY, "Orla", "Moss", "Acme Instruments", PASSWORD, PASSWORD)
    assert f"{BY} has an account and is an operator." in shown
    assert "First name" in shown
    assert PASSWORD not in shown
    assert "/reset-password/" not in shown
    login = await http.post(
        "/graphql", json={"query": LOGIN, "variables": {"input": {"email": BY, "password": PASSWORD}}}
    )
    assert login.json()["data"]["login"]["tokens"]
    assert PASSWORD not in str(await connection.fetch("SELECT * FROM operator_events"))


def typed(*answers: str) -> str:
    """Run the command on a terminal, answer each question when it is asked, and return what the terminal shows."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "setup"]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=_take_terminal
    )
    os.close(theirs)
    shown, left = b"", list(answers)
    try:
        while True:
            assert select.select([ours], [], [], 60)[0], f"The command waits: {shown!r}"
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
            if left and shown.endswith(b": "):
                os.write(ours, left.pop(0).encode() + b"\n")
        process.wait(timeout=60)
    finally:
        process.kill()
        os.close(ours)
    return shown.decode()


def _take_terminal() -> None:
    """Make the terminal that of the command, so that passwords are asked for there."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
