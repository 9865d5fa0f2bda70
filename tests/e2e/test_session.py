"""The session in real tabs: it follows login and logout, survives hostile storage, renews itself and ends."""

import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from pages import PORTALS, WORKFORCE, log_in
from playwright.sync_api import BrowserContext, Page, Request, expect
from product import AS_GRAPHIQL, INDIVIDUAL, Product

OpenContext = Callable[..., BrowserContext]

LOGIN_HEADING = "Log in to Breachlight"


def stored_session(page: Page) -> dict[str, Any] | None:
    session: dict[str, Any] | None = json.loads(page.evaluate("localStorage.getItem('auth')") or "null")
    return session


def store(page: Page, session: str) -> None:
    """Write the session as one tab would for all others, and tell this one too."""
    page.evaluate(
        """session => {
            localStorage.setItem('auth', session);
            localStorage.setItem('auth_changed', crypto.randomUUID());
            dispatchEvent(new StorageEvent('storage', { key: 'auth' }));
        }""",
        session,
    )


def ask_as(page: Page, token: str, query: str) -> str:
    """Return the server's answer to an access token."""
    headers = {"authorization": f"Bearer {token}"} | AS_GRAPHIQL
    return page.request.post("/graphql", data={"query": query}, headers=headers).text()


def in_seconds(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


@pytest.mark.spec("S4.4")
def test_tabs_follow_log_in_and_log_out(open_context: OpenContext) -> None:
    context = open_context()
    first, second = context.new_page(), context.new_page()
    second.goto("/#/dashboard/alerts-domain?state=all")
    expect(second.get_by_role("heading", level=1, name=LOGIN_HEADING)).to_be_visible()
    expect(second).to_have_url(re.compile(re.escape(urlencode({"return": "/dashboard/alerts-domain?state=all"}))))

    first.bring_to_front()
    log_in(first, INDIVIDUAL)
    expect(first.get_by_text("Login successful")).to_be_visible()
    expect(second.get_by_role("heading", level=1, name=PORTALS)).to_be_visible()
    expect(second).to_have_url(re.compile(r"#/dashboard/alerts-domain\?state=all$"))
    token = (stored_session(first) or {})["tokens"]["auth_token"]

    first.bring_to_front()  # a tab in the background draws twice a second
    first.get_by_role("button", name="Account menu").click()
    first.get_by_role("menuitem", name="Logout").click()
    for page in (first, second):
        expect(page.get_by_role("heading", level=1, name=LOGIN_HEADING)).to_be_visible()
    assert stored_session(first) is None
    # The server has ended the session too: the old token is good for nothing.
    deadline = time.monotonic() + 5
    while "UNAUTHENTICATED" not in (answer := ask_as(first, token, "{ viewer { user { email } } }")):
        assert time.monotonic() < deadline, answer
        first.wait_for_timeout(100)


@pytest.mark.spec("S2.40")
@pytest.mark.parametrize(
    ("wanted", "destination"),
    [
        ("/dashboard/alerts-domain?state=all", "/dashboard/alerts-domain?state=all"),
        ("//evil.example", "/dashboard"),
        ("/\\evil.example", "/dashboard"),
        ("javascript:alert(1)", "/dashboard"),
        ("%2F%2Fevil.example", "/dashboard"),
        ("https://evil.example", "/dashboard"),
        ("/\t/evil.example", "/dashboard"),
    ],
)
def test_a31_return_stays_inside(kept_session: Page, wanted: str, destination: str) -> None:
    page = kept_session
    page.goto("about:blank")
    page.goto(f"/#/auth/login?{urlencode({'return': wanted})}")
    expect(page).to_have_url(re.compile(rf"^http://localhost:\d+/#{re.escape(destination)}$"))


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        "null",
        '"logged in"',
        '{"loggedIn":true,"tokens":null,"account":null}',
        '{"loggedIn":true,"tokens":{"auth_token":"x","refresh_token":"y"},"account":{"user":{"role":"Root"}}}',
        "[" * 100_000,
        "x" * 2_000_000,
    ],
    ids=["json", "null", "text", "no-tokens", "unknown-role", "deep", "huge"],
)
def test_a32_broken_storage_is_a_clean_log_out(open_context: OpenContext, broken: str) -> None:
    page = open_context().new_page()
    page.goto("/#/")
    page.evaluate("session => localStorage.setItem('auth', session)", broken)
    page.goto("about:blank")
    page.goto("/#/dashboard/alerts")
    expect(page.get_by_role("heading", level=1, name=LOGIN_HEADING)).to_be_visible()
    assert stored_session(page) is None


