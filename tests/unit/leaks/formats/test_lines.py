"""One-line records: tricky lines by number, separators, skips and rejections (leak-formats §5, §11)."""

import pytest
from parsed_lines import EMAIL, fields, outcome, read
from parsed_rows import rows_of

from breachlight.leaks.formats import parse_part
from breachlight.leaks.formats.dialects import LineDialect
from breachlight.leaks.records import Flag, PasswordType, RejectReason, SkipReason

TRICKY_LINES = [
    ("07", "+15550100200:Blue42", None, "+15550100200", "Blue42"),
    ("08", EMAIL, None, EMAIL, None),
    ("09", f"{EMAIL}:", None, EMAIL, None),
    ("10", f"{EMAIL}:x", None, EMAIL, "x"),
    ("11", "dup:dup", None, "dup", "dup"),
    ("15", f"{EMAIL}:e10adc3949ba59abbe56e057f20f883e", None, EMAIL, "e10adc3949ba59abbe56e057f20f883e"),
    ("17", f"{EMAIL}:$2y$10$abcdefghijklmnopqrstuv", None, EMAIL, "$2y$10$abcdefghijklmnopqrstuv"),
    ("18", f"{EMAIL}:Blue42:https://site.org/login", "https://site.org/login", EMAIL, "Blue42"),
    ("19", f"jdoe:{EMAIL}:Blue42", None, EMAIL, "Blue42"),
    (
        "40",
        f"https://a.com/x?next=https://b.com/y:{EMAIL}:Blue42",
        "https://a.com/x?next=https://b.com/y",
        EMAIL,
        "Blue42",
    ),
    ("41", "https://a.com/login;jsessionid=AB1:jdoe:Blue42", "https://a.com/login;jsessionid=AB1", "jdoe", "Blue42"),
    ("42", "https://a.com:jdoe:pa;ss", "https://a.com", "jdoe", "pa;ss"),
    ("50", "https://a.com:jdoe: Blue42", "https://a.com", "jdoe", "Blue42"),
    ("57", f"com.example.app/:{EMAIL}:Blue42", "com.example.app/", EMAIL, "Blue42"),
    ("60", "https://a.com/p%40ge:jdoe:P%40ss", "https://a.com/p%40ge", "jdoe", "P%40ss"),
    ("62", "https://a.com:jdoe:[NOT_SAVED]", "https://a.com", "jdoe", None),
    ("63", "https://a.com:UNKNOWN:Blue42", "https://a.com", None, "Blue42"),
    ("64", "https://a.com::Blue42", "https://a.com", None, "Blue42"),
    ("65", "https://a.com:jdoe:********", "https://a.com", "jdoe", None),
    ("73", 'a:2:{s:5:\\"email\\";s:16:\\"user@example.com\\";}', None, EMAIL, None),
    ("74", f"{EMAIL}\x00:Blue42", None, EMAIL, "Blue42"),
    ("75", "https://a.com:jdoe:me@example.com", "https://a.com", "jdoe", "me@example.com"),
]
FLAGS = {
    "08": {Flag.NO_SECRET},
    "09": {Flag.NO_SECRET},
    "10": {Flag.SHORT_SECRET},
    "11": {Flag.SECRET_IS_LOGIN},
    "62": {Flag.SENTINEL_SECRET},
    "63": {Flag.PLACEHOLDER_LOGIN},
    "64": {Flag.NO_LOGIN},
    "65": {Flag.MASKED_SECRET},
    "73": {Flag.NO_SECRET},
    "75": {Flag.EMAIL_AS_SECRET},
}
TYPES = {"15": PasswordType.MD5, "17": PasswordType.BCRYPT}


@pytest.mark.parametrize(
    ("number", "line", "url", "username", "password"),
    TRICKY_LINES,
    ids=[f"tricky_line_{row[0]}" for row in TRICKY_LINES],
)
def test_i07_tricky_lines(number: str, line: str, url: str | None, username: str | None, password: str | None) -> None:
    record = read(line)
    assert fields(record) == (url, username, password)
    assert record.flags == FLAGS.get(number, set())
    assert record.password_type is TYPES.get(number, PasswordType.PLAIN if password else PasswordType.NONE)
    assert record.aliases == (("jdoe",) if number == "19" else ())
    assert record.email_key == (EMAIL if username == EMAIL else None)


