"""The start of a process that ingests or previews one file for a worker."""

import sys

from breachlight.leaks.ingest.libraries_ahead import begin_loading

if __name__ == "__main__":
    begin_loading()
    from breachlight.database.errors import OUTAGES
    from breachlight.kit.keys import KeyFileError
    from breachlight.leaks.runs.child import run_child

    try:
        run_child(sys.argv[1:])
    except (*OUTAGES, KeyFileError) as error:
        sys.exit(type(error).__name__)  # the worker lets the run wait again
