"""Access prepared by somebody else before an address is verified: all of it ends with the verification.

The variants are those of Sudhodanan and Paverd, "Pre-hijacked accounts" (USENIX Security 2022). Two of the five need a login
through another provider (classic-federated merge, non-verifying provider), and one a change of the email address (unexpired
change); the product has neither. What remains are the unexpired session and the trojan identifier, here in every form that a
user without a verified address can give it.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pyotp
import pytest
from callers import Caller
from logins import CONFIGURE, VERIFY, place
from mail_server import Mails, until, working
from sign_up import NEW_PASSWORD, NOON, ORGANIZATION, PASSWORD, RESEND, Visitor, form
from starlette.applications import Starlette

from breachlight.api_keys.tokens import new_key
from breachlight.config import Settings
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.mail.models import MailKind

SignIn = Callable[..., Awaitable[Caller]]
EMAIL = "ida.moss@people.test"
ACCOUNT = "/api/v1/account"
CONFIRM = """mutation Confirm($input: ConfirmEmailInput!) { outcome: confirmEmail(input: $input) {
  __typename ... on ConfirmEmailSuccess { message earlierAccess tokens { authToken refreshToken } account { id } }
  ... on Problem { message code } } }"""
_PROBLEMS = "... on Problem { message code }"
INVITE = f"""mutation ($email: String!, $role: MembershipRole!) {{ outcome: inviteMember(email: $email, role: $role) {{
  __typename {_PROBLEMS} }} }}"""
OPEN = """query ($token: String!) { outcome: invitation(token: $token) {
  __typename ... on OpenInvitation { hasLogIn advice } ... on Problem { code } } }"""
ACCEPT = f"""mutation ($input: AcceptInvitationInput!) {{ outcome: acceptInvitation(input: $input) {{
  __typename ... on LoginSuccess {{ tokens {{ authToken refreshToken }} account {{ id }} }} {_PROBLEMS} }} }}"""


@pytest.fixture
async def attacker(visitor: Visitor) -> dict[str, Any]:
    """A stranger who has signed up with Ida's address, and is logged in."""
    return await visitor.register(email=EMAIL)


@pytest.fixture
def link(mails: Mails) -> Callable[[], Awaitable[dict[str, str]]]:
    """The link in the newest verification email, which only Ida can read."""

    async def read() -> dict[str, str]:
        return (await mails.newest(MailKind.VERIFY_EMAIL, EMAIL)).parameters

    return read


def as_user(visitor: Visitor, tokens: dict[str, str]) -> Visitor:
    return Visitor(visitor.http, tokens["authToken"])


async def confirm(visitor: Visitor, link: dict[str, str]) -> dict[str, Any]:
    return await visitor.send(CONFIRM, {"input": link})


async def send(caller: Caller, query: str, **variables: Any) -> dict[str, Any]:
    return await Visitor(caller.http, caller.tokens["authToken"]).send(query, variables)


async def accept(visitor: Visitor, token: str, **changes: Any) -> dict[str, Any]:
    person = {"firstName": "Ida", "lastName": "Moss", "password": PASSWORD, "verifyPassword": PASSWORD}
    return await visitor.send(ACCEPT, {"input": {"token": token, **person, **changes}})


async def log_in(visitor: Visitor, password: str = PASSWORD, **more: Any) -> httpx.Response:
    return await visitor.http.post(f"{ACCOUNT}/login", json={"email": EMAIL, "password": password, **more})


async def is_open(visitor: Visitor, tokens: dict[str, str]) -> bool:
    """Return whether the access token opens anything, and check that the refresh token agrees."""
    headers = {"Authorization": f"Bearer {tokens['authToken']}"}
    opens = (await visitor.http.get(f"{ACCOUNT}/info", headers=headers)).status_code == 200
    body = {"refresh": tokens["refreshToken"]}
    refreshed = await visitor.http.post(f"{ACCOUNT}/refresh-token", json=body)
    assert refreshed.status_code == (200 if opens else 401)
    return opens


