"""Every parser of leak files fuzzed with atheris for a minute each: no crash, no hang, no lost line, bounded memory."""

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

from fuzz_targets import TARGETS
from tests.bench.results import Result

SECONDS = 60
_EXECUTIONS = re.compile(rb"Done (\d+) runs|#(\d+)\s+DONE")


async def run(seconds: int = SECONDS) -> list[Result]:
    """Fuzz one parser after the other and compare the number of failures with none."""
    results = []
    for name in TARGETS:
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder, "corpus")
            corpus.mkdir()
            output, code = await _fuzz(name, corpus, seconds)
            runs = [int(match[1] or match[2]) for match in _EXECUTIONS.finditer(output)]
            for artifact in Path(folder).glob("*-*"):
                print(f"fuzzing {name}: {artifact.name}: {artifact.read_bytes()!r}", flush=True)
        failures = int(code != 0 or not runs)
        if failures:
            print(output[-4000:].decode(errors="replace"), flush=True)
        print(f"fuzzing {name}: {max(runs, default=0):,} inputs", flush=True)
        results.append(Result(f"fuzzing: {name}", failures, "failures", "none", 0, "no failure", failures == 0))
    return results


async def _fuzz(name: str, corpus: Path, seconds: int) -> tuple[bytes, int]:
    root = Path(__file__).parents[3]
    paths = os.pathsep.join([str(root), str(root / "tests"), str(root / "tests" / "support")])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.bench.leaks.fuzz_target", name, str(corpus), str(seconds)),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        cwd=root,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    return output, process.returncode or 0
