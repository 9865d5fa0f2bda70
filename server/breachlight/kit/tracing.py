"""Traces: what a request or a job did and how long each part took, never for whom.

Without an endpoint a span is an empty block, and nothing of OpenTelemetry is imported. Names and attributes of spans are
the product's own words and numbers (decision 57): routes, fields of the schema, tables, kinds of jobs and emails. Paths, queries,
variables, parameters, ids, addresses, names of files and the texts of exceptions stay out.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from breachlight.kit.spans import NOTHING, Attributes, Kind

if TYPE_CHECKING:
    from breachlight.kit.open_telemetry import OpenTelemetry

_active: "OpenTelemetry | None" = None


def start(endpoint: str, ratio: float, process: str) -> None:
    """Send traces of this process to a collector from now on, unless the endpoint is empty.

    ``endpoint`` is the base address of OTLP over HTTP, ``ratio`` the share of requests and jobs that are traced, ``process`` its role.
    """
    global _active  # noqa: PLW0603 -- one for each process, as with logging
    if not endpoint or _active is not None:
        return
    from breachlight.kit.open_telemetry import OpenTelemetry  # a quarter of a second, and only where it is used

    _active = OpenTelemetry(endpoint, ratio, process)


def stop() -> None:
    """Send what is left, within two seconds, and trace nothing more."""
    global _active
    active, _active = _active, None
    if active is not None:
        active.stop()


def is_active() -> bool:
    """Return whether this process sends traces."""
    return _active is not None


def span(name: str, kind: Kind = Kind.INTERNAL, attributes: Attributes = NOTHING) -> AbstractContextManager[None]:
    """Trace a block as part of what this task does, or as a trace of its own."""
    return nullcontext() if _active is None else _active.span(name, kind, attributes)


def request_span(traceparent: str | None) -> AbstractContextManager[None]:
    """Trace a request; the trace of a caller goes on, but whether it is sampled is not the caller's decision."""
    return nullcontext() if _active is None else _active.request_span(traceparent)


def job_span(name: str, traceparent: object, attributes: Attributes) -> AbstractContextManager[None]:
    """Trace a job as part of what enqueued it."""
    return nullcontext() if _active is None else _active.job_span(name, traceparent, attributes)


def is_recording() -> bool:
    """Return whether the current span is sampled, so that describing it is worth the time."""
    return _active is not None and _active.is_recording()


def annotate(name: str | None = None, attributes: Attributes = NOTHING, *, is_error: bool = False) -> None:
    """Name and describe the current span."""
    if _active is not None:
        _active.annotate(name, attributes, is_error=is_error)


def add_statement(summary: str, seconds: float, error: BaseException | None) -> None:
    """Add a statement that has just ended to the current trace."""
    if _active is not None:
        _active.add_statement(summary, seconds, error)


def headers() -> dict[str, str]:
    """Return the headers by which a job, or a service that we call, continues the current trace; empty if there is none."""
    return {} if _active is None else _active.headers()
