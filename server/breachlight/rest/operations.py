"""One operation of the REST API: its declaration, how its requests are read, and how its answers are written.

The signature of an endpoint declares its models: ``async def login(call: Call[LoginRequest, NoQuery]) -> LoggedIn``. Requests are
read by them, answers are checked by them, and ``rest.openapi`` describes them.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar, get_args, get_type_hints

from pydantic import BaseModel, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from breachlight.api_keys.service import authenticate_still
from breachlight.auth.subject import Client, Subject
from breachlight.graphql.context import bearer_token
from breachlight.kit.errors import UnauthenticatedError, ValidationError
from breachlight.rest.requests import client_of, file_body, json_object, parse, query_of, subject_of
from breachlight.rest.responses import answer
from breachlight.rest.schemas.base import Error, Query, UploadedFile

BodyT = TypeVar("BodyT")
QueryT = TypeVar("QueryT", bound=Query)


class Access(Enum):
    """Who may call an operation."""

    EVERYBODY = "everybody"
    USERS = "users"
    USERS_BEFORE_SETUP = "users, also those who must set up a second factor first"
    USERS_AND_API_KEYS = "users and API keys"


@dataclass(frozen=True, slots=True)
class Call(Generic[BodyT, QueryT]):
    """One request, read and checked."""

    request: Request
    body: BodyT
    query: QueryT
    caller: Subject | None

    @property
    def subject(self) -> Subject:
        """Who asks.

        Raises:
            UnauthenticatedError: the operation is open to everybody.
        """
        if self.caller is None:
            raise UnauthenticatedError
        return self.caller

    @property
    def client(self) -> Client:
        """Where the request comes from."""
        return client_of(self.request)

    async def recheck(self) -> Subject:
        """Return who asks, as it is now: for answers that take long.

        Raises:
            UnauthenticatedError: the session or API key has ended.
        """
        return await authenticate_still(self.subject, bearer_token(self.request) or "")


Endpoint: TypeAlias = Callable[[Call[Any, Any]], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Refused:
    """The description of a refusal, and its body."""

    description: str
    body: type[BaseModel] = Error


@dataclass(frozen=True)
class Operation:
    """A method of a path. ``refusals`` are those that don't follow from access and body."""

    method: str
    path: str
    endpoint: Endpoint
    operation_id: str
    summary: str
    access: Access = Access.EVERYBODY
    description: str = ""
    status: int = 200
    success: str = "Success."
    refusals: Mapping[int, Refused] = field(default_factory=dict)
    files: Mapping[str, object] = field(default_factory=dict)
    """What the endpoint answers by media type, where it answers a file."""

    @cached_property
    def models(self) -> tuple[Any, type[Query], Any]:
        """The models of body and query, and the type of the answer, as the endpoint's signature declares them."""
        hints = get_type_hints(self.endpoint)
        body, query = get_args(hints["call"])
        return body, query, hints["return"]

    async def respond(self, request: Request) -> Response:
        """Answer a request.

        Raises:
            ProblemError: the request is refused.
        """
        result = await self.endpoint(await self._read(request))
        if isinstance(result, Response):
            return result
        checked = self._answer.validate_python(result)
        return answer(self._answer.dump_python(checked, by_alias=True, exclude_unset=True), self.status)

    async def _read(self, request: Request) -> Call[Any, Any]:
        body_model, query_model, _ = self.models
        caller = None
        if self.access is not Access.EVERYBODY:
            caller = await subject_of(
                request,
                with_keys=self.access is Access.USERS_AND_API_KEYS,
                before_setup=self.access is Access.USERS_BEFORE_SETUP,
            )
        parameters, problems = query_of(request, query_model)
        query = parse(query_model, parameters, problems)
        body: object = None
        if isinstance(body_model, type) and issubclass(body_model, UploadedFile):
            if not problems:
                body = body_model(await file_body(request, body_model.media_types, body_model.largest_bytes))
        elif isinstance(body_model, type) and issubclass(body_model, BaseModel):
            body = parse(body_model, await json_object(request), problems)
        if problems:
            raise ValidationError(problems)
        return Call(request, body, query, caller)

    @cached_property
    def _answer(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.models[2])
