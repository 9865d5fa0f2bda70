"""Ingestion in the operator console: uploads, previews, and runs that workers carry out."""

import asyncio
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import suppress

import psutil
import pytest
from callers import Caller, send
from console_runs import (
    ASK,
    LEAK,
    LINES,
    LIST,
    ONE,
    PATH,
    TUS,
    WORKER_COMMAND,
    change,
    ingest,
    lines_in_lake,
    preview_of,
    process_of,
    run_of,
    small,
    started,
    until,
    until_read,
    upload,
    worker,
)
from factories import make_identity
from ingestion_harness import Bench, bench
from operators import make_operator, recorded

from breachlight.leaks.uploads import service as uploads

__all__ = ["bench"]

SignIn = Callable[..., Awaitable[Caller]]


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    return await make_operator(sign_in)


async def test_an_upload_is_previewed_ingested_and_detected(operator: Caller, bench: Bench) -> None:
    await make_identity(bench.connection, bench.accounts[0], "user7@acme.example")
    upload_id = await upload(operator, LEAK)
    async with worker(bench.settings):
        asked = await send(operator, ASK, id=upload_id, reading=None)
        assert (asked["preview"]["isReady"], asked["preview"]["outcome"]) == (False, None)
        found = await preview_of(operator, asked["preview"]["id"])
        assert (found["outcome"], found["format"], found["failure"]) == ("INGESTED", "lines", None)
        assert (found["lines"], found["records"], found["sampledShare"]) == (LINES, LINES, 1)
        assert len(found["sampleRecords"]) == 10
        assert "otters" not in json.dumps(found)
        assert "user7" not in json.dumps(found)
        assert await lines_in_lake(bench) == 0, "nothing is stored"

        run_id = await started(operator, upload_id, title="The portal", kind="COMBOLIST")
        done = await until(operator, run_id, "DONE")
    assert (done["name"], done["source"], done["leak"], done["operator"]) == (
        "leak.txt",
        "UPLOAD",
        "Portal",
        operator.user.email,
    )
    assert (done["bytes"], done["bytesRead"]) == (len(LEAK), len(LEAK))
    assert (done["lines"], done["records"], done["rejected"], done["detections"]) == (LINES, LINES, 0, 1)
    assert (done["reason"], done["message"], done["requested"]) == (None, None, None)
    assert done["endedAt"] >= done["startedAt"]
    assert len(await bench.detections()) == 1
    leak = await bench.connection.fetchrow("SELECT name, title, kind FROM leaks")
    assert tuple(leak) == ("Portal", "The portal", "combolist")
    # What is in the lake is kept nowhere else.
    assert uploads.uploads_here(bench.settings) == []
    assert (await operator.graphql("{ console { uploads { id } } }"))["data"]["console"]["uploads"] == []
    kinds = ("upload_created", "console_preview_asked", "console_ingest_started", "upload_ingested")
    assert [len(await recorded(bench.connection, kind)) for kind in kinds] == [1, 1, 1, 1]


async def test_a_run_is_paused_resumed_and_counts_every_line_once(operator: Caller, bench: Bench) -> None:
    run_id = await started(operator, await upload(operator, LEAK))
    async with worker(bench.settings, small()):
        await until_read(operator, run_id)
        assert (await change(operator, "consolePauseRun", run_id))["message"].startswith("The ingestion pauses")
        paused = await until(operator, run_id, "PAUSED")
        assert 0 < paused["lines"] < LINES
        assert (paused["requested"], paused["endedAt"]) == (None, None)
        assert await lines_in_lake(bench) == paused["lines"]
        await change(operator, "consoleResumeRun", run_id)
        done = await until(operator, run_id, "DONE")
    assert (done["lines"], done["records"]) == (LINES, LINES)
    assert await lines_in_lake(bench) == LINES


async def test_a_cancelled_run_deletes_the_upload_and_keeps_what_is_stored(operator: Caller, bench: Bench) -> None:
    first = await started(operator, await upload(operator, LEAK))
    waiting = await upload(operator, LEAK + b"x", "second.txt")
    second = await started(operator, waiting)
    async with worker(bench.settings, small()):
        await until_read(operator, first)
        assert (await change(operator, "consoleCancelRun", second))["message"].startswith("The ingestion is cancelled.")
        assert (await run_of(operator, second))["state"] == "CANCELLED"
        assert "retract the leak" in (await change(operator, "consoleCancelRun", first))["message"]
        cancelled = await until(operator, first, "CANCELLED")
    assert 0 < cancelled["lines"] == await lines_in_lake(bench)
    assert uploads.uploads_here(bench.settings) == []
    retried = await change(operator, "consoleRetryRun", first)
    assert retried["message"] == "The upload was deleted. Upload the file again."
    assert (await change(operator, "consolePauseRun", first))["message"] == "This ingestion has ended."


