"""The command line of leaks: ``breachlight leaks …``."""

import asyncio
import sys
from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from breachlight.config import settings_with_logging
from breachlight.leaks.models import LeakKind

leaks = typer.Typer(help="The catalogue of leaks.", no_args_is_help=True)
quarantine = typer.Typer(help="Rejected input, and files that are held.", no_args_is_help=True)
uploads = typer.Typer(help="Leak files that operators have uploaded.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="Name of a leak.")]
FileId = Annotated[str, typer.Argument(metavar="ID", help="Id of a file, as list shows it.")]
AsJSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Flag = Annotated[bool | None, typer.Option()]


@leaks.command("list")
def list_leaks(
    search: Annotated[str, typer.Argument(help="Part of a name, title or domain.")] = "", as_json: AsJSON = False
) -> None:
    """List the leaks of the catalogue."""
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    _print(console.list_leaks(settings_with_logging(), prepare, search, as_json=as_json))


@leaks.command("show")
def show_leak(name: Name, as_json: AsJSON = False) -> None:
    """Show one leak."""
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    _print(console.show_leak(settings_with_logging(), prepare, name, as_json=as_json))


@leaks.command("import")
def import_leaks(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="JSON file, as Have I Been Pwned's API serves it.")],
) -> None:
    """Add and update leaks from a catalogue in the form of Have I Been Pwned's breaches.

    Descriptions are stored as plain text, logos aren't fetched. All entries are imported, or none.
    """
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    _print(console.import_leaks(settings_with_logging(), prepare, path))


@leaks.command("edit")
def edit_leak(
    name: Name,
    *,
    title: Annotated[str | None, typer.Option(help="Display title.")] = None,
    domain: Annotated[str | None, typer.Option(help="Domain of the breached service; empty for none.")] = None,
    breach_date: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Date of the breach.")] = None,
    kind: Annotated[LeakKind | None, typer.Option(help="Kind of leak.")] = None,
    description: Annotated[str | None, typer.Option(help="Description; HTML becomes plain text.")] = None,
    data_class: Annotated[list[str] | None, typer.Option(help="Leaked data class; give it once for each.")] = None,
    verified: Flag = None,
    fabricated: Flag = None,
    sensitive: Flag = None,
    retired: Flag = None,
    spam_list: Flag = None,
    malware: Flag = None,
    stealer_log: Flag = None,
    subscription_free: Flag = None,
) -> None:
    """Change fields of a leak.

    A sensitive leak is shown only to verified owners of affected addresses, and to owners and analysts of the organization that
    verified the domain.
    """
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    given = {
        "title": title,
        "domain": domain,
        "breach_date": breach_date.date() if breach_date else None,
        "kind": kind,
        "description": description,
        "data_classes": data_class or None,
        "is_verified": verified,
        "is_fabricated": fabricated,
        "is_sensitive": sensitive,
        "is_retired": retired,
        "is_spam_list": spam_list,
        "is_malware": malware,
        "is_stealer_log": stealer_log,
        "is_subscription_free": subscription_free,
    }
    changes = {field: value for field, value in given.items() if value is not None}
    _print(console.edit_leak(settings_with_logging(), prepare, name, changes))


@leaks.command("merge")
def merge_leaks(
    name: Annotated[str, typer.Argument(metavar="A", help="Leak to merge.")],
    into: Annotated[str, typer.Argument(metavar="B", help="Leak that stays.")],
    as_json: AsJSON = False,
) -> None:
    """Merge leak A into leak B: files, detections and sightings become B's, and A's name means B."""
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    _print(console.merge(settings_with_logging(), prepare, name, into, as_json=as_json))


@leaks.command("retract")
def retract_leak(name: Name, as_json: AsJSON = False) -> None:
    """Withdraw a leak: remove its records from the lake and mark its detections as retracted.

    Detections that other leaks confirm stay, without the evidence of this one. If the command is stopped, run it again, or let
    a worker finish.
    """
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    _print(console.retract(settings_with_logging(), prepare, name, as_json=as_json))


@quarantine.command("list")
def list_quarantine(as_json: AsJSON = False) -> None:
    """List the files with rejected input, and those that are held because they parse poorly."""
    from breachlight.leaks.quarantine import console
    from breachlight.processes.bootstrap import prepare

    _print(console.list_files(settings_with_logging(), prepare, as_json=as_json))


@quarantine.command("show")
def show_quarantine(
    file_id: FileId,
    *,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="Number of stretches.")] = 20,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the text instead of its shape. Audited.")] = False,
    as_json: AsJSON = False,
) -> None:
    """Show what was rejected of a file: position, length, reason, and the shape of the text."""
    from breachlight.leaks.quarantine import console
    from breachlight.processes.bootstrap import prepare

    _print(console.show_file(settings_with_logging(), prepare, file_id, limit=limit, reveal=reveal, as_json=as_json))


@quarantine.command("retry")
def retry_quarantine(
    file_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Id of a file, as list shows it; all by default.")
    ] = None,
    *,
    accept: Annotated[bool, typer.Option("--accept", help="Ingest a held file although it parses poorly.")] = False,
    as_json: AsJSON = False,
) -> None:
    """Read rejected input again with the rules of this version, and raise what it finds.

    A held file is ingested again from where it was.
    """
    from breachlight.leaks.ingest.malloc import choose_allocators

    choose_allocators()
    from breachlight.leaks.quarantine import console
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()
    held = asyncio.run(console.held_file(settings, prepare, file_id)) if file_id else None
    if held is not None:
        sys.exit(console.ingest_held(held, prepare, accept=accept, as_json=as_json))
    _print(console.retry(settings, prepare, file_id, as_json=as_json))


@quarantine.command("drop")
def drop_quarantine(file_id: FileId) -> None:
    """Delete what the quarantine has of a file; a held file is forgotten."""
    from breachlight.leaks.quarantine import console
    from breachlight.processes.bootstrap import prepare

    _print(console.drop_file(settings_with_logging(), prepare, file_id))


def erase(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS | -", help="Email address, or - to read it from standard input.")
    ],
    as_json: AsJSON = False,
) -> None:
    """Erase a person: remove the records of an email address and its aliases from the lake, the quarantine and all detections.

    Verifies it with a lookup and a scan of the remaining files. Backups aren't covered. If the command is stopped, run it again,
    or let a worker finish.
    """
    from breachlight.leaks.administration import console
    from breachlight.processes.bootstrap import prepare

    if address == "-":
        address = sys.stdin.readline().strip()
    _print(console.erase(settings_with_logging(), prepare, address, as_json=as_json))


@uploads.command("list")
def list_uploads(as_json: AsJSON = False) -> None:
    """List uploads, with what has been received of them. Complete ones are ingested by: breachlight ingest --upload ID."""
    from breachlight.leaks.uploads import console
    from breachlight.processes.bootstrap import prepare

    _print(console.list_uploads(settings_with_logging(), prepare, as_json=as_json))


@uploads.command("delete")
def delete_upload(
    upload_id: Annotated[str, typer.Argument(metavar="ID", help="Id of an upload, as list shows it.")],
) -> None:
    """Delete an upload with its bytes."""
    from breachlight.leaks.uploads import console
    from breachlight.processes.bootstrap import prepare

    _print(console.delete_upload(settings_with_logging(), prepare, upload_id))


def _print(work: Coroutine[Any, Any, str]) -> None:
    typer.echo(asyncio.run(work))
