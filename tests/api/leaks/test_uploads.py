"""Uploads of leak files: the protocol of tus, what is on disk, who may, and the ingestion that ends them."""

import asyncio
import base64
import hashlib
import json
import os
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest
from callers import Caller
from ingestion_harness import Bench
from operators import make_operator, recorded

from breachlight.config import Settings, get_key_ring
from breachlight.database.session import reading
from breachlight.kit import clock
from breachlight.leaks.sealed_chunks import CHUNK_BYTES
from breachlight.leaks.uploads import service
from breachlight.leaks.uploads.jobs import trim_uploads
from breachlight.leaks.uploads.repository import find_upload
from breachlight.leaks.uploads.sealed_file import SealedFile

CONFORMANCE = Path(__file__).parents[2] / "conformance"
PATH = "/api/v1/uploads"
TUS = {"Tus-Resumable": "1.0.0"}
PART = {**TUS, "Content-Type": "application/offset+octet-stream"}
LEAK = b"https://portal.acme.example/login:jane@acme.example:Blue-otters-42\n"


@pytest.fixture
async def operator(sign_in) -> Caller:
    return await make_operator(sign_in)


async def create(caller: Caller, size: int, name: str = "leak.txt", **headers: str) -> httpx.Response:
    metadata = f"filename {base64.b64encode(name.encode()).decode()}"
    given = {**caller.headers, **TUS, "Upload-Length": str(size), "Upload-Metadata": metadata, **headers}
    return await caller.http.post(PATH, headers={name: value.encode("latin-1") for name, value in given.items()})


async def send(caller: Caller, path: str, offset: int, data: bytes, **headers: str) -> httpx.Response:
    given = {**caller.headers, **PART, "Upload-Offset": str(offset), **headers}
    return await caller.http.patch(path, headers=given, content=data)


async def offset_of(caller: Caller, path: str) -> int:
    answer = await caller.http.head(path, headers={**caller.headers, **TUS})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return int(answer.headers["upload-offset"])


async def test_a_file_is_received_in_parts_of_any_size_and_ingested(operator: Caller, bench: Bench, connection):
    data = LEAK + b"".join(
        b"https://x.example/:user%d@y.example:Blue-%d\n" % (number, number) for number in range(60_000)
    )
    assert len(data) > 2 * CHUNK_BYTES
    created = await create(operator, len(data))
    assert created.status_code == 201
    path, sent = created.headers["location"], 0
    for size in (0, 1, 100, CHUNK_BYTES - 101, CHUNK_BYTES + 7, len(data)):
        part = data[sent : sent + size]
        answer = await send(operator, path, sent, part)
        sent += len(part)
        assert (answer.status_code, answer.headers["upload-offset"]) == (204, str(sent))
        assert await offset_of(operator, path) == sent
    upload_id = path.rpartition("/")[2]

    files = bench.settings.data_folder / "uploads" / upload_id
    stored = b"".join(file.read_bytes() for file in files.iterdir())
    assert len(stored) > len(data)
    assert not any(text in stored for text in (b"Blue-otters-42", b"acme", b"y.example"))
    assert {file.stat().st_mode & 0o777 for file in files.iterdir()} == {0o600}

    listed = json.loads(bench.breachlight("uploads", "list", "--json").stdout)
    assert [(one["id"], one["name"], one["size"], one["received"]) for one in listed] == [
        (upload_id, "leak.txt", len(data), len(data))
    ]
    done = bench.breachlight("ingest", "--upload", upload_id, "--leak", "Uploaded", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)["files"][0]
    assert (report["records"], report["name"]) == (60_001, f"upload:{upload_id}/leak.txt")
    digest = await connection.fetchval("SELECT digest FROM leak_files")
    assert digest == hashlib.sha256(data).digest()
    # What is in the lake is kept nowhere else.
    assert not files.exists()
    assert (await operator.http.head(path, headers={**operator.headers, **TUS})).status_code == 404
    assert "There is no upload" in bench.breachlight("ingest", "--upload", upload_id, "--leak", "Again").stderr


