"""The indexes that there are; each has a schema, a switch, a lock and a job of its own."""

from dataclasses import dataclass
from typing import Final

from breachlight.leaks.ranges.kinds import HashKind


@dataclass(frozen=True, slots=True)
class RangeIndex:
    """An index: ``setting`` is its switch, a column of ``site_settings``, ``lock`` the number of an advisory lock.

    Entries of an index that ``names_leaks`` say which leak they are of.
    """

    schema: str
    setting: str
    lock: int
    job: str
    label: str
    kinds: tuple[HashKind, ...]
    names_leaks: bool = False


PASSWORDS: Final = RangeIndex(
    schema="password_ranges",
    setting="password_ranges_enabled",
    lock=0x70776472,  # "pwdr" in ASCII
    job="password_ranges.update",
    label="password ranges",
    kinds=(HashKind.SHA1, HashKind.NTLM),
)
EMAILS: Final = RangeIndex(
    schema="email_ranges",
    setting="email_ranges_enabled",
    lock=0x656D6C72,  # "emlr" in ASCII
    job="email_ranges.update",
    label="email ranges",
    kinds=(HashKind.EMAIL,),
    names_leaks=True,
)
INDEXES: Final = (PASSWORDS, EMAILS)
"""In the order in which their locks are taken."""
