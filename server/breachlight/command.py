"""The command ``breachlight``: what an ingest waits for begins before the libraries are loaded."""

import atexit
import gc
import os
import sys

from breachlight.kit.garbage import collect_garbage_seldom
from breachlight.leaks.ingest.digest_ahead import begin_digest, first_file
from breachlight.leaks.ingest.libraries_ahead import begin_loading


def main() -> None:
    """Run the command line."""
    collect_garbage_seldom()
    match sys.argv[1:]:
        case ["ingest", *arguments]:
            _run_ingest(arguments)
        case _:
            _run()


def _run() -> None:
    from breachlight.cli import main as run

    run()


def _run_ingest(arguments: list[str]) -> None:
    gc.disable()  # until its libraries are loaded
    begin_loading()
    # Which argument is a path is known only when the command line is; a file is one in all likelihood.
    if (first := first_file(arguments)) is not None:
        begin_digest(first)
    status: list[int] = []
    atexit.register(_end, status)  # called last, because it is registered first
    try:
        _run()
    except SystemExit as end:
        if isinstance(end.code, int):
            status.append(end.code)
        raise


def _end(status: list[int]) -> None:
    """End the process as it is, once all that it has to say is written: freeing each object first takes 50 ms."""
    if status:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # None if the parent process closed it
                stream.flush()
        os._exit(status[0])
