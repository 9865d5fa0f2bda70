"""Versions of the product to run side by side: copies of its sources, the present ones or those of a commit."""

import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
_READS_COLUMN = """

_routes_of_the_product = health_routes


def health_routes(settings):
    from breachlight.database.session import reading as _reading

    async def trial(_):
        async with _reading() as connection:
            return JSONResponse(await connection.fetchval("SELECT coalesce(max({column}), 0) FROM site_settings"))

    return [*_routes_of_the_product(settings), Route("/trial", trial)]
"""


class Version:
    """Sources of the server that processes run when ``variables`` are in their environment."""

    def __init__(self, folder: Path) -> None:
        """Name the folder of the sources."""
        self.folder = folder
        self.migrations = folder / "server/migrations/models"
        self.variables = {"PYTHONPATH": str(folder / "server")}

    def needs(self, column: str) -> None:
        """Let GET /trial read a column of the public settings, which fails without it."""
        path = self.folder / "server/breachlight/processes/health.py"
        path.write_text(path.read_text() + _READS_COLUMN.format(column=column))


def present(folder: Path) -> Version:
    """Copy the present sources."""
    # With the compiled modules, which fit files of the same time.
    shutil.copytree(REPOSITORY / "server", folder / "server", ignore=shutil.ignore_patterns("*.egg-info"))
    return _with_client(folder)


def of_commit(commit: str, folder: Path) -> Version | None:
    """Copy the sources of a commit; None if this clone doesn't have it."""
    archived = subprocess.run(["git", "archive", commit, "server"], cwd=REPOSITORY, capture_output=True, check=False)
    if archived.returncode:
        return None
    with tarfile.open(fileobj=BytesIO(archived.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return _with_client(folder)


def last_release() -> str | None:
    """Return the tag of the last release, if this clone has one."""
    described = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match=v[0-9]*"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or None


def _with_client(folder: Path) -> Version:
    (folder / "client").mkdir()
    if (REPOSITORY / "client/dist").exists():
        (folder / "client/dist").symlink_to(REPOSITORY / "client/dist")
    return Version(folder)
