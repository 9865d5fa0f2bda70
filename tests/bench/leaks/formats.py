"""Ingestion of tables, JSON, archives and stealer logs, against rg on the same records as lines."""

import asyncio
import csv
import json
import shutil
import statistics
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import py7zr
import zstandard
from tests.bench.installation import installation, tool
from tests.bench.leaks.generator import LeakGenerator
from tests.bench.leaks.ingestion import watch
from tests.bench.leaks.processes import apart, ingested, measured
from tests.bench.leaks.stealer_archives import write_passwords, write_whole
from tests.bench.results import Result

LINES = 10_000_000
IDENTITIES = 100_000
ROUNDS = 3
DEVICES = 10_000
WHOLE, PASSWORDS = "stealer.zip", "stealer-passwords.zip"
ARCHIVES = ("leak.zip", "leak.tar.gz", "leak.txt.zst", "leak.7z")
JSON_BYTES = ARCHIVE_BYTES = 320_000_000
MEMORY_LIMIT_MIB = 1024
LEAST_STEALER_BYTES = 100_000_000  # a second, of text inside a stealer archive


async def run(lines: int = LINES) -> list[Result]:
    """Ingest each file three times, each time into an installation of its own that monitors the identities; medians count."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        stealer_bytes = await apart(write, folder, lines)
        search = [tool("rg"), "-c", "-F", "-f", str(folder / "identities"), str(folder / "leak.txt")]
        peers = [await asyncio.to_thread(measured, search) for _ in range(ROUNDS)]
        print(f"rg: {', '.join(map(str, peers))}")
        peer = lines / statistics.median(run.seconds for run in peers)
        results = []
        for file in ("leak.csv", "leak.json", *ARCHIVES, *stealer_bytes):
            seconds = []
            for number in range(ROUNDS):
                where = folder / f"{file}-{number}"
                async with installation(where) as (_, connection):
                    await watch(connection, folder / "identities")
                    run = await ingested(folder / file)
                print(f"{file}: {run}")
                seconds.append(run.seconds)
                shutil.rmtree(where, ignore_errors=True)
            took = statistics.median(seconds)
            if file in stealer_bytes:
                rate = stealer_bytes[file] / took
                met = rate >= LEAST_STEALER_BYTES
                results.append(
                    Result(f"{file}: text", rate / 1e6, "MB/s", "goal", LEAST_STEALER_BYTES / 1e6, "at least", met)
                )
            else:
                met = lines / took >= peer
                results.append(
                    Result(f"{file}: records", lines / took, "records/s", "rg", peer, "at least as many", met)
                )
        return [*results, await memory_of_json(folder / "json"), await memory_of_archive(folder)]


async def memory_of_json(folder: Path, size: int = JSON_BYTES) -> Result:
    """Ingest one JSON document without a line end, as it is generated, through standard input."""
    async with installation(folder):
        run = await ingested("-", given=large_json(size))
    met = run.memory_mib < MEMORY_LIMIT_MIB
    return Result("peak memory of a JSON document", run.memory_mib, "MiB", "limit", MEMORY_LIMIT_MIB, "less than", met)


def large_json(size: int) -> Iterator[bytes]:
    """Yield a document of at least ``size`` bytes, about a megabyte at a time."""
    yield b'{"page": 1, "results": ['
    entry = '{"id": %d, "user": {"email": "jo%d@acme.example", "name": "Jo"}, "auth": {"password": "Bl\\"ue{%d}"}, "tags": []}'
    number = written = 0
    while written < size:
        piece = ",".join(entry % (each, each, each) for each in range(number, number + 10_000)).encode()
        yield (b"," if number else b"") + piece
        number, written = number + 10_000, written + len(piece)
    yield b'], "next": null}'


async def memory_of_archive(folder: Path) -> Result:
    """Ingest the large archive of ``write``."""
    async with installation(folder / "large"):
        run = await ingested(folder / "large.zip")
    met = run.memory_mib < MEMORY_LIMIT_MIB
    return Result("peak memory of an archive", run.memory_mib, "MiB", "limit", MEMORY_LIMIT_MIB, "less than", met)


def write(folder: Path, lines: int) -> dict[str, int]:
    """Write the records in each format; return the bytes of text in each stealer archive by its name."""
    generator = LeakGenerator(identities=IDENTITIES)
    (folder / "identities").write_text("".join(f"{key}\n" for _, key in generator.identities()))
    with open(folder / "leak.txt", "wb") as target:
        generator.write(target, lines)
    with open(folder / "leak.csv", "w", newline="") as table, open(folder / "leak.json", "w") as documents:
        writer = csv.writer(table)
        writer.writerow(["id", "url", "email", "password"])
        for number, (url, login, secret) in enumerate(records_of(folder / "leak.txt")):
            writer.writerow([number, url, login, secret])
            documents.write(json.dumps({"url": url or None, "email": login, "password": secret}) + "\n")
    with zipfile.ZipFile(folder / "leak.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.write(folder / "leak.txt", "leak.txt")
    with tarfile.open(folder / "leak.tar.gz", "w:gz", compresslevel=1) as tar:
        tar.add(folder / "leak.txt", "leak.txt")
    with open(folder / "leak.txt", "rb") as plain, open(folder / "leak.txt.zst", "wb") as packed:
        zstandard.ZstdCompressor().copy_stream(plain, packed)
    with py7zr.SevenZipFile(folder / "leak.7z", "w", filters=[{"id": py7zr.FILTER_LZMA2, "preset": 1}]) as seven:
        seven.write(folder / "leak.txt", "leak.txt")
    _write_large(folder)
    return {
        WHOLE: write_whole(folder / WHOLE, generator, records_of(folder / "leak.txt")),
        PASSWORDS: write_passwords(folder / PASSWORDS, records_of(folder / "leak.txt"), max(lines // DEVICES, 1)),
    }


def _write_large(folder: Path) -> None:
    """Write an archive of one member, which unpacks to ARCHIVE_BYTES or more."""
    content = (folder / "leak.txt").read_bytes()
    with (
        zipfile.ZipFile(folder / "large.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("large.txt", "w", force_zip64=True) as member,
    ):
        for _ in range(0, ARCHIVE_BYTES, len(content)):
            member.write(content)


def records_of(path: Path) -> Iterator[tuple[str, str, str]]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            head, _, secret = line.rstrip("\n").rpartition(":")
            url, _, login = head.rpartition(":") if head.startswith("https://") else ("", "", head)
            yield url, login.strip(), secret.strip()
