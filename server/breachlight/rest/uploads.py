"""Uploads of leak files by operators: tus 1.0.0 with creation, checksum, termination and expiration (tus.io).

A part that breaks off counts as far as it came. One with a checksum counts as a whole or not at all.
"""

import asyncio
import base64
import hashlib
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from email.utils import format_datetime
from typing import Final

from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from breachlight.api_keys.service import authenticate_still
from breachlight.config import get_key_ring, get_settings
from breachlight.database.session import reading, transaction
from breachlight.graphql.context import bearer_token
from breachlight.graphql.origins import Origins
from breachlight.kit import clock
from breachlight.kit.admission import STREAMED
from breachlight.kit.errors import NotFoundError, ProblemError
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.runs.service import require_unused
from breachlight.leaks.uploads import repository, service
from breachlight.leaks.uploads.repository import UploadRow
from breachlight.leaks.uploads.sealed_file import InUseError, SealedFile
from breachlight.operators.recording import record
from breachlight.operators.service import Operator, require_operator
from breachlight.rest.requests import subject_of
from breachlight.rest.responses import problem_response, refusal

PATH: Final = STREAMED

_VERSION: Final = "1.0.0"
_TUS: Final = {"Tus-Resumable": _VERSION, "Cache-Control": "no-store"}
_BYTES: Final = "application/offset+octet-stream"
_HASHES: Final = {"sha1": hashlib.sha1, "sha256": hashlib.sha256, "md5": hashlib.md5}
_CHECKED_BYTES: Final = 16 << 20  # of a part with a checksum, which waits in memory until it is complete
_AGAIN_SECONDS: Final = 10.0
"""How often a long request makes sure that its sender is still an operator."""
_LONGEST_METADATA: Final = 4096
_PATIENCE_SECONDS: Final = 1.0
_SENDER: Final = "sender"


class _StorageError(Exception):
    """The disk is full or can't be written."""


_Handler = Callable[[Request, Operator], Awaitable[Response]]


def upload_routes(public_urls: Iterable[str]) -> list[BaseRoute]:
    """Return the routes; pages of other origins than ``public_urls`` are refused, and a body may have any size."""
    origins = Origins.of(public_urls)

    def route(path: str, handlers: dict[str, _Handler]) -> Route:
        async def answer(request: Request) -> Response:
            return await _answer(request, origins, handlers)

        methods = [*handlers, "OPTIONS", "POST"]
        unlimited = Route(path, answer, methods=methods)
        unlimited.app = RequestBodyLimitMiddleware(unlimited.app, service.LARGEST_BYTES)
        return unlimited

    return [
        route(PATH, {"POST": _create}),
        route(f"{PATH}/{{upload_id:uuid}}", {"HEAD": _describe, "PATCH": _receive, "DELETE": _delete}),
    ]


async def _answer(request: Request, origins: Origins, handlers: dict[str, _Handler]) -> Response:
    if request.method == "OPTIONS":
        return Response(
            status_code=204,
            headers=_TUS
            | {
                "Tus-Version": _VERSION,
                "Tus-Extension": "creation,checksum,termination,expiration",
                "Tus-Checksum-Algorithm": ",".join(_HASHES),
                "Tus-Max-Size": str(service.LARGEST_BYTES),
            },
        )
    if not origins.permit(request):
        return _refused(403, say("Other sites may not use this API."))
    if request.headers.get("tus-resumable") != _VERSION:
        return _refused(412, say("This server speaks version 1.0.0 of tus."), {"Tus-Version": _VERSION})
    # Some proxies pass neither PATCH nor DELETE.
    method = request.headers.get("x-http-method-override", request.method).upper()
    handler = handlers.get(method)
    if handler is None:
        return _refused(405, say("Method not allowed."), {"Allow": ", ".join(handlers)})
    try:
        return await handler(request, await _operator(request))
    except _StorageError:
        return _full()
    except ProblemError as error:
        response = await problem_response(request, error)
        response.headers.update(_TUS)
        return response


async def _operator(request: Request) -> Operator:
    subject = await subject_of(request, with_keys=False)
    setattr(request.state, _SENDER, subject)
    return await require_operator(subject)


async def _recheck(request: Request) -> None:
    """Make sure that the sender of a long request is still an operator; the token itself may have expired meanwhile."""
    subject = getattr(request.state, _SENDER)
    await require_operator(await authenticate_still(subject, bearer_token(request) or ""))


async def _create(request: Request, operator: Operator) -> Response:
    size = _number(request.headers.get("upload-length"))
    if size is None:
        return _refused(400, say("Upload-Length must say the size of the file in bytes."))
    name = _name(request.headers.get("upload-metadata", ""))
    if name is None:
        return _refused(400, say("Upload-Metadata must be keys with values in Base64."))
    await service.remove_ownerless(get_settings())
    try:
        async with transaction() as connection:
            row = await service.create_upload(
                connection, get_settings(), get_key_ring(), name=name, size=size, operator=operator.email
            )
            await record(connection, operator, "upload_created", {"upload": str(row.id), "bytes": size})
    except service.NoSpaceError as error:
        return _refused(413, error.message)
    return Response(status_code=201, headers=_TUS | _state(row, 0) | {"Location": f"{PATH}/{row.id}"})


async def _describe(request: Request, operator: Operator) -> Response:
    async with _writing(request) as (row, file):
        if file is None:
            return _in_use()
        if file.size != row.received:  # the process that received the last part died before it noted that
            await _note(row, file, operator)
        return Response(status_code=200, headers=_TUS | _state(row, file.size) | {"Upload-Length": str(row.size)})


