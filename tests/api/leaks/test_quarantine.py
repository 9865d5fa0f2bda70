"""The quarantine: rejected input is kept sealed, can be shown, read again and deleted, and poor files are held as a whole."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from archive_files import tar_of, zip_of
from factories import make_identity

from breachlight.leaks import rejected_stretches
from breachlight.leaks.ingest import batch_builder
from breachlight.leaks.ingest.batches import Pieces

SECRET = "Zebra-Giraffe-99"
GOOD = "".join(f"p{number}@people.example:Blue{number}\n" for number in range(200))
BAD = f"{SECRET}\nnoseparatorhere\n"
LATER = b"kim@people.example:Green7"
POOR = "".join(
    f"{SECRET}-{number}\n" if number % 5 == 0 else f"p{number}@people.example:Blue{number}\n" for number in range(200)
)


def listed(bench) -> list[dict]:
    done = bench.breachlight("quarantine", "list", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.spec("B3.18")
async def test_rejected_lines_are_kept_sealed_with_place_and_reason(bench):
    path = bench.write("list.txt", GOOD + BAD)
    (report,) = await bench.ingest(path, batch_bytes=1024)
    assert report.counts.rejected.total() == 2
    (file,) = listed(bench)
    assert (file["name"], file["stretches"], file["rejected_lines"]) == ("list.txt", 2, 2)
    assert file["reasons"] == {"no-separator": 2}
    rows = await bench.connection.fetch("SELECT start, length, sealed FROM quarantined_stretches ORDER BY start")
    content = path.read_bytes()
    kept = [content[row["start"] : row["start"] + row["length"]].decode() for row in rows]
    assert kept == BAD.splitlines()
    assert not any(SECRET.encode() in row["sealed"] for row in rows)
    # The same file again keeps nothing twice.
    await bench.ingest(path, leak="Other", batch_bytes=1024)
    await bench.ingest(path, batch_bytes=1024)
    assert len(listed(bench)) == 2
    assert await bench.connection.fetchval("SELECT count(*) FROM quarantined_stretches") == 4


@pytest.mark.spec("B3.18")
async def test_shown_text_is_masked_unless_it_is_revealed(bench):
    await bench.ingest(bench.write("list.txt", GOOD + BAD))
    (file,) = listed(bench)
    shown = bench.breachlight("quarantine", "show", file["id"])
    assert shown.returncode == 0, shown.stderr
    assert "no-separator: ‹a:5-8›-‹a:5-8›-‹9:1-4›" in shown.stdout
    assert not any(part in shown.stdout + shown.stderr for part in ("Zebra", "Giraffe", "ebra"))
    assert await bench.connection.fetchval("SELECT count(*) FROM operator_events") == 0
    revealed = bench.breachlight("quarantine", "show", file["id"], "--reveal", "--limit", "1")
    assert SECRET in revealed.stdout
    assert await bench.connection.fetchval("SELECT kind FROM operator_events") == "quarantine_revealed"
    missing = bench.breachlight("quarantine", "show", "nothing")
    assert (missing.returncode, missing.stdout) == (1, "")
    dropped = bench.breachlight("quarantine", "drop", file["id"])
    assert dropped.stdout == "2 stretches were deleted.\n"
    assert listed(bench) == []
    assert bench.breachlight("quarantine", "list").stdout == "The quarantine is empty.\n"


async def test_one_file_keeps_a_bounded_amount(bench, monkeypatch):
    monkeypatch.setattr(rejected_stretches, "MOST_STRETCHES", 30)
    lines = "".join(f"p{number}@people.example:Blue{number}\n" * 40 + f"badline{number}\n" for number in range(100))
    (report,) = await bench.ingest(bench.write("list.txt", lines), batch_bytes=8192)
    assert report.counts.rejected.total() == 100
    (file,) = listed(bench)
    assert (file["stretches"], file["rejected_lines"]) == (30, 100)


@pytest.mark.spec("B3.18")
async def test_a_later_version_reads_what_this_one_rejected(bench, monkeypatch):
    """An earlier version is one that rejects lines that this one reads."""
    real = batch_builder.parse_segment

    def earlier(chunk, segment):
        return real(replace(chunk, pieces=Pieces(chunk.data.replace(LATER, b"x" * len(LATER)))), segment)

    await make_identity(bench.connection, bench.accounts[0], "kim@people.example")
    monkeypatch.setattr(batch_builder, "parse_segment", earlier)
    await bench.ingest(bench.write("list.txt", GOOD + LATER.decode() + "\n" + BAD))
    monkeypatch.setattr(batch_builder, "parse_segment", real)
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 0
    done = bench.breachlight("quarantine", "retry", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"stretches": 3, "read": 1, "records": 1, "alerts": 1, "sightings": 0}
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 1
    assert len(bench.lake.locate_email("kim@people.example")) == 1
    (file,) = listed(bench)
    assert file["stretches"] == 2
    again = bench.breachlight("quarantine", "retry", file["id"])
    assert again.stdout == "0 of 2 stretches can be read now: 0 records, 0 new detections, 0 more sightings.\n"
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 1


@pytest.mark.spec("B3.19")
async def test_a_poor_file_is_held_as_a_whole_until_it_is_accepted(bench):
    await make_identity(bench.connection, bench.accounts[0], "p1@people.example")
    poor, good = bench.write("poor.txt", POOR), bench.write("good.txt", GOOD)
    done = bench.breachlight("ingest", str(poor), str(good), "--leak", "Big")
    assert done.returncode == 3, done.stderr
    assert "1 ingested, 1 held" in done.stdout
    assert "20% of 200 data lines in a sample can't be read" in done.stdout
    assert done.stdout.count("no-separator: ‹") == 3
    assert "Zebra" not in done.stdout + done.stderr
    assert [len(bench.lake.locate_email(f"p{number}@people.example")) for number in (1, 199)] == [1, 1]
    held = next(file for file in listed(bench) if file["state"] == "held")
    assert (held["name"], held["stretches"]) == ("poor.txt", 0)
    assert "held: 20%" in bench.breachlight("quarantine", "list").stdout
    assert bench.breachlight("quarantine", "show", held["id"]).stdout.count("no-separator: ‹") == 3
    # Again the same, and then by the operator's decision.
    assert bench.breachlight("ingest", str(poor), "--leak", "Big", "--json").returncode == 1
    assert bench.breachlight("quarantine", "retry", held["id"]).returncode == 1
    accepted = bench.breachlight("quarantine", "retry", held["id"], "--accept")
    assert accepted.returncode == 0, accepted.stderr
    assert "160" in accepted.stdout
    assert len(bench.lake.locate_email("p1@people.example")) == 2
    (file,) = listed(bench)
    assert (file["name"], file["stretches"]) == ("poor.txt", 40)


@pytest.mark.spec("B3.19")
async def test_accept_and_drop(bench):
    poor = bench.write("poor.txt", POOR)
    assert bench.breachlight("ingest", str(poor)).returncode == 1
    (held,) = listed(bench)
    assert bench.breachlight("quarantine", "drop", held["id"]).stdout == "The held file was forgotten.\n"
    assert listed(bench) == []
    accepted = bench.breachlight("ingest", str(poor), "--accept")
    assert accepted.returncode == 0, accepted.stderr
    assert "1 ingested" in accepted.stdout


async def test_standard_input_is_held_too(bench):
    done = bench.breachlight("ingest", "-", "--leak", "Piped", input=POOR)
    assert done.returncode == 1
    assert "1 held" in done.stdout
    assert await bench.connection.fetchval("SELECT count(*) FROM batches") == 0
    assert bench.breachlight("ingest", "-", "--leak", "Piped", "--accept", input=POOR).returncode == 0


async def test_a_file_that_is_poor_far_behind_its_beginning_is_held(bench):
    (bench.folder).mkdir(parents=True, exist_ok=True)
    path = Path(bench.folder / "long.txt")
    with path.open("w") as file:
        for number in range(60_000):
            file.write(f"person{number}@people.example:Blue{number}\n")
        for number in range(60_000):
            file.write(f"badline{number}\n")
    done = bench.breachlight("ingest", str(path))
    assert done.returncode == 1
    assert "data lines in a sample can't be read" in done.stdout


async def test_an_erased_person_leaves_the_quarantine(bench):
    lines = GOOD + "".join(
        f"https://shop.example/reset?m={address}\n"
        for address in ("kim@people.example", "KIM+x@people.example", "mary-kim@people.example")
    )
    await bench.ingest(bench.write("list.txt", lines))
    (file,) = listed(bench)
    before = file["stretches"]
    done = bench.breachlight("erase", "kim@people.example", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["stretches"] == 2
    (file,) = listed(bench)
    assert file["stretches"] == before - 2
    assert bench.breachlight("leaks", "retract", "Some leak").returncode == 0
    assert listed(bench) == []


def packed() -> bytes:
    """An archive of an archive whose second member has a rejected line behind 200 good ones."""
    members = {"good.txt": GOOD.encode(), "deep/list.txt": (GOOD + BAD).encode()}
    return zip_of(
        {"inner.zip": zip_of(members), "users.json": b'[{"email":"jo@people.example","password":"Blue42"},\n{"x"}]'}
    )


@pytest.mark.spec("B3.18")
async def test_rejected_lines_of_an_archive_are_shown_with_member_and_offset(bench):
    (report,) = await bench.ingest(bench.write("leak.zip", packed()), batch_bytes=1024)
    assert report.counts.rejected.total() == 3
    (file,) = listed(bench)
    shown = json.loads(bench.breachlight("quarantine", "show", file["id"], "--json").stdout)["shown"]
    found = {(one["member"], one["member_offset"]) for one in shown}
    start = len(GOOD)
    second = start + len(f"{SECRET}\n")
    assert found == {("inner.zip/deep/list.txt", start), ("inner.zip/deep/list.txt", second), ("users.json", 52)}
    text = bench.breachlight("quarantine", "show", file["id"])
    assert f"  inner.zip/deep/list.txt: at {start:,}, 16 bytes, no-separator: ‹" in text.stdout
    assert "Zebra" not in text.stdout
    revealed = bench.breachlight("quarantine", "show", file["id"], "--reveal")
    assert f"inner.zip/deep/list.txt: at {start:,}, 16 bytes, no-separator: {SECRET}" in revealed.stdout
    plain = bench.write("list.txt", BAD)
    await bench.ingest(plain)
    other = next(each for each in listed(bench) if each["name"] == "list.txt")
    shown = json.loads(bench.breachlight("quarantine", "show", other["id"], "--json").stdout)["shown"]
    assert {(one["member"], one["member_offset"], one["start"]) for one in shown} == {(None, None, 0), (None, None, 17)}


@pytest.mark.spec("B3.18")
async def test_a_later_version_reads_what_was_rejected_of_an_archive(bench, monkeypatch):
    real = batch_builder.parse_segment

    def earlier(chunk, segment):
        return real(replace(chunk, pieces=Pieces(chunk.data.replace(LATER, b"x" * len(LATER)))), segment)

    await make_identity(bench.connection, bench.accounts[0], "kim@people.example")
    monkeypatch.setattr(batch_builder, "parse_segment", earlier)
    members = {"a.txt": GOOD.encode() + LATER + b"\n", "b/c.txt": (GOOD + BAD).encode()}
    await bench.ingest(bench.write("leak.tar.gz", tar_of(members, "gz")), batch_bytes=1024)
    monkeypatch.setattr(batch_builder, "parse_segment", real)
    done = bench.breachlight("quarantine", "retry", "--json")
    assert json.loads(done.stdout) == {"stretches": 3, "read": 1, "records": 1, "alerts": 1, "sightings": 0}
    (file,) = listed(bench)
    shown = json.loads(bench.breachlight("quarantine", "show", file["id"], "--json").stdout)["shown"]
    assert {one["member"] for one in shown} == {"b/c.txt"}


@pytest.mark.spec("B3.19")
async def test_a_poor_archive_is_held_until_it_is_accepted(bench):
    await make_identity(bench.connection, bench.accounts[0], "p1@people.example")
    path = bench.write("leak.zip", zip_of({"poor.txt": POOR.encode(), "good.txt": GOOD.encode() * 2}))
    done = bench.breachlight("ingest", str(path), "--json")
    assert done.returncode == 1
    (held,) = listed(bench)
    assert held["state"] == "held"
    assert "Zebra" not in done.stdout + bench.breachlight("quarantine", "show", held["id"]).stdout
    accepted = bench.breachlight("quarantine", "retry", held["id"], "--accept")
    assert accepted.returncode == 0, accepted.stderr
    (file,) = listed(bench)
    assert (file["state"], file["stretches"]) == ("done", 40)
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 1


@pytest.mark.spec("B3.20")
async def test_a_dry_run_of_an_archive(bench):
    path = bench.write("leak.zip", packed())
    done = bench.breachlight("ingest", "--dry-run", str(path), "--json")
    assert done.returncode == 0, done.stderr
    (file,) = json.loads(done.stdout)["files"]
    assert (file["outcome"], file["format"], file["expected"]["records"]) == ("would be ingested", "archive", 401)
    assert file["expected"]["rejected"] == 3
    assert "Zebra" not in done.stdout
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_files") == 0
