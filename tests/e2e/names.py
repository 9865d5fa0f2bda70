"""A DNS server for the browser tests, which have no event loop of their own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from dns_server import DnsServer, dns_server


@contextmanager
def running_dns() -> Iterator[DnsServer]:
    """Serve names on a free port of loopback, from a thread; names that a test has not set do not exist."""
    loop, ready, served = asyncio.new_event_loop(), threading.Event(), list[DnsServer]()
    enough = asyncio.Event()

    async def serve() -> None:
        async with dns_server() as server:
            served.append(server)
            ready.set()
            await enough.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    try:
        if not ready.wait(30):
            raise TimeoutError("The DNS server did not start within 30 s.")
        yield served[0]
    finally:
        loop.call_soon_threadsafe(enough.set)
        thread.join(30)
        loop.close()
