"""Matching of stored batches against identities that were verified after the batches had been prepared.

Their records are found in the lake by digest, so batches needn't keep their bytes, and the epoch is locked only while a few
blocks are read.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from breachlight.leaks.lake.digests import Digester, DigestSet
from breachlight.leaks.lake.sealing import BLOCK_RECORDS
from breachlight.leaks.lake.spans import RecordSpans
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.matching.watched_identities import Watchlist, distinct_credentials

if TYPE_CHECKING:  # compiled code is loaded while other work goes on
    from breachlight.leaks.ingest.batch_builder import PreparedBatch

_Words = npt.NDArray[np.uint64]

_BLOCKS: Final = """
SELECT block, sealed FROM lake.blocks WHERE batch_id = $batch_id AND block IN (
    SELECT block FROM lake.email_digests JOIN new_emails USING (digest) WHERE batch_id = $batch_id
    UNION SELECT block FROM lake.domain_digests JOIN new_domains USING (digest) WHERE batch_id = $batch_id
) ORDER BY block
"""


def compared_again(
    batch: "PreparedBatch", batch_id: int, watchlist: Watchlist, lake: Lake, digester: Digester
) -> "PreparedBatch":
    """Return a stored batch as if it had been prepared for ``watchlist``; only its rows stay those that are stored.

    Raises:
        LakeError: the lake cannot be read.
    """
    emails = _new(watchlist.emails, batch.watchlist.emails)
    domains = _new(watchlist.domains, batch.watchlist.domains)
    tables = [batch.candidates]
    for records in _concerned(lake, batch_id, emails, domains):
        digests = digester.records(RecordSpans.of_table(records), BLOCK_RECORDS, watchlist.emails, watchlist.domains)
        tables.append(records.take(digests.candidates))
    records = pa.concat_tables(tables)
    opted_out = watchlist.opted_out_keys(records, digester)
    kept = records.filter(pa.array([key is None for key in opted_out], pa.bool_()))
    candidates = distinct_credentials(kept.sort_by("offset"))
    left_out = batch.left_out.union(key for key in opted_out if key is not None)
    return replace(batch, candidates=candidates.combine_chunks(), watchlist=watchlist, left_out=left_out)


def _new(present: DigestSet, former: DigestSet) -> _Words:
    """Return the digests that are not in the former set; a free place of its table is 0."""
    free = np.zeros(1, np.uint64)
    new: _Words = np.setdiff1d(present.table, np.append(former.table, free))
    return new


def _concerned(lake: Lake, batch_id: int, emails: _Words, domains: _Words) -> Iterator[pa.Table]:
    """Yield the records of each block of a batch that has one of these digests."""
    if not len(emails) and not len(domains):
        return
    with lake.cursor() as cursor:
        cursor.register("new_emails", pa.table({"digest": emails}))
        cursor.register("new_domains", pa.table({"digest": domains}))
        rows = cursor.execute(_BLOCKS, {"batch_id": batch_id}).fetchall()
    for block, sealed in rows:
        yield lake.opened(batch_id, block, sealed)