async def test_a_request_that_breaks_off_counts_as_far_as_it_came(operator: Caller, served: str, settings: Settings):
    data = os.urandom(4 * CHUNK_BYTES + 12_345)
    path = (await create(operator, len(data))).headers["location"]
    chunks = service.upload_folder(settings) / path.rpartition("/")[2] / "chunks"
    place = urlsplit(served)
    for full in (1, 3):
        sent = await offset_of(operator, path)
        _, writer = await asyncio.open_connection(place.hostname, place.port)
        head = {
            **PART,
            **operator.headers,
            "Host": "localhost",
            "Upload-Offset": str(sent),
            "Content-Length": str(len(data) - sent),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        end = full * CHUNK_BYTES + 77_777
        writer.write(f"PATCH {path} HTTP/1.1\r\n{lines}\r\n".encode() + data[sent:end])
        await writer.drain()
        while chunks.stat().st_size < full * CHUNK_BYTES:
            await asyncio.sleep(0)
        writer.close()
        await writer.wait_closed()
        while (answer := await operator.http.head(path, headers={**operator.headers, **TUS})).status_code == 423:
            pass
        assert full * CHUNK_BYTES <= int(answer.headers["upload-offset"]) <= end
    sent = await offset_of(operator, path)
    assert (await send(operator, path, sent, data[sent:])).status_code == 204
    async with _opened(settings, path) as file:
        assert file.read_at(0, len(data) + 1) == data


async def test_the_rules_of_the_protocol(operator: Caller, connection: asyncpg.Connection):
    http, headers = operator.http, operator.headers
    options = await http.options(PATH)
    assert options.headers["tus-version"] == "1.0.0"
    assert set(options.headers["tus-extension"].split(",")) == {"creation", "checksum", "termination", "expiration"}
    assert (await http.post(PATH, headers={**headers, "Upload-Length": "1"})).status_code == 412
    for length in ("", "-1", "1e3", "\xb2", "9" * 16):
        assert (await create(operator, 0, **{"Upload-Length": length})).status_code == 400, length
    for metadata in ("filename =notbase64=", "filename \xe9"):
        assert (await create(operator, 1, **{"Upload-Metadata": metadata})).status_code == 400
    too_large = await create(operator, service.LARGEST_BYTES)
    assert (too_large.status_code, too_large.json()["error"]["message"]) == (
        413,
        "The disk of the server has no room for this file. Free some space there.",
    )
    path = (await create(operator, 10)).headers["location"]
    assert (await send(operator, path, 1, b"x")).status_code == 409
    assert (await send(operator, path, 0, b"x", **{"Content-Type": "text/plain"})).status_code == 415
    assert (await send(operator, path, 0, b"x" * 11)).status_code == 413
    got = await http.post(path, headers={**headers, **TUS, "X-HTTP-Method-Override": "GET"})
    assert (got.status_code, got.headers["allow"]) == (405, "HEAD, PATCH, DELETE")
    assert await offset_of(operator, path) == 0
    overridden = await http.post(
        path, headers={**headers, **PART, "Upload-Offset": "0", "X-HTTP-Method-Override": "PATCH"}, content=b"01234"
    )
    assert overridden.status_code == 204
    assert (await http.delete(path, headers={**headers, **TUS})).status_code == 204
    answer = await send(operator, path, 5, b"56789")
    assert (answer.status_code, answer.headers["tus-resumable"]) == (404, "1.0.0")
    assert await connection.fetchval("SELECT count(*) FROM leak_uploads") == 0
    kinds = [await recorded(connection, kind) for kind in ("upload_created", "upload_received", "upload_deleted")]
    assert [len(events) for events in kinds] == [1, 0, 1]
    assert kinds[0][0][0] == operator.user.email


async def test_a_part_with_a_wrong_checksum_counts_for_nothing(operator: Caller):
    path = (await create(operator, 8)).headers["location"]

    def checksum(name: str, data: bytes) -> dict[str, str]:
        return {"Upload-Checksum": f"{name} {base64.b64encode(hashlib.new(name, data).digest()).decode()}"}

    assert (await send(operator, path, 0, b"abcd", **checksum("sha256", b"abce"))).status_code == 460
    assert await offset_of(operator, path) == 0
    assert (await send(operator, path, 0, b"abcd", **checksum("sha256", b"abcd"))).status_code == 204
    assert (await send(operator, path, 4, b"efgh", **checksum("sha1", b"efgh"))).status_code == 204
    path = (await create(operator, 8)).headers["location"]
    for stated in ("crc32 AAAA", "sha256", "sha256 =", ""):
        assert (await send(operator, path, 0, b"abcd", **{"Upload-Checksum": stated})).status_code == 400, stated


async def test_tus_js_client_uploads_over_a_connection_that_breaks(operator: Caller, served: str, settings: Settings):
    place = urlsplit(served)
    left = iter((50_000, 400_000, 0, 1_500_000, 900_000, 10, 1_200_000))

    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a connection on until it has brought so many bytes."""
        server_reader, server_writer = await asyncio.open_connection(place.hostname, place.port)
        back = asyncio.create_task(_passed_on(server_reader, writer))
        await _passed_on(reader, server_writer, next(left, None))
        server_writer.close()
        back.cancel()
        writer.close()

    async with await asyncio.start_server(lead, "127.0.0.1", 0) as way:
        port = way.sockets[0].getsockname()[1]
        endpoint = f"http://127.0.0.1:{port}{PATH}"
        node = await asyncio.create_subprocess_exec(
            *("node", str(CONFORMANCE / "tus.js"), endpoint, operator.tokens["authToken"], "5000000"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, errors = await node.communicate()
    assert node.returncode == 0, errors
    found = json.loads(output)
    assert found["tries"] >= 3
    async with _opened(settings, urlsplit(found["url"]).path) as file:
        assert hashlib.sha256(file.read_at(0, 5_000_001)).hexdigest() == found["sha256"]


async def _passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None = None) -> None:
    """Pass bytes on to their end, or so many of them."""
    with suppress(ConnectionError):
        while (most is None or most > 0) and (data := await reader.read(1 << 16)):
            writer.write(data)
            await writer.drain()
            most = None if most is None else most - len(data)


async def test_a_last_part_that_was_stored_and_not_noted_is_noted_by_the_next_look(operator: Caller, connection):
    path = (await create(operator, 3)).headers["location"]
    assert (await send(operator, path, 0, b"abc")).status_code == 204
    await connection.execute("UPDATE leak_uploads SET received = 0")
    assert await offset_of(operator, path) == 3
    assert await connection.fetchval("SELECT received FROM leak_uploads") == 3


async def test_a_full_disk_is_reported_and_what_is_on_it_counts(operator: Caller, connection, settings: Settings):
    path = (await create(operator, 10)).headers["location"]
    assert (await send(operator, path, 0, b"0123")).status_code == 204
    rest = service.upload_folder(settings) / path.rpartition("/")[2] / "rest"
    blocked = rest.with_name("rest.new")
    blocked.mkdir()  # nothing can be written there, as on a full disk
    answer = await send(operator, path, 4, b"456789")
    assert (answer.status_code, answer.headers["retry-after"]) == (507, "60")
    assert await connection.fetchval("SELECT received FROM leak_uploads") == 4
    blocked.rmdir()
    assert await offset_of(operator, path) == 4
    assert (await send(operator, path, 4, b"456789")).status_code == 204


async def test_two_operators_never_write_one_upload_at_once(operator: Caller, sign_in, settings: Settings, served):
    other = await make_operator(sign_in)
    data = os.urandom(CHUNK_BYTES + 5)
    path = (await create(operator, len(data))).headers["location"]
    async with _opened(settings, path, writes=True):
        for caller in (operator, other):
            assert (await send(caller, path, 0, data)).status_code == 423
            assert (await caller.http.head(path, headers={**caller.headers, **TUS})).status_code == 423
            assert (await caller.http.delete(path, headers={**caller.headers, **TUS})).status_code == 423
    assert (await send(other, path, 0, data)).status_code == 204
    async with _opened(settings, path) as file:
        assert file.read_at(0, len(data)) == data


async def test_nobody_else_uploads(operator: Caller, sign_in, http: httpx.AsyncClient):
    path = (await create(operator, 3)).headers["location"]
    owner = await sign_in("org")
    assert (await create(owner, 3)).status_code == 403
    assert (await send(owner, path, 0, b"abc")).status_code == 403
    for method in ("POST", "HEAD", "PATCH", "DELETE"):
        assert (await http.request(method, PATH if method == "POST" else path, headers=TUS)).status_code == 401, method
    foreign = {**operator.headers, **TUS, "Upload-Length": "3", "Origin": "https://evil.example"}
    assert (await http.post(PATH, headers=foreign)).status_code == 403


async def test_names_are_shown_and_never_used_as_paths(operator: Caller, connection: asyncpg.Connection):
    for name, shown in (
        ("../../etc/passwd", "passwd"),
        ("C:\\leaks\\dump.sql", "dump.sql"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("a\x1b[31m\nb", "a[31mb"),
        ("", "file"),
        ("x" * 400, "x" * 255),
    ):
        path = (await create(operator, 1, name)).headers["location"]
        stored = await connection.fetchval("SELECT name FROM leak_uploads WHERE id = $1", path.rpartition("/")[2])
        assert stored == shown


async def test_abandoned_uploads_are_deleted_with_their_bytes(operator: Caller, connection, settings: Settings):
    unfinished, complete = [(await create(operator, 2)).headers["location"] for _ in range(2)]
    await send(operator, unfinished, 0, b"a")
    await send(operator, complete, 0, b"ab")
    folder = service.upload_folder(settings)
    (folder / "left-behind").mkdir()
    await trim_uploads()
    assert {path.name for path in folder.iterdir()} == {path.rpartition("/")[2] for path in (unfinished, complete)}
    for left, kept in ((service.UNFINISHED_FOR, {complete}), (service.COMPLETE_FOR, set())):
        await connection.execute("UPDATE leak_uploads SET touched_at = $1", clock.now() - left - timedelta(seconds=1))
        await trim_uploads()
        assert {path.name for path in folder.iterdir()} == {path.rpartition("/")[2] for path in kept}
    assert len(await recorded(connection, "upload_expired")) == 2


async def test_a_hundred_gigabytes_go_on_where_they_broke_off(operator: Caller, connection, settings: Settings):
    """All but the end of the file is a hole on this disk; the end is sent by requests that break off."""
    chunks, rest = 100_000, os.urandom(CHUNK_BYTES // 2)
    size = chunks * CHUNK_BYTES + len(rest)
    path = (await create(operator, 1)).headers["location"]  # this disk has no room for more
    upload_id = path.rpartition("/")[2]
    async with _opened(settings, path, writes=True):
        pass
    os.truncate(service.upload_folder(settings) / upload_id / "chunks", chunks * (CHUNK_BYTES + 28))
    await connection.execute("UPDATE leak_uploads SET size = $1", size)
    sent = await offset_of(operator, path)
    assert sent == chunks * CHUNK_BYTES == 104_857_600_000
    for start in range(0, len(rest), 100_000):
        part = rest[start : start + 100_000]
        assert (await send(operator, path, sent + start, part)).status_code == 204
    assert await offset_of(operator, path) == size
    async with _opened(settings, path) as file:
        assert file.read_at(size - len(rest), len(rest) + 1) == rest


@asynccontextmanager
async def _opened(settings: Settings, path: str, *, writes: bool = False) -> AsyncIterator[SealedFile]:
    """Open the bytes of an upload as the server and an ingestion do."""
    async with reading() as connection:
        row = await find_upload(connection, uuid.UUID(path.rpartition("/")[2]))
    assert row is not None
    with service.opened(settings, get_key_ring(), row, writes=writes) as file:
        yield file
