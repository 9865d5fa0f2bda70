"""Hostile files through the whole ingestion (hostile-inputs I04, I05, I07, I08)."""

import asyncio
import itertools
import json
import os
import subprocess
from collections.abc import Iterable, Iterator

import pytest
from factories import make_domain, make_identity
from ingestion_harness import Bench

from breachlight.leaks.ingest.batches import BATCH_BYTES

MOST_KB = 1 << 20  # the limit of any ingest


async def passwords(bench: Bench) -> set[str]:
    return {found.secret for found in await bench.detections()}


async def test_i04_an_endless_line_among_others(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    content = b"jo@people.test:Before1\n" + b"z" * 5_000_000 + b"\njo@people.test:After2\n"
    (report,) = await bench.ingest(bench.write("leak.txt", content), batch_bytes=200_000)
    assert report.state == "ingested"
    assert report.counts.lines == 3
    assert report.counts.dropped_bytes > 4_900_000
    assert await passwords(bench) == {"Before1", "After2"}


@pytest.mark.long
async def test_i04_a_gigabyte_without_a_line_end_in_bounded_memory(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    chunk = b"z" * (1 << 20)

    def content() -> Iterator[bytes]:
        yield b"jo@people.test:First1\n"
        yield from itertools.repeat(chunk, 1024)

    counts, peak_kb = await asyncio.to_thread(ingest_from_pipe, bench, content())
    assert (counts["lines"], counts["alerts"], counts["cut_lines"]) == (2, 1, 1)
    assert counts["dropped_bytes"] > 1023 << 20
    assert peak_kb < MOST_KB


@pytest.mark.long
@pytest.mark.timeout(900)  # seconds on an idle machine, minutes on one with twenty other tests
async def test_i04_one_line_ten_million_times_in_bounded_memory(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    chunk = b"jo@people.test:Blue42\n" * 10_000
    counts, peak_kb = await asyncio.to_thread(ingest_from_pipe, bench, itertools.repeat(chunk, 1000))
    assert (counts["records"], counts["alerts"]) == (10_000_000, 1)
    assert await bench.connection.fetchval("SELECT sightings FROM alerts") == 1
    assert peak_kb < MOST_KB


def ingest_from_pipe(bench: Bench, content: Iterable[bytes]) -> tuple[dict[str, int], int]:
    """Ingest what comes through standard input, in batches of the usual size; the counts, and the peak memory in kB."""
    command = bench.command("-", "--leak", "Endless", "--json", batch_bytes=BATCH_BYTES)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False)
    with process.stdin, process.stdout:
        process.stdin.writelines(content)
        process.stdin.close()
        output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return json.loads(output)["total"], usage.ru_maxrss


async def test_i05_mixed_encodings_nuls_line_ends_and_marks(bench):
    await make_domain(bench.connection, bench.accounts[0], "acme.example")
    content = (
        b"\xef\xbb\xbfa@acme.example:utf8-\xc3\xa9\r\n"
        b"b@acme.example:latin-\xe9\n"
        b"c@acme.example\x00:nul\x00led\r\n"
        b"\xef\xbb\xbfd@acme.example:mark-inside\n"
        b"e@acme.example:cr-only\rf@acme.example:after-cr\n"
        b"g@acme.example:bad-\xff\xfe-bytes\n"
        b"h@acme.example:last"
    )
    (report,) = await bench.ingest(bench.write("mixed.txt", content))
    assert report.counts.lines == 8
    assert report.counts.records == 8
    assert report.counts.decode_fallbacks == 2
    assert await passwords(bench) == {
        "utf8-é",
        "latin-é",
        "nulled",
        "mark-inside",
        "cr-only",
        "after-cr",
        "bad-ÿþ-bytes",
        "last",
    }


async def test_i05_utf_16_with_and_without_a_mark(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    for name, encoding in (("bom.txt", "utf-16"), ("little.txt", "utf-16-le"), ("big.txt", "utf-16-be")):
        text = "".join(f"other{n}@people.test:x{n}y\n" for n in range(50)) + f"jo@people.test:{encoding}-ñ\n"
        (report,) = await bench.ingest(bench.write(name, text.encode(encoding)))
        assert report.counts.records == 51
    assert await passwords(bench) == {"utf-16-ñ", "utf-16-le-ñ", "utf-16-be-ñ"}


async def test_i07_separators_in_urls_ports_and_passwords(bench):
    await make_domain(bench.connection, bench.accounts[0], "acme.example")
    lines = [
        "https://acme.example:8443/login:jo:Port1",
        "https://acme.example/x?next=https://b.test/y:jo@people.test:Next:2",
        "https://acme.example:jo:pa;ss|3",
        "http://[2001:db8::1]/x:jo@acme.example:IPv6:4",
        "https://acme.example/login;jsessionid=AB1:jo:Semi5",
    ]
    (report,) = await bench.ingest(bench.write("urls.txt", "\n".join(lines)))
    assert report.counts.records == 5
    found = await bench.detections()
    assert {entry.secret for entry in found} == {"Port1", "Next:2", "pa;ss|3", "IPv6:4", "Semi5"}
    assert {entry.domain for entry in found} == {"acme.example", None}


async def test_i08_poison_lines_are_counted_and_the_others_go_on(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    poison = [
        b"a" * 60_000 + b"@" * 200 + b":x",
        b":" * 50_000,
        b"https://" + b"a." * 20_000 + b":" * 300,
        b"\xed\xa0\x80@people.test:\xed\xbf\xbf",
        b"%s%n%x" * 2_000 + b":y",
        ("\u202e" * 3000 + ":" + "\U0001f4a9" * 3000).encode(),
        b"jo@people.test:" + b"\x1b[31m" * 500,
        b"'; DROP TABLE alerts; --:z",
    ]
    content = b"\n".join([b"jo@people.test:First1", *poison, b"jo@people.test:Last2"])
    (report,) = await bench.ingest(bench.write("poison.txt", content), batch_bytes=100_000)
    counts = report.counts
    assert report.state == "ingested"
    assert counts.lines == len(poison) + 2
    assert counts.lines == counts.records + counts.skipped.total() + counts.rejected.total()
    assert {"First1", "Last2"} <= await passwords(bench)


async def test_no_leaked_text_on_any_output(bench):
    path = bench.write("leak.txt", b"jo@people.test:CanarySecret77\n\xff\xfeCanarySecret77\nCanarySecret77\n")
    done = bench.run(str(path), "--json")
    assert done.returncode == 0
    assert "Canary" not in done.stdout + done.stderr
