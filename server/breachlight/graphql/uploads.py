"""Files in mutations, which are Base64 text."""

import base64

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence


def decoded_file(text: str, field: str, problem: Sentence) -> bytes:
    """Return the bytes of a file.

    Raises:
        ValidationError: it isn't Base64; ``field`` gets ``problem``.
    """
    try:
        # A ValueError that is no binascii.Error: the text has characters beyond ASCII.
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ValidationError({field: [problem]}) from None
