"""What holds for every answer of the application, be it a page, a refusal or a fault."""

import gzip
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from starlette.applications import Starlette

from breachlight.app import CLIENT_FOLDER, client_version
from breachlight.config import Settings

TOO_LARGE = b" " * 1_100_000
JSON = {"Content-Type": "application/json"}


async def _in_pieces(content: bytes):
    for start in range(0, len(content), 65_536):
        yield content[start : start + 65_536]


@pytest.mark.spec("X19")
async def test_every_answer_carries_the_security_headers_and_the_version(
    http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await connection.execute("ALTER TABLE site_settings RENAME TO away")
    answers = {
        "page": await http.get("/"),
        "unknown file": await http.get("/nothing.js"),
        "post to a file": await http.post("/"),
        "graphql refusal": await http.post("/graphql", content=b"{", headers=JSON),
        "graphql too large": await http.post("/graphql", content=TOO_LARGE, headers=JSON),
        "graphql fault": await http.post("/graphql", json={"query": "{ siteSettings { language } }"}),
        "rest": await http.get("/api/v1/countries"),
        "rest refusal": await http.get("/api/v1/account/info"),
        "rest fault": await http.get("/api/v1/site-settings"),
        "rest too large": await http.post("/api/v1/account/login", content=TOO_LARGE, headers=JSON),
        "rest huge": await http.post("/api/v1/account/login", content=TOO_LARGE * 5, headers=JSON),
        "health": await http.get("/healthz"),
    }
    for name, answer in answers.items():
        assert answer.headers["x-content-type-options"] == "nosniff", name
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], name
        assert answer.headers["referrer-policy"] == "no-referrer", name
        assert answer.headers["x-breachlight-version"] == client_version() != "none", name
    assert {name: answer.status_code for name, answer in answers.items() if answer.status_code >= 400} == {
        "unknown file": 404,
        "post to a file": 405,
        "graphql refusal": 400,
        "graphql too large": 413,
        "rest refusal": 401,
        "rest fault": 500,
        "rest too large": 413,
        "rest huge": 413,
    }
    fault = answers["rest fault"].json()["error"]
    assert set(fault) == {"message", "id"}
    assert fault["message"] == "Internal error"
    assert "away" not in answers["rest fault"].text


@pytest.mark.parametrize("pieces", [False, True], ids=["length", "chunked"])
async def test_r02_r08_what_rest_refuses_it_refuses_in_json(http: httpx.AsyncClient, pieces: bool) -> None:
    content = _in_pieces(TOO_LARGE) if pieces else TOO_LARGE
    answer = await http.post("/api/v1/account/login", content=content, headers=JSON)
    assert (answer.status_code, list(answer.json()["error"])) == (413, ["message"])
    if pieces:
        return
    for method, path, status in (
        ("GET", "/api", 404),
        ("TRACE", "/api/v1/nothing", 404),
        ("PROPFIND", "/api/v1/nothing", 404),
        ("POST", "/api/v1/openapi.json", 405),
        ("OPTIONS", "/api/v1/account/login", 405),
        ("PROPFIND", "/api/v1/account/login", 405),
    ):
        answer = await http.request(method, path)
        assert (answer.status_code, list(answer.json()["error"])) == (status, ["message"]), (method, path)
        assert ("allow" in answer.headers) == (status == 405)
    head, got = await http.head("/api/v1/countries"), await http.get("/api/v1/countries")
    assert (head.status_code, head.headers["content-length"]) == (200, got.headers["content-length"])


async def test_r09_static_files_by_encoding_and_range(http: httpx.AsyncClient) -> None:
    script = next((CLIENT_FOLDER / "assets").glob("*.js.br")).with_suffix("")
    path = f"/assets/{script.name}"
    sizes = {end: Path(f"{script}{end}").stat().st_size for end in ("", ".br", ".gz")}
    for accepted, encoding, ending in (
        ("", None, ""),
        ("br, gzip", "br", ".br"),
        ("gzip, deflate", "gzip", ".gz"),
        ("br;q=0, gzip", "gzip", ".gz"),
        ("br;q=0, gzip;q=0.0", None, ""),
        ("br; q=1.0", "br", ".br"),
    ):
        answer = await http.get(path, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding") == encoding, accepted
        assert int(answer.headers["content-length"]) == sizes[ending], accepted
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = await http.get(path, headers={"Accept-Encoding": accepted, "If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), accepted
        assert again.headers["cache-control"] == answer.headers["cache-control"]
    ranges = ",".join(f"{number}-{number}" for number in range(10_000))
    answer = await http.get(path, headers={"Range": f"bytes={ranges}", "Accept-Encoding": ""})
    assert (answer.status_code, len(answer.content)) == (200, sizes[""])
    page = await http.get("/")
    assert page.headers["cache-control"] == "no-cache"


async def test_g04_r08_the_editor_is_at_graphql_only_and_odd_paths_lead_nowhere(http: httpx.AsyncClient) -> None:
    for path in (
        "/graphiql.html",
        "/graphiql.html.br",
        "/assets/../graphiql.html",
        "//evil.example/%2e%2e",
        "/%2e/",
        "/x/%2E%2E",
    ):
        answer = await http.get(path)
        assert (answer.status_code, "location" in answer.headers) == (404, False), path
    assert (CLIENT_FOLDER / "graphiql.html").is_file()
    assert (await http.get("/graphql", headers={"Accept": "text/html"})).status_code == 200
    assert (await http.get("/theme.js")).headers["accept-ranges"] == "none"


async def test_r02_a_compressed_body_is_refused_and_not_unpacked(http: httpx.AsyncClient) -> None:
    headers = {**JSON, "Content-Encoding": "gzip"}
    answer = await http.post("/api/v1/account/login", content=gzip.compress(b" " * 1_000_000), headers=headers)
    assert (answer.status_code, list(answer.json()["error"])) == (415, ["message"])


@pytest.mark.spec("B4.4.1")
@pytest.mark.parametrize("graphiql", [False, True])
async def test_the_editor_has_its_looser_policy_only_where_it_is_switched_on(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, graphiql: bool
) -> None:
    from breachlight.app import create_app
    from breachlight.config import get_settings

    monkeypatch.setenv("BREACHLIGHT_GRAPHIQL", str(graphiql).lower())
    get_settings.cache_clear()
    transport = httpx.ASGITransport(app=create_app())
    async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as client:
        answer = await client.get("/graphql", headers={"Accept": "text/html"})
        assert ("unsafe-inline" in answer.headers["content-security-policy"]) == graphiql
        assert "unsafe" not in (await client.get("/")).headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/api/v1/account/login", "/graphql"])
async def test_r03_a_client_that_leaves_in_the_middle_of_its_body_is_no_fault(
    app: Starlette, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = iter([{"type": "http.request", "body": b'{"email": "', "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: dict[str, Any]) -> None:
        pytest.fail(f"nobody is left to receive {message['type']}")

    headers = [(b"content-type", b"application/json"), (b"content-length", b"1000"), (b"host", b"a.example")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    await app({**scope, "client": ("192.0.2.10", 1), "server": ("a.example", 80), "scheme": "http"}, receive, send)
    assert "fault" not in capsys.readouterr().err
