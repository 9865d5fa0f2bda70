"""Health for machines: /healthz (the process lives), /readyz (it can serve) and /metrics."""

import asyncio
import ipaddress
import os
import shutil
from pathlib import Path

import asyncpg
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.config import Settings, get_key_ring
from breachlight.database.errors import DatabaseError
from breachlight.database.migrations import pending
from breachlight.database.session import reading
from breachlight.keys.registry import misfit, unprepared
from breachlight.keys.repository import known_keys
from breachlight.kit import metrics
from breachlight.kit.keys import KeyFileError, KeyRing
from breachlight.kit.metrics import Reading
from breachlight.processes.repository import read_metrics

_CHECK_SECONDS = 2.0
_LEAST_FREE_BYTES = 64 * 2**20
_HEADERS = {"Cache-Control": "no-store"}


class Draining:
    """Whether this process was asked to stop; readiness ends first."""

    def __init__(self) -> None:
        self.started = False


draining = Draining()


def health_routes(settings: Settings) -> list[BaseRoute]:
    """Return the routes; ``settings`` name the key file and the lake that readiness looks at."""

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "alive"}, headers=_HEADERS)

    async def readyz(_: Request) -> Response:
        failing = await failing_checks(settings)
        if failing:
            body = {"status": "not ready", "failing": list(failing), "reasons": failing}
            return JSONResponse(body, 503, headers={**_HEADERS, "Retry-After": "5"})
        waited_for = await _keys_waited_for()
        lacking = {"keys": f"the key file lacks {', '.join(waited_for)}, which a rotation waits for"}
        return JSONResponse({"status": "ready", **({"warnings": lacking} if waited_for else {})}, headers=_HEADERS)

    async def show_metrics(request: Request) -> Response:
        if not _is_near(request):
            return Response(status_code=404)
        return Response(metrics.render(await _readings()), headers=_HEADERS, media_type=metrics.CONTENT_TYPE)

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", show_metrics)]


async def failing_checks(settings: Settings) -> dict[str, str]:
    """Return the checks that fail with the reason, in a fixed order: draining, database, migrations, keys, lake."""
    if draining.started:
        return {"draining": "being stopped"}
    database, keys, lake = await asyncio.gather(
        _database(), _keys(), asyncio.to_thread(_lake_writable, settings.lake_path)
    )
    return {**database, **keys, **({} if lake else {"lake": "not writable, or the disk is full"})}


async def _database() -> dict[str, str]:
    try:
        async with (
            asyncio.timeout(_CHECK_SECONDS),
            reading() as connection,
        ):
            return {"migrations": "not applied yet"} if await pending(connection) else {}
    except DatabaseError:
        return {"migrations": "of a newer version"}
    except Exception:
        return {"database": "no response"}


async def _keys() -> dict[str, str]:
    """Compare the key file with the keys of the database; the response names no path."""
    try:
        ring = await asyncio.to_thread(_current_ring)
    except KeyFileError:
        return {"keys": "the key file is missing, damaged, readable by others, or another installation's"}
    try:
        async with asyncio.timeout(_CHECK_SECONDS), reading() as connection:
            known = await known_keys(connection)
    except Exception:
        return {}  # the check of the database says so
    reason = misfit(ring, known)
    return {"keys": f"the key file {reason}"} if reason else {}


async def _keys_waited_for() -> list[str]:
    try:
        async with asyncio.timeout(_CHECK_SECONDS), reading() as connection:
            return unprepared(get_key_ring(), await known_keys(connection))
    except Exception:
        return []  # the next check finds out why


def _current_ring() -> KeyRing:
    ring = get_key_ring()
    ring.refresh()
    return ring


def _lake_writable(path: str) -> bool:
    if "://" in path:
        return True
    folder = Path(path)
    try:
        return os.access(folder, os.W_OK | os.X_OK) and shutil.disk_usage(folder).free > _LEAST_FREE_BYTES
    except OSError:
        return False


def _is_near(request: Request) -> bool:
    """Whether a request comes from this machine or a private network, and straight: not through a proxy."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers or request.client is None:
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private


async def _readings() -> list[Reading]:
    readings: list[Reading] = []
    up = 1.0
    try:
        async with (
            asyncio.timeout(_CHECK_SECONDS),
            reading() as connection,
        ):
            readings = await read_metrics(connection)
    except (OSError, TimeoutError, RuntimeError, asyncpg.PostgresError, asyncpg.InterfaceError):
        up = 0.0
    return [Reading("breachlight_database_up", "Whether the database responds.", up), *readings]
