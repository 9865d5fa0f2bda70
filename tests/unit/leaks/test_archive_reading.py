"""Archives as decoded streams: the shared machines exactly, and chunks that are the same wherever a run starts."""

import json
import lzma
from collections import Counter
from pathlib import Path

import pytest
from archive_files import seven_zip_of, tar_of, zip_of
from archive_streams import reading, records
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from py7zr import FILTER_CRYPTO_AES256_SHA256, FILTER_LZMA, FILTER_LZMA2, FILTER_PPMD, FILTER_X86

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.ingest.archives import lzma_streams, survey
from breachlight.leaks.records import Flag

SHARED = Path(__file__).parents[4] / "shared" / "data" / "stealer_logs"
PLACEHOLDER = 1 << list(Flag).index(Flag.PLACEHOLDER_LOGIN)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared synthetic stealer logs are missing")
@pytest.mark.parametrize("family", ["atomic", "lumma", "redline", "stealc", "vidar"])
def test_the_shared_machines_are_exactly_as_expected(family: str, tmp_path: Path) -> None:
    (machine,) = json.loads((SHARED / "expected.json").read_text())["families"][family]
    archive = reading(SHARED / f"{family}_one_machine.zip", tmp_path)
    found: dict[tuple[object, ...], object] = {}
    for record in records(list(archive.chunks(archive.detection, 0, 1 << 20))):
        login = "UNKNOWN" if int(str(record["flags"])) & PLACEHOLDER else record["username"]
        found.setdefault((record["url"], login, record["password"]), record["software"])
        facts = json.loads(str(record["machine"]))
        assert facts["family"] == family
        assert facts["ip"] == machine["system"]["ip"].partition("/")[0]
    wanted = {(url, login, password): software for url, login, password, software in machine["credentials"]}
    assert found == wanted
    assert len(found) == machine["unique_credentials"]


COOKIES = st.lists(st.sampled_from(["acme.example", "shop.example", "a.example"]), max_size=4)
FOLDERS = st.sampled_from(["PC-1/", "PC-1/Chrome/", "PC-2/", "PC-3/", ""])


@pytest.mark.parametrize("pack", [zip_of, tar_of])
@pytest.mark.parametrize("held_bytes", [60, 1 << 20])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=st.lists(st.tuples(FOLDERS, COOKIES, st.booleans()), max_size=12))
def test_cookies_of_each_device_in_any_order(
    files: list[tuple[str, list[str], bool]], pack, held_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "_HELD_BYTES", held_bytes)
    members = {}
    of_device: dict[str, list[str]] = {}
    for number, (folder, domains, is_ended) in enumerate(files):
        text = "\n".join(f".{domain}\tTRUE\t/\tTRUE\t0\tname\tvalue" for domain in domains)
        members[f"{folder}Cookies_{number}.txt"] = (text + "\n" * is_ended).encode()
        of_device.setdefault(folder.partition("/")[0], []).extend(domains)
    for device in ("PC-1", "PC-2", "PC-3"):
        members[f"{device}/Passwords.txt"] = b"URL: https://acme.example\nUsername: jane\nPassword: Blue42\n"
        members[f"{device}/UserInformation.txt"] = (
            f"IP: 203.0.113.7\nHWID: {device}\nCountry: DE\nUserName: jane".encode()
        )
    path = tmp_path / "leak.bin"
    path.write_bytes(pack(members))
    archive = reading(path, tmp_path)
    found = {}
    for record in records(list(archive.chunks(archive.detection, 0, 1 << 20))):
        facts = json.loads(str(record["machine"]))
        found[facts["key"]] = (facts.get("cookies", 0), facts.get("cookie_domains", 0))
    counted = {device: of_device.get(device, []) for device in ("PC-1", "PC-2", "PC-3")}
    assert found == {device.lower(): (len(names), len(set(names))) for device, names in counted.items()}
    assert archive.members is not None
    assert archive.members.cookies == Counter(name.encode() for names in counted.values() for name in names)


@pytest.mark.parametrize("pack", [zip_of, tar_of])
@pytest.mark.parametrize("size", [64, 500, 3000])
def test_chunks_end_at_the_same_offsets_wherever_a_run_starts(tmp_path: Path, pack, size: int) -> None:
    members = {
        f"{number}.txt": b"".join(b"a%d.%d@people.test:Blue42\n" % (number, line) for line in range(number % 9 * 7))
        for number in range(40)
    }
    path = tmp_path / "leak.bin"
    path.write_bytes(pack(members))
    archive = reading(path, tmp_path)
    chunks = list(archive.chunks(archive.detection, 0, size))
    assert b"".join(chunk.data for chunk in chunks) == b"".join(members.values())
    for chunk in chunks:
        assert [segment.end for segment in chunk.segments][:-1] == [segment.start for segment in chunk.segments][1:]
        assert (chunk.segments[0].start, chunk.segments[-1].end) == (chunk.start, chunk.end)
        again = list(archive.chunks(archive.detection, chunk.end, size))
        later = [known for known in chunks if known.start >= chunk.end]
        assert [(known.start, known.data) for known in again] == [(known.start, known.data) for known in later]


