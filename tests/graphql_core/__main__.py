"""``python -m tests.graphql_core``: run graphql-core's own tests of execution on our executor.

They are no part of the installed package, so its sources are fetched, of the version that is installed.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

_DESCRIBE = "pytest-describe==3.2.0"
_PLUGIN = "known_operations"


def main() -> int:
    """Fetch and run; return pytest's exit code."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory(prefix="breachlight-graphql-core-") as name:
        folder = Path(name)
        wanted = f"graphql-core=={version('graphql-core')}"
        options = ["--no-deps", "--no-binary", "graphql-core", "--dest", str(folder)]
        subprocess.run([*pip, "download", *options, wanted], check=True)
        subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "plugins"), _DESCRIBE], check=True)
        [archive] = folder.glob("*.tar.gz")
        with tarfile.open(archive) as sources:
            sources.extractall(folder, filter="data")
        paths = [str(Path(__file__).parent), str(folder / "plugins")]
        pytest = [sys.executable, "-m", "pytest", "tests/execution", "-q", "-p", _PLUGIN, "-p", "no:cacheprovider"]
        pytest += ["-p", "no:schemathesis", "-o", "addopts=", *sys.argv[1:]]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        return subprocess.run(
            pytest, cwd=archive.with_name(archive.name.removesuffix(".tar.gz")), env=environment, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
