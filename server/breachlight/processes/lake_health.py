"""Whether the lake can be used: a folder is looked at, an object store is asked now and then."""

import asyncio
import os
import shutil
import time
from pathlib import Path
from typing import Final

import structlog

from breachlight.config import Settings

LEAST_FREE_BYTES: Final = 64 * 2**20

_WAIT_SECONDS: Final = 2.0
_VALID_SECONDS: Final = 10.0

_log = structlog.get_logger(__name__)


class LakeHealth:
    """The state of the lake for readiness; probes may come every second."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._task: asyncio.Task[str | None] | None = None
        self._asked_at = 0.0
        self._said: str | None = None

    async def fault(self) -> str | None:
        """Return in a few words why the lake can't be used, or None if it can; within two seconds."""
        if "://" not in self._settings.lake_path:
            fault = await asyncio.to_thread(folder_fault, Path(self._settings.lake_path))
        else:
            fault = await self._store_fault()
        self._say(fault)
        return fault

    async def _store_fault(self) -> str | None:
        now = time.monotonic()
        if self._task is None or (self._task.done() and now - self._asked_at > _VALID_SECONDS):
            self._task, self._asked_at = asyncio.create_task(asyncio.to_thread(_ask_store, self._settings)), now
        await asyncio.wait({self._task}, timeout=_WAIT_SECONDS)
        return self._task.result() if self._task.done() else "the object store does not respond"

    def _say(self, fault: str | None) -> None:
        if fault is not None and fault != self._said:
            _log.warning(
                "the lake cannot be used: ingestion and retroactive scans wait, everything else works", reason=fault
            )
        elif fault is None and self._said is not None:
            _log.info("the lake can be used again")
        self._said = fault


def folder_fault(folder: Path) -> str | None:
    """Return why a lake's folder can't be written, or None if it can."""
    try:
        if not os.access(folder, os.W_OK | os.X_OK):
            return "the folder is not writable" if folder.exists() else "the folder is missing"
        if shutil.disk_usage(folder).free <= LEAST_FREE_BYTES:
            return "the disk is full"
    except OSError as error:
        return f"the folder cannot be used ({error.strerror})"
    return None


def _ask_store(settings: Settings) -> str | None:
    from breachlight.leaks.lake.ducklake import check_store  # DuckDB, for object stores only
    from breachlight.leaks.lake.faults import LakeError, StoreFault

    try:
        check_store(settings)
    except LakeError as error:
        return str(error.fault or StoreFault.UNREACHABLE)
    return None
