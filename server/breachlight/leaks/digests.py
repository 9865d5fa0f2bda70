"""Keyed digests: what the lake is searched by, and what tells nothing without the key file (design section 4.8).

A digest is the first 64 bits of the AES-256 CBC-MAC of the value, with its length in the first block (Bellare, Kilian,
Rogaway: the security of the cipher block chaining message authentication code, section 5). It is computed for many values at
once, block by block, four times as fast as DuckDB's SHA-256 of a secret prefix and the value. Different values may share a
digest by chance, so what it finds is compared again once it has been opened.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB

from breachlight.kit.keys import KeyRing
from breachlight.leaks.columns import Texts, domains_above, mail_domains

_EMAIL_PURPOSE: Final = "lake-email"
_DOMAIN_PURPOSE: Final = "lake-domain"
_BLOCK_BYTES: Final = 16
_WORD: Final = np.dtype("<u8")  # digests are kept for ever, so the machine has no say in their byte order
_BITS_OF_A_NARROW_NUMBER: Final = 32

_Integers = npt.NDArray[np.int64]
_Words = npt.NDArray[np.uint64]


class Digester:
    """Digests e-mail keys and domains with the secret keys of one key ring; threads may share it."""

    def __init__(self, ring: KeyRing) -> None:
        """Derive the keys."""
        self._email_cipher = _cipher(ring, _EMAIL_PURPOSE)
        self._domain_cipher = _cipher(ring, _DOMAIN_PURPOSE)

    def email(self, key: str) -> int:
        """Return the digest of an e-mail key or alias key."""
        return int(_digests(self._email_cipher, pa.array([key]))[0])

    def domain(self, domain: str) -> int:
        """Return the digest of a domain or host."""
        return int(_digests(self._domain_cipher, pa.array([domain]))[0])

    def emails(self, records: pa.Table, blocks: _Integers) -> pa.Table:
        """Return (digest, block) of all e-mail keys and alias keys of records, of which ``blocks`` says where they lie."""
        keys, key_blocks = _present(records["email_key"], blocks)
        aliases, alias_blocks = _present(records["alias_key"], blocks)
        digests = _digests(self._email_cipher, pa.concat_arrays([keys, aliases]))
        return pa.table({"digest": digests, "block": np.concatenate([key_blocks, alias_blocks])})

    def domains(self, records: pa.Table, blocks: _Integers) -> pa.Table:
        """Return (digest, block) of all hosts, mail domains and the domains above them, each pair once."""
        hosts, host_blocks = _present(records["host"], blocks)
        emails, email_blocks = _present(records["email_key"], blocks)
        names, codes, where = _with_parents(
            pa.concat_arrays([hosts, mail_domains(emails)]), np.concatenate([host_blocks, email_blocks])
        )
        digests = _digests(self._domain_cipher, names)
        return pa.table({"digest": digests[codes], "block": where})


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


def _present(column: Any, blocks: _Integers) -> tuple[Texts, _Integers]:
    """The values that are not null, and their blocks."""
    mask = column.is_valid()
    values = column.filter(mask).combine_chunks()
    return values, blocks[mask.to_numpy()]


def _with_parents(names: Texts, blocks: _Integers) -> tuple[Texts, _Integers, _Integers]:
    """The distinct names and domains above them, and the pairs of number among these and block, each pair once."""
    encoded = names.dictionary_encode()
    closed, numbers, parents = _closure(encoded.dictionary)
    codes = numbers[encoded.indices.to_numpy()]
    found_codes, found_blocks = [codes], [blocks]
    while len(codes):
        codes = parents[codes]
        has_parent = np.flatnonzero(codes >= 0)
        codes, blocks = codes[has_parent], blocks[has_parent]
        found_codes.append(codes)
        found_blocks.append(blocks)
    return closed, *_distinct_pairs(np.concatenate(found_codes), np.concatenate(found_blocks))


def _closure(names: Texts) -> tuple[Texts, _Integers, _Integers]:
    """Distinct names with all domains above them, the number of each name among these, and of each the one above (or -1).

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
        above = domains_above(encoded.dictionary)
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