def test_i07_tricky_line_76_is_read_only_where_the_file_writes_the_address_last() -> None:
    assert outcome(f"Blue42:{EMAIL}") is RejectReason.AMBIGUOUS
    dialect = LineDialect(is_email_last=True)
    assert fields(read(f"Blue42:{EMAIL}", dialect)) == (None, EMAIL, "Blue42")
    assert fields(read(f"pa:ss:{EMAIL}", dialect)) == (None, EMAIL, "pa:ss")
    assert fields(read(f"{EMAIL}:Blue42", dialect)) == (None, EMAIL, "Blue42")


@pytest.mark.parametrize("separator", [":", ";", "|", "\t", ",", " ", " : ", ": ", " :"])
@pytest.mark.parametrize("secret", ["Blue42", "Bl:ue;4|2,x"])
def test_combolists_in_every_separator(separator: str, secret: str) -> None:
    voted = LineDialect(separator.strip(" ") or " ", is_padded=separator == " : ")
    assert fields(read(f"{EMAIL}{separator}{secret}", voted)) == (None, EMAIL, secret)
    assert fields(read(f"{EMAIL}{separator}{secret}")) == (None, EMAIL, secret)
    if separator not in secret:
        assert fields(read(f"jdoe{separator}{secret}", voted)) == (None, "jdoe", secret)


