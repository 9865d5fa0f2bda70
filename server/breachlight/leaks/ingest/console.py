"""``breachlight ingest``: files, folders and standard input into a leak, with progress, a summary and exit codes."""

import asyncio
import json
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum
from pathlib import Path

from breachlight.config import Settings, SettingsError, get_settings
from breachlight.database.connection import connect, server
from breachlight.database.errors import LOST, LOST_SENTENCE, DatabaseError
from breachlight.database.presence import INGEST, presence
from breachlight.keys.watch import command_key_watch
from breachlight.kit import tracing
from breachlight.kit.errors import ValidationError
from breachlight.kit.garbage import keep_what_is_loaded
from breachlight.kit.keys import KeyFileError, KeyRing
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.errors import IngestError
from breachlight.leaks.formats.options import read_options
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.archives.limits import ArchiveLimits
from breachlight.leaks.ingest.archives.passwords import read_passwords
from breachlight.leaks.ingest.batches import BATCH_BYTES
from breachlight.leaks.ingest.infected_devices import infected_device
from breachlight.leaks.ingest.progress import Display
from breachlight.leaks.ingest.report import FileState, IngestReport
from breachlight.leaks.ingest.retry import RetryBudget
from breachlight.leaks.ingest.session import SessionOptions, ingest_sources, load_compiled_code
from breachlight.leaks.ingest.source_reader import StoppedError
from breachlight.leaks.ingest.sources import STANDARD_INPUT, find_sources
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.models import LeakKind
from breachlight.leaks.uploads.stored import StoredUpload, end_upload, stored_uploads

Prepare = Callable[[Settings], Awaitable[KeyRing]]


class ExitCode(IntEnum):
    """Exit codes of ``breachlight ingest``, as listed in the README."""

    INGESTED = 0
    NOTHING_DONE = 1
    USAGE = 2
    SOME_REFUSED = 3
    INTERRUPTED = 130
    TERMINATED = 143


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """The command line; ``leak`` may be left out when the first path can name it.

    ``batch_bytes`` is the size of a batch and ``archive_limits`` what an archive may unpack to; tests make them small.
    """

    paths: Sequence[str]
    leak: str | None = None
    title: str | None = None
    domain: str | None = None
    breach_date: date | None = None
    kind: LeakKind | None = None
    as_json: bool = False
    batch_bytes: int = BATCH_BYTES
    archive_passwords: Sequence[str] = field(default=(), repr=False)
    archive_password_file: Path | None = None
    archive_limits: ArchiveLimits = field(default_factory=ArchiveLimits)
    accept: bool = False
    dry_run: bool = False
    format: str | None = None
    columns: Sequence[str] = ()
    uploads: Sequence[str] = ()


def ingest(options: IngestOptions, prepare: Prepare) -> int:
    """Ingest the files that the options name and return the exit code of the process.

    0: every file is ingested, now or before. 1: nothing was ingested, or the ingestion could not continue; standard error
    says what to do. 2: wrong usage. 3: some files were refused or held, the others ingested. 130 and 143: stopped by SIGINT or
    SIGTERM after the current batch; the same command continues from there. The summary goes to standard output, everything
    else to standard error. A dry run needs no database; 3: some files would be refused or held. ``prepare`` sets up database and keys and returns the key ring; what it raises beyond database
    and key errors passes through.
    """
    keep_what_is_loaded()
    try:
        description = _description(options)
        archives = _archives(options)
        if options.dry_run:
            return asyncio.run(_dry_run(get_settings(), options, archives))
        settings = get_settings()
        tracing.start(settings.otlp_endpoint, settings.trace_ratio, "ingest")
        return asyncio.run(_ingest(settings, options, description, archives, prepare))
    except ValidationError as error:
        _say(next(iter(error.field_errors.values()))[0])
        return ExitCode.USAGE
    except (SettingsError, DatabaseError, KeyFileError, LakeError, IngestError) as error:
        _say(str(error))
        return ExitCode.NOTHING_DONE
    except LOST:
        _say(LOST_SENTENCE)
        return ExitCode.NOTHING_DONE
    finally:
        tracing.stop()


def _description(options: IngestOptions) -> LeakDescription:
    if not options.paths and not options.uploads:
        raise ValidationError({"paths": [say("Give a file, a folder, or - for standard input.")]})
    if options.uploads and options.dry_run:
        raise ValidationError({"paths": [say("A dry run reads files and folders. Leave --upload out.")]})
    if list(options.paths).count(STANDARD_INPUT) > 1:
        raise ValidationError({"paths": [say("Standard input (-) can be given only once.")]})
    name = options.leak
    if name is None:
        if options.uploads:
            raise ValidationError({"leak": [say("Name the leak with --leak when ingesting an upload.")]})
        if options.paths[0] == STANDARD_INPUT and not options.dry_run:
            raise ValidationError({"leak": [say("Name the leak with --leak when reading standard input.")]})
        first = Path(options.paths[0]).absolute()
        name = first.name if first.is_dir() else first.stem
    return LeakDescription(name, options.title, options.domain, options.breach_date, options.kind).checked()


