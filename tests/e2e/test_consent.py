"""Consent in the browser, verified by watching the network: who is asked, what each answer loads, and what is told."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from names import running_dns
from pages import LOOKS, SCREENSHOTS, Theme, axe_violations, log_in, note_faults, tab_to
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from product import INDIVIDUAL, Product, running_product

MEASUREMENT_ID = "G-TEST000001"
TEXT = "We use cookies to improve your experience."
YEAR = 365 * 24 * 60 * 60

# Stands in for Google's script: it sends each event of the queue to the receiver, as gtag.js does, unless it is silenced.
GTAG = """
(() => {
  const id = new URL(document.currentScript.src).searchParams.get('id');
  const take = entry => {
    if (entry[0] !== 'event' || window[`ga-disable-${id}`]) return;
    const told = new URLSearchParams({ tid: id, en: entry[1] });
    for (const [name, value] of Object.entries(entry[2] ?? {})) told.set(name, value);
    fetch(`https://region1.google-analytics.com/g/collect?${told}`, { method: 'POST', mode: 'no-cors' });
  };
  document.cookie = '_ga=GA1.1.1.1; Path=/';
  for (const entry of window.dataLayer) take(entry);
  window.dataLayer.push = (...entries) => { for (const entry of entries) take(entry); return 0; };
})();
"""


@dataclass
class Watched:
    """What a context has sent to anybody but the product."""

    scripts: list[str] = field(default_factory=list)
    events: list[dict[str, str]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def names(self) -> list[str]:
        return [event["en"] for event in self.events]

    def answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.hostname == "www.googletagmanager.com":
            self.scripts.append(route.request.url)
            route.fulfill(content_type="text/javascript", body=GTAG)
        elif (address.hostname or "").endswith(".google-analytics.com"):
            self.events.append({name: values[0] for name, values in parse_qs(address.query).items()})
            route.fulfill(status=204)
        else:
            self.others.append(route.request.url)
            route.abort()


@pytest.fixture(scope="module")
def reporting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product of an operator who has set a measurement id."""
    variables = {"BREACHLIGHT_ANALYTICS_ID": MEASUREMENT_ID}
    with running_dns() as dns, running_product(tmp_path_factory.mktemp("reporting"), dns, variables) as running:
        yield running


Open = Callable[..., tuple[BrowserContext, Watched]]


@pytest.fixture
def visit(browser: Browser, reporting: Product) -> Iterator[Open]:
    """Open contexts whose every request to another host is noted; errors and warnings in the console fail the test."""
    opened: list[tuple[BrowserContext, list[str]]] = []

    def open_one(width: int = 1280, theme: Theme = "light", **options: Any) -> tuple[BrowserContext, Watched]:
        context = browser.new_context(
            base_url=reporting.url, viewport={"width": width, "height": 800}, color_scheme=theme, **options
        )
        context.set_default_timeout(15_000)
        watched = Watched()
        context.route(lambda address: not address.startswith(reporting.url), watched.answer)
        opened.append((context, note_faults(context)))
        return context, watched

    yield open_one
    for context, _faults in opened:
        context.close()
    assert [fault for _context, faults in opened for fault in faults] == []


def wait_for(page: Page, watched: Watched, *names: str) -> None:
    """Wait until these events have been reported, in this order and no other."""
    for _look in range(60):
        if watched.names() == list(names):
            return
        page.wait_for_timeout(100)
    assert watched.names() == list(names)


def banner(page: Page) -> Any:
    return page.get_by_role("region", name="Cookies")


def consent_cookie(context: BrowserContext) -> Any:
    return next((cookie for cookie in context.cookies() if cookie.get("name") == "CookieConsent"), None)


