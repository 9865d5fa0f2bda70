"""Errors of commands on keys."""


class KeyCommandError(Exception):
    """A command on keys is refused; the message says what to do."""
