"""GraphQL over HTTP: https://graphql.github.io/graphql-over-http/draft/, and the routes at /graphql."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from graphql import GraphQLError
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from strawberry.exceptions import MissingQueryError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from breachlight.graphql.context import Context
from breachlight.graphql.errors import INTERNAL, INTERNAL_MESSAGE, printed_problem, report_fault
from breachlight.graphql.origins import Origins
from breachlight.graphql.schema import Schema
from breachlight.graphql.sockets import SocketEndpoint, SocketLimits
from breachlight.graphql.trusted_documents import TrustedDocuments
from breachlight.kit import json
from breachlight.kit.admission import WHOLE_BODY
from breachlight.kit.errors import ProblemError
from breachlight.kit.negotiation import weighted
from breachlight.kit.request_headers import RequestHeaders, headers_of

MAXIMUM_BODY_BYTES: Final = 1_048_576
"""Largest request body. The longest real one, 10,000 characters of search text and the query, is under 64 KiB."""

BODY_SECONDS: Final = 15.0
"""How long a client may take to send its body; the specification's own request time-out."""

JSON_TYPE: Final = "application/json"
RESPONSE_TYPE: Final = "application/graphql-response+json"

_CONTENT_TYPES: Final = {
    media_type: (b"content-type", f"{media_type}; charset=utf-8".encode()) for media_type in (JSON_TYPE, RESPONSE_TYPE)
}
_NOT_STORED: Final = (b"cache-control", b"no-store")
_NONE: Final[Mapping[str, str]] = {}

_BAD_REQUEST: Final = "BAD_REQUEST"
_OPERATIONS: Final = {
    "GET": frozenset({OperationType.QUERY}),
    "POST": frozenset({OperationType.QUERY, OperationType.MUTATION}),
}

GraphiQLPage = Path | Callable[[], str]


def graphql_routes(
    schema: Schema,
    *,
    context_factory: Callable[[HTTPConnection], Context[Any]],
    public_urls: Iterable[str],
    graphiql_page: GraphiQLPage | None = None,
    socket_limits: SocketLimits | None = None,
    trusted: TrustedDocuments | None = None,
    path: str = "/graphql",
) -> list[BaseRoute]:
    """Return the routes that serve a schema over HTTP and, for subscriptions, over graphql-transport-ws.

    Args:
        schema: what to serve; whether it may be introspected was said at its making.
        context_factory: makes the context of a request or socket, see ``context.context_factory``.
        public_urls: where our own pages are served from; pages of other origins are refused.
        graphiql_page: the built page that browsers get at this path, as a file or a function; None for no page.
        socket_limits: bounds on sockets; None for the defaults.
        trusted: the documents of our own pages, which stay in the cache; None for none.
        path: where to serve.

    Raises:
        ValueError: a public URL has no scheme and host.
    """
    origins = Origins.of(public_urls)
    trusted = trusted or TrustedDocuments()
    schema.keep(trusted.by_digest.values())
    endpoint = HTTPEndpoint(schema, context_factory, origins, trusted, graphiql_page)
    sockets = SocketEndpoint(schema, context_factory, origins, trusted, socket_limits or SocketLimits())
    return [Route(path, endpoint, name="graphql"), WebSocketRoute(path, sockets, name="graphql-socket")]


@dataclass(frozen=True, slots=True)
class _Parameters:
    query: str
    variables: dict[str, Any] | None
    operation_name: str | None
    extensions: dict[str, Any] | None


