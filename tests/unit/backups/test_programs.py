"""What other users can see of pg_dump and pg_restore."""

import asyncio
from pathlib import Path

import pytest

from breachlight.backups import programs

RECORDING = """#!/bin/sh
{ echo "$@"; echo "password $PGPASSWORD"; stat --format=%a "$PGSERVICEFILE"; cat "$PGSERVICEFILE"; true; } > "$SEEN" 2>/dev/null
"""
ADDRESS = "postgresql://operator:a%2Fb@db/name?sslkey=/k&sslpassword=of+key&options=-c%20x.y%3D1"


def test_no_secret_of_the_address_is_in_the_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "pg_dump"
    program.write_text(RECORDING)
    program.chmod(0o700)
    monkeypatch.setattr(programs, "binaries_folder", lambda **_: tmp_path)
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    asyncio.run(programs.dump(ADDRESS, "snapshot", tmp_path / "dump"))
    arguments, password, mode, *service = (tmp_path / "seen").read_text().splitlines()
    assert arguments.split()[0] == "--dbname=postgresql://operator@db/name?sslkey=/k&options=-c%20x.y%3D1"
    assert "of+key" not in arguments
    assert password == "password a/b"
    assert (mode, service) == ("600", ["[breachlight]", "sslpassword=of+key"])
    asyncio.run(programs.dump("postgresql://operator@db/name", "snapshot", tmp_path / "dump"))
    assert "sslpassword" not in (tmp_path / "seen").read_text()
