"""The command line."""

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

from breachlight.audit_commands import audit
from breachlight.backup_commands import backup, restore, verify
from breachlight.backups.errors import BackupError
from breachlight.config import Settings, SettingsError, get_settings, settings_with_logging
from breachlight.database.errors import LOST, LOST_SENTENCE, DatabaseError
from breachlight.key_commands import keys
from breachlight.keys.errors import KeyCommandError
from breachlight.kit.errors import ProblemError, ValidationError
from breachlight.kit.keys import KeyFileError
from breachlight.leak_commands import erase, leaks, quarantine, uploads
from breachlight.leaks.errors import IngestError, OperationError
from breachlight.leaks.models import LeakKind
from breachlight.lookup_commands import lookups
from breachlight.operator_commands import operator
from breachlight.opt_out_commands import opt_outs
from breachlight.processes.errors import StartError
from breachlight.setup_commands import setup
from breachlight.user_commands import users

Result = TypeVar("Result")

ENVIRONMENT_FAULT = 1
_INTERRUPTED = 128 + signal.SIGINT

app = typer.Typer(
    name="breachlight",
    help="Self-hosted dark-web intelligence and breach detection.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
demonstration = typer.Typer(help="The demonstration.")
app.add_typer(demonstration, name="demo")
app.add_typer(keys, name="keys")
content = typer.Typer(help="The content of the public pages.", no_args_is_help=True)
app.add_typer(content, name="content")
app.add_typer(leaks, name="leaks")
app.add_typer(lookups, name="lookups")
app.add_typer(opt_outs, name="opt-outs")
app.add_typer(users, name="users")
app.add_typer(operator, name="operator")
app.add_typer(quarantine, name="quarantine")
app.add_typer(uploads, name="uploads")
app.add_typer(audit, name="audit")
app.command()(erase)
app.command()(backup)
app.command()(restore)
app.command()(verify)
app.command()(setup)


@content.callback()
def _content() -> None:
    """Keep ``check`` a subcommand, although it is the only one."""


def main() -> None:
    """Run the command line; an error the operator can fix ends in one sentence and exit code 1."""
    received = _end_at_sigterm()
    try:
        app()
    except (
        BackupError,
        DatabaseError,
        IngestError,
        KeyCommandError,
        KeyFileError,
        OperationError,
        SettingsError,
        StartError,
    ) as error:
        _fail(str(error))
    except ValidationError as error:
        _fail(" ".join(f"{field}: {messages[0]}" for field, messages in error.field_errors.items()))
    except ProblemError as error:
        _fail(str(error))
    except LOST:
        _fail(LOST_SENTENCE)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except SystemExit as ended:
        # Typer ends with 130 whatever the signal was.
        if received and ended.code == _INTERRUPTED:
            sys.exit(128 + received[0])
        raise


def _end_at_sigterm() -> list[int]:
    """Let SIGTERM end a command as Ctrl-C does, so that it leaves no database behind; return the list of received signals."""
    received: list[int] = []

    def end(number: int, _frame: object) -> None:
        received.append(number)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # what a shell without job control starts with "&"
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGTERM, end)
    return received


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on (BREACHLIGHT_HOST).")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on (BREACHLIGHT_PORT).")] = None,
    workers: Annotated[int | None, typer.Option(help="API processes (BREACHLIGHT_WORKERS).")] = None,
) -> None:
    """Run the server; with the embedded database also a worker."""
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
            # From here on the supervisor keeps the server, and releases it with its signal handlers in place.
            run(settings, on_database=held.close, on_ready=lambda: announce(settings))
    else:
        run(settings)


@app.command()
def worker() -> None:
    """Run a worker for background jobs, on this machine or another one with the same database."""
    from breachlight.processes.worker import work

    work(_settings())


@app.command()
def migrate(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing: compare models and migrations, and show what waits.")
    ] = False,
    contract: Annotated[
        bool, typer.Option("--contract", help="Fail if contract steps wait for processes of an older version.")
    ] = False,
) -> None:
    """Migrate database and lake to this version while older processes serve.

    Contract steps, which remove what the version before needs, wait until no process of it runs; the same command applies them then.
    """
    from breachlight.database.model_comparison import models_drift
    from breachlight.processes.migration_console import apply, waiting

    if check:
        drift = _run(models_drift())
        if drift:
            _fail(f"The models have changed without a migration:\n{drift}")
        lines = _run(waiting(_settings()))
        if lines:
            typer.echo(lines)
        return
    typer.echo(_run(apply(_settings(), must_contract=contract)))


