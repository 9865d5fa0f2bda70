"""Subscriptions: the protocol graphql-transport-ws on a WebSocket, within bounds.

Strawberry speaks the protocol; this adds what it leaves to its users: who may connect and how many, frames that are
not what they should be, fairness between sending and reading, and the end of a socket whose token has ended.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, cast

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import NonJsonMessageReceived, NonTextMessageReceived, WebSocketDisconnected
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
    Operation,
)
from strawberry.subscriptions.protocols.graphql_transport_ws.types import ConnectionInitMessage, Message
from strawberry.types.execution import ExecutionResult, PreExecutionError
from strawberry.types.unset import UNSET, UnsetType

from breachlight.graphql.context import Context
from breachlight.graphql.errors import printed_problem, report_fault
from breachlight.graphql.origins import Origins
from breachlight.graphql.schema import Schema
from breachlight.graphql.trusted_documents import TrustedDocuments, UntrustedDocumentError
from breachlight.kit import clock, json, metrics
from breachlight.kit.errors import ForbiddenError, ThrottledError, UnauthenticatedError, UnavailableError
from breachlight.kit.messages.answering import prefer


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """Bounds on sockets, each with its reason; times in seconds."""

    connections: int = 2_000
    """Sockets of one process. One with a silent subscription costs about 85 kB."""
    connections_per_address: int = 200
    """Sockets of one client address, so that one stranger cannot take all of the above; an office is one address."""
    operations: int = 100
    """Operations in progress on one socket; our client has one."""
    initialisation_seconds: float = 10.0
    """How long a socket may stay silent before it says who it is."""
    recheck_seconds: float = 5.0
    """Longest time between a logout and the end of its sockets."""
    frame_characters: int = 65_536
    """The longest message from a client: a query at its own limit, and variables."""


_SHORTEST_PAUSE: Final = 0.1
"""Seconds between two looks at a token that is at its end, should the two clocks differ."""

Scoped = Context[Any]


class SocketEndpoint(GraphQL[Scoped, None]):
    """The ASGI application behind WebSocket requests."""

    def __init__(
        self,
        schema: Schema,
        context_factory: Callable[[HTTPConnection], Scoped],
        origins: Origins,
        trusted: TrustedDocuments,
        limits: SocketLimits,
    ) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            connection_init_wait_timeout=timedelta(seconds=limits.initialisation_seconds),
            max_subscriptions_per_connection=limits.operations,
        )
        self.limits = limits
        self.trusted = trusted
        self.websocket_adapter_class = SocketAdapter
        self.graphql_transport_ws_handler_class = SocketHandler
        self._context_factory = context_factory
        self._origins = origins
        self._connections: Counter[str] = Counter()

    @property
    def connections(self) -> int:
        """How many sockets are open in this process."""
        return self._connections.total()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket until it ends, or refuse it."""
        websocket = WebSocket(scope, receive, send)
        address = websocket.client.host if websocket.client else ""
        if not self._origins.permit(websocket):
            await self._deny(websocket, 403, "Other sites may not use this API.")
        elif self.connections >= self.limits.connections:
            await self._deny(websocket, 503, "Too many connections. Try again later.")
        elif self._connections[address] >= self.limits.connections_per_address:
            await self._deny(websocket, 429, "Too many connections from your address. Close some first.")
        else:
            self._connections[address] += 1
            try:
                with metrics.SOCKETS.track_inprogress():
                    await self.run(websocket)
            finally:
                self._connections[address] -= 1
                if not self._connections[address]:
                    del self._connections[address]

    @staticmethod
    async def _deny(websocket: WebSocket, status: int, sentence: str) -> None:
        headers = {"Cache-Control": "no-store"} | ({} if status == 403 else {"Retry-After": "10"})
        await websocket.send_denial_response(PlainTextResponse(sentence, status, headers))

    def is_websocket_origin_allowed(self, request: WebSocket, origin: str) -> bool:
        """Allow what ``__call__`` let through; Strawberry itself would compare with Host."""
        del request, origin
        return True

    async def get_context(self, request: Request | WebSocket, response: object) -> Scoped:
        """Make the context of a socket."""
        del response
        return self._context_factory(request)

    async def on_ws_connect(self, context: Scoped) -> UnsetType:
        """Check the token of connection_init: ``{token}`` or ``{Authorization: "Bearer …"}``.

        ``language`` and ``client`` are taken as their headers would be, which browsers cannot set on a socket.

        Raises:
            ConnectionRejectionError: there is no token, or it is not valid; the socket closes with 4403.
        """
        parameters = context.connection_params or {}
        context.token = _token(parameters)
        if isinstance(language := parameters.get("language"), str):
            prefer(language)
        if isinstance(client := parameters.get("client"), str):
            context.client = client
        # The payload must not stay readable for every resolver of the socket.
        context.connection_params = None
        try:
            await context.authenticate_again()
        except UnauthenticatedError:
            raise ConnectionRejectionError from None
        return cast("UnsetType", UNSET)


