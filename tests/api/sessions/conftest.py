"""Fixtures of tests of sessions: people with second factors, a clock that is set forward, and the work that requests cause."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest
from callers import Caller
from logins import NOON, Enrolled, turn_on_device, turn_on_email

from breachlight.kit import clock
from breachlight.rate_limits import limiter


@pytest.fixture
def steer_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Set the product's clock forward."""
    path = tmp_path / "clock-offset"
    monkeypatch.setenv("BREACHLIGHT_CLOCK_OFFSET_FILE", str(path))
    return lambda offset: path.write_text(str(offset.total_seconds()), encoding="ascii") and None


@pytest.fixture(autouse=True)
def _patient_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rate limits wait for their table on a busy machine: counting alone with half the tries is for the test of that."""
    monkeypatch.setattr(limiter, "_counters", limiter._Counters())
    monkeypatch.setattr(limiter, "_TIMEOUT_SECONDS", 60.0)


@pytest.fixture
def enrol(
    sign_in: Callable[..., Awaitable[Caller]], connection: asyncpg.Connection
) -> Callable[..., Awaitable[Enrolled]]:
    """Make a user whose second factors were turned on at noon."""

    async def make(*methods: str) -> Enrolled:
        with clock.standing_at(NOON):
            enrolled = Enrolled(await sign_in())
            if "device" in methods:
                await turn_on_device(enrolled)
            if "email" in methods:
                await turn_on_email(enrolled, connection)
        return enrolled

    return make
