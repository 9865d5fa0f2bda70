"""The process of a run, with batches small enough that a test file has many: ``run_command.py BATCH_BYTES run ID CLAIM``."""

import sys

from breachlight.leaks.runs.child import run_child

if __name__ == "__main__":
    run_child(sys.argv[2:], batch_bytes=int(sys.argv[1]))
