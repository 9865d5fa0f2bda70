"""Key services: an HSM or KMS that protects the key file, so that a copy of it opens nothing.

The file is encrypted with a random data key; the service encrypts the data key with a key that never leaves it (envelope
encryption). The interface is small enough for any service that can encrypt 32 bytes. PKCS#11 is the one there is: HSMs, smart cards
and the modules of cloud providers.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    import pkcs11

_NONCE_BYTES: Final = 12
_PURPOSE: Final = b"breachlight/key-file/data-key"
_KEY_BITS: Final = 256


class KeyServiceError(Exception):
    """The key service can't be used; the message says what to do."""


class KeyService(Protocol):
    """A service that protects data keys."""

    @property
    def name(self) -> str:
        """The service and its key, which the key file names."""

    def wrap(self, data_key: bytes) -> bytes:
        """Return a data key encrypted and authenticated by the service; the service's key is made if there is none.

        Raises:
            KeyServiceError: the service can't be used.
        """

    def unwrap(self, wrapped: bytes) -> bytes:
        """Return the data key that ``wrap`` was given.

        Raises:
            KeyServiceError: the service can't be used, or its key isn't the one that ``wrap`` used.
        """


@dataclass(frozen=True, slots=True)
class Pkcs11:
    """A token with an AES-256 key; AES-GCM is done by the token (PKCS#11 2.40, section 2.12.4)."""

    module: Path
    token: str
    key: str
    pin: str = field(repr=False)

    @property
    def name(self) -> str:
        """The kind of service and the label of its key."""
        return f"pkcs11:{self.key}"

    def wrap(self, data_key: bytes) -> bytes:
        """Return a data key encrypted by the token."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        with self._session() as session:
            return nonce + bytes(self._key(session, create=True).encrypt(data_key, **_gcm(nonce)))

    def unwrap(self, wrapped: bytes) -> bytes:
        """Return the data key that the token encrypted."""
        with self._session() as session:
            key = self._key(session, create=False)
            return bytes(key.decrypt(wrapped[_NONCE_BYTES:], **_gcm(wrapped[:_NONCE_BYTES])))

    def _key(
        self, session: "pkcs11.Session", *, create: bool
    ) -> Any:  # the types of what keys can do are mixed in at run time
        from pkcs11 import Attribute, KeyType, NoSuchKey, ObjectClass

        try:
            return session.get_key(object_class=ObjectClass.SECRET_KEY, key_type=KeyType.AES, label=self.key)
        except NoSuchKey:
            if not create:
                raise KeyServiceError(
                    f"The token {self.token} has no AES key {self.key}: it was deleted, or BREACHLIGHT_PKCS11_KEY is wrong."
                ) from None
        kept = {Attribute.SENSITIVE: True, Attribute.EXTRACTABLE: False}
        return session.generate_key(KeyType.AES, _KEY_BITS, label=self.key, store=True, template=kept)

    @contextmanager
    def _session(self) -> "Iterator[pkcs11.Session]":
        try:
            import pkcs11
        except ImportError:
            raise KeyServiceError('PKCS#11 needs the optional package: pip install "breachlight[pkcs11]".') from None
        try:
            with (
                pkcs11.lib(str(self.module))
                .get_token(token_label=self.token)
                .open(user_pin=self.pin, rw=True) as session
            ):
                yield session
        except (pkcs11.PKCS11Error, RuntimeError) as error:
            raise KeyServiceError(
                f"The token {self.token} of {self.module} cannot be used ({type(error).__name__}): check the BREACHLIGHT_PKCS11 "
                "settings, and whether this user may use the token."
            ) from error


def _gcm(nonce: bytes) -> "dict[str, object]":
    from pkcs11 import GCMParams, Mechanism

    return {"mechanism": Mechanism.AES_GCM, "mechanism_param": GCMParams(nonce, _PURPOSE)}
