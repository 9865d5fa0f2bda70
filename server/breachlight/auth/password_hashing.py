"""Password hashing: Argon2id in a bounded pool of threads, never on the event loop."""

import asyncio
import os
import threading
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Final

from argon2 import Parameters, PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from argon2.low_level import ARGON2_VERSION

from breachlight.rate_limits.limiter import RateLimit

MAXIMUM_BYTES = 1024

password_tries = RateLimit("reauthenticate", limit=10, window=timedelta(minutes=5))
"""Limit of wrong passwords of a signed-in user, over all forms; the key is the user's identifier."""

PARAMETERS: Final = Parameters(
    Type.ID, ARGON2_VERSION, salt_len=16, hash_len=32, time_cost=2, memory_cost=46 * 1024, parallelism=1
)
"""Of Argon2 (RFC 9106), memory in KiB. OWASP's minimum is 46 MiB at one pass (ASVS 5.0, appendix C)."""

_hasher = PasswordHasher.from_parameters(PARAMETERS)

_NICENESS = 10


def _lower_priority() -> None:
    """Let this thread yield to the event loop's when every core is busy: on Linux each thread has its own priority."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


_pool = ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="argon2", initializer=_lower_priority)


def _hash_of_nothing(of: Parameters) -> str:
    """Return a hash of no password, in the notation of Argon2's reference program.

    To hash one would cost every process that starts a sixth of a second.
    """
    salt, digest = (b64encode(os.urandom(length)).decode().rstrip("=") for length in (of.salt_len, of.hash_len))
    return f"$argon2id$v={of.version}$m={of.memory_cost},t={of.time_cost},p={of.parallelism}${salt}${digest}"


def unusable_hash() -> str:
    """Return a hash that no password has; checking a password against it takes the usual time."""
    return _hash_of_nothing(PARAMETERS)


# What an unknown e-mail address is checked against, so that its answer takes as long as a wrong password's.
_nobody = _hash_of_nothing(PARAMETERS)


async def hash_password(password: str) -> str:
    """Return the Argon2id hash of a password, exactly as received."""
    return await asyncio.get_running_loop().run_in_executor(_pool, _hasher.hash, _encoded(password))


async def verify_password(password: str, password_hash: str | None) -> bool:
    """Return whether the password is right; for None, an unknown user, take the same time and return False."""
    if not acceptable(password):
        return False
    check = asyncio.get_running_loop().run_in_executor(_pool, _verify, password_hash or _nobody, _encoded(password))
    return await check and password_hash is not None


def acceptable(password: str) -> bool:
    """Return whether a password can be hashed at all: at most 1,024 bytes of well-formed text (hostile-inputs A03)."""
    if len(password) > MAXIMUM_BYTES:
        return False
    try:
        return len(password.encode()) <= MAXIMUM_BYTES
    except UnicodeEncodeError:
        return False


def needs_rehash(password_hash: str) -> bool:
    """Return whether the hash has other parameters than today's."""
    return _hasher.check_needs_rehash(password_hash)


def _encoded(password: str) -> bytes:
    return password.encode()


def _verify(password_hash: str, password: bytes) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        return False
