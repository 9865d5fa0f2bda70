"""Password rules: refuse common, leaked and guessable passwords, and the user's own words (ASVS 5.0, 6.2)."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from breachlight.auth.password_hashing import MAXIMUM_BYTES, acceptable
from breachlight.kit.addresses import email_key
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.leaked_passwords import has_leaked
from breachlight.passwords.common_passwords import is_common, is_easy_to_guess

REQUIRED = say("Password is required")
TOO_SHORT = say("Password must be at least 8 characters long")
CONFIRMATION_REQUIRED = say("Please confirm your password")
DIFFERENT = say("Passwords do not match")
TOO_LONG = say("Password must be at most {most} bytes long", most=MAXIMUM_BYTES)
COMMON = say("This password is too common. Choose another.")
EASY_TO_GUESS = say(
    "This password is too easy to guess. Avoid common words, repeated characters and keyboard patterns."
)
OWN_WORDS = say("Choose a password that doesn't contain your name, email, company or this product's name.")
LEAKED = say("This password appeared in a leak. Choose another.")

MINIMUM_LENGTH: Final = 8
_PRODUCT: Final = "breachlight"
# Shorter words are parts of too many others.
_SHORTEST_WORD: Final = 3
_SHORTEST_LOCAL_PART: Final = 4
_LONGEST_WORD: Final = 254


async def password_problems(password: str, *, own_words: Iterable[str]) -> list[Sentence]:
    """Return the problems of a new password, the most important one first; empty if there are none.

    ``own_words`` are the user's names, email address and company. While the lake is unavailable, the other
    rules still apply (hostile-inputs A05).
    """
    if not password:
        return [REQUIRED]
    if not acceptable(password):
        return [TOO_LONG]
    if len(password) < MINIMUM_LENGTH:
        return [TOO_SHORT]
    if is_common(password):
        return [COMMON]
    if _contains_own_words(password.casefold(), [word[:_LONGEST_WORD].casefold() for word in own_words]):
        return [OWN_WORDS]
    if is_easy_to_guess(password):
        return [EASY_TO_GUESS]
    return [LEAKED] if await has_leaked(password) else []


def confirmation_problems(password: str, confirmation: str) -> list[Sentence]:
    """Return the problems of the repeated new password."""
    if not confirmation:
        return [CONFIRMATION_REQUIRED]
    return [] if confirmation == password else [DIFFERENT]


def _contains_own_words(password: str, own_words: list[str]) -> bool:
    """Whether the password contains a forbidden word or is little but own words, digits and signs; all case-folded."""
    emails = [key for word in own_words if (key := email_key(word)) is not None]
    locals_ = [key.partition("@")[0] for key in emails]
    forbidden = [_PRODUCT, *emails, *(local for local in locals_ if len(local) >= _SHORTEST_LOCAL_PART)]
    if any(word in password for word in forbidden):
        return True
    rest = password
    for word in sorted(_parts(own_words), key=len, reverse=True):
        rest = rest.replace(word, "")
    return rest != password and len(re.sub(r"[\d\W_]", "", rest)) < MINIMUM_LENGTH


def _parts(words: list[str]) -> Iterator[str]:
    for word in words:
        pieces = re.split(r"[\W_]+", word)
        yield from (piece for piece in ("".join(pieces), *pieces) if len(piece) >= _SHORTEST_WORD)
