"""The command line: wiring of what the features offer."""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from breachlight.config import Settings, SettingsError, get_settings
from breachlight.database.errors import DatabaseError
from breachlight.kit.errors import ProblemError, ValidationError
from breachlight.kit.keys import KeyFileError
from breachlight.leaks.models import LeakKind
from breachlight.processes.children import collect_garbage_seldom
from breachlight.processes.errors import StartError

Result = TypeVar("Result")

ENVIRONMENT_FAULT = 1
_INTERRUPTED = 128 + signal.SIGINT

app = typer.Typer(
    name="breachlight",
    help="Dark-web intelligence and breach detection that anyone can run.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
demonstration = typer.Typer(help="The demonstration.")
app.add_typer(demonstration, name="demo")
keys = typer.Typer(help="The key file.", no_args_is_help=True)
app.add_typer(keys, name="keys")
content = typer.Typer(help="The content of the public pages.", no_args_is_help=True)
app.add_typer(content, name="content")


@content.callback()
def _content() -> None:
    """Keep the name of the one command below."""


def main() -> None:
    """Run the command line; what an operator can mend ends in one sentence and exit code 1."""
    collect_garbage_seldom()
    told = _end_at_sigterm()
    try:
        app()
    except (DatabaseError, KeyFileError, SettingsError, StartError) as error:
        _fail(str(error))
    except ValidationError as error:
        _fail(" ".join(f"{field}: {messages[0]}" for field, messages in error.field_errors.items()))
    except ProblemError as error:
        _fail(error.message)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except SystemExit as ended:
        # Typer ends with 130 whatever the signal was.
        if told and ended.code == _INTERRUPTED:
            sys.exit(128 + told[0])
        raise


def _end_at_sigterm() -> list[int]:
    """Let SIGTERM end a command as Ctrl-C does, so that it leaves no database behind; returns where the signal is noted."""
    told: list[int] = []

    def end(number: int, _frame: object) -> None:
        told.append(number)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # what a shell without job control starts with "&"
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGTERM, end)
    return told


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (BREACHLIGHT_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (BREACHLIGHT_PORT).")] = None,
    workers: Annotated[int | None, typer.Option(help="API processes (BREACHLIGHT_WORKERS).")] = None,
) -> None:
    """Serve the product; with the embedded database a worker runs beside it."""
    from breachlight.processes.supervisor import serve as run

    settings = _settings(host=host, port=port, workers=workers)
    if settings.is_demonstration:
        from breachlight.database.connection import held_server
        from breachlight.demonstration.dns_server import demonstration_dns
        from breachlight.demonstration.service import announce, ensure_demonstration

        with ExitStack() as held, ExitStack() as served:
            held.enter_context(held_server(settings))
            if not settings.dns_resolvers:
                settings = _settings(dns_resolvers=served.enter_context(demonstration_dns(settings.data_folder)))
            _run(ensure_demonstration(settings))
            # From then on the supervisor holds it, and lets go of it with its handlers of signals in place.
            run(settings, on_database=held.close, on_ready=lambda: announce(settings))
    else:
        run(settings)


@app.command()
def worker() -> None:
    """Run a worker that takes jobs, on this machine or another beside the same database."""
    from breachlight.processes.worker import work

    work(_settings())


@app.command()
def migrate(
    check: Annotated[bool, typer.Option("--check", help="Only compare models and migrations.")] = False,
) -> None:
    """Bring the database to this version; done by every start as well."""
    from breachlight.database.connection import server
    from breachlight.database.migrations import migrate as apply
    from breachlight.database.migrations import models_drift

    if check:
        drift = _run(models_drift())
        if drift:
            _fail(f"The models have changed and no migration says so:\n{drift}")
        return

    settings = _settings()

    async def run() -> list[str]:
        async with server(settings):
            return await apply(settings)

    applied = _run(run())
    typer.echo("\n".join(applied) if applied else "The database is up to date.")


@app.command()
def settings(
    changes: Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="What to change.")] = None,
) -> None:
    """Show the public settings, or change some: breachlight settings login_enabled=true."""
    from breachlight.site.console import show_or_change

    typer.echo(_run(show_or_change(_settings(), changes or [])))


@app.command()
def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH... | -", help="Files, folders, or - for standard input.")],
    leak: Annotated[str | None, typer.Option(help="Name of the leak; the first path's by default.")] = None,
    title: Annotated[str | None, typer.Option(help="Title that people see; the name by default.")] = None,
    domain: Annotated[str | None, typer.Option(help="Domain of the service that leaked.")] = None,
    breach_date: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="When it leaked.")] = None,
    kind: Annotated[LeakKind | None, typer.Option(help="What the leak is made of; found out by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Take leak files in: parse, store, match, raise detections.

    Exit codes: 0 all taken in; 1 nothing done or could not go on; 2 wrong usage; 3 some files refused, the others taken in; 130 and
    143 stopped by a signal. The same command again goes on where it stopped.
    """
    from breachlight.leaks.ingest.malloc import choose_allocators

    choose_allocators()
    from breachlight.leaks.ingest.console import IngestOptions
    from breachlight.leaks.ingest.console import ingest as run
    from breachlight.processes.bootstrap import prepare

    _settings()
    day = breach_date.date() if breach_date else None
    sys.exit(run(IngestOptions(paths, leak, title, domain, day, kind, as_json), prepare))


@demonstration.callback(invoke_without_command=True)
def demo(context: typer.Context) -> None:
    """Fill an empty installation with invented accounts and leaks."""
    if context.invoked_subcommand is not None:
        return
    from breachlight.demonstration.service import announce, ensure_demonstration

    settings = _settings()
    _run(ensure_demonstration(settings))
    announce(settings)


@demonstration.command("dns")
def publish_record(
    domain: Annotated[str, typer.Argument(help="A domain that is to be verified.")],
    text: Annotated[str, typer.Argument(help="The text of its TXT record.")],
) -> None:
    """Publish a domain's TXT record in the demonstration's own DNS server."""
    from breachlight.demonstration.dns_server import publish

    name = publish(_settings().data_folder, domain, text)
    typer.echo(f'Published in the demonstration: {name} TXT "{text}"')


@keys.command()
def rotate() -> None:
    """Add a master key and use it from now on; what was sealed before still opens."""
    from breachlight.kit.keys import KeyRing

    path: Path = _settings().key_file
    version = KeyRing.load(path).rotate(path)
    typer.echo(f"Key version {version} is in use. Back up {path}.")


@content.command("check")
def check_content() -> None:
    """Check the documents of the public pages, or what the content service at CONTENT_URL answers.

    Tells of each mistake the file, the line and what to do, and ends with exit code 1 if there is one.
    """
    from breachlight.content.console import ContentError, check

    try:
        typer.echo(_run(check(_settings())))
    except ContentError as error:
        _fail(str(error))


def _settings(**given: str | int | None) -> Settings:
    """Return the settings with what the command line says, which child processes must see too, and set the logs up by them."""
    from breachlight.kit.logging import configure_logging

    for name, value in given.items():
        if value is not None:
            os.environ[f"BREACHLIGHT_{name.upper()}"] = str(value)
    get_settings.cache_clear()
    read = get_settings()
    configure_logging(read.log_level, read.log_format)
    return read


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(work)


def _fail(message: str) -> None:
    typer.echo(message, err=True)
    sys.exit(ENVIRONMENT_FAULT)
