"""Traces of one process: what is sampled, what is sent, and what happens without a collector."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import structlog
from collector import Collector, attributes_of, collecting
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from breachlight.kit import open_telemetry, tracing
from breachlight.kit.spans import Kind

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SAMPLED, UNSAMPLED = f"00-{TRACE}-{PARENT}-01", f"00-{TRACE}-{PARENT}-00"


@contextmanager
def traced(ratio: float) -> Iterator[Collector]:
    """Send traces to a collector; all of them are there once the block has ended."""
    with collecting() as collector, pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_telemetry, "_STOP_SECONDS", 60.0)
        tracing.start(collector.url, ratio, "test")
        try:
            yield collector
        finally:
            tracing.stop()


def test_without_an_endpoint_nothing_is_traced() -> None:
    tracing.start("", 1.0, "test")
    with tracing.request_span(SAMPLED), tracing.span("part"):
        assert not tracing.is_active()
        assert not tracing.is_recording()
        assert tracing.headers() == {}


def test_the_trace_of_a_caller_goes_on_through_parts_and_jobs() -> None:
    with traced(1.0) as collector:
        with tracing.request_span(UNSAMPLED):
            assert structlog.contextvars.get_contextvars()["trace_id"] == TRACE
            with tracing.span("part", Kind.CLIENT, {"number": 1}):
                headers = tracing.headers()
        with tracing.job_span("job", headers["traceparent"], {"job.attempt": 2}):
            assert structlog.contextvars.get_contextvars()["trace_id"] == TRACE
        assert "trace_id" not in structlog.contextvars.get_contextvars()
    by_name = {span.name: span for span in collector.spans}
    assert {span.trace_id.hex() for span in by_name.values()} == {TRACE}
    assert by_name["request"].parent_span_id.hex() == PARENT
    assert by_name["part"].parent_span_id == by_name["request"].span_id
    assert by_name["job"].parent_span_id == by_name["part"].span_id
    assert attributes_of(by_name["job"]) == {"job.attempt": 2}


def test_a_caller_cannot_decide_what_is_sampled_and_a_job_follows_what_enqueued_it() -> None:
    with traced(0.0) as collector:
        with tracing.request_span(SAMPLED):
            assert not tracing.is_recording()
            headers = tracing.headers()
            assert headers["traceparent"].startswith(f"00-{TRACE}-")
            assert headers["traceparent"].endswith("-00")
        with tracing.job_span("of a request", headers["traceparent"], {}):
            assert not tracing.is_recording()
        with tracing.job_span("of a sampled one", SAMPLED, {}):
            assert tracing.is_recording()
    assert [span.name for span in collector.spans] == ["of a sampled one"]


@pytest.mark.parametrize("given", [None, "", "jane@people.test", f"00-{'0' * 32}-{PARENT}-01", SAMPLED + "-jane"])
def test_a_malformed_header_begins_a_new_trace(given: str | None) -> None:
    with traced(1.0) as collector, tracing.request_span(given):
        pass
    (span,) = collector.spans
    assert span.trace_id.hex() not in {TRACE, "0" * 32}
    assert not span.parent_span_id
    assert not span.trace_state


def test_of_an_exception_only_the_type_is_sent() -> None:
    with traced(1.0) as collector, pytest.raises(ValueError, match="jane"), tracing.span("part"):
        raise ValueError("jane@people.test")
    (span,) = collector.spans
    assert (span.status.code, span.status.message) == (Status.STATUS_CODE_ERROR, "")
    assert attributes_of(span) == {"error.type": "ValueError"}
    assert not span.events


def test_a_collector_that_fails_costs_one_log_line() -> None:
    with structlog.testing.capture_logs() as lines, traced(1.0) as collector:
        collector.status = 400
        for _ in range(1200):  # more than two batches
            with tracing.span("part"):
                pass
    assert not collector.bodies
    assert [line["log_level"] for line in lines] == ["warning"]
