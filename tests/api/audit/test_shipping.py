"""The audit log elsewhere: JSON lines of a command, and messages to a syslog server."""

import asyncio
import json
import ssl
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from callers import Caller
from certificates import make_certificate
from starlette.applications import Starlette

from breachlight.audit.events import record_event
from breachlight.audit.operators import record_operator_event
from breachlight.audit.retention import end_chain
from breachlight.audit.shipping import ship_to_syslog
from breachlight.auth.subject import NOBODY
from breachlight.config import SettingsError, get_settings
from breachlight.database.session import transaction
from breachlight.kit.identifiers import new_id

SignIn = Callable[..., Awaitable[Caller]]
COMMAND = [sys.executable, "-c", "from breachlight.cli import main; main()", "audit"]


async def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(
        subprocess.run, [*COMMAND, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


async def exported(*arguments: str) -> list[dict[str, Any]]:
    done = await run("export", *arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


async def test_every_row_is_a_line_and_a_position_continues(
    sign_in: SignIn, connection: asyncpg.Connection, tmp_path: Path
) -> None:
    caller = await sign_in()
    await record_event(NOBODY, None, "login_failed", address="192.0.2.9", user_agent="Ünknown")
    async with transaction() as session:
        await record_operator_event(session, "leak_edited", {"name": "acme"}, operator="root")
    position = str(tmp_path / "position.json")
    lines = await exported("--position", position)
    rows = await connection.fetch(
        "SELECT id::text, digest FROM security_events UNION ALL SELECT id::text, digest FROM operator_events"
    )
    assert {line["id"]: line["digest"] for line in lines} == {row["id"]: row["digest"].hex() for row in rows}
    by_kind = {line["kind"]: line for line in lines}
    assert by_kind["login"]["account_id"] == str(caller.account.id)
    assert (by_kind["login_failed"]["account_id"], by_kind["login_failed"]["user_agent"]) == (None, "Ünknown")
    assert (by_kind["leak_edited"]["operator"], by_kind["leak_edited"]["detail"]) == ("root", {"name": "acme"})
    assert await exported("--position", position) == []
    await record_event(caller.account.id, caller.user.id, "one_more")
    assert [line["kind"] for line in await exported("--position", position)] == ["one_more"]
    assert len(await exported()) == len(lines) + 1


async def test_new_rows_are_followed(app: Starlette) -> None:
    account_id = new_id()
    await record_event(account_id, None, "first")
    process = await asyncio.create_subprocess_exec(*COMMAND, "export", "--follow", stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    async with asyncio.timeout(120):
        assert json.loads(await process.stdout.readline())["kind"] == "first"
        await record_event(account_id, None, "second")
        assert json.loads(await process.stdout.readline())["kind"] == "second"
    process.terminate()
    await process.wait()


class SyslogServer:
    """A syslog server on the loopback that keeps what it gets."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    async def stream(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while length := (await reader.readuntil(b" ") if not reader.at_eof() else b""):
            self.received.append(await reader.readexactly(int(length)))
            if reader.at_eof():
                break
        writer.close()

    async def arrived(self, count: int) -> list[bytes]:
        async with asyncio.timeout(30):
            while len(self.received) < count:
                await asyncio.sleep(0.01)
        return self.received


def use(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.setenv("BREACHLIGHT_AUDIT_SYSLOG", target)
    get_settings.cache_clear()


@pytest.mark.parametrize("protocol", ["udp", "tcp", "tls"])
async def test_rows_reach_a_syslog_server_once_they_can(
    app: Starlette, connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch, protocol: str, tmp_path: Path
) -> None:
    account_id = new_id()
    for number in range(3):
        await record_event(account_id, None, f"event {number}", detail={"text": 'ä\n"]'})
    await ship_to_syslog()
    assert await connection.fetchval("SELECT count(*) FROM audit_positions") == 0, "no server is set"
    syslog = SyslogServer()
    public, context = make_certificate(tmp_path)
    if protocol != "udp":
        server = await asyncio.start_server(syslog.stream, "localhost", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        use(monkeypatch, f"{protocol}://localhost:{port}")
        with pytest.raises(ConnectionRefusedError):
            await ship_to_syslog()
        tls = context if protocol == "tls" else None
        server = await asyncio.start_server(syslog.stream, "localhost", port, ssl=tls)
        if protocol == "tls":
            with pytest.raises(ssl.SSLCertVerificationError):
                await ship_to_syslog()
            monkeypatch.setenv("BREACHLIGHT_AUDIT_SYSLOG_CA_FILE", str(public))
            get_settings.cache_clear()
    else:

        class Receiver(asyncio.DatagramProtocol):
            def datagram_received(self, data: bytes, addr: Any) -> None:
                syslog.received.append(data)

        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(Receiver, ("127.0.0.1", 0))
        use(monkeypatch, f"udp://127.0.0.1:{transport.get_extra_info('sockname')[1]}")
    await ship_to_syslog()
    messages = await syslog.arrived(3)
    head, _, body = messages[0].partition(b"\xef\xbb\xbf")
    assert head.startswith(b"<109>1 20")
    assert head.endswith(b" breachlight - event0 - ")
    assert json.loads(body)["detail"] == {"text": 'ä\n"]'}
    assert [json.loads(text.partition(b"\xef\xbb\xbf")[2])["sequence"] for text in messages] == [1, 2, 3]
    await record_event(account_id, None, "later")
    await ship_to_syslog()
    assert b'"later"' in (await syslog.arrived(4))[3]
    await ship_to_syslog()
    assert len(syslog.received) == 4
    if protocol != "udp":
        server.close()
    else:
        transport.close()


async def test_verification_knows_what_was_shipped(
    app: Starlette, connection: asyncpg.Connection, administrator: asyncpg.Connection
) -> None:
    account_id = new_id()
    for number in range(3):
        await record_event(account_id, None, f"event {number}")
    rows = await connection.fetch("SELECT sequence, digest FROM security_events ORDER BY sequence")
    await connection.execute("INSERT INTO audit_positions VALUES ($1, 3, $2)", account_id, rows[2]["digest"])
    assert json.loads((await run("verify", "--json")).stdout)["breaks"] == []
    # An administrator cuts the last row off and sets the stored end back.
    await administrator.execute("SET session_replication_role = 'replica'")
    await administrator.execute("DELETE FROM security_events WHERE sequence = 3")
    await connection.execute("UPDATE audit_chains SET sequence = 2, digest = $1", rows[1]["digest"])
    (found,) = json.loads((await run("verify", "--json")).stdout)["breaks"]
    assert found["problem"] == "Rows missing after this one that were shipped: 1."
    await administrator.execute("SET session_replication_role = 'origin'")
    async with transaction() as session:
        await end_chain(session, account_id)
    assert await connection.fetchval("SELECT count(*) FROM audit_positions") == 0


@pytest.mark.parametrize(
    "wrong", ["syslog.example:514", "http://syslog.example:514", "tls://syslog.example", "tcp://:601"]
)
def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, settings: object, wrong: str) -> None:
    use(monkeypatch, wrong)
    with pytest.raises(SettingsError, match="BREACHLIGHT_AUDIT_SYSLOG"):
        get_settings()
