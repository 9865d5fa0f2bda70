"""What is stored and searched of records of the usual kind: the fields as they are (``usual_lines``)."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.emails import append_alias
from breachlight.leaks.kernels.runtime import compiled_inline, compiled_leaf
from breachlight.leaks.kernels.text import append_lower, find_byte
from breachlight.leaks.kernels.vectors import first_bit, wide_mask_of

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

_AT: Final = 0x40
_COLON: Final = 0x3A
_slashes = wide_mask_of((0x2F, 0x2F))


@compiled_inline
def put_usual_record(
    text: Bytes,
    url: int,
    url_end: int,
    login: int,
    login_end: int,
    secret: int,
    secret_end: int,
    bits: int,
    spans: Integers,
    record: int,
) -> None:
    """Put the fields of a usual record into its row of the spans: there is nothing to look for in them."""
    for column in range(codes.TEXT_SPANS):
        spans[record, column, 0] = -1
        spans[record, column, 1] = -1
    spans[record, codes.SPAN_USERNAME, 0] = spans[record, codes.SPAN_USERNAME_KEY, 0] = login
    spans[record, codes.SPAN_USERNAME, 1] = spans[record, codes.SPAN_USERNAME_KEY, 1] = login_end
    if bits & codes.USUAL_ADDRESS != 0:
        spans[record, codes.SPAN_EMAIL_KEY, 0] = login
        spans[record, codes.SPAN_EMAIL_KEY, 1] = login_end
    spans[record, codes.SPAN_PASSWORD, 0] = secret
    spans[record, codes.SPAN_PASSWORD, 1] = secret_end
    if url >= 0:
        host = url + (7 if text[url + 4] == _COLON else 8)  # http:// or https://
        slashes = _slashes(text, host)
        host_end = url_end if slashes == 0 else min(host + first_bit(slashes), url_end)
        spans[record, codes.SPAN_URL, 0] = url
        spans[record, codes.SPAN_URL, 1] = url_end
        spans[record, codes.SPAN_HOST, 0] = host
        spans[record, codes.SPAN_HOST, 1] = host_end


@compiled_leaf
def append_keys(names: Bytes, text: Bytes, size: int, bits: int, spans: Integers, record: int) -> int:
    """Append the keys of a usual record, which are its login, in lower case, and the mailbox behind that; return the new size.

    There must be room for three times the login, and a few bytes more.
    """
    key, key_end = int(spans[record, codes.SPAN_USERNAME_KEY, 0]), int(spans[record, codes.SPAN_USERNAME_KEY, 1])
    if bits & codes.USUAL_CAPITALS != 0:
        first = size
        size = append_lower(text, size, key, key_end)
        key, key_end = first, size
        spans[record, codes.SPAN_USERNAME_KEY, 0], spans[record, codes.SPAN_USERNAME_KEY, 1] = key, key_end
        if bits & codes.USUAL_ADDRESS != 0:
            spans[record, codes.SPAN_EMAIL_KEY, 0], spans[record, codes.SPAN_EMAIL_KEY, 1] = key, key_end
    if bits & codes.USUAL_ALIAS != 0:
        first = size
        size = append_alias(names, text, size, key, find_byte(text, _AT, key, key_end), key_end)
        if size > first:
            spans[record, codes.SPAN_ALIAS_KEY, 0], spans[record, codes.SPAN_ALIAS_KEY, 1] = first, size
    return size
