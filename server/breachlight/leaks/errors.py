"""What intake tells the operator: one sentence each, and what to do."""


class IntakeError(Exception):
    """The whole intake stops here; what was taken in stays, and the same command goes on where it stopped."""


class RefusedError(Exception):
    """One file is not taken in and the others go on; ``reason`` is stable and for programs."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
