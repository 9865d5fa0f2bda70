"""Spellings and pitfalls that are known from leak files and that no other test has (leak-formats §4, §6, §10, §14)."""

import pytest
from parsed_rows import rows_of

from breachlight.leaks.formats import (
    BlockDialect,
    Flag,
    LineDialect,
    ProseDialect,
    detect,
    parse_machine,
    parse_part,
)
from breachlight.leaks.ingest.file_roles import FileRole, plan_names
from breachlight.leaks.records import SkipReason

BLOCK = "URL: https://a.test\nUsername: jane\nPassword: Blue42\n\n"


@pytest.mark.parametrize(
    ("banner", "family"),
    [("Manticore", "manticore"), ("BRADMAX", "bradmax"), ("META", "meta"), ("MetaMask", None), ("METAL", None)],
)
def test_banners_of_families(banner: str, family: str | None) -> None:
    dialect = detect(f"*******\n* {banner} *\n*******\n{BLOCK}{BLOCK}".encode(), "Passwords.txt").dialect
    assert isinstance(dialect, BlockDialect)
    assert dialect.family == family


@pytest.mark.parametrize("name", ["Password List.txt", "_AllPasswords_list.txt", "Passwords[Chrome]_x.txt"])
def test_names_of_password_files(name: str) -> None:
    others = ["PasswordCracker1.txt", "passwords.docx", "Brute.txt", "ImportantAutofills.txt", "DomainDetects.txt"]
    roles = [role for role, _ in plan_names([f"x/{each}" for each in ("System.txt", name, *others)])]
    assert roles == [FileRole.SYSTEM, FileRole.PASSWORDS, *[FileRole.OTHER] * len(others)]


@pytest.mark.parametrize(
    "secret", ["Decryptionfailed.", "Old or unknown version.", "[fail]", "[empty]", "*none*", "undefined"]
)
def test_words_for_a_missing_secret(secret: str) -> None:
    (row,) = rows_of(parse_part(f"https://a.test:jane:{secret}\n".encode(), 1, LineDialect()))
    assert (row.password, Flag.SENTINEL_SECRET in row.flags) == (None, True)


@pytest.mark.parametrize("login", ["{mail}", "{email}", "missing-user", "false", "http"])
def test_words_for_a_missing_login(login: str) -> None:
    (row,) = rows_of(parse_part(f"https://a.test:{login}:Blue42\n".encode(), 1, LineDialect()))
    assert (row.username, row.password, Flag.PLACEHOLDER_LOGIN in row.flags) == (None, "Blue42", True)


def test_labels_and_adverts_that_only_some_stealers_write() -> None:
    text = (
        "Seller: bob\nLog Tools: t.test/x\nFree Logs: y\nOrigin URL: https://a.test\nLogin ID: jane\nPasscode: Blue42\n\n"
        + BLOCK
    )
    detection = detect(text.encode(), "list.txt")
    assert isinstance(detection.dialect, BlockDialect)
    part = parse_part(text.encode(), 0, detection.dialect)
    assert [(row.url, row.username, row.password) for row in rows_of(part)] == [
        ("https://a.test", "jane", "Blue42")
    ] * 2
    assert part.tally.skipped[SkipReason.BANNER] == 3


def test_the_number_behind_the_address_of_a_device_is_cut() -> None:
    machine = parse_machine("UserInformation.txt", "\tIP:\t203.0.113.7/1234\n\tHWID:\tAB12\n")
    assert machine is not None
    assert machine.ip == "203.0.113.7"


def test_an_address_in_running_text_stops_at_signs_that_only_whole_fields_have() -> None:
    data = b"Please write a letter to Mary&Jane@example.org as soon as you can, and call them.\n"
    assert [row.username for row in rows_of(parse_part(data, 0, ProseDialect()))] == ["Jane@example.org"]