async def turn_on_device(visitor: Visitor) -> str:
    """Turn the authenticator app on and return its secret."""
    answer = await visitor.send(
        CONFIGURE.replace("configureMfa", "outcome: configureMfa"), {"method": "DEVICE", "enable": True}
    )
    secret: str = answer["device"]["secret"]
    code = pyotp.TOTP(secret).at(clock.now())
    verified = await visitor.send(
        VERIFY.replace("verifyMfa(", "outcome: verifyMfa("), {"method": "DEVICE", "code": code}
    )
    assert verified["__typename"] == "VerifyMfaSuccess", verified
    return secret


async def add_key(connection: asyncpg.Connection) -> str:
    """Give Ida's user an API key, as no way of the product does before the address is verified, and return its token."""
    key = new_key()
    await connection.execute(
        """INSERT INTO api_keys (id, account_id, user_id, name, scopes, digest, hint, created_at)
        SELECT $1, account_id, user_id, 'SIEM', '{read}', $2, $3, $4 FROM memberships""",
        new_id(),
        key.digest,
        key.hint,
        clock.now(),
    )
    return key.token


async def events(connection: asyncpg.Connection) -> list[str]:
    rows = await connection.fetch("SELECT kind FROM security_events ORDER BY happened_at, id")
    return [row["kind"] for row in rows]


async def test_a34_unexpired_session_a_link_opened_without_a_session_ends_every_earlier_one(
    visitor: Visitor, attacker: dict[str, Any], link: Any
) -> None:
    second = (await log_in(visitor)).json()["authentication"]
    outcome = await confirm(visitor, await link())
    assert outcome["message"] == "Email Verified Successfully!"
    assert outcome["earlierAccess"] == "ALL_ENDED"
    assert not await is_open(visitor, attacker["tokens"])
    assert not await is_open(visitor, {"authToken": second["auth_token"], "refreshToken": second["refresh_token"]})
    assert await is_open(visitor, outcome["tokens"])


async def test_a34_the_password_set_before_verification_works_again_only_after_an_emailed_link_has_set_one(
    visitor: Visitor, attacker: dict[str, Any], link: Any, mails: Mails
) -> None:
    outcome = await confirm(visitor, await link())
    refused, unknown = await log_in(visitor), await log_in(visitor, "some-Other-pass-9")
    assert (refused.status_code, refused.content) == (401, unknown.content)
    # Nor does the old password count as the old password of a change.
    changed = await as_user(visitor, outcome["tokens"]).change_password(PASSWORD, NEW_PASSWORD)
    assert changed["__typename"] == "ValidationProblem"
    mail = await mails.newest(MailKind.PASSWORD_NEEDED, EMAIL)
    assert (await visitor.confirm_reset(EMAIL, mail.parameters, NEW_PASSWORD))["__typename"] == "MessageSuccess"
    assert (await log_in(visitor, NEW_PASSWORD)).status_code == 200
    assert (await log_in(visitor)).status_code == 401


async def test_the_emailed_link_for_the_new_password_can_be_asked_for_again(
    visitor: Visitor, attacker: dict[str, Any], link: Any, mails: Mails, settings: Settings
) -> None:
    await confirm(visitor, await link())
    async with working(settings):
        await visitor.request_reset(EMAIL)

        async def came() -> bool:
            return bool(await mails.all(MailKind.RESET_PASSWORD))

        await until(came)
    reset = (await mails.newest(MailKind.RESET_PASSWORD, EMAIL)).parameters
    assert (await visitor.confirm_reset(EMAIL, reset, NEW_PASSWORD))["__typename"] == "MessageSuccess"
    assert (await log_in(visitor, NEW_PASSWORD)).status_code == 200


