"""Files whose decoded stream is written by the product, an SQLite database and JSON without entries: resumed exactly once."""

import json
import sqlite3
from pathlib import Path

import pytest
from factories import make_identity

NAMES = [f"jo{number}@people.test" for number in range(600)]


def database(path: Path) -> bytes:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password TEXT)")
    rows = [(name, f"Blue-{number}") for number, name in enumerate(NAMES)]
    connection.executemany("INSERT INTO users (email, password) VALUES (?, ?)", rows)
    connection.commit()
    connection.close()
    return path.read_bytes()


@pytest.mark.parametrize("name", ["users.db", "pairs.json", "list.json"])
async def test_a_stopped_ingestion_is_resumed_exactly_once(bench, tmp_path, name):
    content = {
        "users.db": lambda: database(tmp_path / "users.db"),
        "pairs.json": lambda: json.dumps({name: f"Blue-{number}" for number, name in enumerate(NAMES)}).encode(),
        "list.json": lambda: json.dumps([f"{name}:Blue-{number}" for number, name in enumerate(NAMES)]).encode(),
    }[name]()
    await make_identity(bench.connection, bench.accounts[0], NAMES[0])
    await make_identity(bench.connection, bench.accounts[0], NAMES[-1])
    path = bench.write(name, content)
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 4

    (first,) = await bench.ingest(path, batch_bytes=2048, stopped=stopped)
    assert first.state == "stopped", first.message
    done = await bench.connection.fetchval("SELECT sum(records) FROM batches WHERE done_at IS NOT NULL") or 0
    assert 0 < done < len(NAMES)
    (second,) = await bench.ingest(path, batch_bytes=2048)
    assert second.state == "ingested", second.message
    assert await bench.connection.fetchval("SELECT sum(records) FROM batches WHERE done_at IS NOT NULL") == len(NAMES)
    assert {found.secret for found in await bench.detections()} == {"Blue-0", f"Blue-{len(NAMES) - 1}"}
    (again,) = await bench.ingest(path)
    assert again.state == "already_ingested"