def _archives(options: IngestOptions) -> ArchiveOptions:
    passwords = list(options.archive_passwords)
    if options.archive_password_file is not None:
        passwords += read_passwords(options.archive_password_file)
    try:
        read = read_options(options.format, options.columns)
    except ValueError as error:
        # The command line speaks English only, so no catalogue has it.
        raise ValidationError({"columns": [Sentence(str(error), {})]}) from None
    return ArchiveOptions(tuple(passwords), options.archive_limits, read)


async def _dry_run(settings: Settings, options: IngestOptions, archives: ArchiveOptions) -> int:
    from breachlight.leaks.ingest.dry_run import dry_run

    text, is_good = await dry_run(settings, options.paths, archives, as_json=options.as_json)
    print(text)  # noqa: T201 -- the result
    return ExitCode.INGESTED if is_good else ExitCode.SOME_REFUSED


async def _ingest(
    settings: Settings, options: IngestOptions, description: LeakDescription, archives: ArchiveOptions, prepare: Prepare
) -> int:
    caught: list[signal.Signals] = []
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, caught.append, number)
    begun = time.monotonic()
    report = IngestReport(description.name)
    loading = loop.run_in_executor(None, load_compiled_code, options.paths)
    retries, stopped = RetryBudget(), lambda: bool(caught)
    async with server(settings) as address, AsyncExitStack() as stack:
        try:
            ring = await retries.reach(lambda: prepare(settings), stopped)
            await retries.reach(lambda: stack.enter_async_context(presence(settings, INGEST)), stopped)
        except StoppedError:
            return _exit_code(report, caught)
        sources = find_sources(options.paths, await _uploads(settings, ring, options.uploads))
        if not sources:
            raise IngestError("No files found at the given paths.")
        session = SessionOptions(description, archives, options.accept, options.batch_bytes, stopped)
        async with command_key_watch(settings, "ingest"):
            with Display(sources) as display:
                report.files, failure = await ingest_sources(
                    address, settings, ring, sources, options=session, progress=display
                )
    await loading
    ended = {file.name for file in report.files if file.is_ingested}
    await _delete_uploads(settings, [source.upload for source in sources if source.upload and source.name in ended])
    order = {source.name: position for position, source in enumerate(sources)}
    report.files.sort(key=lambda file: order[file.name])
    read = {file.name for file in report.files if file.state is not FileState.SKIPPED}
    for device in {source.device for source in sources if source.device is not None and source.name in read}:
        infected_device(device).add_to(report.devices)
    report.seconds = time.monotonic() - begun
    if failure is not None and not report.files:
        raise failure
    print(json.dumps(report.as_dict(), indent=2) if options.as_json else report.as_text())  # noqa: T201 -- the summary
    if failure is not None:
        _say(str(failure))
        return ExitCode.NOTHING_DONE
    return _exit_code(report, caught)


async def _uploads(settings: Settings, ring: KeyRing, ids: Sequence[str]) -> list[StoredUpload]:
    if not ids:
        return []
    connection = await connect(settings)
    try:
        return await stored_uploads(connection, settings, ring, ids)
    finally:
        await connection.close(timeout=5)


async def _delete_uploads(settings: Settings, uploads: Sequence[StoredUpload]) -> None:
    """Delete what is in the lake now; what can't be deleted expires."""
    if not uploads:
        return
    try:
        connection = await connect(settings)
        try:
            for upload in uploads:
                await end_upload(connection, settings, upload)
        finally:
            await connection.close(timeout=5)
    except LOST:
        _say("The uploads are ingested but couldn't be deleted. They are deleted within a week.")


def _exit_code(report: IngestReport, caught: Sequence[signal.Signals]) -> ExitCode:
    if caught:
        return ExitCode.INTERRUPTED if caught[0] is signal.SIGINT else ExitCode.TERMINATED
    good = report.number(FileState.INGESTED) + report.number(FileState.ALREADY_INGESTED)
    if report.number(FileState.REFUSED) or report.number(FileState.HELD) or report.has_refused_members:
        return ExitCode.SOME_REFUSED if good else ExitCode.NOTHING_DONE
    return ExitCode.INGESTED if good else ExitCode.NOTHING_DONE


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)  # noqa: T201 -- a command's error
