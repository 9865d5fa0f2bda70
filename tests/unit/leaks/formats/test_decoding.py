"""From bytes to lines: encodings, line ends, endless lines, and that chunks do not matter."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from parsed_rows import rows_of

from breachlight.leaks.formats import (
    MAXIMUM_LINE_BYTES,
    LineDialect,
    StreamDecoder,
    StreamEncoding,
    decode_text,
    detect,
    detect_encoding,
    parse_part,
    split_lines,
    split_point,
)
from breachlight.leaks.formats.cyrillic import CyrillicTranscoder
from breachlight.leaks.line_text import decode_line

TEXT = "jane@acme.example:Blüe42\r\njdoe:€uro\r\n" * 20


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), StreamEncoding.BYTES),
        (TEXT.encode("utf-8-sig"), StreamEncoding.BYTES),
        (TEXT.encode("cp1252"), StreamEncoding.BYTES),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), StreamEncoding.UTF_16_LE),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), StreamEncoding.UTF_16_BE),
        (TEXT.encode("utf-16-le"), StreamEncoding.UTF_16_LE),
        (TEXT.encode("utf-16-be"), StreamEncoding.UTF_16_BE),
        (TEXT.encode("utf-32"), StreamEncoding.UTF_32_LE),
        (b"", StreamEncoding.BYTES),
        (b"\x00" * 100, StreamEncoding.BYTES),
    ],
)
def test_i05_encodings_of_a_file(data: bytes, encoding: StreamEncoding) -> None:
    assert detect_encoding(data) is encoding
    if encoding is not StreamEncoding.BYTES:
        assert decode_text(data) == TEXT.replace("\r\n", "\n").rstrip("\n")


def test_i05_every_line_end_ends_a_line() -> None:
    assert list(split_lines(b"a\r\nb\rc\nd\n\ne", 10)) == [
        (10, b"a"),
        (13, b"b"),
        (15, b"c"),
        (17, b"d"),
        (19, b""),
        (20, b"e"),
    ]
    assert list(split_lines(b"")) == []
    assert list(split_lines(b"a\n")) == [(0, b"a")]
    assert list(split_lines(b"\n")) == [(0, b"")]


def test_split_points_never_part_a_carriage_return_from_its_line_feed() -> None:
    assert split_point(b"a\r\nb", LineDialect()) == 3
    assert split_point(b"a\r", LineDialect()) == 0
    assert split_point(b"a\rb", LineDialect()) == 2
    assert split_point(b"a", LineDialect()) == 0


def decode(data: bytes, encoding: StreamEncoding, sizes: list[int]) -> tuple[bytes, int]:
    decoder = StreamDecoder(encoding)
    pieces: list[bytes] = []
    position = 0
    for size in sizes:
        pieces.append(decoder.feed(data[position : position + size]))
        position += size
    pieces.append(decoder.feed(data[position:], final=True))
    return b"".join(pieces), decoder.dropped_bytes


def cut_by_the_rule(data: bytes) -> bytes:
    out = bytearray()
    length = 0
    for byte in data:
        if byte in b"\r\n":
            length = 0
            out.append(byte)
        else:
            length += 1
            if length <= MAXIMUM_LINE_BYTES + 1:
                out.append(byte)
    return bytes(out)


runs = st.lists(
    st.tuples(st.sampled_from([b"x", b"\n", b"\r", b"\r\n", b"ab"]), st.integers(1, 3) | st.integers(65_530, 65_545)),
    max_size=6,
).map(lambda parts: b"".join(unit * count if unit.isalpha() else unit * min(count, 3) for unit, count in parts))


@given(runs, st.lists(st.integers(0, 70_000), max_size=6))
@example(b"x" * 200_000, [1, 65_536, 1, 1])
@example(b"x" * 65_537 + b"\n" + b"x" * 65_538, [65_537, 1, 65_537])
def test_i04_endless_lines_are_cut_the_same_in_any_chunks(data: bytes, sizes: list[int]) -> None:
    stream, dropped = decode(data, StreamEncoding.BYTES, sizes)
    assert stream == cut_by_the_rule(data)
    assert dropped == len(data) - len(stream)
    assert all(len(line) <= MAXIMUM_LINE_BYTES + 1 for _, line in split_lines(stream))


@given(
    st.text(max_size=60),
    st.sampled_from([e for e in StreamEncoding if e.value.startswith("utf")]),
    st.lists(st.integers(0, 9), max_size=9),
)
def test_i05_transcoding_is_the_same_in_any_chunks(text: str, encoding: StreamEncoding, sizes: list[int]) -> None:
    assert decode(text.encode(encoding.value), encoding, sizes)[0] == text.encode()


@given(st.binary(max_size=80), st.sampled_from(list(StreamEncoding)), st.lists(st.integers(0, 9), max_size=9))
def test_i05_arbitrary_bytes_decode_the_same_in_any_chunks(
    data: bytes, encoding: StreamEncoding, sizes: list[int]
) -> None:
    assert decode(data, encoding, sizes) == decode(data, encoding, [])


@given(st.binary(max_size=300) | st.text("a@.:\r\n\t ", max_size=200).map(str.encode), st.integers(1, 40))
def test_i02_lines_cut_at_split_points_equal_lines_read_at_once(stream: bytes, size: int) -> None:
    dialect = LineDialect()
    rows = []
    start = end = 0
    while end < len(stream):
        end = min(end + size, len(stream))
        cut = split_point(stream[start:end], dialect)
        rows += rows_of(parse_part(stream[start : start + cut], start, dialect))
        start += cut
    rows += rows_of(parse_part(stream[start:], start, dialect))
    assert rows == rows_of(parse_part(stream, 0, dialect))


@given(st.lists(st.sampled_from([b"a", b" b\t", b"\r", b"\n", b"\r\n", b"\0", "ü".encode(), b"\xfc", b"\xef\xbb\xbf"])))
@example([])
@example([b"\n"])
@example([b"a", b"\n", b"\n"])
def test_a_small_file_is_decoded_as_its_lines_are(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    if detect_encoding(data) is StreamEncoding.BYTES:
        decoded = StreamDecoder(StreamEncoding.BYTES).feed(data, final=True)
        assert decode_text(data) == "\n".join(decode_line(line)[0] for _, line in split_lines(decoded))


RUSSIAN = "иван@acme.example:пароль-1\r\nОльга Петрова;привет42\r\njdoe:Ромашка\r\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((RUSSIAN, "koi8-r"), (RUSSIAN, "cp866"), ("jane@acme.example:мойпароль\njo:Катюша\n", "koi8-r")),
        *(
            (RUSSIAN, "cp1251"),
            ("Україна понад усе, 1991\nпривіт", "cp1251"),
            ("jane@acme.example:мойпароль\njo:Катюша\n", "cp1251"),
        ),
        ("България над всичко", "cp1251"),
    ],
)
def test_cyrillic_words_show_the_encoding(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    expected = {"cp1251": StreamEncoding.WINDOWS_1251}.get(encoding) or StreamEncoding(encoding)
    assert detect_encoding(data) is expected
    assert StreamDecoder(expected).feed(data, final=True).decode() == text
    assert decode_text(data).splitlines() == text.splitlines()


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((RUSSIAN, "utf-8"), (RUSSIAN, "iso8859-5"), ("да:нет\n", "cp1251"), ("да:нет\n", "koi8-r")),
        *(("müller:Größe;çà:élève;naïveté\n" * 9, "cp1252"), ("żółć:źdźbło;gęś;łódź\n" * 9, "cp1250")),
        *(("καλημέρα κόσμε:μυστικό συνθηματικό\n" * 9, encoding) for encoding in ("cp1253", "cp737", "cp869")),
        *(
            (text * 9, "cp1253")
            for text in ("καλημερα κοσμε:μυστικο συνθηματικο\n", "ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ:ΜΥΣΤΙΚΟ ΣΥΝΘΗΜΑΤΙΚΟ\n")
        ),
        *(("müller:Größe;çà:élève;naïveté\n" * 9, encoding) for encoding in ("cp437", "cp850", "mac-roman")),
        *(
            ("שלום עולם:סיסמה סודית מאוד\n" * 9, "cp862"),
            ("パスワードは秘密です\n" * 9, "euc-jp"),
            ("密碼是秘密的\n" * 9, "big5"),
        ),
        *(("şifreniz:değiştirildi;çok güçlü\n" * 9, "cp1254"), ("שלום עולם:סיסמה סודית מאוד\n" * 9, "cp1255")),
        *(("مرحبا بالعالم:كلمة المرور\n" * 9, "cp1256"), ("密码是秘密的,你好世界\n" * 9, "gbk")),
        *(
            ("パスワードは秘密です\n" * 9, "shift-jis"),
            ("비밀번호는 비밀입니다\n" * 9, "euc-kr"),
            ("รหัสผ่านเป็นความลับ\n" * 9, "cp874"),
        ),
    ],
)
def test_other_encodings_are_not_taken_for_it(text: str, encoding: str) -> None:
    assert detect_encoding(text.encode(encoding)) is StreamEncoding.BYTES


@given(
    st.lists(
        st.sampled_from([b"\xef\xf0\xe8", "пароль".encode(), b"a:b", b"\n", b"\r\n", b"\xe5" * 9, b"x" * 99]),
        max_size=30,
    ),
    st.lists(st.integers(0, 300), max_size=5),
    st.sampled_from([20, 64]),
)
def test_cyrillic_streams_do_not_depend_on_their_chunks(pieces: list[bytes], cuts: list[int], unit: int) -> None:
    data = b"".join(pieces)
    whole = CyrillicTranscoder(longest=unit).feed(data, final=True)
    whole.decode()
    transcoder = CyrillicTranscoder(longest=unit)
    bounds = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    chunks = [data[start:end] for start, end in pairwise(bounds)] or [b""]
    fed = [transcoder.feed(chunk, final=number == len(chunks) - 1) for number, chunk in enumerate(chunks)]
    assert b"".join(fed) == whole


def test_a_head_without_line_end_is_decoded_too() -> None:
    data = "иван@acme.example:пароль-1".encode("cp1251")
    detection = detect(data, "list.txt")
    assert (detection.encoding, detection.dialect) == (StreamEncoding.WINDOWS_1251, LineDialect())
