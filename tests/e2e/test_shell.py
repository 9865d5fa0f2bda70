"""What stands around every signed-in page: theme, menus, upgrades of the server, a server that is away."""

import re
from collections.abc import Callable

import pytest
from pages import WORKFORCE
from playwright.sync_api import BrowserContext, Page, expect

NARROW, MEDIUM, BELOW_WIDE, WIDE = 700, 768, 1023, 1024  # pixels; the sidebar is hidden below MEDIUM
CANNOT_CONNECT = "Cannot connect to the server. Please check your internet connection."


def open_workforce(page: Page, width: int = 1280) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("about:blank")
    page.goto("/#/dashboard/alerts")
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()


def choose_theme(page: Page, name: str) -> None:
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Theme").press("ArrowRight")
    page.get_by_role("menuitemradio", name=name).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)


def expect_theme(page: Page, *, dark: bool) -> None:
    expect(page.locator("html.dark")).to_have_count(1 if dark else 0)
    expected = "/favicon-dark.svg" if dark else "/favicon-light.svg"
    expect(page.locator("#favicon")).to_have_attribute("href", expected)


@pytest.mark.spec("S4.31")
def test_theme_is_kept_and_follows_the_browser_again(kept_session: Page) -> None:
    page = kept_session
    open_workforce(page)
    expect_theme(page, dark=False)
    choose_theme(page, "Dark")
    expect_theme(page, dark=True)
    page.reload()
    expect_theme(page, dark=True)
    choose_theme(page, "Light")
    expect_theme(page, dark=False)
    page.emulate_media(color_scheme="dark")
    expect_theme(page, dark=False)
    choose_theme(page, "Match browser")
    expect_theme(page, dark=True)
    page.emulate_media(color_scheme="light")
    expect_theme(page, dark=False)


@pytest.mark.spec("S2.20")
def test_authentication_has_a_background_that_fills_the_screen_and_its_form_at_the_right(
    open_context: Callable[..., BrowserContext],
) -> None:
    page = open_context(1280).new_page()
    page.goto("/#/auth/login")
    form = page.locator("form").bounding_box()
    background = page.get_by_role("main").locator("[aria-hidden=true]").first
    expect(background).to_have_css("background-image", re.compile(r"authentication-background\.svg"))
    expect(background).to_have_css("background-size", "cover")
    area = background.bounding_box()
    assert form is not None
    assert area is not None
    assert (area["x"], area["y"], area["width"]) == (0, 0, 1280)
    assert area["height"] >= 800
    assert form["x"] > 1280 / 2


@pytest.mark.spec("S2.57", "S9.10")
def test_user_menu_is_at_most_260_px_wide_and_closes_200_ms_after_a_press_outside(kept_session: Page) -> None:
    page = kept_session
    open_workforce(page)
    page.get_by_role("button", name="Account menu").click()
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    box = menu.bounding_box()
    assert box is not None
    assert box["width"] <= 260
    page.evaluate(
        """() => document.addEventListener('pointerdown', () => {
            const start = performance.now();
            const look = () => {
                if (document.querySelector('[role=menu][data-open]')) requestAnimationFrame(look);
                else document.body.dataset.closedAfter = performance.now() - start;
            };
            look();
        }, { once: true, capture: true })"""
    )
    page.mouse.click(500, 100)
    page.locator("body[data-closed-after]").wait_for()
    closed_after = float(page.evaluate("document.body.dataset.closedAfter"))
    assert 200 <= closed_after < 600  # milliseconds; the upper bound leaves room for a busy machine


@pytest.mark.spec("S2.52", "S9.9")
def test_the_mobile_menu_replaces_the_sidebar_and_closes_from_1024_px_on(kept_session: Page) -> None:
    page = kept_session
    open_workforce(page, NARROW)
    expect(page.get_by_role("link", name="Workforce")).to_be_hidden()
    opener, menu = page.get_by_role("button", name="Open menu"), page.get_by_role("dialog", name="Main navigation")
    opener.click()
    expect(menu.get_by_role("link", name="Workforce")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    page.set_viewport_size({"width": BELOW_WIDE, "height": 800})
    expect(menu).to_be_visible()
    page.set_viewport_size({"width": WIDE, "height": 800})
    expect(menu).to_be_hidden()
    expect(page.get_by_role("link", name="Workforce")).to_be_visible()


@pytest.mark.spec("S2.52", "S9.9")
def test_exactly_one_navigation_is_visible_at_every_width(kept_session: Page) -> None:
    page = kept_session
    open_workforce(page, NARROW)
    opener = page.get_by_role("button", name="Open menu")
    sidebar = page.get_by_role("navigation", name="Main navigation")
    menu = page.get_by_role("dialog", name="Main navigation")
    visible = page.locator("nav[aria-label='Main navigation']").filter(visible=True)
    for width in (320, 640, 767, MEDIUM, 900, BELOW_WIDE, WIDE, 1280, 1920):
        page.set_viewport_size({"width": 320, "height": 800})
        opener.click()
        expect(menu).to_be_visible()
        page.set_viewport_size({"width": width, "height": 800})
        expect(menu).to_be_visible(visible=width < WIDE)
        expect(visible).to_have_count(1)
        if width < WIDE:
            menu.get_by_role("button", name="Close menu").click()
            expect(menu).to_be_hidden()
        expect(sidebar).to_be_visible(visible=width >= MEDIUM)
        expect(opener).to_be_visible(visible=width < MEDIUM)


@pytest.mark.spec("X21")
def test_a_tab_older_than_the_server_reloads_itself_with_a_notice(kept_session: Page) -> None:
    page = kept_session
    open_workforce(page)
    page.evaluate(
        """() => {
            const answered = window.fetch;
            window.fetch = async (url, init) => {
                if (String(url).endsWith('version.json')) return Response.json({ version: 'newer' });
                const answer = await answered(url, init);
                const headers = new Headers(answer.headers);
                headers.set('x-breachlight-version', 'newer');
                return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
            };
        }"""
    )
    page.evaluate("window.old = true")
    page.get_by_role("radio", name="All", exact=True).click()
    expect(page.get_by_text("Breachlight has been updated. Reloading this page…")).to_be_visible()
    page.wait_for_function("() => window.old === undefined")
    expect(page.get_by_text("Breachlight has been updated and this page reloaded.")).to_be_visible()
    expect(page.get_by_role("radio", name="All", exact=True)).to_be_checked()


@pytest.mark.spec("S8.2")
def test_an_unavailable_server_is_reported_and_can_be_retried(kept_session: Page, kept_faults: list[str]) -> None:
    page = kept_session
    open_workforce(page)
    page.context.set_offline(True)
    page.get_by_role("radio", name="Closed", exact=True).click()
    alert = page.get_by_role("alert").filter(has_text="Couldn't load detections")
    expect(alert).to_contain_text(CANNOT_CONNECT, timeout=20_000)
    notice = page.get_by_text("No connection to the server")
    expect(notice).to_be_visible()
    alert.get_by_role("button", name="Try again").click()
    expect(alert).to_contain_text(CANNOT_CONNECT, timeout=20_000)
    # Once there is a connection, the list loads by itself.
    page.context.set_offline(False)
    expect(page.get_by_text("Nothing closed yet")).to_be_visible()
    expect(notice).to_be_hidden()
    assert [fault for fault in kept_faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    kept_faults.clear()
