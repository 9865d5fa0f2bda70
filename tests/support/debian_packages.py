"""Programs that tests run for real, from Debian's packages where they are missing."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def find_program(name: str, package: str) -> str:
    """Return the path of a program, installing its package if need be; parallel processes don't install twice.

    Raises:
        RuntimeError: it is missing and can't be installed here; the message says what to do.
    """
    with one_at_a_time(package):
        if shutil.which(name) is None:
            install_packages(package)
    found = shutil.which(name)
    if found is None:
        raise RuntimeError(
            f"{name} is missing: install Debian's package {package}, or run the tests as root with apt-get."
        )
    return found


def install_packages(*packages: str) -> bool:
    """Install Debian's packages and say whether that succeeded; all of them or none."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return all(
        subprocess.run(["apt-get", "-qq", *command], env=environment, stdout=subprocess.DEVNULL, check=False).returncode
        == 0
        for command in (["update"], ["install", "-y", "--no-install-recommends", *packages])
    )


@contextmanager
def one_at_a_time(purpose: str) -> Iterator[None]:
    """Let parallel processes of this user take turns."""
    with (Path(tempfile.gettempdir()) / f"breachlight-{purpose}-{os.getuid()}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield
