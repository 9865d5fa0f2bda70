"""Keyed digests: what the lake is searched by, and what reveals nothing without the key file (design §4.8).

A digest is SipHash-2-4 of the value (Aumasson, Bernstein 2012): 64 bits, so different values may share one by chance, and
what it finds is compared again once it has been opened. Many values are digested by compiled code, which only ingestion
loads; a single one by plain Python.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.kit.keys import KeyRing
from breachlight.leaks.kernels.siphash import siphash_24
from breachlight.leaks.lake.spans import RecordSpans, readonly

_EMAIL_PURPOSE: Final = "lake-email-siphash"
_DOMAIN_PURPOSE: Final = "lake-domain-siphash"
_KEY_BYTES: Final = 16

_Words = npt.NDArray[np.uint64]
_Blocks = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class DigestSet:
    """Digests that are looked for among many others; it never changes, so threads may share it."""

    table: _Words
    bitmap: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class RecordDigests:
    """The digests of some records, each with each block that it is in, and the rows that may concern the watchlist."""

    emails: _Words
    email_blocks: _Blocks
    domains: _Words
    domain_blocks: _Blocks
    candidates: npt.NDArray[np.int64]


class Digester:
    """Digests email keys and domains with the secret keys of one key ring; threads may share it."""

    def __init__(self, ring: KeyRing) -> None:
        """Derive the keys."""
        self._email_key = _key(ring, _EMAIL_PURPOSE)
        self._domain_key = _key(ring, _DOMAIN_PURPOSE)

    def email(self, key: str) -> int:
        """Return the digest of an email key or alias key."""
        return _digest(self._email_key, key)

    def domain(self, domain: str) -> int:
        """Return the digest of a domain or host."""
        return _digest(self._domain_key, domain)

    def set_of_emails(self, keys: Iterable[str], others: _Words | None = None) -> DigestSet:
        """Return the digests of email keys as a set, with other digests of such keys."""
        return _set_of(self._email_key, keys, others)

    def emails(self, keys: Iterable[str | None]) -> _Words:
        """Return the digest of each email key or alias key; of None too, which is like no other."""
        return _digests(self._email_key, (key or "" for key in keys))

    def set_of_domains(self, domains: Iterable[str]) -> DigestSet:
        """Return the digests of domains as a set."""
        return _set_of(self._domain_key, domains)

    def records(self, records: RecordSpans, block_records: int, emails: DigestSet, domains: DigestSet) -> RecordDigests:
        """Digest the addresses, hosts, email domains and domains above them; compare them with monitored ones."""
        from breachlight.leaks.kernels import digests

        text, spans = readonly(records.text), readonly(records.spans)
        is_candidate = np.zeros(len(spans), np.uint8)
        of_emails = digests.digest_emails(
            self._email_key, text, spans, block_records, emails.table, emails.bitmap, is_candidate
        )
        of_domains = digests.digest_domains(
            self._domain_key, text, spans, block_records, domains.table, domains.bitmap, is_candidate
        )
        return RecordDigests(*of_emails, *of_domains, np.flatnonzero(is_candidate.view(np.bool_)))


def _key(ring: KeyRing, purpose: str) -> _Words:
    key = np.frombuffer(ring.index_key(purpose)[:_KEY_BYTES], "<u8").astype(np.uint64)
    key.flags.writeable = False
    return key


def _digest(key: _Words, text: str) -> int:
    data = text.encode()
    return siphash_24(key.tolist(), data, 0, len(data))


def _set_of(key: _Words, texts: Iterable[str], others: _Words | None = None) -> DigestSet:
    from breachlight.leaks.kernels import digests

    found = _digests(key, texts)
    if others is not None and len(others):
        found = np.concatenate([found, others])
    return DigestSet(*(readonly(part) for part in digests.set_of(found)))


def _digests(key: _Words, texts: Iterable[str]) -> _Words:
    from breachlight.leaks.kernels import digests

    column: Any = pa.array(list(texts), pa.string())
    _, offsets, data = column.buffers()
    count = len(column) + 1
    limits = np.frombuffer(offsets, np.int32)[:count] if len(column) else np.zeros(count, np.int32)
    return digests.digest_texts(key, readonly(np.frombuffer(data or b"", np.uint8)), readonly(limits))
