"""What the indexes count in blocks of the lake: hashes of readable passwords, and of addresses with their leaks."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
from Cryptodome.Hash import MD4

from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.ranges.definitions import RangeIndex
from breachlight.leaks.ranges.hashes import Hashes
from breachlight.leaks.ranges.kinds import LEAK_BYTES, HashKind
from breachlight.leaks.record_schema import FLAG_BITS
from breachlight.leaks.records import Flag, PasswordType

_NOT_PASSWORDS: Final = FLAG_BITS[Flag.MASKED_SECRET] | FLAG_BITS[Flag.SENTINEL_SECRET]
_BLOCKS_OF_BATCH: Final = """
SELECT block, sealed FROM lake.blocks WHERE batch_id = $batch_id AND ($blocks IS NULL OR list_contains($blocks, block))
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """The hashes of some blocks in each kind; ``damaged`` blocks could not be opened, so they don't count."""

    hashes: list[Hashes]
    damaged: list[tuple[int, int]]


def hashes_of(
    index: RangeIndex,
    lake: Lake,
    numbers: Mapping[int, int],
    batch_ids: Iterable[int],
    *,
    blocks: Iterable[tuple[int, int]] = (),
    without: Iterable[tuple[int, int]] = (),
) -> Counted:
    """Count and hash what an index is of in whole batches and in single blocks; blocks ``without`` don't count.

    ``numbers`` are those of the leaks of the batches, if the index names leaks.

    Raises:
        LakeError: the lake cannot be read.
    """
    damaged: list[tuple[int, int]] = []
    parts = _parts(lake, batch_ids, list(blocks), set(without), damaged)
    if index.names_leaks:
        return Counted([_addresses(parts, numbers)], damaged)
    return Counted(_passwords(parts), damaged)


def password_hashes(kind: HashKind, passwords: Mapping[str, int]) -> Hashes:
    """Hash passwords that occur so often."""
    digest = _sha1 if kind is HashKind.SHA1 else _ntlm
    return Hashes.of_digests(kind, map(digest, passwords), list(passwords.values()))


def _parts(
    lake: Lake,
    batch_ids: Iterable[int],
    blocks: Sequence[tuple[int, int]],
    without: set[tuple[int, int]],
    damaged: list[tuple[int, int]],
) -> Iterator[tuple[int, pa.Table]]:
    single: dict[int, list[int]] = {}
    for batch_id, block in blocks:
        single.setdefault(batch_id, []).append(block)
    for batch_id in [*batch_ids, *single]:
        with lake.cursor() as cursor:
            rows = cursor.execute(_BLOCKS_OF_BATCH, {"batch_id": batch_id, "blocks": single.get(batch_id)}).fetchall()
        for block, sealed in rows:
            if (batch_id, block) in without:
                continue
            try:
                records = lake.opened(batch_id, block, sealed)
            except LakeError:
                damaged.append((batch_id, block))
                continue
            yield batch_id, records


def _passwords(parts: Iterable[tuple[int, pa.Table]]) -> list[Hashes]:
    passwords = _counted(_readable(records) for _, records in parts)
    return [password_hashes(kind, passwords) for kind in (HashKind.SHA1, HashKind.NTLM)]


def _addresses(parts: Iterable[tuple[int, pa.Table]], numbers: Mapping[int, int]) -> Hashes:
    of_leaks: dict[int, list[Any]] = {}
    for batch_id, records in parts:
        of_leaks.setdefault(numbers[batch_id], []).append(records["email_key"].drop_null())
    digests: list[bytes] = []
    counts: list[int] = []
    for number, columns in of_leaks.items():
        addresses = _counted(columns)
        leak = number.to_bytes(LEAK_BYTES, "big")
        digests += [_sha1(address) + leak for address in addresses]
        counts += addresses.values()
    return Hashes.of_digests(HashKind.EMAIL, digests, counts)


def _readable(records: pa.Table) -> Any:
    """Return the passwords that somebody can have used: neither hashes nor signs for a password that was left out."""
    is_plain = pc.equal(records["password_type"], pa.scalar(PasswordType.PLAIN.value))
    is_real = pc.equal(
        pc.bit_wise_and(records["flags"], pa.scalar(_NOT_PASSWORDS, pa.int32())), pa.scalar(0, pa.int32())
    )
    return records["password"].filter(pc.and_(is_plain, is_real)).drop_null()


def _counted(parts: Iterable[Any]) -> dict[str, int]:
    chunks = [chunk for part in parts for chunk in part.chunks]
    if not chunks:
        return {}
    counted: Any = pc.value_counts(pa.chunked_array(chunks, pa.string()))
    return dict(zip(counted.field("values").to_pylist(), counted.field("counts").to_pylist(), strict=True))


def _sha1(text: str) -> bytes:
    return hashlib.sha1(text.encode(), usedforsecurity=False).digest()


def _ntlm(password: str) -> bytes:
    # hashlib has MD4 only where OpenSSL's legacy provider is installed.
    return MD4.new(password.encode("utf-16-le")).digest()  # noqa: S303 -- the hash that Windows has
