"""REST answers: the bodies and status codes of rest-contract."""

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from breachlight.database.errors import is_dependency_away
from breachlight.graphql.errors import INTERNAL_MESSAGE, report_fault
from breachlight.kit.errors import (
    BadCredentialsError,
    ForbiddenError,
    MfaRequiredError,
    NotFoundError,
    ProblemError,
    ReauthenticationRequiredError,
    ThrottledError,
    UnauthenticatedError,
    UnavailableError,
    ValidationError,
)
from breachlight.kit.json import encode
from breachlight.kit.messages import Sentence
from breachlight.rest.schemas.base import Error, ErrorDetail, FieldErrors, MfaRequired

RETRY_SECONDS = 5
_STATUS: tuple[tuple[type[ProblemError], int], ...] = (
    (BadCredentialsError, 401),
    (UnauthenticatedError, 401),
    (ReauthenticationRequiredError, 403),
    (ForbiddenError, 403),
    (NotFoundError, 404),
    (ThrottledError, 429),
    (UnavailableError, 503),
)
_STATUS_OF_CODE = {"UNSUPPORTED_MEDIA_TYPE": 415, "CONTENT_TOO_LARGE": 413}


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON answer that no cache may keep."""
    content = body.model_dump(by_alias=True, exclude_unset=True) if isinstance(body, BaseModel) else body
    return Response(encode(content), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def refusal(message: Sentence, status: int, headers: dict[str, str] | None = None) -> Response:
    """Return the refusal of a whole request."""
    return answer(Error(error=ErrorDetail(message=message)), status, headers)


async def problem_response(request: Request, error: Exception) -> Response:
    """Return the answer to an expected failure (rest-contract §4)."""
    del request
    if isinstance(error, ValidationError):
        return answer(FieldErrors(error.field_errors), 400)
    if not isinstance(error, ProblemError):
        raise error
    headers: dict[str, str] = {}
    if isinstance(error, MfaRequiredError):
        body = {"message": error.message, "methods": error.methods, "email_token": error.email_token}
        return answer(MfaRequired.model_validate(body), 401, {"WWW-Authenticate": "Bearer"})
    if isinstance(error, ThrottledError):
        headers["Retry-After"] = str(error.retry_after_seconds)
    if isinstance(error, UnavailableError):
        headers["Retry-After"] = str(RETRY_SECONDS)
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    status = _STATUS_OF_CODE.get(error.code, status)
    if status == 413:
        headers["Connection"] = "close"
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return refusal(error.message, status, headers)


async def fault_response(request: Request, error: Exception) -> Response:
    """Return the answer to a fault: a sentence and the id under which it is logged; an unavailable database or key file is no fault."""
    if is_dependency_away(error):
        return await problem_response(request, UnavailableError())
    request_id = str(getattr(request.state, "request_id", ""))
    report_fault(error, request_id, path=request.url.path)
    return answer(Error(error=ErrorDetail(message=INTERNAL_MESSAGE, id=request_id)), 500)
