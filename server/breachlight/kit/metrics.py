"""Metrics in Prometheus' form, added up over all processes of this machine that serve one data folder.

Each process writes its counts to files in the folder that PROMETHEUS_MULTIPROC_DIR names (the supervisor sets it for
its children), so whichever process is asked answers for all. What the database knows is asked there at each scrape.
"""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from breachlight.kit.exchange import exchange_of
from breachlight.kit.logging import App, Receive, Scope, Send

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_CLIENT_LEFT = 499
"""The status of requests whose client left before the answer, as nginx counts them."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

REQUEST_SECONDS = Histogram(
    "breachlight_request_seconds",
    "Seconds from the first byte of a request to the last byte of its response.",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
REQUESTS_RUNNING = Gauge("breachlight_requests_running", "Requests in progress.", multiprocess_mode="livesum")
JOB_SECONDS = Histogram(
    "breachlight_job_seconds",
    "Duration of job runs in seconds.",
    ["job", "outcome"],
    buckets=(0.01, 0.1, 1, 10, 60, 600),
)
SOCKETS = Gauge("breachlight_sockets", "Open WebSockets.", multiprocess_mode="livesum")
SUBSCRIPTIONS = Gauge(
    "breachlight_subscriptions", "Subscriptions in progress on WebSockets.", multiprocess_mode="livesum"
)
POOL_SIZE = Gauge(
    "breachlight_database_pool_size", "Connections that the database pools may open.", multiprocess_mode="livesum"
)
POOL_IN_USE = Gauge(
    "breachlight_database_pool_in_use", "Connections lent by the database pools.", multiprocess_mode="livesum"
)
POOL_WAITING = Gauge(
    "breachlight_database_pool_waiting", "Tasks that wait for a connection of a pool.", multiprocess_mode="livesum"
)
REPLICA_READS = Counter(
    "breachlight_replica_reads_total",
    "Reads meant for the replica, by whether it served them or why it didn't.",
    ["outcome"],
)
REPLICA_LAG = Gauge(
    "breachlight_replica_lag_seconds",
    "Seconds by which the replica was behind when it was last asked; 0 if it had everything that a read needed.",
    multiprocess_mode="mostrecent",
)
RATE_LIMIT_REFUSALS = Counter(
    "breachlight_rate_limit_refusals_total", "Attempts beyond a rate limit, by its name.", ["limit"]
)
FAULTS = Counter(
    "breachlight_faults_total", 'Faults that clients see as "Internal error", of GraphQL, sockets and REST.'
)
FAILED_LOGINS = Counter(
    "breachlight_failed_logins_total", "Refused logins and confirmations, by what was wrong.", ["reason"]
)


class FailedLogin(StrEnum):
    """What was wrong with a login.

    Unknown addresses, wrong passwords and disabled users count as one: the metrics don't reveal which addresses exist either (A01).
    """

    CREDENTIALS = "credentials"
    CODE = "code"
    LINK = "link"
    PASSWORD_CONFIRMATION = "password_confirmation"  # noqa: S105 -- a name
    API_KEY = "api_key"

    def add(self) -> None:
        """Count one."""
        FAILED_LOGINS.labels(self.value).inc()


for _reason in FailedLogin:
    FAILED_LOGINS.labels(_reason.value)  # a rate needs a first value


@dataclass(frozen=True)
class Reading:
    """One value that is known at the moment of the scrape; a name that ends in ``_total`` is a counter."""

    name: str
    description: str
    value: float
    labels: dict[str, str] = field(default_factory=dict)


def render(readings: Iterable[Reading] = ()) -> bytes:
    """Return the counts of all processes and the given readings in Prometheus' text format."""
    registry = REGISTRY
    if os.environ.get(FOLDER_VARIABLE):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # prometheus-client leaves it untyped
    current = CollectorRegistry()
    current.register(_Readings(list(readings)))
    return generate_latest(registry) + generate_latest(current)


def forget_process(process_id: int) -> None:
    """Take the gauges of a process that has ended out of the sums; its counters stay."""
    if os.environ.get(FOLDER_VARIABLE):
        mark_process_dead(process_id)  # type: ignore[no-untyped-call] # prometheus-client leaves it untyped


class _Readings(Collector):
    def __init__(self, readings: list[Reading]) -> None:
        self._readings = readings

    def collect(self) -> Iterable[Metric]:
        families: dict[str, CounterMetricFamily | GaugeMetricFamily] = {}
        for reading in self._readings:
            family = families.get(reading.name)
            if family is None:
                kind = CounterMetricFamily if reading.name.endswith("_total") else GaugeMetricFamily
                family = families[reading.name] = kind(reading.name, reading.description, labels=list(reading.labels))
            family.add_metric(list(reading.labels.values()), reading.value)
        return families.values()


class RequestTimes:
    """ASGI middleware: counts requests and their times by method, route and status."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange, send = exchange_of(scope, send)
        without_answer = _CLIENT_LEFT
        begin = time.perf_counter()
        REQUESTS_RUNNING.inc()
        try:
            await self._app(scope, receive, send)
        except BaseException:
            without_answer = 500
            raise
        finally:
            REQUESTS_RUNNING.dec()
            status = exchange.status or without_answer
            labels = (method_of(scope), route_of(scope, status), str(status))
            REQUEST_SECONDS.labels(*labels).observe(time.perf_counter() - begin)


_COUNTED_APART = ("/api/", "/graphql", "/content/", "/range/", "/leaks", "/sitemap")
"""Paths whose routes are counted one by one."""


def method_of(scope: Scope) -> str:
    """Return the method of a request; "other" for what no standard names."""
    return str(scope["method"]) if scope["method"] in _METHODS else "other"


def route_of(scope: Scope, status: int) -> str:
    """Return the path of the route that a request was answered by: one of the product's own, never the client's text.

    What no route answered is "unknown", files are one, and what was refused before its route was known is "other".
    """
    if status in {404, 405}:
        return "unknown"
    path = str(getattr(scope.get("route"), "path", ""))
    if path.startswith(_COUNTED_APART):
        return path.rstrip("/")
    return "other" if scope["path"].startswith(_COUNTED_APART) else "file"
