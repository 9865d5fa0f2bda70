"""Health for machines: /healthz (the process lives), /readyz (it can serve) and /metrics."""

import asyncio
import ipaddress
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import asyncpg
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.backups.history import last_backup
from breachlight.config import Settings, get_key_ring
from breachlight.database.errors import DatabaseError
from breachlight.database.migration_log import read_pending
from breachlight.database.session import Connection, reading
from breachlight.keys.registry import misfit, unprepared
from breachlight.keys.repository import known_keys
from breachlight.kit import clock, metrics
from breachlight.kit.keys import KeyFileError, KeyRing
from breachlight.kit.metrics import Reading
from breachlight.leaks.ranges.metrics import range_readings
from breachlight.processes.lake_health import LakeHealth
from breachlight.processes.repository import read_metrics

_CHECK_SECONDS = 2.0
_HEADERS = {"Cache-Control": "no-store"}


class Draining:
    """Whether this process was asked to stop; readiness ends first."""

    def __init__(self) -> None:
        self.started = False


draining = Draining()


class Status(StrEnum):
    """The status of a component."""

    OK = "ok"
    WARNING = "warning"
    FAILING = "failing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Component:
    """The state of a part of the installation; ``reason`` says in a few words why it isn't ok, without paths or addresses."""

    status: Status
    reason: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return the component as /readyz shows it."""
        return {"status": self.status.value, **({"reason": self.reason} if self.reason else {})}


_OK = Component(Status.OK)


def health_routes(settings: Settings) -> list[BaseRoute]:
    """Return the routes; ``settings`` name the key file and the lake that readiness looks at."""
    lake = LakeHealth(settings)

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "alive"}, headers=_HEADERS)

    async def readyz(_: Request) -> Response:
        if draining.started:
            body = {"status": "not ready", "failing": ["draining"], "reasons": {"draining": "being stopped"}}
            return JSONResponse(body, 503, headers={**_HEADERS, "Retry-After": "5"})
        components = await check_components(lake)
        shown = {name: component.as_dict() for name, component in components.items()}
        failing = _reasons(components, Status.FAILING)
        if failing:
            failed = {"status": "not ready", "failing": list(failing), "reasons": failing, "components": shown}
            return JSONResponse(failed, 503, headers={**_HEADERS, "Retry-After": "5"})
        warnings = _reasons(components, Status.WARNING)
        ready = {"status": "ready", **({"warnings": warnings} if warnings else {}), "components": shown}
        return JSONResponse(ready, headers=_HEADERS)

    async def show_metrics(request: Request) -> Response:
        if not _is_near(request):
            return Response(status_code=404)
        readings = await _readings(settings, lake)
        return Response(metrics.render(readings), headers=_HEADERS, media_type=metrics.CONTENT_TYPE)

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", show_metrics)]


def _reasons(components: dict[str, Component], status: Status) -> dict[str, str]:
    return {name: each.reason for name, each in components.items() if each.status is status}


async def check_components(lake: LakeHealth) -> dict[str, Component]:
    """Return the state of database, migrations, keys and lake, in this order.

    A lake that can't be used is a warning: everything but ingestion and retroactive scans works without it.
    """
    (database, migrations), keys, fault = await asyncio.gather(_database(), _keys(), lake.fault())
    return {
        "database": database,
        "migrations": migrations,
        "keys": keys,
        "lake": _OK if fault is None else Component(Status.WARNING, fault),
    }


async def _database() -> tuple[Component, Component]:
    """Return the state of the database and of its migrations."""
    try:
        async with (
            asyncio.timeout(_CHECK_SECONDS),
            reading() as connection,
        ):
            found = await read_pending(connection)
        if found.needed:
            return _OK, Component(Status.FAILING, "not applied yet")
        return _OK, Component(Status.WARNING, "contract steps wait") if found.waiting else _OK
    except DatabaseError:
        return _OK, Component(Status.FAILING, "of a newer version")
    except Exception:
        return Component(Status.FAILING, "no response"), Component(Status.UNKNOWN)


async def _keys() -> Component:
    """Compare the key file with the keys of the database; the response names no path."""
    try:
        ring = await asyncio.to_thread(_current_ring)
    except KeyFileError:
        reason = "the key file is missing, damaged, readable by others, or another installation's"
        return Component(Status.FAILING, reason)
    try:
        async with asyncio.timeout(_CHECK_SECONDS), reading() as connection:
            known = await known_keys(connection)
    except Exception:
        return Component(Status.UNKNOWN)  # the check of the database says why
    reason = misfit(ring, known)
    if reason:
        return Component(Status.FAILING, f"the key file {reason}")
    waited_for = unprepared(ring, known)
    if waited_for:
        return Component(Status.WARNING, f"the key file lacks {', '.join(waited_for)}, which a rotation waits for")
    return _OK


def _current_ring() -> KeyRing:
    ring = get_key_ring()
    ring.refresh()
    return ring


def _is_near(request: Request) -> bool:
    """Whether a request comes from this machine or a private network, and straight: not through a proxy."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers or request.client is None:
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private


async def _readings(settings: Settings, lake: LakeHealth) -> list[Reading]:
    readings: list[Reading] = []
    up = 1.0
    components = await check_components(lake)
    is_ready = not draining.started and not _reasons(components, Status.FAILING)
    try:
        async with (
            asyncio.timeout(_CHECK_SECONDS),
            reading() as connection,
        ):
            readings = [
                *await read_metrics(connection),
                *await _backup_age(connection),
                *await range_readings(connection),
            ]
    except (OSError, TimeoutError, RuntimeError, asyncpg.PostgresError, asyncpg.InterfaceError):
        up = 0.0
    return [
        Reading("breachlight_database_up", "Whether the database responds.", up),
        Reading("breachlight_lake_up", "Whether the lake can be used.", float(components["lake"] == _OK)),
        Reading("breachlight_ready", "Whether /readyz answers 200.", float(is_ready)),
        *await asyncio.to_thread(lambda: list(_disks(settings))),
        *readings,
    ]


async def _backup_age(connection: Connection) -> list[Reading]:
    """Return the age of the newest backup; nothing if none was made."""
    made_at = await last_backup(connection)
    if made_at is None:
        return []
    age = (clock.now() - made_at).total_seconds()
    return [Reading("breachlight_backup_age_seconds", "Seconds since the state of the newest backup.", age)]


def _disks(settings: Settings) -> Iterator[Reading]:
    folders = {"data": settings.data_folder}
    if "://" not in settings.lake_path:
        folders["lake"] = Path(settings.lake_path)
    for name, folder in folders.items():
        try:
            usage = shutil.disk_usage(folder)
        except OSError:
            continue  # breachlight_lake_up says so
        label = {"disk": name}
        yield Reading("breachlight_disk_free_bytes", "Free bytes of the disks of this host, by use.", usage.free, label)
        yield Reading("breachlight_disk_size_bytes", "Size of the disks of this host, by use.", usage.total, label)
