"""Archives through the whole ingestion: every kind, nested, encrypted, with many machines, resumed, and twice."""

import asyncio
import bz2
import gzip
import io
import json
import lzma
import os
import subprocess
import tarfile
from pathlib import Path

import pytest
import zstandard
from archive_files import (
    aes_zip_of,
    packed_zip_of,
    rar_of,
    rar_parts_of,
    seven_zip_of,
    sparse_tar_of,
    tar_of,
    xz_of,
    zip_of,
    zipcrypto_zip_of,
)
from factories import make_domain, make_identity
from ingestion_harness import Bench
from oracle import expected

from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.batches import BATCH_BYTES

SHARED = Path(__file__).parents[4] / "shared" / "data" / "stealer_logs"
FAMILIES = ["atomic", "lumma", "redline", "stealc", "vidar"]
LINES = b"jo@people.test:Blue42\nkim@people.test:Red43\n"
MORE = b"jo@people.test:Green44\n"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(200)
MEMBERS = {"list.txt": LINES, "deep/er/more.txt": MORE, "picture.png": PICTURE}
PASSWORD = "Invented-1"
KINDS = {
    "zip": zip_of(MEMBERS),
    "stored.zip": zip_of(MEMBERS, method=0),
    "bzip2.zip": zip_of(MEMBERS, method=12),
    "lzma.zip": zip_of(MEMBERS, method=14),
    "aes.zip": aes_zip_of(MEMBERS, PASSWORD),
    "zipcrypto.zip": zipcrypto_zip_of(MEMBERS, PASSWORD),
    "deflate64.zip": packed_zip_of(MEMBERS, 9),
    "zst.zip": packed_zip_of(MEMBERS, 93),
    "xz.zip": packed_zip_of(MEMBERS, 95),
    "xz.zipcrypto.zip": packed_zip_of(MEMBERS, 95, PASSWORD),
    "tar": tar_of(MEMBERS),
    "tar.lzma": lzma.compress(tar_of(MEMBERS), lzma.FORMAT_ALONE),
    "tar.gz": tar_of(MEMBERS, "gz"),
    "tar.bz2": tar_of(MEMBERS, "bz2"),
    "tar.xz": tar_of(MEMBERS, "xz"),
    "tar.zst": zstandard.compress(tar_of(MEMBERS)),
    "7z": seven_zip_of(MEMBERS),
    "encrypted.7z": seven_zip_of(MEMBERS, PASSWORD),
    "hidden.7z": seven_zip_of(MEMBERS, PASSWORD, hides_names=True),
    "rar": rar_of(MEMBERS),
    "encrypted.rar": rar_of(MEMBERS, PASSWORD),
}
STREAMS = {
    "gz": gzip.compress(LINES + MORE),
    "bz2": bz2.compress(LINES + MORE),
    "xz": xz_of(LINES + MORE),
    "lzma": lzma.compress(LINES + MORE, lzma.FORMAT_ALONE),
    "zst": zstandard.compress(LINES + MORE),
    "two.gz": gzip.compress(LINES) + gzip.compress(MORE),
}


async def secrets(bench: Bench) -> set[str]:
    return {found.secret for found in await bench.detections()}


def summary(done: subprocess.CompletedProcess[str]) -> dict:
    return json.loads(done.stdout)


def one_file(done: subprocess.CompletedProcess[str]) -> dict:
    (file,) = summary(done)["files"]
    return file


@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind_of_archive_is_read_by_its_content(bench, kind):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    # The name says nothing.
    path = bench.write("leak.dat", KINDS[kind])
    (report,) = await bench.ingest(path, archives=ArchiveOptions((PASSWORD + "-not", PASSWORD)))
    assert report.state == "ingested", report.message
    assert report.kind == "archive"
    assert report.counts.records == 3
    assert report.members.read == 2
    assert report.members.skipped == {"binary": 1}
    assert not report.members.refused
    assert await secrets(bench) == {"Blue42", "Green44"}


