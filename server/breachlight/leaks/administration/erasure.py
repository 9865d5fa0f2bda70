"""Erasing a person: records leave the lake with their bytes, and the evidence leaves the alerts; both are verified."""

import asyncio
import uuid
from collections.abc import Sequence
from typing import Final

import asyncpg

from breachlight.alerts.withdrawal.service import Person, erase_person
from breachlight.audit.operators import operator_name, record_operator_event
from breachlight.database.sealed_values import SealedColumn, register
from breachlight.database.session import Connection
from breachlight.kit.addresses import email_key
from breachlight.kit.identifiers import new_id
from breachlight.kit.keys import KeyRing
from breachlight.kit.mentions import Mention
from breachlight.leaks.administration import operations_repository as repository
from breachlight.leaks.administration.entering import enqueue_operation
from breachlight.leaks.administration.operation_run import Run
from breachlight.leaks.errors import OperationError
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.erasure import Erased, LakeEraser
from breachlight.leaks.lake.faults import LakeError
from breachlight.leaks.lake.store import Place
from breachlight.leaks.models import LeakOperationKind
from breachlight.leaks.quarantine import repository as quarantine
from breachlight.leaks.ranges.index import apart_from_blocks
from breachlight.leaks.rejected_stretches import open_stretch

_PURPOSE: Final = "erasure"
_STRETCHES_AT_ONCE: Final = 1_000


async def start_erasure(connection: Connection, ring: KeyRing, address: str, *, by: str | None = None) -> uuid.UUID:
    """Start to erase a mailbox with all its aliases; the address is kept sealed until that is done, and then nowhere.

    An operation for the same address that has not ended is returned again. ``by`` is who asked for it, the user of the machine
    by default.

    Raises:
        OperationError: this is no email address.
    """
    key = email_key(address)
    if key is None:
        raise OperationError("This is not an email address: give it whole, such as jane@example.org.")
    async with connection.transaction():
        for operation in await repository.unfinished_operations(connection):
            sealed = operation.subject_sealed
            if sealed is not None and _opened(ring, operation.id, sealed) == key:
                return operation.id
        operation_id = new_id()
        await repository.add_operation(
            connection,
            operation_id,
            LeakOperationKind.ERASE,
            by or operator_name(),
            subject_sealed=ring.seal(key.encode(), operation_id.bytes, _PURPOSE),
        )
        await enqueue_operation(connection, operation_id)
        await record_operator_event(connection, "person_erased", {"operation": str(operation_id)}, operator=by)
        return operation_id


def _opened(ring: KeyRing, operation_id: uuid.UUID, sealed: bytes) -> str:
    return ring.open(sealed, operation_id.bytes, _PURPOSE).decode()


async def erase(run: Run) -> None:
    """Erase a person everywhere, and verify it.

    Raises:
        LakeError: records remain.
    """
    assert run.operation.subject_sealed is not None
    person = Person.of(_opened(run.ring, run.operation.id, run.operation.subject_sealed))
    eraser = LakeEraser(run.lake, Digester(run.ring), person.keys)
    await _erase_found(run, person, eraser)
    await _look_through(run, eraser)
    await _erase_quarantine(run, person)
    await run.begin("detections", 1)
    await repository.begin_erasing_alerts(run.connection, run.operation.id)
    alerts, people = await erase_person(run.connection, person)
    await run.advance(detections=alerts, email_accounts=people)
    await run.begin("files", 1)
    await asyncio.to_thread(eraser.purge)
    await run.advance()
    await _verify(run, person, eraser)


def _locate(run: Run, person: Person) -> list[Place]:
    return [place for key in sorted(person.keys) for place in run.lake.locate_email(key)]


async def _erase_found(run: Run, person: Person, eraser: LakeEraser) -> None:
    """Erase what the lookup finds: that is nearly everything, and quick."""
    places = await asyncio.to_thread(_locate, run, person)
    await run.begin("lookup", len(places))
    for place in places:
        await _count(run, place.batch_id, await _erase_blocks(run, eraser, place.batch_id, place.blocks))


async def _look_through(run: Run, eraser: LakeEraser) -> None:
    """Open every block, since a text such as a URL or a second login may name the person too."""
    while batch_ids := await asyncio.to_thread(eraser.batches_after, run.operation.position):
        await run.begin("scan", len(batch_ids))
        for batch_id in batch_ids:
            done = await _erase_blocks(run, eraser, batch_id)
            run.operation.position = batch_id
            await _count(run, batch_id, done, batches_scanned=1)


async def _erase_blocks(run: Run, eraser: LakeEraser, batch_id: int, blocks: Sequence[int] | None = None) -> Erased:
    affected = await asyncio.to_thread(eraser.affected, batch_id, blocks)
    if not affected:
        return Erased(0, 0)
    async with apart_from_blocks(run.connection, run.lake, batch_id, affected):
        return await asyncio.to_thread(eraser.erase, batch_id, affected)


async def _erase_quarantine(run: Run, person: Person) -> None:
    """Open every rejected stretch and delete those that name the person."""
    mention = Mention(person.keys)
    await run.begin("quarantine", 1)
    after = 0
    while rows := await quarantine.all_stretches(run.connection, after, _STRETCHES_AT_ONCE):
        after = rows[-1]["id"]
        found = await asyncio.to_thread(_naming, run.ring, rows, mention)
        removed = await quarantine.remove_stretches(run.connection, found) if found else 0
        await run.advance(0, stretches=removed)
    await run.advance()


def _naming(ring: KeyRing, rows: Sequence[asyncpg.Record], mention: Mention) -> list[int]:
    return [
        row["id"]
        for row in rows
        if mention.in_bytes(open_stretch(ring, row["file_id"], row["start"], row["reason"], row["sealed"]).data)
    ]


async def _count(run: Run, batch_id: int, done: Erased, **figures: int) -> None:
    if done.records:
        await repository.count_erased(run.connection, batch_id, done.records)
    await run.advance(records=done.records, blocks_rewritten=done.blocks, **figures)


async def _verify(run: Run, person: Person, eraser: LakeEraser) -> None:
    """Look the person up once more, open every block of the remaining files, and compare these with the catalogue."""
    batch_ids = await asyncio.to_thread(eraser.batches_after, 0)
    await run.begin("verify", len(batch_ids) + 1)
    remaining = sum(
        [
            await asyncio.to_thread(eraser.remaining, place.batch_id, place.blocks)
            for place in await asyncio.to_thread(_locate, run, person)
        ]
    )
    await run.advance()
    for batch_id in batch_ids:
        remaining += await asyncio.to_thread(eraser.remaining, batch_id)
        await run.advance()
    files = await asyncio.to_thread(eraser.files)
    run.operation.figures |= {"records_remaining": remaining, "files": files.files, "files_unneeded": files.unneeded}
    await run.store()
    if remaining or files.unneeded:
        run.operation.position = 0
        await run.store()
        raise LakeError(
            f"{remaining} records of this person came back while they were erased, or {files.unneeded} old files could not be "
            "deleted: run the command again, at best while nothing is ingested."
        )


register(
    SealedColumn("leak_operations", "subject_sealed", place=lambda row: row["id"].bytes, purpose=lambda _: _PURPOSE)
)
