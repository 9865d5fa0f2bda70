"""A process that has more to do than it can finish says so at once, as safely as with any other answer."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from breachlight.kit.admission import MOST_INCOMPLETE_BYTES, STREAMED, Admission, count_account
from breachlight.kit.errors import ThrottledError
from breachlight.kit.headers import SecurityHeaders
from breachlight.kit.metrics import REQUEST_SECONDS, RequestTimes

POLICY = "content-security-policy"


class Gate:
    """An application whose requests wait until they are released; ``/api/read`` reads its body first."""

    def __init__(self) -> None:
        self.entered, self.released = asyncio.Semaphore(0), asyncio.Event()
        off = {"shows_widget": False, "runs_analytics": False}
        options = {"version": "1", "is_https": True, "editor_path": None, **off}
        routes = [Route("/api/{rest}", self.wait, methods=["GET", "POST"]), Route("/{file}", self.file)]
        self.application = Starlette(routes=routes, middleware=[Middleware(SecurityHeaders, **options)])

    async def wait(self, request: Request) -> PlainTextResponse:
        await request.body()
        if "account" in request.query_params:
            try:
                count_account(uuid.UUID(int=int(request.query_params["account"])))
            except ThrottledError as error:
                return PlainTextResponse(error.message, 429)
        self.entered.release()
        await self.released.wait()
        return PlainTextResponse("done")

    async def file(self, _request: Request) -> PlainTextResponse:
        return PlainTextResponse("file")

    def client(self, address: str = "192.0.2.1", **limits: int) -> httpx.AsyncClient:
        """A client of a new process with these limits."""
        return self.client_of(Admission(self.application, is_https=True, **limits), address)  # type: ignore[arg-type]

    @staticmethod
    def client_of(admission: Admission, address: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=admission, client=(address, 1))  # type: ignore[arg-type]
        return httpx.AsyncClient(transport=transport, base_url="https://breachlight.test")


@pytest.fixture
def gate() -> Gate:
    return Gate()


async def test_a_refusal_of_a_busy_process_has_the_security_headers_and_says_when_to_come_back(gate: Gate) -> None:
    async with gate.client(most=1) as client:
        first = asyncio.create_task(client.get("/api/slow"))
        await gate.entered.acquire()
        refused = await client.get("/api/slow")
        gate.released.set()
        served = await first
        assert (served.status_code, (await client.get("/api/slow")).status_code) == (200, 200)
    assert (refused.status_code, refused.headers["retry-after"], refused.headers["cache-control"]) == (
        503,
        "1",
        "no-store",
    )
    assert list(refused.json()) == ["error"]
    assert set(served.headers) - set(refused.headers) == {"x-breachlight-version"}
    same = [name for name in served.headers if name in refused.headers and not name.startswith("content-")]
    assert {name: refused.headers[name] for name in same} == {name: served.headers[name] for name in same}
    assert refused.headers[POLICY] == "default-src 'none'; frame-ancestors 'none'"


async def test_files_are_served_by_a_busy_process(gate: Gate) -> None:
    async with gate.client(most=1) as client:
        first = asyncio.create_task(client.get("/api/slow"))
        await gate.entered.acquire()
        assert (await client.get("/index.html")).text == "file"
        gate.released.set()
        await first


async def test_r03_requests_that_are_still_sending_are_not_counted_and_get_their_turn_later(gate: Gate) -> None:
    complete = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        yield b"half"
        await complete.wait()
        yield b"rest"

    async with gate.client(most=2) as client:
        senders = [asyncio.create_task(client.post("/api/slow", content=body())) for _ in range(5)]
        running = [asyncio.create_task(client.get("/api/slow")) for _ in range(2)]
        for _ in running:
            await gate.entered.acquire()
        complete.set()
        assert (await client.get("/api/slow")).status_code == 503
        assert gate.entered.locked()  # the senders wait: two requests are running already
        gate.released.set()
        assert [answer.status_code for answer in await asyncio.gather(*running, *senders)] == [200] * 7
        assert (await client.get("/api/slow")).status_code == 200


async def test_an_address_cannot_use_a_process_alone(gate: Gate) -> None:
    admission = Admission(gate.application, is_https=True, most=10, most_per_address=2)  # type: ignore[arg-type]
    async with (
        gate.client_of(admission, "2001:db8::1") as one,
        gate.client_of(admission, "2001:db8::ffff") as neighbour,
        gate.client_of(admission, "2001:db8:0:1::1") as other,
    ):
        running = [asyncio.create_task(client.get("/api/slow")) for client in (one, neighbour)]
        for _ in running:
            await gate.entered.acquire()
        refused = await one.get("/api/slow")
        running.append(asyncio.create_task(other.get("/api/slow")))
        await gate.entered.acquire()
        gate.released.set()
        assert [answer.status_code for answer in await asyncio.gather(*running)] == [200] * 3
    assert (refused.status_code, refused.headers["retry-after"], list(refused.json())) == (429, "1", ["error"])


async def test_an_account_cannot_use_a_process_alone(gate: Gate) -> None:
    async with gate.client(most_per_account=2) as client:
        running = [asyncio.create_task(client.get("/api/slow?account=1")) for _ in range(2)]
        for _ in running:
            await gate.entered.acquire()
        assert (await client.get("/api/slow?account=1")).status_code == 429
        running.append(asyncio.create_task(client.get("/api/slow?account=2")))
        await gate.entered.acquire()
        gate.released.set()
        assert [answer.status_code for answer in await asyncio.gather(*running)] == [200] * 3
        assert (await client.get("/api/slow?account=1")).status_code == 200


@pytest.mark.parametrize(
    ("headers", "runs"),
    [
        ([(b"content-length", b"10")], False),
        ([(b"content-length", b"99999999")], True),
        ([(b"content-length", b"10"), (b"expect", b"100-continue")], True),
        ([(b"transfer-encoding", b"chunked")], True),
        ([(b"content-length", b"nonsense")], True),
    ],
)
async def test_r03_nothing_runs_for_a_small_body_before_it_is_complete(
    headers: list[tuple[bytes, bytes]], runs: bool
) -> None:
    bodies: list[bytes] = []
    began = False

    async def application(scope: Any, receive: Any, _send: Any) -> None:
        nonlocal began
        began = True
        bodies.append(await Request(scope, receive).body())

    def scope() -> dict[str, Any]:
        return {"type": "http", "method": "POST", "path": "/graphql", "headers": headers, "client": ("192.0.2.1", 1)}

    async def converse(*messages: dict[str, Any]) -> None:
        waiting = iter(messages)

        async def receive() -> dict[str, Any]:
            return next(waiting)

        async def send(_message: Any) -> None:
            return

        with suppress(ClientDisconnect):
            await RequestTimes(Admission(application, is_https=True))(scope(), receive, send)

    part = {"type": "http.request", "body": b"01234", "more_body": True}
    before = left_count()
    await converse(part, {"type": "http.disconnect"})
    assert (began, bodies) == (runs, [])
    assert left_count() == before + (0 if runs else 1)
    await converse(part, part, {"type": "http.request", "body": b"", "more_body": False})
    assert bodies == [b"0123401234"]


def left_count() -> float:
    """Return how many requests were counted whose client had left."""
    samples = (sample for metric in REQUEST_SECONDS.collect() for sample in metric.samples)
    return sum(each.value for each in samples if each.name.endswith("_count") and each.labels["status"] == "499")


async def test_bodies_that_are_stored_as_they_come_take_no_memory_of_others() -> None:
    async def count(scope: Any, receive: Any, send: Any) -> None:
        size = 0
        while (message := await receive())["type"] == "http.request":
            size += len(message.get("body", b""))
            if not message.get("more_body", False):
                break
        await PlainTextResponse(str(size))(scope, receive, send)

    async def parts() -> AsyncIterator[bytes]:
        for _ in range(2):
            yield bytes(MOST_INCOMPLETE_BYTES)

    async with Gate.client_of(Admission(count, is_https=True), "192.0.2.1") as client:
        assert (await client.patch(f"{STREAMED}/1", content=parts())).text == str(2 * MOST_INCOMPLETE_BYTES)
        assert (await client.post("/api/v1/other", content=parts())).status_code == 503
