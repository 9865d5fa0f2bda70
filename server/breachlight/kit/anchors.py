"""Anchors of paged lists: the state of the database that the pages of a list are cut from."""

import base64
import binascii
import hashlib
import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Self

from breachlight.kit import clock
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence, say

LIFETIME: Final = timedelta(hours=24)
"""After this time a list must be loaded again."""
LEEWAY: Final = timedelta(seconds=60)
"""By how much the clocks of two hosts may differ."""
LONGEST_ANCHOR: Final = 8_192
EXPIRED: Final = say("This list has changed too much or was loaded too long ago. Load it again without as_of.")
"""Why a list can't be continued from an anchor that was valid once."""

_INVALID: Final = say("Invalid as_of. Pass it exactly as returned, or leave it out.")
_FORMAT: Final = 1
_CHECK_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class Anchor:
    """A state of the database, in the words of a list of ``kind``, and when a page was cut from it."""

    kind: str
    at: datetime
    state: str

    @classmethod
    def now(cls, kind: str, state: str) -> Self:
        """Return the anchor of a page that was just read."""
        return cls(kind, clock.now(), state)

    def encode(self) -> str:
        """Return the opaque text that clients pass back."""
        milliseconds = math.ceil(self.at.timestamp() * 1000)
        content = bytes([_FORMAT]) + f"{self.kind}/{milliseconds}/{self.state}".encode()
        return base64.urlsafe_b64encode(content + _check(content)).decode("ascii").rstrip("=")

    @classmethod
    def decode(cls, text: str, kind: str) -> Self:
        """Return the anchor that a text names.

        Raises:
            ValidationError: ``encode`` never made this text for a list of ``kind``, or it is older than ``LIFETIME``, or from
                the future.
        """
        try:
            data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
            content = data[:-_CHECK_BYTES]
            found, milliseconds, state = content[1:].decode().split("/", 2)
            at = datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
        except (binascii.Error, ValueError, OverflowError, OSError):
            raise refusal(_INVALID) from None
        if (
            len(text) > LONGEST_ANCHOR
            or content[0] != _FORMAT
            or _check(content) != data[-_CHECK_BYTES:]
            or found != kind
        ):
            raise refusal(_INVALID)
        age = clock.now() - at
        if age < -LEEWAY:
            raise refusal(say("This as_of is in the future. Check the clocks of the servers."))
        if age > LIFETIME:
            raise refusal(EXPIRED)
        return cls(kind, at, state)


def refusal(sentence: Sentence = _INVALID) -> ValidationError:
    """Return the refusal of an anchor."""
    return ValidationError({"as_of": [sentence]})


def _check(content: bytes) -> bytes:
    """Catch texts that were cut or mistyped; a made-up anchor harms nobody, as reads stay inside the account."""
    return hashlib.sha256(content).digest()[:_CHECK_BYTES]
