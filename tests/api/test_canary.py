"""No leaked password, no stranger's address and no line of a leak can be read anywhere but where it belongs (design §4.8).

Invented words are ingested through every way in, by every process of the product as it is installed. Then every column
of the database, every file of its cluster, of the lake and of the data folder, every log, the metrics and every answer
are searched for them. The same search finds the same words where they are planted on purpose.
"""

import asyncio
import base64
import json
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from canary import Watchlist, in_database, in_files
from canary_installation import (
    BLOCK,
    LATE,
    LEAKED,
    LINE,
    MACHINE,
    OWN,
    PAGE,
    PIPED,
    PORTAL,
    REJECTED,
    STRANGER,
    WORDS,
    Traces,
    installed,
)
from collector import attributes_of

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Traces]:
    with installed(tmp_path_factory.mktemp("canary")) as left:
        yield left


def _words(*but: str) -> Watchlist:
    return Watchlist(word for word in WORDS if word not in but)


@pytest.mark.spec("S7.5", "B4.8.2", "B4.8.4")
def test_the_reveal_alone_answers_a_password(traces: Traces) -> None:
    assert traces.revealed == {LINE, PORTAL, BLOCK, PIPED, LATE}
    # The customer's own record tells where it was taken: its page and machine are part of the detection.
    assert Watchlist([*LEAKED, STRANGER, REJECTED, OWN]).search(traces.answers) == {}
    assert len(traces.answers) > 15
    assert b"\xe2\x80\xa2" * 8 in b"".join(content for _, content in traces.answers)


@pytest.mark.spec("B4.8.2")
def test_nothing_is_in_the_database(traces: Traces) -> None:
    places = asyncio.run(in_database(traces.external.url))
    assert len(places) > 40
    assert any(name.startswith("lake.") for name, _ in places)
    found = _words(PAGE, MACHINE).search(places)
    assert found == {}
    shown = Watchlist([PAGE, MACHINE]).search(places)
    assert set(shown) <= {"public.alerts", "pg_catalog.pg_stats"}, shown


@pytest.mark.spec("B4.8.2")
def test_nothing_is_in_the_files_of_the_database_and_its_log(traces: Traces) -> None:
    files = ((path.name, path.read_bytes()) for path in traces.external.data_files())
    assert _words(PAGE, MACHINE).search(files) == {}
    assert _words().search([("log", traces.external.log.encode())]) == {}
    assert "ERROR" in traces.external.log


@pytest.mark.spec("B4.8.1", "B4.8.2")
def test_nothing_is_in_the_lake_the_spool_and_the_data_folder(traces: Traces) -> None:
    data = traces.product.folder / "data"
    places = list(in_files(data))
    assert sum(name.endswith("unpacked") for name, _ in places) > 2
    assert _words().search(places) == {}
    assert len(traces.spooled) >= 2**20
    assert _words().find(traces.spooled) == set()


@pytest.mark.spec("B4.8.2")
def test_nothing_is_in_logs_and_metrics(traces: Traces) -> None:
    places = list(in_files(traces.product.logs))
    assert len(places) > 8
    assert _words(LINE).search(places) == {}
    # An unknown path is logged as it was asked for; who puts a password into one has put it into a URL.
    lines = [line for line in traces.product.log_lines() if not str(line.get("path", "")).startswith(f"/api/v1/{LINE}")]
    assert _words().find(json.dumps(lines).encode()) == set()
    events = {line.get("event") for line in lines}
    assert {"request", "graphql_fault"} <= events
    assert _words().find(traces.metrics) == set()
    assert b"breachlight_request_seconds_count" in traces.metrics


@pytest.mark.spec("B4.8.2")
def test_nothing_is_in_the_traces_that_are_sent(traces: Traces) -> None:
    assert _words().find(b"".join(traces.collector.bodies)) == set()
    names = {span.name for span in traces.collector.spans}
    assert {"graphql query alerts", "lake query", "lake change", "ingest commit", "GET unknown"} <= names
    assert traces.collector.processes == {"api", "worker", "ingest"}
    failed = [span for span in traces.collector.named("graphql query alerts") if span.status.code]
    assert failed
    assert all(set(attributes_of(span)) > {"error.type"} for span in failed)
    assert b"breachlight_faults_total 2.0" in traces.metrics


@pytest.mark.spec("B4.8.2")
def test_the_search_finds_what_is_planted(traces: Traces, tmp_path: Path) -> None:
    watch = Watchlist([LINE])

    async def plant() -> None:
        connection = await asyncpg.connect(traces.external.url)
        try:
            await connection.execute("CREATE SCHEMA planted; CREATE TABLE planted.places (words text, sealed bytea)")
            await connection.execute("INSERT INTO planted.places VALUES ($1, NULL)", f"a {LINE} b")
            await connection.execute("INSERT INTO planted.places VALUES (NULL, $1)", f"a {LINE} b".encode())
        finally:
            await connection.close()

    asyncio.run(plant())
    found = watch.search(asyncio.run(in_database(traces.external.url)))
    assert found["planted.places"] >= {(LINE, "text"), (LINE, "hex")}
    raw = watch.search((path.name, path.read_bytes()) for path in traces.external.data_files())
    assert (LINE, "text") in set().union(*raw.values())

    for shift in range(3):
        coded = base64.b64encode(b"x" * shift + LINE.encode() + b"rest")
        assert watch.find(coded), shift
    assert watch.find(f"x{LINE}".encode("utf-16"))
    assert watch.find(LINE.upper().lower().encode())
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file.log").write_text(f'{{"event": "{LINE}"}}')
    table = pa.table({"sealed": [f"{LINE}{number}".encode() for number in range(1000)]})
    pq.write_table(table, tmp_path / "folder" / "file.parquet", compression="zstd")
    found = watch.search(in_files(tmp_path / "folder"))
    assert {"file.log", "file.parquet, unpacked"} <= set(found)