async def test_the_browser_that_signed_up_keeps_its_session_and_its_password_and_nothing_else(
    visitor: Visitor, attacker: dict[str, Any], link: Any, mails: Mails, connection: asyncpg.Connection
) -> None:
    ida = as_user(visitor, attacker["tokens"])
    elsewhere = (await log_in(visitor)).json()["authentication"]
    key = await add_key(connection)
    outcome = await confirm(ida, await link())
    assert (outcome["message"], outcome["earlierAccess"]) == ("Email Verified Successfully!", "OTHERS_ENDED")
    assert (outcome["tokens"], outcome["account"]) == (None, None)
    assert not await is_open(
        visitor, {"authToken": elsewhere["auth_token"], "refreshToken": elsewhere["refresh_token"]}
    )
    assert await is_open(visitor, attacker["tokens"])
    headers = {"Authorization": f"Bearer {key}"}
    assert (await visitor.http.get("/api/v1/notifications/alerts", headers=headers)).status_code == 401
    assert (await log_in(visitor)).status_code == 200
    assert await mails.all(MailKind.PASSWORD_NEEDED) == []


@pytest.mark.parametrize("keeps_session", [False, True])
async def test_a34_trojan_identifier_factors_recovery_codes_and_keys_end(
    visitor: Visitor, attacker: dict[str, Any], link: Any, connection: asyncpg.Connection, keeps_session: bool
) -> None:
    holder = as_user(visitor, attacker["tokens"])
    await turn_on_device(holder)
    key = await add_key(connection)
    # A second app that waits for its first code, and an emailed code that waits for its entry.
    await connection.execute("UPDATE users SET mfa_device_pending_sealed = '\\x00', mfa_device_pending_at = now()")
    outcome = await confirm(holder if keeps_session else visitor, await link())
    row = await connection.fetchrow(
        """SELECT is_mfa_device_enabled, is_mfa_email_enabled, mfa_device_secret_sealed, mfa_device_counter,
        mfa_device_pending_sealed, mfa_device_pending_at FROM users"""
    )
    assert list(row) == [False, False, None, None, None, None]
    for table in ("recovery_codes", "mailed_codes"):
        assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0
    headers = {"Authorization": f"Bearer {key}"}
    assert (await visitor.http.get("/api/v1/notifications/alerts", headers=headers)).status_code == 401
    assert {"earlier_access_ended", "api_key_revoked"} <= set(await events(connection))
    # Without the factor nothing keeps the owner of the address out.
    assert (outcome["tokens"] is None) is keeps_session


async def test_a_login_that_waits_for_its_code_ends_too(
    visitor: Visitor, attacker: dict[str, Any], link: Any, connection: asyncpg.Connection
) -> None:
    await turn_on_device(as_user(visitor, attacker["tokens"]))
    assert (await log_in(visitor)).json()["message"] == "MFA required"
    await confirm(visitor, await link())
    open_tokens = "SELECT purpose FROM one_time_tokens WHERE used_at IS NULL AND expires_at > $1"
    purposes = [row["purpose"] for row in await connection.fetch(open_tokens, clock.now())]
    assert purposes == ["reset_password"]  # the one that was emailed with the verification


async def test_a_reset_link_from_before_the_verification_is_void_after_it(
    visitor: Visitor, attacker: dict[str, Any], link: Any, mails: Mails
) -> None:
    await visitor.register(email=EMAIL)  # emails the owner of the unverified address a link that sets a password
    earlier = (await mails.newest(MailKind.RESET_PASSWORD, EMAIL)).parameters
    await confirm(as_user(visitor, attacker["tokens"]), await link())
    refused = await visitor.confirm_reset(EMAIL, earlier, NEW_PASSWORD)
    assert refused["code"] == "BAD_CREDENTIALS"


async def test_a_session_opened_after_the_link_was_sent_ends_too(
    visitor: Visitor, attacker: dict[str, Any], link: Any
) -> None:
    await as_user(visitor, attacker["tokens"]).send(RESEND)
    newest = await link()
    late = (await log_in(visitor, remember_me=True)).json()["authentication"]
    await confirm(visitor, newest)
    assert not await is_open(visitor, {"authToken": late["auth_token"], "refreshToken": late["refresh_token"]})


async def test_logins_at_the_moment_of_the_verification_leave_no_session(
    visitor: Visitor, attacker: dict[str, Any], link: Any, connection: asyncpg.Connection
) -> None:
    parameters = await link()
    await asyncio.gather(*(log_in(visitor) for _ in range(4)), confirm(visitor, parameters))
    open_sessions = await connection.fetch("SELECT id FROM sessions WHERE ended_at IS NULL")
    assert len(open_sessions) == 1  # that of the link


