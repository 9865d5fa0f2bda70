"""ZipCrypto, the stream cipher of old zip archives (APPNOTE 6.1): its three keys change with each plain byte."""

from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.runtime import compiled_leaf

Bytes = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.int64]

_POLYNOMIAL: Final = 0xEDB88320
_FACTOR: Final = 134_775_813
_MASK: Final = 0xFFFFFFFF


def _checksums() -> npt.NDArray[np.int64]:
    """Return the CRC-32 step of each byte."""
    table = np.arange(256, dtype=np.int64)
    for _ in range(8):
        table = np.where(table & 1, table >> 1 ^ _POLYNOMIAL, table >> 1)
    return table


_CHECKSUMS: Final = _checksums()


def new_keys() -> Keys:
    """Return the keys before the password."""
    return np.array([0x12345678, 0x23456789, 0x34567890], np.int64)


@compiled_leaf
def decrypt(data: Bytes, keys: Keys, plain: Bytes) -> None:
    """Decrypt data into ``plain``, and change the keys by it; there is room for all of it."""
    first, second, third = int(keys[0]), int(keys[1]), int(keys[2])
    for index in range(len(data)):
        word = third & 0xFFFF | 2
        byte = int(data[index]) ^ (word * (word ^ 1) >> 8 & 0xFF)
        plain[index] = byte
        first = first >> 8 ^ int(_CHECKSUMS[(first ^ byte) & 0xFF])
        second = ((second + (first & 0xFF)) * _FACTOR + 1) & _MASK
        third = third >> 8 ^ int(_CHECKSUMS[(third ^ second >> 24) & 0xFF])
    keys[0], keys[1], keys[2] = first, second, third


@compiled_leaf
def add_password(password: Bytes, keys: Keys) -> None:
    """Change the keys by a password, as by plain bytes."""
    first, second, third = int(keys[0]), int(keys[1]), int(keys[2])
    for index in range(len(password)):
        first = first >> 8 ^ int(_CHECKSUMS[(first ^ int(password[index])) & 0xFF])
        second = ((second + (first & 0xFF)) * _FACTOR + 1) & _MASK
        third = third >> 8 ^ int(_CHECKSUMS[(third ^ second >> 24) & 0xFF])
    keys[0], keys[1], keys[2] = first, second, third
