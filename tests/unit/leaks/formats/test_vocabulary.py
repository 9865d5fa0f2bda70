"""One vocabulary: a name means the same as a column of a table and as a key of JSON, in any case."""

import json

import pytest
from parsed_rows import rows_of

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats import detect, parse_part
from breachlight.leaks.formats.vocabulary import SHARED

DIGEST = "5f4dcc3b5aa765d61d8327deb882cf99"
VALUES = {
    ColumnRole.EMAIL: "jane@acme.example", ColumnRole.USERNAME: "jane", ColumnRole.PASSWORD: "Bl!ue 42", ColumnRole.HASH: DIGEST,
    ColumnRole.SALT: "x7y", ColumnRole.URL: "https://a.com/x", ColumnRole.PHONE: "+15550100200", ColumnRole.SOFTWARE: "Chrome",
}  # fmt: skip
BESIDES = {
    ColumnRole.EMAIL: ("password", "Bl!ue 42"), ColumnRole.USERNAME: ("password", "Bl!ue 42"), ColumnRole.PHONE: ("password", "Bl!ue 42"),
    ColumnRole.SALT: ("md5", DIGEST),
}  # fmt: skip


def records(data: bytes, name: str) -> list[tuple[str | None, ...]]:
    detection = detect(data, name)
    assert detection.dialect is not None, detection.refusal
    rows = rows_of(parse_part(data, 0, detection.dialect))  # type: ignore[arg-type]  # it is no archive
    return [(row.url, row.username, row.password, *row.aliases) for row in rows]


@pytest.mark.parametrize("role", SHARED)
def test_a_name_means_the_same_in_tables_and_json(role: ColumnRole) -> None:
    other, value = BESIDES.get(role, ("email", "jane@acme.example"))
    fixed = ({"email": "jane@acme.example"} if role is ColumnRole.SALT else {}) | {other: value}
    for word in dict.fromkeys(word.replace(".", "") for word in SHARED[role].split()):
        if word == other:
            continue
        entry = {word: VALUES[role], **fixed, "joined": "2020-01-31"}
        table = f"{','.join(entry)}\n{','.join(entry.values())}\n".encode()
        found = records(table, "users.csv")
        assert found == records(json.dumps([entry]).encode(), "users.json"), word
        assert found == records(json.dumps([entry], ensure_ascii=False).encode(), "users.json"), word
        if role is not ColumnRole.SOFTWARE:
            assert VALUES[role] in " ".join(filter(None, found[0])), word
