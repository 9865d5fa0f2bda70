"""Hostile archives (hostile-inputs I06, I08): bombs, members that cannot be read, and nothing readable on disk."""

import gzip
import json
import os
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib

import pytest
from archive_files import aes_zip_of, rar_of, seven_zip_of, tar_of, xz_of, zip_of
from factories import make_identity
from ingestion_harness import Bench

from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.archives.limits import ArchiveLimits

GOOD = {"good.txt": b"jo@people.test:Blue42\n"}
MOST_KB = 900_000
CANARY = b"CanaryOfClearText"


def bomb(size: int = 80 << 20) -> bytes:
    return b"jo@people.test:Boom\n" * (size // 20)


async def secrets(bench: Bench) -> set[str]:
    return {found.secret for found in await bench.detections()}


@pytest.mark.spec("I06")
@pytest.mark.parametrize("pack", [zip_of, seven_zip_of, lambda members: tar_of(members, "gz")])
async def test_i06_a_member_that_expands_too_much_is_refused(bench, pack):
    limits = ArchiveLimits(ratio_floor=1 << 20)
    (report,) = await bench.ingest(
        bench.write("bomb", pack({"bomb.txt": bomb(8 << 20)})),
        archives=ArchiveOptions(limits=limits),
        batch_bytes=1 << 22,
    )
    refused = {**report.members.refused} if report.members else {report.reason: 1}
    assert refused == {"compression_ratio": 1}
    assert report.counts.lines < 300_000


@pytest.mark.spec("I06")
async def test_i06_a_bomb_among_others_leaves_the_others(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    noise = "".join(f"u{number}@people.test:{zlib.crc32(b'%d' % number):x}\n" for number in range(150_000)).encode()
    path = bench.write("some.zip", zip_of({"bomb.txt": bomb(), "noise.txt": noise} | GOOD))
    done = bench.run(str(path), "--json", batch_bytes=1 << 22)
    assert done.returncode == 3, done.stderr
    (file,) = json.loads(done.stdout)["files"]
    assert file["members"]["refused"] == {"compression_ratio": 1}
    assert file["members"]["refused_examples"][0]["name"] == "bomb.txt"
    assert await secrets(bench) == {"Blue42"}


@pytest.mark.spec("I06")
async def test_i06_archives_nested_too_deeply_or_with_too_many_members_are_refused(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    nested = zip_of(GOOD)
    for _ in range(4):
        nested = zip_of({"inner": nested, "list.txt": b"jo@people.test:Level\n"})
    (report,) = await bench.ingest(bench.write("deep.zip", nested))
    assert report.members.refused == {"nested_too_deeply": 1}
    assert report.members.read == 3
    many = zip_of({f"{number}.txt": b"" for number in range(200)})
    (refused,) = await bench.ingest(
        bench.write("many.zip", many), archives=ArchiveOptions(limits=ArchiveLimits(entries=100))
    )
    assert (refused.state, refused.reason) == ("refused", "too_many_members")


@pytest.mark.spec("I06")
async def test_i06_members_larger_than_their_limit_end_there(bench):
    text = b"".join(b"a%d@people.test:x%dy\n" % (number, number) for number in range(20_000))
    limits = ArchiveLimits(member_bytes=300_000)
    (gz,) = await bench.ingest(bench.write("a.gz", gzip.compress(text)), archives=ArchiveOptions(limits=limits))
    assert gz.members.refused == {"member_too_large": 1}
    limits = ArchiveLimits(total_bytes=500_000)
    (total,) = await bench.ingest(
        bench.write("b.tgz", tar_of({"a": text[:400_000], "b": text[:400_001]}, "gz")),
        archives=ArchiveOptions(limits=limits),
    )
    assert total.members.refused == {"archive_too_large": 1} or total.reason == "archive_too_large"


def overlapping_zip() -> bytes:
    """Two entries of the directory that share the bytes of one member."""
    data = bytearray(zip_of(GOOD, method=0))
    start = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    entry = data[start:end]
    tail = struct.pack("<HHHHLLH", 0, 0, 2, 2, 2 * len(entry), start, 0)
    return bytes(data[:start] + entry * 2 + b"PK\x05\x06" + tail)


def with_wrong_crc(data: bytes) -> bytes:
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):
        position = changed.index(mark) + offset
        changed[position] ^= 0xFF
    return bytes(changed)


def with_method(data: bytes, method: int) -> bytes:
    changed = bytearray(data)
    changed[changed.index(b"PK\x03\x04") + 8] = method
    changed[changed.index(b"PK\x01\x02") + 10] = method
    return bytes(changed)


def with_lying_size(data: bytes) -> bytes:
    changed = bytearray(data)
    position = changed.index(b"PK\x01\x02") + 24
    changed[position : position + 4] = struct.pack("<L", 5)
    return bytes(changed)


def with_broken_stream(data: bytes) -> bytes:
    changed = bytearray(data)
    position = changed.index(b"good.txt") + len("good.txt") + 2
    changed[position : position + 8] = b"\xff" * 8
    return bytes(changed)


@pytest.mark.spec("I06", "I08")
async def test_i06_each_kind_of_broken_member_is_one_counted_error_and_the_rest_is_read(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    long = {"good.txt": b"".join(b"a%d@people.test:x%dy\n" % (number, number * 7) for number in range(400))}
    broken = {
        "crc.zip": with_wrong_crc(zip_of(long)),
        "method.zip": with_method(zip_of(GOOD, method=0), 97),
        "size.zip": with_lying_size(zip_of(GOOD)),
        "stream.zip": with_broken_stream(zip_of(long)),
        "overlap.zip": overlapping_zip(),
        "cut.zip": zip_of(long)[:300],
        "locked.zip": aes_zip_of(GOOD, "Invented-1"),
        "cut.tar": tar_of(long)[:2000],
        "cut.gz": gzip.compress(long["good.txt"])[:-40],
        "cut.xz": xz_of(long["good.txt"])[:-40],
        "cut.7z": seven_zip_of(long)[:-20],
        "crc.rar": rar_of(GOOD, wrong_checksum=("good.txt",)),
        "cut.rar": rar_of(long)[:900],
        "garbage.7z": b"7z\xbc\xaf\x27\x1c" + bytes(range(256)) * 4,
        "garbage.rar": b"Rar!\x1a\x07\x01\x00" + bytes(range(256)) * 4,
        "garbage.zst": b"\x28\xb5\x2f\xfd" + bytes(range(256)) * 4,
    }
    last = {"z-last.txt": b"jo@people.test:Last1\n"}
    path = bench.write("broken.zip", zip_of(broken | last, method=0))
    done = bench.run(str(path), "--json")
    assert done.returncode == 3, done.stderr
    (file,) = json.loads(done.stdout)["files"]
    examples = {entry["name"].split("/")[0]: entry["reason"] for entry in file["members"]["refused_examples"]}
    assert examples.keys() == broken.keys()
    assert examples["crc.zip"] == examples["size.zip"] == examples["crc.rar"] == "wrong_checksum"
    assert examples["method.zip"] == "unsupported_method"
    assert examples["overlap.zip"] == "overlapping"
    assert examples["locked.zip"] == "encrypted"
    assert examples["cut.tar"] == examples["cut.gz"] == examples["cut.xz"] == "truncated"
    assert sum(file["members"]["refused"].values()) == len(broken)
    assert {"Last1", "Blue42"} <= await secrets(bench)


@pytest.mark.spec("I06")
async def test_i06_headers_that_claim_gigabytes_take_no_memory(bench):
    """Extended headers of tar, and dictionaries of 7z and xz, whose sizes nobody checked."""
    header = tarfile.TarInfo("././@PaxHeader")
    header.type, header.size = tarfile.XHDTYPE, 3 << 30
    (tar,) = await bench.ingest(bench.write("pax.tar.gz", gzip.compress(header.tobuf() + bytes(1 << 20))))
    assert tar.state == "refused"
    changed = bytearray(seven_zip_of(GOOD, has_plain_header=True))
    position = changed.rindex(b"\x21\x21\x01")  # LZMA2 with one byte of properties: the size of its dictionary
    changed[position + 3] = 40
    struct.pack_into("<L", changed, 28, zlib.crc32(changed[32 + struct.unpack_from("<Q", changed, 12)[0] :]))
    struct.pack_into("<L", changed, 8, zlib.crc32(changed[12:32]))
    (seven,) = await bench.ingest(bench.write("dictionary.7z", bytes(changed)))
    assert (seven.state, seven.reason) == ("refused", "needs_too_much_memory")


# Runs the ingest command and looks for the canary in every file that it creates, while it has them open and afterwards.
_WATCHED_RUN = """
import os, subprocess, sys, time
canary, folders, command = sys.argv[1].encode(), sys.argv[2].split(":"), sys.argv[3:]
process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
seen, found = set(), set()
def look(path, name):
    try:
        with open(path, "rb") as file:
            if canary in file.read():
                found.add(name)
        seen.add(name)
    except OSError:
        pass
while process.poll() is None:
    try:
        for entry in os.scandir(f"/proc/{process.pid}/fd"):
            try:
                target = os.readlink(entry.path)
            except OSError:
                continue
            if target.startswith("/") and not target.startswith(("/dev/null", "/proc", "/memfd")):
                if os.path.isfile(entry.path):
                    look(entry.path, target)
    except OSError:
        pass
    time.sleep(0.01)
for folder in folders:
    for root, _, names in os.walk(folder):
        for name in names:
            look(os.path.join(root, name), os.path.join(root, name))
print(process.returncode, len(seen), sorted(found))
"""


@pytest.mark.spec("I06")
async def test_i06_no_member_is_ever_written_to_disk_in_clear(bench):
    lines = b"".join(b"a%d@people.test:%s%d\n" % (number, CANARY, number) for number in range(30_000))
    text = {"list.txt": lines}
    inner = {
        "a.zip": zip_of(text, method=0),
        "b.7z": seven_zip_of(text),
        "c.rar": rar_of(text),
        "d.tar": tar_of(text),
    }
    # Packed and encrypted, so that the given file itself has no canary in it.
    path = bench.write("outer.zip", aes_zip_of(inner, "Invented-1"))
    assert CANARY not in path.read_bytes()
    folders = f"{bench.settings.data_folder}:{bench.folder}"
    command = [*bench.command(str(path), "--archive-password", "Invented-1", batch_bytes=1 << 19)]
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED_RUN, CANARY.decode(), folders, *command],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    code, seen, found = done.stdout.split(" ", 2)
    assert (int(code), found.strip()) == (0, "[]"), done.stderr
    assert int(seen) > 3
    assert await bench.connection.fetchval("SELECT sum(records) FROM batches") == 120_000


@pytest.mark.spec("I06")
@pytest.mark.long
async def test_i06_a_large_member_takes_bounded_memory(bench):
    path = bench.folder / "big.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("big.txt", "w", force_zip64=True) as member,
    ):
        for number in range(10):
            member.write(b"".join(b"u%d.%d@people.test:%x\n" % (number, line, line * 7919) for line in range(300_000)))
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", "ingest", str(path), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with process.stdout as output:
        total = json.loads(output.read())["total"]
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert (process.returncode, total["records"]) == (0, 3_000_000)
    assert usage.ru_maxrss < MOST_KB