@pytest.mark.parametrize("kind", STREAMS)
async def test_every_compression_of_a_single_file_is_read(bench, kind):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    (report,) = await bench.ingest(bench.write("leak.dat", STREAMS[kind]))
    assert (report.state, report.counts.records, report.members.read) == ("ingested", 3, 1)
    assert await secrets(bench) == {"Blue42", "Green44"}


async def test_sparse_members_of_a_tar_archive(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    inner = zip_of({"list.txt": b"jo@people.test:InZip\n"})
    sparse = {
        "list.txt": sparse_tar_of("list.txt", [(0, LINES * 10_000), (1 << 20, b"\n" + MORE)], 2 << 20),
        "hole.zip": sparse_tar_of("hole.zip", [(0, inner)], len(inner)),
    }
    for name, data in sparse.items():
        (report,) = await bench.ingest(bench.write(f"{name}.tar", data))
        assert report.state == "ingested", report.message
        assert not report.members.refused
    assert await secrets(bench) == {"Blue42", "Green44", "InZip"}


async def test_a_member_with_a_method_that_no_library_reads_safely_is_one_error(bench):
    path = bench.write("leak.zip", zip_of({"inner.zip": packed_zip_of({"list.txt": LINES}, 98), "list.txt": LINES}))
    (report,) = await bench.ingest(path)
    assert (report.state, report.counts.records) == ("ingested", 2)
    assert report.members.refused == {"unsupported_method": 1}
    damaged = bench.write(
        "damaged.zip", zip_of({"a.zip": packed_zip_of({"list.txt": LINES}, 9, crc_change=1), "b.txt": MORE})
    )
    (report,) = await bench.ingest(damaged)
    assert report.members.refused == {"wrong_checksum": 1}


async def test_archives_in_archives_and_through_standard_input(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    inner = {
        "a.7z": seven_zip_of({"list.txt": b"jo@people.test:In7z\n"}),
        "b.rar": rar_of({"list.txt": b"jo@people.test:InRar\n"}),
        "c.tar.gz": tar_of({"list.txt": b"jo@people.test:InTar\n"}, "gz"),
        "d": zip_of({"list.zip": zip_of({"list.txt": b"jo@people.test:InZip\n"})}),
    }
    with bench.write("outer", zip_of(inner)).open("rb") as piped:
        done = bench.run("-", "--leak", "Piped", "--json", stdin=piped)
    assert done.returncode == 0, done.stderr
    assert one_file(done)["members"]["read"] == 4
    assert await secrets(bench) == {"In7z", "InRar", "InTar", "InZip"}
    assert list((bench.settings.data_folder / "spool").iterdir()) == []


@pytest.mark.parametrize(
    "comment", ["Free logs!\nPassword: {}\n", "t.me/x pass - {}", "пароль: {}", "Passwort = `{}` ", "PW:{}"]
)
async def test_the_comment_of_an_archive_gives_its_password(bench, comment):
    for name, data in (
        ("zip", aes_zip_of(MEMBERS, PASSWORD, comment.format(PASSWORD))),
        ("rar", rar_of(MEMBERS, PASSWORD, comment.format(PASSWORD))),
    ):
        (report,) = await bench.ingest(bench.write(name, data))
        assert (report.state, report.counts.records) == ("ingested", 3), report.message


async def test_passwords_come_from_options_and_files_and_are_never_shown(bench):
    path = bench.write("locked.zip", aes_zip_of(MEMBERS, PASSWORD))
    given = bench.write("passwords.txt", f"wrong-one\r\n{PASSWORD}\r\n")
    refused = bench.breachlight("ingest", str(path))
    assert refused.returncode == 1
    assert "it is encrypted: give its password with --archive-password-file" in refused.stdout
    wrong = bench.breachlight("ingest", str(path), "--archive-password", "wrong-two")
    assert wrong.returncode == 1
    assert "none of the given passwords opens it" in wrong.stdout
    done = bench.breachlight(
        "ingest", str(path), "--archive-password-file", str(given), "--archive-password", "wrong-two"
    )
    assert done.returncode == 0, done.stderr
    for output in (refused, wrong, done):
        for password in (PASSWORD, "wrong-one", "wrong-two"):
            assert password not in output.stdout + output.stderr
    absent = bench.breachlight("ingest", str(path), "--archive-password-file", "absent.txt")
    assert absent.returncode == 1
    assert "file of archive passwords" in absent.stderr


async def test_an_archive_is_read_again_when_a_password_opens_more_of_it(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    inner = aes_zip_of({"list.txt": MORE}, PASSWORD)
    path = bench.write("some.zip", zip_of({"list.txt": LINES, "locked.zip": inner}))
    (first,) = await bench.ingest(path)
    assert first.members.refused == {"encrypted": 1}
    assert await secrets(bench) == {"Blue42"}
    (second,) = await bench.ingest(path, archives=ArchiveOptions((PASSWORD,)))
    assert (second.state, second.counts.records) == ("ingested", 3)
    assert await secrets(bench) == {"Blue42", "Green44"}
    (third,) = await bench.ingest(path, archives=ArchiveOptions((PASSWORD,)))
    assert third.state == "already_ingested"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared synthetic stealer logs are missing")
@pytest.mark.parametrize("family", FAMILIES)
async def test_the_shared_machines_give_exactly_the_expected_credentials(bench, family):
    (machine,) = json.loads((SHARED / "expected.json").read_text())["families"][family]
    hosts = {url.split("/")[2] for url, *_ in machine["credentials"] if url and "://" in url}
    for host in hosts:
        await make_domain(bench.connection, bench.accounts[0], host)
    (report,) = await bench.ingest(SHARED / f"{family}_one_machine.zip")
    assert report.state == "ingested"
    assert report.counts.records == sum(machine["password_files"].values())
    assert not report.counts.rejected
    assert (report.members.read, report.members.machines) == (len(machine["password_files"]), 1)
    assert await bench.connection.fetchval("SELECT kind FROM leaks") == "stealer_log"
    rows = await bench.connection.fetch("SELECT machine, host, usernames FROM alerts")
    wanted = {(url.split("/")[2], login) for url, login, *_ in machine["credentials"] if url and "://" in url}
    found = {(row["host"], (row["usernames"] or ["UNKNOWN"])[0]) for row in rows}
    assert found == {(host.lower(), login) for host, login in wanted}
    assert {credential.secret for credential in await bench.detections()} >= {
        password for url, _, password, _ in machine["credentials"] if url and "://" in url and password != "[NOT_SAVED]"
    } - {None}
    facts = json.loads(rows[0]["machine"])
    assert all(row["machine"] == rows[0]["machine"] for row in rows)
    assert facts["family"] == family
    system = machine["system"]
    assert facts["ip"] == system["ip"].partition("/")[0]
    assert facts["country"] == system["country"]
    assert facts.get("computer") == system.get("computer")
    assert facts["cookies"] > 0


def machine_members(folder: str, hwid: str, secret: str) -> dict[str, bytes]:
    """A machine whose system file comes after its passwords, as in most archives."""
    return {
        f"{folder}/Cookies/Chrome.txt": (
            f".shop.example\tTRUE\t/\tTRUE\t1893456000\tsession\tcookie-canary-{secret}\n"
            f"shop.example\tFALSE\t/\tFALSE\t1893456000\tid\tcookie-canary-{secret}\n"
            f".other.example\tTRUE\t/\tTRUE\t1893456000\tid\tcookie-canary-{secret}\n"
        ).encode(),
        f"{folder}/Autofills/Chrome.txt": b"jo@people.test:autofill-canary\n",
        f"{folder}/Wallets/Chrome_MetaMask/000003.log": b"wallet-canary",
        f"{folder}/Discord/Tokens.txt": b"token-canary\n",
        f"{folder}/steam_tokens.txt": b"token-canary\n",
        f"{folder}/Passwords.txt": f"URL: https://shop.example/\nUsername: jo@people.test\nPassword: {secret}\n\n".encode(),
        f"{folder}/UserInformation.txt": (
            f"IP: 203.0.113.7\nCountry: Germany\nHWID: {hwid}\nMachineName: PC-{hwid}\n"
            "Log date: 11/20/2026 10:15:00 AM\nFileLocation: C:\\x.exe\n"
        ).encode(),
    }


@pytest.mark.parametrize("pack", [zip_of, tar_of, seven_zip_of, rar_of])
async def test_each_password_file_has_the_facts_of_its_own_machine(bench, pack):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    members = machine_members("logs/DE_one", "AAAA1111", "One1") | machine_members("logs/DE_two", "BBBB2222", "Two2")
    done = bench.run(str(bench.write("logs.bin", pack(members))), "--json")
    assert done.returncode == 0, done.stderr
    told = one_file(done)["members"]
    assert (told["read"], told["infected_devices"], told["cookies"], told["cookie_domains"]) == (2, 2, 6, 2)
    assert told["cookies_by_domain"] == {"shop.example": 4, "other.example": 2}
    assert told["session_files"] == {"autofill": 2, "token": 4, "wallet": 2}
    assert told["skipped"] == {"no_credentials": 10, "system_file": 2}
    assert "canary" not in done.stdout + done.stderr
    rows = await bench.connection.fetch("SELECT machine FROM alerts")
    facts = sorted((json.loads(row["machine"]) for row in rows), key=lambda machine: machine["key"])
    assert [machine["computer"] for machine in facts] == ["PC-AAAA1111", "PC-BBBB2222"]
    assert [(machine["cookies"], machine["cookie_domains"]) for machine in facts] == [(3, 2), (3, 2)]
    assert [(machine["token_files"], machine["wallet_files"]) for machine in facts] == [(2, 1), (2, 1)]
    assert await secrets(bench) == {"One1", "Two2"}


async def test_thousands_of_small_members_share_batches(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    members: dict[str, bytes] = {}
    for number in range(600):
        members |= machine_members(f"m{number}", f"{number:08}", f"Secret{number}")
    (report,) = await bench.ingest(bench.write("logs.zip", zip_of(members)), batch_bytes=BATCH_BYTES)
    assert (report.members.read, report.counts.records, report.counts.alerts) == (600, 600, 600)
    assert await bench.connection.fetchval("SELECT count(*) FROM batches") == 1
    assert await bench.connection.fetchval("SELECT count(DISTINCT machine->>'computer') FROM alerts") == 600


async def test_the_same_archive_twice_and_its_unpacked_folder(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    members = machine_members("one", "AAAA1111", "One1") | {"list.txt": LINES}
    path = bench.write("packed/logs.zip", zip_of(members))
    (first,) = await bench.ingest(path)
    (again,) = await bench.ingest(path)
    assert (first.state, again.state) == ("ingested", "already_ingested")
    for name, data in members.items():
        bench.write(f"unpacked/{name}", data)
    reports = await bench.ingest(bench.folder / "unpacked")
    assert sum(report.counts.alerts for report in reports) == 0
    found = await bench.detections()
    assert len(found) == len(set(found)) == 2
    assert {entry.secret for entry in found} == {"One1", "Blue42"}


async def test_killed_in_the_middle_an_archive_goes_on_and_nothing_is_lost_or_doubled(bench):
    corpus = await bench.corpus(9)
    records = corpus.records(4000)
    lines = [f"{record.line}\n" for record in records]
    members = {f"part-{start}.txt": "".join(lines[start : start + 150]).encode() for start in range(0, 4000, 150)}
    path = bench.write("leak.tar.gz", tar_of(members, "gz"))
    for goal in (2, 6, 12):
        process = await asyncio.create_subprocess_exec(
            *bench.command(str(path), "--leak", "Some leak"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        query = "SELECT count(*) FROM batches WHERE done_at IS NOT NULL"
        async with asyncio.timeout(60):
            while await bench.connection.fetchval(query) < goal and process.returncode is None:
                await asyncio.sleep(0.005)
        if process.returncode is None:
            process.kill()
        await process.wait()
    (report,) = await bench.ingest(path)
    assert report.state == "ingested"
    assert report.resumed_at > 0
    assert await bench.connection.fetchval("SELECT sum(lines) FROM batches") == 4000
    assert await bench.connection.fetchval("SELECT pwn_count FROM leaks") == await bench.connection.fetchval(
        "SELECT sum(records) FROM batches"
    )
    found = await bench.detections()
    assert len(found) == len(set(found))
    assert set(found) == expected(records, corpus.watched)


async def test_archives_in_several_files_are_read_together(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    data = zip_of({"list.txt": LINES + b"".join(b"a%d@people.test:x%dy\n" % (n, n * n) for n in range(500))})
    half = len(data) // 2
    first = bench.write("a.zip.001", data[:half])
    bench.write("a.zip.002", data[half:])
    (report,) = await bench.ingest(first)
    assert (report.state, report.counts.records) == ("ingested", 502)
    parts = rar_parts_of("list.txt", LINES + MORE * 50, 3)
    paths = [bench.write(f"b.part{number}.rar", part) for number, part in enumerate(parts, 1)]
    reports = await bench.ingest(*paths)
    assert sorted(report.state for report in reports) == ["ingested", "skipped", "skipped"]
    assert sum(report.counts.records for report in reports) == 52
    paths[1].unlink()
    (refused,) = await bench.ingest(paths[0], leak="Another")
    assert (refused.state, refused.reason) == ("refused", "missing_part")
    assert "put all parts into one folder" in refused.message
    (split,) = await bench.ingest(bench.write("c.z01", b"PK\x03\x04"))
    assert (split.state, split.reason) == ("refused", "split_zip")


async def test_without_the_optional_package_rar_is_refused_with_a_sentence(bench, tmp_path):
    shadow = tmp_path / "shadow" / "unrar"
    shadow.mkdir(parents=True)
    (shadow / "__init__.py").write_text("raise ImportError('not installed')\n")
    path = bench.write("a.rar", rar_of(MEMBERS))
    done = bench.run(str(path), env={**os.environ, "PYTHONPATH": str(shadow.parent)})
    assert done.returncode == 1
    assert "pip install 'breachlight[rar]'" in done.stdout


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)


async def test_what_a_member_is_called_is_never_a_path_and_never_reaches_the_terminal_as_it_is(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    names = ["../../../escape.txt", "/tmp/absolute-escape.txt", "c:\\windows\\x.txt", "a\x1b[31mred\n.txt"]
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for number, name in enumerate(names):
            entry = tarfile.TarInfo(name)
            data = b"jo@people.test:Secret%d\n" % number
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        for kind, name in ((tarfile.SYMTYPE, "link"), (tarfile.LNKTYPE, "hard"), (tarfile.CHRTYPE, "device")):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "/etc/passwd"
            archive.addfile(entry)
    outer = bench.write(
        "evil.zip", zip_of({"a\x1b[31m\n.zip": aes_zip_of(MEMBERS, PASSWORD), "x.tar": file.getvalue()})
    )
    done = bench.run(str(outer))
    assert done.returncode == 3
    assert "\x1b" not in done.stdout + done.stderr
    assert "it is encrypted" in done.stdout
    assert "link 3" in done.stdout
    assert await secrets(bench) == {f"Secret{number}" for number in range(4)}
    assert not Path("/tmp/absolute-escape.txt").exists()
    assert not list(bench.folder.parent.rglob("*escape*"))
