"""Errors of processes that can't start."""


class StartError(Exception):
    """A process can't start; the message says what to do."""