@pytest.mark.spec("S1.13", "S2.18", "S2.19", "S3.25", "S4.34", "S9.5")
def test_nothing_is_loaded_before_a_choice_and_nothing_after_the_necessary_alone(visit: Open) -> None:
    context, watched = visit()
    page = context.new_page()
    page.goto("/")
    expect(banner(page)).to_contain_text(TEXT)
    page.goto("/#/auth/login")
    page.wait_for_load_state("networkidle")
    assert consent_cookie(context) is None
    page.get_by_role("button", name="Necessary Only").click()
    expect(banner(page)).to_be_hidden()
    page.goto("/#/auth/reset-password")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(banner(page)).to_be_hidden()
    cookie = consent_cookie(context)
    assert (cookie["value"], cookie["sameSite"], cookie["path"]) == ("false", "Lax", "/")
    assert cookie["expires"] == pytest.approx(time() + YEAR, abs=60)
    assert (watched.scripts, watched.events, watched.others) == ([], [], [])
    assert page.evaluate("window.dataLayer === undefined")


@pytest.mark.spec("S1.13", "S2.18", "S2.19", "S3.25", "S4.34", "S7.32", "S9.5")
def test_accepting_all_begins_with_the_current_page_and_reports_only_routes(visit: Open) -> None:
    context, watched = visit()
    page = context.new_page()
    page.goto("/#/auth/login?return=%2Fdashboard%2Falerts%3Fsearch%3Djane%40acme.example")
    page.goto("/#/email_verification?uid=ZXhhbXBsZQ&token=c3u-0123456789abcdef")
    expect(page.get_by_role("button", name="Verify Email")).to_be_visible()
    page.get_by_role("button", name="Accept All").click()
    expect(banner(page)).to_be_hidden()
    cookie = consent_cookie(context)
    assert (cookie["value"], cookie["sameSite"]) == ("true", "Lax")
    assert cookie["expires"] == pytest.approx(time() + YEAR, abs=60)
    wait_for(page, watched, "page_view")
    page.goto("/#/auth/login?return=%2Fdashboard%2Falerts%3Fsearch%3Djane%40acme.example")
    wait_for(page, watched, *["page_view"] * 2)
    page.goto("/#/somebody@acme.example/0123456789abcdef0123456789abcdef")
    wait_for(page, watched, *["page_view"] * 3)
    assert watched.scripts == [f"https://www.googletagmanager.com/gtag/js?id={MEASUREMENT_ID}"]
    assert [urlsplit(event["page_location"]).fragment for event in watched.events] == [
        "/email_verification", "/auth/login", "/not-found",
    ]  # fmt: skip
    told = str(watched.events)
    assert not re.search(r"jane|somebody|acme|0123456789|ZXhhbXBsZQ|token=|uid=|search|return", told)
    assert watched.others == []


@pytest.mark.spec("S1.10", "S7.32")
def test_logins_and_mail_links_are_reported_by_name_only(visit: Open) -> None:
    context, watched = visit()
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Accept All").click()
    wait_for(page, watched, "page_view")
    page.get_by_role("link", name="Contact us").first.evaluate(
        "link => { link.addEventListener('click', event => event.preventDefault()); link.click(); }"
    )
    wait_for(page, watched, "page_view", "contact")
    log_in(page, INDIVIDUAL)
    expect(page).to_have_title("Dashboard Overview")
    for _look in range(60):
        if watched.names()[-1:] == ["page_view"] and "login" in watched.names():
            break
        page.wait_for_timeout(100)
    assert watched.names() == ["page_view", "contact", "page_view", "login", "page_view"]
    assert INDIVIDUAL not in str(watched.events)
    assert "breachlight.example" not in str(watched.events)


