"""The embedded PostgreSQL with real processes: sharing, kill -9, permissions, and what other users may do."""

import os
import signal
import stat
import time
from pathlib import Path

import asyncpg
import psutil
import pytest
from embedded_servers import Member, ask, servers

from breachlight.database.embedded import EmbeddedPostgreSQL


def test_the_first_in_starts_it_and_the_last_out_stops_it(folder):
    members = [Member(folder).joined() for _ in range(3)]
    assert len({member.dsn for member in members}) == 1
    assert len(servers(folder)) == 1
    assert ask(members[0].dsn, "SELECT current_database()") == "breachlight"
    for member in members[:2]:
        member.leave()
        assert ask(members[2].dsn) == 1
    members[2].leave()
    assert servers(folder) == []


def test_several_users_within_one_process_count_apart(folder):
    first, second = EmbeddedPostgreSQL(folder), EmbeddedPostgreSQL(folder)
    dsn = first.acquire()
    assert second.acquire() == dsn == first.dsn()
    first.release()
    first.release()
    assert ask(dsn) == 1
    second.release()
    assert servers(folder) == []


def test_six_starting_at_once_start_one_server(folder):
    members = [Member(folder) for _ in range(6)]
    for member in members:
        member.joined()
    assert len(servers(folder)) == 1
    for member in members:
        assert ask(member.dsn) == 1
    for member in members:
        member.leave()
    assert servers(folder) == []


def test_kill_9_of_the_starter_leaves_the_server_to_the_next(folder):
    member = Member(folder).joined()
    ask(member.dsn, "CREATE TABLE kept AS SELECT 7 AS value")
    member.kill()
    assert len(servers(folder)) == 1
    server = EmbeddedPostgreSQL(folder)
    assert ask(server.acquire(), "SELECT value FROM kept") == 7
    server.release()
    assert servers(folder) == []


def test_kill_9_of_the_starter_does_not_reach_the_server_through_its_session(folder):
    member = Member(folder).joined()
    (server,) = servers(folder)
    assert os.getsid(server) not in {os.getsid(0), os.getsid(member.process.pid)}
    opened = {os.path.realpath(entry) for entry in Path(f"/proc/{server}/fd").iterdir()}
    assert not any(name.endswith(".lock") and "PGSQL" not in name for name in opened)
    assert psutil.Process(server).ppid() != member.process.pid
    member.leave()


@pytest.mark.parametrize("how", ["postmaster", "all its processes"])
def test_kill_9_of_the_server_is_recovered_from(folder, how):
    server = EmbeddedPostgreSQL(folder)
    dsn = server.acquire()
    ask(dsn, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS value")
    (postmaster,) = servers(folder)
    victims = [postmaster]
    if how != "postmaster":
        victims += [child.pid for child in psutil.Process(postmaster).children(recursive=True)]
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    second = EmbeddedPostgreSQL(folder)
    assert ask(second.acquire(), "SELECT count(*) FROM kept") == 1000
    assert len(servers(folder)) == 1
    server.release()
    second.release()
    assert servers(folder) == []


def test_a_user_of_a_killed_server_revives_it(folder):
    first, second = EmbeddedPostgreSQL(folder), EmbeddedPostgreSQL(folder)
    dsn = first.acquire()
    second.acquire()
    assert not first.revive()
    server = psutil.Process(servers(folder)[0])
    server.kill()
    server.wait(10)
    assert sorted([first.revive(), second.revive()]) == [False, True]
    assert ask(dsn) == 1
    first.release()
    assert not first.revive()
    second.release()
    assert not second.revive()
    assert servers(folder) == []


def test_kill_9_of_everything_is_recovered_from(folder):
    member = Member(folder).joined()
    ask(member.dsn, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS value")
    (postmaster,) = servers(folder)
    children = psutil.Process(postmaster).children(recursive=True)
    for pid in (member.process.pid, postmaster, *(child.pid for child in children)):
        os.kill(pid, signal.SIGKILL)
    member.process.communicate()
    again = Member(folder).joined()
    assert ask(again.dsn, "SELECT count(*) FROM kept") == 1000
    again.leave()
    assert servers(folder) == []


def test_kill_9_at_any_moment_of_the_first_start_is_recovered_from(folder):
    for delay in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9):
        member = Member(folder)
        time.sleep(delay)
        member.kill()
    member = Member(folder).joined()
    assert ask(member.dsn) == 1
    member.leave()
    assert servers(folder) == []
    assert not list((folder / "postgresql").glob("new-*"))


def test_a_process_id_given_to_a_stranger_does_not_hinder_a_start(folder):
    server = EmbeddedPostgreSQL(folder)
    server.acquire()
    (postmaster,) = servers(folder)
    record = folder / "postgresql/cluster/postmaster.pid"
    lines = record.read_text().split("\n", 1)
    for pid in (postmaster, *(child.pid for child in psutil.Process(postmaster).children())):
        os.kill(pid, signal.SIGKILL)
    record.write_text(f"{os.getpid()}\n{lines[1]}")
    second = EmbeddedPostgreSQL(folder)
    assert ask(second.acquire()) == 1
    second.release()
    server.release()


def test_a_long_path_gets_a_private_socket_folder(tmp_path):
    deep = tmp_path / ("long" * 25) / "data"
    server = EmbeddedPostgreSQL(deep)
    dsn = server.acquire()
    assert ask(dsn) == 1
    sockets = Path((deep / "postgresql/socket-folder").read_text())
    assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    assert str(sockets) != str(deep)
    server.release()
    assert not sockets.exists()
    assert servers(deep) == []


def test_settings_in_force(folder):
    server = EmbeddedPostgreSQL(folder)
    dsn = server.acquire()
    wanted = {"max_connections": "200", "listen_addresses": "", "TimeZone": "UTC", "unix_socket_permissions": "0700"}
    assert {name: ask(dsn, f"SHOW {name}") for name in wanted} == wanted
    assert ask(dsn, "SHOW server_version").startswith("18.")
    assert ask(dsn, "SELECT lower('ÄÉΣ')") == "äéσ"
    assert not ask(dsn, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
    server.release()


def test_a_failed_statement_leaves_no_value_in_the_log(folder):
    server = EmbeddedPostgreSQL(folder)
    dsn = server.acquire()
    ask(dsn, "CREATE TABLE t (secret text UNIQUE)")
    ask(dsn, "INSERT INTO t VALUES ('canary-value')")
    with pytest.raises(asyncpg.UniqueViolationError):
        ask(dsn, "INSERT INTO t VALUES ('canary-value')")
    server.release()
    assert "canary-value" not in (folder / "postgresql/server.log").read_text()
