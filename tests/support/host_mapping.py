"""Public host names that lead to a local server: a TLS server with a certificate of a test authority in front of it."""

import asyncio
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from certificates import make_certificate

# Programs that run with this module first resolve every name to the local server.
MAPPING = """
import socket
_resolve = socket.getaddrinfo

def _local(host, port, *rest, **options):
    return _resolve("127.0.0.1", {port}, *rest, **options)

socket.getaddrinfo = _local
"""


@contextmanager
def mapped_hosts(folder: Path, names: Sequence[str], port: int) -> Iterator[dict[str, str]]:
    """Serve a local port under public names, and yield the environment of programs that reach it by them."""
    certificate, context = make_certificate(folder, names)
    loop = asyncio.new_event_loop()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_copy(reader, there_writer), _copy(there_reader, writer))

    server = loop.run_until_complete(asyncio.start_server(forward, "127.0.0.1", 0, ssl=context))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        (folder / "sitecustomize.py").write_text(MAPPING.replace("{port}", str(server.sockets[0].getsockname()[1])))
        yield {"PYTHONPATH": str(folder), "REQUESTS_CA_BUNDLE": str(certificate)}
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while part := await reader.read(1 << 16):
            writer.write(part)
            await writer.drain()
    except (ConnectionError, ssl.SSLError):
        pass
    finally:
        writer.close()
