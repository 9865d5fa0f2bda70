"""Folders with many small files: ingested together, each as if it were alone."""

import json

import pytest
from archive_files import zip_of
from factories import make_identity


async def per_file(bench):
    return await bench.connection.fetch(
        """SELECT leak_files.name, count(batches.id) AS batches, sum(batches.records) AS records, sum(batches.alerts) AS alerts
        FROM leak_files JOIN batches ON batches.file_id = leak_files.id AND batches.done_at IS NOT NULL
        GROUP BY leak_files.name ORDER BY leak_files.name"""
    )


def write_folder(bench, count):
    for number in range(count):
        bench.write(f"{number:03}.txt", f"jo@people.test:Blue{number}\nkim@people.test:Red{number}\n")


def loads(bench):
    with bench.lake.cursor() as cursor:
        return cursor.execute("SELECT count(*) FROM ducklake_list_files('lake', 'blocks')").fetchone()[0]


async def test_small_files_share_a_load_of_the_lake_and_keep_rows_of_their_own(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    write_folder(bench, 40)
    reports = await bench.ingest(bench.folder, batch_bytes=1 << 20)
    assert [(report.state, report.counts.records, report.counts.alerts) for report in reports] == [
        ("ingested", 2, 1)
    ] * 40
    assert [tuple(row) for row in await per_file(bench)] == [(f"{number:03}.txt", 1, 2, 1) for number in range(40)]
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_files WHERE state = 'done'") == 40
    assert await bench.connection.fetchval("SELECT pwn_count FROM leaks") == 80
    assert {one.secret for one in await bench.detections()} == {f"Blue{number}" for number in range(40)}
    assert loads(bench) == 1
    again = await bench.ingest(bench.folder, batch_bytes=1 << 20)
    assert {report.state for report in again} == {"already_ingested"}
    assert len(await bench.detections()) == 40


async def test_odd_files_among_small_ones_are_reported_in_their_order(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    write_folder(bench, 3)
    bench.write("000a.bin", bytes(range(256)) * 20)
    bench.write("000b.txt", "jo@people.test:Blue0\nkim@people.test:Red0\n")  # the bytes of 000.txt
    bench.write("000c.txt", "noseparator\n" * 30)
    bench.write("001a.txt", "jo@people.test:Big\n" * 3000)  # larger than a batch
    done = bench.run(str(bench.folder), "--leak", "Odd", "--json", batch_bytes=8192)
    assert done.returncode == 3, done.stderr
    files = {file["name"].rpartition("/")[2]: file["state"] for file in json.loads(done.stdout)["files"]}
    assert files == {
        "000.txt": "ingested",
        "000a.bin": "refused",
        "000b.txt": "already_ingested",
        "000c.txt": "held",
        "001.txt": "ingested",
        "001a.txt": "ingested",
        "002.txt": "ingested",
    }
    assert list(files) == sorted(files)
    assert {one.secret for one in await bench.detections()} == {"Blue0", "Blue1", "Blue2", "Big"}


@pytest.mark.parametrize("is_small", [True, False], ids=["together", "alone"])
async def test_the_summary_names_encodings_that_are_not_utf_8(bench, is_small):
    text = "иван@people.test:пароль-1\nольга@people.test:мойпароль\n" * (1 if is_small else 40)
    for encoding in ("utf-8", "koi8-r", "cp1251", "utf-16"):
        bench.write(f"{encoding}.txt", text.encode(encoding))
    bench.write("packed.zip", zip_of({"list.txt": text.encode("cp866"), "more.txt": text.encode()}))
    done = bench.run(str(bench.folder), "--leak", "As JSON", "--json", batch_bytes=1 << 10)
    assert done.returncode == 0, done.stderr
    files = {file["name"].rpartition("/")[2]: file for file in json.loads(done.stdout)["files"]}
    assert {name: file.get("encoding") for name, file in files.items()} == {
        "cp1251.txt": "windows-1251",
        "koi8-r.txt": "koi8-r",
        "packed.zip": None,
        "utf-16.txt": "utf-16-le",
        "utf-8.txt": None,
    }
    assert files["packed.zip"]["members"]["encodings"] == {"cp866": 1}
    done = bench.run(str(bench.folder), "--leak", "As text", batch_bytes=1 << 10)
    expected = "Encoding    koi8-r (1 file), utf-16-le (1 file), windows-1251 (1 file), cp866 (1 member)\n"
    assert expected in done.stdout, done.stdout
    rows = await bench.connection.fetch(
        "SELECT DISTINCT sum(batches.records) FROM leak_files JOIN batches ON batches.file_id = leak_files.id"
        " WHERE leak_files.name <> 'packed.zip' GROUP BY leak_files.id"
    )
    assert [row[0] for row in rows] == [text.count("\n")]


async def test_a_fault_in_the_middle_is_made_good_by_the_next_run(bench, monkeypatch):
    from breachlight.leaks.ingest import small_files
    from breachlight.leaks.ingest.commit import BatchCommitter

    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    write_folder(bench, 5)
    commit = BatchCommitter.commit
    faults = []

    async def fail_once(self, connection, pending, *arguments):
        if not faults:
            # What a process leaves that dies between the lake and PostgreSQL.
            faults.append(len(pending))
            raise small_files.BatchLostError
        await commit(self, connection, pending, *arguments)

    monkeypatch.setattr(BatchCommitter, "commit", fail_once)
    reports = await bench.ingest(bench.folder, batch_bytes=1 << 20)
    assert faults == [5]
    assert [(report.state, report.counts.records) for report in reports] == [("ingested", 2)] * 5
    assert [tuple(row) for row in await per_file(bench)] == [(f"{number:03}.txt", 1, 2, 1) for number in range(5)]
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    assert len(await bench.detections()) == 5
    with bench.lake.cursor() as cursor:
        stored = cursor.execute("SELECT count(*) FROM lake.blocks").fetchone()[0]
    assert stored == 5
