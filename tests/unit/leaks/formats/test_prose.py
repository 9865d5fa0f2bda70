"""Addresses in running text (leak-formats §14)."""

import pytest
from tallies import is_balanced

from breachlight.leaks.formats import FileKind, Flag, ProseDialect, detect, parse_part, parts_of, split_point
from breachlight.leaks.matching.watched_identities import distinct_credentials
from breachlight.leaks.record_schema import flags_of

LETTER = b"""From: Jane Doe <jane@acme.example>
Subject: the minutes of our last meeting

Dear all, please send your notes to jane@acme.example or to Jo (jo@people.test).
Whoever can't come writes to "jo@people.test", as JANE@acme.example told you before.

That was all for today; ask max+list@mail.acme.example. if anything is unclear.
jo@people.test:Blue42
No address here, just a@b and x@@y.com and a..b@acme.example and end.
"""


def read(data: bytes) -> list[tuple[str | None, str | None, bool]]:
    part = parse_part(data, 0, ProseDialect())
    assert is_balanced(part.tally)
    return [
        (row["username"], row["password"], Flag.MENTIONED in flags_of(row["flags"])) for row in part.table().to_pylist()
    ]


def test_each_address_is_mentioned_once_per_paragraph() -> None:
    detection = detect(LETTER, "letter.txt")
    assert (detection.kind, detection.dialect) == (FileKind.PROSE, ProseDialect())
    assert read(LETTER) == [
        ("jane@acme.example", None, True),
        ("jane@acme.example", None, True),
        ("jo@people.test", None, True),
        ("max+list@mail.acme.example", None, True),
        ("jo@people.test", "Blue42", False),
    ]
    part = parse_part(LETTER, 0, ProseDialect())
    assert (part.tally.lines, part.tally.record_lines) == (LETTER.count(b"\n"), 4)


def test_a_mention_is_no_credential_that_an_alert_is_raised_for() -> None:
    table = parse_part(LETTER, 0, ProseDialect()).table()
    assert distinct_credentials(table)["username"].to_pylist() == ["jo@people.test"]


def test_no_text_around_an_address_is_kept() -> None:
    part = parse_part(LETTER, 0, ProseDialect())
    kept = {word for row in part.table().to_pylist() for word in str(row["username"]).split("@")}
    assert kept == {"jane", "acme.example", "jo", "people.test", "max+list", "mail.acme.example"}


def test_cuts_between_paragraphs_do_not_matter() -> None:
    whole = read(LETTER)
    found = []
    start = 0
    for end in (130, 330, len(LETTER)):
        cut = start + split_point(LETTER[start:end], ProseDialect()) if end < len(LETTER) else end
        found += read(LETTER[start:cut])
        start = cut
    assert found == whole
    assert list(parts_of(LETTER, ProseDialect())) == [(0, len(LETTER))]


@pytest.mark.parametrize(
    "line",
    [
        b"jane@acme.example:Blue42 with some words",
        b"jane@acme.example : Blue42 is my secret",
        b"https://acme.example/login jane@acme.example:Blue42 and more words",
        b"Email: jane@acme.example Password: Blue42 yes",
        b"jane@acme.example;Jane Doe of Acme;12 Main Street;Blue42",
    ],
)
def test_files_with_credentials_are_no_prose(line: bytes) -> None:
    assert detect(line + b"\n" + line.replace(b"jane", b"jo") + b"\n", "list.txt").kind is not FileKind.PROSE
