"""How failures reach a client: expected ones as members of a field's union, all others as errors that tell nothing."""

import traceback
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import strawberry
import structlog
from graphql import GraphQLError, GraphQLSyntaxError
from strawberry.exceptions import MissingQueryError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types import ExecutionContext
from strawberry.types.field import StrawberryField
from strawberry.utils.str_converters import to_camel_case

from breachlight.database.errors import is_dependency_away
from breachlight.kit import metrics, tracing
from breachlight.kit.errors import (
    NotFoundError,
    ProblemError,
    ThrottledError,
    UnauthenticatedError,
    UnavailableError,
    ValidationError,
)
from breachlight.kit.messages import Sentence, say

INTERNAL: Final = "INTERNAL"
INTERNAL_MESSAGE: Final = say("Internal error")
SYNTAX_ERROR: Final = "GRAPHQL_PARSE_FAILED"
BAD_INPUT: Final = "BAD_USER_INPUT"

_LONGEST_MESSAGE: Final = 500
"""Characters of an error about the request itself; graphql-core repeats wrong values in full."""

_LOGGED_FRAMES: Final = 20
_LOGGED_VARIABLES: Final = 20
_REQUEST_ERRORS: Final = (CannotGetOperationTypeError, InvalidOperationTypeError, MissingQueryError)

_log = structlog.get_logger("breachlight.graphql")


@strawberry.interface(description="An expected failure: a sentence for people and a code for programs.")
class Problem:
    """What all union members that stand for a failure have in common."""

    message: Sentence
    code: str


@strawberry.type(description="What is wrong with one field of the input.")
class FieldError:
    """The messages of one field, the first one leading."""

    field: str
    messages: list[Sentence]


@strawberry.type(description="The input breaks a rule.")
class ValidationProblem(Problem):
    """ValidationError as a union member."""

    field_errors: list[FieldError]


@strawberry.type(description="The request was refused; the code says why.")
class RefusedProblem(Problem):
    """Any other ProblemError as a union member: forbidden, bad credentials, login too old, and similar."""


@strawberry.type(description="Too many tries.")
class ThrottledProblem(Problem):
    """ThrottledError as a union member."""

    retry_after_seconds: int


@strawberry.type(description="Unknown or owned by another account; the response is the same.")
class NotFoundProblem(Problem):
    """NotFoundError as a union member."""


class _ValidationHandler(strawberry.ExceptionHandler[ValidationError, ValidationProblem]):
    def handle(self, exception: ValidationError, *, field: StrawberryField, info: strawberry.Info) -> ValidationProblem:
        del field, info
        field_errors = [FieldError(field=name, messages=texts) for name, texts in _field_errors(exception).items()]
        return ValidationProblem(message=exception.message, code=exception.code, field_errors=field_errors)


class _ThrottledHandler(strawberry.ExceptionHandler[ThrottledError, ThrottledProblem]):
    def handle(self, exception: ThrottledError, *, field: StrawberryField, info: strawberry.Info) -> ThrottledProblem:
        del field, info
        return ThrottledProblem(
            message=exception.message, code=exception.code, retry_after_seconds=exception.retry_after_seconds
        )


class _NotFoundHandler(strawberry.ExceptionHandler[NotFoundError, NotFoundProblem]):
    def handle(self, exception: NotFoundError, *, field: StrawberryField, info: strawberry.Info) -> NotFoundProblem:
        del field, info
        return NotFoundProblem(message=exception.message, code=exception.code)


class _RefusedHandler(strawberry.ExceptionHandler[ProblemError, RefusedProblem]):
    # These keep their own form, in the union or at the top, because a client acts on them differently.
    _declined: ClassVar = (ValidationError, ThrottledError, NotFoundError, UnauthenticatedError, UnavailableError)

    def handle(
        self, exception: ProblemError, *, field: StrawberryField, info: strawberry.Info
    ) -> RefusedProblem | None:
        del field, info
        if isinstance(exception, self._declined):
            return None
        return RefusedProblem(message=exception.message, code=exception.code)


EXCEPTION_HANDLERS: Final[tuple[strawberry.ExceptionHandler[Any, Any], ...]] = (
    _ValidationHandler(),
    _ThrottledHandler(),
    _NotFoundHandler(),
    _RefusedHandler(),
)
"""Turn an error that a service raises into the member of the field's union that stands for it, if it has that member."""


