"""One PostgreSQL data folder ("cluster"): created, started and stopped by our own code.

As root the server runs under a user id that no account has, because PostgreSQL refuses root and because any existing
account could read the files of its own processes. Such an id may be unable to walk to the data folder (a checkout
beneath a home of mode 0700), so the server never walks: it is started inside the folder and names it
``/proc/self/cwd``. Everything above the cluster stays closed to every other account of the machine.
"""

import grp
import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from breachlight.database.binaries import MAJOR_VERSION, binaries_folder
from breachlight.database.errors import DatabaseError

ADMINISTRATOR = "postgres"
_INSIDE = "/proc/self/cwd"
_FIRST_FREE_ID = 59432
_LONGEST_SOCKET_FOLDER = 93  # sockaddr_un holds 107 bytes and the socket's own name takes 14
_STOP_SECONDS = 60.0
_LOG_LIMIT_BYTES = 10_000_000
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


@dataclass(frozen=True)
class Identity:
    """The user and group id that a program runs under."""

    user: int
    group: int


class Cluster:
    """The cluster in ``folder/cluster`` and its log; ``folder`` has mode 0700."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "cluster"
        self.log = folder / "server.log"
        self._as_root = os.geteuid() == 0

    @property
    def exists(self) -> bool:
        """Whether the cluster has been created."""
        return (self.data / "PG_VERSION").exists()

    def check_version(self) -> None:
        """Raise DatabaseError unless the cluster was made by this version of PostgreSQL."""
        found = (self.data / "PG_VERSION").read_text().strip()
        if found != MAJOR_VERSION:
            raise DatabaseError(
                f"{self.data} was created by PostgreSQL {found}, but this is PostgreSQL {MAJOR_VERSION}: move the folder "
                "away and restore a dump of it, or run the version that created it."
            )

    def create(self, administrator_password: str) -> None:
        """Make the cluster, whole or not at all; every login needs a password (SCRAM, RFC 7677).

        Raises:
            DatabaseError: no room, no right, or no account to run ``initdb`` under.
        """
        for leftover in self.folder.glob("new-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        draft = Path(tempfile.mkdtemp(prefix="new-", dir=self.folder))
        data, password = draft / "cluster", draft / "password"
        data.mkdir(mode=0o700)
        password.touch(mode=0o600)
        password.write_text(administrator_password)
        # initdb wants an account with a name. The group id is one that no account has, so that no process of that
        # account may look into this one while it runs (ptrace(2) compares group ids too).
        maker = Identity(_named_account(), _free_id()) if self._as_root else None
        if maker:
            for path in (draft, data, password):
                os.chown(path, maker.user, maker.group)
        place = _INSIDE if maker else str(data)
        self._run_initdb(
            [
                "-D",
                place,
                f"--username={ADMINISTRATOR}",
                f"--pwfile={place}/../password",
                "--auth-local=scram-sha-256",
                "--auth-host=reject",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-instructions",
            ],
            data,
            maker,
        )
        data.rename(self.data)
        shutil.rmtree(draft, ignore_errors=True)

    def _run_initdb(self, arguments: list[str], data: Path, identity: Identity | None) -> None:
        try:
            made = subprocess.run(
                [self._program("initdb"), *arguments],
                cwd=data,
                env=_ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
                text=True,
                umask=0o077,
                user=identity.user if identity else None,
                group=identity.group if identity else None,
                extra_groups=[] if identity else None,
            )
        except OSError as error:
            raise DatabaseError(_refused(error)) from error
        if made.returncode:
            raise DatabaseError(self._sentence(made.stdout, "could not be created"))

    def start(self, settings: dict[str, str]) -> None:
        """Start the server in a session of its own and return at once; the caller waits for it to answer."""
        self._clear_remains()
        identity = self._own() if self._as_root else None
        if self.log.exists() and self.log.stat().st_size > _LOG_LIMIT_BYTES:
            self.log.replace(self.log.with_suffix(".log.old"))
        values = {
            **settings,
            "unix_socket_directories": self._choose_socket_folder(identity),
            "cluster_name": self._mark,
        }
        command = [self._program("postgres"), "-D", _INSIDE if identity else str(self.data)]
        command += [part for name, value in values.items() for part in ("-c", f"{name}={value}")]
        descriptor = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            # The shell leaves at once, so the server belongs to init: it outlives us and its end leaves no zombie here.
            subprocess.run(
                ["/bin/sh", "-c", '"$@" &', "sh", *command],
                cwd=self.data,
                env=_ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=descriptor,
                stderr=descriptor,
                start_new_session=True,
                check=True,
                umask=0o077,
                user=identity.user if identity else None,
                group=identity.group if identity else None,
                extra_groups=[] if identity else None,
            )
        except OSError as error:
            raise DatabaseError(_refused(error)) from error
        finally:
            os.close(descriptor)

    def stop(self) -> None:
        """Stop the server: clients are disconnected, everything is written, nothing needs recovery afterwards."""
        for how in (signal.SIGINT, signal.SIGQUIT):
            server = self.server_id()
            if server is None:
                break
            _send(server, how)
            if self._wait(lambda: self.server_id() is None, _STOP_SECONDS):
                break
        private = self._recorded_socket_folder()
        if private:
            shutil.rmtree(private, ignore_errors=True)
            (self.folder / "socket-folder").unlink(missing_ok=True)

    @property
    def socket_folder(self) -> Path:
        """The folder of the Unix socket."""
        return self._recorded_socket_folder() or self.data

    def server_id(self) -> int | None:
        """Return the process id of the running server, or None."""
        try:
            number = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            number = 0
        if Path("/proc/self").exists():
            # A process id alone proves nothing: it may be a zombie or have been given to a stranger since.
            wanted = f"cluster_name={self._mark}"
            return next(
                (pid for pid, words in self._processes() if words[0].endswith("postgres") and wanted in words), None
            )
        return number if number and _alive(number) else None

    @property
    def alive(self) -> bool:
        """Whether any process of the server is there, be it only just starting or already ending."""
        return any(True for _ in self._processes()) if Path("/proc/self").exists() else self.server_id() is not None

    def failure(self) -> str:
        """Return one sentence on why the server did not start, from the end of its log."""
        try:
            with self.log.open("rb") as log:
                log.seek(max(0, self.log.stat().st_size - 4000))
                return self._sentence(log.read().decode(errors="replace"), "did not start")
        except OSError:
            return self._sentence("", "did not start")

    def _program(self, name: str) -> str:
        return str(binaries_folder(for_other_account=self._as_root) / name)

    @property
    def _mark(self) -> str:
        """A name that only this cluster's processes carry; PostgreSQL shows it in the title of each."""
        status = self.data.stat()
        return "breachlight-" + hashlib.sha256(f"{status.st_dev}:{status.st_ino}".encode()).hexdigest()[:16]

    def _processes(self) -> Iterator[tuple[int, list[str]]]:
        """Yield id and command line of each process that carries our mark and runs under the cluster's owner."""
        owner, mark = self.data.stat().st_uid, self._mark.encode()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdecimal():
                continue
            try:
                if entry.stat().st_uid != owner:
                    continue
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if mark in line:
                yield int(entry.name), line.decode(errors="replace").split("\0")

    def _clear_remains(self) -> None:
        """Remove what a killed server left behind: child processes, process id file and socket lock."""
        if not Path("/proc/self").exists():
            return
        if not self._wait(lambda: not self.alive, 10.0):
            for number, _ in self._processes():
                _send(number, signal.SIGKILL)
            self._wait(lambda: not self.alive, 10.0)
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
            (self.socket_folder / name).unlink(missing_ok=True)

    def _own(self) -> Identity:
        """Return the id that owns the cluster; give it a fresh one when an account has taken the old one."""
        owner = self.data.stat().st_uid
        if owner and not _taken(owner):
            return Identity(owner, owner)
        identity = Identity(_free_id(), _free_id())
        try:
            for folder, _, files in os.walk(self.data, topdown=False):
                for path in (*(os.path.join(folder, name) for name in files), folder):  # noqa: PTH118 -- thousands of files
                    os.chown(path, identity.user, identity.group, follow_symlinks=False)
        except OSError as error:
            raise DatabaseError(_refused(error)) from error
        return identity

    def _recorded_socket_folder(self) -> Path | None:
        """Return the private folder that an earlier start chose, while it is still ours."""
        try:
            private = Path((self.folder / "socket-folder").read_text())
            status = private.lstat()
        except OSError:
            return None
        ours = stat.S_ISDIR(status.st_mode) and status.st_uid == self.data.stat().st_uid
        return private if ours and not status.st_mode & 0o077 else None

    def _choose_socket_folder(self, identity: Identity | None) -> str:
        if len(os.fsencode(self.data)) <= _LONGEST_SOCKET_FOLDER:
            (self.folder / "socket-folder").unlink(missing_ok=True)
            return "."
        private = self._recorded_socket_folder()
        if private is None:
            base = os.environ.get("XDG_RUNTIME_DIR", "")
            short = base and not self._as_root and len(os.fsencode(base)) < _LONGEST_SOCKET_FOLDER - 25
            private = Path(tempfile.mkdtemp(prefix="breachlight-", dir=base if short else "/tmp"))  # noqa: S108 -- mode 0700
            if identity:
                os.chown(private, identity.user, identity.group)
            (self.folder / "socket-folder").write_text(str(private))
        return str(private)

    @staticmethod
    def _wait(done: Callable[[], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def _sentence(self, output: str, what: str) -> str:
        if "No space left on device" in output:
            return f"The embedded PostgreSQL {what} because the disk of {self.folder} is full: free some space there."
        telling = [line for line in output.splitlines() if any(word in line for word in ("FATAL", "PANIC", "error:"))]
        reason = telling[-1].split(":", 1)[-1].strip() if telling else "no reason was given"
        return f"The embedded PostgreSQL {what} ({reason}): see {self.log}, or set DATABASE_URL to use another server."


def _refused(error: OSError) -> str:
    return (
        f"The embedded PostgreSQL cannot run under an account of its own here ({error.strerror}): "
        "run Breachlight as an ordinary user, or set DATABASE_URL to use another server."
    )


def _alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except OSError:
        return False
    return True


def _send(number: int, how: signal.Signals) -> None:
    try:
        os.kill(number, how)
    except ProcessLookupError:
        return


def _taken(number: int) -> bool:
    for look_up in (pwd.getpwuid, grp.getgrgid):
        try:
            look_up(number)
        except KeyError:
            continue
        return True
    return False


def _free_id() -> int:
    """Return an id that no user or group has, outside the ranges that systems assign automatically."""
    return next(number for number in range(_FIRST_FREE_ID, 60_000) if not _taken(number))


def _named_account() -> int:
    """Return the user id of an ordinary account of this machine, the least privileged one first."""
    accounts = {account.pw_name: account.pw_uid for account in pwd.getpwall() if account.pw_uid != 0}
    for name in ("nobody", "daemon", *accounts):
        if name in accounts:
            return accounts[name]
    raise DatabaseError(
        "The embedded PostgreSQL cannot run as root on a machine without any other account: add one, "
        "run Breachlight as an ordinary user, or set DATABASE_URL."
    )
