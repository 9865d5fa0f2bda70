"""A real PgBouncer in front of a server of a test; it lends a connection for one transaction at a time."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from debian_packages import find_program
from external_database import NOBODY, USER, ExternalPostgreSQL
from products import free_port

SERVER_CONNECTIONS = 3


class PgBouncer:
    """PgBouncer with fewer connections to the server than the product opens to it."""

    def __init__(self, server: ExternalPostgreSQL) -> None:
        self.port = free_port()
        self._server = server
        self._folder = Path(tempfile.mkdtemp(prefix="breachlight-pooler-"))
        (self._folder / "users").write_text(f'"{USER}" "{server.password}"\n')
        (self._folder / "pgbouncer.ini").write_text(f"""
[databases]
* = host=127.0.0.1 port={server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {self._folder}/users
admin_users = {USER}
pool_mode = transaction
default_pool_size = {SERVER_CONNECTIONS}
max_client_conn = 200
""")
        as_root = os.geteuid() == 0
        if as_root:
            for path in (self._folder, *self._folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        program = find_program("pgbouncer", "pgbouncer")
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [program, str(self._folder / "pgbouncer.ini")],
                stdout=log,
                stderr=log,
                user=NOBODY if as_root else None,
                group=NOBODY if as_root else None,
                extra_groups=[] if as_root else None,
            )
        end = time.monotonic() + 30
        while not self._listens():
            assert time.monotonic() < end, self.log
            time.sleep(0.05)

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")

    def url(self, database: str) -> str:
        return self._server.url_with(database=database).replace(f":{self._server.port}/", f":{self.port}/")

    def remove(self) -> None:
        """Stop it and take its folder away."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)
        shutil.rmtree(self._folder)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
