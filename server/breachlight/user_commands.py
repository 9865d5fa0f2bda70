"""The command line of users: ``breachlight users …``."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

import typer

from breachlight.config import settings_with_logging

if TYPE_CHECKING:  # commands start faster without it
    from breachlight.lifecycle.operators import Outcome

users = typer.Typer(help="Users of the installation.", no_args_is_help=True)

Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="Email address that the user logs in with.")]


@users.command("signout")
def sign_out(address: Address) -> None:
    """End all sessions of a user. Their API keys stay valid."""
    from breachlight.lifecycle import operators

    outcome = _run(operators.sign_out, address)
    typer.echo(f"{outcome.email} was logged out: {outcome.sessions} sessions ended.")


@users.command("disable")
def disable(address: Address) -> None:
    """End all sessions of a user and refuse their logins, links and API keys.

    Detections are still raised for their account, and nothing is deleted.
    """
    from breachlight.lifecycle import operators

    outcome = _run(operators.disable, address)
    done = "was disabled" if outcome.is_changed else "is already disabled"
    typer.echo(f"{outcome.email} {done}: {outcome.sessions} sessions ended.")


@users.command("enable")
def enable(address: Address) -> None:
    """Let a disabled user log in again. Their API keys are valid again."""
    from breachlight.lifecycle import operators

    outcome = _run(operators.enable, address)
    typer.echo(f"{outcome.email} was enabled." if outcome.is_changed else f"{outcome.email} isn't disabled.")


def _run(command: "Callable[[str], Awaitable[Outcome]]", address: str) -> "Outcome":
    from breachlight.database.connection import database
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()

    async def run() -> "Outcome":
        async with database(settings):
            await prepare(settings)
            return await command(address)

    return asyncio.run(run())
