"""Looks at 32 bytes of a text at once: bit n of a mask says whether byte n is one of some bytes.

Looking a text through byte by byte costs a mispredicted branch at its end besides the steps. Compiled code compares vectors
of bytes; without compilation it is a loop over the bytes, with the same result.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_inline, is_checking_bounds, is_compiling

Bytes = npt.NDArray[np.uint8]
Mask = Callable[[Bytes, int], int]

WORD: Final = 8
"""``load_word`` loads so many bytes, all of which must be inside the array."""

WIDTH: Final = 32
"""A mask covers so many bytes, all of which must be inside the array."""

WIDE: Final = 64
"""A wide mask is made of so many bytes, all of which must be inside the array."""

WIDE_SHOWN: Final = WIDE - 1
"""A wide mask covers so many bytes: the bit of the last one, which would be a sign, isn't set."""


def _place(context: Any, builder: Any, kind: Any, array: Any, position: Any, size: int) -> Any:
    """Return the pointer to ``size`` bytes of an array; with bounds checks they are checked as those of a loop."""
    from numba.core import cgutils

    tools: Any = cgutils
    text = context.make_array(kind)(context, builder, array)
    if is_checking_bounds():
        (length,) = tools.unpack_tuple(builder, text.shape, 1)
        for place in (position, builder.add(position, tools.intp_t(size - 1))):
            tools.do_boundscheck(context, builder, place, length)
    return tools.pointer_add(builder, text.data, position)


def _vector_mask(ranges: tuple[tuple[int, int], ...], width: int, shown: int) -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    vector = ir.VectorType(ir.IntType(8), width)
    whole = ir.IntType(64)

    def of(byte: int) -> Any:
        return ir.Constant(vector, [byte] * width)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments[0], arguments[1], width)
        loaded = builder.load(builder.bitcast(place, vector.as_pointer()), align=1)
        matches = None
        for first, last in ranges:
            shifted = builder.sub(loaded, of(first))
            inside = builder.icmp_unsigned("<=", shifted, of(last - first))
            matches = inside if matches is None else builder.or_(matches, inside)
        bits = builder.bitcast(matches, ir.IntType(width))
        bits = bits if width == whole.width else builder.zext(bits, whole)
        return bits if shown == width else builder.and_(bits, ir.Constant(whole, (1 << shown) - 1))

    def mask(_: Any, text: Any, position: Any) -> Any:  # noqa: ARG001 -- numba's signature
        return types.int64(text, types.intp), generate

    extending: Any = intrinsic
    return extending(mask)


def _word_loader() -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments[0], arguments[1], WORD)
        return builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)

    def load(_: Any, text: Any, position: Any) -> Any:  # noqa: ARG001 -- numba's signature
        return types.uint64(text, types.intp), generate

    extending: Any = intrinsic
    return extending(load)


def _word_by_byte(text: Bytes, position: int) -> Any:
    word = np.uint64(0)
    for index in range(WORD):
        word |= np.uint64(text[position + index]) << np.uint64(8 * index)
    return word


def _bit_function(build: Callable[[Any, Any], Any]) -> Any:
    """Return the function of a number of 64 bits that ``build`` makes of a builder and the number."""
    from numba.core import types
    from numba.extending import intrinsic

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001 -- numba's signature
        return build(builder, arguments[0])

    def of_bits(_: Any, mask: Any) -> Any:  # noqa: ARG001 -- numba's signature
        return types.int64(types.int64), generate

    extending: Any = intrinsic
    return extending(of_bits)


def _first(builder: Any, mask: Any) -> Any:
    return builder.cttz(mask, _true())


def _last(builder: Any, mask: Any) -> Any:
    return builder.sub(mask.type(63), builder.ctlz(mask, _true()))


def _count(builder: Any, mask: Any) -> Any:
    return builder.ctpop(mask)


def _true() -> Any:
    from llvmlite import ir

    return ir.Constant(ir.IntType(1), 1)


def _zeros_by_bit(mask: int) -> int:
    count = 0
    while mask & 1 == 0:
        mask >>= 1
        count += 1
    return count


def _last_by_bit(mask: int) -> int:
    return int(mask).bit_length() - 1


def mask_of(*ranges: tuple[int, int]) -> Mask:
    """Return the function that gives the mask of bytes in these ranges, first and last byte of each, from a position on."""
    return _mask(ranges, WIDTH, WIDTH)


def wide_mask_of(*ranges: tuple[int, int]) -> Mask:
    """Return the function that ``mask_of`` returns, for ``WIDE_SHOWN`` bytes of ``WIDE``."""
    return _mask(ranges, WIDE, WIDE_SHOWN)


def _mask(ranges: tuple[tuple[int, int], ...], width: int, shown: int) -> Mask:
    if is_compiling():
        made: Mask = _vector_mask(ranges, width, shown)
        return made
    is_match = np.zeros(256, np.uint8)
    for first, last in ranges:
        is_match[first : last + 1] = 1

    def mask(text: Bytes, position: int) -> int:
        found = 0
        for index in range(width):
            found |= int(is_match[text[position + index]]) << index
        return found & ((1 << shown) - 1)

    return mask


first_bit: Final[Callable[[int], int]] = _bit_function(_first) if is_compiling() else _zeros_by_bit
"""The number of the lowest bit that is set; at least one is."""

last_bit: Final[Callable[[int], int]] = _bit_function(_last) if is_compiling() else _last_by_bit
"""The number of the highest bit that is set; at least one is."""

bit_count: Final[Callable[[int], int]] = _bit_function(_count) if is_compiling() else int.bit_count
"""How many bits are set."""


load_word: Final[Callable[[Bytes, int], Any]] = _word_loader() if is_compiling() else _word_by_byte
"""Eight bytes from a position on as one number, in the order of the processor: little-endian, as all that numba knows."""


@compiled_inline
def bits_below(count: int) -> int:
    """Return a mask of the first ``count`` bytes, of all if these are more than ``WIDTH``; ``count`` isn't negative."""
    return (1 << min(int(count), WIDTH)) - 1  # int(): NumPy's integers don't grow without compilation
