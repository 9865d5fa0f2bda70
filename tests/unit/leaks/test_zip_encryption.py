"""ZipCrypto is decrypted as the library of zip archives does it."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st
from pyzipper.zipfile import CRCZipDecrypter

from breachlight.leaks.ingest.archives.zip_encryption import ZipCrypto


@given(st.binary(max_size=40), st.binary(min_size=12, max_size=300), st.integers(0, 300))
def test_the_cipher_gives_what_the_library_gives(password: bytes, data: bytes, cut: int) -> None:
    cipher = ZipCrypto(password)
    plain = cipher.decrypt(data[:cut]) + cipher.decrypt(data[cut:])
    right = SimpleNamespace(use_datadescripter=False, CRC=plain[11] << 24, filename="a")
    assert plain[12:] == CRCZipDecrypter(right, password, data[:12]).decrypt(data[12:])