async def test_a_file_that_parses_poorly_is_held_until_it_is_accepted(operator: Caller, bench: Bench) -> None:
    data = b"".join(b"user%d@acme.example:Blue-%d\nZebra-Giraffe-%d\n" % (n, n, n) for n in range(200))
    run_id = await started(operator, await upload(operator, data))
    async with worker(bench.settings):
        held = await until(operator, run_id, "HELD")
        assert held["reason"] == "held"
        assert "can't be read" in held["message"]
        assert held["fileId"] == str(await bench.connection.fetchval("SELECT id FROM leak_files"))
        assert await lines_in_lake(bench) == 0
        await change(operator, "consoleRetryRun", run_id, ", accept: true")
        done = await until(operator, run_id, "DONE")
    assert (done["records"], done["rejected"]) == (200, 200)
    assert sum(one["count"] for one in done["rejections"]) == 200


async def test_runs_take_turns(operator: Caller, bench: Bench) -> None:
    ids = [await started(operator, await upload(operator, LEAK + b"#%d" % number)) for number in range(3)]
    most = 0
    async with worker(bench.settings, small()), worker(bench.settings, small()):
        while "DONE" not in (last := (await run_of(operator, ids[-1]))["state"]):
            open_ = (await operator.graphql(LIST, {"isOpen": True}))["data"]["console"]["ingestRuns"]["results"]
            most = max(most, sum(run["state"] == "RUNNING" for run in open_))
            assert last in {"WAITING", "RUNNING"}
            await asyncio.sleep(0.02)
    assert most == 1
    ended = (await operator.graphql(LIST, {"isOpen": False, "first": 2}))["data"]["console"]["ingestRuns"]
    assert [run["id"] for run in ended["results"]] == ids[:0:-1]
    assert ended["hasMore"]
    rest = await operator.graphql(LIST, {"first": 2, "after": ended["cursor"]})
    assert [run["id"] for run in rest["data"]["console"]["ingestRuns"]["results"]] == ids[:1]


async def test_of_two_operators_one_ingests_an_upload(operator: Caller, sign_in: SignIn, bench: Bench) -> None:
    other = await make_operator(sign_in)
    upload_id = await upload(operator, LEAK)
    results = await asyncio.gather(*(ingest(caller, upload_id) for caller in (operator, other, operator, other)))
    assert sorted(result["__typename"] for result in results) == ["IngestUploadSuccess", *["RefusedProblem"] * 3]
    refused = next(result for result in results if result["__typename"] == "RefusedProblem")
    assert refused["message"] == "This upload is already being ingested."
    assert (await change(other, "consoleDeleteUpload", upload_id))["message"] == refused["message"]
    head = {**other.headers, **TUS}
    assert (await other.http.delete(f"{PATH}/{upload_id}", headers=head)).status_code == 400
    assert len(uploads.uploads_here(bench.settings)) == 1
    run_id = next(result["run"]["id"] for result in results if "run" in result)
    outcomes = await asyncio.gather(*(change(caller, "consoleCancelRun", run_id) for caller in (operator, other)))
    assert sorted(outcome["__typename"] for outcome in outcomes) == ["MessageSuccess", "RefusedProblem"]
    assert len(await recorded(bench.connection, "console_run_cancelled")) == 1


async def test_a_process_that_is_killed_is_followed_by_one_that_goes_on(operator: Caller, bench: Bench) -> None:
    await make_identity(bench.connection, bench.accounts[0], "user7@acme.example")
    run_id = await started(operator, await upload(operator, LEAK))
    async with worker(bench.settings, small()):
        for lines in (1, 1000):
            await until_read(operator, run_id, lines)
            (await process_of(bench.connection, run_id)).kill()
        done = await until(operator, run_id, "DONE")
    assert (done["lines"], done["records"], done["detections"], done["sightings"]) == (LINES, LINES, 1, 0)
    assert await lines_in_lake(bench) == LINES
    assert len(await bench.detections()) == 1


