"""GraphQL: login, refresh, logout, second factors, active sessions and the security log."""

from typing import Annotated

import strawberry

from breachlight.accounts.types import Account
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence, say
from breachlight.sessions import active_sessions, magic_links
from breachlight.sessions.mfa import service as mfa
from breachlight.sessions.mfa.second_factors import GivenCodes
from breachlight.sessions.mfa.second_factors import MfaMethod as Method
from breachlight.sessions.service import get_session_service
from breachlight.sessions.types import (
    LoginSuccess,
    MfaMethod,
    MfaRequired,
    SecurityEventPage,
    Tokens,
    UserSession,
)


@strawberry.input
class LoginInput:
    """Input of a login; after MfaRequired, with one of the codes."""

    email: str
    password: str
    remember_me: bool = False
    cf_turnstile_response: str | None = None
    device_verification_code: str | None = None
    email_verification_code: str | None = None
    recovery_code: str | None = None


@strawberry.input
class MagicLinkLoginInput:
    """Input of a login by link; after MfaRequired, with one of the codes."""

    token: str
    device_verification_code: str | None = None
    email_verification_code: str | None = None
    recovery_code: str | None = None


@strawberry.input
class RequestMagicLinkInput:
    """Input of a request for a login link."""

    email: str
    cf_turnstile_response: str | None = None


@strawberry.input
class SendMfaEmailInput:
    """Input of a request for an emailed code; after a magic link without email and password."""

    email_token: str
    email: str | None = None
    password: str | None = None


@strawberry.type
class LogoutSuccess:
    """The session has ended."""

    message: Sentence


@strawberry.type
class RefreshSuccess:
    """The next tokens of the session."""

    message: Sentence
    tokens: Tokens


@strawberry.type
class ReauthenticateSuccess:
    """Password and second factor are confirmed for the next five minutes."""

    message: Sentence


@strawberry.type
class DeviceSetup:
    """What an authenticator app needs; the QR code is SVG path data on a square grid of qrCodeSize modules a side."""

    provisioning_uri: str
    secret: str
    qr_code_path: str
    qr_code_size: int


@strawberry.type
class ConfigureMfaSuccess:
    """A method that waits for its first code, or one that is off."""

    message: Sentence
    account: Account
    device: DeviceSetup | None


@strawberry.type
class VerifyMfaSuccess:
    """A method that is on; recovery codes are given once, with the first method."""

    message: Sentence
    account: Account
    recovery_codes: list[str]


@strawberry.type
class RecoveryCodesSuccess:
    """Ten recovery codes, shown this once."""

    message: Sentence
    recovery_codes: list[str]


LoginResult = Annotated[
    LoginSuccess | MfaRequired | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("LoginResult")
]
LogoutResult = Annotated[LogoutSuccess | RefusedProblem, strawberry.union("LogoutResult")]
RefreshResult = Annotated[RefreshSuccess | RefusedProblem | ThrottledProblem, strawberry.union("RefreshResult")]
ReauthenticateResult = Annotated[
    ReauthenticateSuccess | MfaRequired | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("ReauthenticateResult"),
]
ConfigureMfaResult = Annotated[
    ConfigureMfaSuccess | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("ConfigureMfaResult")
]
VerifyMfaResult = Annotated[
    VerifyMfaSuccess | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("VerifyMfaResult")
]
RecoveryCodesResult = Annotated[
    RecoveryCodesSuccess | RefusedProblem | ThrottledProblem, strawberry.union("RecoveryCodesResult")
]
EndSessionResult = Annotated[MessageSuccess | NotFoundProblem | RefusedProblem, strawberry.union("EndSessionResult")]


async def _sessions(info: Info) -> list[UserSession]:
    subject = await require_subject(info)
    found = await active_sessions.list_sessions(subject)
    return [UserSession.of(session, is_current=session.id == subject.session_id) for session in found]


async def _security_events(
    info: Info, page: int = 1, page_size: int = 10, as_of: str | None = strawberry.UNSET
) -> SecurityEventPage:
    subject = await require_subject(info)
    return SecurityEventPage.of(await active_sessions.list_events(subject, page, page_size, as_of or None))


async def _recovery_codes_left(info: Info) -> int:
    return await mfa.count_recovery_codes(await require_subject(info))


@strawberry.type
class SessionQuery:
    """Queries of sessions and the security log."""

    sessions: list[UserSession] = strawberry.field(
        resolver=_sessions, description="Active sessions of the user, last seen first, at most 100."
    )
    security_events: SecurityEventPage = strawberry.field(
        resolver=_security_events, description="The security log of the user, newest first."
    )
    recovery_codes_left: int = strawberry.field(
        resolver=_recovery_codes_left, description="How many recovery codes are left."
    )


async def _reauthenticate(
    info: Info,
    password: str,
    device_verification_code: str | None = None,
    email_verification_code: str | None = None,
    recovery_code: str | None = None,
) -> ReauthenticateResult:
    subject = await require_subject(info, before_setup=True)
    codes = GivenCodes(device_verification_code, email_verification_code, recovery_code)
    await get_session_service().reauthenticate(subject, password, client_of(info), codes)
    return ReauthenticateSuccess(message=say("Password confirmed."))


async def _request_magic_link(info: Info, input: RequestMagicLinkInput) -> MessageResult:  # noqa: A002 -- the schema's name
    message = await magic_links.request_magic_link(
        input.email, cf_turnstile_response=input.cf_turnstile_response, client=client_of(info)
    )
    return MessageSuccess(message=message)


