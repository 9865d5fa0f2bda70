"""A second PostgreSQL, reached over TCP with a password, as an operator's own server would be."""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from breachlight.database.binaries import binaries_folder

NOBODY = 65534
DATABASE = "breachlight_external"
USER = "operator"


class ExternalPostgreSQL:
    """A server of its own on the loopback; started, stopped and started again by a test.

    PostgreSQL refuses root, so a test that runs as root gives it to the account ``nobody``. Its folder lies where that
    account can walk to, which the folders of pytest are not.
    """

    def __init__(
        self,
        port: int,
        *,
        primary: "ExternalPostgreSQL | None" = None,
        programs: Path | None = None,
        password: str | None = None,
    ) -> None:
        """Create its files: a new cluster, or the copy of a running ``primary``, which becomes its standby.

        ``programs`` are those of another PostgreSQL; the libraries that these need are in ``lib`` next to their folder.
        """
        self.port = port
        self.password = primary.password if primary else password or secrets.token_urlsafe(12)
        self._is_standby = primary is not None
        self._folder = Path(tempfile.mkdtemp(prefix="breachlight-external-"))
        self._as_root = os.geteuid() == 0
        self._programs = programs or binaries_folder(for_other_account=self._as_root)
        self._libraries = {"LD_LIBRARY_PATH": str(programs.parent / "lib")} if programs else {}
        self._process: subprocess.Popen[bytes] | None = None
        (self._folder / "password").write_text(self.password)
        if self._as_root:
            for path in (self._folder, self._folder / "password"):
                os.chown(path, NOBODY, NOBODY)
        if primary is not None:
            made = [
                "pg_basebackup",
                "-d",
                primary.conninfo,
                "-D",
                "cluster",
                "--checkpoint=fast",
                "--write-recovery-conf",
            ]
        else:
            made = [
                "initdb", "-D", "cluster", f"--username={USER}", "--pwfile=password", "--auth=scram-sha-256",
                "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions",
            ]  # fmt: skip
        assert self._run(made).wait(60) == 0, self.log

    @property
    def url(self) -> str:
        return self.url_with()

    @property
    def conninfo(self) -> str:
        """The address for libpq's own programs and for standbys."""
        return f"host=127.0.0.1 port={self.port} user={USER} password={self.password}"

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")

    def url_with(self, *, password: str | None = None, database: str = "postgres") -> str:
        """Return the address with another password or database in it."""
        return f"postgresql://{USER}:{password or self.password}@127.0.0.1:{self.port}/{database}"

    def start(self, **settings: str) -> None:
        """Start it and return when it answers; further settings of PostgreSQL may be given."""
        earlier = len(self.log)
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = self._run(
            [
                "postgres", "-D", "cluster", "-c", "listen_addresses=127.0.0.1", "-c", f"port={self.port}",
                "-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "log_statement=none", *given,
            ]
        )  # fmt: skip
        end = time.monotonic() + 60
        accepted = "read-only connections" if self._is_standby else "connections"
        while f"database system is ready to accept {accepted}" not in self.log[earlier:]:
            assert self._process.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.05)

    def archive(self) -> None:
        """Start it so that it archives its write-ahead log, and take a base backup."""
        archive = self._folder / "archive"
        archive.mkdir()
        if self._as_root:
            os.chown(archive, NOBODY, NOBODY)
        self.start(archive_mode="on", archive_command="cp %p ../archive/%f", wal_level="replica")
        url = self.url.replace("/postgres", "")
        assert self._run(["pg_basebackup", "-d", url, "-D", "base", "--checkpoint=fast"]).wait(60) == 0, self.log

    def recover(self, restore_point: str | None) -> None:
        """Stop it, replace the cluster by the base backup, and recover to a named point, or to the end of the archive."""
        self.stop()
        shutil.rmtree(self._folder / "cluster")
        shutil.copytree(self._folder / "base", self._folder / "cluster")
        signal_file = self._folder / "cluster" / "recovery.signal"
        signal_file.touch()
        for path in (self._folder / "cluster").rglob("*"):
            if self._as_root:
                os.chown(path, NOBODY, NOBODY)
        if self._as_root:
            os.chown(self._folder / "cluster", NOBODY, NOBODY)
        target = {"recovery_target_name": restore_point} if restore_point else {}
        self.start(restore_command="cp ../archive/%f %p", recovery_target_action="promote", **target)

    def stop(self) -> None:
        """Stop it, disconnecting its clients, and return when it is gone."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
            self._process = None

    def remove(self) -> None:
        """Stop it and take its folder away."""
        self.stop()
        shutil.rmtree(self._folder)

    def data_files(self) -> list[Path]:
        """Return the files of the cluster: tables, indexes, logs of changes."""
        return [path for path in (self._folder / "cluster").rglob("*") if path.is_file()]

    def _run(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._programs / command[0]), *command[1:]],
                cwd=self._folder,
                env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", **self._libraries},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=NOBODY if self._as_root else None,
                group=NOBODY if self._as_root else None,
                extra_groups=[] if self._as_root else None,
            )