async def test_the_process_of_a_killed_worker_ends_and_another_worker_goes_on(operator: Caller, bench: Bench) -> None:
    await make_identity(bench.connection, bench.accounts[0], "user7@acme.example")
    run_id = await started(operator, await upload(operator, LEAK))
    killed = subprocess.Popen([sys.executable, str(WORKER_COMMAND)])
    try:
        await until_read(operator, run_id)
        process = await process_of(bench.connection, run_id)
    finally:
        killed.kill()
        killed.wait()
    with suppress(psutil.NoSuchProcess):
        async with asyncio.timeout(30):
            while process.status() != psutil.STATUS_ZOMBIE:  # ended, on a machine whose first process reaps nothing
                await asyncio.sleep(0.05)
    left = await run_of(operator, run_id)
    assert (left["state"], 0 < left["lines"] < LINES) == ("WAITING", True)
    async with worker(bench.settings, small()):
        done = await until(operator, run_id, "DONE")
    assert (done["lines"], done["records"], done["detections"], done["sightings"]) == (LINES, LINES, 1, 0)
    assert await lines_in_lake(bench) == LINES
    assert len(await bench.detections()) == 1


async def test_a_stopped_worker_leaves_its_run_to_the_next(operator: Caller, bench: Bench) -> None:
    run_id = await started(operator, await upload(operator, LEAK))
    async with worker(bench.settings, small()):
        await until_read(operator, run_id)
    left = await run_of(operator, run_id)
    assert left["state"] == "WAITING"
    assert 0 < left["lines"] < LINES
    async with worker(bench.settings, small()):
        done = await until(operator, run_id, "DONE")
    assert done["lines"] == LINES == await lines_in_lake(bench)
    assert await bench.connection.fetchval("SELECT crashes FROM ingest_runs") == 0


async def test_archives_that_are_bombs_or_damaged_are_refused(operator: Caller, bench: Bench) -> None:
    run_id = await started(operator, await upload(operator, bomb(), "bomb.zip"))
    cut = await started(operator, await upload(operator, bomb()[:-100], "cut.zip"), leak="Cut")
    damaged = await started(operator, await upload(operator, wrong_checksum(), "damaged.zip"), leak="Damaged")
    async with worker(bench.settings):
        found = await until(operator, run_id, "REFUSED", "DONE", "FAILED")
        assert (found["state"], found["reason"], found["fileId"]) == ("REFUSED", "compression_ratio", None)
        assert "as a decompression bomb does" in found["message"]
        found = await until(operator, cut, "REFUSED", "DONE", "FAILED")
        assert found["state"] == "REFUSED", found
        assert await lines_in_lake(bench) == 0
        # What is in front of the damage is ingested, and the member named.
        found = await until(operator, damaged, "REFUSED", "DONE", "FAILED")
    assert (found["state"], found["reason"]) == ("DONE", "members_refused")
    assert found["message"] == "passwords.txt: its checksum is wrong"


def bomb() -> bytes:
    """Return an archive whose only member unpacks to a thousand times its size."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("passwords.txt", b"user@acme.example:aaaaaaaa\n" * 4_000_000)
    return out.getvalue()


def wrong_checksum() -> bytes:
    """Return an archive with a bit of its only member turned."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("passwords.txt", LEAK)
    data = bytearray(out.getvalue())
    data[200] ^= 1
    return bytes(data)


async def test_names_are_data(operator: Caller, bench: Bench) -> None:
    markup = "<img src=x onerror=alert(1)>"
    run_id = await started(operator, await upload(operator, b"\x00\x01", f"{markup}.bin"), leak=markup, title=markup)
    async with worker(bench.settings):
        found = await until(operator, run_id, "REFUSED")
    assert (found["name"], found["leak"]) == (f"{markup}.bin", markup)
    answer = await operator.http.post(
        "/graphql", json={"query": ONE, "variables": {"id": run_id}}, headers=operator.headers
    )
    assert answer.headers["content-type"].startswith("application/")
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_what_cannot_be_ingested_is_refused_at_once(operator: Caller, bench: Bench) -> None:
    upload_id = await upload(operator, LEAK)
    for given, field in (
        ({"leak": " "}, "name"),
        ({"domain": "no domain"}, "domain"),
        ({"reading": {"format": "exe"}}, "format"),
        ({"reading": {"columns": ["email=0"]}}, "columns"),
        ({"reading": {"archivePassword": "x" * 2000}}, "archivePassword"),
    ):
        result = await ingest(operator, upload_id, **given)
        assert [error["field"] for error in result["fieldErrors"]] == [field]
    for unknown in ("nonsense", "00000000-0000-0000-0000-000000000000"):
        assert (await ingest(operator, unknown))["__typename"] == "NotFoundProblem"
        assert (await send(operator, ASK, id=unknown))["__typename"] == "NotFoundProblem"
        for field in ("Pause", "Resume", "Cancel", "Retry"):
            assert (await change(operator, f"console{field}Run", unknown))["__typename"] == "NotFoundProblem"
    assert await bench.connection.fetchval("SELECT count(*) FROM ingest_runs") == 0
