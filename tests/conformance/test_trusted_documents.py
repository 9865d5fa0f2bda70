"""The documents of our own pages: sent by digest, kept in the cache, and with ``only`` all that browser sessions may run."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_schema import GOOD_TOKEN, Subject
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from breachlight.graphql.trusted_documents import TrustedDocuments, digest_of

from .conftest import Server, serve

PAGE_QUERY = "query Page {\n  hello\n}"
PAGE_COUNT = "subscription Count {\n  count\n}"
OTHER = "{ hello }"
KEY = "a-key"
ANSWER = {"data": {"hello": "world"}}
REFUSAL = "Reload the page: it belongs to another version. Tools need an API key here."
BY_DIGEST = {digest_of(text): text for text in (PAGE_QUERY, PAGE_COUNT)}


@dataclass
class Asking:
    """Somebody who asks a server over HTTP."""

    server: Server
    headers: dict[str, str] = field(default_factory=dict)

    def post(self, **body: Any) -> httpx.Response:
        return httpx.post(self.server.url, json=body, headers=self.headers, timeout=20)

    def digest(self, text: str, **more: Any) -> httpx.Response:
        return self.post(**with_digest(digest_of(text)), **more)


def with_digest(digest: object, version: object = 1) -> dict[str, Any]:
    return {"extensions": {"persistedQuery": {"version": version, "sha256Hash": digest}}}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def code(response: httpx.Response) -> str:
    (error,) = response.json()["errors"]
    return str(error["extensions"]["code"])


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The list of a built client."""
    path = tmp_path_factory.mktemp("client") / "trusted-documents.json"
    operations = [{"id": digest, "name": "", "type": "", "body": text} for digest, text in BY_DIGEST.items()]
    path.write_text(json.dumps({"format": "apollo-persisted-query-manifest", "version": 1, "operations": operations}))
    return path


@pytest.fixture(scope="module")
def open_server(listed: Path) -> Iterator[Server]:
    yield from serve(trusted=TrustedDocuments.read(listed))


@pytest.fixture(scope="module")
def strict(listed: Path) -> Iterator[Server]:
    for server in serve(trusted=TrustedDocuments.read(listed, is_exclusive=True, has_graphiql=True)):
        server.sessions.alive[KEY] = Subject("tool", is_api_key=True)
        yield server


@pytest.fixture(scope="module")
def strict_without_graphiql(listed: Path) -> Iterator[Server]:
    yield from serve(trusted=TrustedDocuments.read(listed, is_exclusive=True))


def test_a_digest_stands_for_its_document(open_server: Server) -> None:
    assert Asking(open_server).digest(PAGE_QUERY, operationName="Page").json() == ANSWER
    extensions = json.dumps(with_digest(digest_of(PAGE_QUERY))["extensions"])
    assert httpx.get(open_server.url, params={"extensions": extensions}, timeout=20).json() == ANSWER


def test_an_unknown_digest_asks_for_the_text_and_is_not_learnt(open_server: Server) -> None:
    asking = Asking(open_server)
    for _ in range(2):
        unknown = asking.digest(OTHER)
        assert (unknown.status_code, code(unknown)) == (400, "PERSISTED_QUERY_NOT_FOUND")
        assert unknown.json()["errors"][0]["message"] == "PersistedQueryNotFound"
        assert asking.digest(OTHER, query=OTHER).json() == ANSWER


def test_a_digest_of_another_text_is_refused(open_server: Server) -> None:
    wrong = Asking(open_server).digest(PAGE_QUERY, query=OTHER)
    assert (wrong.status_code, code(wrong)) == (400, "BAD_REQUEST")


@pytest.mark.parametrize("named", [7, "text", [], {}, {"version": 2, "sha256Hash": "0"}, {"version": 1}])
def test_a_malformed_digest_is_refused(open_server: Server, named: object) -> None:
    wrong = Asking(open_server).post(extensions={"persistedQuery": named})
    assert (wrong.status_code, code(wrong)) == (400, "BAD_REQUEST")


