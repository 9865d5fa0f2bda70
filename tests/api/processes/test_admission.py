"""A process that has more to do than it can finish says so at once, as safely as with any other answer."""

import asyncio

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from breachlight.kit.headers import SecurityHeaders
from breachlight.processes.server import Admission


async def test_a_refusal_of_a_busy_process_has_the_security_headers_and_says_when_to_come_back() -> None:
    entered, released = asyncio.Event(), asyncio.Event()

    async def slow(_request: Request) -> PlainTextResponse:
        entered.set()
        await released.wait()
        return PlainTextResponse("done")

    off = {"shows_widget": False, "runs_analytics": False}
    options = {"version": "1", "is_https": True, "editor_path": None, **off}
    application = Starlette(routes=[Route("/", slow)], middleware=[Middleware(SecurityHeaders, **options)])
    transport = httpx.ASGITransport(app=Admission(application, is_https=True, most=1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="https://breachlight.test") as client:
        first = asyncio.create_task(client.get("/"))
        async with asyncio.timeout(10):
            await entered.wait()
        refused = await client.get("/")
        released.set()
        served = await first
        assert (served.status_code, (await client.get("/")).status_code) == (200, 200)
    assert (refused.status_code, refused.headers["retry-after"], refused.headers["cache-control"]) == (
        503,
        "1",
        "no-store",
    )
    assert list(refused.json()) == ["error"]
    assert set(served.headers) - set(refused.headers) == {"x-breachlight-version"}
    policy = "content-security-policy"
    same = [name for name in served.headers if name in refused.headers and not name.startswith("content-")]
    assert {name: refused.headers[name] for name in same} == {name: served.headers[name] for name in same}
    assert refused.headers[policy] == "default-src 'none'; frame-ancestors 'none'"
