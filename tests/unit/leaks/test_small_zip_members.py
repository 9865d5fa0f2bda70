"""Small members of zip archives are read without the library, with its result."""

import io
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


def archive(*, streamed: bool) -> bytes:
    target = _Pipe() if streamed else io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a/Passwords.txt", _TEXT * 3)
        made.writestr("ü/System.txt", b"", zipfile.ZIP_STORED)
        made.writestr("b.txt", _TEXT, zipfile.ZIP_STORED)
    return target.getvalue()


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


ARCHIVES = {streamed: archive(streamed=streamed) for streamed in (False, True)}


@pytest.mark.parametrize("streamed", ARCHIVES)
def test_small_members_are_read(streamed: bool) -> None:
    assert contents(ARCHIVES[streamed]) == [
        ("a/Passwords.txt", _TEXT * 3, None),
        ("ü/System.txt", b"", None),
        ("b.txt", _TEXT, None),
    ]


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(sorted(ARCHIVES)), st.data())
def test_a_changed_byte_has_the_result_that_the_library_gives_it(streamed: bool, data: st.DataObject) -> None:
    whole = ARCHIVES[streamed]
    changed = bytearray(whole)
    changed[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zips, "_SMALL_BYTES", -1)
        by_library = contents(bytes(changed))
    assert contents(bytes(changed)) == by_library