@app.command()
def doctor(
    *,
    backup_folder: Annotated[
        Path | None, typer.Option(help="Folder of the backups to check (BREACHLIGHT_BACKUP_FOLDER).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check database, migrations, keys, lake, email, DNS, certificate, clock, backups, password ranges and disks, and say what to do.

    Exit codes: 0 nothing is failing; 1 something is.
    """
    from breachlight.doctor import console
    from breachlight.doctor.findings import Level

    findings = _run(console.examine(_settings(backup_folder=backup_folder)))
    typer.echo(console.as_json(findings) if as_json else console.as_text(findings))
    if console.worst(findings) is Level.FAILING:
        sys.exit(ENVIRONMENT_FAULT)


@app.command("after-restore")
def after_restore() -> None:
    """End all sessions, links and codes and suspend API keys, after a restore that a start can't detect."""
    from breachlight.processes.bootstrap import prepare_data
    from breachlight.restores.console import apply

    typer.echo(_run(apply(_settings(), prepare_data)))


@app.command()
def settings(
    changes: Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="Settings to change.")] = None,
) -> None:
    """Show or change the public settings: breachlight settings login_enabled=true."""
    from breachlight.console.settings_command import show_or_change
    from breachlight.processes.bootstrap import check_key_file

    typer.echo(_run(show_or_change(_settings(), changes or [], check_key_file)))


@app.command()
def ingest(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH... | -", help="Files, folders, or - for standard input.")
    ] = None,
    leak: Annotated[str | None, typer.Option(help="Name of the leak; by default that of the first path.")] = None,
    title: Annotated[str | None, typer.Option(help="Display title; the name by default.")] = None,
    domain: Annotated[str | None, typer.Option(help="Domain of the breached service.")] = None,
    breach_date: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Date of the breach.")] = None,
    kind: Annotated[LeakKind | None, typer.Option(help="Kind of leak; detected by default.")] = None,
    read_as: Annotated[
        str | None,
        typer.Option("--format", help="csv, tsv, sql, json, lines, blocks or prose; detected by default."),
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option(help="Columns of tables by number, or keys of JSON: email=3,password=5. Found by default."),
    ] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Ingest files that parse poorly, too.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show how the files would be read.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    upload: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Complete upload, as uploads list shows it; it is deleted after."),
    ] = None,
    archive_password: Annotated[
        list[str] | None,
        typer.Option(help="Password of archives, repeatable; other users may see it in the list of processes."),
    ] = None,
    archive_password_file: Annotated[
        Path | None, typer.Option(help="File with passwords of archives, one a line; safer than --archive-password.")
    ] = None,
) -> None:
    """Ingest leak files: parse, store and match them, and raise detections.

    Exit codes: 0 all ingested; 1 nothing ingested or could not continue; 2 wrong usage; 3 some files refused or held, the others ingested;
    130 and 143 stopped by a signal. Run the same command again to continue.
    """
    from breachlight.leaks.ingest.console import IngestOptions
    from breachlight.leaks.ingest.console import ingest as run
    from breachlight.processes.bootstrap import prepare

    _settings()
    day = breach_date.date() if breach_date else None
    options = IngestOptions(
        paths or [],
        leak,
        title,
        domain,
        day,
        kind,
        as_json,
        accept=accept,
        dry_run=dry_run,
        format=read_as,
        columns=columns or [],
        uploads=upload or [],
        archive_passwords=archive_password or [],
        archive_password_file=archive_password_file,
    )
    sys.exit(run(options, prepare))


@demonstration.callback(invoke_without_command=True)
def demo(context: typer.Context) -> None:
    """Fill an empty installation with sample accounts and leaks."""
    if context.invoked_subcommand is not None:
        return
    from breachlight.demonstration.service import announce, ensure_demonstration

    settings = _settings()
    _run(ensure_demonstration(settings))
    announce(settings)


@demonstration.command("dns")
def publish_record(
    domain: Annotated[str, typer.Argument(help="Domain to verify.")],
    text: Annotated[str, typer.Argument(help="Text of its TXT record.")],
) -> None:
    """Publish a domain's TXT record in the demonstration's own DNS server."""
    from breachlight.demonstration.dns_server import publish

    name = publish(_settings().data_folder, domain, text)
    typer.echo(f'Published in the demonstration: {name} TXT "{text}"')


@content.command("check")
def check_content() -> None:
    """Check the documents of the public pages, or the content service at CONTENT_URL.

    Reports the file, the line and the fix for each mistake, and exits with code 1 if there are any.
    """
    from breachlight.content.console import ContentError, check

    try:
        typer.echo(_run(check(_settings())))
    except ContentError as error:
        _fail(str(error))


def _settings(**given: str | int | Path | None) -> Settings:
    """Return the settings with the options of the command line, which child processes inherit, and set up logging."""
    for name, value in given.items():
        if value is not None:
            os.environ[f"BREACHLIGHT_{name.upper()}"] = str(value)
    get_settings.cache_clear()
    return settings_with_logging()


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(work)


def _fail(message: str) -> None:
    typer.echo(message, err=True)
    sys.exit(ENVIRONMENT_FAULT)