async def test_a34_a_repeated_link_ends_nothing(
    visitor: Visitor, attacker: dict[str, Any], link: Any, mails: Mails, connection: asyncpg.Connection
) -> None:
    parameters = await link()
    tokens = (await confirm(visitor, parameters))["tokens"]
    again = await confirm(visitor, parameters)
    assert (again["message"], again["earlierAccess"]) == ("Your email is already verified.", "KEPT")
    assert again["tokens"] is None
    assert await is_open(visitor, tokens)
    assert len(await mails.all(MailKind.PASSWORD_NEEDED)) == 1
    assert (await events(connection)).count("earlier_access_ended") == 1


async def test_a_session_of_somebody_else_counts_as_none_and_stays(
    visitor: Visitor, attacker: dict[str, Any], link: Any, sign_in: SignIn
) -> None:
    other = await sign_in()
    outcome = await confirm(as_user(visitor, other.tokens), await link())
    assert outcome["earlierAccess"] == "ALL_ENDED"
    assert outcome["tokens"]
    assert not await is_open(visitor, attacker["tokens"])
    assert (await other.get(f"{ACCOUNT}/info")).status_code == 200
    assert (await log_in(visitor)).status_code == 401


@pytest.mark.parametrize("ends", ["logout", "nonsense"])
async def test_an_ended_or_invalid_session_counts_as_none(
    visitor: Visitor, attacker: dict[str, Any], link: Any, ends: str
) -> None:
    token = attacker["tokens"]["authToken"]
    if ends == "logout":
        await visitor.http.post(f"{ACCOUNT}/logout", json={"refresh": attacker["tokens"]["refreshToken"]})
    else:
        token = "not.a.token"
    outcome = await confirm(Visitor(visitor.http, token), await link())
    assert (outcome["message"], outcome["earlierAccess"]) == ("Email Verified Successfully!", "ALL_ENDED")
    assert (await log_in(visitor)).status_code == 401


async def test_rest_without_a_session_answers_as_the_contract_says(
    visitor: Visitor, attacker: dict[str, Any], link: Any
) -> None:
    parameters = await link()
    body = {"uidb64": parameters["uid"], "token": parameters["token"]}
    answer = await visitor.http.post(f"{ACCOUNT}/verify-email-confirm", json=body)
    assert answer.status_code == 200
    assert sorted(answer.json()) == ["account", "authentication", "message"]
    assert answer.json()["message"] == "Email Verified Successfully!"
    assert not await is_open(visitor, attacker["tokens"])


async def test_rest_with_a_session_keeps_it(visitor: Visitor, attacker: dict[str, Any], link: Any) -> None:
    parameters = await link()
    body = {"uidb64": parameters["uid"], "token": parameters["token"]}
    headers = {"Authorization": f"Bearer {attacker['tokens']['authToken']}"}
    answer = await visitor.http.post(f"{ACCOUNT}/verify-email-confirm", json=body, headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"message": "Email Verified Successfully!"})
    assert await is_open(visitor, attacker["tokens"])
    assert (await log_in(visitor)).status_code == 200


async def test_a_reset_that_verifies_the_address_ends_factors_with_their_recovery_codes(
    visitor: Visitor, attacker: dict[str, Any], mails: Mails, connection: asyncpg.Connection
) -> None:
    await turn_on_device(as_user(visitor, attacker["tokens"]))
    await add_key(connection)
    await visitor.register(email=EMAIL)
    reset = (await mails.newest(MailKind.RESET_PASSWORD, EMAIL)).parameters
    assert (await visitor.confirm_reset(EMAIL, reset, NEW_PASSWORD))["__typename"] == "MessageSuccess"
    assert not await is_open(visitor, attacker["tokens"])
    assert await connection.fetchval("SELECT count(*) FROM recovery_codes") == 0
    assert await connection.fetchval("SELECT count(*) FROM api_keys WHERE revoked_at IS NULL") == 0
    login = await log_in(visitor, NEW_PASSWORD)
    assert login.status_code == 200


