"""Properties over arbitrary bytes: the readers never raise, never lose a line, and count everything."""

from hypothesis import given
from hypothesis import strategies as st
from parsed_rows import rows_of
from tallies import is_balanced

from breachlight.leaks.formats import (
    BlockDialect,
    Dialect,
    LineDialect,
    RejectReason,
    StreamDecoder,
    Tally,
    detect,
    parse_part,
    split_lines,
)
from breachlight.leaks.records import SAMPLE_OFFSETS

DIALECTS: list[Dialect] = [
    *(LineDialect(separator) for separator in ":;|\t, "),
    LineDialect(":", is_padded=True),
    LineDialect(":", is_email_last=True),
    BlockDialect(),
    BlockDialect(blank_separates=False),
    BlockDialect(is_unlabelled=True),
]
pieces = st.sampled_from(
    [
        *(bytes([byte]) for byte in b":;|\t @/?=#[]\n\r\x00\xff"),
        *(
            b"//",
            b"\xef\xbb\xbf",
            b"https://",
            b"android://",
            b"a.com",
            b"jane@acme.example",
            b"8443",
            b"jdoe",
            b"Blue42",
        ),
        *("é".encode(), b"URL: ", b"Username: ", b"Password: ", b"SOFT: ", b"===", b"UNKNOWN", b"[NOT_SAVED]"),
        *(b"|US|x.txt", b's:5:"', b"Email: "),
    ]
)
streams = st.lists(pieces, max_size=60).map(b"".join) | st.binary(max_size=200)


@given(streams, st.sampled_from(DIALECTS), st.integers(0, 1 << 40))
def test_i05_i08_every_line_ends_somewhere(stream: bytes, dialect: Dialect, base: int) -> None:
    part = parse_part(stream, base, dialect)
    rows, tally = rows_of(part), part.tally
    assert is_balanced(tally)
    assert tally.lines == len(list(split_lines(stream)))
    assert tally.records == len(rows)
    assert RejectReason.PARSER_FAULT not in tally.rejected
    offsets = [row.offset for row in rows]
    assert offsets == sorted(offsets)
    for row in rows:
        assert row.url or row.username
        assert base <= row.offset < base + len(stream)


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_i05_whole_way_from_bytes_to_tally(chunks: list[bytes]) -> None:
    data = b"\n".join(chunks)
    detection = detect(data, "x.txt")
    if detection.dialect is None:
        return
    stream = StreamDecoder(detection.encoding).feed(data, final=True)
    assert is_balanced(parse_part(stream, 0, detection.dialect).tally)


@given(streams, streams, st.sampled_from(DIALECTS))
def test_tallies_add_up(first: bytes, second: bytes, dialect: Dialect) -> None:
    parts = [parse_part(stream, 0, dialect).tally for stream in (first, second)]
    total = Tally()
    for tally in parts:
        total.merge(tally)
    assert is_balanced(total)
    assert total.lines == sum(tally.lines for tally in parts)
    assert total.records == sum(tally.records for tally in parts)
    assert total.rejected == parts[0].rejected + parts[1].rejected
    assert total.rejected_offsets == sorted(parts[0].rejected_offsets + parts[1].rejected_offsets)[:SAMPLE_OFFSETS]
