"""Files of many leaked passwords: counted at once, recorded part by part, and ended with the right to them."""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from disclosures import EXPORT, export, hits_of, passwords_in, rows, several, turn_on
from mail_server import Mails
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send

from breachlight.alerts import repository as alert_repository
from breachlight.alerts.disclosure import service as gate
from breachlight.alerts.export import service as exports
from breachlight.auth import streaming
from breachlight.mail.models import MailKind

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

pytestmark = pytest.mark.usefixtures("fresh_hour")


async def test_a_client_that_leaves_midway_has_had_everything(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(*several(mine.tenant, 3))
    await turn_on(mine.caller)
    body = {"format": "json", "include_passwords": True, "query": {}}
    async with mine.caller.http.stream("POST", EXPORT, json=body, headers=mine.caller.headers) as response:
        assert response.status_code == 200
        assert len(await rows(connection, "password_disclosed")) == 3


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of more than two passwords are recorded two by two."""
    monkeypatch.setattr(gate, "AT_ONCE", 2)
    monkeypatch.setattr(exports, "PIECE", 2)


@pytest.mark.usefixtures("in_parts")
async def test_a_large_file_is_counted_at_once_and_recorded_part_by_part(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection, mails: Mails, limits: Callable[..., None]
) -> None:
    limits(disclosures_per_person=9, bulk_disclosures=9)
    await raise_all(*several(mine.tenant, 5))
    assert "turned off" in (await export(mine.caller)).text
    await turn_on(mine.caller)
    await connection.execute(
        "UPDATE alerts SET password_sealed = 'damaged' WHERE id = (SELECT max(id::text)::uuid FROM alerts)"
    )
    assert passwords_in(await export(mine.caller)) == {None, *(f"invented-{n}" for n in range(4))}
    assert len(await rows(connection, "password_disclosed")) == 4
    [summed_up] = await rows(connection, "alerts_exported")
    [incomplete] = await rows(connection, "alerts_export_incomplete")
    assert (summed_up["detail"]["passwords"], incomplete["detail"]["passwords"]) == (5, 4)
    assert (incomplete["detail"]["requested"], incomplete["detail"]["unreadable"]) == (5, 1)
    assert incomplete["detail"]["disclosure_id"] == summed_up["detail"]["disclosure_id"]
    assert await hits_of(connection) == [4, 4]
    assert len(await mails.all(MailKind.BULK_DISCLOSURE)) == 1
    refused = [await export(mine.caller) for _ in range(2)]
    assert [answer.status_code for answer in refused] == [200, 429]


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize(("received", "disclosed"), [(0, 0), (1, 0), (2, 2), (3, 4)])
async def test_i11_a_large_file_that_is_cut_off_is_recorded_up_to_there(  # noqa: PLR0917 -- fixtures
    mine: Signed, raise_all: Raise, app: Starlette, connection: asyncpg.Connection, received: int, disclosed: int
) -> None:
    """The client leaves after ``received`` messages: the head of the response, that of the file, and its parts."""
    await raise_all(*several(mine.tenant, 6))
    await turn_on(mine.caller)

    async def leaving(scope: Scope, receive: Receive, send: Send) -> None:
        messages = 0

        async def send_some(message: Message) -> None:
            nonlocal messages
            messages += 1
            if messages > received:
                raise OSError("the client left")
            await send(message)

        # With this version servers raise where a client has left; before, they only said so to those who asked.
        await app({**scope, "asgi": {"version": "3.0", "spec_version": "2.4"}}, receive, send_some)

    transport = httpx.ASGITransport(app=leaving, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url=str(mine.caller.http.base_url), headers={"Accept-Encoding": "identity"}
    ) as http:
        with suppress(httpx.HTTPError, AssertionError):
            await export(replace(mine.caller, http=http), kind="csv")
    assert sum(await hits_of(connection)) == 2 * disclosed
    [incomplete] = await rows(connection, "alerts_export_incomplete")
    assert (incomplete["detail"]["passwords"], incomplete["detail"]["requested"]) == (disclosed, 6)
    assert len(await rows(connection, "password_disclosed")) == disclosed


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize("secret", [True, False])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE memberships SET role = 'viewer' WHERE user_id = $1",
        "UPDATE sessions SET ended_at = now() WHERE user_id = $1",
        "UPDATE users SET disabled_at = now() WHERE id = $1",
        "DELETE FROM memberships WHERE user_id = $1",
    ],
)
async def test_a_file_ends_with_the_right_to_it(  # noqa: PLR0917 -- fixtures
    mine: Signed,
    raise_all: Raise,
    join_member: JoinMember,
    connection: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    change: str,
    secret: bool,
) -> None:
    await raise_all(*several(mine.tenant, 6))
    await turn_on(mine.caller)
    analyst = await join_member(mine, "analyst")
    monkeypatch.setattr(streaming, "RECHECK_SECONDS", 0.0)
    read = alert_repository.fetch_by_ids

    async def read_and_change(*arguments: Any, **named: Any) -> Any:
        found = await read(*arguments, **named)
        await connection.execute(change, analyst.user.id)
        return found

    monkeypatch.setattr(alert_repository, "fetch_by_ids", read_and_change)
    answer = await export(analyst, secret=secret)
    with pytest.raises(json.JSONDecodeError):
        answer.json()
    assert answer.text.count('"machine_software"') == 2
    assert len(await rows(connection, "password_disclosed")) == (2 if secret else 0)
