"""Backups of a database with PostgreSQL's own programs, as operators make and restore them."""

import subprocess
from pathlib import Path

from breachlight.config import Settings
from breachlight.database.binaries import binaries_folder
from breachlight.restores.service import Report
from breachlight.restores.startup import check_restore


def dump(url: str, file: Path) -> Path:
    """Write a dump of a database and return its file."""
    _run("pg_dump", "--format=custom", f"--file={file}", url)
    return file


def restore(file: Path, url: str, *, clean: bool = False) -> None:
    """Restore a dump, into an empty database or, as its administrator, over a full one."""
    _run("pg_restore", *(["--clean", "--if-exists"] if clean else ["--no-owner"]), f"--dbname={url}", str(file))


class Installation:
    """A database that is started, backed up and restored, each as an operator would do."""

    def __init__(self, settings: Settings, folder: Path, url: str) -> None:
        self.settings = settings
        self.file = folder / "backup.dump"
        self.url = url

    async def start(self) -> Report | None:
        """Do what every start does."""
        return await check_restore(self.settings)

    def back_up(self) -> None:
        dump(self.url, self.file)

    def restore(self) -> None:
        restore(self.file, self.url, clean=True)


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run(
        [binaries_folder(for_other_account=False) / program, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