@pytest.mark.parametrize("decompressor", [lzma_streams.LZMADecompressor, lzma.LZMADecompressor])
@pytest.mark.parametrize(
    "filters",
    [
        *([{"id": FILTER_LZMA2, "dict_size": size}] for size in (1 << 12, 3 << 20, 100_000)),
        # liblzma takes files for LZMA by the sizes of dictionaries: some of these, and not others.
        *([{"id": FILTER_LZMA, "dict_size": size}] for size in (1 << 12, 1 << 16, 3 << 20, 5 << 12, 100_000)),
        [{"id": FILTER_LZMA, "lc": 0, "lp": 2, "pb": 0}],
        [{"id": FILTER_X86}, {"id": FILTER_LZMA2, "preset": 1}],
    ],
)
def test_members_of_7z_are_read_and_damage_is_found(
    filters: list[dict[str, int]], decompressor: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lzma_streams, "LZMADecompressor", decompressor)
    lines = [b"".join(b"%s%d@people.test:%d\n" % (who, n, n * 7919) for n in range(9000)) for who in (b"a", b"b")]
    members = {"a.txt": lines[0], "b.txt": lines[1]}
    path = tmp_path / "leak.7z"
    for length in range(0, 16, 5):  # so that the cipher pads with different numbers of bytes
        members["c.txt"] = b"Xq7v-Kb2mZ9w_Yt4c"[:length]
        path.write_bytes(seven_zip_of(members, "Invented-1", filters=[*filters, {"id": FILTER_CRYPTO_AES256_SHA256}]))
        archive = reading(path, tmp_path, "Invented-1")
        data = b"".join(chunk.data for chunk in archive.chunks(archive.detection, 0, 1 << 20))
        assert data == b"".join(members.values())
    packed = bytearray(seven_zip_of(members, filters=filters))
    path.write_bytes(packed)
    archive = reading(path, tmp_path)
    assert b"".join(chunk.data for chunk in archive.chunks(archive.detection, 0, 1 << 20)) == data
    packed[len(packed) // 4 * 3] ^= 0x55
    path.write_bytes(zip_of({"bad.7z": bytes(packed), "good.txt": b"jo@people.test:Blue42\n"}))
    archive = reading(path, tmp_path)
    assert list(archive.chunks(archive.detection, 0, 1 << 20))[-1].data.endswith(b"jo@people.test:Blue42\n")
    assert archive.members is not None
    assert sum(archive.members.refused.values()) >= 1


@pytest.mark.parametrize("password", [None, "Invented-1"])
def test_ppmd_whose_library_crashes_on_damaged_data_is_refused(tmp_path: Path, password: str | None) -> None:
    lines = b"".join(b"jo%d@people.test:Blue%d\n" % (number, number * 7919) for number in range(3000))
    packed = bytearray(seven_zip_of({"a.txt": lines}, password, filters=[{"id": FILTER_PPMD, "order": 6, "mem": 16}]))
    packed[100:2000] = bytes(1900)
    path = tmp_path / "leak.7z"
    path.write_bytes(packed)
    with pytest.raises(RefusedError) as refused:
        reading(path, tmp_path)
    assert refused.value.reason == "unsupported_method"
    mixed = {"bad.7z": bytes(packed), "good.txt": b"jo@people.test:Blue42\n"}
    path.write_bytes(zip_of(mixed))
    archive = reading(path, tmp_path)
    assert len(records(list(archive.chunks(archive.detection, 0, 1 << 20)))) == 1
    assert archive.members is not None
    assert archive.members.refused == {"unsupported_method": 1}


@pytest.mark.parametrize("size", [200, 1000])
def test_a_dump_in_an_archive_goes_on_in_the_middle_of_a_statement(tmp_path: Path, size: int) -> None:
    rows = ",".join(f"({n},'n{n}@people.test','Blue{n}')" for n in range(400))
    copied = "".join(f"{n}\tm{n}@people.test\tRed{n}\n" for n in range(300))
    dumps = {
        "a.txt": b"jo@people.test:Blue42\n" * 30,
        "b.sql": f"CREATE TABLE users (id int, email text, password text);\nINSERT INTO users VALUES {rows};\n".encode(),
        "c.sql": f"COPY public.users (id, email, password) FROM stdin;\n{copied}\\.\n".encode(),
    }
    path = tmp_path / "leak.bin"
    path.write_bytes(tar_of(dumps))
    archive = reading(path, tmp_path)
    chunks = list(archive.chunks(archive.detection, 0, size))
    whole = records(chunks)
    assert len(whole) == 730
    for chunk in chunks[:: max(len(chunks) // 25, 1)]:
        again = records(list(archive.chunks(archive.detection, chunk.end, size)))
        assert again == [record for record in whole if int(str(record["offset"])) >= chunk.end]
