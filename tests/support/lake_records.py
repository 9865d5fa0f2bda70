"""Records written to a lake by a test, without an ingestion."""

from collections.abc import Iterator

import pyarrow as pa
from parsed_rows import table_of

from breachlight.leaks.lake.lake_rows import LakeRows
from breachlight.leaks.lake.sealing import BLOCK_RECORDS
from breachlight.leaks.lake.spans import RecordSpans
from breachlight.leaks.lake.store import Lake


def records(count: int = 2500, password: str = "Blue42") -> pa.Table:
    """So many records of different people at different sites; each third one has no address."""
    return table_of(
        (
            f"https://shop.site{number}.example/login" if number % 2 else None,
            f"bob{number}" if number % 3 == 0 else f"jane{number}+x@mail.dom{number % 7}.test",
            password,
        )
        for number in range(count)
    )


def write(lake: Lake, batch_id: int, table: pa.Table) -> None:
    digester = lake._digester
    nothing = digester.set_of_emails([])
    rows = []
    for start in range(0, max(table.num_rows, 1), 2000):
        part = RecordSpans.of_table(table.slice(start, 2000))
        rows.append(LakeRows.of(part, digester.records(part, BLOCK_RECORDS, nothing, nothing)))
    lake.write(batch_id, rows)


def offsets(found: Iterator[tuple[int, pa.Table]]) -> dict[int, list[int]]:
    return {batch_id: table["offset"].to_pylist() for batch_id, table in found}
