"""Which passwords are refused: common ones, leaked ones, and ones that hold the user's own words (ASVS 5.0, 6.2)."""

from collections.abc import Iterable


async def password_problems(password: str, *, own_words: Iterable[str]) -> list[str]:
    """Return what is wrong with a new password, the first message leading; empty if nothing is.

    ``own_words`` are the user's names, e-mail address and company. If the lake cannot be asked, the other rules still hold
    (hostile-inputs A05).
    """
    raise NotImplementedError
