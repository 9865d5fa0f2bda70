"""Properties over arbitrary bytes: the readers never raise, never lose a line, and count everything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tallies import is_balanced

from breachlight.leaks.formats import (
    BlockDialect,
    Dialect,
    LineDialect,
    ParsedRecord,
    PasswordType,
    Rejected,
    RejectReason,
    Skipped,
    SkipReason,
    StreamDecoder,
    Tally,
    counted,
    detect,
    parse_batch,
    split_lines,
    username_key,
)
from breachlight.leaks.formats.hashes import password_type

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
    tally = Tally()
    records = list(counted(parse_batch(stream, base, dialect), tally))
    assert is_balanced(tally)
    assert tally.lines == len(list(split_lines(stream)))
    assert tally.records == len(records)
    assert RejectReason.PARSER_FAULT not in tally.rejected
    offsets = [record.offset for record in records]
    assert offsets == sorted(offsets)
    for record in records:
        check_record(record)
        assert base <= record.offset < base + len(stream)


def check_record(record: ParsedRecord) -> None:
    assert record.url or record.username
    assert (record.password is None) == (record.password_type is PasswordType.NONE)
    assert record.username_key == ("" if record.username is None else username_key(record.username))
    assert record.email_key in (None, record.username_key)
    assert record.host is None or record.app is None
    for text in (record.url, record.username, record.password, *record.aliases):
        assert text is None or (text and text == text.strip() and "\x00" not in text and "\ufeff" not in text)


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_i05_whole_way_from_bytes_to_tally(chunks: list[bytes]) -> None:
    data = b"\n".join(chunks)
    detection = detect(data, "x.txt")
    if detection.dialect is None:
        return
    stream = StreamDecoder(detection.encoding).feed(data, final=True)
    tally = Tally()
    list(counted(parse_batch(stream, 0, detection.dialect), tally))
    assert is_balanced(tally)


def test_tallies_add_up() -> None:
    first, second = Tally(), Tally()
    first.add(Skipped(0, SkipReason.BLANK))
    first.add(Rejected(1, RejectReason.NO_LOGIN, lines=3))
    second.add_plain(10)
    for offset in range(30):
        second.add(Rejected(offset, RejectReason.NO_SEPARATOR))
    first.merge(second)
    assert (first.lines, first.records) == (44, 10)
    assert is_balanced(first)
    assert first.rejected_offsets == [1, *range(19)]


@pytest.mark.parametrize(
    ("secret", "guess"),
    [
        ("e10adc3949ba59abbe56e057f20f883e", PasswordType.MD5),
        ("E10ADC3949BA59ABBE56E057F20F883E:salt", PasswordType.MD5),
        ("a" * 16, PasswordType.MYSQL_323),
        ("a" * 40, PasswordType.SHA1),
        ("a" * 48, PasswordType.TIGER_192),
        ("a" * 56, PasswordType.SHA224),
        ("a" * 64, PasswordType.SHA256),
        ("a" * 96, PasswordType.SHA384),
        ("a" * 128, PasswordType.SHA512),
        ("$1$abc$def", PasswordType.MD5_CRYPT),
        ("$2a$10$x", PasswordType.BCRYPT),
        ("$2b$10$x", PasswordType.BCRYPT),
        ("$5$x", PasswordType.SHA256_CRYPT),
        ("$6$x", PasswordType.SHA512_CRYPT),
        ("$P$Bx", PasswordType.PHPASS),
        ("$H$9x", PasswordType.PHPASS),
        ("$S$Dx", PasswordType.DRUPAL_7),
        ("$argon2id$v=19$x", PasswordType.ARGON2),
        ("{SSHA}x", PasswordType.LDAP),
        ("pbkdf2_sha256$1000$x", PasswordType.PBKDF2),
        ("SCRYPT:x", PasswordType.SCRYPT),
        ("0x0100" + "A" * 48, PasswordType.MSSQL),
        ("*" + "A" * 40, PasswordType.MYSQL_41),
        ("1" * 32, PasswordType.PLAIN),
        ("a" * 15, PasswordType.PLAIN),
        ("a" * 33, PasswordType.PLAIN),
        ("Blue42", PasswordType.PLAIN),
        ("$Blue42", PasswordType.PLAIN),
        ("0xBlue42", PasswordType.PLAIN),
    ],
)
def test_hashes_are_recognized_by_shape(secret: str, guess: PasswordType) -> None:
    assert password_type(secret) is guess
