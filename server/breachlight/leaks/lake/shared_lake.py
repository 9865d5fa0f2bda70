"""The one lake of a worker: its jobs share it, and it closes when none has needed it for a while."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from breachlight.config import Settings
from breachlight.database.connection import dsn
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.store import Lake

_IDLE_SECONDS: Final = 60.0


@dataclass(slots=True)
class _Opened:
    """A lake that is open or being opened; a new user gets another one once it ``is_spent``."""

    settings: Settings
    ring: KeyRing
    opening: asyncio.Task[Lake]
    users: int = 0
    is_spent: bool = False
    closing: asyncio.TimerHandle | None = None

    def serves(self, settings: Settings, ring: KeyRing) -> bool:
        """Return whether a user of the running loop can share it."""
        is_same = self.settings is settings and self.ring is ring
        return is_same and not self.is_spent and self.opening.get_loop() is asyncio.get_running_loop()

    def close(self) -> None:
        """Close the lake in a thread; nobody uses it."""
        self.is_spent = True
        if not self.opening.cancelled() and self.opening.exception() is None:
            self.opening.get_loop().run_in_executor(None, self.opening.result().close)


_opened: list[_Opened] = []  # the newest, if any


@asynccontextmanager
async def shared_lake(settings: Settings, ring: KeyRing) -> AsyncIterator[Lake]:
    """Yield the lake of this process. After a ``LakeError`` the next user gets one with new connections.

    Raises:
        LakeError: it cannot be opened.
    """
    if not _opened or not _opened[0].serves(settings, ring):
        opening = asyncio.create_task(asyncio.to_thread(Lake, dsn(settings), settings, ring))
        _opened[:] = [_Opened(settings, ring, opening)]
    lake = _opened[0]
    lake.users += 1
    if lake.closing is not None:
        lake.closing.cancel()
    try:
        yield await asyncio.shield(lake.opening)
    except LakeError:
        lake.is_spent = True
        raise
    finally:
        lake.users -= 1
        if not lake.users:
            delay = 0.0 if lake.is_spent else _IDLE_SECONDS
            lake.closing = asyncio.get_running_loop().call_later(delay, lake.close)