async def test_the_network_of_an_ended_session_is_no_known_one(
    visitor: Visitor, mails: Mails, app: Starlette, settings: Settings
) -> None:
    """From a known network a user is never locked out by the guesses of others; the attacker's must not become one."""
    with clock.standing_at(NOON):
        async with place(app, settings.public_url, "198.51.100.200") as attackers:
            await Visitor(attackers).register(email=EMAIL)
            await confirm(visitor, (await mails.newest(MailKind.VERIFY_EMAIL, EMAIL)).parameters)
            for number in range(10):
                async with place(app, settings.public_url, f"198.51.100.{number}") as bot:
                    for _ in range(10):
                        assert (await log_in(Visitor(bot), "wrong-9-password")).status_code == 401
            assert (await log_in(Visitor(attackers))).status_code == 429
        assert (await log_in(visitor)).status_code == 401  # the network in which the link was opened is known


@pytest.mark.parametrize(
    "mutation",
    [
        'createApiKey(input: {name: "k", scopes: [READ], expiresInDays: 30})',
        'addMonitoredEmail(email: "x@people.test")',
        'addDomain(domain: "acme.example")',
        'inviteMember(email: "mole@people.test", role: OWNER)',
    ],
)
async def test_a34_no_key_identity_or_member_is_added_before_the_verification(visitor: Visitor, mutation: str) -> None:
    """Nothing can be prepared in the victim's name; the verification would have to undo it."""
    organization = await visitor.send(ORGANIZATION, {"input": form(email=EMAIL, companyName="Otter Rowing")})
    outcome = await as_user(visitor, organization["tokens"]).send(
        f"mutation {{ outcome: {mutation} {{ __typename ... on Problem {{ code }} }} }}"
    )
    assert outcome["code"] == "EMAIL_NOT_VERIFIED", outcome


async def test_a34_an_account_that_a_stranger_opened_with_the_address_blocks_no_invitation(
    visitor: Visitor, sign_in: SignIn, mails: Mails, connection: asyncpg.Connection, settings: Settings
) -> None:
    attacker = await visitor.register(email=EMAIL)
    owner = await sign_in("org")
    await send(owner, INVITE, email=EMAIL, role="ANALYST")
    token = (await mails.newest(MailKind.INVITATION, EMAIL)).parameters["token"]
    opened = await visitor.send(OPEN, {"token": token})
    assert (opened["hasLogIn"], opened["advice"]) == (False, None)
    waiting = (await mails.newest(MailKind.VERIFY_EMAIL, EMAIL)).parameters
    joined = await accept(visitor, token, password=NEW_PASSWORD, verifyPassword=NEW_PASSWORD)
    assert joined["__typename"] == "LoginSuccess", joined
    assert joined["account"]["id"] == str(owner.account.id)
    assert not await is_open(visitor, attacker["tokens"])
    assert (await confirm(visitor, waiting))["code"] == "BAD_CREDENTIALS"
    assert (await log_in(visitor)).status_code == 401
    assert (await log_in(visitor, NEW_PASSWORD)).status_code == 200
    async with working(settings):
        squatted = "SELECT count(*) FROM accounts WHERE id = $1"

        async def gone() -> bool:
            return not await connection.fetchval(squatted, uuid.UUID(attacker["account"]["id"]))

        await until(gone)
    assert await connection.fetchval("SELECT count(*) FROM users WHERE email = $1", EMAIL) == 1


async def test_a_verified_login_still_blocks_an_invitation(
    visitor: Visitor, attacker: dict[str, Any], link: Any, sign_in: SignIn, mails: Mails
) -> None:
    tokens = (await confirm(visitor, await link()))["tokens"]
    await send(await sign_in("org"), INVITE, email=EMAIL, role="ANALYST")
    token = (await mails.newest(MailKind.INVITATION, EMAIL)).parameters["token"]
    assert (await visitor.send(OPEN, {"token": token}))["hasLogIn"] is True
    assert (await accept(visitor, token))["code"] == "EMAIL_TAKEN"
    assert await is_open(visitor, tokens)
