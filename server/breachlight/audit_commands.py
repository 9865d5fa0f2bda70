"""The command line of the audit log: ``breachlight audit …``."""

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from breachlight.config import settings_with_logging

if TYPE_CHECKING:  # commands start faster without it
    from breachlight.audit.verification import Break, Verification

audit = typer.Typer(help="The audit log.", no_args_is_help=True)

BROKEN: Final = 3
"""The exit code of a verification that found a break."""


@audit.callback()
def _audit() -> None:
    """Keep ``verify`` a subcommand, although it is the only one."""


@audit.command()
def verify(
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check that no row of the audit log was changed, removed or inserted.

    Prints the first break of each chain. Exit code 0: intact; 3: broken.
    """
    from breachlight.audit.chain import OPERATORS
    from breachlight.audit.verification import verify as check
    from breachlight.database.connection import connect, server
    from breachlight.processes.bootstrap import prepare

    settings = settings_with_logging()

    async def run() -> "Verification":
        async with server(settings):
            ring = await prepare(settings)
            connection = await connect(settings)
            try:
                return await check(connection, ring)
            finally:
                await connection.close(timeout=5)

    result = asyncio.run(run())
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


def _as_json(found: "Break") -> dict[str, object]:
    return {
        "chain": str(found.chain),
        "sequence": found.sequence,
        "id": None if found.id is None else str(found.id),
        "happened_at": None if found.happened_at is None else found.happened_at.isoformat(),
        "problem": found.problem,
    }
