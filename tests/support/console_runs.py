"""Ingestions of the operator console for tests: uploads, runs, and workers in this process."""

import asyncio
import base64
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import psutil
from callers import Caller, send
from ingestion_harness import Bench

from breachlight.config import Settings
from breachlight.leaks.runs.runner import COMMAND, run_ingests

RUN_COMMAND = Path(__file__).parent / "run_command.py"
WORKER_COMMAND = Path(__file__).parent / "worker_command.py"
PATH = "/api/v1/uploads"
TUS = {"Tus-Resumable": "1.0.0"}
RESULT = "__typename ... on Problem { code message } ... on ValidationProblem { fieldErrors { field messages } }"
RUN = """id name source leak state requested operator host startedAt endedAt bytes bytesRead lines records skipped rejected detections
  sightings rejections { reason count } skips { reason count } reason message fileId"""
PREVIEW = """id isReady failure outcome message format encoding bytes dialect { name value } columns { name value } sampledShare lines
  records skipped rejected rejections { reason count } flags { reason count } linesPerSecond seconds sampleRecords { name value }
  rejectedLines members { name value } refusedMembers"""
INGEST = f"""mutation ($id: ID!, $input: ConsoleIngestInput!) {{ result: consoleIngestUpload(id: $id, input: $input) {{ {RESULT}
  ... on IngestUploadSuccess {{ run {{ {RUN} }} }} }} }}"""
ASK = f"""mutation ($id: ID!, $reading: ConsoleReadingInput) {{ result: consolePreviewUpload(id: $id, reading: $reading) {{ {RESULT}
  ... on PreviewUploadSuccess {{ preview {{ {PREVIEW} }} }} }} }}"""
LIST = f"""query ($isOpen: Boolean, $first: Int! = 50, $after: String) {{ console {{ ingestRuns(isOpen: $isOpen, first: $first, after: $after) {{
  results {{ {RUN} }} hasMore cursor }} }} }}"""
ONE = f"query ($id: ID!) {{ console {{ ingestRun(id: $id) {{ {RUN} }} }} }}"
LINES = 4000
_MOST_SECONDS = 240
"""Runs are polite: their processes get little of a machine on which other tests keep every core busy."""
LEAK = b"".join(
    b"https://portal.acme.example/login:user%d@acme.example:Blue-otters-%d\n" % (number, number)
    for number in range(LINES)
)


def small(batch_bytes: int = 1024) -> tuple[str, ...]:
    """Return the command of processes with small batches."""
    return (sys.executable, str(RUN_COMMAND), str(batch_bytes))


@asynccontextmanager
async def worker(
    settings: Settings, command: Sequence[str] = COMMAND, settled_seconds: float = 0.3
) -> AsyncIterator[None]:
    """Let a worker run what waits."""
    stop = asyncio.Event()
    task = asyncio.create_task(run_ingests(settings, stop, command, settled_seconds))
    try:
        yield
    finally:
        stop.set()
        await task


async def upload(caller: Caller, data: bytes, name: str = "leak.txt") -> str:
    """Upload a file and return its id."""
    metadata = f"filename {base64.b64encode(name.encode()).decode()}"
    head = {**caller.headers, **TUS, "Upload-Length": str(len(data)), "Upload-Metadata": metadata}
    created = await caller.http.post(PATH, headers=head)
    path = created.headers["location"]
    head = {**caller.headers, **TUS, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    assert (await caller.http.patch(path, headers=head, content=data)).status_code == 204
    return str(path.rpartition("/")[2])


async def ingest(caller: Caller, upload_id: str, **given: Any) -> Any:
    return await send(caller, INGEST, id=upload_id, input={"leak": "Portal", **given})


async def started(caller: Caller, upload_id: str, **given: Any) -> str:
    """Start an ingestion and return its id."""
    result = await ingest(caller, upload_id, **given)
    assert result["__typename"] == "IngestUploadSuccess", result
    return str(result["run"]["id"])


async def change(caller: Caller, field: str, run_id: str, arguments: str = "") -> Any:
    mutation = f"mutation ($id: ID!) {{ result: {field}(id: $id{arguments}) {{ {RESULT} ... on MessageSuccess {{ message }} }} }}"
    return await send(caller, mutation, id=run_id)


async def run_of(caller: Caller, run_id: str) -> Any:
    answer = await caller.graphql(ONE, {"id": run_id})
    assert "errors" not in answer, answer
    return answer["data"]["console"]["ingestRun"]


async def until(caller: Caller, run_id: str, *states: str) -> Any:
    """Wait until a run has one of these states."""
    async with asyncio.timeout(_MOST_SECONDS):
        while (found := await run_of(caller, run_id))["state"] not in states:
            await asyncio.sleep(0.05)
    return found


async def until_read(caller: Caller, run_id: str, lines: int = 1) -> Any:
    """Wait until a run has stored so many lines."""
    async with asyncio.timeout(_MOST_SECONDS):
        while (found := await run_of(caller, run_id))["lines"] < lines:
            assert found["state"] in {"WAITING", "RUNNING"}, found
            await asyncio.sleep(0.02)
    return found


async def process_of(connection: asyncpg.Connection, run_id: str) -> psutil.Process:
    """Return the process of a run."""
    claim = str(await connection.fetchval("SELECT claimed_by FROM ingest_runs WHERE id = $1", run_id))
    [found] = [one for one in psutil.Process().children(recursive=True) if claim in one.cmdline()]
    return found


async def lines_in_lake(bench: Bench) -> int:
    return int(await bench.connection.fetchval("SELECT coalesce(sum(lines), 0) FROM batches WHERE done_at IS NOT NULL"))


async def preview_of(caller: Caller, preview_id: str) -> Any:
    """Wait for a preview."""
    query = f"query ($id: ID!) {{ console {{ ingestPreview(id: $id) {{ {PREVIEW} }} }} }}"
    async with asyncio.timeout(_MOST_SECONDS):
        while True:
            found = (await caller.graphql(query, {"id": preview_id}))["data"]["console"]["ingestPreview"]
            if found["isReady"] or found["failure"]:
                return found
            await asyncio.sleep(0.05)


async def listed(caller: Caller) -> list[Any]:
    """Return all runs, the newest first."""
    answer = await caller.graphql(LIST)
    found: list[Any] = answer["data"]["console"]["ingestRuns"]["results"]
    return found


async def until_listed(caller: Caller, number: int, *states: str) -> list[Any]:
    """Wait until there are so many runs, all in these states."""
    async with asyncio.timeout(_MOST_SECONDS):
        while len(found := await listed(caller)) < number or any(run["state"] not in states for run in found):
            await asyncio.sleep(0.05)
    return found
