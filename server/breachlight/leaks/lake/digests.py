"""Keyed digests: what the lake is searched by, and what tells nothing without the key file (design §4.8).

A digest is the first 64 bits of the AES-256 CBC-MAC of the value, with its length in the first block (Bellare, Kilian,
Rogaway: the security of the cipher block chaining message authentication code, section 5). It is computed for many values at
once, block by block, four times as fast as DuckDB's SHA-256 of a secret prefix and the value. Different values may share a
digest by chance, so what it finds is compared again once it has been opened.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB

from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.columns import Texts, behind_first

_EMAIL_PURPOSE: Final = "lake-email"
_DOMAIN_PURPOSE: Final = "lake-domain"
_BLOCK_BYTES: Final = 16
_WORD: Final = np.dtype("<u8")  # digests are kept for ever, so the machine has no say in their byte order
_BITS_OF_A_NARROW_NUMBER: Final = 32
_MARKS_FOR_EACH: Final = 32
_MOST_MARKS: Final = 1 << 26

_Integers = npt.NDArray[np.int64]
_Words = npt.NDArray[np.uint64]
_Mask = npt.NDArray[np.bool_]


class DigestSet:
    """Digests that are looked for among many others; it never changes, so threads may share it."""

    def __init__(self, digests: _Words) -> None:
        """Make ready to look for these."""
        self._digests = np.unique(digests)
        marks = 1 << max(len(self._digests) * _MARKS_FOR_EACH, 1 << 16).bit_length()
        self._last_mark = np.uint64(min(marks, _MOST_MARKS) - 1)
        self._marks: _Mask = np.zeros(int(self._last_mark) + 1, np.bool_)
        self._marks[self._places(self._digests)] = True

    def among(self, digests: _Words) -> _Mask:
        """Return which of these digests are in the set."""
        found: _Mask = self._marks[self._places(digests)]
        # The marks pass one of dozens that are not in it; these few are looked at one by one.
        likely = np.flatnonzero(found)
        wanted = digests[likely]
        places = np.minimum(np.searchsorted(self._digests, wanted), len(self._digests) - 1)
        found[likely] = self._digests[places] == wanted
        return found

    def _places(self, digests: _Words) -> _Integers:
        return (digests & self._last_mark).astype(np.int64)


@dataclass(frozen=True, slots=True)
class EmailDigests:
    """The digests of all email keys and alias keys of some records, and the row of each."""

    digests: _Words
    rows: _Integers


@dataclass(frozen=True, slots=True)
class DomainDigests:
    """The digests of all sites, mail domains and domains above them, each name once, and where the names stand.

    ``above`` is the number of the domain above each name, or -1. Name number ``numbers[i]`` stands in row ``rows[i]``.
    """

    digests: _Words
    above: _Integers
    numbers: _Integers
    rows: _Integers

    def by_block(self, block_records: int) -> tuple[_Words, _Integers]:
        """Return each digest of a name, or of a domain above it, with each block of so many records that it is in."""
        numbers, blocks = self.numbers, self.rows // block_records
        found_numbers, found_blocks = [numbers], [blocks]
        while len(numbers):
            numbers = self.above[numbers]
            has_above = np.flatnonzero(numbers >= 0)
            numbers, blocks = numbers[has_above], blocks[has_above]
            found_numbers.append(numbers)
            found_blocks.append(blocks)
        numbers, blocks = _distinct_pairs(np.concatenate(found_numbers), np.concatenate(found_blocks))
        return self.digests[numbers], blocks

    def rows_under(self, domains: DigestSet) -> _Integers:
        """Return the rows with a name at or under one of the domains."""
        covered = domains.among(self.digests)
        names = np.flatnonzero((self.above >= 0) & ~covered)
        places = self.above[names]
        while len(names):
            covered[names] = covered[places]
            places = self.above[places]
            has_above = np.flatnonzero((places >= 0) & ~covered[names])
            names, places = names[has_above], places[has_above]
        return self.rows[covered[self.numbers]]


class Digester:
    """Digests email keys and domains with the secret keys of one key ring; threads may share it."""

    def __init__(self, ring: KeyRing) -> None:
        """Derive the keys."""
        self._email_cipher = _cipher(ring, _EMAIL_PURPOSE)
        self._domain_cipher = _cipher(ring, _DOMAIN_PURPOSE)

    def email(self, key: str) -> int:
        """Return the digest of an email key or alias key."""
        return int(_digests(self._email_cipher, pa.array([key]))[0])

    def domain(self, domain: str) -> int:
        """Return the digest of a domain or host."""
        return int(_digests(self._domain_cipher, pa.array([domain]))[0])

    def set_of_emails(self, keys: Iterable[str]) -> DigestSet:
        """Return the digests of email keys as a set."""
        return DigestSet(_digests(self._email_cipher, pa.array(list(keys), pa.string())))

    def set_of_domains(self, domains: Iterable[str]) -> DigestSet:
        """Return the digests of domains as a set."""
        return DigestSet(_digests(self._domain_cipher, pa.array(list(domains), pa.string())))

    def emails(self, records: pa.Table) -> EmailDigests:
        """Digest the email keys and alias keys of records (``RECORD_SCHEMA``)."""
        keys, key_rows = _present(records["email_key"])
        aliases, alias_rows = _present(records["alias_key"])
        digests = _digests(self._email_cipher, pa.concat_arrays([keys, aliases]))
        return EmailDigests(digests, np.concatenate([key_rows, alias_rows]))

    def domains(self, records: pa.Table, mail_domains: Texts) -> DomainDigests:
        """Digest the hosts and mail domains (``columns.mail_domains``) of records and the domains above them."""
        hosts, host_rows = _present(records["host"])
        encoded = hosts.dictionary_encode()
        mail_numbers, mail_rows = _present(mail_domains.indices)
        names, numbers, above = _closure(pa.concat_arrays([encoded.dictionary, mail_domains.dictionary]))
        of_hosts, of_mail = numbers[: len(encoded.dictionary)], numbers[len(encoded.dictionary) :]
        return DomainDigests(
            _digests(self._domain_cipher, names),
            above,
            np.concatenate([of_hosts[encoded.indices.to_numpy()], of_mail[mail_numbers.to_numpy()]]),
            np.concatenate([host_rows, mail_rows]),
        )


def _cipher(ring: KeyRing, purpose: str) -> Cipher[ECB]:
    # The bare block cipher: the chaining is ours, since it goes over the blocks of many values side by side.
    return Cipher(AES256(ring.index_key(purpose)), ECB())  # noqa: S305


def _digests(cipher: Cipher[ECB], values: Texts) -> _Words:
    digests = np.zeros(len(values), np.uint64)
    lengths: Any = pc.binary_length(values)
    sizes = lengths.to_numpy(zero_copy_only=False)
    blocks = sizes // _BLOCK_BYTES + 1
    for count in np.unique(blocks).tolist():
        rows = np.flatnonzero(blocks == count)
        padded = pc.ascii_rpad(values.take(pa.array(rows)), count * _BLOCK_BYTES, "\0")
        texts = np.frombuffer(padded.buffers()[2], _WORD, len(rows) * count * 2).reshape(len(rows), count, 2)
        encryptor = cipher.encryptor()
        state = np.zeros((len(rows), 2), _WORD)
        state[:, 0] = sizes[rows]
        for block in range(count + 1):
            mixed = state if not block else state ^ texts[:, block - 1]
            state = np.frombuffer(encryptor.update(mixed.tobytes()), _WORD).reshape(len(rows), 2)
        digests[rows] = state[:, 0]
    return digests


def _present(column: Any) -> tuple[Texts, _Integers]:
    """The values that are not null, and their rows."""
    values = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if not values.null_count:
        return values, np.arange(len(values))
    return values.drop_null(), np.flatnonzero(values.is_valid().to_numpy(zero_copy_only=False))


def _closure(names: Texts) -> tuple[Texts, _Integers, _Integers]:
    """The distinct names with all domains above them, the number of each name among these, and of each the one above (or -1).

    It goes from names of many labels to names of two: a domain above a name has one label less, so a stage meets all that
    name it.
    """
    counted: Any = pc.count_substring(names, ".")
    dots = counted.to_numpy()
    numbers = np.full(len(names), -1, np.int64)
    stages, parents = [names.slice(0, 0)], [numbers[:0]]
    above = stages[0]
    total = 0
    for stage in range(int(dots.max(initial=0)), 0, -1):
        own = np.flatnonzero(dots == stage)
        encoded = pa.concat_arrays([names.take(pa.array(own)), above]).dictionary_encode()
        places = encoded.indices.to_numpy() + total
        numbers[own] = places[: len(own)]
        parents[-1] = places[len(own) :]
        stages.append(encoded.dictionary)
        parents.append(np.full(len(encoded.dictionary), -1, np.int64))
        above = behind_first(encoded.dictionary, ".")
        total += len(encoded.dictionary)
    return pa.concat_arrays(stages), numbers, np.concatenate(parents)


def _distinct_pairs(codes: _Integers, blocks: _Integers) -> tuple[_Integers, _Integers]:
    """Each pair once, ordered by block. Half as wide as they are, numbers sort in half the time."""
    if not len(codes):
        return codes, blocks
    first, bits = int(blocks.min()), int(codes.max()).bit_length()
    is_narrow = (int(blocks.max()) - first).bit_length() + bits <= _BITS_OF_A_NARROW_NUMBER
    pairs: Any = ((blocks - first) << bits | codes).astype(np.uint32 if is_narrow else np.int64)
    pairs.sort()
    pairs = pairs[np.append(True, pairs[1:] != pairs[:-1])]
    return (pairs & (1 << bits) - 1).astype(np.int64), (pairs >> bits).astype(np.int64) + first
