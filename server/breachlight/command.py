"""The command ``breachlight``: what an ingest waits for begins before the libraries are loaded."""

import gc
import sys
from pathlib import Path

from breachlight.kit.garbage import collect_garbage_seldom
from breachlight.leaks.ingest.digest_ahead import begin_digest


def main() -> None:
    """Run the command line."""
    collect_garbage_seldom()
    match sys.argv[1:]:
        case ["ingest", *arguments]:
            gc.disable()  # until its libraries are loaded
            # Which argument is a path is known only when the command line is; a file is one in all likelihood.
            first = next((path for path in map(Path, arguments) if path.is_file()), None)
            if first is not None:
                begin_digest(first)
    from breachlight.cli import main as run

    run()
