"""Errors of an ingestion: one sentence for the operator that says what to do."""


class IngestError(Exception):
    """The command ends here; finished batches are kept, and the same command continues from there."""


class RefusedError(Exception):
    """One file is refused and the others continue; ``reason`` is a stable code for programs."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class OperationError(Exception):
    """An operator's command on leaks can't be done; the message is one sentence that says what to do."""
