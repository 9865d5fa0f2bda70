"""Cookies are counted as a regular expression counts them, in any text and however it is divided."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.leaks.ingest.archives import cookies
from breachlight.leaks.ingest.archives.cookies import CookieCounter, cookies_and_domains

COOKIE = re.compile(
    rb"^(?:#httponly_)?\.?([^\t\r\n]{1,253})\t(?:true|false)\t[^\t\r\n]*\t(?:true|false)\t",
    re.MULTILINE | re.IGNORECASE,
)
PARTS = [b"\t", b"\t", b"\t", b"\n", b"\r", b".", b"#HttpOnly_", b"#httponly", b"TRUE", b"true", b"False", b"tru", b"/", b"a",
         b"Acme.example", b"x" * 252, b"\xc3\x9c", b"\x00", b"\t/\tTRUE\t0\tname\tvalue\n", b"\tFALSE\t\tfalse\t"]  # fmt: skip


class Pieces:
    def __init__(self, text: bytes, size: int) -> None:
        self._text, self._size, self._position = text, size, 0

    def read(self, size: int, /) -> bytes:
        start = self._position
        self._position += min(size, self._size)
        return self._text[start : self._position]


def counted(texts: list[bytes], size: int, most_domains: int = 100) -> tuple[Counter[bytes], tuple[int, int]]:
    counter, files = CookieCounter(most_domains), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cookies, "_MOST_ADDED_ROWS", 3)
        for text in texts:
            counts, error = counter.count(Pieces(text, size))
            assert error is None
            counter.add(counts)
            files.append(counts)
    return counter.totals(), cookies_and_domains(files)


@given(st.lists(st.lists(st.sampled_from(PARTS), max_size=40).map(b"".join), max_size=4), st.integers(1, 200))
def test_any_texts(texts: list[bytes], size: int) -> None:
    expected = Counter(name.lower() for text in texts for name in COOKIE.findall(text))
    assert counted(texts, size) == (expected, (expected.total(), len(expected)))


@given(st.lists(st.lists(st.sampled_from(PARTS), max_size=40).map(b"".join), min_size=1, max_size=4))
def test_files_counted_together_count_as_each_alone(texts: list[bytes]) -> None:
    counter = CookieCounter()
    counts = counter.count_together(texts)
    counter.add(counts)
    expected = Counter(name.lower() for text in texts for name in COOKIE.findall(text))
    assert (counter.totals(), cookies_and_domains([counts])) == (expected, (expected.total(), len(expected)))


@given(st.lists(st.integers(0, 30), max_size=200), st.integers(1, 20))
def test_more_domains_than_there_are_names_for(numbers: list[int], most: int) -> None:
    text = b"".join(b"%d.example\tTRUE\t/\tTRUE\t0\tname\tvalue\n" % number for number in numbers)
    named = list(dict.fromkeys(numbers))[:most]
    expected = Counter(b"%d.example" % number if number in named else b"other domains" for number in numbers)
    assert counted([text], 1 << 20, most) == (expected, (len(numbers), len(set(numbers))))


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_without_end_is_left_out(end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cookies, "_MOST_LINE_BYTES", 100)
    good = b"acme.example\tTRUE\t/\tTRUE\t0\tname\tvalue\n"
    found, _ = counted([good + b"x" * 1_000 + end + good], 50)
    assert found[b"acme.example"] == (2 if end else 1)
