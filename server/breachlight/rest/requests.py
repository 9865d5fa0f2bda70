"""Reading REST requests: who asks, query parameters, and bodies."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import pydantic
from pydantic import BaseModel
from starlette.requests import Request

from breachlight.api_keys.service import authenticate
from breachlight.auth.subject import Client, Subject, require_mfa_setup
from breachlight.graphql.context import SUBJECT, bearer_token
from breachlight.kit.errors import ForbiddenError, ProblemError, UnauthenticatedError
from breachlight.kit.json import JSONDecodeError, decode
from breachlight.kit.messages import Sentence, say, say_counted
from breachlight.rest.schemas.base import Query
from breachlight.rest.schemas.problems import LONGEST_NAME, closest, field_problems

MAXIMUM_BODY_BYTES = 1024 * 1024
_MOST_NAMES = 10
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)
_UTF_8 = frozenset({"utf-8", "utf8"})

ModelT = TypeVar("ModelT", bound=BaseModel)


def client_of(request: Request) -> Client:
    """Return where a request comes from."""
    return Client(request.client.host if request.client else "", request.headers.get("user-agent", ""))


async def subject_of(request: Request, *, with_keys: bool, before_setup: bool = False) -> Subject:
    """Return who asks; API keys are accepted ``with_keys`` only, where the service asks for a permission (rest-contract §1).

    ``before_setup`` accepts users who must set up a second factor first.

    Raises:
        UnauthenticatedError: no bearer token, or an invalid one.
        ForbiddenError: an API key, where only people are accepted; or a second factor must be set up first.
    """
    token = bearer_token(request)
    if token is None:
        raise UnauthenticatedError
    known: Subject | None = getattr(request.state, SUBJECT, None)
    subject = known or await authenticate(token)
    if subject.is_api_key and not with_keys:
        raise ForbiddenError(say("API keys can't do this."))
    if not before_setup:
        require_mfa_setup(subject)
    return subject


async def subject_if_any(request: Request) -> Subject | None:
    """Return who asks, or None without a valid session, for operations that are open to everybody."""
    try:
        return await subject_of(request, with_keys=False, before_setup=True)
    except (UnauthenticatedError, ForbiddenError):
        return None


def parse(model: type[ModelT], data: object, problems: dict[str, list[Sentence]]) -> ModelT | None:
    """Parse data as a model; return None after adding its errors to ``problems``."""
    try:
        return model.model_validate(data)
    except pydantic.ValidationError as error:
        problems.update(field_problems(error, model))
        return None


def query_of(request: Request, model: type[Query]) -> tuple[dict[str, str], dict[str, list[Sentence]]]:
    """Return the query parameters, and the problems of those that come more than once (hostile-inputs R10).

    Raises:
        ProblemError: a name that the model doesn't have.
    """
    known = [field.alias or name for name, field in model.model_fields.items()]
    given = request.query_params.multi_items()
    unknown = list(dict.fromkeys(name for name, _ in given if name not in known))
    if unknown:
        raise ProblemError(_unknown_parameters(unknown, known), code="BAD_INPUT")
    parameters: dict[str, str] = {}
    problems: dict[str, list[Sentence]] = {}
    for name, text in given:
        if name in parameters:
            problems[name] = [say("Pass this parameter only once.")]
        parameters[name] = text
    return parameters, problems


async def json_object(request: Request) -> dict[str, Any]:
    """Return the body, which must be a JSON object sent as application/json.

    Raises:
        ProblemError: another content type, compressed, more than MAXIMUM_BODY_BYTES, broken JSON, or no object.
    """
    try:
        body = decode(await file_body(request, ("application/json",), MAXIMUM_BODY_BYTES))
    except JSONDecodeError as error:
        raise ProblemError(say("The body can't be read: {reason}", reason=str(error)), code="BAD_INPUT") from None
    if not isinstance(body, dict):
        raise ProblemError(say("The body must be a JSON object."), code="BAD_INPUT")
    return body


async def file_body(request: Request, content_types: Sequence[str], maximum_bytes: int) -> bytes:
    """Return the body; one that is too long is refused by its declared length, else as soon as too much has arrived.

    Raises:
        ProblemError: another content type, another character set than UTF-8, compressed, or more than ``maximum_bytes``.
    """
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type not in content_types:
        raise ProblemError(
            say("Send the body as {media_type}.", media_type=content_types[0]), code="UNSUPPORTED_MEDIA_TYPE"
        )
    if (charset := _CHARSET.search(request.headers.get("content-type", ""))) and charset[1].lower() not in _UTF_8:
        raise ProblemError(say("Send the body as UTF-8."), code="UNSUPPORTED_MEDIA_TYPE")
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


def _unknown_parameters(unknown: list[str], known: list[str]) -> Sentence:
    names = ", ".join(name[:LONGEST_NAME] for name in unknown[:_MOST_NAMES])
    suggestions = list(dict.fromkeys(found for name in unknown if (found := closest(name, known)) is not None))
    if suggestions:
        return say_counted(
            "Unknown query parameter: {names}. Did you mean {known}?",
            "Unknown query parameters: {names}. Did you mean {known}?",
            len(unknown),
            names=names,
            known=", ".join(suggestions),
        )
    if known:
        return say_counted(
            "Unknown query parameter: {names}. Known: {known}.",
            "Unknown query parameters: {names}. Known: {known}.",
            len(unknown),
            names=names,
            known=", ".join(known),
        )
    return say_counted(
        "Unknown query parameter: {names}. This path takes none.",
        "Unknown query parameters: {names}. This path takes none.",
        len(unknown),
        names=names,
    )
