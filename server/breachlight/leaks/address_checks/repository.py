"""The query of address checks."""

from collections.abc import Collection

from breachlight.database.session import Connection
from breachlight.leaks.catalogue_entry import COLUMNS, LeakEntry
from breachlight.leaks.public_catalogue.repository import PUBLIC


async def public_leaks_of(connection: Connection, batch_ids: Collection[int]) -> dict[int, LeakEntry]:
    """Return the leak of each batch that counts, if anyone may see it; batches of one leak share its entry."""
    rows = await connection.fetch(
        f"""SELECT batches.id AS batch_id, {COLUMNS} FROM batches JOIN leak_files ON leak_files.id = batches.file_id
            JOIN leaks ON leaks.id = leak_files.leak_id
        WHERE batches.id = any($1) AND batches.done_at IS NOT NULL AND {PUBLIC}""",
        list(batch_ids),
    )
    entries = {row["id"]: LeakEntry.of(row) for row in rows}
    return {row["batch_id"]: entries[row["id"]] for row in rows}
