"""What a request leaves behind: nothing that waits for the garbage collector, whose turns delay other requests."""

import gc
import weakref
from typing import Any

from breachlight.kit.exchange import exchange_of
from breachlight.kit.request_log import RequestLog


class Cycle:
    """A request of a server: it holds its scope, as uvicorn's does, and sends the answer."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/", "headers": []}

    async def receive(self) -> Any:
        raise AssertionError

    async def send(self, message: Any) -> None:
        del message


async def test_a_request_is_gone_once_it_is_answered() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        del receive
        assert exchange_of(scope, send)[1] is send
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})

    cycle = Cycle()
    await RequestLog(app)(cycle.scope, cycle.receive, cycle.send)
    is_there = weakref.ref(cycle)
    gc.disable()
    try:
        del cycle
        assert is_there() is None
    finally:
        gc.enable()
