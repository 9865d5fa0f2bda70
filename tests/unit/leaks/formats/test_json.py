"""JSON exports (leak-formats §13): shapes of records, broken entries, cuts and encodings."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_writers import json_exports
from leak_writers.records import LeakRecord, distinct, exposed_part, hashes, leak_records
from leak_writers.records import secrets as plain_secrets
from tallies import is_balanced

from breachlight.leaks.formats import ColumnRole, Detection, FileKind, JsonDialect, ReadOptions, detect, split_point
from breachlight.leaks.formats.json_parts import json_parts, parse_json
from breachlight.leaks.record_schema import flags_of
from breachlight.leaks.records import Flag, RejectReason, SkipReason

MARKS = "QXZJVWKYqxzjvwky"


def read(content: "str | bytes | dict[str, Any] | list[Any]", **columns: str | int) -> list[dict[str, Any]]:
    """Detect and read a file; its records as dictionaries of what they have."""
    data = content if isinstance(content, bytes) else content.encode() if isinstance(content, str) else dumped(content)
    dialect = dialect_of(data, **columns)
    part = parse_json(data, 0, dialect)
    assert is_balanced(part.tally)
    return [{name: value for name, value in row.items() if value is not None} for row in part.table().to_pylist()]


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def dialect_of(data: bytes, **columns: str | int) -> JsonDialect:
    detection = detection_of(data, **columns)
    assert isinstance(detection.dialect, JsonDialect), detection.refusal
    return detection.dialect


def detection_of(data: bytes, **columns: str | int) -> Detection:
    chosen = tuple((ColumnRole(name), path) for name, path in columns.items())
    return detect(data, "export.json", ReadOptions(columns=chosen))


def credentials(content: Any, **columns: str | int) -> list[tuple[str | None, str | None, str | None]]:
    return [(row.get("url"), row.get("username"), row.get("password")) for row in read(content, **columns)]


JANE = (None, "jane@acme.example", "Blue42")
JO = (None, "jo@people.test", "Red{7}")


@pytest.mark.parametrize(
    "text",
    [
        '[{"email":"jane@acme.example","password":"Blue42"},{"email":"jo@people.test","password":"Red{7}"}]',
        '[ { "email" : "jane@acme.example", "password" : "Blue42" } , { "email": "jo@people.test", "password": "Red{7}" } ]',
        '{"email":"jane@acme.example","password":"Blue42"}\n{"email":"jo@people.test","password":"Red{7}"}\n',
        '{ "email": "jane@acme.example", "password": "Blue42" }\r\n{ "email": "jo@people.test", "password": "Red{7}" }\r\n',
        '{"email":"jane@acme.example","password":"Blue42"}{"email":"jo@people.test","password":"Red{7}"}',
        '{"email":"jane@acme.example","password":"Blue42"},\n{"email":"jo@people.test","password":"Red{7}"},\n',
        '\ufeff{"Email":"jane@acme.example","PASSWORD":"Blue42"}\n{"E-Mail":"jo@people.test","pass_word":"Red{7}"}\n',
        (
            '{"took":1,"hits":{"hits":[{"_source":{"email":"jane@acme.example","password":"Blue42"}},'
            '{"_source":{"email":"jo@people.test","password":"Red{7}"}}]}}'
        ),
        '{"users":{"u1":{"mail":"jane@acme.example","pwd":"Blue42"},"u2":{"mail":"jo@people.test","pwd":"Red{7}"}}}',
        (
            '[{"user":{"email":"jane@acme.example"},"auth":{"password":"Blue42"}},'
            '{"user":{"email":"jo@people.test"},"auth":{"password":"Red{7}"}}]'
        ),
        '[{"correo":"jane@acme.example","contrase\\u00f1a":"Blue42"},{"почта":"jo@people.test","пароль":"Red{7}"}]',
    ],
)
def test_arrays_lines_and_objects_give_the_same_records(text: str) -> None:
    assert credentials(text) == [JANE, JO]
    pretty = json.dumps([{"email": login, "password": secret} for _, login, secret in (JANE, JO)], indent=2)
    assert credentials(pretty) == [JANE, JO]


def test_mongo_exports() -> None:
    assert credentials(
        '{"_id":{"$oid":"5f"},"email":"jane@acme.example","password":{"$numberLong":"424242"},"at":{"$date":"2020-01-01"}}\n'
        '{ "_id" : ObjectId("5f"), "email" : "jo@people.test", "password" : NumberLong(77), "at" : ISODate("2020") }\n'
    ) == [(None, "jane@acme.example", "424242"), (None, "jo@people.test", "77")]
    meteor = {"emails": [{"address": "jane@acme.example"}], "services": {"password": {"bcrypt": "$2b$10$" + "a" * 53}}}
    (row,) = read(meteor)
    assert (row["username"], row["password_type"]) == ("jane@acme.example", "bcrypt")


def test_spycloud_records() -> None:
    record = {
        "document_id": "0b4f", "source_id": 1, "email": "jane@acme.example", "email_domain": "acme.example",
        "email_username": "jane", "domain": "acme.example", "username": "jane", "password": "5f4dcc3b5aa765d61d8327deb882cf99",
        "password_type": "md5", "password_plaintext": "Blue42", "target_url": "https://shop.test/login",
        "infected_machine_id": "M-1", "user_hostname": "DESK-1", "user_os": "Windows 11", "infected_path": "C:\\x.exe",
        "infected_time": "2025-01-24T16:52:07Z", "ip_addresses": ["192.0.2.1"], "country_code": "DE", "av_softwares": ["A", "B"],
    }  # fmt: skip
    (row,) = read({"cursor": "", "hits": 1, "results": [record]})
    assert (row["url"], row["username"], row["password"], row["password_type"]) == (
        "https://shop.test/login", "jane@acme.example", "Blue42", "plain",
    )  # fmt: skip
    assert row["other_usernames"] == ["jane"]
    assert json.loads(row["machine"]) == {
        "family": "unknown", "key": "m-1", "computer": "DESK-1", "ip": "192.0.2.1", "country": "DE",
        "operating_system": "Windows 11", "infected_at": "2025-01-24T16:52:07+00:00", "antivirus": ["A", "B"],
        "malware_path": "C:\\x.exe",
    }  # fmt: skip
    del record["password_plaintext"], record["target_url"]
    (row,) = read([record])
    assert (row.get("url"), row["password_type"]) == (None, "md5")


def test_hudson_rock_records_have_the_machine_of_their_stealer() -> None:
    def stealer(computer: str, *logins: str) -> dict[str, Any]:
        found = [
            {"url": "https://shop.test", "domain": "shop.test", "username": login, "password": "Blue42"}
            for login in logins
        ]
        return {
            "computer_name": computer, "operating_system": "Windows 10", "ip": "192.0.2.7", "malware_path": "C:\\a.exe",
            "date_compromised": "2024-05-01T10:00:00.000Z", "stealer_family": "Lumma", "antiviruses": ["A"], "credentials": found,
        }  # fmt: skip

    rows = read({"message": "x", "stealers": [stealer("PC1", "jane@acme.example", "jo"), stealer("PC2", "jo")]})
    assert [(row["username"], json.loads(row["machine"])["computer"]) for row in rows] == [
        ("jane@acme.example", "PC1"), ("jo", "PC1"), ("jo", "PC2"),
    ]  # fmt: skip
    assert json.loads(rows[0]["machine"])["family"] == "lumma"
    assert json.loads(rows[0]["machine"])["infected_at"] == "2024-05-01T10:00:00+00:00"


def test_hibp_domain_search() -> None:
    rows = read(
        {"BreachSearchResults": [{"Alias": "jane", "DomainName": "acme.example", "Breaches": [{"Name": "Adobe"}]}]}
    )
    assert [(row["username"], row.get("password"), flags_of(row["flags"])) for row in rows] == [
        ("jane@acme.example", None, {Flag.NO_SECRET})
    ]


def test_what_belongs_together_in_nested_objects() -> None:
    assert credentials({"email": "jane@acme.example", "accounts": [{"site": "a.test", "pass": "P1"}, {"site": "b.test", "pass": "P2"}]}) == [
        ("a.test", "jane@acme.example", "P1"), ("b.test", "jane@acme.example", "P2"),
    ]  # fmt: skip
    assert credentials({"email": "jane@acme.example", "password": "P1", "friends": [{"email": "jo@people.test"}]}) == [
        (None, "jane@acme.example", "P1"), (None, "jo@people.test", None),
    ]  # fmt: skip
    assert credentials({"emails": ["jane@acme.example", "jo@people.test"], "password": "P1"}) == [
        (None, "jane@acme.example", "P1"), (None, "jo@people.test", "P1"),
    ]  # fmt: skip
    assert credentials({"email": "jane@acme.example", "password": "P1", "profile": {"email": "jane@acme.example"}}) == [
        (None, "jane@acme.example", "P1")
    ]


def test_hash_types_and_salts_are_kept() -> None:
    digest = "5f4dcc3b5aa765d61d8327deb882cf99"
    rows = read([
        {"email": "a@acme.example", "password_hash": digest, "salt": "xy"},
        {"email": "b@acme.example", "md5": digest},
        {"email": "c@acme.example", "password": digest, "hash_type": "SHA-1"},
        {"email": "d@acme.example", "password": digest, "password_type": "plaintext"},
    ])  # fmt: skip
    assert [(row["password"], row["password_type"]) for row in rows] == [
        (f"{digest}:xy", "md5"), (digest, "md5"), (digest, "sha1"), (digest, "plain"),
    ]  # fmt: skip


def test_a_repeated_key_counts_by_its_last_value() -> None:
    assert credentials('{"email":"jane@acme.example","password":"Old1","password":"Blue42"}') == [JANE]


BROKEN: list[tuple[str, Callable[[str], str]]] = [
    ("cut", lambda text: text[: len(text) // 2]),
    ("unquoted", lambda text: text.replace('"QXbroken"', '"QXbroken')),
    ("no colon", lambda text: text.replace('":', '"', 1)),
    ("inner quote", lambda text: text.replace("QXbroken", 'QX"}broken')),
    ("inner entry", lambda text: text.replace("QXbroken", 'QX"{"email":"no@acme.example","password":"NO"}')),
    ("line end", lambda text: text.replace("QXbroken", "QX\nbroken")),
    ("too deep", lambda text: text.replace('"QXbroken"', "[" * 100 + "1" + "]" * 100)),
]


@pytest.mark.parametrize("layout", ["lines", "array", "pretty", "array of lines"])
@pytest.mark.parametrize(("name", "breaks"), BROKEN)
def test_a_broken_entry_rejects_only_itself(layout: str, name: str, breaks: Callable[[str], str]) -> None:
    entries = [
        {"email": f"n{number}@acme.example", "note": 'a{b}"},{', "password": f"P{number}"} for number in range(30)
    ]
    entries[17]["password"] = "QXbroken"
    texts = [json.dumps(entry, indent=2 if layout == "pretty" else None) for entry in entries]
    texts[17] = breaks(texts[17])
    separator, around = {"lines": ("\n", "{}\n"), "array": (",", "[{}]")}.get(layout, (",\n", "[\n{}\n]"))
    data = around.replace("{}", "\0").replace("\0", separator.join(texts)).encode()
    part = parse_json(data, 0, dialect_of(data))
    assert is_balanced(part.tally)
    expected = [f"n{number}@acme.example" for number in range(30) if number != 17]
    assert part.table()["username"].to_pylist() == expected, name
    assert part.tally.rejected.total() >= 1
    assert data[part.rejections.starts[0] :].startswith(texts[17][:20].encode())


def test_what_a_deep_entry_and_one_without_credentials_count_as() -> None:
    data = b'{"a":' * 80 + b"1" + b"}" * 80 + b'\n{"city":"X"}\n{"email":"jane@acme.example","password":"Blue42"}\n'
    part = parse_json(data, 0, JsonDialect())
    assert part.tally.rejected == {RejectReason.TOO_DEEP: 1}
    assert part.tally.skipped == {SkipReason.NO_CREDENTIALS: 1}
    assert (part.tally.lines, part.tally.records) == (3, 1)


def test_escapes_encodings_and_limits() -> None:
    rows = read(
        b'{"email":"a@acme.example","password":"\\u00e9\\ud83d\\ude00\\ud83d\\t\\"\\/"}\n'
        b'{"email":"b@acme.example","password":"caf\xe9"}\n'
        b'{"email":"c@acme.example","password":"nul\\u0000led\x00"}\n'
        b'{"email":"d@acme.example","password":"' + b"x" * 70_000 + b'"}\n'
    )
    assert [row["password"] for row in rows[:3]] == ['é😀\ufffd\t"/', "café", "nulled"]
    assert Flag.LEGACY_ENCODING in flags_of(rows[1]["flags"])
    assert (len(rows[3]["password"]), Flag.LINE_CUT in flags_of(rows[3]["flags"])) == (65_536, True)


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ([{"f1": "jane@acme.example", "f2": "Blue42"}, {"f1": "jo@people.test", "f2": "Red77"}], "f1: addresses"),
        ([{"email": "jane@acme.example", "h": "5f4dcc3b5aa765d61d8327deb882cf99"}], "h: hashes"),
        ([["jane@acme.example", "Blue42"], ["jo@people.test", "Red77"]], "1: addresses"),
        ([{"Name": "Adobe", "PwnCount": 3}], "Name"),
    ],
)
def test_unclear_keys_are_refused_with_what_was_detected(content: Any, shown: str) -> None:
    detection = detection_of(dumped(content))
    assert detection.kind is FileKind.JSON
    assert detection.dialect is None
    assert shown in (detection.refusal or "")
    assert "Blue42" not in (detection.refusal or "")


def test_columns_resolve_unclear_keys() -> None:
    assert credentials([{"f1": "jane@acme.example", "f2": "Blue42"}], email="f1", password="f2") == [JANE]
    assert credentials([["jane@acme.example", "Blue42"]], email=1, password=2) == [JANE]
    nested = [{"a": {"x": "jane@acme.example"}, "b": {"x": "Blue42"}, "password": "other"}]
    assert credentials(nested, email="a.x", password="b.x") == [JANE]


secrets = st.text(st.sampled_from(MARKS + '{}[]",:\\/é漢😀\n \t@'), min_size=1, max_size=20).map(
    lambda text: f"Q{text}Z"
)
entries = st.lists(
    st.fixed_dictionaries(
        {"email": st.just("n@acme.example"), "password": secrets}, optional={"note": secrets, "x": st.none()}
    ),
    min_size=1,
    max_size=12,
)
layouts = st.sampled_from([
    lambda values, only: "\n".join(json.dumps(value, ensure_ascii=only) for value in values),
    lambda values, only: json.dumps(values, ensure_ascii=only, separators=(",", ":")),
    lambda values, only: json.dumps(values, ensure_ascii=only, indent=1),
    lambda values, only: json.dumps({"n": 1, "results": values, "next": None}, ensure_ascii=only),
    lambda values, only: "".join(json.dumps(value, ensure_ascii=only, indent=2) for value in values),
])  # fmt: skip


@given(entries, layouts, st.booleans())
def test_every_layout_gives_back_what_was_written(values: Any, layout: Any, ascii_only: bool) -> None:
    numbered = [value | {"email": f"n{number}@acme.example"} for number, value in enumerate(values)]
    rows = read(layout(numbered, ascii_only))
    assert [(row["username"], row["password"]) for row in rows] == [
        (value["email"], value["password"].strip()) for value in numbered
    ]
    for row in rows:
        others = {name: row.get(name) for name in ("url", "username", "username_key", "software")}
        assert not any(mark in str(others) for mark in MARKS[:8])


HOSTILE = " ,;|\t:\"'\\/@=#{}[]()<>*$%&\né漢😀"
SALTS = st.none() | st.text("QXzjv6789", min_size=4, max_size=8)


@st.composite
def written(draw: st.DrawFn) -> tuple[list[LeakRecord], bytes]:
    """Records, some with URLs or salts, and a file of them."""
    layout = draw(st.sampled_from(list(json_exports.LAYOUTS)))
    values = plain_secrets(HOSTILE) | hashes()
    records = draw(st.lists(leak_records(secret_values=values, with_url=draw(st.booleans())), min_size=1, max_size=12))
    if layout != "hudson rock":
        digests = frozenset("6789a")
        records = [
            replace(each, salt=draw(SALTS) if digests.issuperset(each.secret or "") else None) for each in records
        ]
    records = distinct(records)
    return records, json_exports.write(records, layout, ascii_only=draw(st.booleans()))


@settings(max_examples=300)
@given(written())
def test_every_record_of_every_layout(file: tuple[list[LeakRecord], bytes]) -> None:
    records, data = file
    rows = read(data)
    assert [(row.get("url"), row["username"], row["password"]) for row in rows] == [
        (record.url, record.login, record.password) for record in records
    ]
    for row in rows:
        shown = [row.get(name) for name in ("url", "host", "app", "username", "username_key", "software", "machine")]
        for text in [*shown, *row.get("other_usernames", ())]:
            assert not any(exposed_part(record.password or "", text) for record in records)


@settings(max_examples=50)
@given(entries, layouts, st.integers(1, 400))
def test_cuts_do_not_matter(values: Any, layout: Any, size: int) -> None:
    data = layout(values, True).encode()
    dialect = dialect_of(data)
    whole = parse_json(data, 0, dialect)
    records = whole.table().to_pylist()
    found: list[dict[str, Any]] = []
    lines = start = 0
    while start < len(data):
        wanted = size
        while not (end := split_point(data[start : start + wanted], dialect)) and start + wanted < len(data):
            wanted *= 2
        end = start + end if start + wanted < len(data) else len(data)
        part = parse_json(data[start:end], start, dialect)
        found += part.table().to_pylist()
        lines += part.tally.lines
        start = end
    assert (found, lines) == (records, whole.tally.lines)
    assert list(json_parts(data, dialect)) == [(0, len(data))]


def test_all_urls_of_a_vaults_login_are_records() -> None:
    """Bitwarden's export: the URLs are objects of a list."""
    login = {
        "uris": [
            {"match": None, "uri": "https://sp.acme.example"},
            {"match": None, "uri": "androidapp://com.acme.app"},
        ],
        "username": "jane@acme.example",
        "password": "Blue42",
        "totp": None,
    }
    items = [
        {"id": "1", "type": 1, "name": "Acme", "login": login, "passwordHistory": [{"password": "Red{7}"}]},
        {"id": "2", "type": 1, "login": {"uris": None, "username": "jo@people.test", "password": "Red{7}"}},
        {"id": "3", "type": 1, "login": {"uri": "https://a.test", "username": "jo@people.test", "password": "Red{8}"}},
        {"id": "4", "type": 2, "name": "Diary", "notes": "Geheim-99"},
    ]
    rows = read({"encrypted": False, "folders": [{"id": "f"}], "items": items})
    assert [(row.get("url"), row.get("app"), row["username"], row["password"]) for row in rows] == [
        ("https://sp.acme.example", None, "jane@acme.example", "Blue42"),
        ("androidapp://com.acme.app", "com.acme.app", "jane@acme.example", "Blue42"),
        ("https://sp.acme.example", None, "jane@acme.example", "Red{7}"),
        ("androidapp://com.acme.app", "com.acme.app", "jane@acme.example", "Red{7}"),
        (None, None, "jo@people.test", "Red{7}"),
        ("https://a.test", None, "jo@people.test", "Red{8}"),
    ]


def test_urls_of_other_lists_are_nobodys() -> None:
    entry = {"email": "jane@acme.example", "password": "Blue42", "photos": [{"url": "https://cdn.test/1.png"}]}
    assert credentials([entry, entry]) == [JANE, JANE]
    assert (
        credentials([[{"uri": "https://a.test"}, {"email": "jane@acme.example", "password": "Blue42"}]] * 2)
        == [JANE] * 2
    )