def test_off_anybody_may_send_any_document(open_server: Server) -> None:
    assert Asking(open_server).post(query=OTHER).json() == ANSWER


@pytest.mark.parametrize("headers", [{}, bearer(GOOD_TOKEN), {"breachlight-client": "curl"}])
def test_only_refuses_other_documents_of_browser_sessions(strict: Server, headers: dict[str, str]) -> None:
    asking = Asking(strict, headers)
    refused = asking.post(query=OTHER)
    assert (refused.status_code, code(refused)) == (200, "DOCUMENT_NOT_TRUSTED")
    assert refused.json()["errors"][0]["message"] == REFUSAL
    assert "data" not in refused.json()
    # What a page of another version does: it sends the text after its digest.
    assert code(asking.digest(OTHER)) == "PERSISTED_QUERY_NOT_FOUND"
    assert code(asking.digest(OTHER, query=OTHER)) == "DOCUMENT_NOT_TRUSTED"


@pytest.mark.parametrize("headers", [{}, bearer(GOOD_TOKEN)])
def test_only_runs_our_own_documents_by_digest_and_by_text(strict: Server, headers: dict[str, str]) -> None:
    asking = Asking(strict, headers)
    assert asking.digest(PAGE_QUERY).json() == ANSWER
    # Without a digest: browsers compute none on http:// addresses other than localhost.
    assert asking.post(query=PAGE_QUERY).json() == ANSWER


@pytest.mark.parametrize("headers", [bearer(KEY), {"breachlight-client": "graphiql"}])
def test_only_lets_keys_and_graphiql_send_any_document(strict: Server, headers: dict[str, str]) -> None:
    assert Asking(strict, headers).post(query=OTHER).json() == ANSWER


def test_only_knows_no_graphiql_where_it_is_off(strict_without_graphiql: Server) -> None:
    asking = Asking(strict_without_graphiql, {"breachlight-client": "graphiql"})
    assert code(asking.post(query=OTHER)) == "DOCUMENT_NOT_TRUSTED"
    assert asking.post(query=PAGE_QUERY).json() == ANSWER


def test_only_takes_no_invalid_key_for_one(strict: Server) -> None:
    assert code(Asking(strict, bearer("bl_invented")).post(query=OTHER)) == "UNAUTHENTICATED"


@given(text=st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_only_runs_nothing_that_is_not_listed(strict: Server, text: str) -> None:
    answer = Asking(strict, bearer(GOOD_TOKEN)).post(query=text).json()
    assert "data" not in answer


def ask_socket(server: Server, init: dict[str, object], query: str) -> Any:
    with connect(server.socket_url, subprotocols=[Subprotocol("graphql-transport-ws")]) as socket:
        socket.send(json.dumps({"type": "connection_init", "payload": init}))
        assert json.loads(socket.recv(timeout=5)) == {"type": "connection_ack"}
        socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": query}}))
        return json.loads(socket.recv(timeout=5))


def test_only_holds_on_sockets_too(strict: Server) -> None:
    other = "subscription { count }"
    assert ask_socket(strict, {"token": GOOD_TOKEN}, PAGE_COUNT)["payload"] == {"data": {"count": 0}}
    refused = ask_socket(strict, {"token": GOOD_TOKEN}, other)
    assert refused["type"] == "error"
    assert refused["payload"][0]["extensions"]["code"] == "DOCUMENT_NOT_TRUSTED"
    for init in ({"token": KEY}, {"token": GOOD_TOKEN, "client": "graphiql"}):
        assert ask_socket(strict, init, other)["payload"] == {"data": {"count": 0}}


def test_a_client_that_is_not_built_has_no_documents(tmp_path: Path) -> None:
    assert not TrustedDocuments.read(tmp_path / "missing.json").by_digest
