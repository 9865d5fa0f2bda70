"""Toasts cover no control: not the top bar, not a page's header, not the bulk bar, not a drawer, not a dialog."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from pages import WORKFORCE, axe_violations, log_in
from playwright.sync_api import BrowserContext, Locator, Page, expect
from product import ORGANIZATION

OpenContext = Callable[..., BrowserContext]
WIDTHS = [320, 768, 1280]
STACKED = 5

# The controls of an element that cannot be pressed in their middle because a toast is there, and those that a toast
# touches at all. An element that is scrolled out of sight, or is under a sticky bar, is no business of the toasts.
_FIND_COVERED = """element => {
    const toasts = [...document.querySelectorAll('[aria-label=Notifications] [role=dialog]')];
    const boxes = toasts.map(toast => toast.getBoundingClientRect());
    const controls = element.querySelectorAll('button, a[href], input, select, textarea, [role=option]');
    return [...controls].filter(control => {
        if (!control.checkVisibility({ visibilityProperty: true })) return false;
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (toasts.some(toast => toast.contains(hit))) return true;
        const isOnTop = hit && (control.contains(hit) || hit.contains(control) || control.labels?.[0]?.contains(hit));
        return isOnTop && boxes.some(box =>
            left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1);
    }).map(control => control.ariaLabel ?? control.textContent ?? control.tagName);
}"""


def toasts(page: Page) -> Locator:
    return page.get_by_label("Notifications").get_by_role("dialog")


def stack_toasts(page: Page) -> None:
    """Mark the first detection as read and unread until five toasts are stacked, and let them stay."""
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
    page.locator("[data-row-opener]").first.focus()
    for count in range(toasts(page).count() + 1, STACKED + 1):
        page.keyboard.press("u")
        expect(toasts(page)).to_have_count(count)
    hold(page)


def hold(page: Page, count: int = STACKED) -> None:
    """Let no toast expire: their time stops while the window has no focus."""
    page.evaluate("window.dispatchEvent(new FocusEvent('blur'))")
    expect(toasts(page)).to_have_count(count)


def covered(element: Locator) -> list[str]:
    found: list[str] = element.evaluate(_FIND_COVERED)
    return found


def open_page(page: Page, path: str, heading: str) -> None:
    """Change the page without reloading the application, which would lose the toasts."""
    page.evaluate("path => { location.hash = path }", path)
    expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    hold(page)


@pytest.fixture(scope="module")
def owner(browser, product) -> Iterator[Page]:  # type: ignore[no-untyped-def] -- as in conftest.py
    context = browser.new_context(base_url=product.url, locale="en-GB", reduced_motion="reduce")
    context.add_cookies([{"name": "CookieConsent", "value": "false", "url": product.url}])
    page = context.new_page()
    log_in(page, ORGANIZATION)
    yield page
    context.close()


@pytest.fixture(params=WIDTHS)
def page(owner: Page, request: pytest.FixtureRequest) -> Page:
    """The list of all detections, with five toasts over it."""
    owner.set_viewport_size({"width": request.param, "height": 640 if request.param == 320 else 800})
    owner.goto("about:blank")
    owner.goto("/#/dashboard/alerts?state=all")
    stack_toasts(owner)
    return owner


@pytest.mark.spec("S9.6")
def test_no_control_of_top_bar_page_header_or_bulk_bar_is_covered(page: Page) -> None:
    top_bar, header = page.get_by_role("banner"), page.locator("main header:has(h1)")
    assert covered(top_bar) == covered(header) == []
    page.keyboard.press("x")
    bulk_bar = page.get_by_text("1 selected").locator("..")
    expect(bulk_bar).to_be_visible()
    hold(page)
    assert covered(bulk_bar) == []
    bulk_bar.get_by_role("button", name=re.compile("^Clear")).click()
    for path, name, action in (
        ("/dashboard/settings/members", "Members", "Invite"),
        ("/dashboard/settings/domains", "Domains", "Add domain"),
    ):
        open_page(page, path, name)
        assert covered(top_bar) == covered(header) == []
        header.get_by_role("button", name=action).click()
        expect(page.locator("[data-toasts=top]")).to_be_visible()
        hold(page)
        assert covered(page.locator("[data-toasts=top]")) == []
        page.keyboard.press("Escape")
        expect(page.locator("[data-toasts=top]")).to_be_hidden()


@pytest.mark.spec("S9.6")
def test_no_control_of_drawer_or_dialog_is_covered(page: Page) -> None:
    page.keyboard.press("Enter")
    drawer = page.locator("[role=dialog], main section").filter(has=page.get_by_role("button", name="Close details"))
    expect(drawer.get_by_role("heading", name="What to do now")).to_be_visible()
    hold(page)
    assert covered(drawer) == []
    drawer.get_by_role("button", name="Close details").click()
    expect(drawer).to_be_hidden()
    page.mouse.move(0, 400)  # toasts that are pointed at spread
    for key in ("Control+k", "?"):
        page.keyboard.press(key)
        window = page.locator("[data-toasts=top]")
        expect(window).to_be_visible()
        hold(page)
        assert covered(window) == []
        page.keyboard.press("Escape")
        expect(window).to_be_hidden()


@pytest.mark.spec("S9.6")
@pytest.mark.parametrize("width", WIDTHS)
def test_no_control_of_the_login_page_is_covered(open_context: OpenContext, width: int) -> None:
    page = open_context(width, faults_expected=True).new_page()
    page.goto("/#/auth/login")
    page.get_by_label("Email").fill("nobody@people.test")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("button", name="Continue").click()
    hold(page, 1)
    assert covered(page.locator("main")) == []


@pytest.mark.spec("S9.6")
def test_an_open_menu_is_above_the_toasts(page: Page) -> None:
    page.get_by_role("button", name="Account menu").click()
    settings = page.get_by_role("menuitem", name="Settings")
    expect(settings).to_be_visible()
    hold(page)
    assert axe_violations(page) == []
    settings.click()
    expect(page.get_by_role("heading", level=1, name="Account")).to_be_visible()
    expect(toasts(page).first).to_be_visible()


@pytest.mark.spec("S9.6")
def test_stacked_toasts_spread_when_pointed_at_and_each_can_be_closed(page: Page) -> None:
    assert all(toast.bounding_box()["x"] > page.viewport_size["width"] / 2 - 180 for toast in toasts(page).all())
    first = toasts(page).first.bounding_box()
    toasts(page).first.hover()
    for index in range(STACKED):
        toast = toasts(page).nth(index)
        expect(toast.get_by_role("button", name="Dismiss")).to_be_visible()
        box = toast.bounding_box()
        if index == 0:
            assert (box["x"], box["y"]) == (first["x"], first["y"])
    tops = [toast.bounding_box()["y"] for toast in toasts(page).all()]
    assert all(lower - upper >= 36 for upper, lower in pairwise(tops))
    toasts(page).nth(3).get_by_role("button", name="Dismiss").click()
    expect(toasts(page)).to_have_count(STACKED - 1)
