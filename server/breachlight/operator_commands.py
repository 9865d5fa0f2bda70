"""The command line of operators: ``breachlight operator …``."""

import asyncio
import json
from collections.abc import Awaitable
from typing import Annotated, TypeVar

import typer

from breachlight.config import settings_with_logging

Result = TypeVar("Result")

operator = typer.Typer(help="Operators: the users who may use the operator console.", no_args_is_help=True)

Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="Email address that the user logs in with.")]


@operator.command("add")
def add(address: Address) -> None:
    """Make a user an operator. They need a second factor to use the console."""
    from breachlight.operators import service

    change = _run(service.grant(address))
    typer.echo(f"{change.email} {'is now an operator' if change.is_changed else 'is already an operator'}.")
    if not change.has_second_factor:
        typer.echo("They have no authenticator app yet. The console asks them to set one up in Settings > Security.")


@operator.command("remove")
def remove(address: Address) -> None:
    """Take the role from a user, effective immediately. Their account and sessions stay."""
    from breachlight.operators import service

    change = _run(service.remove(address))
    typer.echo(f"{change.email} {'is no longer an operator' if change.is_changed else 'is no operator'}.")


@operator.command("list")
def list_all(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the operators, and who of them has no second factor or is disabled."""
    from breachlight.operators import service

    found = _run(service.list_operators())
    if as_json:
        plain = [
            {
                "email": one.email,
                "granted_at": one.granted_at.isoformat(),
                "granted_by": one.granted_by,
                "has_second_factor": one.has_second_factor,
                "is_disabled": one.is_disabled,
            }
            for one in found
        ]
        typer.echo(json.dumps(plain, indent=2, ensure_ascii=False))
        return
    for one in found:
        lacking = "" if one.has_second_factor else "  no second factor"
        disabled = "  disabled" if one.is_disabled else ""
        typer.echo(f"{one.email}  since {one.granted_at:%Y-%m-%d} by {one.granted_by}{lacking}{disabled}")
    if not found:
        typer.echo("No operators. Add one: breachlight operator add ADDRESS")


def _run(work: Awaitable[Result]) -> Result:
    from breachlight.database.connection import database
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()

    async def run() -> Result:
        async with database(settings):
            await prepare(settings)
            return await work

    return asyncio.run(run())
