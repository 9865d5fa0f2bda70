import hashlib
import os
import threading
from pathlib import Path

import pytest

from breachlight.leaks.errors import IngestError, RefusedError
from breachlight.leaks.ingest.source_reader import OpenSource, StoppedError
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.ingest.spool import Spool

CANARY = b"canary-3f9a@people.example:CanaryPassword77\n"


def fed(spool: Spool, content: bytes, step: int = 70_001) -> bool:
    """Fill a spool from a pipe that gives odd amounts at a time."""
    read_end, write_end = os.pipe()

    def write() -> None:
        with os.fdopen(write_end, "wb") as pipe:
            for start in range(0, len(content), step):
                pipe.write(content[start : start + step])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return spool.fill(read_end, lambda: False)
    finally:
        writer.join()
        os.close(read_end)


@pytest.mark.parametrize("size", [1, 1 << 20, (1 << 20) + 1, 3_000_000])
def test_a_spool_gives_back_any_part(tmp_path: Path, size: int):
    content = os.urandom(size)
    with Spool(tmp_path / "spool") as spool:
        assert fed(spool, content)
        assert (spool.size, spool.digest) == (size, hashlib.sha256(content).digest())
        for offset, length in ((0, size), (size - 1, 10), ((1 << 20) - 5, 10), (size, 4)):
            assert spool.read_at(offset, length) == content[offset : offset + length]


def test_a_spool_is_a_sealed_unnamed_file_for_its_owner_only(tmp_path: Path):
    with Spool(tmp_path / "spool") as spool:
        fed(spool, CANARY * 50_000)
        assert list((tmp_path / "spool").iterdir()) == []
        assert (tmp_path / "spool").stat().st_mode & 0o777 == 0o700
        descriptor = spool._file.fileno()
        assert os.fstat(descriptor).st_mode & 0o777 == 0o600
        on_disk = os.pread(descriptor, 10_000_000, 0)
        assert len(on_disk) > len(CANARY) * 50_000
        assert b"canary" not in on_disk.lower()


def test_a_spool_that_cannot_be_written_says_what_to_do(tmp_path: Path):
    (tmp_path / "spool").write_text("a file where the folder should be")
    with pytest.raises(IngestError, match="make that folder writable"):
        Spool(tmp_path / "spool")


def test_a_spool_stops_when_asked_although_nothing_comes(tmp_path: Path):
    read_end, write_end = os.pipe()
    try:
        with Spool(tmp_path / "spool") as spool:
            assert not spool.fill(read_end, lambda: True)
    finally:
        os.close(read_end)
        os.close(write_end)


def opened(path: Path, folder: Path, *, stop: bool = False) -> OpenSource:
    return OpenSource(Source(path.name, path), folder, lambda: stop)


def test_a_file_is_read_in_place(tmp_path: Path):
    path = tmp_path / "leak.txt"
    path.write_bytes(CANARY * 1000)
    source = opened(path, tmp_path / "spool")
    assert source.digest == hashlib.sha256(CANARY * 1000).digest()
    assert source.read_at(len(CANARY), 6) == b"canary"
    source.check_unchanged()
    source.close()
    assert not (tmp_path / "spool").exists()


def test_a_named_pipe_is_spooled(tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(CANARY * 3))
    writer.start()
    source = opened(path, tmp_path / "spool")
    writer.join()
    assert source.read_at(0, 1000) == CANARY * 3
    source.close()


def test_what_cannot_be_read_is_refused_with_its_reason(tmp_path: Path):
    (tmp_path / "empty.txt").touch()
    for path, reason in (
        (tmp_path / "absent.txt", "not_found"),
        (tmp_path / "empty.txt", "empty"),
        (tmp_path, "unreadable"),
        (Path("/dev/zero"), "no_file"),
    ):
        with pytest.raises(RefusedError) as refused:
            opened(path, tmp_path / "spool")
        assert refused.value.reason == reason


def test_a_file_that_is_written_meanwhile_is_refused(tmp_path: Path):
    path = tmp_path / "leak.txt"
    path.write_bytes(CANARY)
    source = opened(path, tmp_path / "spool")
    with path.open("ab") as file:
        file.write(CANARY)
    with pytest.raises(RefusedError, match="changed"):
        source.check_unchanged()
    source.close()


def test_reading_stops_when_asked(tmp_path: Path):
    path = tmp_path / "leak.txt"
    path.write_bytes(CANARY)
    with pytest.raises(StoppedError):
        opened(path, tmp_path / "spool", stop=True)