@pytest.mark.spec("S2.19")
def test_taking_consent_back_ends_it_and_forgets_the_visitor(visit: Open) -> None:
    context, watched = visit()
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Accept All").click()
    wait_for(page, watched, "page_view")
    assert any(cookie.get("name") == "_ga" for cookie in context.cookies())
    page.get_by_role("button", name="Cookie settings").click()
    expect(banner(page)).to_be_focused()
    page.get_by_role("button", name="Necessary Only").click()
    expect(banner(page)).to_be_hidden()
    page.goto("/#/auth/login")
    expect(page.get_by_label("Email")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert watched.names() == ["page_view"]
    assert consent_cookie(context)["value"] == "false"
    assert not any(str(cookie.get("name")).startswith("_ga") for cookie in context.cookies())
    page.reload()
    page.wait_for_load_state("networkidle")
    assert len(watched.scripts) == 1


@pytest.mark.spec("S4.35")
def test_a_choice_reaches_the_other_tabs(visit: Open) -> None:
    context, watched = visit()
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto("/#/auth/login")
        expect(banner(page)).to_be_visible()
    first.get_by_role("button", name="Accept All").click()
    expect(banner(second)).to_be_hidden()
    wait_for(second, watched, *["page_view"] * 2)
    assert len(watched.scripts) == 2


@pytest.mark.spec("S7.32")
def test_without_a_measurement_id_consent_breaks_nothing_and_the_console_says_why(
    open_context: Callable[..., BrowserContext],
) -> None:
    context = open_context(faults_expected=True)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/#/auth/login")
    page.get_by_role("button", name="Accept All").click()
    expect(banner(page)).to_be_hidden()
    for _look in range(60):
        if said:
            break
        page.wait_for_timeout(100)
    assert len(said) == 1
    assert "MissingMeasurementIdError: Analytics has no measurement id." in said[0]
    log_in(page, INDIVIDUAL)
    assert [address for address in asked if "google" in address] == []


@pytest.mark.spec("X19")
@pytest.mark.parametrize("has_id", [True, False])
def test_the_policy_opens_for_analytics_only_where_it_is_set(
    reporting: Product, product: Product, has_id: bool
) -> None:
    policy = httpx.get((reporting if has_id else product).url).headers["content-security-policy"]
    assert ("https://www.googletagmanager.com" in policy) is has_id
    assert ("https://*.google-analytics.com" in policy) is has_id
    assert "require-trusted-types-for 'script'" in policy
    assert ("trusted-types 'none'" in policy) is not has_id


@pytest.mark.spec("S2.18")
def test_the_banner_is_the_first_stop_of_the_keyboard_and_covers_neither_focus_nor_the_end(visit: Open) -> None:
    context, _watched = visit(320)
    page = context.new_page()
    page.goto("/")
    expect(banner(page)).to_be_visible()
    page.keyboard.press("Tab")
    expect(banner(page).get_by_role("link", name="Learn more")).to_be_focused()
    last = page.get_by_role("contentinfo").get_by_role("button", name="Cookie settings")
    tab_to(page, last)
    box, edge = last.bounding_box(), banner(page).bounding_box()
    assert box is not None
    assert edge is not None
    assert box["y"] + box["height"] <= edge["y"]
    assert axe_violations(page) == []
    banner(page).get_by_role("link", name="Learn more").press("Enter")
    expect(page).to_have_title("Privacy Policy")


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_matrix_of_the_banner(visit: Open, reporting: Product, theme: Theme, width: int) -> None:
    for language in ("en", "ar"):
        stored = [{"name": "language", "value": language}]
        context, _watched = visit(
            width, theme, storage_state={"origins": [{"origin": reporting.url, "localStorage": stored}]}
        )
        page = context.new_page()
        page.goto("/")
        expect(page.get_by_role("region").first).to_be_visible()
        shown = page.locator("section.fixed")
        expect(shown).to_be_visible()
        box = shown.bounding_box()
        assert box is not None
        assert box["x"] == 0
        assert box["x"] + box["width"] <= width
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"consent-{language}-{theme}-{width}.png")
        page.goto("/#/auth/login")
        expect(page.get_by_role("textbox").first).to_be_visible()
        page.screenshot(path=SCREENSHOTS / f"consent-login-{language}-{theme}-{width}.png")