def mask_errors(errors: list[GraphQLError], execution_context: ExecutionContext | None) -> None:
    """Replace, in place, every error that is not meant for clients, and log it.

    A ``ProblemError`` keeps its message and code. Errors about the request (syntax, validation, variables, arguments)
    keep their message. All others become "Internal error" with the request id, under which they are logged once.
    """
    for index, error in enumerate(errors):
        errors[index] = _public(error, execution_context)


def report_fault(error: BaseException, request_id: str, **facts: object) -> None:
    """Log a fault under its request id: its type and where it was raised.

    Messages stay out, since those of databases and parsers quote the values that they stumbled over.
    """
    metrics.FAULTS.inc()
    tracing.annotate(attributes={"error.type": type(error).__qualname__}, is_error=True)
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    _log.error(
        "graphql_fault",
        request_id=request_id,
        error=_chain(error),
        frames=[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-_LOGGED_FRAMES:]],
        **facts,
    )


def printed_problem(problem: ProblemError) -> GraphQLError:
    """Return the error at the top that stands for an expected failure outside of any field."""
    return GraphQLError(problem.message, extensions=_extensions(problem))


def _public(error: GraphQLError, execution_context: ExecutionContext | None) -> GraphQLError:
    original = error.original_error
    if isinstance(original, ProblemError):
        return _with(error, original.message, _extensions(original))
    if isinstance(error, GraphQLSyntaxError):
        return _with(error, error.message, {"code": SYNTAX_ERROR})
    # Without a path nothing was executed; with nodes it is graphql-core that speaks, about the document or a variable.
    if error.path is None and (error.nodes or original is None or isinstance(original, _REQUEST_ERRORS)):
        return _with(error, error.message, {"code": BAD_INPUT, **(error.extensions or {})})
    if isinstance(original, GraphQLError) and original.message.startswith("Argument '"):
        # A variable that its type allows and the argument does not, which only shows when the field is resolved.
        return _with(error, error.message, {"code": BAD_INPUT})
    if original is not None and is_dependency_away(original):
        problem = UnavailableError()
        return _with(error, problem.message, _extensions(problem))
    request_id = _request_id(execution_context)
    report_fault(original or error, request_id, path=error.path, **_facts(execution_context))
    return _with(error, INTERNAL_MESSAGE, {"code": INTERNAL, "id": request_id})


def _with(error: GraphQLError, message: str, extensions: dict[str, Any]) -> GraphQLError:
    if len(message) > _LONGEST_MESSAGE:
        message = message[:_LONGEST_MESSAGE] + "…"
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions=extensions,
    )


def _extensions(problem: ProblemError) -> dict[str, Any]:
    extensions: dict[str, Any] = {"code": problem.code}
    if isinstance(problem, ThrottledError):
        extensions["retryAfter"] = problem.retry_after_seconds
    if isinstance(problem, ValidationError):
        extensions["fieldErrors"] = _field_errors(problem)
    return extensions


def _field_errors(error: ValidationError) -> dict[str, list[Sentence]]:
    """Name the fields as the schema does; services and REST name them in snake_case."""
    return {".".join(map(to_camel_case, name.split("."))): messages for name, messages in error.field_errors.items()}


def _request_id(execution_context: ExecutionContext | None) -> str:
    return str(getattr(execution_context.context, "request_id", "")) if execution_context else ""


def _facts(execution_context: ExecutionContext | None) -> Mapping[str, object]:
    """Return what may be logged of a request: names, never values and never the text, which may hold literals."""
    if execution_context is None:
        return {}
    names = list(execution_context.variables or ())[:_LOGGED_VARIABLES]
    return {
        "operation": (execution_context.operation_name or "")[:100],
        "variables": {name[:100]: "[redacted]" for name in names},
    }


def _chain(error: BaseException) -> list[str]:
    """Name the type of an exception and of those that led to it."""
    names: list[str] = []
    link: BaseException | None = error
    while link is not None and len(names) < 5:
        names.append(f"{type(link).__module__}.{type(link).__qualname__}")
        link = link.__cause__ or link.__context__
    return names
