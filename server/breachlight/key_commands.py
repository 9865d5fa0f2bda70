"""The command line of keys: ``breachlight keys …``."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from breachlight.config import Settings, SettingsError, key_service, settings_with_logging
from breachlight.kit.key_file import Ring

if TYPE_CHECKING:  # commands start faster without them
    from breachlight.database.session import Connection
    from breachlight.kit.keys import KeyRing
    from breachlight.leaks.operator_connections import Prepare

keys = typer.Typer(help="The keys of the installation.", no_args_is_help=True)

AsJSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@keys.command("list")
def list_keys(as_json: AsJSON = False) -> None:
    """List the keys: next (waiting to be used), active, old (only opens), and retired ones."""
    from breachlight.keys import console

    _print(lambda connection, ring: console.list_keys(connection, ring, as_json=as_json))


@keys.command("rotate")
def rotate(
    ring: Annotated[
        Ring | None, typer.Argument(metavar="[signing|sealing]", help="Ring to rotate; both by default.")
    ] = None,
    *,
    wait: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="How long to wait for processes that lack the key.")
    ] = 30,
    as_json: AsJSON = False,
) -> None:
    """Add a key to a ring, and use it once every running process has it. Older data can still be opened.

    Processes notice within seconds, without a restart. With several hosts, copy the key file to them when the command asks for it.
    """
    from breachlight.keys import console

    rings = [ring] if ring else [Ring.SIGNING, Ring.SEALING]
    _print(lambda connection, opened: console.rotate(connection, opened, rings, seconds=wait, as_json=as_json))


@keys.command("import")
def import_keys(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="A copy of the key file from before the keys were retired.")
    ],
) -> None:
    """Add retired keys that a restored database needs again from a copy of the key file."""
    from breachlight.config import open_key_ring
    from breachlight.keys import console
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()
    service = key_service(settings)

    async def load(_: Settings) -> "KeyRing":
        return open_key_ring(settings, data_exists=True)  # it doesn't fit the database yet

    _print(
        lambda connection, ring: console.import_keys(connection, ring, path, service, lambda: prepare(settings)), load
    )


@keys.command("protect")
def protect(
    remove: Annotated[bool, typer.Option("--remove", help="Write the key file without protection.")] = False,
) -> None:
    """Encrypt the key file with the key service of BREACHLIGHT_KEY_SERVICE, whose key is made if there is none.

    New key files, and those that a command changes, are protected without this.
    """
    from breachlight.keys import console

    settings = settings_with_logging()
    service = None if remove else key_service(settings)
    if service is None and not remove:
        raise SettingsError("No key service is set: see BREACHLIGHT_KEY_SERVICE in the README.")
    _print(lambda connection, ring: console.protect(connection, ring, service))


@keys.command("reseal")
def reseal(as_json: AsJSON = False) -> None:
    """Seal everything that older keys sealed with the current key, in database and lake.

    The product may run meanwhile. If the command is stopped, run it again, or let a worker finish.
    """
    from breachlight.lifecycle import keys_console
    from breachlight.processes.bootstrap import prepare

    typer.echo(asyncio.run(keys_console.reseal(settings_with_logging(), prepare, as_json=as_json)))


@keys.command("retire")
def retire(
    key: Annotated[str, typer.Argument(metavar="ID", help="Id of an old key, as list shows it, such as sealing-1.")],
    *,
    end_sessions: Annotated[
        bool, typer.Option("--end-sessions", help="End sessions that still need a signing key.")
    ] = False,
    as_json: AsJSON = False,
) -> None:
    """Remove an old key from the key file, once nothing needs it."""
    from breachlight.lifecycle import keys_console
    from breachlight.processes.bootstrap import prepare

    work = keys_console.retire(settings_with_logging(), prepare, key, end_sessions=end_sessions, as_json=as_json)
    typer.echo(asyncio.run(work))


def _print(work: "Callable[[Connection, KeyRing], Awaitable[str]]", load: "Prepare | None" = None) -> None:
    from breachlight.leaks.operator_connections import opened
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()

    async def run() -> str:
        async with opened(settings, load or prepare) as (connection, ring):
            return await work(connection, ring)

    typer.echo(asyncio.run(run()))
