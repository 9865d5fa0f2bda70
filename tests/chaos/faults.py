"""Faults: each strikes an installation while files are ingested, addresses verified and lists read, and mends what it broke."""

import asyncio
import random
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import psutil
from process_installation import postgres_processes
from tests.chaos.installation import PATIENCE, Installation
from tests.chaos.snapshot import Difference

Ingestions = Sequence["subprocess.Popen[bytes]"]
_SKEW_HOURS: Final = 2.0


@dataclass(frozen=True)
class Scene:
    """What a fault strikes."""

    site: Installation
    ingestions: Ingestions
    chance: random.Random

    async def amid_work(self) -> None:
        """Wait until some batches more are entered, or for a moment in which the processes still start."""
        if self.chance.random() < 0.2:
            await asyncio.sleep(self.chance.uniform(0, 2))
            return
        more = self.chance.choice((1, 2, 4, 8))
        async with self.site.connection() as connection:
            query = "SELECT coalesce(max(id), 0) FROM batches"
            goal = await connection.fetchval(query) + more
            while any(process.poll() is None for process in self.ingestions):
                if await connection.fetchval(query) >= goal:
                    return
                await asyncio.sleep(0.01)


class Fault(ABC):
    """``exit_codes`` are those with which a command may end that wasn't killed."""

    name: ClassVar[str]
    exit_codes: ClassVar[frozenset[int]] = frozenset({0})

    def fits(self, site: Installation) -> bool:
        """Return whether it can strike this installation."""
        return True

    @abstractmethod
    async def strike(self, scene: Scene) -> None:
        """Break something amid work, and mend it."""


class KilledIngestion(Fault):
    name = "kill -9 of an ingestion"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        for process in scene.chance.sample(scene.ingestions, scene.chance.randint(1, len(scene.ingestions))):
            process.kill()


class KilledWorker(Fault):
    name = "kill -9 of a worker"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        for process in scene.chance.sample(scene.site.workers(), 1):
            process.kill()


class KilledServer(Fault):
    name = "kill -9 of an API server"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        for process in scene.site.children("processes.server"):
            process.kill()


class KilledSupervisor(Fault):
    name = "kill -9 of the supervisor"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        supervisor = scene.site.processes["serve"]
        children = psutil.Process(supervisor.pid).children(recursive=True)
        supervisor.kill()
        supervisor.wait()
        servers = [child for child in children if child.is_running() and "postgres" not in child.name()]
        _, alive = await asyncio.to_thread(psutil.wait_procs, servers, PATIENCE)
        if alive:
            raise Difference(f"children outlive their supervisor: {[child.cmdline() for child in alive]}")


class KilledEverything(Fault):
    name = "kill -9 of all processes"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        everything: list[subprocess.Popen[bytes] | psutil.Process] = [*scene.ingestions, *scene.site.processes.values()]
        everything += [*scene.site.workers(), *scene.site.children("processes.server")]
        for process in everything:
            scene.site.kill(process)
        for process in scene.site.processes.values():
            process.wait()


class RestartedPostgreSQL(Fault):
    name = "restart of PostgreSQL"
    # What a command ends with that begins while there is no server.
    exit_codes = frozenset({0, 1})

    def fits(self, site: Installation) -> bool:
        return site.postgresql is not None

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        assert scene.site.postgresql is not None
        await asyncio.to_thread(scene.site.postgresql.stop)
        await asyncio.sleep(scene.chance.uniform(0, 3))
        await asyncio.to_thread(scene.site.postgresql.start)


class KilledPostgreSQL(Fault):
    name = "kill -9 of the embedded PostgreSQL"

    def fits(self, site: Installation) -> bool:
        return site.postgresql is None

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        for process in postgres_processes(scene.site.product.folder / "data"):
            scene.site.kill(process)


class FrozenWorker(Fault):
    """All workers stop, so that a new one takes over what they do; then they go on."""

    name = "SIGSTOP of workers past their leases"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        frozen = scene.chance.sample(scene.site.workers(), 1)
        for process in frozen:
            process.suspend()
        try:
            await scene.site.end_leases()
            await asyncio.sleep(scene.chance.uniform(0.5, 3))
        finally:
            for process in frozen:
                process.resume()


class FrozenIngestion(Fault):
    """An ingestion stops for longer than its connections, locks and leases are waited for by others."""

    name = "SIGSTOP of an ingestion"

    async def strike(self, scene: Scene) -> None:
        await scene.amid_work()
        frozen = scene.chance.choice(scene.ingestions)
        frozen.send_signal(signal.SIGSTOP)
        try:
            await scene.site.end_leases()
            await asyncio.sleep(scene.chance.uniform(1, 4))
        finally:
            frozen.send_signal(signal.SIGCONT)


class FullDisk(Fault):
    name = "full disk of the lake"
    # It ends with a sentence that says so; the same command continues.
    exit_codes = frozenset({0, 1, 3})

    def fits(self, site: Installation) -> bool:
        return site.disk is not None

    async def strike(self, scene: Scene) -> None:
        assert scene.site.disk is not None
        await scene.amid_work()
        filler = scene.site.disk / "filler"
        # Without a buffer: what doesn't fit would be written once more when the file is closed.
        with filler.open("wb", buffering=0) as file:
            while (room := scene.site.free_disk()) > 4096:
                try:
                    file.write(b"\0" * min(room - 4096, 1 << 20))
                except OSError:
                    break
        try:
            await asyncio.sleep(scene.chance.uniform(1, 4))
            await reads_work(scene.site)
        finally:
            filler.unlink()


class LostStore(Fault):
    name = "outage of the S3 store"

    def fits(self, site: Installation) -> bool:
        return site.store is not None

    async def strike(self, scene: Scene) -> None:
        assert scene.site.store is not None
        await scene.amid_work()
        scene.site.store.is_down = True
        try:
            await asyncio.sleep(scene.chance.uniform(1, 6))
            await reads_work(scene.site)
        finally:
            scene.site.store.is_down = False


class WrongClock(Fault):
    name = "clocks that are two hours wrong"

    async def strike(self, scene: Scene) -> None:
        hours = scene.chance.choice((-_SKEW_HOURS, _SKEW_HOURS))
        scene.site.set_clocks(**dict.fromkeys(scene.chance.choice((["serve"], ["work"], ["serve", "work"])), hours))
        try:
            await scene.amid_work()
            await scene.site.hasten()
            await asyncio.sleep(scene.chance.uniform(0, 2))
        finally:
            scene.site.set_clocks()


FAULTS: Final[tuple[Fault, ...]] = (
    KilledIngestion(),
    KilledWorker(),
    KilledServer(),
    KilledSupervisor(),
    KilledEverything(),
    RestartedPostgreSQL(),
    KilledPostgreSQL(),
    FrozenWorker(),
    FrozenIngestion(),
    FullDisk(),
    LostStore(),
    WrongClock(),
)


async def reads_work(site: Installation) -> None:
    """Check that the API responds while the lake can't be used.

    Raises:
        Difference: it doesn't.
    """
    answer = await asyncio.to_thread(site.callers[0].graphql, "{ alerts(pageSize: 10) { total results { id } } }")
    if "errors" in answer:
        raise Difference(f"the list of detections fails: {answer['errors']}")
