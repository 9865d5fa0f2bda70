"""graphql-transport-ws against hostile clients (hostile-inputs G12), frame by frame."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from socket import SHUT_RDWR
from typing import Any

import httpx
import pytest
from toy_schema import CANARY, GOOD_TOKEN, Feed, Subject
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from breachlight.kit import clock

from .conftest import LIMITS, PUBLIC_URL, Server

PROTOCOL = Subprotocol("graphql-transport-ws")


def eventually(check: Callable[[], bool], seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def clean(server: Server) -> Iterator[None]:
    """After each test no socket and no source is left, and the next socket works."""

    def reset() -> None:
        server.sessions.alive = {GOOD_TOKEN: Subject("jane")}
        server.sessions.away = False

    reset()
    yield
    reset()
    eventually(lambda: server.sockets.connections == 0)
    eventually(lambda: Feed.open == 0)
    with opened(server) as socket:
        assert ask(socket, "{ hello }") == {"data": {"hello": "world"}}


def dial(server: Server, **options: Any) -> ClientConnection:
    return connect(server.socket_url, **({"subprotocols": [PROTOCOL]} | options))


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(socket: ClientConnection) -> Any:
    frame = socket.recv(timeout=5)
    assert isinstance(frame, str), "browsers get binary frames as a Blob"
    return json.loads(frame)


@contextmanager
def opened(server: Server, payload: Any = None) -> Iterator[ClientConnection]:
    """A socket that has been let in."""
    with dial(server) as socket:
        say(socket, type="connection_init", payload=payload or {"token": GOOD_TOKEN})
        assert hear(socket) == {"type": "connection_ack"}
        yield socket


def subscribe(socket: ClientConnection, query: str, id: str = "1", **more: Any) -> None:  # noqa: A002 -- its name in the protocol
    say(socket, id=id, type="subscribe", payload={"query": query} | more)


def ask(socket: ClientConnection, query: str, **more: Any) -> Any:
    subscribe(socket, query, **more)
    message = hear(socket)
    assert (message["type"], message["id"]) == ("next", "1")
    assert hear(socket) == {"id": "1", "type": "complete"}
    return message["payload"]


def closed_with(socket: ClientConnection) -> int:
    """Read until the server closes, and return its code."""
    try:
        for _ in range(10_000):
            socket.recv(timeout=5)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    pytest.fail("the socket stayed open")


def test_operations_of_all_kinds(server: Server) -> None:
    with opened(server) as socket:
        assert ask(socket, "query ($n: Int!) { double(number: $n) }", variables={"n": 4}) == {"data": {"double": 8}}
        assert ask(socket, "{ viewer }") == {"data": {"viewer": "jane"}}
        subscribe(socket, "subscription { me }", "2")
        assert hear(socket)["payload"] == {"data": {"me": "jane"}}
        assert hear(socket) == {"id": "2", "type": "complete"}
        say(socket, type="ping", payload={"anything": 1})
        assert hear(socket) == {"type": "pong"}
        say(socket, type="pong")
        say(socket, type="complete", id="unknown")


def test_the_token_may_come_as_a_header_would(server: Server) -> None:
    with opened(server, {"Authorization": f"Bearer {GOOD_TOKEN}"}) as socket:
        assert ask(socket, "{ viewer }") == {"data": {"viewer": "jane"}}


@pytest.mark.parametrize(
    "payload",
    [{}, None, {"token": "expired"}, {"token": 7}, {"token": ""}, {"Authorization": "Basic x"}, {"Authorization": []}],
)
def test_g12_a_socket_without_a_good_token_is_4403(server: Server, payload: Any) -> None:
    with dial(server) as socket:
        say(socket, type="connection_init", **({} if payload is None else {"payload": payload}))
        assert closed_with(socket) == 4403


def test_an_unavailable_session_store_is_1013(server: Server) -> None:
    server.sessions.away = True
    with dial(server) as socket:
        say(socket, type="connection_init", payload={"token": GOOD_TOKEN})
        assert closed_with(socket) == 1013


def test_a_fault_during_authentication_is_1011_and_masked(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    with dial(server) as socket:
        say(socket, type="connection_init", payload={"token": "poison"})
        assert closed_with(socket) == 1011
    out = capfd.readouterr()
    assert "graphql_fault" in out.out + out.err
    assert CANARY not in out.out + out.err


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_g12_pages_of_other_sites(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        dial(server, additional_headers={"Origin": origin})
    assert caught.value.response.status_code == 403
    with dial(server, additional_headers={"Origin": PUBLIC_URL}):
        pass


@pytest.mark.parametrize("subprotocols", [["graphql-ws"], ["soap"], None])
def test_g12_other_protocols_are_4406(server: Server, subprotocols: list[str] | None) -> None:
    with dial(server, subprotocols=subprotocols) as socket:
        assert closed_with(socket) == 4406


@pytest.mark.parametrize(
    "frame",
    [
        "[]",
        '"text"',
        "7",
        "null",
        "true",
        "not json",
        "",
        "{}",
        '{"type": 7}',
        '{"type": ["subscribe"]}',
        '{"type": "start"}',
        '{"type": "connection_init", "payload": [1]}',
        '{"type": "connection_init", "payload": "x"}',
        '{"type": "ping", "type": "pong"}',
        '{"type": "ping", "payload": NaN}',
        '{"type": "ping", "payload": ' + "[" * 500 + "]" * 500 + "}",
        '{"type": "subscribe"}',
        '{"type": "complete"}',
        '{"type": "complete", "id": ["1"]}',
        '{"type": "subscribe", "id": 1, "payload": {"query": "{ hello }"}}',
        '{"type": "subscribe", "id": {}, "payload": {"query": "{ hello }"}}',
        '{"type": "subscribe", "id": "", "payload": {"query": "{ hello }"}}',
        '{"type": "subscribe", "id": "1", "payload": "{ hello }"}',
        '{"type": "subscribe", "id": "1", "payload": {"query": 7}}',
        '{"type": "subscribe", "id": "1", "payload": {"query": "{ hello }", "variables": []}}',
        '{"type": "subscribe", "id": "1", "payload": {"query": "{ hello }", "operationName": 5}}',
        b'{"type": "ping"}',
        b"\xff\xfe",
    ],
)
def test_g12_frames_that_are_no_messages_are_4400(
    server: Server, capfd: pytest.CaptureFixture[str], frame: str | bytes
) -> None:
    with opened(server) as socket:
        socket.send(frame)
        # A second connection_init ends in 4400 for its payload before its being second is looked at.
        assert closed_with(socket) == 4400
    with dial(server) as socket:
        socket.send(frame)
        assert closed_with(socket) == 4400
    out = capfd.readouterr()
    assert "Traceback" not in out.out + out.err


def test_g12_a_frame_that_is_too_long_is_1009(server: Server) -> None:
    with opened(server) as socket:
        socket.send(json.dumps({"type": "ping", "payload": {"x": "x" * LIMITS.frame_characters}}))
        assert closed_with(socket) == 1009


def test_g12_speaking_before_being_let_in_is_4401(server: Server) -> None:
    with dial(server) as socket:
        subscribe(socket, "{ hello }")
        assert closed_with(socket) == 4401


def test_g12_a_second_initialisation_is_4429(server: Server) -> None:
    with opened(server) as socket:
        say(socket, type="connection_init", payload={"token": GOOD_TOKEN})
        assert closed_with(socket) == 4429


def test_g12_an_id_in_use_is_4409(server: Server) -> None:
    with opened(server) as socket:
        subscribe(socket, "subscription { never }")
        subscribe(socket, "subscription { never }")
        assert closed_with(socket) == 4409


def test_g12_a_silent_socket_is_4408(server: Server) -> None:
    with dial(server) as socket:
        started = time.monotonic()
        assert closed_with(socket) == 4408
        assert time.monotonic() - started >= LIMITS.initialisation_seconds * 0.9


def test_an_id_can_be_used_again_after_its_end(server: Server) -> None:
    with opened(server) as socket:
        for _ in range(3):
            subscribe(socket, "subscription { never }")
            eventually(lambda: Feed.open == 1)
            say(socket, type="complete", id="1")
            eventually(lambda: Feed.open == 0)
        assert ask(socket, "{ hello }") == {"data": {"hello": "world"}}


def test_g12_operations_on_one_socket_are_bounded(server: Server) -> None:
    with opened(server) as socket:
        for number in range(LIMITS.operations):
            subscribe(socket, "subscription { never }", str(number))
        subscribe(socket, "subscription { never }", "too many")
        message = hear(socket)
        assert (message["type"], message["id"]) == ("error", "too many")
        eventually(lambda: Feed.open == LIMITS.operations)
        say(socket, type="complete", id="1")
        eventually(lambda: Feed.open == LIMITS.operations - 1)
        assert ask(socket, "{ hello }") == {"data": {"hello": "world"}}


def test_g12_a_source_that_never_waits_does_not_starve_the_reader(server: Server) -> None:
    with opened(server) as socket:
        Feed.yielded = 0
        subscribe(socket, "subscription { busy }")
        for _ in range(3):
            assert hear(socket)["type"] == "next"
        say(socket, type="complete", id="1")
        say(socket, type="ping")
        for _ in range(5_000):
            if hear(socket) == {"type": "pong"}:
                break
        else:
            pytest.fail("the ping was not read")
        eventually(lambda: Feed.open == 0)


def test_errors_of_the_request_come_as_error_messages(server: Server) -> None:
    with opened(server) as socket:
        for query, code in (
            ("{", "GRAPHQL_PARSE_FAILED"),
            ("{ " + "x" * 200 + "(", "GRAPHQL_PARSE_FAILED"),
            ("{ nonsense }", "GRAPHQL_VALIDATION_FAILED"),
            ("{ " + " ".join(f"a{n}: hello" for n in range(31)) + "}", "QUERY_TOO_COMPLEX"),
            ("query A { hello } query B { hello }", "BAD_USER_INPUT"),
            ("", "BAD_USER_INPUT"),
        ):
            subscribe(socket, query)
            message = hear(socket)
            assert (message["type"], message["id"]) == ("error", "1"), message
            assert [error["extensions"]["code"] for error in message["payload"]] == [code]
        assert ask(socket, "{ hello }") == {"data": {"hello": "world"}}


@pytest.mark.parametrize(
    "query",
    [
        "{",
        "{}",
        "query { hello {} }",
        "subscription {",
        "subscription {}",
        "subscription S { }",
        "subscription { count(to: ) }",
    ],
)
def test_a_syntax_error_is_the_same_as_over_http(server: Server, query: str) -> None:
    over_http = httpx.post(server.url, json={"query": query}).json()["errors"]
    assert [error["extensions"] for error in over_http] == [{"code": "GRAPHQL_PARSE_FAILED"}]
    assert over_http[0]["message"].startswith("Syntax Error: ")
    with opened(server) as socket:
        subscribe(socket, query)
        assert hear(socket) == {"id": "1", "type": "error", "payload": over_http}


def test_g11_faults_on_a_socket_are_masked(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    with opened(server) as socket:
        subscribe(socket, "subscription { failing }")
        assert hear(socket)["payload"] == {"data": {"failing": 1}}
        message = hear(socket)
        assert message["payload"]["errors"][0]["message"] == "Internal error"
        assert hear(socket)["type"] == "complete"
        assert ask(socket, "{ broken }")["errors"][0]["extensions"]["code"] == "INTERNAL"
    out = capfd.readouterr()
    assert (out.out + out.err).count("graphql_fault") == 2
    assert CANARY not in out.out + out.err


def test_g12_a_logout_ends_the_socket(server: Server) -> None:
    with opened(server) as socket:
        subscribe(socket, "subscription { never }")
        eventually(lambda: Feed.open == 1)
        server.sessions.alive.clear()
        assert closed_with(socket) == 4403
        eventually(lambda: Feed.open == 0)


def test_g12_the_end_of_the_token_ends_the_socket(server: Server) -> None:
    server.sessions.alive["short"] = Subject("jane", clock.now() + timedelta(seconds=0.05))
    with opened(server, {"token": "short"}) as socket:
        del server.sessions.alive["short"]
        started = time.monotonic()
        assert closed_with(socket) == 4403
        assert time.monotonic() - started < LIMITS.recheck_seconds


def test_a_briefly_unavailable_session_store_ends_no_socket(server: Server) -> None:
    with opened(server) as socket:
        server.sessions.away = True
        checks = server.sessions.checks
        eventually(lambda: server.sessions.checks > checks + 1)
        server.sessions.away = False
        assert ask(socket, "{ viewer }") == {"data": {"viewer": "jane"}}


def test_g12_sockets_are_bounded_per_address_and_process(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(LIMITS.connections_per_address):
            stack.enter_context(opened(server))
        with pytest.raises(InvalidStatus) as caught:
            dial(server)
        assert caught.value.response.status_code == 429
        assert caught.value.response.headers["Retry-After"] == "10"
        assert server.sockets.connections == LIMITS.connections_per_address
        # Other addresses have taken the rest of what the process serves.
        server.sockets._connections["192.0.2.9"] = LIMITS.connections - LIMITS.connections_per_address
        with pytest.raises(InvalidStatus) as caught:
            dial(server)
        assert caught.value.response.status_code == 503
        del server.sockets._connections["192.0.2.9"]


def test_g12_a_client_that_vanishes_leaves_nothing(server: Server) -> None:
    for _ in range(5):
        with opened(server) as socket:
            subscribe(socket, "subscription { busy }", "1")
            subscribe(socket, "subscription { never }", "2")
            hear(socket)
            socket.socket.shutdown(SHUT_RDWR)
    eventually(lambda: server.sockets.connections == 0)
    eventually(lambda: Feed.open == 0)
