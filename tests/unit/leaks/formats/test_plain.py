"""Plain lines: the narrow shapes that a faster reader may take give exactly the record of the reference reader."""

import re

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.leaks.formats import (
    LineDialect,
    ParsedRecord,
    PasswordType,
    is_plain,
    parse_line,
    plain_patterns,
    read_plain,
)

DIALECTS = [
    LineDialect(separator, is_email_last=is_email_last) for separator in ":;|" for is_email_last in (False, True)
]


def assert_equal_to_the_reference(line: bytes, dialect: LineDialect) -> None:
    plain = read_plain(line, dialect)
    if plain is None:
        return
    for offset in (0, 7):
        assert parse_line(offset, line, dialect) == ParsedRecord(
            offset,
            plain.url,
            plain.host,
            None,
            plain.username,
            plain.username_key,
            plain.email_key,
            plain.password,
            PasswordType.PLAIN,
        )


@pytest.mark.parametrize("separator", [":", ";", "|"])
@pytest.mark.parametrize(
    "line",
    [
        "jane@acme.example:Blue42",
        "Jane.Doe+tag@Mail.ACME.example:P@ss!w0rd#1",
        "https://www.acme.example:jdoe:Blue42",
        "http://Acme.example/login?next=/x&y=1#top:jane@globex.example:Bl%20ue",
        "https://my_host.acme.example/:j.doe-1:Blue42!",
    ],
)
def test_usual_lines_are_plain(line: str, separator: str) -> None:
    line = line.replace(":", separator).replace(f"{separator}//", "://")
    dialect = LineDialect(separator)
    assert is_plain(line.encode(), dialect)
    assert_equal_to_the_reference(line.encode(), dialect)


@pytest.mark.parametrize(
    "line",
    [
        "jane@acme.notatld:Blue42",
        "jane@acme.example:x",
        "jane@acme.example: Blue42",
        "jane@acme.example:Bl:ue",
        "jane@acme.example:none",
        "jane@acme.example:N/A",
        "jane@acme.example:[NOT_SAVED]",
        "jane@acme.example:*****",
        "jane@acme.example:$2y$10$abcdefghijklmnopqrstuv",
        "jane@acme.example:e10adc3949ba59abbe56e057f20f883e",
        "jane@acme.example:max@acme.example",
        "jane@acme.example:jane@acme.example",
        "https://acme.example:jane@acme.example:Blue42",
        "https://a.com:8443:Blue42",
        "https://a.com:8443/x:jdoe:Blue42",
        "https://a.com:unknown:Blue42",
        "https://a.com:jdoe:jdoe",
        "http://10.0.0.1/x:jdoe:Blue42",
        "http://intranet/x:jdoe:Blue42",
        "jdoe:Blue42",
        "jäne@acme.example:Blue42",
        "jane@acme.example:Blue42\r",
        "jane@acme.example:Blue42\n",
        "",
    ],
)
def test_odd_lines_are_not_plain(line: str) -> None:
    assert not is_plain(line.encode(), LineDialect())


@pytest.mark.parametrize(
    "dialect", [LineDialect("\t"), LineDialect(","), LineDialect(" "), LineDialect(":", is_padded=True)]
)
def test_other_dialects_have_no_plain_lines(dialect: LineDialect) -> None:
    assert plain_patterns(dialect) is None
    assert not is_plain(b"jane@acme.example:Blue42", dialect)


mail = st.from_regex(r"[a-zA-Z0-9][a-zA-Z0-9_+.\-]{0,9}@([a-z0-9]{1,5}\.){1,2}(com|example|de|xyz)", fullmatch=True)
secrets = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=20) | st.sampled_from(
    [
        "none",
        "NULL",
        "undefined",
        "a" * 32,
        "0" * 32,
        "0x0100" + "A" * 20,
        "country=US",
        "pbkdf2_sha256$1",
        "x.txt",
        "a.txt",
    ]
)
logins = (
    mail | st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._\-]{0,12}", fullmatch=True) | st.sampled_from(["password", "UNKNOWN"])
)
urls = st.builds(
    lambda scheme, host, path: f"{scheme}{host}{path}",
    st.sampled_from(["https://", "http://", "HTTP://", ""]),
    st.from_regex(r"([a-z0-9_\-]{1,5}\.){0,3}(com|example|de|local|1)", fullmatch=True),
    st.just("") | st.from_regex(r"[/:][a-zA-Z0-9:/.?=&#@;|!\-]{0,15}", fullmatch=True),
)


@given(
    st.sampled_from(":;|"),
    st.lists(urls | logins | secrets, min_size=1, max_size=4)
    | st.tuples(mail, secrets)
    | st.tuples(urls, logins, secrets),
    st.sampled_from(DIALECTS),
)
def test_plain_lines_give_the_record_of_the_reference(
    separator: str, parts: list[str] | tuple[str, ...], dialect: LineDialect
) -> None:
    assert_equal_to_the_reference(separator.join(parts).encode(), dialect)


@pytest.mark.parametrize("dialect", DIALECTS[::2])
def test_whatever_matches_the_patterns_gives_the_record_of_the_reference(dialect: LineDialect) -> None:
    patterns = plain_patterns(dialect)
    assert patterns is not None

    @given(st.from_regex(re.compile(patterns.mail, re.ASCII)) | st.from_regex(re.compile(patterns.url, re.ASCII)))
    def check(line: str) -> None:
        assert_equal_to_the_reference(line.encode(), dialect)

    check()


@pytest.mark.parametrize("dialect", DIALECTS[::2])
def test_the_patterns_mean_the_same_in_sql(dialect: LineDialect) -> None:
    patterns = plain_patterns(dialect)
    assert patterns is not None
    connection = duckdb.connect()

    @settings(max_examples=20)
    @given(st.lists(st.tuples(mail, secrets) | st.tuples(urls, logins, secrets), min_size=1, max_size=40))
    def check(rows: list[tuple[str, ...]]) -> None:
        lines = [dialect.separator.join(row) for row in rows]
        for pattern in (patterns.mail, patterns.url, patterns.excluded):
            found = connection.execute(
                "select list_transform(?::varchar[], line -> regexp_matches(line, ?))", [lines, pattern]
            ).fetchone()
            assert found == ([re.search(pattern, line) is not None for line in lines],)

    check()
