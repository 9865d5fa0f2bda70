"""The command line of backups."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from breachlight.config import settings_with_logging

DIFFERENT: Final = 3
"""The exit code of a verification that found differences."""

_Folder = Annotated[Path, typer.Argument(help="Folder of the backups.")]
_Name = Annotated[str | None, typer.Option("--backup", help="Name of a backup; the newest by default.")]


def backup(
    folder: _Folder,
    *,
    keep: Annotated[int | None, typer.Option(min=1, help="Delete all but so many of the newest backups.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Back up database and lake while everything runs; after the first time only new files of the lake are copied."""
    from breachlight.backups.console import back_up

    typer.echo(asyncio.run(back_up(settings_with_logging(), folder, keep=keep, as_json=as_json)))


def restore(folder: _Folder, *, name: _Name = None) -> None:
    """Restore a backup into the empty database and lake that the settings name, on any server and path."""
    from breachlight.backups.console import restore_backup

    typer.echo(asyncio.run(restore_backup(settings_with_logging(), folder, name)))


def verify(
    folder: _Folder,
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

    text, is_intact = asyncio.run(verify_backup(settings_with_logging(), folder, name, scratch, as_json=as_json))
    typer.echo(text)
    if not is_intact:
        sys.exit(DIFFERENT)
