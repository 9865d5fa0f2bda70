"""Inspection of a lake that was restored: its files are read, and blocks opened."""

from breachlight.leaks.lake.store import TABLES, Lake


def count_rows(lake: Lake) -> dict[str, int]:
    """Return the number of rows of each table, read from the files.

    Raises:
        LakeError: a file can't be read.
    """
    found = {}
    with lake.cursor() as cursor:
        for table in (*TABLES, "key_check"):
            column = "sealed" if table == "blocks" else "digest"
            row = cursor.execute(f"SELECT count({column}), max({column}) FROM lake.{table}").fetchone()
            found[table] = int(row[0]) if row else 0
    return found


def open_newest(lake: Lake) -> None:
    """Open the blocks of the newest batch.

    Raises:
        LakeError: a block is damaged, or the key file lacks its key.
    """
    with lake.cursor() as cursor:
        rows = cursor.execute(
            "SELECT batch_id, block, sealed FROM lake.blocks WHERE batch_id = (SELECT max(batch_id) FROM lake.blocks)"
        ).fetchall()
    for batch_id, block, sealed in rows:
        lake.opened(batch_id, block, sealed)
