"""Migrations of versions that don't exist, in a copy of the product's."""

import shutil
from pathlib import Path

import pytest

from breachlight.database import migration_files


def trial_migrations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let this process use a copy of the migrations, and return the folder of the files."""
    copy = folder / "migrations"
    shutil.copytree(migration_files.LOCATION, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migration_files, "LOCATION", copy)
    return copy / "models"


def write_migration(
    folder: Path,
    number: int,
    sql: str,
    *,
    phase: str | None = "expand",
    release: str | None = None,
    is_transactional: bool = True,
    batches: str | None = None,
    ends_ingests: bool = False,
) -> Path:
    """Write a migration into a folder of files; by default it is of the present release."""
    path = folder / f"{number}_20990101000000_trial.py"
    last = max(folder.glob("[0-9]*_*.py"), key=lambda each: int(each.name.split("_")[0]))
    release = release or ".".join(map(str, migration_files.own_release()))
    declared = f"PHASE = {phase!r}\nRELEASE = {release!r}\n" if phase else ""
    path.write_text(
        f"RUN_IN_TRANSACTION = {is_transactional}\n{declared}BATCHES = {batches!r}\n"
        f"ENDS_INGESTS = {ends_ingests}\n"
        f"async def upgrade(db):\n    return {sql!r}\n"
        f"MODELS_STATE = {migration_files.Migration(last).models_state!r}\n"
    )
    return path
