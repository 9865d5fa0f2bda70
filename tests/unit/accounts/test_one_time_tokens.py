"""Mailed tokens at their service, on a real database."""

import asyncio
import hashlib
from datetime import timedelta

import asyncpg
import pytest
from factories import UserRow, make_account, make_user

from breachlight.auth import one_time_tokens
from breachlight.auth.models import OneTimeToken, TokenPurpose, User
from breachlight.auth.one_time_tokens import IssuedToken
from breachlight.database.session import transaction
from breachlight.kit import clock

RESET, VERIFY = TokenPurpose.RESET_PASSWORD, TokenPurpose.VERIFY_EMAIL

pytestmark = pytest.mark.usefixtures("tortoise")


@pytest.fixture
async def user(connection: asyncpg.Connection) -> UserRow:
    return await make_user(connection, await make_account(connection, "ind"))


async def issue(user: UserRow, purpose: TokenPurpose = RESET) -> IssuedToken:
    async with transaction():
        return await one_time_tokens.issue(await User.get(id=user.id), user.account_id, purpose)


async def spend(issued: IssuedToken, purpose: TokenPurpose = RESET) -> OneTimeToken | None:
    async with transaction():
        return await one_time_tokens.spend(purpose, issued.token, uid=issued.uid)


async def test_a_token_works_once(user: UserRow) -> None:
    issued = await issue(user)
    found = await one_time_tokens.find(RESET, issued.token)
    assert found is not None
    spent = await spend(issued)
    assert spent is not None
    assert (spent.id, spent.account_id, spent.user_id) == (found.id, user.account_id, user.id)  # type: ignore[attr-defined]
    assert (spent.purpose, spent.email_key) == (RESET, user.email)
    assert await spend(issued) is None
    assert await one_time_tokens.find(RESET, issued.token) is None
    assert await one_time_tokens.recognise(RESET, issued.token, uid=issued.uid) is not None


async def test_only_a_digest_is_kept(user: UserRow, connection: asyncpg.Connection) -> None:
    issued = await issue(user)
    row = await connection.fetchrow("SELECT * FROM one_time_tokens")
    assert row is not None
    assert row["digest"] == hashlib.sha256(issued.token.encode()).hexdigest()
    assert issued.token not in str(row)


@pytest.mark.parametrize("other", [purpose for purpose in TokenPurpose if purpose != RESET])
async def test_a07_a_token_opens_its_own_purpose_only(user: UserRow, other: TokenPurpose) -> None:
    issued = await issue(user)
    assert await one_time_tokens.find(other, issued.token) is None
    assert await spend(issued, other) is None
    assert await spend(issued) is not None


async def test_of_parallel_spends_one_gets_the_token(user: UserRow) -> None:
    issued = await issue(user)
    outcomes = await asyncio.gather(*(spend(issued) for _ in range(20)))
    assert sum(outcome is not None for outcome in outcomes) == 1


async def test_a_newer_token_makes_earlier_ones_of_its_purpose_void(user: UserRow) -> None:
    first, other = await issue(user), await issue(user, VERIFY)
    second = await issue(user)
    assert await spend(first) is None
    assert await spend(second) is not None
    assert await spend(other, VERIFY) is not None


async def test_of_tokens_issued_at_once_one_is_good(user: UserRow) -> None:
    issued = await asyncio.gather(*(issue(user) for _ in range(10)))
    good = [token for token in issued if await one_time_tokens.find(RESET, token.token)]
    assert len(good) == 1


@pytest.mark.parametrize("purpose", list(TokenPurpose))
async def test_a_token_expires(user: UserRow, purpose: TokenPurpose) -> None:
    issued, lifetime = await issue(user, purpose), one_time_tokens.LIFETIMES[purpose]
    with clock.standing_at(clock.now() + lifetime + timedelta(seconds=1)):
        assert await one_time_tokens.find(purpose, issued.token) is None
        assert await spend(issued, purpose) is None
    assert await spend(issued, purpose) is not None


async def test_a_token_is_nobody_elses(user: UserRow, connection: asyncpg.Connection) -> None:
    stranger = await make_user(connection, await make_account(connection, "ind"))
    issued = await issue(user)
    foreign = IssuedToken(one_time_tokens.uid_of(stranger.id), issued.token)
    assert await one_time_tokens.find(RESET, foreign.token, uid=foreign.uid) is None
    assert await spend(foreign) is None
    assert await spend(issued) is not None


@pytest.mark.parametrize("uid", ["", "=", "A", "\ud800", "é", "A" * 22 + "==", "A" * 10_000, "../../../etc/passwd"])
async def test_a_broken_uid_opens_nothing(user: UserRow, uid: str) -> None:
    issued = await issue(user)
    assert await spend(IssuedToken(uid, issued.token)) is None
    assert await spend(IssuedToken(issued.uid + "=", issued.token)) is None
    assert await spend(issued) is not None


@pytest.mark.parametrize("token", ["", "\x00", "\ud800" * 43, "é" * 43, "A" * 43, "A" * 100_000])
async def test_a_broken_token_opens_nothing(user: UserRow, token: str) -> None:
    issued = await issue(user)
    assert await spend(IssuedToken(issued.uid, token)) is None
    assert await spend(IssuedToken(issued.uid, issued.token[:-1])) is None
    assert await spend(issued) is not None


async def test_revoked_tokens_are_invalid(user: UserRow) -> None:
    reset, verify = await issue(user), await issue(user, VERIFY)
    await one_time_tokens.revoke_all(user.id, RESET)
    assert await spend(reset) is None
    await one_time_tokens.revoke_all(user.id)
    assert await spend(verify, VERIFY) is None


async def test_a_spend_that_is_rolled_back_spends_nothing(user: UserRow) -> None:
    issued = await issue(user)

    async def fail_after_spending() -> None:
        async with transaction():
            assert await one_time_tokens.spend(RESET, issued.token) is not None
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail_after_spending()
    assert await spend(issued) is not None


async def test_trimming_deletes_what_expired_long_ago(user: UserRow) -> None:
    await issue(user)
    with clock.standing_at(clock.now() + timedelta(days=6)):
        await one_time_tokens.trim_tokens()
        assert await OneTimeToken.all().count() == 1
    with clock.standing_at(clock.now() + timedelta(days=9)):
        await one_time_tokens.trim_tokens()
        assert await OneTimeToken.all().count() == 0
