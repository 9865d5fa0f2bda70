"""The command ``breachlight setup``: from an empty installation to one whose operator can go on in the browser."""

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from breachlight.config import settings_with_logging

if TYPE_CHECKING:  # commands start faster without it
    from breachlight.setup.console import Ask, Report, Wanted

Asked = Annotated[str | None, typer.Option(help="Email address of the first operator; asked on a terminal.")]


def setup(
    *,
    email: Asked = None,
    first_name: Annotated[str | None, typer.Option(help="Their first name.")] = None,
    last_name: Annotated[str | None, typer.Option(help="Their last name.")] = None,
    company: Annotated[str | None, typer.Option(help="Name of their organization.")] = None,
    password_link: Annotated[
        bool,
        typer.Option("--password-link", help="Print a link that sets the password once, instead of asking for it."),
    ] = False,
    test_email: Annotated[bool, typer.Option("--test-email/--no-test-email", help="Send a test email.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Ask nothing and print JSON.")] = False,
) -> None:
    """Set up an empty installation: the first operator, login, a test email and DNS; says what comes next in the browser.

    It can be repeated: what is done stays. Without a terminal or with --json nothing is asked, and a new operator gets a link.

    Exit codes: 0 nothing is failing; 1 something is.
    """
    from breachlight.setup.console import Wanted

    is_asking = not as_json and sys.stdin.isatty()
    wanted = Wanted(
        email, first_name, last_name, company, has_link=password_link, can_ask=is_asking, is_test_wanted=test_email
    )
    report = asyncio.run(_run(wanted, _ask if is_asking else _refuse))
    typer.echo(json.dumps(report.as_dictionary(), indent=2, ensure_ascii=False) if as_json else report.as_text())
    if report.is_failing:
        sys.exit(1)


async def _run(wanted: "Wanted", ask: "Ask") -> "Report":
    from breachlight.database.connection import database
    from breachlight.processes.bootstrap import prepare
    from breachlight.setup.console import set_up

    settings = settings_with_logging()
    async with database(settings):
        await prepare(settings)
        return await set_up(settings, wanted, ask)


def _ask(question: str, option: str) -> str:
    """Ask on the terminal; a secret twice and without echo."""
    is_secret = option == "--password-link"
    answer: str = typer.prompt(question, hide_input=is_secret, confirmation_prompt=is_secret)
    return answer


def _refuse(question: str, option: str) -> str:
    raise typer.BadParameter(f"Nobody can be asked here: add {option} ({question}).")
