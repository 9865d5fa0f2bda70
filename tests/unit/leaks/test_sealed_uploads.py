"""The bytes of an upload on disk, whatever they are sent in, and wherever a process dies."""

import os
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.leaks import sealed_chunks
from breachlight.leaks.errors import RefusedError
from breachlight.leaks.uploads import sealed_file
from breachlight.leaks.uploads.sealed_file import InUseError, SealedFile

KEY, ID = bytes(range(32)), uuid.UUID(int=7)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> int:
    """Chunks of 50 bytes."""
    monkeypatch.setattr(sealed_chunks, "CHUNK_BYTES", 50)
    monkeypatch.setattr(sealed_file, "CHUNK_BYTES", 50)
    monkeypatch.setattr(sealed_file, "_SEALED_BYTES", 78)
    return 50


_STEPS = st.lists(
    st.one_of(
        st.integers(0, 180).map(lambda size: ("append", size)),
        st.just(("reopen", 0)),
        st.just(("die", 0)),
        st.integers(1, 77).map(lambda size: ("torn", size)),
    ),
    max_size=25,
)


@settings(max_examples=200, deadline=None)
@given(steps=_STEPS)
def test_what_was_flushed_is_read_again_and_a_dead_process_loses_only_what_it_had_not(tmp_path_factory, steps):
    with pytest.MonkeyPatch.context() as monkeypatch:
        for module in (sealed_chunks, sealed_file):
            monkeypatch.setattr(module, "CHUNK_BYTES", 50)
        monkeypatch.setattr(sealed_file, "_SEALED_BYTES", 78)
        folder = tmp_path_factory.mktemp("upload")
        source = os.urandom(25 * 180)
        file = SealedFile(folder, ID, KEY, writes=True)
        flushed = 0
        for name, size in steps:
            before = file.size
            if name == "append":
                file.append(source[before : before + size])
                assert file.size == before + size
                continue
            if name == "reopen":
                file.flush()
                flushed = file.size
            file.close()
            if name == "torn":
                with (folder / "chunks").open("ab") as chunks:
                    chunks.write(os.urandom(size))
            file = SealedFile(folder, ID, KEY, writes=True)
            assert flushed // 50 * 50 <= file.size <= before
            if name == "reopen":
                assert file.size == before
            assert file.read_at(0, len(source)) == source[: file.size]
        total = file.size
        file.flush()
        file.close()
        with SealedFile(folder, ID, KEY, writes=False) as reader:
            assert reader.size == total
            for start in range(0, total + 60, 37):
                assert reader.read_at(start, 61) == source[:total][start : start + 61]


@pytest.mark.usefixtures("small_chunks")
def test_chunks_open_at_their_own_place_of_their_own_upload_alone(tmp_path):
    with SealedFile(tmp_path, ID, KEY, writes=True) as file:
        file.append(bytes(100) + b"x" * 30)
        file.flush()
    chunks = tmp_path / "chunks"
    sealed = chunks.read_bytes()
    assert b"xxx" not in (tmp_path / "rest").read_bytes()
    for changed in (sealed[78:] + sealed[:78], sealed[:-1] + bytes([sealed[-1] ^ 1])):
        chunks.write_bytes(changed)
        with SealedFile(tmp_path, ID, KEY, writes=False) as file, pytest.raises(RefusedError, match="damaged"):
            file.read_at(0, 100)
    chunks.write_bytes(sealed)
    for upload, key in ((uuid.UUID(int=8), KEY), (ID, bytes(32))):
        with SealedFile(tmp_path, upload, key, writes=False) as file, pytest.raises(RefusedError):
            file.read_at(0, 100)


def test_an_upload_has_one_writer(tmp_path):
    with SealedFile(tmp_path, ID, KEY, writes=True):
        with pytest.raises(InUseError):
            SealedFile(tmp_path, ID, KEY, writes=True)
        SealedFile(tmp_path, ID, KEY, writes=False).close()
    SealedFile(tmp_path, ID, KEY, writes=True).close()
