"""The processes of an installation, run as they are: start, health, draining, kill -9, limits and refusals."""

import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx
import pytest
from process_installation import status, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_socket


def test_alive_ready_and_measured(shared):
    assert httpx.get(shared.url + "/healthz").json() == {"status": "alive"}
    components = {name: {"status": "ok"} for name in ("database", "migrations", "keys", "lake")}
    assert httpx.get(shared.url + "/readyz").json() == {"status": "ready", "components": components}
    names = [" ".join(child.cmdline()) for child in shared.children()]
    assert sum("processes.server" in name for name in names) == 2
    assert sum("processes.worker" in name for name in names) == 1


def test_servers_use_the_fast_loop_and_parser(shared):
    """uvicorn loads them where it uses them."""
    servers = [child for child in shared.children() if "breachlight.processes.server" in child.cmdline()]
    assert servers
    for server in servers:
        loaded = {mapped.path.rpartition("site-packages/")[2].partition("/")[0] for mapped in server.memory_maps()}
        assert {"uvloop", "httptools"} <= loaded


def test_metrics_add_up_over_two_servers(shared):
    def count():
        text = httpx.get(shared.url + "/metrics").text
        found = re.search(
            r'breachlight_request_seconds_count\{method="GET",route="/api/v1/fails",status="500"\} (\S+)', text
        )
        return float(found[1]) if found else 0.0

    before = count()
    for _ in range(20):  # each on a connection of its own, so that both servers get some
        assert httpx.get(shared.url + "/api/v1/fails").status_code == 500
    assert {count() for _ in range(10)} == {before + 20}
    text = httpx.get(shared.url + "/metrics").text
    for name in (
        "breachlight_database_up 1.0",
        "breachlight_lake_up 1.0",
        "breachlight_ingestion_lines_total",
        "breachlight_alert_lag_seconds",
    ):
        assert name in text
    assert "breachlight_requests_running 1.0" in text


def test_metrics_are_not_shown_through_a_proxy(shared):
    assert httpx.get(shared.url + "/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404


def test_request_ids_are_given_taken_and_logged_and_queries_are_not(shared):
    answer = httpx.get(shared.url + "/?search=canary-query")
    number = answer.headers["x-request-id"]
    assert len(number) == 16
    taken = httpx.get(shared.url + "/", headers={"X-Request-Id": "caller.id-0001"})
    assert taken.headers["x-request-id"] == "caller.id-0001"
    for bad in ("short", "x" * 65, "new line", "a;b;c;d;e;f"):
        assert httpx.get(shared.url + "/", headers={"X-Request-Id": bad}).headers["x-request-id"] != bad
    wait_until(lambda: any(line.get("request_id") == number for line in shared.lines()))
    (line,) = [line for line in shared.lines() if line.get("request_id") == number]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/", 200)
    assert "canary-query" not in shared.log


def test_g11_a_fault_is_logged_with_its_location_and_without_its_text(shared):
    number = httpx.get(shared.url + "/api/v1/fails").headers.get("x-request-id")
    assert number
    wait_until(lambda: any("exception" in line for line in shared.lines()))
    faults = [line for line in shared.lines() if line.get("exception", {}).get("type") == "builtins.ValueError"]
    assert any("fails" in place for place in faults[0]["exception"]["at"])
    assert "canary-value" not in shared.log


def test_r07_forwarded_headers_of_an_unknown_peer_are_ignored(shared):
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    assert httpx.get(shared.url + "/client", headers=headers).text == "127.0.0.1"


def raw(installation, data=b""):
    link = socket.create_connection(("127.0.0.1", installation.port), timeout=30)
    link.sendall(data)
    return link


def closed_after(link, seconds):
    link.settimeout(seconds)
    begin = time.monotonic()
    try:
        while link.recv(4096):
            pass
    except ConnectionError:
        pass
    return time.monotonic() - begin


def dripped(link):
    """Send a byte of a header each half second until the server has enough; return the seconds that took."""
    begin = time.monotonic()
    try:
        while time.monotonic() - begin < 20:
            link.sendall(b"a")
            time.sleep(0.5)
    except OSError:
        pass
    return time.monotonic() - begin


def test_r03_a_request_that_does_not_come_is_not_waited_for(shared):
    begun = b"GET / HTTP/1.1\r\nHost: a.example\r\nX-A: "
    with ExitStack() as links, ThreadPoolExecutor(5) as pool:
        silent = [links.enter_context(raw(shared, sent)) for sent in (b"", b"\r\n", b"GET / HT", begun)]
        dripping = pool.submit(dripped, links.enter_context(raw(shared, begun)))
        waited = list(pool.map(lambda link: closed_after(link, 25), silent))
        assert all(8 < seconds < 20 for seconds in waited), waited
        assert status(shared.url + "/") == 200
        assert dripping.result() < 19


def half_sent(installation, path):
    head = f"POST {path} HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    return raw(installation, head.encode() + b'{"email": "jane')


def test_r03_half_sent_bodies_block_nobody_and_are_not_waited_for(shared):
    with ExitStack() as links, ThreadPoolExecutor(4) as pool:
        senders = [links.enter_context(half_sent(shared, "/api/v1/body")) for _ in range(400)]
        answers = [httpx.post(shared.url + "/api/v1/body", content=b"a" * 70_000) for _ in range(20)]
        assert [(answer.status_code, answer.text) for answer in answers] == [(200, "70000")] * 20
        assert {status(shared.url + "/") for _ in range(20)} == {200}
        assert max(pool.map(lambda link: closed_after(link, 30), senders[:4])) < 20


def test_r03_a_reader_that_stops_is_not_waited_for(shared):
    def running():
        return re.search(r"^breachlight_requests_running (\S+)", httpx.get(shared.url + "/metrics").text, re.MULTILINE)[
            1
        ]

    with ExitStack() as links:
        for _ in range(5):
            links.enter_context(raw(shared, b"GET /api/v1/large HTTP/1.1\r\nHost: a.example\r\n\r\n"))
        wait_until(lambda: running() == "6.0")
        wait_until(lambda: running() == "1.0", seconds=60)


def test_r03_endless_headers_are_refused(shared):
    sent = 0
    with raw(shared, b"GET / HTTP/1.1\r\nHost: a.example\r\n") as link, suppress(OSError):
        for number in range(100_000):
            line = f"X-{number}: {'a' * 1000}\r\n".encode()
            link.sendall(line)
            sent += len(line)
    assert sent < 20_000_000


def test_r03_five_thousand_idle_sockets_leave_others_served(shared):
    soft = __import__("resource").getrlimit(__import__("resource").RLIMIT_NOFILE)[0]
    number = 5000 if soft > 5500 else soft - 300
    links = [raw(shared) for _ in range(number)]
    begin = time.monotonic()
    assert status(shared.url + "/") == 200
    assert time.monotonic() - begin < 5
    for link in links:
        link.close()


def test_a_large_body_over_a_living_connection_is_read(shared):
    with httpx.Client() as client:
        for size in (10, 900_000, 3):
            assert client.post(shared.url + "/body", content=b"a" * size).text == str(size)


def test_g12_a_message_over_one_mebibyte_closes_the_socket(shared):
    with connect_socket(shared.url.replace("http", "ws") + "/socket", max_size=None) as link:
        link.send("a" * 1_000_000)
        assert link.recv() == "1000000"
        link.send("a" * 1_100_000)
        with pytest.raises(ConnectionClosed) as caught:
            link.recv()
        assert caught.value.rcvd.code == 1009
