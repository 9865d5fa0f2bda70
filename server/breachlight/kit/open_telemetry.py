"""OpenTelemetry's SDK behind ``kit.tracing``; imported only where traces are sent."""

import logging
import os
import random
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from typing import Final

import structlog
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import Decision, ParentBased, Sampler, SamplingResult
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceState,
    format_trace_id,
    get_current_span,
    set_span_in_context,
    use_span,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.types import Attributes as SdkAttributes

from breachlight.kit.spans import NOTHING, TRACEPARENT, Attributes, Kind

_EXPORT_SECONDS: Final = 5.0
_STOP_SECONDS: Final = 2.0
_KINDS: Final = {
    Kind.SERVER: SpanKind.SERVER,
    Kind.CLIENT: SpanKind.CLIENT,
    Kind.CONSUMER: SpanKind.CONSUMER,
    Kind.INTERNAL: SpanKind.INTERNAL,
}
_propagator: Final = TraceContextTextMapPropagator()

_log = structlog.get_logger("breachlight.tracing")


class OpenTelemetry:
    """Spans of this process, and their way to the collector: a bounded queue that drops what it can't send."""

    def __init__(self, endpoint: str, ratio: float, process: str) -> None:
        """Start to send; see ``tracing.start``."""
        # The exporter reports each batch that fails, with the address; one line of ours is enough.
        for name in ("opentelemetry", "urllib3"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        draw = _Draw(ratio)
        provider = TracerProvider(
            ParentBased(draw, remote_parent_sampled=draw, remote_parent_not_sampled=draw),
            _resource(process),
            shutdown_on_exit=False,
        )
        exporter = OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces", timeout=_EXPORT_SECONDS)
        self._processor = BatchSpanProcessor(_Exporter(exporter))
        provider.add_span_processor(self._processor)
        self._tracer = provider.get_tracer("breachlight")

    def stop(self) -> None:
        """Send what is left, within two seconds."""
        # The processor itself would wait for half a minute.
        sending = threading.Thread(target=self._processor.shutdown, daemon=True)
        sending.start()
        sending.join(_STOP_SECONDS)

    @contextmanager
    def span(
        self, name: str, kind: Kind, attributes: Attributes = NOTHING, parent: Context | None = None
    ) -> Iterator[None]:
        """Trace a block; log lines in a trace have its id."""
        begins = parent is not None or not get_current_span().get_span_context().is_valid
        span = self._tracer.start_span(name, parent, _KINDS[kind], dict(attributes))
        with use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
            try:
                if begins:
                    trace_id = format_trace_id(span.get_span_context().trace_id)
                    with structlog.contextvars.bound_contextvars(trace_id=trace_id):
                        yield
                else:
                    yield
            except Exception as error:
                _mark_failed(span, error)
                raise

    def request_span(self, traceparent: str | None) -> AbstractContextManager[None]:
        """Trace a request; see ``tracing.request_span``."""
        return self.span("request", Kind.SERVER, parent=_remote(traceparent))

    def job_span(self, name: str, traceparent: object, attributes: Attributes) -> AbstractContextManager[None]:
        """Trace a job; see ``tracing.job_span``."""
        parent = get_current_span(_remote(traceparent if isinstance(traceparent, str) else None)).get_span_context()
        # Our own processes wrote it: their decision holds.
        local = SpanContext(parent.trace_id, parent.span_id, is_remote=False, trace_flags=parent.trace_flags)
        context = set_span_in_context(NonRecordingSpan(local), Context()) if parent.is_valid else Context()
        return self.span(name, Kind.CONSUMER, attributes, context)

    def is_recording(self) -> bool:
        """Return whether the current span is sampled."""
        return get_current_span().is_recording()

    def annotate(self, name: str | None, attributes: Attributes, *, is_error: bool) -> None:
        """Name and describe the current span."""
        span = get_current_span()
        if name is not None:
            span.update_name(name)
        span.set_attributes(dict(attributes))
        if is_error:
            span.set_status(Status(StatusCode.ERROR))

    def add_statement(self, summary: str, seconds: float, error: BaseException | None) -> None:
        """Add a statement that has just ended; the span that it is part of may have ended, too."""
        if not get_current_span().get_span_context().trace_flags.sampled:
            return
        end = time.time_ns()
        begin = end - int(seconds * 1e9)
        attributes = {"db.system.name": "postgresql", "db.query.summary": summary}
        span = self._tracer.start_span(summary, kind=SpanKind.CLIENT, attributes=attributes, start_time=begin)
        if error is not None:
            _mark_failed(span, error)
        span.end(end)

    def headers(self) -> dict[str, str]:
        """Return the header that continues the current trace."""
        carrier: dict[str, str] = {}
        _propagator.inject(carrier)
        return {TRACEPARENT: carrier[TRACEPARENT]} if TRACEPARENT in carrier else {}


def _remote(traceparent: str | None) -> Context:
    """Return the context of a header; an empty one if it is missing or malformed."""
    return _propagator.extract({TRACEPARENT: traceparent} if traceparent else {}, Context())


def _mark_failed(span: Span, error: BaseException) -> None:
    """Mark a span as failed by the type of an exception: its text may quote data."""
    span.set_attribute("error.type", type(error).__qualname__)
    span.set_status(Status(StatusCode.ERROR))


def _resource(process: str) -> Resource:
    attributes = {
        "service.version": version("breachlight"),
        "service.instance.id": str(uuid.uuid4()),
        "breachlight.process": process,
    }
    if not os.environ.get("OTEL_SERVICE_NAME") and f"{SERVICE_NAME}=" not in os.environ.get(
        "OTEL_RESOURCE_ATTRIBUTES", ""
    ):
        attributes[SERVICE_NAME] = "breachlight"
    return Resource.create(attributes)


class _Draw(Sampler):
    """Samples a share of the traces at random: by a trace's id, callers could choose one that is always sampled."""

    def __init__(self, ratio: float) -> None:
        self._ratio = ratio

    def should_sample(  # noqa: PLR0917 -- the SDK's
        self,
        parent_context: Context | None,  # noqa: ARG002
        trace_id: int,  # noqa: ARG002
        name: str,  # noqa: ARG002
        kind: SpanKind | None = None,  # noqa: ARG002
        attributes: SdkAttributes = None,
        links: Sequence[Link] | None = None,  # noqa: ARG002
        trace_state: TraceState | None = None,  # noqa: ARG002
    ) -> SamplingResult:
        """Draw."""
        is_sampled = random.random() < self._ratio
        return SamplingResult(Decision.RECORD_AND_SAMPLE if is_sampled else Decision.DROP, attributes)

    def get_description(self) -> str:
        """Return what is drawn."""
        return f"Draw({self._ratio})"


class _Exporter(SpanExporter):
    """The exporter, with one log line when it begins to fail and one when it works again."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._is_failing = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send a batch; what can't be sent is dropped."""
        result = self._exporter.export(spans)
        has_failed = result is not SpanExportResult.SUCCESS
        if has_failed and not self._is_failing:
            _log.warning("traces cannot be sent and are dropped until the collector responds")
        elif self._is_failing and not has_failed:
            _log.info("traces are sent again")
        self._is_failing = has_failed
        return result

    def shutdown(self) -> None:
        """Stop."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Flush."""
        return self._exporter.force_flush(timeout_millis)