async def _receive(request: Request, operator: Operator) -> Response:
    if request.headers.get("content-type") != _BYTES:
        return _refused(415, say("The body must be {media_type}.", media_type=_BYTES))
    offset = _number(request.headers.get("upload-offset"))
    if offset is None:
        return _refused(400, say("Upload-Offset must say where the bytes belong."))
    async with _writing(request) as (row, file):
        if file is None:
            return _in_use()
        if offset != file.size:
            return _refused(409, say("The upload continues at byte {offset}.", offset=file.size))
        problem = await _append(request, row, file)
        await _note(row, file, operator)
        return problem or Response(status_code=204, headers=_TUS | _state(row, file.size))


async def _delete(request: Request, operator: Operator) -> Response:
    async with _writing(request) as (row, file):
        if file is None:
            return _in_use()
        async with transaction() as connection:
            await require_unused(connection, row.id)
            await repository.delete_upload(connection, row.id)
            await record(connection, operator, "upload_deleted", {"upload": str(row.id)})
        await asyncio.to_thread(service.remove_bytes, get_settings(), row.id)
    return Response(status_code=204, headers=_TUS)


async def _append(request: Request, row: UploadRow, file: SealedFile) -> Response | None:
    """Store the body; return what is wrong with it. If it breaks off, what has come so far is stored."""
    left = row.size - file.size
    if (length := _number(request.headers.get("content-length"))) is not None and length > left:
        return _refused(413, say("The upload is larger than announced."))
    if (stated := request.headers.get("upload-checksum")) is not None:
        return await _append_checked(request, file, stated, left)
    asked = time.monotonic()
    try:
        with suppress(ClientDisconnect):
            async for part in request.stream():
                left -= len(part)
                if left < 0:
                    return _refused(413, say("The upload is larger than announced."))
                await _stored(file.append, part)
                if time.monotonic() - asked > _AGAIN_SECONDS:
                    await _recheck(request)
                    await _touch(row, file)
                    asked = time.monotonic()
    finally:
        await _stored(file.flush)
    return None


async def _append_checked(request: Request, file: SealedFile, stated: str, left: int) -> Response | None:
    name, _, value = stated.partition(" ")
    try:
        expected = base64.b64decode(value, validate=True)
    except ValueError:
        expected = b""
    if name not in _HASHES or not expected:
        return _refused(400, say("Upload-Checksum must be an algorithm and a value in Base64."))
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > min(left, _CHECKED_BYTES):
                return _refused(413, say("A part with a checksum may have up to 16 MiB, and no more than is left."))
    except ClientDisconnect:
        return None
    digest = _HASHES[name](data, usedforsecurity=False).digest()
    if digest != expected:
        return _refused(460, say("The checksum is wrong. Send the part again."))
    await _stored(file.append, bytes(data))
    await _stored(file.flush)
    return None


async def _stored(write: Callable[..., None], *data: bytes) -> None:
    try:
        await asyncio.to_thread(write, *data)
    except OSError as error:
        raise _StorageError from error


async def _touch(row: UploadRow, file: SealedFile) -> None:
    async with transaction() as connection:
        await repository.note_received(connection, row.id, file.size, clock.now())


async def _note(row: UploadRow, file: SealedFile, operator: Operator) -> None:
    async with transaction() as connection:
        is_there = await repository.note_received(connection, row.id, file.size, clock.now())
        if is_there and row.size == file.size:
            await record(connection, operator, "upload_received", {"upload": str(row.id)})


@asynccontextmanager
async def _writing(request: Request) -> AsyncIterator[tuple[UploadRow, SealedFile | None]]:
    """Open the upload of the path; yield no file if another request writes it."""
    upload_id: uuid.UUID = request.path_params["upload_id"]
    async with reading() as connection:
        row = await repository.find_upload(connection, upload_id)
    if row is None:
        raise NotFoundError
    file = await _opened(row)
    try:
        yield row, file
    finally:
        if file is not None:
            await asyncio.to_thread(file.close)


async def _opened(row: UploadRow) -> SealedFile | None:
    """Open an upload; one that stays in use is None. Requests for its state have it for a moment only."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return await asyncio.to_thread(service.opened, get_settings(), get_key_ring(), row, writes=True)
        except OSError as error:
            raise _StorageError from error
        except InUseError:
            if time.monotonic() > deadline:
                return None
            await asyncio.sleep(_PATIENCE_SECONDS / 20)


def _state(row: UploadRow, received: int) -> dict[str, str]:
    expires = clock.now() + service.expires_after(is_complete=received == row.size)
    return {"Upload-Offset": str(received), "Upload-Expires": format_datetime(expires, usegmt=True)}


def _full() -> Response:
    return _refused(507, say("The disk of the server is full or can't be written."), {"Retry-After": "60"})


def _in_use() -> Response:
    return _refused(423, say("Another request is writing this upload. Try again in a moment."))


def _refused(status: int, message: Sentence, headers: dict[str, str] | None = None) -> Response:
    return refusal(message, status, {**_TUS, **(headers or {})})


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= 15 else None


def _name(metadata: str) -> str | None:
    """Return the file's name, empty if none is given; None if the metadata can't be read."""
    if len(metadata) > _LONGEST_METADATA:
        return None
    found = ""
    for pair in filter(None, map(str.strip, metadata.split(","))):
        key, _, value = pair.partition(" ")
        try:
            text = base64.b64decode(value, validate=True).decode("utf-8", "replace")
        except ValueError:
            return None
        if key in {"filename", "name"}:
            found = found or text
    return found
