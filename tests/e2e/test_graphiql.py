"""GraphiQL: examples and schemas of both services, authorization by session and by API key, subscriptions."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pages import axe_violations, log_in
from people import new_person
from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect
from product import ORGANIZATION, Product

_CREATE_KEY = """mutation Create($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  __typename ... on CreateApiKeySuccess { token } ... on Problem { message } } }"""


@pytest.fixture
def page(open_context: Callable[..., BrowserContext]) -> Page:
    return open_context().new_page()


def _result(page: Page) -> Locator:
    return page.locator(".result-window .view-lines")


def _open_tab(page: Page, name: str) -> None:
    page.locator(".graphiql-tab", has_text=name).click()
    expect(page.locator(".graphiql-query-editor .view-lines")).to_contain_text(name)


def _execute(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Execute query")).click()


def _type(page: Page, text: str, *, editor: str = ".graphiql-query-editor") -> None:
    page.locator(f"{editor} .monaco-editor").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


@contextmanager
def _subscribed(page: Page) -> Iterator[None]:
    """Wait within until a subscription was sent over a socket that let the page in."""
    sent: list[str] = []

    def note(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("websocket", note)
    yield
    deadline = time.monotonic() + 15
    while not any('"subscribe"' in frame for frame in sent):
        assert time.monotonic() < deadline, sent
        page.wait_for_timeout(50)
    page.remove_listener("websocket", note)


def _ingest(product: Product, folder: Path, line: str) -> None:
    file = folder / "leak.txt"
    file.write_text(f"{line}\n")
    done = product.command("ingest", str(file), "--leak", f"GraphiQL {folder.name}")
    assert done.returncode == 0, done.stderr


@pytest.mark.spec("B4.4.1", "X5")
def test_every_example_runs_with_the_session_of_the_dashboard(page: Page, product: Product, tmp_path: Path) -> None:
    log_in(page, ORGANIZATION)
    page.goto("/graphql")
    expect(page.get_by_role("banner")).to_contain_text(f"your dashboard session in this browser: {ORGANIZATION}")
    for name, expected in (
        ("LatestDetections", '"alerts"'),
        ("Domains", '"acme.example"'),
        ("Statistics", '"totals"'),
    ):
        _open_tab(page, name)
        _execute(page)
        expect(_result(page)).to_contain_text(expected)
    assert axe_violations(page) == []

    _open_tab(page, "NewDetections")
    with _subscribed(page):
        _execute(page)
    _ingest(product, tmp_path, "https://vpn.acme.example/login:iris.graphiql@acme.example:invented-Heron-41-lanterns")
    expect(_result(page)).to_contain_text(re.compile(r'"portals":\s*1'))
    page.get_by_role("button", name=re.compile("^Stop query")).click()

    page.get_by_role("radio", name="Content").check()
    expect(page.get_by_role("banner")).to_contain_text("Requests need neither a login nor an API key.")
    for name, expected in (("Homepage", '"hero"'), ("LegalPages", '"termsOfUse"'), ("Languages", '"i18NLocales"')):
        _open_tab(page, name)
        _execute(page)
        expect(_result(page)).to_contain_text(expected)
    page.reload()
    expect(page.get_by_role("radio", name="Content")).to_be_checked()
    page.get_by_role("radio", name="Product").check()
    expect(page.locator(".graphiql-tab", has_text="LatestDetections")).to_be_visible()


@pytest.mark.spec("B4.4.1")
def test_an_api_key_authorizes_queries_and_subscriptions_and_is_not_stored(
    page: Page, product: Product, tmp_path: Path
) -> None:
    person = new_person(product, "graphiql")
    created = person.graphql(_CREATE_KEY, input={"name": "GraphiQL", "scopes": ["READ"]})
    page.goto("/graphql")
    expect(page.get_by_role("banner")).to_contain_text("You aren't logged in.")
    _open_tab(page, "NewDetections")
    _execute(page)
    expect(_result(page)).to_contain_text("Subscriptions need authorization.")

    page.get_by_role("button", name="Headers", exact=True).click()
    key = json.dumps({"Authorization": f"Bearer {created['token']}"})
    _type(page, key, editor=".graphiql-editor-tool .graphiql-editor:not(.hidden)")
    with _subscribed(page):
        _execute(page)
    _ingest(product, tmp_path, f"https://harbour.example/login:{person.email}:invented-Heron-41-lanterns")
    expect(_result(page)).to_contain_text(re.compile(r'"workforce":\s*1'))
    page.get_by_role("button", name=re.compile("^Stop query")).click()
    _type(page, "{ currentApiKey { name } }")
    _execute(page)
    expect(_result(page)).to_contain_text(re.compile(r'"name":\s*"GraphiQL"'))
    assert created["token"] not in page.evaluate("JSON.stringify(localStorage)")


def test_a_subscription_with_a_syntax_error_says_so(page: Page) -> None:
    page.goto("/graphql")
    page.locator(".graphiql-query-editor .view-line").first.wait_for()
    _type(page, "subscription {")  # the editor adds the closing brace
    _execute(page)
    expect(_result(page)).to_contain_text("Syntax Error: Expected Name, found '}'.")
