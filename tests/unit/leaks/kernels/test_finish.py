"""Finished records: sites, keys and flags are those of ``kit.addresses``, whatever the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.kit.addresses import alias_key, email_key, host_key
from breachlight.leaks.kernels import codes
from breachlight.leaks.parsed import (
    PASSWORD_TYPES,
    REJECT_REASONS,
    TEXT_COLUMNS,
    ParsedPart,
    RawFields,
    finish,
    fold,
)
from breachlight.leaks.record_schema import FLAG_BITS, RECORD_SCHEMA, flags_of
from breachlight.leaks.records import Flag, PasswordType, RejectReason, SkipReason

URL, LOGIN, SECRET = "https://a.com", "jdoe", "Blue42"


def finished(*rows: tuple[str | None, ...], keeps_bare_urls: bool = False) -> ParsedPart:
    part = finish(RawFields.of_texts(rows), keeps_bare_urls=keeps_bare_urls)
    part.table().validate(full=True)
    return part


def record(*fields: str | None) -> dict[str, object]:
    rows = finished(fields).table().to_pylist()
    assert len(rows) == 1
    row: dict[str, object] = rows[0]
    return row


def flags(*fields: str | None) -> frozenset[Flag]:
    return flags_of(int(str(record(*fields)["flags"])))


def test_the_numbers_of_kernels_are_those_of_the_enumerations() -> None:
    for flag, bit in FLAG_BITS.items():
        assert getattr(codes, flag.name) == bit
    for number, kind in enumerate(PASSWORD_TYPES):
        assert getattr(codes, f"TYPE_{kind.name}") == number
    for number, reason in enumerate(REJECT_REASONS):
        assert getattr(codes, f"REJECTED_{reason.name}") == number
    for number, skip in enumerate(SkipReason):
        assert getattr(codes, f"SKIPPED_{skip.name}") == number
    for number, column in enumerate(TEXT_COLUMNS):
        assert getattr(codes, f"SPAN_{column.upper()}") == number


LOCAL_PARTS = st.text("ab.+-_!'&Zäß\u0308 @1", max_size=6) | st.sampled_from(["jane", "x" * 64, "x" * 65, "J.Doe+a"])
DOMAINS = st.sampled_from(
    [
        *("gmail.com", "GoogleMail.com", "yahoo.de", "jane.fastmail.com", "fastmail.com", "a.b.sent.com", "x-y.co.uk"),
        *("-a.test", "a-.test", "a..test", "xn--bcher-kva.example", "bücher.example", "foo.nope", "a_b.test", "test"),
        *("localhost", "10.0.0.1", "acme.123", "acme.example.", "b" * 63 + ".example", "b" * 64 + ".example"),
        *("é" * 70 + ".example", ("b" * 60 + ".") * 4 + "example", "пример.рф", "acme。example", "acme.РФ"),
    ]
)
WRAPPINGS = st.sampled_from(["", "", "", "<", ">", '"', "'", "(", ")", ".", ";", ", ", "\u00a0", "\u3002", "[", "]"])
ADDRESSES = st.builds("{}{}@{}{}".format, WRAPPINGS, LOCAL_PARTS, DOMAINS, WRAPPINGS)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(ADDRESSES | TEXTS)
def test_keys_of_logins(login: str) -> None:
    login = login.strip()
    rows = finished((URL, login, SECRET)).table().to_pylist()
    if rows[0]["username"] is None:
        return
    key = email_key(login) if "@" in login else None
    assert rows[0]["username"] == login
    assert rows[0]["email_key"] == key
    assert rows[0]["alias_key"] == (None if key is None else alias_key(key))
    assert rows[0]["username_key"] == (key or fold(login))


HOSTS = DOMAINS | st.sampled_from(
    ["WWW.acme.example:8443", "[::1]:80", "a.0x1f", "a.1f", "münchen.example:80", "a b.c", "a.b :80", " a.b", "a.b."]
)
URLS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["https://", "HTTP://", "ftp://", "", "://", "a+b-c.d://", "1://", "android:/"]),
    st.sampled_from(["", "", "jane@", "a@b@", "@"]),
    HOSTS,
    st.sampled_from(["", "/", "/x@y.z", "?u=a@b.c", "#", "\\x", ":", ":80/x"]),
)


@given(URLS | TEXTS)
def test_hosts_of_urls(url: str) -> None:
    url = url.strip()
    rows = finished((url, LOGIN, SECRET)).table().to_pylist()
    assert rows[0]["host"] == (host_key(url) if url else None)


@given(ADDRESSES, HOSTS, st.sampled_from(["", "/", "/x", "?", "#x"]))
def test_a_url_that_is_only_the_domain_of_the_address_is_flagged(login: str, host: str, path: str) -> None:
    login, url = login.strip(), f"https://{host}{path}".strip()
    key = email_key(login)
    is_expected = key is not None and key.endswith(f"@{host_key(url)}") and len(path) < 2
    assert (Flag.URL_IS_MAIL_DOMAIN in flags(url, login, SECRET)) is is_expected


@given(ADDRESSES | TEXTS, ADDRESSES | TEXTS)
def test_an_address_as_secret_is_flagged(login: str, secret: str) -> None:
    login, secret = login.strip(), secret.strip()
    rows = finished((URL, login, secret)).table().to_pylist()
    if not rows or rows[0]["username"] is None or rows[0]["password"] is None:
        return
    found = flags(URL, login, secret)
    assert (Flag.SECRET_IS_LOGIN in found) is (login == secret)
    assert (Flag.EMAIL_AS_SECRET in found) is (login != secret and "@" in secret and email_key(secret) is not None)


def test_apps_have_no_host() -> None:
    row = record("Android://abc==@com.pkg.name/", LOGIN, SECRET)
    assert (row["host"], row["app"]) == (None, "com.pkg.name")
    assert record("android://com.pkg.name/x", LOGIN, SECRET)["app"] == "com.pkg.name"
    assert record("android://", LOGIN, SECRET)["app"] is None


@pytest.mark.parametrize(
    ("secret", "flag"),
    [
        ("", Flag.NO_SECRET),
        ("[not_saved]", Flag.SENTINEL_SECRET),
        ("NONE", Flag.SENTINEL_SECRET),
        ("[UNKNOWN]", Flag.SENTINEL_SECRET),
        ("[Wrong padding]", Flag.SENTINEL_SECRET),
        ("Old or unknown version.", Flag.SENTINEL_SECRET),
        ("*****", Flag.MASKED_SECRET),
        ("xy", Flag.SHORT_SECRET),
        ("éé", Flag.SHORT_SECRET),
        ("\U0001f525", Flag.SHORT_SECRET),
        ("éüö", None),
        ("*none", None),
    ],
)
def test_missing_and_short_secrets(secret: str, flag: Flag | None) -> None:
    assert flags(URL, LOGIN, secret) == ({flag} if flag else set())
    is_missing = flag not in (None, Flag.SHORT_SECRET)
    assert record(URL, LOGIN, secret)["password"] == (None if is_missing else secret)


@pytest.mark.parametrize(
    "login",
    [
        "UNKNOWN",
        "[Unknown]",
        "password",
        "{email}",
        "missing-user",
        "",
        "Gmail_ps=CrMBAAl",
        "[Wrong padding] HEX: D4-75",
    ],
)
def test_placeholders_are_no_logins(login: str) -> None:
    row = record(URL, login, SECRET)
    assert (row["username"], row["username_key"], row["password"]) == (None, None, SECRET)
    assert flags(URL, login, SECRET) == {Flag.PLACEHOLDER_LOGIN if login else Flag.NO_LOGIN}


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
    assert record(URL, LOGIN, secret)["password_type"] == guess.value


def test_a_column_says_what_a_hash_is_and_its_salt_follows_it() -> None:
    raw = RawFields.of_texts([(URL, LOGIN, "0123456789", "pepper"), (URL, LOGIN, "NULL", "pepper")])
    raw.hash_types[:] = PASSWORD_TYPES.index(PasswordType.SHA1)
    rows = finish(raw).table().to_pylist()
    assert [(row["password"], row["password_type"]) for row in rows] == [("0123456789:pepper", "sha1"), (None, None)]


def test_the_password_in_a_url_is_not_kept_there() -> None:
    row = record("https://jane:Geheim-1@acme.example:8443/x", LOGIN, SECRET)
    assert (row["url"], row["host"], row["password"]) == ("https://jane@acme.example:8443/x", "acme.example", SECRET)
    row = record("ftp://jane:Geheim:1@acme.example", None, None)
    assert (row["url"], row["username"], row["password"]) == ("ftp://jane@acme.example", "jane", "Geheim:1")


def test_glued_addresses_and_mojibake_are_flagged() -> None:
    assert flags(URL, "jane@acme.examplejdoe@acme.example", SECRET) == {Flag.GLUED_LOGIN}
    assert flags(URL, "jäne@acme.examplejdoe@acme.example", SECRET) == {Flag.GLUED_LOGIN}
    assert flags(URL, LOGIN, "Bl\ufffdue") == flags(URL, "Blï¿½ue", SECRET) == {Flag.MOJIBAKE}


def test_rows_without_anything_are_rejected_and_counted() -> None:
    rows = [(None, "UNKNOWN", SECRET), (URL, None, None), (URL, LOGIN, None), (None, None, None)]
    part = finished(*rows)
    assert part.rejections.starts.tolist() == [0, 1, 3]
    assert part.tally.rejected == {RejectReason.NO_LOGIN: 3}
    assert (part.tally.lines, part.tally.records) == (4, 1)
    part = finished(*rows, keeps_bare_urls=True)
    assert part.tally.rejected == {RejectReason.NO_URL_OR_LOGIN: 2}


def test_other_usernames() -> None:
    part = finished(
        (URL, LOGIN, SECRET, None, None, "jane", "max", "Chrome"),
        (URL, LOGIN, SECRET),
        (URL, "ü", SECRET, None, "jörg"),
    )
    assert part.table()["other_usernames"].to_pylist() == [["jane", "max"], None, ["jörg"]]
    assert part.table()["software"].to_pylist() == ["Chrome", None, None]
    assert finished().table().equals(RECORD_SCHEMA.empty_table())
