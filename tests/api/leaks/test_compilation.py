"""Where kernels are compiled: when the product is installed, never by an ingest; and who loads numba."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from ingestion_harness import Bench

from breachlight.leaks.ingest.precompile import SAMPLES

COMPILE = "from breachlight.leaks.ingest.precompile import main; main()"
INGEST = """
import atexit, json, sys
def report():
    runtime = sys.modules["breachlight.leaks.kernels.runtime"]
    print(json.dumps(runtime.compiled_here()), file=sys.stderr)
atexit.register(report)
from breachlight.cli import main
main()
"""
PREPARE = """
import json
from breachlight.leaks.ingest.precompile import precompile
from breachlight.leaks.kernels.runtime import code_folder, compiled_here
try:
    (code_folder() / "probe").touch()
except PermissionError:
    pass
else:
    raise SystemExit("the folder can be written")
missing = precompile()
print(json.dumps([compiled_here(), missing]))
"""


@pytest.fixture(scope="module")
def code_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code that the installation has, compiled now unless make has."""
    subprocess.run([sys.executable, "-c", COMPILE], check=True, timeout=280)
    folder = tmp_path_factory.mktemp("code") / "kernels"
    shutil.copytree(Path(sys.prefix, "share", "breachlight", "kernels"), folder)
    return folder


def files(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*")}


@pytest.mark.long
async def test_the_first_ingest_compiles_nothing(bench: Bench, code_folder: Path) -> None:
    for name, text in SAMPLES.items():
        bench.write(name, text)
    before = files(code_folder)
    environment = os.environ | {"BREACHLIGHT_CODE_FOLDER": str(code_folder)}
    command = [sys.executable, "-c", INGEST, "ingest", str(bench.folder), "--leak", "First", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=True)
    assert [file["state"] for file in json.loads(done.stdout)["files"]] == ["ingested"] * len(SAMPLES)
    assert json.loads(done.stderr.splitlines()[-1]) == []
    assert files(code_folder) == before


@pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root may write everywhere")
@pytest.mark.long
def test_a_read_only_installation_compiles_nothing(code_folder: Path, tmp_path: Path) -> None:
    for path in (code_folder, *code_folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = files(code_folder)
    # Root may write everywhere, unless it gives that capability up.
    drop = ["setpriv", "--bounding-set", "-dac_override"] if os.geteuid() == 0 else []
    environment = os.environ | {"BREACHLIGHT_CODE_FOLDER": str(code_folder), "HOME": "/nonexistent"}
    done = subprocess.run(
        [*drop, sys.executable, "-c", PREPARE], capture_output=True, text=True, env=environment, timeout=120, check=True
    )
    compiled, without_code = json.loads(done.stdout)
    assert compiled == []
    assert files(code_folder) == before
    assert without_code == [], "add a sample to leaks/ingest/precompile.py that needs these functions"


@pytest.mark.parametrize(
    "module",
    [
        "breachlight.app",
        "breachlight.schema",
        "breachlight.rest.routes",
        "breachlight.cli",
        "breachlight.processes.supervisor",
        "breachlight.processes.server",
        "breachlight.processes.worker",
        "breachlight.demonstration.service",
        "breachlight.leaks.lake.store",
    ],
)
def test_no_process_but_ingestion_imports_numba_and_none_imports_opentelemetry(module: str) -> None:
    program = f"import sys, {module}; sys.exit(int(not sys.modules.keys().isdisjoint({{'numba', 'opentelemetry'}})))"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.parametrize(
    "module", ["breachlight.app", "breachlight.processes.server", "breachlight.processes.supervisor"]
)
def test_no_process_of_the_api_imports_what_few_requests_need(module: str) -> None:
    """Together they take 50 MiB."""
    rare = {"duckdb", "PIL", "dns", "httpx", "aiosmtplib"}
    program = f"import sys, {module}; sys.exit(', '.join({rare} & sys.modules.keys()) or None)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't list the libraries of a process")
def test_large_libraries_are_linked_before_modules_ask_for_them() -> None:
    program = """
import sys, threading
from breachlight.leaks.ingest.libraries_ahead import begin_loading
begin_loading()
for thread in threading.enumerate():
    if thread.name == "libraries":
        thread.join()
maps = open("/proc/self/maps").read()
missing = [name for name in ("libllvmlite", "_multiarray_umath", "libarrow", "_duckdb") if name not in maps]
sys.exit(", ".join([*missing, *({"numba", "numpy", "pyarrow", "duckdb"} & sys.modules.keys())]) or None)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
