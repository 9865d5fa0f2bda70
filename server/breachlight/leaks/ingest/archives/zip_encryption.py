"""Encrypted members of zip archives: the library reads them, and compiled code decrypts ZipCrypto for it."""

from typing import Any

import numpy as np
from pyzipper import AESZipFile
from pyzipper.zipfile import CRCZipDecrypter
from pyzipper.zipfile_aes import AESZipExtFile

from breachlight.leaks.kernels import zipcrypto


class ZipCrypto:
    """The cipher in the state behind what it has decrypted so far."""

    def __init__(self, password: bytes) -> None:
        self._keys = zipcrypto.new_keys()
        zipcrypto.add_password(np.frombuffer(password, np.uint8), self._keys)

    def decrypt(self, data: bytes) -> bytes:
        """Decrypt the next bytes."""
        plain = np.empty(len(data), np.uint8)
        zipcrypto.decrypt(np.frombuffer(data, np.uint8), self._keys, plain)
        return plain.tobytes()


class _Decrypter(CRCZipDecrypter):  # type: ignore[misc]  # the library has no types
    """The library's decrypter, which compares the header with the password, over compiled code."""

    def __init__(self, zinfo: Any, pwd: bytes, encryption_header: bytes) -> None:
        self._cipher = ZipCrypto(pwd)
        super().__init__(zinfo, b"", encryption_header)

    def decrypt(self, data: bytes) -> bytes:
        return self._cipher.decrypt(data)


class _Member(AESZipExtFile):  # type: ignore[misc]  # the library has no types
    def setup_crczipdecrypter(self) -> type[_Decrypter]:
        super().setup_crczipdecrypter()
        return _Decrypter


class ZipLibrary(AESZipFile):  # type: ignore[misc]  # the library has no types
    """The library."""

    zipextfile_cls = _Member
