"""The rule against exposed secrets: whatever the separators, the order and the text around, no secret is shown (leak-formats §5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parsed_rows import Row, rows_of

from breachlight.leaks.formats import LineDialect, detect, parse_part

# No login, URL or text around a record has these letters, and no top-level domain is made of them alone.
MARKERS = "QZ7é"
SECRETS = st.builds(
    "{}{}{}".format,
    st.sampled_from(MARKERS),
    st.text(MARKERS + ":;|, \t@/.=?#-_$%&'\"[]{}()!🔥", min_size=2, max_size=24),
    st.sampled_from(MARKERS),
)
LOGINS = st.sampled_from(
    [
        *("jane@acme.example", "Jane.Doe+shop@mail.acme.example", "jörg@bücher.example", "jane..doe@acme.example"),
        *(
            "jdoe",
            "jane.doe",
            "j_doe-1",
            "+15550100200",
            "12345",
            "jane.me",
            "jane@corp",
            '"jane@acme.example"',
            "admin",
        ),
    ]
)
SITES = st.sampled_from(
    [
        *("https://a.com", "https://a.com/", "HTTP://sp.acme.example/login?next=/x&y=1#top", "http://10.1.2.3:8080/x"),
        *("https://a.com:8443", "https://a.com/x?next=https://b.com/y", "http://intranet/login", "ftp://jdoe@a.com/"),
        *("android://abc-_DEF==@com.pkg.name/", "https://a.com/login;jsessionid=AB1", "https://user:pw@a.com/x"),
        *("http://[2001:db8::1]:8080/x", "https://a.com/a,b.html", "https://a.com/p|q", "https://münchen.example/"),
    ]
)
NAMES_OF_SITES = st.sampled_from(
    [
        "a.com",
        "www.a.com/x",
        "a.com:8443/x",
        "localhost:10000/",
        "intranet/login",
        "10.1.2.3",
        "acme.me",
        "sp.acme.de/y",
    ]
)
SEPARATORS = st.sampled_from([":", ";", "|", ",", "\t", " ", " : ", ": ", " :", ":\t", "\t:", " | ", "; "])
PREFIXES = st.sampled_from(
    [
        "",
        "",
        "",
        "Chrome ",
        "1. ",
        "[HIT] ",
        "[+]",
        "🔥 ",
        "DZ ",
        "fresh ",
        "two words ",
        "- ",
        "URL: ",
        "URL:",
        "\t",
        "Host: ",
    ]
)
SUFFIXES = st.sampled_from(["", "", "", "|US|list.txt", "|country=US", " 🔥", " ", "\r"])
DIALECTS = st.sampled_from(
    [*(LineDialect(separator) for separator in ":;|\t, "), LineDialect(is_padded=True), LineDialect(is_email_last=True)]
)


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, str]:
    """A line in any order, with any separators and anything around it, and its secret."""
    url, login, secret = draw(SITES | NAMES_OF_SITES), draw(LOGINS), draw(SECRETS)
    fields = draw(
        st.sampled_from(
            [
                [login, secret],
                [url, login, secret],
                [url, login, secret],
                [draw(SITES), "", secret],
                [login, secret, draw(SITES)],
                [login, draw(SITES), secret],
                ["jdoe", "jane@acme.example", secret],
            ]
        )
    )
    line = draw(PREFIXES) + fields[0]
    # Between two separators that differ, an empty field can't be told from white space around one of them.
    same = draw(st.sampled_from([":", ";", "|", ",", "\t"])) if "" in fields else None
    for field in fields[1:]:
        line += (same or draw(SEPARATORS)) + field
    return line + draw(SUFFIXES), secret


def shown(row: Row) -> list[str]:
    return [text for text in (row.url, row.host, row.app, row.username, row.username_key, *row.aliases) if text]


def assert_hidden(row: Row, secret: str) -> None:
    folded = secret.lower()
    for text in shown(row):
        for start in range(len(secret) - 3):
            assert secret[start : start + 4] not in text, (row, secret)
            assert folded[start : start + 4] not in text.lower(), (row, secret)


@settings(max_examples=3000, deadline=None)
@given(lines(), DIALECTS)
def test_no_part_of_a_secret_is_shown(line: tuple[str, str], dialect: LineDialect) -> None:
    text, secret = line
    if dialect.is_email_last and "jane@acme.example" in text:
        return  # The file says that its last field is the address.
    for row in rows_of(parse_part(text.encode(), 1, dialect)):
        assert_hidden(row, secret)


@settings(max_examples=500, deadline=None)
@given(st.lists(lines(), min_size=1, max_size=12))
def test_no_part_of_a_secret_is_shown_whatever_the_file_votes_for(file: list[tuple[str, str]]) -> None:
    data = "\n".join(text.replace("\r", "") for text, _ in file).encode()
    dialect = detect(data, "list.txt").dialect
    if not isinstance(dialect, LineDialect) or dialect.is_email_last:
        return
    for row in rows_of(parse_part(data, 0, dialect)):
        number = data.count(b"\n", 0, row.offset)
        assert_hidden(row, file[number][1])


@settings(max_examples=1000, deadline=None)
@given(
    st.sampled_from(["https://a.com", "a.com", "URL: a.com", "localhost", "10.1.2.3", "http://[2001:db8::1]"]),
    st.sampled_from(["8080", "443"]),
    SEPARATORS,
    SECRETS,
)
def test_no_part_of_a_secret_is_shown_behind_a_login_that_may_be_a_port(
    site: str, login: str, separator: str, secret: str
) -> None:
    for row in rows_of(parse_part(f"{site}:{login}{separator}{secret}".encode(), 1, LineDialect())):
        assert_hidden(row, secret)


@pytest.mark.parametrize("secret", ["Q@7.é:Q", "WQX@Z6.Éa:7QW", "WQXZ67Q@x.日:Q"])
def test_a_domain_that_does_not_exist_makes_no_login_of_a_secret(secret: str) -> None:
    [row] = rows_of(parse_part(f"https://a.com:8080:{secret}".encode(), 1, LineDialect()))
    assert_hidden(row, secret)


@pytest.mark.parametrize(
    "login", ["jörg@пример.рф", "jörg@ПРИМЕР.РФ", "jörg@пример.Рф", "a@例え.みんな", "a@b.சிங்கப்பூர்"]
)
def test_an_address_under_an_existing_domain_of_another_script_is_a_login(login: str) -> None:
    [row] = rows_of(parse_part(f"https://a.com:8080:{login}:WQXZ67Q".encode(), 1, LineDialect()))
    assert (row.url, row.username, row.password) == ("https://a.com:8080", login, "WQXZ67Q")
    assert row.email_key


PLAIN_LOGINS = st.sampled_from(
    ["jane@acme.example", "Jane.Doe+shop@mail.acme.example", "jdoe", "jane.doe", "+15550100200"]
)
PLAIN_SITES = st.sampled_from(
    [
        "https://a.com",
        "https://a.com/x?y=1#z",
        "http://10.1.2.3:8080/x",
        "www.a.com/x",
        "a.com:8443/x",
        "ftp://jdoe@a.com/",
    ]
)


@settings(max_examples=1000, deadline=None)
@given(st.none() | PLAIN_SITES, PLAIN_LOGINS, SECRETS, st.sampled_from([":", ";", "|", ",", "\t", " : "]))
def test_usual_lines_are_read_whole(url: str | None, login: str, secret: str, separator: str) -> None:
    line = separator.join(field for field in (url, login, secret) if field is not None)
    rows = rows_of(parse_part(line.encode(), 1, LineDialect(separator.strip(" "))))
    assert [(row.url, row.username, row.password) for row in rows] == [(url, login, secret)]


@pytest.mark.parametrize("login", ["opera", "host", "site"])
def test_a_login_that_is_also_a_word_for_software_or_a_url(login: str) -> None:
    for row in rows_of(parse_part(f"{login}:https://a.com/x:QZQZ:QZQZ".encode(), 1, LineDialect())):
        assert_hidden(row, "QZQZ:QZQZ")
