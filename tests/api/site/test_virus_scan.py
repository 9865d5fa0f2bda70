"""Uploads are scanned by a real clamd, and refused if it finds something, can't read them, or doesn't answer."""

import base64
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import asyncpg
import pytest
from callers import Caller
from clamav_server import EICAR, ClamavServer
from products import free_port

from breachlight.config import Settings, SettingsError, get_settings

SignIn = Callable[..., Awaitable[Caller]]

RESULT = (
    """{ __typename ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } } }"""
)
PICTURE = f"mutation ($content: String!) {{ result: setUserImage(image: $content) {RESULT} }}"
SUPPORT = f"""mutation ($content: String!) {{ result: contactSupport(input: {{topic: OTHER, subject: "A file", message: "See it.",
  consent: true, file: {{name: "a.txt", content: $content}}}}) {RESULT} }}"""
PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
UPLOADS = [("image", PICTURE), ("file", SUPPORT)]
AWAY = "Files can't be checked for malware at the moment. Please try again later."


@pytest.fixture(scope="module")
def clamav() -> Iterator[ClamavServer]:
    server = ClamavServer(free_port())
    try:
        yield server.ready()
    finally:
        server.stop()


@pytest.fixture
def scanned_by(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def choose(address: str) -> None:
        monkeypatch.setenv("BREACHLIGHT_CLAMD_ADDRESS", address)
        get_settings.cache_clear()

    yield choose
    get_settings.cache_clear()


async def upload(caller: Caller, document: str, content: bytes) -> dict[str, Any]:
    answer = await caller.graphql(document, {"content": base64.b64encode(content).decode()})
    return (answer["data"] or {}).get("result") or answer["errors"][0]


@pytest.mark.parametrize("is_port", [True, False], ids=["port", "socket"])
@pytest.mark.parametrize(("field", "document"), UPLOADS)
async def test_r12_what_clamav_finds_is_refused_and_not_stored(  # noqa: PLR0917 -- fixtures
    sign_in: SignIn,
    connection: asyncpg.Connection,
    clamav: ClamavServer,
    scanned_by: Callable[[str], None],
    field: str,
    document: str,
    is_port: bool,
) -> None:
    caller = await sign_in()
    scanned_by(f"127.0.0.1:{clamav.port}" if is_port else f"unix:{clamav.socket}")
    for content in (EICAR, PNG + EICAR):
        refused = await upload(caller, document, content)
        assert refused["fieldErrors"] == [
            {"field": field, "messages": ["This file contains malware and was not saved."]}
        ]
    assert await connection.fetchval("SELECT count(*) FROM mails WHERE kind = 'support_request'") == 0
    assert await connection.fetchval("SELECT image_url FROM users WHERE id = $1", caller.user.id) is None


async def test_r12_a_clean_file_reaches_the_operator(
    sign_in: SignIn, connection: asyncpg.Connection, clamav: ClamavServer, scanned_by: Callable[[str], None]
) -> None:
    scanned_by(f"127.0.0.1:{clamav.port}")
    sent = await upload(await sign_in(), SUPPORT, b"x" * (512 * 1024))
    assert sent["__typename"] == "MessageSuccess"
    assert await connection.fetchval("SELECT count(*) FROM mails WHERE kind = 'support_request'") == 1


@pytest.mark.parametrize(("field", "document"), UPLOADS)
async def test_r12_nothing_is_saved_while_clamav_is_away(
    sign_in: SignIn, connection: asyncpg.Connection, scanned_by: Callable[[str], None], field: str, document: str
) -> None:
    caller = await sign_in()
    scanned_by(f"127.0.0.1:{free_port()}")
    refused = await upload(caller, document, PNG)
    assert AWAY in str(refused), (field, refused)
    # Somebody else's service, which closes at once.
    with socket.create_server(("127.0.0.1", 0)) as other:
        scanned_by(f"127.0.0.1:{other.getsockname()[1]}")
        other.listen(0)
        other.close()
        assert AWAY in str(await upload(caller, document, PNG))
    assert await connection.fetchval("SELECT count(*) FROM mails WHERE kind = 'support_request'") == 0


@pytest.mark.parametrize("address", ["localhost", "unix:", "127.0.0.1:", "http://clamav:3310", "clamav:3310/x"])
def test_a_wrong_address_is_a_clear_error(scanned_by: Callable[[str], None], address: str) -> None:
    scanned_by(address)
    with pytest.raises(SettingsError, match="BREACHLIGHT_CLAMD_ADDRESS is invalid: it must be host:port"):
        get_settings()
