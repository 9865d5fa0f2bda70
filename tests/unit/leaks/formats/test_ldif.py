"""Exports of directories (leak-formats §17): folded and encoded values, several of one attribute, and broken entries."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_writers import ldif
from leak_writers.records import LeakRecord, distinct, exposed_part, leak_records
from parsed_rows import Row, rows_of
from tallies import is_balanced

from breachlight.leaks.formats import FileKind, LdifDialect, detect, parse_part, split_point
from breachlight.leaks.formats.ldif import ldif_parts
from breachlight.leaks.records import Flag, PasswordType, RejectReason, SkipReason

DN = "dn: uid=jane,ou=people,dc=acme,dc=example\n"


def read(text: str | bytes) -> list[Row]:
    data = text.encode() if isinstance(text, str) else text
    detection = detect(data, "people.txt")
    assert (detection.kind, detection.dialect) == (FileKind.LDIF, LdifDialect())
    part = parse_part(data, 0, LdifDialect())
    assert is_balanced(part.tally)
    assert part.tally.lines == len(data.splitlines())
    return rows_of(part)


def credentials(text: str | bytes) -> list[tuple[str | None, str | None]]:
    return [(row.username, row.password) for row in read(text)]


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("mail: jane@acme.example\nuserPassword: Blue42\n", [("jane@acme.example", "Blue42")]),
        ("mail: jane@acme.example\nuserPassword:: R2VoZWltOjc4\n", [("jane@acme.example", "Geheim:78")]),
        ("mail: jane@\n acme.example\nuserPassword:: R2Vo\n ZWltOjc4\n", [("jane@acme.example", "Geheim:78")]),
        ("mail;lang-de: jane@acme.example\nUSERPASSWORD;binary:: R3LDvG4=\n", [("jane@acme.example", "Grün")]),
        ("uid: jane\nuserPassword: Blue42\n", [("jane", "Blue42")]),
        ("objectClass: person\nuserPassword: Blue42\n", [("jane", "Blue42")]),
        ("mail: jane@acme.example\n", [("jane@acme.example", None)]),
        ("proxyAddresses: SMTP:jane@acme.example\nunicodePwd:: IgBCAGwAdQBlACIA\n", [("jane@acme.example", "Blue")]),
        (
            "mail: jane@acme.example\nmail: jd@acme.example\nuserPassword: a1b2\nuserPassword: Blue42\n",
            [
                *(("jane@acme.example", "a1b2"), ("jane@acme.example", "Blue42")),
                *(("jd@acme.example", "a1b2"), ("jd@acme.example", "Blue42")),
            ],
        ),
        ("mail: jane@acme.example\nuserPassword:< file:///etc/passwd\n", [("jane@acme.example", None)]),
        (
            "mail: jane@acme.example\npasswordExpirationTime: 20200101\npwdHistory: 2020#x#y\n",
            [("jane@acme.example", None)],
        ),
        ("changetype: modify\nreplace: userPassword\nuserPassword: Blue42\n-\n", [("jane", "Blue42")]),
    ],
)
def test_the_attributes_of_a_person(attributes: str, expected: list[tuple[str | None, str | None]]) -> None:
    assert credentials(DN + attributes) == expected
    assert credentials((DN + attributes).replace("\n", "\r\n")) == expected


def test_a_hash_is_one() -> None:
    (row,) = read(DN + "mail: jane@acme.example\nuserPassword:: e1NTSEF9MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=\n")
    assert (row.password, row.password_type) == ("{SSHA}12345678901234567890", PasswordType.LDAP)
    (row,) = read(DN + "mail: jane@acme.example\nuserPassword:: /v8A\n")
    assert row.password == "feff00"


def test_names_are_aliases_unless_they_show_the_secret() -> None:
    (row,) = read(DN + "uid: jdoe\nuid: Blue42x\nmail: jane@acme.example\nuserPassword: blue42\n")
    assert (row.username, row.aliases) == ("jane@acme.example", ("jdoe",))


@pytest.mark.parametrize(
    "lines",
    ["userPassword: Blue\n42 is the rest\n", "userPassword:: R2Vo!\n", "userPassword: Blue\n42\n", "=: x\n"],
)
def test_a_broken_entry_is_rejected_and_its_neighbours_are_not(lines: str) -> None:
    good = DN + "mail: jo@people.test\nuserPassword: Red\n\n"
    data = (good + DN + "mail: jane@acme.example\n" + lines + "\n" + good).encode()
    part = parse_part(data, 0, LdifDialect())
    assert [row.username for row in rows_of(part)] == ["jo@people.test"] * 2
    assert part.tally.rejected == {RejectReason.BROKEN_ENTRY: 2 + lines.count("\n")}
    assert part.rejections.starts.tolist() == [len(good)]


def test_what_has_no_login_is_skipped() -> None:
    data = b"version: 1\n\n# people\ndn: dc=acme,dc=example\nobjectClass: domain\n\nsearch: 2\nresult: 0 Success\n"
    part = parse_part(data, 0, LdifDialect())
    assert part.tally.skipped == {SkipReason.NO_CREDENTIALS: 6, SkipReason.BLANK: 2}


def test_an_entry_without_a_name_may_be_the_rest_of_another_one() -> None:
    part = parse_part(b"mail: jane@acme.example\nuserPassword: Blue42\n", 0, LdifDialect())
    assert part.tally.rejected == {RejectReason.BROKEN_ENTRY: 2}


def test_legacy_bytes_are_flagged() -> None:
    (row,) = read(DN.encode() + b"mail: jane@acme.example\nuserPassword: Gr\xfcn\n")
    assert (row.password, row.flags) == ("Grün", {Flag.LEGACY_ENCODING})


@pytest.mark.parametrize(
    "text", ["dn:abc=1\njane@acme.example:x\n", "jane@acme.example:x\ndn: uid=1\n", "dn:x\nmail:y\n"]
)
def test_lists_are_no_ldif(text: str) -> None:
    assert detect(text.encode(), "list.txt").kind is not FileKind.LDIF


@settings(max_examples=50, deadline=None)
@given(
    st.lists(leak_records(), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]), st.integers(20, 90), st.data()
)
def test_every_record_and_nothing_else_wherever_it_is_cut(
    records: list[LeakRecord], end: str, width: int, data: st.DataObject
) -> None:
    records = distinct(records)
    content = ldif.write(records, end=end, width=width)
    rows = read(content)
    assert [(row.username, row.password) for row in rows] == [(record.login, record.password) for record in records]
    for row, record in zip(rows, records, strict=True):
        assert exposed_part(record.secret or "", " ".join([row.username or "", *row.aliases])) is None
    cut = split_point(content[: data.draw(st.integers(0, len(content)))], LdifDialect())
    parts = [
        *rows_of(parse_part(content[:cut], 0, LdifDialect())),
        *rows_of(parse_part(content[cut:], cut, LdifDialect())),
    ]
    assert parts == rows
    assert list(ldif_parts(content)) == [(0, len(content))]
