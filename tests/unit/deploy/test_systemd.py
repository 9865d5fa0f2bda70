"""The systemd units, by systemd's own checks."""

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "deploy" / "systemd"
UNITS = sorted(FOLDER.glob("*.service"))
MOST_EXPOSED = 20
"""The threshold of ``systemd-analyze security``, from 0 (closed) to 100."""

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is missing: install Debian's package systemd"
)


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_the_unit_is_valid(unit: Path, tmp_path: Path) -> None:
    # The program must exist for the check.
    program = tmp_path / "breachlight"
    program.touch(mode=0o755)
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text().replace("/opt/breachlight/.venv/bin/breachlight", str(program)))
    done = subprocess.run(
        [ANALYZE, "verify", "--man=no", "--recursive-errors=no", copy], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_the_unit_is_confined(unit: Path) -> None:
    done = subprocess.run(
        [ANALYZE, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr


def test_both_units_have_the_same_sandbox() -> None:
    def sandbox(unit: Path) -> list[str]:
        return unit.read_text().partition("NoNewPrivileges")[2].splitlines()

    api, worker = UNITS[1], UNITS[0]
    assert (api.name, worker.name) == ("breachlight.service", "breachlight-worker.service")
    assert sandbox(api) == sandbox(worker)
