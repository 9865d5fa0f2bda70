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

    blocks: list[bytes]
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
    firsts = np.cumsum([0, *(len(part.blocks) for part in parts)], dtype=np.int32)[:-1]
    emails = _table([part.email_digests for part in parts], [part.email_blocks for part in parts], firsts)
    domains = _table([part.domain_digests for part in parts], [part.domain_blocks for part in parts], firsts)
    return emails, domains


def digests_of_batches(batches: Sequence[tuple[int, Sequence[LakeRows]]]) -> tuple[pa.Table, pa.Table]:
    """Return (digest, block, batch_id) of the email keys and of the domains of all batches, sorted by digest."""
    tables = [[_of_batch(table, batch_id) for table in digest_tables(rows)] for batch_id, rows in batches]
    emails, domains = (
        parts[0] if len(parts) == 1 else sorted_digests(pa.concat_tables(parts)) for parts in zip(*tables, strict=True)
    )
    return emails, domains


def _of_batch(table: pa.Table, batch_id: int) -> pa.Table:
    return table.append_column("batch_id", pa.array(np.full(table.num_rows, batch_id, np.int64)))


def sorted_digests(table: pa.Table) -> pa.Table:
    """Return rows ordered by their digest."""
    return table.take(_order(table["digest"].to_numpy()))


def _table(digests: Sequence[_Words], blocks: Sequence[_Integers], firsts: _Integers) -> pa.Table:
    digest = np.concatenate(digests)
    block = np.concatenate([numbers + first for numbers, first in zip(blocks, firsts, strict=True)])
    order = _order(digest)
    return pa.table({"digest": digest.take(order), "block": block.take(order).astype(np.int32, copy=False)})


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
