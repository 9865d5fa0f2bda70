"""Structured logs: one line for each event, with the request's id, and nothing in it that must not be read.

Three things keep secrets out: values whose key names a secret are replaced, addresses lose their passwords, and of an
exception only its type and places are written, with its words where they are our own; foreign ones quote data
(``could not convert string to float: 'hunter2'``). OWASP ASVS 5.0: 16.2.2, 16.2.5, 16.4.1.
"""

import contextlib
import logging
import re
import secrets
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from types import TracebackType
from typing import Any, Literal

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

REDACTED = "[redacted]"
_SECRET_KEY = re.compile(
    r"pass(word|wd|phrase)|secret|token|authorization|cookie|credential|api[_-]?key|master|dsn|database_url|"
    r"^code$|(verification|mfa|recovery)_code$|(^|_)(otp|totp|pwd)$",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(r"(?<=://)[^/\s@]*@|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\bBearer )\S+|(?<=\?)\S+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_DEEPEST = 6
_LONGEST = 2000
# At their finer levels these write statements with values, addresses with queries, or mails.
_QUIET = ("tortoise", "asyncpg", "aiosmtplib", "httpx", "httpcore", "pgqueuer", "aerich", "asyncio", "websockets")
_LOOKUPS = ("/range/", "/api/v3/breachedaccount/", "/api/v3/breacheddomain/", "/api/v3/pasteaccount/")
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})

_log = structlog.get_logger("breachlight.requests")


def configure_logging(level: str = "info", form: Literal["json", "console"] = "json") -> None:
    """Write the logs of this process to standard error, the standard library's loggers included."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: Processor = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0)
        if form == "console"
        else structlog.processors.JSONRenderer(ensure_ascii=True)
    )
    handler = _StandardError()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _first_line],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                describe_exception,
                redact,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


class _StandardError(logging.Handler):
    """Writes to whatever standard error is now; the library's own handler prints data when a line fails."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = self.format(record)
        except Exception as error:
            line = f'{{"event": "a log line could not be written", "level": "error", "type": "{type(error).__name__}"}}'
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(line + "\n")
            sys.stderr.flush()


def redact(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace what names itself a secret, at any depth, and escape what could forge a line (structlog processor)."""
    return {name: _clean(name, value, 0) for name, value in event.items()}


def describe_exception(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Turn ``exc_info`` into type, places and, for our own exceptions, words (structlog processor)."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["exception"] = _described(error)
    return event


def _described(error: BaseException) -> dict[str, object]:
    kind = type(error)
    described: dict[str, object] = {
        "type": f"{kind.__module__}.{kind.__qualname__}",
        "at": _places(error.__traceback__),
    }
    if kind.__module__.partition(".")[0] == "breachlight":
        described["message"] = str(error)
    elif isinstance(error, OSError):
        described["message"] = error.strerror
    if state := getattr(error, "sqlstate", None):
        described["sqlstate"] = state
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        described["because"] = {"type": f"{type(cause).__module__}.{type(cause).__qualname__}"}
    return described


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-12:]
    return [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def _first_line(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Cut a foreign message after its first line: what follows shows objects (asyncio's reports do)."""
    event["event"] = str(event["event"]).partition("\n")[0][:300]
    return event


def _clean(name: object, value: object, depth: int) -> object:
    if isinstance(name, str) and _SECRET_KEY.search(name) and not isinstance(value, bool | None):
        return REDACTED
    if value is None or isinstance(value, bool | int | float):
        return value
    if depth >= _DEEPEST:
        return "[deeper]"
    if isinstance(value, dict):
        return {_text(key): _clean(key, inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(None, inner, depth + 1) for inner in list(value)[:100]]
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(value)} bytes]"
    return _text(value)


def _text(value: object) -> str:
    text = _SECRET_VALUE.sub(REDACTED, str(value)[:_LONGEST])
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def _logged_path(path: str) -> str:
    """Return a path without what a public lookup asks for: an address, or the beginning of a hash."""
    return next((f"{start}…" for start in _LOOKUPS if path.startswith(start)), path)


class RequestLog:
    """ASGI middleware: gives each request an id (``X-Request-Id``) that all its log lines carry, and logs its end.

    A caller's own id is taken when it is 8 to 64 letters, digits, dots, hyphens or underscores. The path is written
    without its query, which may hold what was searched for.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        number = given.decode() if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = number
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), (b"x-request-id", number.encode())]
            await send(message)

        begin = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=number):
            try:
                await self._app(scope, receive, answer)
            finally:
                if scope["type"] == "http":
                    # A client that left before it was answered would fill the log by doing so often.
                    write = _log.debug if scope["path"] in PROBES or not (status or sys.exc_info()[0]) else _log.info
                    write(
                        "request",
                        method=scope["method"],
                        path=_logged_path(scope["path"]),
                        status=status,
                        milliseconds=round((time.perf_counter() - begin) * 1000, 1),
                        client=(scope.get("client") or ("",))[0],
                    )