async def _login_with_magic_link(info: Info, input: MagicLinkLoginInput) -> LoginResult:  # noqa: A002 -- the schema's name
    codes = GivenCodes(input.device_verification_code, input.email_verification_code, input.recovery_code)
    return LoginSuccess.of(await magic_links.login_with_magic_link(input.token, codes, client=client_of(info)))


async def _send_mfa_email(info: Info, input: SendMfaEmailInput) -> MessageResult:  # noqa: A002 -- the schema's name
    message = await get_session_service().send_login_code(
        input.email_token, email=input.email, password=input.password, client=client_of(info)
    )
    return MessageSuccess(message=message)


async def _configure_mfa(info: Info, method: MfaMethod, enable: bool) -> ConfigureMfaResult:
    configured = await mfa.configure(
        await require_subject(info, before_setup=True), Method(method.value), enable=enable, client=client_of(info)
    )
    setup = configured.device
    device = (
        DeviceSetup(
            provisioning_uri=setup.provisioning_uri,
            secret=setup.secret,
            qr_code_path=setup.qr_code_path,
            qr_code_size=setup.qr_code_size,
        )
        if setup
        else None
    )
    return ConfigureMfaSuccess(message=configured.message, account=Account.of(configured.account), device=device)


async def _verify_mfa(info: Info, method: MfaMethod, verification_code: str) -> VerifyMfaResult:
    subject = await require_subject(info, before_setup=True)
    verified = await mfa.verify(subject, Method(method.value), verification_code, client_of(info))
    return VerifyMfaSuccess(
        message=verified.message, account=Account.of(verified.account), recovery_codes=verified.recovery_codes
    )


async def _create_recovery_codes(info: Info) -> RecoveryCodesResult:
    codes = await mfa.create_recovery_codes(await require_subject(info), client_of(info))
    return RecoveryCodesSuccess(message=say("Store these codes safely. Each works once."), recovery_codes=codes)


async def _end_session(info: Info, id: strawberry.ID) -> EndSessionResult:  # noqa: A002 -- the schema's name for it
    subject, session_id = await require_subject(info), parse_id(id)
    if session_id is None:
        raise NotFoundError
    await active_sessions.end_session(subject, session_id, client_of(info))
    return MessageSuccess(message=say("Session ended."))


async def _end_other_sessions(info: Info) -> MessageResult:
    ended = await active_sessions.end_other_sessions(await require_subject(info), client_of(info))
    return MessageSuccess(message=say("Other sessions ended: {ended}.", ended=ended))


async def _end_all_sessions(info: Info) -> MessageResult:
    await active_sessions.end_all_sessions(await require_subject(info), client_of(info))
    return MessageSuccess(message=say("You're signed out everywhere."))


@strawberry.type
class SessionMutation:
    """The changes of a session."""

    @strawberry.mutation
    async def login(self, info: Info, input: LoginInput) -> LoginResult:  # noqa: A002 -- the schema's name for it
        """Open a session."""
        logged_in = await get_session_service().login(
            input.email,
            input.password,
            remember_me=input.remember_me,
            client=client_of(info),
            codes=GivenCodes(input.device_verification_code, input.email_verification_code, input.recovery_code),
            cf_turnstile_response=input.cf_turnstile_response,
        )
        return LoginSuccess.of(logged_in)

    @strawberry.mutation
    async def logout(self, info: Info, refresh_token: str) -> LogoutResult:
        """End the session of a refresh token."""
        await get_session_service().logout(refresh_token, client_of(info))
        return LogoutSuccess(message=say("Logged out."))

    @strawberry.mutation
    async def refresh(self, info: Info, refresh_token: str) -> RefreshResult:
        """Exchange a refresh token for the next pair."""
        tokens = await get_session_service().refresh(refresh_token, client_of(info))
        return RefreshSuccess(message=say("Session refreshed."), tokens=Tokens.of(tokens))

    reauthenticate: ReauthenticateResult = strawberry.mutation(
        resolver=_reauthenticate,
        description="Confirms the password for actions that require a recent login. With a second factor on, it "
        "returns MfaRequired first; repeat it with one of the codes.",
    )
    request_magic_link: MessageResult = strawberry.mutation(
        resolver=_request_magic_link, description="Emails a login link; the response is the same for unknown addresses."
    )
    login_with_magic_link: LoginResult = strawberry.mutation(
        resolver=_login_with_magic_link, description="Opens a session with an emailed link."
    )
    send_mfa_email: MessageResult = strawberry.mutation(
        resolver=_send_mfa_email,
        description="Emails the code for a login or reauthentication that returned MfaRequired.",
    )
    configure_mfa: ConfigureMfaResult = strawberry.mutation(
        resolver=_configure_mfa,
        description="Starts turning a second factor on (verifyMfa completes it), or turns it off.",
    )
    verify_mfa: VerifyMfaResult = strawberry.mutation(
        resolver=_verify_mfa, description="Turns a second factor on with its first code."
    )
    create_recovery_codes: RecoveryCodesResult = strawberry.mutation(
        resolver=_create_recovery_codes, description="Creates ten new recovery codes; the old ones no longer work."
    )
    end_session: EndSessionResult = strawberry.mutation(
        resolver=_end_session, description="Ends one session of the user."
    )
    end_other_sessions: MessageResult = strawberry.mutation(
        resolver=_end_other_sessions, description="Ends all other sessions of the user."
    )
    end_all_sessions: MessageResult = strawberry.mutation(
        resolver=_end_all_sessions, description="Ends all sessions of the user, including this one."
    )
