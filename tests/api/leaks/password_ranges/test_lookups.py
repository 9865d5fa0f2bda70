"""``GET /range/{prefix}``: what clients of Pwned Passwords rely on, caches, padding, and limits."""

import asyncio
import random
import re
import string
from datetime import timedelta

import httpx
import pytest
from password_ranges import DIGESTS, how_often, ntlm, sha1, switch, work

from breachlight.kit import clock
from breachlight.leaks.password_ranges import allowance
from breachlight.leaks.ranges.kinds import HashKind
from breachlight.processes.job_runner import run_jobs

PASSWORD = "Blue-otters-42"
RARE = "Green-herons-7"


@pytest.fixture(autouse=True)
def new_clients():
    """Forget clients of earlier tests: their windows are those of other databases."""
    allowance._clients.clear()


@pytest.fixture
async def built(bench, http):
    """An index with a password that occurs three times and one that occurs once."""
    await switch(bench.connection, True)
    lines = [f"p{n}@people.example:{PASSWORD}" for n in range(3)] + [f"q@people.example:{RARE}"]
    await bench.ingest(bench.write("a.txt", "".join(f"https://x.example/:{line}\n" for line in lines)))
    await work()
    return bench


@pytest.mark.spec("X26")
async def test_a_plain_client_finds_passwords_in_both_kinds(built, http):
    for mode in ("", "ntlm"):
        for padded in (False, True):
            assert await how_often(http, PASSWORD, mode=mode, padded=padded) == 3
            assert await how_often(http, RARE, mode=mode, padded=padded) == 1
            assert await how_often(http, "Never-leaked-1", mode=mode, padded=padded) == 0
    answer = await http.get(f"/range/{sha1(PASSWORD)[:5].lower()}")
    assert answer.text == f"{sha1(PASSWORD)[5:]}:3"
    assert answer.headers["content-type"].startswith("text/plain")
    assert len(ntlm(PASSWORD)[5:]) == 27
    assert (await http.get(f"/range/{ntlm(PASSWORD)[:5]}?mode=ntlm")).text == f"{ntlm(PASSWORD)[5:]}:3"


async def test_lines_are_in_order_and_separated_as_clients_expect(bench, http):
    await switch(bench.connection, True)
    prefix = sha1(PASSWORD)[
        :2
    ]  # passwords that share a prefix of five digits are hard to come by: shared ones are put together
    names = [word for n in range(6000) if sha1(word := f"Word{n}").startswith(prefix)]
    await bench.ingest(
        bench.write("a.txt", "".join(f"https://x.example/:u{n}@people.example:{w}\n" for n, w in enumerate(names)))
    )
    await work()
    for word in names:
        answer = await http.get(f"/range/{sha1(word)[:5]}")
        lines = answer.content.decode().split("\r\n")
        assert lines == sorted(lines)
        assert all(re.fullmatch(r"[0-9A-F]{35}:[1-9][0-9]*", line) for line in lines)


async def test_every_prefix_answers(built, http, monkeypatch):
    monkeypatch.setattr(allowance, "FREE", 10**6)
    for prefix in ("00000", "FFFFF", *(f"{random.randrange(1 << 20):05x}" for _ in range(60))):
        answer = await http.get(f"/range/{prefix}")
        assert (answer.status_code, answer.text) == (200, "")
        padded = await http.get(f"/range/{prefix}?mode=ntlm", headers={"Add-Padding": "true"})
        assert padded.status_code == 200
        lines = padded.text.split("\r\n")
        assert 800 <= len(lines) <= 1000
        assert len(set(lines)) == len(lines)
        assert all(re.fullmatch(r"[0-9A-F]{27}:0", line) for line in lines)


