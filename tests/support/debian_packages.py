"""Programs that tests run for real, from Debian's packages where they are missing."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def find_program(name: str, package: str) -> str:
    """Return the path of a program, installing its package if need be; parallel processes don't install twice.

    Raises:
        RuntimeError: it is missing and can't be installed here; the message says what to do.
    """
    with (Path(tempfile.gettempdir()) / f"breachlight-{package}-{os.getuid()}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        found = shutil.which(name) or _installed(name, package)
    if found is None:
        raise RuntimeError(
            f"{name} is missing: install Debian's package {package}, or run the tests as root with apt-get."
        )
    return found


def _installed(name: str, package: str) -> str | None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
        if subprocess.run(
            ["apt-get", "-qq", *command], env=environment, stdout=subprocess.DEVNULL, check=False
        ).returncode:
            return None
    return shutil.which(name)
