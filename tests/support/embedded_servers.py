"""Helpers for tests of the embedded PostgreSQL: members of a server, its processes, other users, refusals."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import asyncpg
import psutil
import pytest

import breachlight
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError

SERVER = Path(breachlight.__file__).parents[1]


NOBODY = 65534


AS_ROOT = os.geteuid() == 0


only_root = pytest.mark.skipif(not AS_ROOT, reason="only root can run something as another user")


USER_OF_THE_SERVER = """
import sys
from pathlib import Path
from breachlight.database.embedded import EmbeddedPostgreSQL
from breachlight.database.errors import DatabaseError
server = EmbeddedPostgreSQL(Path(sys.argv[1]))
try:
    print(server.acquire(), flush=True)
except DatabaseError as error:
    sys.exit(str(error))
sys.stdin.readline()
server.release()
print("released", flush=True)
"""


class Member:
    """Another process that uses the server of a folder."""

    def __init__(self, folder, command=(sys.executable,), environment=None):
        self.process = subprocess.Popen(
            [*command, "-c", USER_OF_THE_SERVER, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )

    def joined(self):
        self.dsn = self.process.stdout.readline().strip()
        assert self.dsn.startswith("postgresql://"), "the process did not get a server"
        return self

    def leave(self):
        self.process.communicate("\n", timeout=60)
        assert self.process.returncode == 0

    def kill(self):
        self.process.kill()
        self.process.communicate()


def ask(dsn, query="SELECT 1"):
    async def run():
        connection = await asyncpg.connect(dsn)
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    return asyncio.run(run())


def servers(folder):
    """The process ids of all servers that run on the folder's cluster."""
    cluster = Path(folder) / "postgresql" / "cluster"
    found = []
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if line and line[0].endswith("/postgres") and os.path.realpath(f"/proc/{process.pid}/cwd") == str(cluster):
            found.append(process.pid)
    return found


def permissions(path):
    return {str(parent): (parent.stat().st_mode, parent.stat().st_uid, parent.stat().st_gid) for parent in path.parents}


def other_user():
    """The command that runs Python as an ordinary user who can read our packages, or a skip."""
    paths = os.pathsep.join([str(SERVER), *(entry for entry in sys.path if entry.endswith("site-packages"))])
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for interpreter in (
        sys.executable,
        shutil.which(version, path="/usr/bin:/usr/local/bin") or "",
        shutil.which(version),
    ):
        command = [*drop, interpreter or ""]
        tried = subprocess.run(
            [*command, "-c", "import asyncpg, breachlight"], env={"PYTHONPATH": paths}, capture_output=True, check=False
        )
        if tried.returncode == 0:
            return command, {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    pytest.skip("no Python that an ordinary user can run here")


def refusal(folder):
    server = EmbeddedPostgreSQL(folder)
    with pytest.raises(DatabaseError) as caught:
        server.acquire()
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message
