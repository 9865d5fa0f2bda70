"""The installation of packages: what pip is configured with applies to uv as well, and pip takes over where uv fails."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "server" / "install_packages.py"
CONFIGURATION = """
[global]
index-url = https://packages.example/simple
extra-index-url =
    https://one.example/simple
    https://two.example/simple
find-links = /wheels
default-timeout = 60
[install]
trusted-host = one.example
[list]
format = columns
"""


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure pip by a file alone."""
    path = tmp_path / "pip.conf"
    path.write_text(CONFIGURATION)
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(path))
    monkeypatch.setenv("HOME", str(tmp_path))


specification = importlib.util.spec_from_file_location("install_packages", SCRIPT)
assert specification is not None
assert specification.loader is not None
script = importlib.util.module_from_spec(specification)
specification.loader.exec_module(script)


def test_uv_uses_the_indexes_and_options_of_pip(configured: None) -> None:
    environment = script.uv_environment()
    assert environment["UV_DEFAULT_INDEX"] == "https://packages.example/simple"
    assert environment["UV_INDEX"].split()[-2:] == ["https://one.example/simple", "https://two.example/simple"]
    assert environment["UV_FIND_LINKS"].split(",")[-1] == "/wheels"
    assert environment["UV_HTTP_TIMEOUT"] == "60"
    assert environment["UV_INSECURE_HOST"] == "one.example"


def test_variables_win_over_files_and_those_of_uv_over_those_of_pip(
    configured: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "https://other.example/simple")
    assert script.uv_environment()["UV_DEFAULT_INDEX"] == "https://other.example/simple"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://mine.example/simple")
    assert script.uv_environment()["UV_DEFAULT_INDEX"] == "https://mine.example/simple"


def test_pip_installs_what_uv_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing to install, neither asks an index; the pip of this environment finds nothing missing."""
    broken = tmp_path / "uv"
    broken.write_text("#!/bin/sh\nexit 2\n")
    broken.chmod(0o755)
    (tmp_path / "empty.lock").write_text("")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path / "empty.lock")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "trying pip" in done.stderr) == (0, True), done.stderr
