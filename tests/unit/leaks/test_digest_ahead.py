"""The digest that is computed while an ingest loads its libraries."""

import hashlib
from pathlib import Path

from breachlight.leaks.ingest.digest_ahead import begin_digest, begun_digest
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source

DATA = b"jane@acme.example:Geheim-1\n" * (1 << 20)


def opened(path: Path) -> OpenSource:
    return OpenSource(Source(path.name, path), path.parent, lambda: False)


def test_a_digest_begun_before_is_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "leak.txt"
    path.write_bytes(DATA)
    begin_digest(path)
    source = opened(path)
    assert (source.digest, source.size) == (hashlib.sha256(DATA).digest(), len(DATA))
    source.check_unchanged()
    source.close()


def test_a_file_changed_in_between_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "leak.txt"
    path.write_bytes(DATA)
    begin_digest(path)
    with path.open("ab") as file:
        file.write(b"bob@acme.example:x\n")
    source = opened(path)
    assert source.digest == hashlib.sha256(path.read_bytes()).digest()
    assert source.size == path.stat().st_size
    source.close()


def test_what_cannot_be_read_is_left_to_its_reader(tmp_path: Path) -> None:
    begin_digest(tmp_path / "missing")
    begin_digest(tmp_path)
    assert begun_digest((0, 0, 0, 0), lambda: False) is None
