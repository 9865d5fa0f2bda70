"""What an operator is told when a process cannot start."""


class StartError(Exception):
    """A process cannot start; the message is one sentence that says what to do."""
