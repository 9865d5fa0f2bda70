"""When a leaked credential counts as seen: the infection, else the breach, else the day it was ingested."""

from datetime import UTC, date, datetime, timedelta

import pytest
from factories import make_identity

from breachlight.kit import clock

FUTURE = date(2999, 1, 1)


@pytest.mark.parametrize(
    ("breach_date", "expected"),
    [("2024-03-05", datetime(2024, 3, 5, tzinfo=UTC)), (None, None), (FUTURE.isoformat(), None)],
    ids=["breach", "unknown", "later-than-the-intake"],
)
async def test_lines_are_seen_on_the_day_of_the_breach(bench, breach_date, expected):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    path = bench.write("leak.txt", "jo@people.test:Blue42-invented\nkim@people.test:Blue43-invented\n")
    done = bench.breachlight("ingest", str(path), *(["--breach-date", breach_date] if breach_date else []))
    assert done.returncode == 0, done.stderr
    row = await bench.connection.fetchrow("SELECT first_seen, last_seen, severity_factors FROM alerts")
    if expected is None:
        assert clock.now() - row["first_seen"] < timedelta(minutes=5)
        assert "within_30_days" in row["severity_factors"]
    else:
        assert row["first_seen"] == row["last_seen"] == expected
        assert "within_30_days" not in row["severity_factors"]


async def test_a_stealer_log_is_seen_on_the_day_of_the_infection(bench):
    await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
    folder = bench.folder / "DE[0A1B2C]_1"
    bench.write(
        f"{folder.name}/Passwords.txt",
        "URL: https://shop.test/login\nUsername: jo@people.test\nPassword: Blue42-invented\nApplication: Chrome\n"
        "===============\nURL: https://forum.test/\nUsername: jo\nPassword: Blue43-invented\nApplication: Chrome\n"
        "===============\n",
    )
    bench.write(
        f"{folder.name}/UserInformation.txt",
        "HWID: 0A1B2C3D\nMachineName: DESKTOP-1\nFileLocation: C:\\sample.exe\nLog date: 7/15/2025 9:14:05 AM\n",
    )
    done = bench.breachlight("ingest", str(folder), "--leak", "Logs", "--breach-date", "2026-01-01")
    assert done.returncode == 0, done.stderr
    first_seen = await bench.connection.fetchval("SELECT first_seen FROM alerts")
    assert first_seen.date() == date(2025, 7, 15)
