"""Opening a source for reading: an archive, or a file that is read as it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from breachlight.leaks.errors import RefusedError
from breachlight.leaks.formats import FileKind, detect
from breachlight.leaks.formats.detection import SQLITE
from breachlight.leaks.ingest.archive_reading import ArchiveOptions, ArchiveReading
from breachlight.leaks.ingest.archives.opening import is_archive
from breachlight.leaks.ingest.infected_devices import infected_device
from breachlight.leaks.ingest.json_lists import JsonListReading, json_list
from breachlight.leaks.ingest.readings import PlainReading, Reading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source
from breachlight.leaks.ingest.spreadsheets import SpreadsheetReading, is_workbook
from breachlight.leaks.ingest.sqlite_databases import SqliteReading

_ZIP: Final = b"PK\x03\x04"


def open_reading(
    source: Source,
    opened: OpenSource,
    *,
    archives: ArchiveOptions,
    spool_folder: Path,
    stopped: Callable[[], bool],
    detected: Callable[[FileKind], None],
) -> Reading:
    """Return the reading of a source; ``detected`` is called with its kind first. Blocks: call it in a thread.

    Raises:
        RefusedError: its format is unknown or not read, or nothing in an archive can be read.
        StoppedError: ``stopped`` became true.
    """
    name = source.path.name if source.path else source.name
    if is_archive(opened.head):
        detected(FileKind.ARCHIVE)
        path = None if opened.is_spooled else source.path
        return ArchiveReading(opened, name, path, archives=archives, spool_folder=spool_folder, stopped=stopped)
    if opened.head.startswith(_ZIP) and is_workbook(opened):
        detected(FileKind.SPREADSHEET)
        return SpreadsheetReading(opened, archives.read)
    if opened.head.startswith(SQLITE):
        detected(FileKind.DATABASE)
        return SqliteReading(opened, archives.read)
    detection = detect(opened.head, name, archives.read)
    detected(detection.kind)
    if detection.kind is FileKind.JSON and detection.dialect is None:
        texts = json_list(opened.head, archives.read)
        if texts is not None:
            return JsonListReading(opened, texts)
    if detection.refusal is not None or detection.dialect is None:
        raise RefusedError(detection.kind.value, detection.refusal or "its format is unknown")
    return PlainReading(opened, detection, infected_device(source.device).facts if source.device else None)
