"""The command line of the audit log: ``breachlight audit …``."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from breachlight.config import settings_with_logging

if TYPE_CHECKING:  # commands start faster without it
    from breachlight.audit.verification import Break
    from breachlight.database.session import Connection
    from breachlight.kit.keys import KeyRing

Result = TypeVar("Result")

audit = typer.Typer(help="The audit log.", no_args_is_help=True)

BROKEN: Final = 3
"""The exit code of a verification that found a break."""


_POLL_SECONDS: Final = 1.0


@audit.command("list")
def list_events(
    *,
    kind: Annotated[str | None, typer.Option(help="Only this kind of event, such as leak_edited.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Number of events.")] = 50,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the operators' commands that changed or revealed something of the whole installation, the newest first."""
    from breachlight.audit.operators import list_operator_events

    events = _with_connection(lambda connection, _: list_operator_events(connection, kind, limit))
    if as_json:
        plain = [asdict(event) | {"happened_at": event.happened_at.isoformat()} for event in events]
        typer.echo(json.dumps(plain, indent=2, ensure_ascii=False))
        return
    for event in events:
        detail = ", ".join(f"{name} {_text(value)}" for name, value in event.detail.items())
        typer.echo(
            f"{event.happened_at:%Y-%m-%d %H:%M:%S}Z  {event.operator}  {event.kind}{f'  {detail}' if detail else ''}"
        )
    if not events:
        typer.echo("No events.")


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@audit.command()
def verify(
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check that no row of the audit log was changed, removed or inserted.

    Prints the first break of each chain. Exit code 0: intact; 3: broken.
    """
    from breachlight.audit.chain import OPERATORS
    from breachlight.audit.verification import verify as check

    result = _with_connection(check)
    if as_json:
        breaks = [_as_json(found) for found in result.breaks]
        typer.echo(json.dumps({"rows": result.rows, "chains": result.chains, "breaks": breaks}, indent=2))
    else:
        for found in result.breaks:
            chain = "the operators" if found.chain == OPERATORS else f"account {found.chain}"
            typer.echo(f"Broken chain of {chain}: row {found.id or '-'}, {found.happened_at or '-'}: {found.problem}")
        outcome = f"{len(result.breaks)} chains are broken." if result.breaks else "No break found."
        typer.echo(f"{result.rows} rows in {result.chains} chains verified. {outcome}")
    if result.breaks:
        sys.exit(BROKEN)


@audit.command()
def export(
    *,
    follow: Annotated[bool, typer.Option("--follow", help="Wait for new rows until Ctrl-C.")] = False,
    position: Annotated[
        Path | None, typer.Option(help="File with the position to continue from; updated after each write.")
    ] = None,
) -> None:
    """Print the audit log as JSON lines (NDJSON), each row at least once, with the digests of its chain."""
    from breachlight.audit.shipping import FilePositions, Record, ship
    from breachlight.kit.json import encode

    async def write(records: "Sequence[Record]") -> None:
        await asyncio.to_thread(sys.stdout.buffer.write, b"".join(encode(record) + b"\n" for record in records))
        sys.stdout.flush()

    async def run(connection: "Connection", _ring: "KeyRing") -> None:
        positions = FilePositions(position)
        await ship(connection, positions, write)
        while follow:
            await asyncio.sleep(_POLL_SECONDS)
            await ship(connection, positions, write)

    _with_connection(run)


def _with_connection(read: "Callable[[Connection, KeyRing], Awaitable[Result]]") -> "Result":
    """Return what is read from a database that is migrated."""
    from breachlight.database.connection import connect, server
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()

    async def run() -> "Result":
        async with server(settings):
            ring = await prepare(settings)
            connection = await connect(settings)
            try:
                return await read(connection, ring)
            finally:
                await connection.close(timeout=5)

    return asyncio.run(run())


def _as_json(found: "Break") -> dict[str, object]:
    return {
        "chain": str(found.chain),
        "sequence": found.sequence,
        "id": None if found.id is None else str(found.id),
        "happened_at": None if found.happened_at is None else found.happened_at.isoformat(),
        "problem": found.problem,
    }
