"""SoftHSM, a PKCS#11 token in software: found on the machine, or installed by apt-get where that is possible."""

import os
import subprocess
from pathlib import Path

import pytest
from debian_packages import install_packages, one_at_a_time

_MODULES = (
    "/usr/lib/softhsm/libsofthsm2.so",
    "/usr/lib64/softhsm/libsofthsm2.so",
    "/usr/lib64/pkcs11/libsofthsm2.so",
    "/usr/local/lib/softhsm/libsofthsm2.so",
)
PIN = "246810"


def find_module() -> Path:
    """Return the path of SoftHSM's library, installing Debian's package softhsm2 if need be; skip the test if there is no way."""
    with one_at_a_time("softhsm2"):
        if _found() is None:
            install_packages("softhsm2")
    found = _found()
    if found is None:
        pytest.skip("SoftHSM isn't installed (Debian: apt-get install softhsm2)")
    return found


def make_token(folder: Path, label: str) -> dict[str, str]:
    """Make a token in a folder of its own, and return the environment variables that lead to it."""
    module = find_module()
    (folder / "tokens").mkdir(parents=True)
    configuration = folder / "softhsm2.conf"
    configuration.write_text(
        f"directories.tokendir = {folder / 'tokens'}\nobjectstore.backend = file\nlog.level = ERROR\n"
    )
    subprocess.run(
        ["softhsm2-util", "--init-token", "--free", "--label", label, "--pin", PIN, "--so-pin", PIN],
        env={**os.environ, "SOFTHSM2_CONF": str(configuration)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return {
        "SOFTHSM2_CONF": str(configuration),
        "BREACHLIGHT_KEY_SERVICE": "pkcs11",
        "BREACHLIGHT_PKCS11_MODULE": str(module),
        "BREACHLIGHT_PKCS11_TOKEN": label,
        "BREACHLIGHT_PKCS11_PIN": PIN,
    }


def _found() -> Path | None:
    return next((path for path in map(Path, _MODULES) if path.exists()), None)
