"""Sessions against a small model: any order of login, refresh, reuse, logout, password change and disabling (property test)."""

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

import asyncpg
import httpx
import pytest
from callers import PASSWORD
from factories import UserRow, make_account, make_user
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from logins import NOON, log_in

from breachlight.app import create_app
from breachlight.auth.models import AccountKind
from breachlight.auth.password_hashing import hash_password
from breachlight.config import Settings, get_key_ring
from breachlight.database.connection import connect
from breachlight.database.listener import Listener
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.sessions.service import get_session_service

Result = TypeVar("Result")
NEW_PASSWORD = "another-Kettle-9-drum"
ACCESS, GRACE = timedelta(minutes=5), timedelta(seconds=10)
LIVES = {False: timedelta(hours=24), True: timedelta(days=30)}
EXAMPLES, STEPS = 15, 20


@dataclass
class Chain:
    """The model of one session: its refresh tokens in order, its newest access token, and whether it is over."""

    ends_at: datetime
    refresh_tokens: list[str]
    access_token: str
    access_ends_at: datetime
    rotated_at: datetime
    is_over: bool = False


@dataclass
class World:
    """The application on a loop of its own, and one user."""

    loop: asyncio.AbstractEventLoop
    http: httpx.AsyncClient
    connection: asyncpg.Connection
    listener: Listener
    hashes: dict[str, str]
    user: UserRow | None = None
    now: datetime = NOON
    password: str = PASSWORD
    is_disabled: bool = False
    chains: list[Chain] = field(default_factory=list)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run a call at the model's time."""
        with clock.standing_at(self.now):
            return self.loop.run_until_complete(work)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.run(self.http.post(f"/api/v1/account/{path}", json=body, headers=headers))

    def begin(self) -> None:
        """Make a new user, in a world that remembers no rate limit."""
        self.now, self.password, self.is_disabled, self.chains = NOON, PASSWORD, False, []

        async def make() -> UserRow:
            await self.connection.execute("DELETE FROM throttle_counters")
            account = await make_account(self.connection, AccountKind.INDIVIDUAL)
            return await make_user(self.connection, account, None, self.hashes[PASSWORD])

        self.user = self.run(make())


@pytest.fixture
def world(settings: Settings, key_ring: KeyRing) -> Iterator[World]:
    get_key_ring.cache_clear()
    get_session_service.cache_clear()
    loop = asyncio.new_event_loop()

    async def start() -> tuple[Any, World]:
        connection = await connect(settings)
        await connection.execute("UPDATE site_settings SET login_enabled = true")
        application = create_app()
        lifespan = application.router.lifespan_context(application)
        await lifespan.__aenter__()
        transport = httpx.ASGITransport(app=application, raise_app_exceptions=False, client=("192.0.2.10", 40000))
        client = httpx.AsyncClient(transport=transport, base_url=settings.public_url)
        hashes = {PASSWORD: await hash_password(PASSWORD)}
        return lifespan, World(loop, client, connection, application.state.listener, hashes)

    lifespan, made = loop.run_until_complete(start())
    yield made

    async def stop() -> None:
        await made.http.aclose()
        await lifespan.__aexit__(None, None, None)
        await made.connection.close()

    loop.run_until_complete(stop())
    loop.close()
    get_key_ring.cache_clear()
    get_session_service.cache_clear()


class SessionMachine(RuleBasedStateMachine):
    """What may happen to the sessions of one user, in any order; ``world`` is set by the test."""

    world: World
    sessions = Bundle("sessions")

    @initialize()
    def begin(self) -> None:
        self.world.begin()

    @rule(target=sessions, remember_me=st.booleans(), is_right=st.booleans())
    def log_in(self, remember_me: bool, is_right: bool) -> Chain | None:
        world = self.world
        assert world.user is not None
        password = world.password if is_right else "wrong-9-password"
        answer = world.run(log_in(world.http, world.user.email, password, remember_me=remember_me))
        if not is_right or world.is_disabled:
            assert answer.status_code in {401, 429}
            return None
        if answer.status_code == 429:  # wrong tries of this window came before
            return None
        tokens = answer.json()["authentication"]
        chain = Chain(
            world.now + LIVES[remember_me],
            [tokens["refresh_token"]],
            tokens["auth_token"],
            world.now + ACCESS,
            world.now,
        )
        world.chains.append(chain)
        return chain

    @rule(chain=sessions, back=st.integers(min_value=0, max_value=3))
    def refresh(self, chain: Chain | None, back: int) -> None:
        """Send the newest refresh token, or one that was replaced before it."""
        if chain is None:
            return
        world, place = self.world, max(0, len(chain.refresh_tokens) - 1 - back)
        behind = len(chain.refresh_tokens) - 1 - place
        answer = world.post("refresh-token", {"refresh": chain.refresh_tokens[place]})
        if chain.is_over or world.is_disabled or world.now >= chain.ends_at:
            assert answer.status_code == 401
            return
        if behind == 0 or (behind == 1 and world.now - chain.rotated_at <= GRACE):
            tokens = answer.json()["authentication"]
            if behind == 0:
                chain.refresh_tokens.append(tokens["refresh_token"])
                chain.rotated_at = world.now
            chain.access_token = tokens["auth_token"]
            chain.access_ends_at = min(world.now + ACCESS, chain.ends_at)
        else:
            assert answer.status_code == 401
            chain.is_over = True

    @rule(chain=sessions)
    def log_out(self, chain: Chain | None) -> None:
        if chain is not None:
            answer = self.world.post("logout", {"refresh": chain.refresh_tokens[-1]})
            assert answer.status_code == 200
            chain.is_over = True

    @rule(chain=sessions)
    def change_password(self, chain: Chain | None) -> None:
        if chain is None:
            return
        world, new = self.world, NEW_PASSWORD if self.world.password == PASSWORD else PASSWORD
        body = {"old_password": world.password, "new_password": new, "verify_new_password": new}
        answer = world.post("update-password", body, chain.access_token)
        if self.is_open(chain):
            assert answer.status_code == 200, answer.text
            world.password = new
            for other in world.chains:
                other.is_over = other.is_over or other is not chain
        else:
            assert answer.status_code == 401

    @rule(is_disabled=st.booleans())
    def disable(self, is_disabled: bool) -> None:
        world = self.world
        assert world.user is not None
        since = world.now if is_disabled else None
        world.run(world.connection.execute("UPDATE users SET disabled_at = $2 WHERE id = $1", world.user.id, since))
        # Somebody else's statement takes effect within two seconds; when the process has heard of it, at once.
        world.run(world.listener.catch_up())
        world.is_disabled = is_disabled

    @rule(seconds=st.sampled_from([1, 10, 11, 299, 300, 3600, 86_400, 31 * 86_400]))
    def wait(self, seconds: int) -> None:
        self.world.now += timedelta(seconds=seconds)

    @invariant()
    def exactly_the_open_sessions_are_let_in(self) -> None:
        for chain in self.world.chains:
            headers = {"Authorization": f"Bearer {chain.access_token}"}
            answer = self.world.run(self.world.http.get("/api/v1/account/info", headers=headers))
            assert answer.status_code == (200 if self.is_open(chain) else 401)

    def is_open(self, chain: Chain) -> bool:
        """Tell what the model says of the newest access token of a session."""
        world = self.world
        return not chain.is_over and not world.is_disabled and world.now < min(chain.access_ends_at, chain.ends_at)


def test_a09_a10_a11_a12_sessions_do_what_the_model_says_in_any_order(world: World) -> None:
    machine = type("Machine", (SessionMachine,), {"world": world})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
