"""The ingest command as an operator meets it: summaries, refusals, exit codes, and sentences that say what to do."""

import gzip
import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from factories import make_identity
from oracle import expected

LINES = "jo@people.test:Blue42\nkim@people.test:Blue43\n"


def summary(done: subprocess.CompletedProcess[str]) -> dict:
    return json.loads(done.stdout)


async def test_a_summary_for_people_and_one_for_programs(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    path = bench.write("leak.txt", LINES + "# a comment\n\nno separator here at all\n")
    done = bench.run(str(path), "--json")
    assert done.returncode == 0, done.stderr
    total = summary(done)["total"]
    assert (total["lines"], total["records"], total["alerts"], total["sightings"]) == (5, 2, 1, 0)
    assert sum(total["skipped"].values()) + sum(total["rejected"].values()) == 3
    assert total["lines_per_second"] > 0
    assert summary(done)["leak"] == "leak"
    again = bench.breachlight("ingest", str(path), "--title", "A leak", "--breach-date", "2026-01-31")
    assert again.returncode == 0
    assert "1 already ingested" in again.stdout
    assert "0 new" in again.stdout


async def test_standard_input_is_spooled_ingested_and_gone(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    done = bench.run("-", "--leak", "Piped", "--json", input=LINES)
    assert done.returncode == 0, done.stderr
    assert summary(done)["total"]["alerts"] == 1
    assert list((bench.settings.data_folder / "spool").iterdir()) == []
    assert bench.run("-", "--leak", "Piped", input=LINES).returncode == 0
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_files") == 1


@pytest.mark.spec("I04")
async def test_refused_files_are_named_counted_and_do_not_delay_the_others(bench):
    folder = bench.folder
    bench.write("a.json", '[{"Name": "Adobe", "PwnCount": 1}]')
    bench.write("b.sql", "(1,'a7b','jo@people.test','Blue42'),\n(2,'b8c','max@people.test','Blue43');\n")
    bench.write("c.csv", "jo@people.test,jdoe7,Blue42\nmax@people.test,maxm1,Blue43\n")
    bench.write("d.gz", gzip.compress(LINES.encode())[:-30])
    bench.write("e.bin", bytes(range(256)) * 50)
    bench.write("f.txt", "")
    bench.write("good.txt", LINES)
    done = bench.run(str(folder), str(folder / "absent.txt"), "--leak", "Mixed", "--json")
    assert done.returncode == 3
    files = {Path(file["name"]).name: file for file in summary(done)["files"]}
    reasons = {name: file.get("reason") for name, file in files.items()}
    assert reasons == {
        "a.json": "json",
        "b.sql": "sql",
        "c.csv": "table",
        "d.gz": "truncated",
        "e.bin": "binary",
        "f.txt": "empty",
        "absent.txt": "not_found",
        "good.txt": None,
    }
    assert all(file["message"] for name, file in files.items() if name != "good.txt")
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_files") == 1


async def test_tables_and_dumps_are_ingested(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    bench.write(
        "b.sql",
        "INSERT INTO users (id, email, pass) VALUES (1,'max@people.test','x1'),(2,'jo@people.test','Green42');\n",
    )
    bench.write("c.csv", 'id,email,password\n1,jo@people.test,"Blue,42"\n')
    done = bench.run(str(bench.folder), "--leak", "Tables", "--json")
    assert done.returncode == 0, done.stderr
    assert await bench.connection.fetchval("SELECT count(*) FROM alerts") == 2
    assert await bench.connection.fetchval("SELECT kind FROM leaks") == "table_dump"


async def test_nothing_to_ingest_ends_in_1_and_a_wrong_command_line_in_2(bench):
    assert bench.run(str(bench.folder / "absent.txt")).returncode == 1
    assert bench.run(str(bench.write("empty.txt", ""))).returncode == 1
    (bench.folder / "bare").mkdir()
    bare = bench.run(str(bench.folder / "bare"))
    assert bare.returncode == 1
    assert "No files found" in bare.stderr
    nameless = bench.run("-", input=LINES)
    assert nameless.returncode == 2
    assert "--leak" in nameless.stderr
    assert bench.run("-", "-", "--leak", "x", input=LINES).returncode == 2
    assert await bench.connection.fetchval("SELECT count(*) FROM leaks") == 0


async def test_the_logs_of_a_machine_carry_its_facts_and_decoys_are_skipped(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    bench.write(
        "logs/DE_invented/UserInformation.txt",
        "HWID: 0123456789ABCDEF\nMachine Name: DESKTOP-INVENTED\nUserName: jo\nCountry: Germany\nIP: 203.0.113.7\n"
        "Log date: 11/20/2026 10:15:00 AM\nFileLocation: C:\\invented.exe\n",
    )
    block = "URL: https://site.test/login\nUsername: jo@people.test\nPassword: Blue42\nApplication: Chrome\n===============\n"
    bench.write("logs/DE_invented/Passwords.txt", block * 3)
    bench.write("logs/DE_invented/Brute.txt", "Blue42\n")
    bench.write("logs/DE_invented/screenshot.png", b"\x89PNG\r\n\x1a\n" + bytes(200))
    done = bench.run(str(bench.folder / "logs"), "--leak", "Stolen", "--json")
    assert done.returncode == 0, done.stdout
    assert summary(done)["total"]["files"]["skipped"] == 3
    row = await bench.connection.fetchrow("SELECT machine, leaks.kind FROM alerts JOIN leaks ON leaks.id = leak_id")
    assert json.loads(row["machine"])["computer"] == "DESKTOP-INVENTED"
    assert row["kind"] == "stealer_log"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_a_signal_ends_it_after_the_present_batch(bench, number, code):
    corpus = await bench.corpus(7)
    records = corpus.records(6000)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))
    process = subprocess.Popen(bench.command(str(path), "--json"), stdout=subprocess.PIPE, text=True)
    while not await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NOT NULL"):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == code
    assert json.loads(output)["files"][0]["state"] == "stopped"
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
    assert bench.run(str(path), batch_bytes=1 << 20).returncode == 0
    assert set(await bench.detections()) == expected(records, corpus.watched)


async def test_a_wrong_database_address_is_one_sentence(bench):
    path = bench.write("leak.txt", LINES)
    environment = {**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:8599/none"}
    done = bench.run(str(path), env=environment)
    assert done.returncode == 1
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_lost_key_file_is_one_sentence_and_writes_nothing(bench):
    await bench.ingest(bench.write("leak.txt", LINES))
    bench.settings.key_file.unlink()
    done = bench.run(str(bench.write("more.txt", "more@people.test:Blue44\n")))
    assert done.returncode == 1
    assert "key file" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not bench.settings.key_file.exists()
    assert await bench.connection.fetchval("SELECT count(*) FROM leak_files") == 1


async def test_i09_a_database_that_takes_no_writes(bench):
    name = await bench.connection.fetchval("SELECT current_database()")
    await bench.connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    done = bench.run(str(bench.write("leak.txt", LINES)))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    await bench.connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert await bench.connection.fetchval("SELECT count(*) FROM batches") == 0
    assert bench.run(str(bench.folder / "leak.txt")).returncode == 0


async def test_i09_a_full_disk_in_mid_batch_leaves_nothing_half_done(bench):
    corpus = await bench.corpus(9)
    records = corpus.records(20_000, hits=0.01)
    path = bench.write("leak.txt", "".join(f"{record.line}\n" for record in records))

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    done = bench.run(str(path), "--json", batch_bytes=400_000, preexec_fn=small_files)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert await bench.connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NOT NULL") == 0
    assert await bench.detections() == []
    assert bench.run(str(path), batch_bytes=400_000).returncode == 0
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)


async def test_a_lake_that_cannot_be_written_is_one_sentence(bench):
    blocked = bench.write("blocked", "a file where the lake's folder should be")
    environment = {**os.environ, "BREACHLIGHT_LAKE_PATH": str(blocked / "lake")}
    done = bench.breachlight("ingest", str(bench.write("leak.txt", LINES)), env=environment)
    assert done.returncode == 1
    assert "lake" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


async def test_a_full_disk_under_the_spool_is_one_sentence(bench):
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = bench.run("-", "--leak", "Piped", input=LINES * 10_000, preexec_fn=small_files)
    assert done.returncode == 1
    assert "free some space" in done.stderr
    assert await bench.connection.fetchval("SELECT count(*) FROM leaks") == 0
