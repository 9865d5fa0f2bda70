"""Records as the lake takes them: packed blocks, and the digests by which a block is found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.leaks.lake.digests import Digester, RecordDigests
from breachlight.leaks.lake.sealing import BLOCK_RECORDS, pack_blocks
from breachlight.leaks.lake.spans import RecordSpans

_Words = npt.NDArray[np.uint64]
_Integers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class LakeRows:
    """Neighbouring records: their blocks, not sealed yet, and digests with the block of each, numbered from 0 on."""

    blocks: list[memoryview]
    email_digests: _Words
    email_blocks: _Integers
    domain_digests: _Words
    domain_blocks: _Integers

    @classmethod
    def of(cls, records: RecordSpans, digests: RecordDigests) -> Self:
        """Pack records, which have these digests."""
        return cls(pack_blocks(records), digests.emails, digests.email_blocks, digests.domains, digests.domain_blocks)

    @classmethod
    def of_table(cls, records: pa.Table, digester: Digester) -> Self:
        """Pack and digest records (``RECORD_SCHEMA``)."""
        spans = RecordSpans.of_table(records)
        nothing = digester.set_of_emails([])
        return cls.of(spans, digester.records(spans, BLOCK_RECORDS, nothing, nothing))


def digest_tables(parts: Sequence[LakeRows]) -> tuple[pa.Table, pa.Table]:
    """Return (digest, block) of the email keys and of the domains, sorted by digest; blocks are numbered through."""
    emails, domains = digests_of_batches([(0, parts)])
    return emails.drop_columns("batch_id"), domains.drop_columns("batch_id")


def digests_of_batches(batches: Sequence[tuple[int, Sequence[LakeRows]]]) -> tuple[pa.Table, pa.Table]:
    """Return (digest, block, batch_id) of the email keys and of the domains of all batches, sorted by digest."""
    firsts: list[int] = []
    for _, parts in batches:
        firsts += np.cumsum([0, *(len(part.blocks) for part in parts)])[:-1].tolist()
    rows = [(batch_id, part) for batch_id, parts in batches for part in parts]
    batch_ids, every = [batch_id for batch_id, _ in rows], [part for _, part in rows]
    emails = _table([part.email_digests for part in every], [part.email_blocks for part in every], firsts, batch_ids)
    domains = _table([part.domain_digests for part in every], [part.domain_blocks for part in every], firsts, batch_ids)
    return emails, domains


def sorted_digests(table: pa.Table) -> pa.Table:
    """Return rows ordered by their digest."""
    return table.take(_order(table["digest"].to_numpy()))


def _table(
    digests: Sequence[_Words], blocks: Sequence[_Integers], firsts: Sequence[int], batch_ids: Sequence[int]
) -> pa.Table:
    digest = np.concatenate(digests)
    order = _order(digest)
    block = np.concatenate([numbers + np.int32(first) for numbers, first in zip(blocks, firsts, strict=True)])
    columns = {"digest": digest.take(order), "block": block.take(order)}
    if len(set(batch_ids)) == 1:
        return pa.table(columns | {"batch_id": np.full(len(order), batch_ids[0], np.int64)})
    owners = np.repeat(np.array(batch_ids, np.int64), [len(part) for part in digests])
    return pa.table(columns | {"batch_id": owners.take(order)})


def _order(digests: _Words) -> npt.NDArray[np.int64]:
    """Return the positions of the digests in ascending order.

    Each digest's lowest bits are replaced by its position, because sorting numbers takes half the time of an argsort. At the
    size of a load the remaining bits decide the order.
    """
    bits = np.uint64(max(len(digests) - 1, 0).bit_length())
    keys = digests >> bits << bits
    keys |= np.arange(len(digests), dtype=np.uint64)
    keys.sort()
    keys &= (np.uint64(1) << bits) - np.uint64(1)
    return keys.view(np.int64)
