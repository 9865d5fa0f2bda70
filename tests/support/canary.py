"""Looking for planted words in bytes, in whatever form they were written."""

import base64
import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

import asyncpg
import pyarrow as pa
import pyarrow.parquet as pq


def forms(word: str) -> dict[str, bytes]:
    """Return a word as it may lie in a file: encodings of text, hex, and base64 at each of its three alignments."""
    raw = word.encode()
    found = {
        "text": raw,
        "lower": raw.lower(),
        "UTF-16": word.encode("utf-16-le"),
        "hex": raw.hex().encode(),
        "HEX": raw.hex().upper().encode(),
        "reversed": raw[::-1],
    }
    for shift in range(3):
        # The first and last characters depend on the neighbours, so they are left out.
        coded = base64.b64encode(b"\0" * shift + raw).rstrip(b"=")
        inner = coded[4 if shift else 0 : -1]
        found[f"base64+{shift}"] = inner
        found[f"base64url+{shift}"] = inner.replace(b"+", b"-").replace(b"/", b"_")
    return found


class Watchlist:
    """The planted words, to be found anywhere but where they belong."""

    def __init__(self, words: Iterable[str]) -> None:
        self._needles = {(word, form): needle for word in words for form, needle in forms(word).items()}

    def find(self, haystack: bytes) -> set[tuple[str, str]]:
        """Return the words that some bytes contain, with the form of each."""
        return {name for name, needle in self._needles.items() if needle in haystack}

    def search(self, places: Iterable[tuple[str, bytes]]) -> dict[str, set[tuple[str, str]]]:
        """Return the words found in each named source."""
        return {name: found for name, content in places if (found := self.find(content))}


def in_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a folder with its name; compressed files also unpacked."""
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        yield f"name of {name}", name.encode()
        if not path.is_file() or path.is_symlink():
            continue
        content = path.read_bytes()
        yield name, content
        if content[:4] == b"PAR1":
            yield f"{name}, unpacked", _unpacked(path)
        elif content[:2] == b"\x1f\x8b":
            yield f"{name}, unpacked", gzip.decompress(content)


def _unpacked(path: Path) -> bytes:
    table = pq.ParquetFile(path).read()
    texts = [value for column in table.columns for value in column.cast(_readable(column.type)).to_pylist()]
    return (
        b"\0".join(value if isinstance(value, bytes) else str(value).encode() for value in texts)
        + str(table.schema.metadata).encode()
    )


def _readable(kind: pa.DataType) -> pa.DataType:
    return pa.binary() if pa.types.is_binary(kind) or pa.types.is_string(kind) else kind


async def in_database(address: str) -> list[tuple[str, bytes]]:
    """Return every row of every table as text, and the planner's statistics."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("ANALYZE")
        tables = await connection.fetch(
            """SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
            WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1"""
        )
        names = [*(row["name"] for row in tables), "pg_catalog.pg_stats", "pg_catalog.pg_stat_activity"]
        places = []
        for name in names:
            rows = await connection.fetch(f"SELECT seen::text AS line FROM {name} AS seen")
            places.append((name, "\n".join(row["line"] or "" for row in rows).encode()))
        return places
    finally:
        await connection.close()
