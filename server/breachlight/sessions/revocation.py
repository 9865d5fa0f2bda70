"""The end of a user's sessions, and of everything else that opens their account."""

import uuid
from dataclasses import dataclass

from breachlight.audit.events import record_event
from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.auth.repository import revoke_keys_of_user
from breachlight.auth.subject import Client
from breachlight.sessions import repository
from breachlight.sessions.mfa import repository as mfa
from breachlight.sessions.mfa.second_factors import methods_of

FIRST_VERIFICATION = "email_verified"
"""Why sessions end whose user's address wasn't verified yet: anybody may have opened them."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """What the first verification of an address ended."""

    sessions: int
    api_keys: int
    second_factors: list[str]


async def end_sessions(
    account_id: uuid.UUID, user_id: uuid.UUID, reason: str, *, except_id: uuid.UUID | None = None
) -> int:
    """End the live sessions of a user, except one if given, in the caller's transaction; return their number."""
    return await repository.end_live_sessions(account_id, user_id, reason, except_id=except_id)


async def revoke_keys(account_id: uuid.UUID, user_id: uuid.UUID, client: Client) -> int:
    """Revoke the API keys of a user in the caller's transaction, with an event for each; return their number."""
    keys = await revoke_keys_of_user(account_id, user_id)
    for key in keys:
        await record_event(
            account_id,
            user_id,
            "api_key_revoked",
            address=client.address,
            user_agent=client.user_agent,
            detail={"api_key_id": str(key.id), "name": key.name},
        )
    return len(keys)


async def end_unverified_access(
    user: User, account_id: uuid.UUID, client: Client, *, keep_session_id: uuid.UUID | None = None
) -> None:
    """End what opened the account of a user before their address was verified, in the transaction that verifies it.

    Somebody else may have signed up with the address and waited for its owner. All sessions but one, API keys, second factors,
    and emailed links and codes end; ``user`` is locked, and changed too.
    """
    ended = _Ended(
        sessions=await end_sessions(account_id, user.id, FIRST_VERIFICATION, except_id=keep_session_id),
        api_keys=await revoke_keys(account_id, user.id, client),
        second_factors=[method.value for method in methods_of(user)],
    )
    user.is_mfa_device_enabled = user.is_mfa_email_enabled = False
    user.mfa_device_secret_sealed = user.mfa_device_counter = None
    user.mfa_device_pending_sealed = user.mfa_device_pending_at = None
    await mfa.store_second_factors(user)
    await mfa.delete_codes(account_id, user.id)
    await one_time_tokens.revoke_all(
        user.id, TokenPurpose.RESET_PASSWORD, TokenPurpose.MAGIC_LINK, TokenPurpose.SEND_LOGIN_CODE
    )
    if ended.sessions or ended.api_keys or ended.second_factors:
        await record_event(
            account_id,
            user.id,
            "earlier_access_ended",
            address=client.address,
            user_agent=client.user_agent,
            detail={
                "sessions": ended.sessions,
                "api_keys": ended.api_keys,
                "second_factors": ended.second_factors,
            },
        )
