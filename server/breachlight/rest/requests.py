"""Reading REST requests: JSON bodies, query parameters, and who asks."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request

from breachlight.api_keys.service import authenticate
from breachlight.auth.subject import Client, Subject
from breachlight.graphql.context import SUBJECT, bearer_token
from breachlight.kit.errors import ForbiddenError, ProblemError, UnauthenticatedError, ValidationError
from breachlight.kit.json import JSONDecodeError, decode
from breachlight.kit.messages import Sentence, say

REQUIRED = say("Field is Required")
_REQUIRED_WORDS = {"email": say("Email is required"), "password": say("Password is required")}
MAXIMUM_BODY_BYTES = 1024 * 1024


def client_of(request: Request) -> Client:
    """Return where a request comes from."""
    return Client(request.client.host if request.client else "", request.headers.get("user-agent", ""))


async def subject_of(request: Request, *, with_keys: bool = False) -> Subject:
    """Return who asks; API keys are let in ``with_keys`` alone, where the service asks for a permission (contract).

    Raises:
        UnauthenticatedError: no bearer token, or one that is not valid any more.
        ForbiddenError: an API key, where only people are let in.
    """
    token = bearer_token(request)
    if token is None:
        raise UnauthenticatedError
    known: Subject | None = getattr(request.state, SUBJECT, None)
    subject = known or await authenticate(token)
    if subject.is_api_key and not with_keys:
        raise ForbiddenError(say("An API key cannot do this."))
    return subject


async def json_object(request: Request) -> dict[str, Any]:
    """Return the body, which must be a JSON object sent as application/json.

    Raises:
        ProblemError: another content type, compressed, more than MAXIMUM_BODY_BYTES, broken JSON, or no object.
    """
    try:
        body = decode(await file_body(request, ("application/json",), MAXIMUM_BODY_BYTES))
    except JSONDecodeError as error:
        raise ProblemError(say("The body cannot be read: {reason}", reason=str(error)), code="BAD_INPUT") from None
    if not isinstance(body, dict):
        raise ProblemError(say("The body must be a JSON object."), code="BAD_INPUT")
    return body


async def file_body(request: Request, content_types: Sequence[str], maximum_bytes: int) -> bytes:
    """Return the body, refused before it is read where its length is told, and as soon as it is too long otherwise.

    Raises:
        ProblemError: another content type, compressed, or more than ``maximum_bytes``.
    """
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type not in content_types:
        raise ProblemError(
            say("Send the body as {media_type}.", media_type=content_types[0]), code="UNSUPPORTED_MEDIA_TYPE"
        )
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise ProblemError(say("Send the body uncompressed."), code="UNSUPPORTED_MEDIA_TYPE")
    too_large = ProblemError(
        say("The body must not exceed {most} bytes.", most=maximum_bytes), code="CONTENT_TOO_LARGE"
    )
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > maximum_bytes:
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > maximum_bytes:
            raise too_large
    return bytes(body)


def text_fields(body: dict[str, Any], *names: str) -> tuple[str, ...]:
    """Return required fields of a body that must be text.

    Raises:
        ValidationError: a field is missing, empty or no text; all of them are named at once.
    """
    problems: dict[str, list[Sentence]] = {}
    for name in names:
        value = body.get(name)
        if value is None or value == "":
            problems[name] = [_REQUIRED_WORDS.get(name, REQUIRED)]
        elif not isinstance(value, str):
            problems[name] = [say("This must be text.")]
    if problems:
        raise ValidationError(problems)
    return tuple(body[name] for name in names)


def optional_text(body: dict[str, Any], name: str) -> str | None:
    """Return a text field of a body, None where it is absent or null.

    Raises:
        ValidationError: it is something else.
    """
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise ValidationError({name: [say("This must be text.")]})
    return value


def object_field(body: dict[str, Any], name: str) -> dict[str, Any]:
    """Return an object in a body, an empty one where it is absent or null.

    Raises:
        ValidationError: it is something else.
    """
    value = body.get(name)
    if value is not None and not isinstance(value, dict):
        raise ValidationError({name: [say("This must be an object.")]})
    return value or {}


def single_parameter(request: Request, name: str) -> str:
    """Return a query parameter that must stand there once and not be empty.

    Raises:
        ValidationError: it is missing or repeated (hostile-inputs R10).
    """
    values = request.query_params.getlist(name)
    if len(values) != 1 or not values[0]:
        raise ValidationError({name: [REQUIRED if not any(values) else say("Give this once.")]})
    return values[0]


def flag_field(body: dict[str, Any], name: str) -> bool:
    """Return an optional boolean of a body, false when it is absent.

    Raises:
        ValidationError: it is something else.
    """
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise ValidationError({name: [say("This must be true or false.")]})
    return value
