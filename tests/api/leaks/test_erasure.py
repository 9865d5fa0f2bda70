"""Erasing a person: from the lake with its bytes, from detections, with everybody else's data left as it was."""

import json
from pathlib import Path

import pytest
from factories import make_domain, make_identity
from killed_commands import kill_at

from breachlight.kit.mentions import Mention

KIM = "kim@people.example"
SECRET = "Geheim-Kim-77"
LINES = "".join(f"https://s{number % 7}.example/:p{number}@people.example:Blue{number}\n" for number in range(2500))
OF_KIM = (
    f"https://shop.example/:{KIM}:{SECRET}\n"
    f"https://forum.example/:Kim+news@people.example:{SECRET}2\n"
    f"https://acme.example/reset?mail={KIM}:client7:Other-1\n"
    "https://shop.example/:mary-kim@people.example:Keep-1\n"
    "https://shop.example/:kim@people.example.test:Keep-2\n"
)


def files_of(bench) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path(bench.settings.lake_path).rglob("*.parquet")}


def sealed_blocks(bench) -> list[bytes]:
    with bench.lake._cursor() as cursor:
        return [sealed for (sealed,) in cursor.execute("SELECT sealed FROM lake.blocks").fetchall()]


def texts(bench) -> list[str]:
    """Return every record of the lake as text."""
    with bench.lake._cursor() as cursor:
        rows = cursor.execute("SELECT batch_id, block, sealed FROM lake.blocks ORDER BY 1, 2").fetchall()
    return [json.dumps(record) for row in rows for record in bench.lake.opened(*row).to_pylist()]


@pytest.fixture
async def ingested(bench):
    account = bench.accounts[0]
    await make_domain(bench.connection, account, "acme.example")
    for key in (KIM, "p7@people.example", "kim@people.example.test"):
        await make_identity(bench.connection, account, key)
    await bench.ingest(
        bench.write("all.txt", LINES + OF_KIM), bench.write("more.txt", OF_KIM + LINES[:5000]), leak="Big"
    )
    return bench


@pytest.mark.spec("B3.17")
async def test_an_erased_person_is_gone_and_everybody_else_is_not(ingested):
    bench = ingested
    before, old_files, old_blocks = texts(bench), files_of(bench), sealed_blocks(bench)
    concerned = [text for text in before if Mention([KIM]).in_text(text) or "kim+news@" in text.lower()]
    assert len(concerned) == 6
    done = bench.breachlight("erase", "Kim@People.example")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Erased: 6 records (")
    assert "find nothing" in done.stdout
    assert "Not covered: backups" in done.stdout
    assert KIM not in done.stdout + done.stderr
    after = texts(bench)
    assert sorted(after) == sorted(text for text in before if text not in concerned)
    assert bench.lake.locate_email(KIM) == []
    assert bench.lake.locate_email("p7@people.example") != []
    # The bytes are gone: blocks that had the person's records are in no file, and no old file is left.
    present = b"".join(files_of(bench).values())
    rewritten = set(old_blocks) - set(sealed_blocks(bench))
    assert rewritten
    assert all(block in b"".join(old_files.values()) for block in rewritten)
    assert not any(block in present for block in rewritten)
    for address, expected in (("p7@people.example", 1), ("kim@people.example.test", 2)):
        places = bench.lake.locate_email(address)
        assert sum(table.num_rows for _, table in bench.lake.read_email(places, address)) >= expected


@pytest.mark.spec("B3.17")
async def test_the_evidence_of_detections_is_gone(ingested):
    bench = ingested
    rows = await bench.connection.fetch(
        "SELECT id FROM alerts WHERE username_key LIKE 'kim@people.example' OR url LIKE '%kim@%'"
    )
    ids = [row["id"] for row in rows]
    others = await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE password_sealed IS NOT NULL")
    assert len(ids) >= 2
    done = bench.breachlight("erase", "-", "--json", input=f"{KIM}\n")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["detections"] == 3
    assert figures["records_remaining"] == figures["files_unneeded"] == 0
    rows = await bench.connection.fetch("SELECT * FROM alerts WHERE erased_at IS NOT NULL")
    assert set(ids) <= {row["id"] for row in rows}
    for row in rows:
        assert (row["usernames"], row["username_key"], row["url"]) == ([], "", None)
        assert row["password_sealed"] is row["password_index"] is row["email_account_id"] is row["machine"] is None
        assert row["host"]
    remaining = await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE password_sealed IS NOT NULL")
    assert remaining == others - 3
    for table in ("alerts", "email_accounts", "sightings", "leak_operations", "operator_events"):
        rows = await bench.connection.fetch(f"SELECT t::text AS text FROM {table} AS t")
        assert not any(Mention([KIM]).in_text(row["text"]) for row in rows), table
    operation = await bench.connection.fetchrow("SELECT * FROM leak_operations")
    assert operation["subject_sealed"] is None
    kinds = await bench.connection.fetch("SELECT kind FROM operator_events ORDER BY happened_at, id")
    assert [row["kind"] for row in kinds] == ["person_erased", "leak_erase_done"]
    counted = await bench.connection.fetchval("SELECT sum(alerts) FROM alert_counters")
    assert counted == await bench.connection.fetchval("SELECT count(*) FROM alerts")


async def test_erasing_somebody_unknown_changes_nothing(ingested):
    bench = ingested
    before = sealed_blocks(bench)
    done = bench.breachlight("erase", "nobody@people.example", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout).get("records", 0) == 0
    assert sorted(sealed_blocks(bench)) == sorted(before)
    refused = bench.breachlight("erase", "not an address")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "not an email address" in refused.stderr


@pytest.mark.spec("B6.2")
async def test_a_killed_erasure_goes_on_where_it_was(ingested):
    bench = ingested
    expected = len(texts(bench)) - 6
    for step in ("Erasing", "Scanning", "Updating", "Rewriting", "Verifying"):
        kill_at(step, bench, "erase", KIM)
    done = bench.breachlight("erase", KIM, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["records_remaining"] == 0
    assert len(texts(bench)) == expected
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts WHERE username_key = $1", KIM) == 0
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_operations WHERE finished_at IS NULL") == 0


def test_mentions():
    mention = Mention([KIM])
    for text in (
        KIM,
        "KIM@PEOPLE.EXAMPLE",
        f"mail={KIM}&x",
        f"<{KIM}>",
        f"({KIM}).",
        "?m=kim%40people.example",
        f"a%3D{KIM}",
        f"{KIM}.",
        "m=kim+news@people.example",
        "m=kim+news@people.example",
    ):
        assert mention.in_text(text), text
    for text in (
        "akim@people.example",
        "mary-kim@people.example",
        "kim@people.example.test",
        "kim@people.examples",
        "a+kim@people.example",
    ):
        assert not mention.in_text(text), text
