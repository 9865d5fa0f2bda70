"""GraphQL over HTTP against hostile requests (hostile-inputs G03-G06, G10, G11, R01-R03, R10)."""

import gzip
import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from toy_schema import CANARY, GOOD_TOKEN, effects

from breachlight.graphql import view

from .conftest import PUBLIC_URL, Server

JSON = "application/json"
RESPONSE = "application/graphql-response+json"
ORDER = 'mutation { order(input: {name: "by request", amount: 1}) { __typename } }'


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=20) as made:
        yield made
        # Whatever was sent, the next request works.
        assert made.post("/graphql", json={"query": "{ hello }"}).json() == {"data": {"hello": "world"}}


@pytest.fixture
def closed(closed_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{closed_server.port}", timeout=20) as made:
        yield made


def post(client: httpx.Client, body: Any, accept: str = RESPONSE, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/graphql", content=content, headers={"Content-Type": JSON, "Accept": accept} | named)


def refused(response: httpx.Response, status: int) -> Any:
    """Check the form of a refusal and return its error."""
    assert response.status_code == status, response.text
    assert response.headers["cache-control"] == "no-store"
    body = response.json()
    assert set(body) == {"errors"}
    assert len(body["errors"]) == 1
    return body["errors"][0]


def test_an_answer_is_json_without_store(client: httpx.Client) -> None:
    response = post(client, {"query": "{ hello }"})
    assert response.headers["content-type"] == "application/graphql-response+json; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"
    assert response.content == b'{"data":{"hello":"world"}}'


@pytest.mark.parametrize(
    ("accept", "answered"),
    [
        (f"{RESPONSE},{JSON};q=0.9", RESPONSE),
        (f"{JSON}, {RESPONSE};q=0.5", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        ("text/html, */*;q=0.1", JSON),
        (f"{RESPONSE};charset=utf-8", RESPONSE),
        ("", JSON),
        (f"{JSON};q=broken", JSON),
    ],
)
def test_the_media_type_is_the_one_asked_for(client: httpx.Client, accept: str, answered: str) -> None:
    assert post(client, {"query": "{ hello }"}, accept).headers["content-type"].startswith(answered + ";")


@pytest.mark.parametrize("accept", ["text/html", "image/png", f"{JSON};q=0", "text/event-stream"])
def test_a_media_type_that_is_not_served_is_406(client: httpx.Client, accept: str) -> None:
    refused(post(client, {"query": "{ hello }"}, accept), 406)


@pytest.mark.spec("B4.4.2")
def test_queries_by_get(client: httpx.Client) -> None:
    params = {"query": "query A($n: Int!) { double(number: $n) } query B { hello }", "variables": '{"n": 4}'}
    response = client.get("/graphql", params=params | {"operationName": "A"})
    assert response.json() == {"data": {"double": 8}}
    assert (
        client.get("/graphql", params={"query": "{ hello }", "variables": "", "operationName": ""}).status_code == 200
    )


def test_the_token_is_taken_from_the_header_only(client: httpx.Client) -> None:
    body = {"query": "{ visitor }", "token": GOOD_TOKEN, "extensions": {"token": GOOD_TOKEN}}
    assert post(client, body, Cookie=f"token={GOOD_TOKEN}").json() == {"data": {"visitor": None}}
    inside = client.get("/graphql", params={"query": "{ visitor }", "token": GOOD_TOKEN, "access_token": GOOD_TOKEN})
    assert inside.json() == {"data": {"visitor": None}}
    assert post(client, body, Authorization=f"Bearer {GOOD_TOKEN}").json() == {"data": {"visitor": "jane"}}


def test_g03_an_array_of_operations(client: httpx.Client) -> None:
    effects.clear()
    for batch in ([{"query": ORDER}] * 100, [{"query": ORDER}], []):
        assert "Batches" in refused(post(client, batch), 400)["message"]
    assert effects == []


@pytest.mark.parametrize("name", ["C", "", None, 7])
def test_g03_several_operations_and_no_right_name(client: httpx.Client, name: object) -> None:
    for query in (
        "query A { hello } query B { hello }",
        ORDER.replace("mutation", "mutation A") + " query B { hello }",
    ):
        effects.clear()
        response = post(client, {"query": query, "operationName": name})
        refused(response, 400)
        assert effects == []


@pytest.mark.spec("B4.4.1")
def test_g04_production_hides_schema_page_and_hints(closed: httpx.Client) -> None:
    for query in (
        "{ __schema { types { name } } }",
        '{ __type(name: "Query") { name } }',
        "{ helo }",
        "{ hello { x } }",
    ):
        response = post(closed, {"query": query})
        assert response.status_code == 400
        assert "Did you mean" not in response.text
        assert "data" not in response.json()
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    refused(closed.get("/graphql", headers=browser), 404)
    assert post(closed, {"query": "{ __typename }"}).json() == {"data": {"__typename": "Query"}}


def test_graphiql_is_served_to_browsers_when_it_is_on(client: httpx.Client) -> None:
    page = client.get("/graphql", headers={"Accept": "text/html", "Sec-Fetch-Site": "cross-site"})
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert "GraphiQL" in page.text
    refused(client.get("/graphql", headers={"Accept": JSON}), 400)


def test_g05_a_mutation_by_get_has_no_effect(client: httpx.Client) -> None:
    effects.clear()
    response = client.get("/graphql", params={"query": ORDER})
    refused(response, 405)
    assert response.headers["allow"] == "POST"
    assert effects == []


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/graphql",
        "",
        "application/json; charset=utf-16",
        "application/jsonp",
        "text/plain; application/json",
    ],
)
def test_g05_other_content_types_have_no_effect(client: httpx.Client, content_type: str) -> None:
    effects.clear()
    refused(post(client, {"query": ORDER}, Content_Type=content_type), 415)
    assert effects == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"])
def test_r08_other_methods(client: httpx.Client, method: str) -> None:
    response = client.request(method, "/graphql", json={"query": ORDER})
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, POST"


@pytest.mark.spec("B4.4.2")
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://breachlight.example"])
def test_g12_pages_of_other_sites(client: httpx.Client, origin: str) -> None:
    effects.clear()
    refused(post(client, {"query": ORDER}, Origin=origin, Host=origin.removeprefix("https://")), 403)
    refused(client.get("/graphql", params={"query": "{ hello }"}, headers={"Origin": origin}), 403)
    refused(client.get("/graphql", params={"query": "{ hello }"}, headers={"Sec-Fetch-Site": "cross-site"}), 403)
    assert effects == []
    own = post(client, {"query": "{ hello }"}, Origin=PUBLIC_URL)
    assert own.status_code == 200
    assert "access-control-allow-origin" not in own.headers


def test_g06_two_hundred_logins_in_one_request(client: httpx.Client) -> None:
    effects.clear()
    fields = " ".join(f'a{n}: login(password: "guess {n}")' for n in range(200))
    assert refused(post(client, {"query": f"mutation {{ {fields} }}"}), 400)["extensions"] == {
        "code": "QUERY_TOO_COMPLEX"
    }
    assert effects == []


@pytest.mark.parametrize("levels", [18, 60])
def test_g01_fragment_bomb_gets_one_error(client: httpx.Client, levels: int) -> None:
    fragments = " ".join(f"fragment F{n} on Row {{ ...F{n + 1} ...F{n + 1} }}" for n in range(levels))
    query = f"{{ row(id: 1) {{ ...F0 }} }} {fragments} fragment F{levels} on Row {{ id }}"
    refused(post(client, {"query": query}), 400)


def test_g02_a_document_of_one_megabyte(client: httpx.Client) -> None:
    refused(post(client, {"query": "{ hello " + "a" * 1_000_000 + " }"}), 400)
    refused(post(client, {"query": "{ " + "a " * 200_000 + " }"}), 400)


@pytest.mark.parametrize(
    "variables",
    ['{"n": 9223372036854775808}', '{"n": 1e400}', '{"n": ' + "[" * 10_000 + "]" * 10_000 + "}", '{"n": NaN}'],
)
def test_g10_numbers_and_depths_that_json_readers_disagree_on(client: httpx.Client, variables: str) -> None:
    query = "query ($n: Int!) { double(number: $n) }"
    body = f'{{"query": "{query}", "variables": {variables}}}'.encode()
    for accept in (JSON, RESPONSE):
        assert refused(post(client, body, accept), 400)["extensions"] == {"code": "BAD_REQUEST"}
    refused(client.get(f"/graphql?query={quote(query)}&variables={quote(variables[:4000])}"), 400)


@pytest.mark.parametrize("value", [2**31, 1.5, "7", True, None, [1, [2]], {"a": 1}, 2**63 - 1])
def test_g10_variables_of_the_wrong_type(client: httpx.Client, value: object) -> None:
    body = {"query": "query ($n: Int!) { double(number: $n) }", "variables": {"n": value}}
    if value == [1, [2]]:
        assert refused(post(client, body), 400)["extensions"] == {"code": "BAD_USER_INPUT"}
        return
    assert refused(post(client, body), 400)["extensions"] == {"code": "BAD_USER_INPUT"}


@pytest.mark.parametrize(
    "body",
    [
        {"query": 7},
        {"query": None},
        {"query": ["{ hello }"]},
        {},
        {"query": "{ hello }", "variables": []},
        {"query": "{ hello }", "variables": "{}"},
        {"query": "{ hello }", "operationName": 1},
        {"query": "{ hello }", "extensions": [1]},
        "text",
        None,
        5,
        {"query": ""},
        {"query": "   "},
        {"query": "# nothing"},
    ],
)
def test_g10_parameters_of_the_wrong_kind(client: httpx.Client, body: object) -> None:
    refused(post(client, body), 400)


def test_g11_a_fault_is_masked_and_partial_data_kept(client: httpx.Client, capfd: pytest.CaptureFixture[str]) -> None:
    response = post(client, {"query": "{ hello broken }"})
    assert response.status_code == 200
    body = response.json()
    assert body["data"] == {"hello": "world", "broken": None}
    [error] = body["errors"]
    assert error["message"] == "Internal error"
    assert set(error["extensions"]) == {"code", "id"}
    out = capfd.readouterr()
    assert error["extensions"]["id"] in out.out + out.err
    assert CANARY not in out.out + out.err + response.text


def test_g11_a_null_root_is_data_and_not_a_bad_request(client: httpx.Client) -> None:
    response = post(client, {"query": "{ brokenRoot }"})
    assert response.status_code == 200
    assert response.json()["data"] is None


def test_g11_a_fault_outside_of_resolvers_is_500_with_an_id(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def encode(body: Any) -> bytes:
        if "double" in str(body):
            raise TypeError(CANARY)
        return json.dumps(body).encode()

    monkeypatch.setattr(view.json, "encode", encode)
    error = refused(post(client, {"query": "{ double(number: 1) }"}), 500)
    assert error["message"] == "Internal error"
    assert error["extensions"]["code"] == "INTERNAL"
    out = capfd.readouterr()
    assert error["extensions"]["id"] in out.out + out.err
    assert CANARY not in out.out + out.err


@pytest.mark.parametrize(
    "body",
    [
        b'{"query": "{ hello }", "query": "mutation { x }"}',
        b'{"query": "{ hello }", "variables": {"a": 1, "a": 2}}',
        b'{"query": "{ hello \xff }"}',
        b'\xef\xbb\xbf{"query": "{ hello }"}',
        '{"query": "{ hello }"}'.encode("utf-16"),
        b'{"query": "{ hello }", "variables": {"a": NaN}}',
        b'{"query": "{ hello }"} garbage',
        b'{"query": "{ hello }"}{"query": "{ hello }"}',
        b'{"query": "{ hello }", "variables": {"a": "\\u0000"}}',
        b"",
    ],
)
def test_r01_bodies_that_two_readers_would_read_differently(client: httpx.Client, body: bytes) -> None:
    refused(post(client, body), 400)


def test_r10_repeated_parameters(client: httpx.Client) -> None:
    for twice in ("query=%7Bhello%7D&query=%7Bhello%7D", "query=%7Bhello%7D&variables=%7B%7D&variables=%7B%7D"):
        assert "twice" in refused(client.get(f"/graphql?{twice}"), 400)["message"]


def test_subscriptions_are_pointed_to_the_socket(client: httpx.Client) -> None:
    error = refused(post(client, {"query": "subscription { count }"}), 400)
    assert "graphql-transport-ws" in error["message"]


def raw(server: Server, head: str, *chunks: bytes) -> tuple[bytes, int]:
    """Send a request by hand; return the answer and how many bytes of the body went out before it came."""
    sent = 0
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\n{head}\r\n\r\n".encode())
        connection.setblocking(False)
        answer = b""
        for chunk in chunks:
            deadline = time.monotonic() + 10
            view_of = memoryview(chunk)
            while view_of and not answer and time.monotonic() < deadline:
                try:
                    count = connection.send(view_of)
                    view_of = view_of[count:]
                    sent += count
                except BlockingIOError:
                    time.sleep(0.001)
                except (BrokenPipeError, ConnectionResetError):
                    break
                try:
                    answer = connection.recv(65536)
                except BlockingIOError:
                    pass
            if answer:
                break
        connection.settimeout(10)
        if not answer:
            answer = connection.recv(65536)
    return answer, sent


def test_r02_a_body_that_says_it_is_too_long_is_refused_unread(server: Server, client: httpx.Client) -> None:
    for length in ("104857600", "1048577", "9" * 18):
        answer, sent = raw(server, f"Content-Length: {length}")
        assert answer.startswith(b"HTTP/1.1 413 "), answer
        assert b"connection: close" in answer.lower()
        assert sent == 0


def test_r02_a_chunked_body_is_refused_once_it_is_too_long(server: Server, client: httpx.Client) -> None:
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    answer, sent = raw(server, "Transfer-Encoding: chunked", *[chunk] * 1600)
    assert answer.startswith(b"HTTP/1.1 413 "), answer
    assert sent < 16 * 1_048_576


def test_r02_a_compressed_body_is_not_unpacked(client: httpx.Client) -> None:
    packed = gzip.compress(b'{"query": "{ hello }", "x": "' + b" " * 10_000_000 + b'"}')
    refused(post(client, packed, Content_Encoding="gzip"), 415)


def test_r02_the_longest_body_passes(client: httpx.Client) -> None:
    body = b'{"query": "{ hello }", "extensions": {"x": "'
    body += b"x" * (view.MAXIMUM_BODY_BYTES - len(body) - 3) + b'"}}'
    assert len(body) == view.MAXIMUM_BODY_BYTES
    assert post(client, body).status_code == 200
    refused(post(client, body + b" "), 413)


def test_r03_a_body_that_does_not_come(server: Server, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "BODY_SECONDS", 0.2)
    answer, _ = raw(server, "Content-Length: 100")
    assert answer.startswith(b"HTTP/1.1 408 "), answer
    answer, _ = raw(server, "Transfer-Encoding: chunked", b'5\r\n{"que\r\n')
    assert answer.startswith(b"HTTP/1.1 408 "), answer
