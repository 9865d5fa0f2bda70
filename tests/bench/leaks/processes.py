"""Programs that a benchmark measures, each in a process of its own."""

import asyncio
import multiprocessing
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.bench.installation import command

Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class Run:
    """What a process used: wall-clock seconds, processor seconds, peak memory in MiB; and what it printed."""

    seconds: float
    processor_seconds: float
    memory_mib: float
    output: str

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.processor_seconds:.1f} s of processor, {self.memory_mib:.0f} MiB"


async def apart(work: Callable[..., Outcome], *given: object) -> Outcome:
    """Do work in a process of its own: what this one has ever held counts as held by every program that it starts."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return await asyncio.wrap_future(pool.submit(work, *given))


def measured(arguments: list[str], given: Iterable[bytes] = ()) -> Run:
    """Run a program to its end, with what is given to its standard input."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        begun = time.perf_counter()
        child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=output, stderr=errors)
        assert child.stdin is not None
        for piece in given:
            child.stdin.write(piece)
        child.stdin.close()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if child.returncode:
            raise SystemExit(f"{arguments[0]} ended with {child.returncode}: {errors.read().decode()[-2000:]}")
        return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, output.read().decode())


async def ingested(leak: Path | str, name: str = "Bench", given: Iterable[bytes] = ()) -> Run:
    """Ingest a file, or what is given to standard input (``-``), into a leak of this name by the command."""
    return await asyncio.to_thread(measured, command("ingest", str(leak), "--leak", name, "--json"), given)
