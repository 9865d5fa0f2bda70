"""Stored dialects load again, also those of earlier versions."""

import pytest

from breachlight.leaks.formats import BlockDialect, Dialect, LineDialect, dump_dialect, load_dialect


@pytest.mark.parametrize(
    "dialect", [LineDialect(";"), LineDialect(":", is_padded=True), BlockDialect(("soft", "url"), family="lumma")]
)
def test_stored_dialects_load_again(dialect: Dialect) -> None:
    assert load_dialect(dump_dialect(dialect), "whatever") == dialect


def test_dialects_of_earlier_versions_load() -> None:
    stored = {"opens_with": "software", "blank_separates": True, "is_unlabelled": False, "family": "lumma"}
    assert load_dialect(stored, "blocks") == BlockDialect(family="lumma")
    assert load_dialect({"separator": ";", "is_padded": False, "is_email_last": True}, "lines") == LineDialect(
        ";", is_email_last=True
    )
