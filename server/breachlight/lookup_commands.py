"""The command line of the public lookups: ``breachlight lookups …``."""

import asyncio
from typing import Annotated

import typer

from breachlight.config import settings_with_logging

lookups = typer.Typer(help="Public lookups: the password and email ranges.", no_args_is_help=True)


@lookups.command("status")
def show_status(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show how far the password and email ranges are built, and how large they are."""
    from breachlight.leaks.ranges import console
    from breachlight.processes.bootstrap import prepare

    typer.echo(asyncio.run(console.show_status(settings_with_logging(), prepare, as_json=as_json)))


@lookups.command("rebuild")
def rebuild() -> None:
    """Drop the ranges that are on and let a worker build them from the lake again; until then they aren't served."""
    from breachlight.leaks.ranges import console
    from breachlight.processes.bootstrap import prepare

    typer.echo(asyncio.run(console.rebuild(settings_with_logging(), prepare)))
