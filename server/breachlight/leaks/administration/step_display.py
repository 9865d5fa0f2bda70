"""The progress of an operation, on standard error."""

import sys
import time

from breachlight.leaks.administration.operations_repository import OperationRow

_SECONDS = 2.0
_STEPS = {
    "records": "Removing records from the lake",
    "lookup": "Erasing the records that the lookup finds",
    "scan": "Scanning the lake",
    "quarantine": "Scanning the quarantine",
    "detections": "Updating detections",
    "files": "Rewriting and deleting files",
    "verify": "Verifying",
    "values": "Resealing values in the database",
    "blocks": "Resealing batches in the lake",
}


class StepDisplay:
    """Prints each step once, and every two seconds how far it is."""

    def __init__(self) -> None:
        self._step = ""
        self._printed = 0.0

    def __call__(self, operation: OperationRow) -> None:
        """Show the progress."""
        now = time.monotonic()
        is_new = operation.step != self._step
        if not operation.step or (not is_new and now - self._printed < _SECONDS):
            return
        self._step, self._printed = operation.step, now
        text = _STEPS.get(operation.step, operation.step)
        amount = "" if is_new or operation.total <= 1 else f": {operation.done:,} of {operation.total:,}"
        print(f"{text}{amount}", file=sys.stderr, flush=True)  # noqa: T201 -- progress