class _RefusedError(Exception):
    """A request that is answered before anything is executed."""

    def __init__(self, status: int, message: str, code: str = _BAD_REQUEST, **headers: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class _Request(Request):
    """A request whose headers were read before."""

    @property
    def headers(self) -> RequestHeaders:
        """The headers."""
        return headers_of(self.scope)


class HTTPEndpoint:
    """The ASGI application behind GET and POST."""

    def __init__(
        self,
        schema: Schema,
        context_factory: Callable[[HTTPConnection], Context[Any]],
        origins: Origins,
        trusted: TrustedDocuments,
        graphiql_page: GraphiQLPage | None,
    ) -> None:
        self._schema = schema
        self._context_factory = context_factory
        self._origins = origins
        self._trusted = trusted
        self._graphiql_page = graphiql_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = _Request(scope, receive)
        media_type = _response_type(request.headers.get("accept"))
        try:
            response = await self._respond(request, media_type)
        except _RefusedError as refusal:
            body = {"errors": [{"message": refusal.message, "extensions": {"code": refusal.code}}]}
            response = _response(body, refusal.status, media_type or JSON_TYPE, refusal.headers)
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    async def _respond(self, request: Request, media_type: str | None) -> Response:
        if request.method not in _OPERATIONS:
            raise _RefusedError(405, "Use GET or POST for GraphQL.", Allow="GET, POST")
        if request.method == "GET" and "query" not in request.query_params and _wants_page(request):
            return self._page()
        if not self._origins.permit(request):
            raise _RefusedError(403, "Other sites may not use this API.", "FORBIDDEN")
        if media_type is None:
            raise _RefusedError(406, f"The response is {RESPONSE_TYPE} or {JSON_TYPE}; accept one of them.")
        parameters = await self._parameters(request)
        context = self._context_factory(request)
        try:
            await self._trusted.check(parameters.query, context)
            result = await self._execute(request.method, parameters, context)
            return _result_response(result, media_type)
        except (_RefusedError, asyncio.CancelledError):
            raise
        except ProblemError as problem:
            return _result_response(ExecutionResult(None, [printed_problem(problem)]), media_type)
        except Exception as fault:
            report_fault(fault, context.request_id)
            error = {"message": INTERNAL_MESSAGE, "extensions": {"code": INTERNAL, "id": context.request_id}}
            return _response({"errors": [error]}, 500, media_type)

    async def _execute(self, method: str, parameters: _Parameters, context: Context[Any]) -> ExecutionResult:
        try:
            return await self._schema.execute(
                parameters.query,
                variable_values=parameters.variables,
                context_value=context,
                operation_name=parameters.operation_name,
                allowed_operation_types=_OPERATIONS[method],
                operation_extensions=parameters.extensions,
            )
        except MissingQueryError:
            raise _RefusedError(400, "The query is empty.") from None
        except CannotGetOperationTypeError as error:
            raise _RefusedError(400, error.as_http_error_reason()) from None
        except InvalidOperationTypeError as error:
            if error.operation_type is OperationType.SUBSCRIPTION:
                message = "Subscriptions require a WebSocket with the graphql-transport-ws protocol."
                raise _RefusedError(400, message) from None
            raise _RefusedError(405, "Mutations require POST.", Allow="POST") from None

    async def _parameters(self, request: Request) -> _Parameters:
        given: object
        if request.method == "GET":
            given = _query_parameters(request.query_params)
        else:
            _check_content(request)
            given = _decode(await _body(request), "body")
        if isinstance(given, list):
            raise _RefusedError(400, "Batches are not supported; send one operation per request.")
        if not isinstance(given, dict):
            raise _RefusedError(400, "The body must be a JSON object.")
        extensions = _map(given, "extensions")
        try:
            query = self._trusted.query(given.get("query"), extensions)
        except ProblemError as error:
            raise _RefusedError(400, str(error.message), error.code) from None
        if not isinstance(query, str):
            raise _RefusedError(400, "The parameter query must be a string.")
        operation_name = given.get("operationName")
        if not isinstance(operation_name, str | None):
            raise _RefusedError(400, "The parameter operationName must be a string.")
        return _Parameters(query, _map(given, "variables"), operation_name or None, extensions)

    def _page(self) -> Response:
        if self._graphiql_page is None:
            raise _RefusedError(404, "Not found.", "NOT_FOUND")
        try:
            page = self._graphiql_page
            text = page.read_text(encoding="utf-8") if isinstance(page, Path) else page()
        except OSError:
            raise _RefusedError(503, "GraphiQL is not built. Build the client, then reload.", "UNAVAILABLE") from None
        return HTMLResponse(text, headers={"Cache-Control": "no-store"})


def _map(given: dict[str, Any], name: str) -> dict[str, Any] | None:
    value = given.get(name)
    if not isinstance(value, dict | None):
        raise _RefusedError(400, f"The parameter {name} must be an object.")
    return value


def _query_parameters(params: QueryParams) -> dict[str, object]:
    given: dict[str, object] = {}
    for name, text in params.multi_items():
        if name in given:
            raise _RefusedError(400, f"The parameter {name[:50]} appears twice.")
        given[name] = _decode(text, name) if text and name in {"variables", "extensions"} else text
    return {name: value for name, value in given.items() if value != "" or name == "query"}


def _check_content(request: Request) -> None:
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().replace(" ", "").replace('"', "")
    if media_type.strip().lower() != JSON_TYPE or charset not in {"", "charset=utf-8"}:
        raise _RefusedError(415, f"Send the request as {JSON_TYPE} in UTF-8.", Accept=JSON_TYPE)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise _RefusedError(415, "Send the request uncompressed.", Accept_Encoding="identity")


async def _body(request: Request) -> bytes:
    """Read the body within its bounds of size and time (R02, R03)."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > MAXIMUM_BODY_BYTES:
        raise _too_large()
    whole: bytes | None = request.scope.get(WHOLE_BODY)
    if whole is not None:
        return whole
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAXIMUM_BODY_BYTES:
                    raise _too_large()
    except TimeoutError:
        raise _RefusedError(408, "The request body timed out.", Connection="close") from None
    return bytes(body)


def _too_large() -> _RefusedError:
    return _RefusedError(413, f"The body must not exceed {MAXIMUM_BODY_BYTES} bytes.", Connection="close")


def _decode(text: bytes | str, name: str) -> object:
    try:
        return json.decode(text)
    except json.JSONDecodeError as error:
        raise _RefusedError(400, f"The {name} cannot be read: {error}") from None


def _wants_page(request: Request) -> bool:
    return any(media == "text/html" for media, _ in weighted(request.headers.get("accept", "")))


def _response_type(accept: str | None) -> str | None:
    """Choose the media type of the answer, or None if the client accepts neither (RFC 9110 section 12.5.1).

    A client that names the newer type gets it unless it likes the older one better; a wildcard means the older one,
    which every client reads (GraphQL over HTTP, section 4.1).
    """
    if accept is None or not accept.strip():
        return JSON_TYPE
    weights = dict.fromkeys((RESPONSE_TYPE, JSON_TYPE, "application/*", "*/*"), 0.0)
    for media, weight in weighted(accept):
        if media in weights:
            weights[media] = max(weights[media], weight)
    older = weights[JSON_TYPE] or weights["application/*"] or weights["*/*"]
    if weights[RESPONSE_TYPE] and weights[RESPONSE_TYPE] >= weights[JSON_TYPE]:
        return RESPONSE_TYPE
    return JSON_TYPE if older else None


def _result_response(result: ExecutionResult, media_type: str) -> Response:
    errors = result.errors or []
    body: dict[str, Any] = {"errors": [error.formatted for error in errors]} if errors else {}
    status = 200
    # An error without path was raised before execution: the answer then has no data (GraphQL, section 7.1).
    if result.data is None and errors and all(error.path is None for error in errors):
        if any(_is_fault(error) for error in errors):
            status = 500
        elif media_type == RESPONSE_TYPE:
            status = 400
    else:
        body["data"] = result.data
    if result.extensions:
        body["extensions"] = result.extensions
    return _response(body, status, media_type)


def _is_fault(error: GraphQLError) -> bool:
    return (error.extensions or {}).get("code") == INTERNAL


class _JSONResponse(Response):
    """An answer whose headers are known, so that they are neither looked for nor encoded again."""

    def __init__(self, body: bytes, status: int, media_type: str, headers: Mapping[str, str]) -> None:
        self.status_code = status
        self.body = body
        self.background = None
        self.raw_headers = [
            (b"content-length", b"%d" % len(body)),
            _CONTENT_TYPES[media_type],
            _NOT_STORED,
            *((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()),
        ]


def _response(body: dict[str, Any], status: int, media_type: str, headers: Mapping[str, str] = _NONE) -> Response:
    return _JSONResponse(json.encode(body), status, media_type, headers)
