"""Structured logs: one line for each event, with the request's id, and nothing in it that must not be read.

Three things keep secrets out: values whose key names a secret are replaced, addresses lose their passwords, and of an
exception only its type and places are written, with its words where they are our own; foreign ones quote data
(``could not convert string to float: 'hunter2'``). OWASP ASVS 5.0: 16.2.2, 16.2.5, 16.4.1.
"""

import contextlib
import json
import logging
import re
import sys
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import UTC, datetime
from functools import lru_cache
from types import TracebackType
from typing import Any, Literal

import orjson
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
_USUAL = frozenset({str, int, float})
_DEEPEST = 6
_LONGEST = 2000
# At their finer levels these write statements with values, addresses with queries, or mails.
_QUIET = ("tortoise", "asyncpg", "aiosmtplib", "httpx", "httpcore", "pgqueuer", "aerich", "asyncio", "websockets")
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})


def _written(values: Any, *, default: Callable[[Any], Any]) -> str:
    """Return values as JSON of ASCII alone, which nothing that shows a log can take for anything else."""
    try:
        text = orjson.dumps(values, default)
        if text.isascii():
            return text.decode("ascii")
    except TypeError:  # an integer of more than 64 bits, a key that is no text
        pass
    return json.dumps(values, default=default, separators=(",", ":"))


_render: Processor = structlog.processors.JSONRenderer(_written)


def configure_logging(level: str = "info", form: Literal["json", "console"] = "json") -> None:
    """Write the logs of this process to standard error, the standard library's loggers included."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    global _render  # noqa: PLW0603 -- one form for each process
    _render = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0)
        if form == "console"
        else structlog.processors.JSONRenderer(_written)
    )
    handler = _StandardError()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _first_line],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                describe_exception,
                redact,
                _render,
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
        _write(lambda: self.format(record))


def write_event(logger: logging.Logger, level: int, event: str, **values: object) -> None:
    """Write an event as structlog's loggers do, for less than half of their cost: for what is written with every request."""
    if not logger.isEnabledFor(level):
        return
    line: EventDict = {
        **structlog.contextvars.get_contextvars(),
        **values,
        "event": event,
        "level": logging.getLevelName(level).lower(),
        "logger": logger.name,
        "timestamp": datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
    }
    _write(lambda: str(_render(None, "", redact(None, "", line))))


def _write(printed: Callable[[], str]) -> None:
    """Write a line; one that can't be printed is replaced, because errors of printing quote data."""
    try:
        line = printed()
    except Exception as error:
        line = f'{{"event":"a log line could not be written","level":"error","type":"{type(error).__name__}"}}'
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def redact(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace what names itself a secret, at any depth, and escape what could forge a line (structlog processor)."""
    return {name: _clean_quickly(name, value) for name, value in event.items()}


def _clean_quickly(name: str, value: object) -> object:
    """Do what ``_clean`` does, sooner for short texts and numbers under harmless names."""
    kind = type(value)
    if kind not in _USUAL or _is_secret(name):
        return _clean(name, value, 0)
    return _text(value) if kind is str else value


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
    if isinstance(name, str) and _is_secret(name) and not isinstance(value, bool | None):
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


@lru_cache(1024)
def _is_secret(name: str) -> bool:
    return _SECRET_KEY.search(name) is not None


def _text(value: object) -> str:
    text = str(value)[:_LONGEST]
    # What each alternative of the expression begins with: most texts have none, which is known sooner without it.
    if "://" in text or "?" in text or "eyJ" in text or "Bearer " in text:
        text = _SECRET_VALUE.sub(REDACTED, text)
    return text if text.isprintable() else _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
