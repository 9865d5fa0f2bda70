"""The process that reads the rejected input of a file again: ``python -m …reread_process OPERATION``, started by a worker.

It prints its figures, or why it did nothing, as JSON.
"""

import asyncio
import json
import os
import sys
import threading
import uuid
from dataclasses import asdict

from breachlight.config import get_key_ring, settings_with_logging
from breachlight.database.connection import connect, dsn, server
from breachlight.database.presence import INGEST, presence
from breachlight.keys.watch import command_key_watch
from breachlight.leaks.administration import operations_repository
from breachlight.leaks.errors import IngestError, OperationError
from breachlight.leaks.formats.options import read_options
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.quarantine.files import find_file
from breachlight.leaks.quarantine.retrying import Retried, retry_file


def main() -> None:
    """Read again what the operation of the command line names."""
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    print(json.dumps(asyncio.run(_reread(uuid.UUID(sys.argv[1])))))  # noqa: T201 -- the worker reads it


def _end_with_standard_input() -> None:
    # Not through ``sys.stdin``, whose lock a thread must not hold when the interpreter ends.
    while os.read(0, 1):
        pass
    os._exit(1)


async def _reread(operation_id: uuid.UUID) -> dict[str, object]:
    try:
        done = await _retry(operation_id)
    except (OperationError, IngestError) as error:
        return {"failure": str(error), "figures": {}}
    return {"failure": None, "figures": asdict(done)}


async def _retry(operation_id: uuid.UUID) -> Retried:
    settings = settings_with_logging()
    ring = get_key_ring()
    async with server(settings), presence(settings, INGEST), command_key_watch(settings, "operation"):
        connection = await connect(settings)
        try:
            operation = await operations_repository.find_operation(connection, operation_id)
            assert operation is not None
            file = await find_file(connection, str(operation.target_id))
            chosen = operation.options
            options = None if chosen is None else read_options(chosen["format"], chosen["columns"])
            lake = await asyncio.to_thread(Lake, dsn(settings), settings, ring)
            try:
                return await retry_file(connection, lake, ring, file, options=options, operator=operation.operator)
            finally:
                await asyncio.to_thread(lake.close)
        finally:
            await connection.close(timeout=5)


if __name__ == "__main__":
    main()
