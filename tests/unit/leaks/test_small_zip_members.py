"""Small members of zip archives are read without the library, with its result."""

import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.leaks.ingest.archives import zips
from breachlight.leaks.ingest.archives.files import RandomFile, read_up_to
from breachlight.leaks.ingest.archives.members import MemberError
from breachlight.leaks.ingest.archives.passwords import Passwords
from breachlight.leaks.ingest.archives.zips import ZipContainer

_TEXT = b"URL: https://sp.acme.example/\nUsername: jane@acme.example\nPassword: Geheim-1\n\n"


class _Pipe(io.BytesIO):
    """A target that can't be gone back in, so that sizes follow the members."""

    def seekable(self) -> bool:
        return False


def archive(*, streamed: bool = False, comment: bytes = b"") -> bytes:
    target = _Pipe() if streamed else io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a/Passwords.txt", _TEXT * 3)
        made.writestr("ü/System.txt", b"", zipfile.ZIP_STORED)
        with_times = zipfile.ZipInfo("b.txt")
        with_times.extra = struct.pack("<HHBL", 0x5455, 5, 1, 0)
        made.writestr(with_times, _TEXT)
        made.comment = comment
    return target.getvalue()


def with_long_end(data: bytes) -> bytes:
    """Give an archive the record that those with more than 65,535 members have at their end."""
    *_, entries, size, start, _ = struct.unpack("<4s4H2LH", data[-22:])
    end = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, entries, entries, size, start)
    return data[:-22] + end + struct.pack("<4sLQL", b"PK\x06\x07", 0, len(data) - 22, 1) + data[-22:]


def contents(data: bytes) -> list[tuple[str, bytes, str | None]] | str:
    """Return name, bytes and problem of each member, or why the archive has none."""
    try:
        container = ZipContainer(
            RandomFile(lambda offset, size: data[offset : offset + size], len(data)), Passwords(())
        )
    except MemberError as error:
        return error.problem.value
    found = []
    for member in container.members(lambda _: True):
        try:
            read, failed = read_up_to(member.open(), 1 << 20)
        except MemberError as error:
            read, failed = b"", error
        found.append((member.info.name, read, None if failed is None else failed.problem.value))
    return found


ARCHIVES = {
    "plain": archive(),
    "streamed": archive(streamed=True),
    "with a comment": archive(comment=b"PK and more"),
    "behind another file": b"MZ and some code" + archive(),
    "with a long end": with_long_end(archive()),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_small_members_are_read_without_the_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "ZipLibrary", None)
    assert contents(ARCHIVES[name]) == [
        ("a/Passwords.txt", _TEXT * 3, None),
        ("ü/System.txt", b"", None),
        ("b.txt", _TEXT, None),
    ]


@pytest.mark.parametrize("stated", [(1 << 63) - 1, 1 << 63, (1 << 64) - 1])
@pytest.mark.parametrize("place", [40, 48], ids=["size", "start"])
def test_a_list_at_an_impossible_position_has_the_result_that_the_library_gives_it(place: int, stated: int) -> None:
    data = bytearray(ARCHIVES["with a long end"])
    struct.pack_into("<Q", data, data.index(b"PK\x06\x06") + place, stated)
    read = contents(bytes(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zips, "_SMALL_BYTES", -1)
        patch.setattr(zips, "read_directory", lambda _: None)
        assert contents(bytes(data)) == read


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(sorted(ARCHIVES)), st.data())
def test_a_changed_byte_has_the_result_that_the_library_gives_it(name: str, data: st.DataObject) -> None:
    whole = ARCHIVES[name]
    changed = bytearray(whole)
    changed[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zips, "_SMALL_BYTES", -1)
        patch.setattr(zips, "read_directory", lambda _: None)
        by_library = contents(bytes(changed))
    assert contents(bytes(changed)) == by_library
