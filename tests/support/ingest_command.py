"""The ingest command in a process of its own, with batches small enough that a test file has many."""

import argparse
import sys

from breachlight.leaks.ingest.console import IngestOptions, ingest
from breachlight.processes.bootstrap import prepare

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("batch_bytes", type=int)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--leak")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--archive-password", action="append", default=[])
    given = parser.parse_args()
    options = IngestOptions(
        given.paths,
        leak=given.leak,
        as_json=given.json,
        batch_bytes=given.batch_bytes,
        archive_passwords=given.archive_password,
    )
    sys.exit(ingest(options, prepare))
