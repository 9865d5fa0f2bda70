"""Who is asking, found out once and only when asked; loaders that live for one operation."""

import pytest
from starlette.requests import HTTPConnection
from toy_schema import GOOD_TOKEN, Sessions, Subject, loads, toy_schema

from breachlight.graphql.context import Context, bearer_token, context_factory
from breachlight.kit.errors import UnauthenticatedError

SCHEMA = toy_schema()


def context(sessions: Sessions, token: str | None) -> Context[Subject]:
    return Context(sessions.authenticate, token=token, request_id="r", client_address="192.0.2.1")


async def test_a_token_is_not_looked_at_unless_a_resolver_asks() -> None:
    sessions = Sessions()
    result = await SCHEMA.execute("{ hello }", context_value=context(sessions, "expired"))
    assert result.data == {"hello": "world"}
    assert sessions.checks == 0


async def test_parallel_resolvers_look_at_it_once() -> None:
    sessions = Sessions()
    query = "{ " + " ".join(f"v{n}: viewer" for n in range(20)) + " }"
    result = await SCHEMA.execute(query, context_value=context(sessions, GOOD_TOKEN))
    assert result.data == {f"v{n}": "jane" for n in range(20)}
    assert sessions.checks == 1


@pytest.mark.parametrize("token", [None, "expired"])
async def test_require_subject_refuses(token: str | None) -> None:
    result = await SCHEMA.execute("{ viewer }", context_value=context(Sessions(), token))
    assert result.data is None
    assert [error.extensions for error in result.errors or []] == [{"code": "UNAUTHENTICATED"}]


async def test_optional_subject_lets_strangers_in_but_no_ended_token() -> None:
    stranger = await SCHEMA.execute("{ visitor }", context_value=context(Sessions(), None))
    assert stranger.data == {"visitor": None}
    ended = await SCHEMA.execute("{ visitor }", context_value=context(Sessions(), "expired"))
    assert [error.extensions for error in ended.errors or []] == [{"code": "UNAUTHENTICATED"}]


async def test_loaders_batch_within_an_operation_and_end_with_it() -> None:
    socket = context(Sessions(), GOOD_TOKEN)
    loads.clear()
    for _ in range(2):
        result = await SCHEMA.execute(
            "{ rows(pageSize: 3) { results { loaded } } again: rows(pageSize: 3) { results { loaded } } }",
            context_value=socket.for_operation(),
        )
        assert not result.errors
    assert loads == [[0, 1, 2], [0, 1, 2]]


async def test_operations_of_a_socket_share_the_subject() -> None:
    sessions = Sessions()
    socket = context(sessions, GOOD_TOKEN)
    await socket.authenticate_again()
    for _ in range(3):
        await SCHEMA.execute("{ viewer }", context_value=socket.for_operation())
    assert sessions.checks == 1
    sessions.alive.clear()
    with pytest.raises(UnauthenticatedError):
        await socket.authenticate_again()


def connection(kind: str = "http", **scope: object) -> HTTPConnection:
    return HTTPConnection({"type": kind, "headers": [], "query_string": b"", **scope})


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Bearer ", None),
        ("Bearer", None),
        ("Basic abc", None),
        ("abc", None),
    ],
)
def test_the_token_comes_from_the_header(header: str, token: str | None) -> None:
    assert bearer_token(connection(headers=[(b"authorization", header.encode())])) == token


def test_the_token_comes_from_nowhere_else() -> None:
    request = connection(query_string=b"token=abc&access_token=abc", headers=[(b"cookie", b"token=abc; auth=abc")])
    assert context_factory(Sessions().authenticate)(request).token is None


def test_the_factory_takes_the_request_id_of_the_application() -> None:
    make = context_factory(Sessions().authenticate)
    made = make(connection(state={"request_id": "abc"}, client=("192.0.2.7", 4), headers=[(b"user-agent", b"Lynx")]))
    assert (made.request_id, made.client_address, made.user_agent) == ("abc", "192.0.2.7", "Lynx")
    assert make(connection()).request_id != make(connection()).request_id
