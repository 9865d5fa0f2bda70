"""The command line of opt-outs: ``breachlight opt-outs …``."""

import asyncio
import sys
from typing import Annotated

import typer

from breachlight.config import settings_with_logging

opt_outs = typer.Typer(help="Addresses that public lookups leave out.", no_args_is_help=True)

Address = Annotated[
    str, typer.Argument(metavar="ADDRESS | -", help="Email address, or - to read it from standard input.")
]


@opt_outs.command("add")
def add(
    address: Address,
    level: Annotated[
        int,
        typer.Option(min=1, max=3, help="1: public lookups, 2: also new monitoring, 3: its records are erased too."),
    ] = 1,
) -> None:
    """Leave an address out of public lookups, also of leaks that are loaded later; only a keyed digest of it is kept."""
    from breachlight.leaks.opt_outs import console
    from breachlight.processes.bootstrap import prepare

    typer.echo(asyncio.run(console.add(settings_with_logging(), prepare, _read(address), level)))


@opt_outs.command("remove")
def remove(address: Address) -> None:
    """Let public lookups have an address again."""
    from breachlight.leaks.opt_outs import console
    from breachlight.processes.bootstrap import prepare

    typer.echo(asyncio.run(console.remove(settings_with_logging(), prepare, _read(address))))


@opt_outs.command("list")
def show(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show how many opt-outs there are and when the newest were added."""
    from breachlight.leaks.opt_outs import console
    from breachlight.processes.bootstrap import prepare

    typer.echo(asyncio.run(console.show(settings_with_logging(), prepare, as_json=as_json)))


def _read(address: str) -> str:
    return sys.stdin.readline().strip() if address == "-" else address
