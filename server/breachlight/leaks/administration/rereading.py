"""Reading the rejected input of a file again, in a process of its own: workers don't load what parses."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from typing import Final

from breachlight.leaks.administration.operation_run import Run
from breachlight.leaks.errors import OperationError

_COMMAND: Final = (sys.executable, "-m", "breachlight.leaks.administration.reread_process")


async def reread(run: Run) -> None:
    """Let a process read the stretches again; what another one has read before it died isn't in the figures.

    Raises:
        OperationError: the file can't be read again now.
    """
    assert run.operation.target_id is not None
    await run.begin("stretches", 1)
    # The process ends when its standard input does, and so with this one.
    child = await asyncio.create_subprocess_exec(*_COMMAND, str(run.operation.id), stdin=PIPE, stdout=PIPE)
    assert child.stdout is not None
    try:
        output = await child.stdout.read()
        status = await child.wait()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if status != 0:
        raise RuntimeError("the process that reads rejected input again has failed")
    done = json.loads(output)
    if done["failure"] is not None:
        raise OperationError(done["failure"])
    await run.advance(1, **done["figures"])
