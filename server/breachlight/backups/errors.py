"""Errors of backups."""


class BackupError(Exception):
    """A backup can't be made, restored or verified; the message says what to do."""


class DamagedError(BackupError):
    """A file of a backup isn't as it was stored."""
