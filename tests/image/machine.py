"""A machine with systemd in a container of systemd-nspawn, made from the product's image; its network is this machine's."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from debian_packages import find_program

from image.podman import ROOT, Podman

SYSTEMD_IMAGE: Final = "localhost/breachlight-systemd:test"
_UNITS: Final = ("breachlight", "breachlight-worker")
# nspawn needs version 2 of cgroups, and one of its own.
_IN_CGROUP: Final = """
mount --make-rprivate /
if [ "$(stat -f -c %T /sys/fs/cgroup)" != cgroup2fs ]; then
    umount -R /sys/fs/cgroup
    mount -t cgroup2 none /sys/fs/cgroup
fi
mkdir -p "/sys/fs/cgroup/$0"
echo $$ > "/sys/fs/cgroup/$0/cgroup.procs"
exec "$@"
"""


class Machine:
    """Boots with both units enabled; needs root."""

    def __init__(self, podman: Podman, folder: Path, settings: Mapping[str, str]) -> None:
        """Write its disk into ``folder``."""
        self._disk = folder / "disk"
        self._disk.mkdir()
        self._log = folder / "console.log"
        self._nspawn: subprocess.Popen[bytes] | None = None
        podman.export(SYSTEMD_IMAGE, self._disk)
        units = self._disk / "etc" / "systemd" / "system"
        for path in (ROOT / "deploy" / "systemd").glob("*.service"):
            shutil.copy(path, units)
        environment = self._disk / "etc" / "breachlight" / "breachlight.env"
        environment.parent.mkdir()
        environment.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
        environment.chmod(0o600)
        subprocess.run(["systemctl", f"--root={self._disk}", "--quiet", "enable", *_UNITS], check=True)

    def boot(self) -> None:
        """Start it."""
        nspawn = find_program("systemd-nspawn", "systemd-container")
        command = [
            nspawn, "--quiet", f"--directory={self._disk}", "--boot", "--register=no", "--keep-unit", "--machine=breachlight-test",
            "--resolv-conf=off", "--timezone=off", "--console=passive",
        ]  # fmt: skip
        with self._log.open("wb") as log:
            self._nspawn = subprocess.Popen(
                ["unshare", "--mount", "bash", "-euc", _IN_CGROUP, "breachlight-test", *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            )

    def run(self, *command: str, given: str | None = None) -> "subprocess.CompletedProcess[str]":
        """Run a command in it as root, with the environment of its settings."""
        (leader,) = self._children()
        inside = ["nsenter", f"--target={leader}", "--mount", "--pid", "--ipc", "--uts", "--cgroup", "--root", "--wd=/"]
        return subprocess.run(
            [*inside, *command], input=given, capture_output=True, text=True, timeout=300, check=False
        )

    def _children(self) -> list[str]:
        assert self._nspawn is not None
        path = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        return path.read_text().split()

    def wait_until(self, condition: Callable[[], Any], seconds: float = 240) -> None:
        """Wait for a condition."""
        end = time.monotonic() + seconds
        while not condition():
            assert self._nspawn is not None
            assert self._nspawn.poll() is None, self.journal()
            assert time.monotonic() < end, self.journal()
            time.sleep(0.2)

    def journal(self, *options: str) -> str:
        """Return what its services wrote, from its disk."""
        folder = self._disk / "var" / "log" / "journal"
        command = ["journalctl", f"--directory={folder}", "--no-pager", "--output=cat", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return (self._log.read_text(errors="replace") + done.stdout + done.stderr)[-6000:]

    def power_off(self) -> None:
        """Stop it in order."""
        if self._nspawn is not None and self._nspawn.poll() is None:
            self._nspawn.send_signal(signal.SIGTERM)
            try:
                self._nspawn.wait(90)
            except subprocess.TimeoutExpired:
                self._nspawn.kill()
                self._nspawn.wait()
                raise
