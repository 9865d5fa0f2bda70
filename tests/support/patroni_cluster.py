"""A Patroni cluster of two members with etcd, which replicate synchronously, as two hosts of an operator would be."""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import psutil
import yaml
from debian_packages import find_program
from external_database import NOBODY, USER
from products import free_port

from breachlight.database.binaries import binaries_folder

PATIENCE: Final = 120.0
"""Seconds after which a member counts as not becoming what it should."""
TTL: Final = 20
"""Seconds after which the lock of a leader that doesn't renew it is free, Patroni's least."""
_SCOPE: Final = "breachlight"
_POLL: Final = 0.2


class Member:
    """One Patroni with its PostgreSQL."""

    def __init__(self, name: str, folder: Path, etcd_port: int, password: str) -> None:
        self.name = name
        self.port, self._rest_port = free_port(), free_port()
        self._log = folder / f"{name}.log"
        self._configuration = folder / f"{name}.yml"
        self._process: subprocess.Popen[bytes] | None = None
        self._data = folder / name
        self._configuration.write_text(yaml.safe_dump(self._settings(etcd_port, password)))

    def _settings(self, etcd_port: int, password: str) -> dict[str, Any]:
        address, rest = f"127.0.0.1:{self.port}", f"127.0.0.1:{self._rest_port}"
        return {
            "scope": _SCOPE,
            "name": self.name,
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"hosts": f"127.0.0.1:{etcd_port}"},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL,
                    "loop_wait": 2,
                    "retry_timeout": 5,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {"hot_standby_feedback": "on"}},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
            },
            "postgresql": {
                "listen": address,
                "connect_address": address,
                "data_dir": str(self._data),
                "bin_dir": str(binaries_folder(for_other_account=os.geteuid() == 0)),
                "pgpass": f"{self._data}.pgpass",
                "authentication": {
                    "superuser": {"username": USER, "password": password},
                    "replication": {"username": "replicator", "password": password},
                },
                # What the host of a real member loses on kill -9 is nothing either.
                "parameters": {"unix_socket_directories": "", "fsync": "off", "log_statement": "none"},
                "pg_hba": [
                    "host replication replicator 127.0.0.1/32 scram-sha-256",
                    "host all all 127.0.0.1/32 scram-sha-256",
                ],
            },
        }

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        self._process = _run([find_program("patroni", "patroni"), str(self._configuration)], self._log)

    def answers(self, path: str) -> bool:
        """Return whether Patroni's API says so: ``/primary``, ``/synchronous``, ``/replica``."""
        try:
            return httpx.get(f"http://127.0.0.1:{self._rest_port}{path}", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def switch_over(self) -> None:
        """Let it hand over to the other member."""
        url = f"http://127.0.0.1:{self._rest_port}/switchover"
        answer = httpx.post(url, json={"leader": self.name}, timeout=60)
        assert answer.status_code == 200, answer.text

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to Patroni and all of its PostgreSQL, as if it were the host's fate."""
        assert self._process is not None
        patroni = psutil.Process(self._process.pid)
        # Servers that Patroni started before a restart of its own are no children of it.
        servers = [
            process
            for process in psutil.process_iter(["cmdline"])
            if str(self._data) in (process.info["cmdline"] or [])
        ]
        for process in [
            patroni,
            *servers,
            *[child for each in (patroni, *servers) for child in each.children(recursive=True)],
        ]:
            try:
                process.send_signal(number)
            except psutil.NoSuchProcess:
                continue
        if number == signal.SIGKILL:
            self._process.wait()

    def stop(self) -> None:
        """Stop both in order."""
        if self._process is not None and self.is_running:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self.signal(signal.SIGKILL)


class PatroniCluster:
    """Two members and the etcd that they agree through."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="breachlight-patroni-"))
        self._password = secrets.token_urlsafe(12)
        client, peer = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
        self.members = [
            Member(name, self._folder, int(client.rpartition(":")[2]), self._password) for name in ("one", "two")
        ]
        if os.geteuid() == 0:
            for path in (self._folder, *self._folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        self._etcd = _run(
            [
                find_program("etcd", "etcd-server"), f"--data-dir={self._folder / 'etcd'}", f"--listen-client-urls={client}",
                f"--advertise-client-urls={client}", f"--listen-peer-urls={peer}", f"--initial-advertise-peer-urls={peer}",
                f"--initial-cluster=default={peer}",
            ],
            self._folder / "etcd.log",
        )  # fmt: skip

    @property
    def url(self) -> str:
        """The address with both members, as ``DATABASE_URL`` has it."""
        hosts = ",".join(f"127.0.0.1:{member.port}" for member in self.members)
        return f"postgresql://{USER}:{self._password}@{hosts}/postgres"

    @property
    def leader(self) -> Member:
        found = [member for member in self.members if member.answers("/primary")]
        assert len(found) == 1, self.log
        return found[0]

    @property
    def standby(self) -> Member:
        (found,) = [member for member in self.members if member is not self.leader]
        return found

    @property
    def log(self) -> str:
        """The ends of all logs."""
        logs = sorted(self._folder.glob("*.log"))
        return "\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-3000:]}" for path in logs)

    def start(self) -> None:
        """Start both members, and return when one follows the other synchronously."""
        for member in self.members:
            member.start()
        self.wait_until(self.is_whole)

    def is_whole(self) -> bool:
        """Whether one member leads and the other confirms its commits."""
        states = [(member.answers("/primary"), member.answers("/synchronous")) for member in self.members]
        return sorted(states) == [(False, True), (True, False)]

    def wait_until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Wait for a condition and return the seconds that it took."""
        begin = time.monotonic()
        while not condition():
            assert time.monotonic() - begin < seconds, self.log
            time.sleep(_POLL)
        return time.monotonic() - begin

    def remove(self) -> None:
        """Stop everything and take its folder away."""
        for member in reversed(self.members):
            member.stop()
        self._etcd.terminate()
        self._etcd.wait(30)
        shutil.rmtree(self._folder)


def _run(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    as_root = os.geteuid() == 0
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            cwd=log.parent,
            env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            user=NOBODY if as_root else None,
            group=NOBODY if as_root else None,
            extra_groups=[] if as_root else None,
        )