@pytest.mark.parametrize("separator", [":", ";", "|", "\t", " : "])
@pytest.mark.parametrize(
    "url",
    [
        "https://a.com",
        "https://a.com/",
        "HTTPS://A.com/x/y?z=1#f",
        "https://a.com:8443",
        "https://a.com:8443/x",
        "http://10.1.2.3:8080/x",
        "http://[2001:db8::1]:8080/x",
        "http://[2001:db8::1]",
        "http://intranet",
        "ftp://jdoe@ftp.a.com/",
        "sftp://a.com",
        "mysql://a.com:3306/db",
        "a.com",
        "www.a.com/path",
        "a.com:8443/path",
        "a.com:443",
        "10.1.2.3",
        "10.1.2.3:8080/x",
        "localhost:10000/",
        "intranet/login",
        "portal.corp.local",
        "android://abc-_DEF==@com.pkg.name/",
        "Android://abc-_DEF==@com.pkg.name",
        "https://a.com/x?next=https://b.com:8080/y",
    ],
)
@pytest.mark.parametrize("login", ["jdoe", "user@example.com", "+15550100200"])
def test_i07_urls_in_every_separator(separator: str, url: str, login: str) -> None:
    voted = LineDialect(separator.strip(" "), is_padded=separator == " : ")
    expected = (url, login, "Bl:ue42")
    if url.endswith(("com:8443", "com:443")) and login != EMAIL and ":" in separator:
        expected = (url, None, f"{login}{separator}Bl:ue42")  # The port may be the login.
    assert fields(read(f"{url}{separator}{login}{separator}Bl:ue42", voted)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("https://a.com:jdoe:Blue42|US|source.txt", ("https://a.com", "jdoe", "Blue42")),
        ("https://a.com|jdoe|Blue42|US|source.txt", ("https://a.com", "jdoe", "Blue42")),
        ("https://a.com:jdoe:Blue42|country=US", ("https://a.com", "jdoe", "Blue42")),
        ("https://a.com:jdoe:Bl|ue42", ("https://a.com", "jdoe", "Bl|ue42")),
        ("\thttps://a.com\tjdoe:Blue42", ("https://a.com", "jdoe", "Blue42")),
        ("a.com\tjdoe:Bl:ue42", ("a.com", "jdoe", "Bl:ue42")),
        ("https://a.com\tjdoe\tBl\tue42", ("https://a.com", "jdoe", "Bl\tue42")),
        ("https://a.com:jdoe:Bl\tue42", ("https://a.com", "jdoe", "Bl\tue42")),
        ("https://a.com\tjdoe", ("https://a.com", "jdoe", None)),
        ("DZ https://a.com:jdoe:Blue42", ("https://a.com", "jdoe", "Blue42")),
        ("https://a.com:jdoe", ("https://a.com", "jdoe", None)),
        ("https://a.com jdoe Blue42", ("https://a.com", "jdoe", "Blue42")),
        ("https://a.com;jdoe;Bl:ue42", ("https://a.com", "jdoe", "Bl:ue42")),
        ("https://a.com|jdoe|B:l:ue42", ("https://a.com", "jdoe", "B:l:ue42")),
        ("https://a.com/x|y:jdoe:Blue42", ("https://a.com/x", "y", "jdoe:Blue42")),
        ("https://a.com/x;user@example.com;p:a:s", ("https://a.com/x", EMAIL, "p:a:s")),
        ("https://a.com:99999:Blue42", ("https://a.com", "99999", "Blue42")),
        ("https://a.com:8443:Blue42", ("https://a.com", "8443", "Blue42")),
        ("user@example.com:https://a.com/x:Blue42", ("https://a.com/x", EMAIL, "Blue42")),
        ("user@example.com:https://a.com", ("https://a.com", EMAIL, None)),
        ("a.com/path:user@example.com", ("a.com/path", EMAIL, None)),
        ("a.com/x@y:jdoe:Blue42", ("a.com/x@y", "jdoe", "Blue42")),
        ("a.com/?e=user@example.com:jdoe:Blue42", ("a.com/?e=user@example.com", "jdoe", "Blue42")),
        ("https://a.com/x:y/z:user@example.com:Blue42", ("https://a.com/x:y/z", EMAIL, "Blue42")),
        ("https://a.com::user@example.com:Blue42", ("https://a.com", EMAIL, "Blue42")),
        ("jdoe:pa:ss", (None, "jdoe", "pa:ss")),
        ("jane.doe:pa:ss", (None, "jane.doe", "pa:ss")),
        ("jane doe:Blue42", (None, "jane", "doe:Blue42")),
        ('"user@example.com":"Blue42"', (None, '"user@example.com"', '"Blue42"')),
        ("jane/doe@acme.example:Blue42", (None, "jane/doe@acme.example", "Blue42")),
        ("user@example.com:hash:salt", (None, EMAIL, "hash:salt")),
        ("user@example.com Blue 42", (None, EMAIL, "Blue 42")),
        # Two separators in one line.
        ("https://sp.acme.example/login user@example.com:Ge:heim", ("https://sp.acme.example/login", EMAIL, "Ge:heim")),
        ("https://a.com/x jdoe Ge:heim", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("https://a.com/x|jdoe:Ge:heim", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("https://a.com/x;jdoe:Ge:heim", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("https://a.com/x:jdoe|Ge:heim", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("https://a.com/x:jdoe,Ge:heim", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("jdoe;Ge:heim;https://a.com/x", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("jdoe:777/::Q", (None, "jdoe", "777/::Q")),
        ("jdoe:8080/ab:cd:ef", (None, "jdoe", "8080/ab:cd:ef")),
        ("jane..doe@acme.example:777/::Q", (None, "jane..doe@acme.example", "777/::Q")),
        ("server:8080/login:user@example.com:Blue42", ("server:8080/login", EMAIL, "Blue42")),
        ("jdoe:Ge:heim:https://a.com:8443/x", ("https://a.com:8443/x", "jdoe", "Ge:heim")),
        ("jdoe:Ge:heim:https://a.com/x:y", (None, "jdoe", "Ge:heim:https://a.com/x:y")),
        ("jdoe:https://a.com/x:Ge:heim", ("https://a.com/x", "jdoe", "Ge:heim")),
        ("user@example.com:Blue https://a.com/x", (None, EMAIL, "Blue https://a.com/x")),
        # Text in front of the record.
        ("Chrome https://a.com/x:jdoe:Blue42", ("https://a.com/x", "jdoe", "Blue42")),
        ("Google_[Chrome]_Default https://a.com/x:jdoe:Blue42", ("https://a.com/x", "jdoe", "Blue42")),
        ("1. https://a.com/x:jdoe:Blue42", ("https://a.com/x", "jdoe", "Blue42")),
        ("12) user@example.com:Blue42", (None, EMAIL, "Blue42")),
        ("URL: https://a.com/x:jdoe:Blue42", ("https://a.com/x", "jdoe", "Blue42")),
        ("URL:https://a.com/x:jdoe:Blue42", ("https://a.com/x", "jdoe", "Blue42")),
        ("URL: a.com/x user@example.com:Blue42", ("a.com/x", EMAIL, "Blue42")),
        ("URL: acme.example user@example.com:Blue42", ("acme.example", EMAIL, "Blue42")),
        ("URL:a.com/x:jdoe:Blue42", ("a.com/x", "jdoe", "Blue42")),
        ("Host: a.com:8443/x jdoe:Blue42", ("a.com:8443/x", "jdoe", "Blue42")),
        ("Login page: a.com|jdoe|Blue42", ("a.com", "jdoe", "Blue42")),
        ("host:a.com:Blue42", (None, "host", "a.com:Blue42")),
        # A port that may be a login.
        ("https://a.com:8080:Ge:heim", ("https://a.com:8080", None, "Ge:heim")),
        ("a.com:443:Ge:heim", ("a.com:443", None, "Ge:heim")),
        ("https://a.com:8080:user@example.com:Blue42", ("https://a.com:8080", EMAIL, "Blue42")),
        ("https://a.com:8080/:jdoe:Blue42", ("https://a.com:8080/", "jdoe", "Blue42")),
        ("[HIT] user@example.com:Blue42", (None, EMAIL, "Blue42")),
        ("[+] [HIT]user@example.com:Blue42", (None, EMAIL, "Blue42")),
        ("- jdoe:Blue42", (None, "jdoe", "Blue42")),
        ("fresh hit user@example.com:Ge:heim", (None, EMAIL, "Ge:heim")),
        ("fresh https://a.com/x:user@example.com:Ge:heim", ("https://a.com/x", EMAIL, "Ge:heim")),
        # Colons inside the URL.
        ("https://user:Geheim-1@a.com/x:jdoe:Blue42", ("https://user@a.com/x", "jdoe", "Blue42")),
        ("https://user:Geheim-1@a.com:8443/x:jdoe:Blue42", ("https://user@a.com:8443/x", "jdoe", "Blue42")),
        ("https://user:Geheim-1@a.com/x", ("https://user@a.com/x", "user", "Geheim-1")),
        (
            "https://a.com/x;jsessionid=a:-1:user@example.com:Ge:heim",
            ("https://a.com/x;jsessionid=a:-1", EMAIL, "Ge:heim"),
        ),
        ("https://a.com/x,y.html:user@example.com:Ge:heim", ("https://a.com/x,y.html", EMAIL, "Ge:heim")),
        ("https://a.com:12345:user@example.com:Blue42", ("https://a.com:12345", EMAIL, "Blue42")),
        ("https://a.com:12345:Ge:heim", ("https://a.com", "12345", "Ge:heim")),
        # White space around a separator, a tab included.
        ("user@example.com:\tBlue42", (None, EMAIL, "Blue42")),
        ("user@example.com\t:Blue42", (None, EMAIL, "Blue42")),
        ("https://a.com\t:jdoe:\tBlue42", ("https://a.com", "jdoe", "Blue42")),
        ("https://a.com\t\tBlue42", ("https://a.com", None, "Blue42")),
        # Missing values and whole secrets.
        ("https://a.com:[UNKNOWN]:Blue42", ("https://a.com", None, "Blue42")),
        ("https://a.com:jdoe:[UNKNOWN]", ("https://a.com", "jdoe", None)),
        ("https://a.com:jdoe:[Wrong padding]", ("https://a.com", "jdoe", None)),
        ("https://a.com:jdoe:my secret 42", ("https://a.com", "jdoe", "my secret 42")),
        ("https://a.com:jdoe:Blue 🔥", ("https://a.com", "jdoe", "Blue 🔥")),
        ("🔥 jdoe:Blue ✅", (None, "jdoe", "Blue ✅")),
        # A port and a path behind a login may be the secret.
        (f"{EMAIL}:https://a.com:8443/x", ("https://a.com", EMAIL, "8443/x")),
        (f"{EMAIL}:https://a.com:77/x:Blue42", ("https://a.com", EMAIL, "77/x:Blue42")),
        (f"{EMAIL}:https://a.com:8443/x:Blue42", ("https://a.com:8443/x", EMAIL, "Blue42")),
        # A missing URL.
        (f":{EMAIL}:Blue42", (None, EMAIL, "Blue42")),
        (f",{EMAIL},Blue,42", (None, EMAIL, "Blue,42")),
        (f"|{EMAIL}|Blue42", (None, EMAIL, "Blue42")),
        (f";;{EMAIL};Blue42", (None, EMAIL, "Blue42")),
    ],
)
def test_i07_variants(line: str, expected: tuple[str | None, str | None, str | None]) -> None:
    assert fields(read(line)) == expected


@pytest.mark.parametrize("name", ["admin", "root", "user", "username", "info"])
def test_usual_names_are_real_logins(name: str) -> None:
    assert fields(read(f"https://a.com:{name}:Blue42")) == ("https://a.com", name, "Blue42")


@pytest.mark.parametrize(
    "line",
    [
        "fresh https://a.com/x:Ge:heim",
        "jdoe Geheim https://a.com/x",
        "Geheim user@example.com",
        "Ge:heim:user@example.com",
        "Geheim:user@example.com:https://a.com/x",
    ],
)
def test_lines_whose_readings_disagree_about_the_secret_are_rejected(line: str) -> None:
    assert outcome(line) in (RejectReason.AMBIGUOUS, SkipReason.BANNER)


@pytest.mark.parametrize("login", ["jane..doe@acme.example", ".jane@acme.example", "jane.@acme.example"])
def test_addresses_with_stray_full_stops_are_names(login: str) -> None:
    record = read(f"https://a.com:{login}:Blue42")
    assert (record.username, record.email_key) == (login, None)


def test_decoration_is_cut_only_where_a_space_sets_it_off() -> None:
    assert fields(read("🔥 ✅ https://a.com:jdoe:Blue42 🔥")) == ("https://a.com", "jdoe", "Blue42")
    assert fields(read("https://a.com:jdoe:Blue42🔥")) == ("https://a.com", "jdoe", "Blue42🔥")
    assert fields(read("https://a.com:jdoe:Bl é")) == ("https://a.com", "jdoe", "Bl é")


def test_hosts_and_apps() -> None:
    assert read("https://User@WWW.MÜNCHEN.example:8443/x:jdoe:Blue42").host == "www.xn--mnchen-3ya.example"
    assert read("http://10.1.2.3/x:jdoe:Blue42").host is None
    assert read("http://intranet/x:jdoe:Blue42").host is None
    app = read("android://abc==@com.pkg.name/:jane@acme.example:Blue42")
    assert (app.host, app.app) == (None, "com.pkg.name")


@pytest.mark.parametrize("mark", ["\u200b", "\u202e", "\u2060", "\u200f"])
def test_invisible_marks_around_an_address_are_no_part_of_its_key(mark: str) -> None:
    record = read(f"{mark}{EMAIL}:Blue42")
    assert (record.email_key, record.password) == (EMAIL, "Blue42")


def test_keys_are_normalised_and_the_text_stays() -> None:
    record = read("https://a.com:Jane+Shop@ACME.example:Blue42")
    assert (record.username, record.username_key) == ("Jane+Shop@ACME.example", "jane+shop@acme.example")
    assert record.email_key == "jane+shop@acme.example"
    record = read("JÖRG:Blue42")
    assert (record.username, record.username_key, record.email_key) == ("JÖRG", "jörg", None)


def test_url_that_is_only_the_mail_domain_is_flagged() -> None:
    assert Flag.URL_IS_MAIL_DOMAIN in read("https://acme.example/:jane@acme.example:Blue42").flags
    assert Flag.URL_IS_MAIL_DOMAIN not in read("https://acme.example/login:jane@acme.example:Blue42").flags


@pytest.mark.parametrize(
    ("line", "is_ambiguous"),
    [
        ("jane.me:pa:ss", True),
        ("acme.com:jdoe:Blue42", False),
        ("www.acme.me:jdoe:Blue42", False),
        ("acme.me/login:jdoe:Blue42", False),
        ("acme.me:jane@acme.example:Blue42", False),
        ("https://a.com/x:y/z:Blue42", True),
    ],
)
def test_i07_ambiguous_lines_are_marked(line: str, is_ambiguous: bool) -> None:
    assert (Flag.AMBIGUOUS in read(line).flags) is is_ambiguous


def test_words_of_adverts_are_logins_where_no_advert_follows() -> None:
    assert fields(read("support:Blue42")) == (None, "support", "Blue42")
    assert fields(read("support : Blue42", LineDialect(is_padded=True))) == (None, "support", "Blue42")
    assert fields(read("[jane@acme.example:Blue42]")) == (None, "[jane@acme.example", "Blue42]")


def test_glued_addresses_are_flagged_and_kept() -> None:
    record = read("jane@acme.examplejdoe@acme.example:Blue42")
    assert record.flags == {Flag.GLUED_LOGIN}
    assert record.email_key is None


@pytest.mark.parametrize(
    ("line", "text", "is_legacy"),
    [
        ("jdoe:Blüe42".encode(), "Blüe42", False),
        ("jdoe:Blüe42".encode("cp1252"), "Blüe42", True),
        (b"jdoe:Bl\x80ue", "Bl€ue", True),
        (b"jdoe:Bl\x81ue", "Bl\x81ue", True),
        (b"\xef\xbb\xbfjdoe:Bl\xef\xbb\xbfue\x00\r", "Blue", False),
    ],
)
def test_i05_encodings_of_one_line(line: bytes, text: str, is_legacy: bool) -> None:
    record = read(line)
    assert (record.username, record.password) == ("jdoe", text)
    assert (Flag.LEGACY_ENCODING in record.flags) is is_legacy


def test_mojibake_is_flagged_and_kept() -> None:
    assert read("jdoe:Bl\ufffdue").flags == {Flag.MOJIBAKE}
    assert read("jdoe:Blï¿½ue").flags == {Flag.MOJIBAKE}


@pytest.mark.parametrize(
    "secret",
    [
        *("Blue42:10.0.0.1", "Blue42:10.0.0.1:2020-01-31", "Blue42;31.12.2020", "Blue42|2020/1/31 10:00:00"),
        *("Blue:42:1.2.2021T8:00", "Blue42:2001:db8:1:2:3::4", "Blue42, 2020-01-31"),
    ],
)
@pytest.mark.parametrize("start", ["jane@acme.example:", "https://a.com:jdoe:", "jdoe:"])
def test_a_column_that_may_be_part_of_the_secret_stays_in_it_and_is_flagged(start: str, secret: str) -> None:
    (row,) = rows_of(parse_part((start + secret).encode(), 1, LineDialect()))
    assert (row.password, row.flags & {Flag.AMBIGUOUS}) == (secret, {Flag.AMBIGUOUS})


@pytest.mark.parametrize("secret", ["Blue42", "01.01.1990", "10.0.0.1", "Blue:42", "Blue42:1.2", "a:1.2.3", "x:2020-1"])
def test_other_secrets_are_not(secret: str) -> None:
    (row,) = rows_of(parse_part(f"jane@acme.example:{secret}".encode(), 1, LineDialect()))
    assert (row.password, row.flags & {Flag.AMBIGUOUS}) == (secret, frozenset())
