"""Lines of the usual kind are read and finished as any other line is (``kernels.usual_lines``)."""

from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from usual_records import LOGINS, SECRETS, URLS, records_of

from breachlight.leaks.formats.dialects import LineDialect
from breachlight.leaks.formats.lines import parse_lines
from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.line_batches import COUNTERS, read_lines
from breachlight.leaks.kernels.vectors import WIDE
from breachlight.leaks.parsed import JUDGE_BY_SHAPE, RawFields, finish, names_table

SEPARATORS = [":", ";", "|", ",", " : ", "\t"]
ENDS = ["\n", "\r\n", "\r"]

LINES = st.builds(
    lambda url, login, separator, secret, end: url + login + separator + secret + end,
    st.just("") | st.sampled_from(URLS),
    st.sampled_from(LOGINS) | st.text(st.sampled_from("ab.@-_Z1/"), max_size=9),
    st.sampled_from(SEPARATORS),
    st.sampled_from(SECRETS) | st.text(st.sampled_from("ab.@-_Z1/:#"), max_size=9),
    st.sampled_from(ENDS),
)


def parse_each_by_itself(lines: list[str]) -> list[tuple[Any, ...]]:
    """Read each line at the very end of its array: with too little behind it, none is read as a usual one."""
    found: list[tuple[Any, ...]] = []
    for line in lines:
        data = line.encode()
        text = np.frombuffer(data, np.uint8).copy()
        rows = len(data) + 2
        fields = np.empty((rows, codes.RAW_FIELDS, 2), np.int32)
        starts, lengths, flags = np.empty(rows, np.int64), np.empty(rows, np.int32), np.empty(rows, np.int32)
        rejected, counters = np.empty((rows, 3), np.int64), np.zeros(COUNTERS, np.int64)
        text, size, count, _ = read_lines(
            names_table(), text, len(data), 1, ord(":"), False, fields, starts, lengths, flags, rejected, counters
        )
        kinds = np.full(count, JUDGE_BY_SHAPE, np.uint8)
        ones = np.ones(count, np.int32)
        raw = RawFields(text, size, fields[:count], starts[:count], lengths[:count], ones, flags[:count], kinds)
        assert len(data) > 2 * WIDE or not (raw.flags & codes.USUAL_RECORD).any()
        found += records_of(finish(raw))
    return found


@settings(deadline=None, max_examples=300)
@given(st.lists(LINES, min_size=1, max_size=6), st.sampled_from(["", "x" * 80, "\n" * 80, "@" * 80]))
@example(["https://acme.example:jane@acme.example:Blue42\n"], "")
@example(["https://acme.example/:Jane@ACME.example:Blue42\n"], "")
@example(["https://acme.example:jane:jane\n", "J.Doe@Gmail.com:p@ss\n"], "")
@example(["https://acme.example:jane@acme.example:8443/x\n"], "")
@example(["jane.doe@acme.example:Blue42\n", "jane:1@1.aZ:1\n"], "")
def test_usual_lines_have_the_records_that_any_line_has(lines: list[str], after: str) -> None:
    part = parse_lines("".join([*lines, after]).encode(), 1, LineDialect())
    expected = parse_each_by_itself(lines)
    found = records_of(part)
    assert found[: len(expected)] == expected
    assert len(found) - len(expected) <= 1


def test_most_lines_are_usual() -> None:
    text = (
        b"jane.doe@acme.example:Blue42\nhttps://sp.acme.example/login:jdoe:p@ssWord-1\nJ.Doe@Gmail.com;x1y2z3\r\n" * 3
    )
    fields = np.empty((12, codes.RAW_FIELDS, 2), np.int32)
    starts, lengths, flags = np.empty(12, np.int64), np.empty(12, np.int32), np.empty(12, np.int32)
    rejected, counters = np.empty((12, 3), np.int64), np.zeros(COUNTERS, np.int64)
    data = np.frombuffer(text + bytes(64), np.uint8).copy()
    _, _, rows, _ = read_lines(
        names_table(), data, len(text), 0, ord(":"), False, fields, starts, lengths, flags, rejected, counters
    )
    assert rows == 9
    assert (flags[:rows] & codes.USUAL_RECORD).all()