async def test_padding_hides_hits_and_varies(built, http):
    prefix = sha1(PASSWORD)[:5]
    answers = [await http.get(f"/range/{prefix}", headers={"Add-Padding": "true"}) for _ in range(12)]
    sizes = {len(answer.text.split("\r\n")) for answer in answers}
    assert len(sizes) > 3
    assert min(sizes) >= 800
    assert max(sizes) <= 1000
    assert all(f"{sha1(PASSWORD)[5:]}:3" in answer.text for answer in answers)
    assert len({answer.text for answer in answers}) == len(answers)


@pytest.mark.parametrize("prefix", ["1234", "123456", "1234G", "١٢٣٤٥", "12%2034", "....."])
async def test_a_wrong_prefix_is_refused_with_the_known_text(built, http, prefix):
    answer = await http.get(f"/range/{prefix}")
    assert (answer.status_code, answer.text) == (400, "The hash prefix was not in a valid format")
    assert answer.headers["cache-control"] == "no-store"


async def test_caches_keep_an_answer_until_it_changes(built, http):
    prefix = sha1(PASSWORD)[:5]
    first = await http.get(f"/range/{prefix}")
    assert first.headers["cache-control"] == "public, max-age=2678400"
    assert "gmt" in first.headers["last-modified"].lower()
    asked = {"If-None-Match": first.headers["etag"]}
    again = await http.get(f"/range/{prefix}", headers=asked)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    await built.ingest(built.write("other.txt", "https://x.example/:z@people.example:Unrelated-1\n"), leak="Other")
    await work()
    assert (await http.get(f"/range/{prefix}", headers=asked)).status_code == 304
    await built.ingest(built.write("b.txt", f"https://x.example/:z@people.example:{PASSWORD}\n"), leak="Third")
    await work()
    changed = await http.get(f"/range/{prefix}", headers=asked)
    assert (changed.status_code, changed.text) == (200, f"{sha1(PASSWORD)[5:]}:4")


