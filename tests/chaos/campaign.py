"""The rounds of chaos tests on one installation: new files, addresses and triage in each, a fault amid them, and what must hold then."""

import asyncio
import random
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from oracle import Corpus
from tests.chaos import leak_files
from tests.chaos.faults import Fault, Scene
from tests.chaos.installation import PATIENCE, Installation
from tests.chaos.leak_files import LeakFiles
from tests.chaos.program import Programs
from tests.chaos.snapshot import AlertKey, Difference, Snapshot, check_invariants, compare

Process = subprocess.Popen[bytes]
_MOST_RUNS: Final = 3
"""How often a command is run again after a fault, at most."""
_TRIAGED: Final = 8
"""Detections that are read in a round; half of them are closed."""


@dataclass
class _Missed:
    """What the undisturbed installation has not seen yet."""

    people: list[int] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    read: list[AlertKey] = field(default_factory=list)
    closed: list[AlertKey] = field(default_factory=list)


class Campaign:
    """Strikes ``site`` and compares it with ``twin``, which gets the same without faults."""

    def __init__(
        self, name: str, seed: int, folder: Path, site: Installation, twin: Installation, *, faults: Sequence[Fault]
    ) -> None:
        self.name, self._seed, self._site, self._twin = name, seed, site, twin
        self._faults = [fault for fault in faults if fault.fits(site)]
        self._programs, self._twin_programs = Programs(site), Programs(twin)
        corpus = Corpus(seed, [])
        corpus.watched = site.watched()
        self._files = LeakFiles(folder / "leaks", f"{seed}:{name}", corpus)
        self._missed = _Missed()
        self._people = list(range(leak_files.FROM_THE_START, leak_files.PEOPLE))
        self._settled: Snapshot | None = None
        self._twin_settled: Snapshot | None = None
        self._leak = 0
        self._order: list[Fault] = []
        self.struck: Counter[str] = Counter()
        self.fault = "none"

    def next_fault(self, chance: random.Random) -> Fault:
        """Return the next of the faults that fit, each once in an order by chance, then again."""
        if not self._order:
            self._order = chance.sample(self._faults, len(self._faults))
        return self._order.pop()

    async def round(self, number: int) -> str:
        """Run one round, and return its description.

        Raises:
            Difference: something doesn't hold.
        """
        chance = random.Random(f"{self._seed}:{self.name}:{number}")
        fault, begin = self.next_fault(chance), time.monotonic()
        self.fault = fault.name
        folder = self._files.of_round(number)
        self._missed.folders.append(folder)
        leak = self._leak_name()
        ingestions = [self._site.ingest(folder, leak=leak) for _ in range(chance.choice((1, 1, 2)))]
        work = asyncio.create_task(self._use(random.Random(f"{self._seed}:{self.name}:{number}:use")))
        try:
            await fault.strike(Scene(self._site, ingestions, chance))
            await self._site.start()
            await self._finish(fault, ingestions, folder, leak)
            await asyncio.wait_for(work, PATIENCE)
        finally:
            work.cancel()
            for process in ingestions:
                process.kill()
        await self._site.finish_scans()
        async with self._site.connection() as connection:
            await check_invariants(connection)
        await self._programs.check_followed()
        self.struck[fault.name] += 1
        return f"{fault.name}, {time.monotonic() - begin:.1f} s"

    async def _use(self, chance: random.Random) -> None:
        """Verify addresses, follow the cursor and triage what was there before the round."""
        if self._people and chance.random() < 0.6:
            person = self._people.pop()
            self._missed.people.append(person)
            await self._site.verify(person)
        if self._settled is not None:
            # Those that are emailed: emails leave closed detections out.
            read = chance.sample(sorted(self._settled.ids, key=repr), _TRIAGED)
            await self._programs.triage("READ", read, self._settled.ids)
            await self._programs.triage("CLOSE", read[: _TRIAGED // 2], self._settled.ids)
            self._missed.read += read
            self._missed.closed += read[: _TRIAGED // 2]
        await self._programs.follow()

    async def _finish(self, fault: Fault, ingestions: Sequence[Process], folder: Path, leak: str) -> None:
        """Wait for the commands; what was killed or gave up is run again."""
        for process in ingestions:
            code = await _exit_code(process)
            if code not in fault.exit_codes and code != -9:
                raise Difference(f"an ingestion ended with {code}: see ingest.log")
        for _ in range(_MOST_RUNS):
            if await _exit_code(self._site.ingest(folder, leak=leak)) == 0:
                return
        raise Difference("an ingestion doesn't end after the fault: see ingest.log")

    def _leak_name(self) -> str:
        return f"Leak {self._leak % 3}"

    async def compare(self) -> None:
        """Let the undisturbed installation catch up, and compare both.

        Raises:
            Difference: they differ.
        """
        missed, self._missed = self._missed, _Missed()
        for person in missed.people:
            await self._twin.verify(person)
        if self._twin_settled is not None:
            await self._twin_programs.triage("READ", missed.read, self._twin_settled.ids)
            await self._twin_programs.triage("CLOSE", missed.closed, self._twin_settled.ids)
        if await _exit_code(self._twin.ingest(*missed.folders, leak=self._leak_name())):
            raise Difference("the undisturbed ingestion fails: see ingest.log")
        self._leak += 1
        for installation in (self._site, self._twin):
            await installation.finish_scans()
            await installation.deliver_emails()
        settled, twin_settled = await self._site.snapshot(), await self._twin.snapshot()
        compare(twin_settled, settled)
        self._settled, self._twin_settled = settled, twin_settled

    def summary(self) -> str:
        """Return what has been compared so far."""
        settled = self._settled
        figures = {kind: things.total() for kind, things in settled.things.items()} if settled else {}
        return f"{self.name}: equal to the undisturbed run after {sum(self.struck.values())} rounds: {figures}"


async def _exit_code(process: Process) -> int:
    try:
        return await asyncio.to_thread(process.wait, PATIENCE)
    except subprocess.TimeoutExpired:
        raise Difference(f"an ingestion takes longer than {PATIENCE:.0f} s") from None
