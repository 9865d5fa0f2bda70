"""The command line of backups."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from breachlight.config import Settings, settings_with_logging

DIFFERENT: Final = 3
"""The exit code of a verification that found differences."""

_Folder = Annotated[Path | None, typer.Argument(help="Folder of the backups; BREACHLIGHT_BACKUP_FOLDER by default.")]
_Name = Annotated[str | None, typer.Option("--backup", help="Name of a backup; the newest by default.")]


def backup(
    folder: _Folder = None,
    *,
    keep: Annotated[int | None, typer.Option(min=1, help="Delete all but so many of the newest backups.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Back up database and lake while everything runs; after the first time only new files of the lake are copied."""
    from breachlight.backups.console import back_up

    settings = settings_with_logging()
    typer.echo(asyncio.run(back_up(settings, _given(folder, settings), keep=keep, as_json=as_json)))


def restore(folder: _Folder = None, *, name: _Name = None) -> None:
    """Restore a backup into the empty database and lake that the settings name, on any server and path."""
    from breachlight.backups.console import restore_backup

    settings = settings_with_logging()
    typer.echo(asyncio.run(restore_backup(settings, _given(folder, settings), name)))


def verify(
    folder: _Folder = None,
    *,
    name: _Name = None,
    scratch: Annotated[
        Path | None,
        typer.Option(help="Folder in which a scratch installation is made; that of the backups by default."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Restore a backup to a scratch location and compare it with what was backed up.

    Exit codes: 0 it is intact; 3 it isn't.
    """
    from breachlight.backups.console import verify_backup

    settings = settings_with_logging()
    work = verify_backup(settings, _given(folder, settings), name, scratch, as_json=as_json)
    text, is_intact = asyncio.run(work)
    typer.echo(text)
    if not is_intact:
        sys.exit(DIFFERENT)


def _given(folder: Path | None, settings: Settings) -> Path:
    found = folder or settings.backup_folder
    if found is None:
        raise typer.BadParameter(
            "Name the folder of the backups, or set BREACHLIGHT_BACKUP_FOLDER.", param_hint="FOLDER"
        )
    return found