@pytest.mark.spec("S6.2")
def test_a32_a_forged_role_moves_no_server(kept_session: Page) -> None:
    page = kept_session
    session = stored_session(page)
    assert session is not None
    forged = json.loads(json.dumps(session))
    forged["account"]["user"]["role"] = "Organization"
    forged["account"]["org"] = {"company_name": "Forged"}
    store(page, json.dumps(forged))
    page.goto("about:blank")
    page.goto("/#/dashboard/alerts-domain")
    expect(page.get_by_text("All clear")).to_be_visible()
    answer = json.loads(
        ask_as(page, forged["tokens"]["auth_token"], "{ viewer { user { role } org { companyName } } }")
    )
    assert answer["data"]["viewer"] == {"user": {"role": "Individual"}, "org": None}
    store(page, json.dumps(session))


@pytest.mark.spec("S4.5", "S4.6")
def test_the_session_is_renewed_once_when_the_access_token_is_within_5_s_of_its_end(kept_session: Page) -> None:
    page = kept_session
    page.goto("/#/dashboard/alerts")
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
    other = page.context.new_page()
    other.goto("/#/dashboard/alerts")
    expect(other.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
    other.wait_for_load_state("networkidle")  # it has read the account anew and written what it learnt
    refreshes: list[str] = []

    def count(request: Request) -> None:
        if '"RefreshSession"' in (request.post_data or ""):
            refreshes.append(request.url)

    page.context.on("request", count)
    session = stored_session(page)
    assert session is not None
    old = session["tokens"]["auth_token"]
    session["tokens"]["access_expires_utc"] = in_seconds(4)
    store(page, json.dumps(session))
    # By the clock, because a tab in the background may draw nothing at all.
    renewed = "old => JSON.parse(localStorage.auth).tokens.auth_token !== old"
    page.wait_for_function(renewed, arg=old, polling=100)
    page.wait_for_timeout(1500)  # a second look of both tabs, which must find nothing to do
    assert len(refreshes) == 1
    for tab in (page, other):
        expect(tab.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
        tab.bring_to_front()
        tab.get_by_role("radio", name="All", exact=True).click()
        expect(tab.locator("[data-row]").first).to_be_visible()
    page.context.remove_listener("request", count)
    other.close()


@pytest.mark.spec("S4.3")
def test_the_session_ends_when_both_tokens_have(kept_session: Page) -> None:
    page = kept_session
    page.goto("/#/dashboard/alerts?state=all")
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
    session = stored_session(page)
    assert session is not None
    ended = json.loads(json.dumps(session))
    ended["tokens"] |= {"access_expires_utc": in_seconds(-60), "refresh_expires_utc": in_seconds(-1)}
    store(page, json.dumps(ended))
    expect(page.get_by_role("heading", level=1, name=LOGIN_HEADING)).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(urlencode({"return": "/dashboard/alerts?state=all"}))))
    store(page, json.dumps(session))
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()


def test_pages_send_the_digests_of_documents_that_the_server_knows(open_context: OpenContext, product: Product) -> None:
    """The product runs with ``only``: a document that the build didn't list would be refused."""
    page = open_context().new_page()
    sent: list[dict[str, Any]] = []
    page.on(
        "request",
        lambda request: sent.append(request.post_data_json) if request.url == f"{product.url}/graphql" else None,
    )
    page.goto("/#/auth/login")
    log_in(page, INDIVIDUAL)
    expect(page.get_by_text("Login successful")).to_be_visible()
    page.goto("/#/dashboard/alerts?state=all")
    expect(page.locator("[data-row]").first).to_be_visible()
    documents = [body for body in sent if "persistedQuery" in body["extensions"]]
    assert {"Login", "DetectionList"} <= {body["operationName"] for body in documents}
    assert not [body for body in documents if "query" in body]