class SocketAdapter(ASGIWebSocketAdapter):
    """Reads and writes text frames of JSON; silent after the close."""

    def __init__(self, view: Any, request: WebSocket, response: WebSocket) -> None:
        super().__init__(view, request, response)
        self.limits: SocketLimits = view.limits
        self.trusted: TrustedDocuments = view.trusted

    async def iter_json(self, *, ignore_parsing_errors: bool = False) -> AsyncGenerator[object, None]:
        """Yield the messages of the client until either side closes."""
        del ignore_parsing_errors
        while self.is_open:
            try:
                message = await self.ws.receive()
            except RuntimeError:
                return
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if not isinstance(text, str):
                raise NonTextMessageReceived
            if len(text) > self.limits.frame_characters:
                await self.close(1009, "Message too big")
                return
            try:
                yield json.decode(text)
            except json.JSONDecodeError:
                raise NonJsonMessageReceived from None

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send one message as a text frame: browsers get binary ones as a Blob.

        Raises:
            WebSocketDisconnected: the socket is closed.
        """
        try:
            await self.ws.send_text(json.encode(message).decode())
        except (RuntimeError, WebSocketDisconnect):
            raise WebSocketDisconnected from None

    async def close(self, code: int, reason: str) -> None:
        """Close the socket; a second close says nothing."""
        if self.is_open:
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.ws.close(code, reason)

    @property
    def is_open(self) -> bool:
        """Whether neither side has closed."""
        return (
            self.ws.application_state is WebSocketState.CONNECTED and self.ws.client_state is WebSocketState.CONNECTED
        )


class SocketHandler(BaseGraphQLTransportWSHandler[Scoped, None]):
    """One socket: Strawberry's protocol, with our checks around it."""

    websocket: SocketAdapter
    _watch: asyncio.Task[None] | None = None

    async def handle_message(self, message: Message) -> None:
        """Act on one message, or close with 4400 if it is not one of the protocol's."""
        if not self.websocket.is_open:
            return
        sentence = _malformed(message)
        if sentence is not None:
            await self.handle_invalid_message(sentence)
            return
        await super().handle_message(message)

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Let somebody in, and from then on look at the token again and again."""
        try:
            await super().handle_connection_init(message)
        except UnavailableError:
            await self.websocket.close(1013, "Try again later")
        except WebSocketDisconnected:
            raise
        except Exception as fault:
            report_fault(fault, self.context.request_id)
            await self.websocket.close(1011, "Internal error")
        if self.connection_acknowledged and self._watch is None:
            self._watch = asyncio.create_task(self._watch_token())

    async def run_operation(self, operation: Operation[Scoped, None]) -> None:
        """Run one operation and send its results."""
        context = self.context.for_operation()
        try:
            await context.admit()
            await self.websocket.trusted.check(operation.query, context)
            stream = await self.schema.stream(
                operation.query,
                variable_values=cast("dict[str, Any] | None", operation.variables),
                context_value=context,
                operation_name=operation.operation_name,
            )
            async with aclosing(stream):
                await self._send_results(operation, stream)
        except WebSocketDisconnected:
            self.operations.pop(operation.id, None)
        except (ThrottledError, UntrustedDocumentError) as refusal:
            with suppress(WebSocketDisconnected):
                await operation.send_initial_errors([printed_problem(refusal)])
        except Exception as fault:
            report_fault(fault, context.request_id)
            with suppress(WebSocketDisconnected):
                await operation.send_operation_message({"id": operation.id, "type": "complete"})
            self.operations.pop(operation.id, None)

    async def shutdown(self) -> None:
        """End everything that the socket has started."""
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await super().shutdown()

    @staticmethod
    async def _send_results(operation: Operation[Scoped, None], stream: AsyncGenerator[Any, None]) -> None:
        first = True
        async for result in stream:
            if first and isinstance(result, PreExecutionError):
                await operation.send_initial_errors(result.errors or [])
                return
            await operation.send_next(cast("ExecutionResult", result))
            first = False
            # A source that never waits would keep the reader from ever seeing the client's "complete".
            await asyncio.sleep(0)
        await operation.send_operation_message({"id": operation.id, "type": "complete"})

    async def _watch_token(self) -> None:
        """Close the socket once its token has ended, was revoked, or its user was logged out."""
        subject = await self.context.subject()
        while subject is not None:
            pause = self.websocket.limits.recheck_seconds
            if subject.expires_at is not None:
                pause = min(pause, max(0.0, (subject.expires_at - clock.now()).total_seconds()))
            await asyncio.sleep(max(pause, _SHORTEST_PAUSE))
            try:
                subject = await self.context.authenticate_again()
                self.context.restrict(subject)
            except (UnauthenticatedError, ForbiddenError):
                await self.websocket.close(4403, "Token ended")
                for operation_id in list(self.operations):
                    await self.cleanup_operation(operation_id)
                return
            except Exception as fault:
                # The database may be away for a moment; the token is looked at again after the next pause.
                report_fault(fault, self.context.request_id)


def _token(payload: Mapping[str, object]) -> str | None:
    token = payload.get("token")
    if token is None:
        scheme, _, token = str(payload.get("Authorization", "")).partition(" ")
        if scheme.lower() != "bearer":
            return None
    return (token.strip() or None) if isinstance(token, str) else None


def _malformed(message: object) -> str | None:
    """Say what keeps a frame from being a message of the protocol; Strawberry only looks for missing keys."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return "A message must be an object with a type"
    kind = message["type"]
    if kind in {"subscribe", "complete"} and not (isinstance(message.get("id"), str) and 0 < len(message["id"]) <= 100):
        return "The message needs an id"
    if kind != "subscribe":
        return None if kind in {"connection_init", "ping", "pong", "complete"} else "Unknown message type"
    payload = message.get("payload")
    if not isinstance(payload, dict) or not isinstance(payload.get("query"), str):
        return "The payload must be an object with a query"
    if not isinstance(payload.get("variables"), dict | None):
        return "The variables must be an object"
    if not isinstance(payload.get("operationName"), str | None):
        return "The operationName must be a string"
    return None