async def test_browsers_and_tools_may_ask(built, http):
    path = f"/range/{sha1(PASSWORD)[:5]}"
    answer = await http.get(path, headers={"Origin": "https://elsewhere.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    preflight = await http.options(path, headers={"Access-Control-Request-Headers": "add-padding"})
    assert preflight.status_code == 204
    assert "Add-Padding" in preflight.headers["access-control-allow-headers"]
    head = await http.head(path)
    assert (head.status_code, head.headers["etag"]) == (200, answer.headers["etag"])
    assert (await http.post(path)).status_code == 405
    packed = await http.get(path, headers={"Add-Padding": "true", "Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.text.split("\r\n")) >= 800
    plain = await http.get(path, headers={"Add-Padding": "true", "Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


async def test_rare_hashes_are_withheld(built, http, connection):
    assert built.breachlight("settings", "password_ranges_minimum=2").returncode == 0
    assert await how_often(http, PASSWORD) == 3
    assert await how_often(http, RARE) == 0
    for wrong in ("0", "-1", "x", "9999999999999"):
        assert built.breachlight("settings", f"password_ranges_minimum={wrong}").returncode == 1


async def test_nothing_is_served_while_the_feature_is_off_or_unfinished(bench, http, connection):
    path = f"/range/{sha1(PASSWORD)[:5]}"
    unknown = await http.get("/nothing-here")
    for asked in (path, "/range/xyz"):
        answer = await http.get(asked)
        assert (answer.status_code, answer.text) == (404, unknown.text)
    await switch(connection, True)
    answer = await http.get(path)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "60"
    await work()
    assert (await http.get(path)).status_code == 200
    await switch(connection, False)
    assert (await http.get(path)).status_code == 404
    await work()
    assert (await http.get(path)).status_code == 404


async def test_a_walk_through_all_ranges_is_slowed_and_others_are_not(built, app, http, monkeypatch, settings):
    monkeypatch.setattr(allowance, "FREE", 5)
    monkeypatch.setattr(allowance, "LIMIT", type(allowance.LIMIT)("password_ranges", 100, timedelta(minutes=10)))
    answers = await asyncio.gather(*(http.get(f"/range/{prefix:05X}") for prefix in range(120)))
    statuses = [answer.status_code for answer in answers]
    assert (statuses.count(200), statuses.count(429)) == (105, 15)
    refused = next(answer for answer in answers if answer.status_code == 429)
    seconds = int(refused.headers["retry-after"])
    assert 1 <= seconds <= 601
    assert refused.text == f"Rate limit is exceeded. Try again in {seconds} seconds."
    assert refused.headers["access-control-allow-origin"] == "*"
    transport = httpx.ASGITransport(app=app, client=("198.51.100.7", 40000))
    async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as other:
        assert (await other.get("/range/00000")).status_code == 200
    # Another process knows what was taken.
    allowance._clients.clear()
    statuses = [(await http.get("/range/00000")).status_code for _ in range(8)]
    assert statuses == [200] * 5 + [429] * 3


async def test_an_import_of_a_thousand_passwords_passes(built, http):
    for start in range(0, 1000, 100):
        answers = await asyncio.gather(*(http.get(f"/range/{start + n:05X}") for n in range(100)))
        assert {answer.status_code for answer in answers} == {200}


@pytest.mark.long
async def test_any_passwords_are_found_as_often_as_they_occur(bench, http, monkeypatch):
    """A property: whatever the passwords, the lookups agree with a count."""
    monkeypatch.setattr(allowance, "FREE", 10**6)
    await switch(bench.connection, True)
    chance = random.Random(5)
    letters = string.ascii_letters + string.digits + "äßçñøłжд漢字🙂-_.!%"
    words = ["".join(chance.choices(letters, k=chance.randrange(6, 24))) for _ in range(200)]
    used = chance.choices(words, k=900)
    text = "".join(f"https://x.example/:u{n}@people.example:{word}\n" for n, word in enumerate(used))
    await bench.ingest(bench.write("a.txt", text))
    await work()
    for word in words:
        for kind in DIGESTS:
            mode = "ntlm" if kind is HashKind.NTLM else ""
            assert await how_often(http, word, mode=mode) == used.count(word), word


def test_windows_begin_and_end_with_the_limit_s():
    client = allowance._client_of("192.0.2.1")
    assert timedelta(0) < client.ends_at - clock.now() <= allowance.LIMIT.window


async def answers(http: httpx.AsyncClient, status: int, count: int = 0) -> None:
    """Wait until the password is answered like this."""
    async with asyncio.timeout(60):
        while True:
            answer = await http.get(f"/range/{sha1(PASSWORD)[:5]}")
            if answer.status_code == status and (status != 200 or await how_often(http, PASSWORD) == count):
                return
            await asyncio.sleep(0.1)


@pytest.mark.long
async def test_a_worker_builds_updates_and_drops_the_ranges(bench, http, settings, connection):
    stop = asyncio.Event()
    working = asyncio.create_task(run_jobs(settings, stop))
    try:
        await bench.ingest(bench.write("a.txt", f"https://x.example/:a@people.example:{PASSWORD}\n"), leak="First")
        await asyncio.to_thread(bench.breachlight, "settings", "password_ranges_enabled=true")
        await answers(http, 200, 1)
        await bench.ingest(bench.write("b.txt", f"https://x.example/:b@people.example:{PASSWORD}\n"), leak="Second")
        await answers(http, 200, 2)
        await asyncio.to_thread(bench.breachlight, "leaks", "retract", "First")
        await answers(http, 200, 1)
        await asyncio.to_thread(bench.breachlight, "lookups", "rebuild")
        await answers(http, 200, 1)
        await asyncio.to_thread(bench.breachlight, "settings", "password_ranges_enabled=false")
        await answers(http, 404)
        async with asyncio.timeout(60):
            while await connection.fetchval("SELECT to_regnamespace('password_ranges') IS NOT NULL"):
                await asyncio.sleep(0.1)
    finally:
        stop.set()
        await working
