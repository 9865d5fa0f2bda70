"""The homepage in the browser: what is seen before, while and after the scripts come, by whom, and how it is used."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest
from looks import Look, faults_of_look, turn
from pages import SCREENSHOTS, log_in, tab_to
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect
from product import ORGANIZATION, Product

OpenContext = Callable[..., BrowserContext]

HEADING = "Know which of your logins have leaked"
# Signup, individual, organization, login, partner.
FLAGS = ("signup_enabled", "individual_signup_enabled", "organization_signup_enabled", "login_enabled", "partner_signup_enabled")  # fmt: skip

_WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def _answered(context: BrowserContext, product: Product) -> None:
    """Have the question about cookies answered, as after the first visit."""
    context.add_cookies([{"name": "CookieConsent", "value": "false", "url": product.url}])


@contextmanager
def _scripts_held(page: Page) -> Iterator[Callable[[], None]]:
    """Let the modules of the page wait until what is yielded is called."""
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        if released:
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        nonlocal released
        released = True
        for route in held:
            route.continue_()

    page.route("**/assets/*.js", hold)
    yield release


def _shown(page: Page, selector: str) -> bool:
    """Tell whether an element is there and not hidden."""
    script = "name => document.querySelector(name)?.checkVisibility({ visibilityProperty: true }) ?? false"
    return bool(page.evaluate(script, selector))


@pytest.mark.spec("S1.7", "S2.2")
def test_the_homepage_is_whole_and_its_menu_opens_without_scripts(browser: Browser, product: Product) -> None:
    context = browser.new_context(
        base_url=product.url, java_script_enabled=False, viewport={"width": 320, "height": 800}
    )
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=1, name=HEADING)).to_be_visible()
    for name in ("From leak file to decision", "What happened, and what to do next", "Frequently asked questions", "See it with your own domains"):  # fmt: skip
        expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()
    page.get_by_text("Can anyone read the leaked passwords?").click()
    expect(page.get_by_text("They’re stored encrypted.")).to_be_visible()
    expect(page.get_by_role("link", name="Login")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Login")).to_be_visible()
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_moves_when_the_application_takes_over(open_context: OpenContext, product: Product, width: int) -> None:
    context = open_context(width)
    _answered(context, product)
    context.add_init_script(_WATCH_SHIFTS)
    page = context.new_page()
    with _scripts_held(page) as release:
        page.goto("/", wait_until="commit")
        expect(page.get_by_role("heading", level=1, name=HEADING)).to_be_visible()
        page.evaluate("document.querySelector('h1').dataset.drawn = 'by the server'")
        release()
    expect(page.locator("h1[data-drawn]")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("shifted") < 0.02


def test_another_page_or_language_never_shows_the_homepage_of_the_server(open_context: OpenContext) -> None:
    context = open_context()
    page = context.new_page()
    with _scripts_held(page) as release:
        page.goto("/#/auth/login", wait_until="commit")
        page.locator("h1").wait_for(state="attached")
        assert not _shown(page, "h1")
        release()
    expect(page.get_by_role("heading", level=1, name="Log in to Breachlight")).to_be_visible()
    page.evaluate("localStorage.setItem('language', 'de')")
    page = context.new_page()
    with _scripts_held(page) as release:
        page.goto("/", wait_until="commit")
        page.locator("h1").wait_for(state="attached")
        assert not _shown(page, "h1")
        release()
    expect(page.get_by_role("heading", level=1, name="Wissen, welche Ihrer Zugangsdaten geleakt sind")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"


@pytest.mark.spec("S7.29")
def test_a_page_that_came_whole_asks_for_content_only_when_other_content_is_wanted(
    open_context: OpenContext, product: Product, content: dict[str, str]
) -> None:
    context = open_context()
    _answered(context, product)
    page = context.new_page()
    asked: list[tuple[str, str]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/content/graphql"):
            variables = request.post_data_json["variables"]
            asked.append((variables.get("locale", "any"), variables.get("status", "any")))

    page.on("request", note)
    with page.expect_response(re.compile("/deferred-services")):
        page.goto("/")
    page.wait_for_load_state("networkidle")
    # A page that is drawn from a Strapi's last answer asks whether there is a newer one.
    assert bool(asked) is bool(content)

    with page.expect_request(lambda request: "footer" in (request.post_data or "")):
        page.evaluate(
            """() => {
                localStorage.setItem('language', 'de');
                dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'de' }));
            }"""
        )
    assert ("de", "PUBLISHED") in asked
    page.goto("about:blank")
    asked.clear()
    with page.expect_request(lambda request: "footer" in (request.post_data or "")):
        page.goto("/#/?status=draft")
    assert ("de", "DRAFT") in asked


def test_scripts_that_do_not_come_leave_the_homepage_to_be_read(open_context: OpenContext) -> None:
    context = open_context(faults_expected=True)
    # The script runs in the blank page of a new tab too, and there is no storage: the console would call it an error.
    context.add_init_script("""if (location.protocol !== 'about:') {
        localStorage.setItem('language', 'ar');
        localStorage.setItem('auth', '{"loggedIn":true}');
    }""")
    page = context.new_page()
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("heading", level=1, name=HEADING)).to_be_visible()
    expect(page.get_by_role("link", name="Login")).to_be_visible()
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]


@pytest.mark.spec("S2.5", "S2.6")
def test_a_user_sees_the_account_menu_and_never_the_ways_in(open_context: OpenContext) -> None:
    context = open_context()
    log_in(context.new_page(), ORGANIZATION)
    page = context.new_page()
    with _scripts_held(page) as release:
        page.goto("/", wait_until="commit")
        expect(page.get_by_role("heading", level=1, name=HEADING)).to_be_visible()
        assert _shown(page, "nav a[href='#/dashboard']")
        assert not _shown(page, "[data-ways-in]")
        release()
    expect(page.get_by_role("button", name="Account menu")).to_be_visible()
    expect(page.locator("[data-ways-in]")).to_have_count(0)
    page.get_by_role("button", name="Logout", exact=True).click()
    page.wait_for_url("**/#/auth/login")
    expect(page.get_by_role("heading", level=1, name="Log in to Breachlight")).to_be_visible()


@pytest.mark.spec("S2.4")
def test_the_menu_of_small_screens(open_context: OpenContext, product: Product) -> None:
    context = open_context(768)
    _answered(context, product)
    page = context.new_page()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    opener, entry = page.get_by_role("button", name="Menu"), page.get_by_role("link", name="Dashboard")
    expect(entry).to_be_hidden()
    tab_to(page, opener)
    page.keyboard.press("Enter")
    expect(entry).to_be_visible()
    page.keyboard.press("Tab")
    expect(entry).to_be_focused()
    page.keyboard.press("Escape")
    expect(entry).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(opener).to_be_hidden()
    expect(entry).to_be_visible()
    page.set_viewport_size({"width": 1023, "height": 800})
    expect(entry).to_be_hidden()
    opener.click()
    page.get_by_role("link", name="Become a partner").first.click()
    page.wait_for_url("**/#/become-a-partner")
    expect(page.get_by_role("heading", level=1, name="Become a partner")).to_be_visible()
    expect(entry).to_be_hidden()


@pytest.mark.spec("S1.9")
def test_mail_links_have_the_subjects_of_the_specification(open_context: OpenContext) -> None:
    page = open_context().new_page()
    page.goto("/")
    for name, subject in (
        ("Contact us", "Question"),
        ("Book a consultation", "Consultation"),
        ("Request a demo", "Demo"),
    ):
        address = page.get_by_role("link", name=name).get_attribute("href")
        assert address is not None
        assert address.startswith("mailto:")
        assert address.endswith(f"?subject={subject}")


def _set(values: Iterable[bool]) -> list[str]:
    return [f"{flag}={str(value).lower()}" for flag, value in zip(FLAGS, values, strict=True)]


@pytest.mark.spec("S2.3", "S2.7", "S2.8")
def test_the_flags_decide_the_ways_in_before_and_after_the_scripts(open_context: OpenContext, product: Product) -> None:
    # All combinations are the client's own test (navbar.test.tsx); here that server and client agree.
    combinations = [
        (True, True, True, True, True),
        (True, False, True, False, False),
        (False, True, True, True, True),
    ]
    sign_ups = ["#/auth/sign-up/individual", "#/auth/sign-up/company", None]
    ways = "[...document.querySelectorAll('nav a')].map(a => a.getAttribute('href')).filter(to => to.startsWith('#/'))"
    page = open_context().new_page()
    try:
        for values, sign_up in zip(combinations, sign_ups, strict=True):
            assert product.command("settings", *_set(values)).returncode == 0
            expected = ["#/", "#/dashboard", "#/password-check"]
            expected += ["#/become-a-partner"] if values[4] else []
            expected += [sign_up] if sign_up else []
            expected += ["#/auth/login"] if values[3] else []
            with _scripts_held(page) as release:
                page.goto("about:blank")
                page.goto("/", wait_until="commit")
                page.locator("h1").wait_for()
                assert page.evaluate(ways) == expected
                page.evaluate("document.querySelector('h1').dataset.drawn = 'by the server'")
                release()
            expect(page.locator("h1[data-drawn]")).to_have_count(0)
            assert page.evaluate(ways) == expected
    finally:
        product.command("settings", *_set([True] * len(FLAGS)))


def test_the_pictures_follow_theme_and_width(open_context: OpenContext) -> None:
    for width, theme, query in ((1280, "light", ""), (320, "dark", "?width=640")):
        page = open_context(width, theme).new_page()
        page.goto("/")
        page.wait_for_load_state("networkidle")  # the application has drawn the pictures anew
        picture = page.get_by_role("img", name="An incident in Breachlight")
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_count(1)
        expect(picture).to_have_js_property("complete", True)
        loaded = page.evaluate(
            "[...document.images].map(image => image.currentSrc).filter(name => name.includes('dashboard'))"
        )
        (address,) = [name for name in loaded if name]
        # A Strapi names what is uploaded to it anew: dashboard_light_0a1b2c3d4e.png.
        form = rf"(media/dashboard-{theme}|uploads/dashboard_{theme}_\w+)\.png{re.escape(query)}"
        assert re.fullmatch(re.escape(page.url.split("#")[0]) + "content/" + form, address)
        drawn = "async address => (await createImageBitmap(await (await fetch(address)).blob())).width"
        assert (page.evaluate(drawn, address) < 1280) == bool(query)


LOOKS_OF_HOME = [Look(theme, width, language) for theme, width, language in (
    ("light", 320, "en"), ("dark", 768, "en"), ("light", 1280, "en"), ("dark", 1280, "ar"), ("light", 320, "ar"), ("dark", 320, "de"),
)]  # fmt: skip


@pytest.mark.spec("B5.1")
def test_the_homepage_in_every_look(open_context: OpenContext, product: Product) -> None:
    context = open_context()
    _answered(context, product)
    page = context.new_page()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    faults = []
    for look in LOOKS_OF_HOME:
        turn(page, look)
        page.wait_for_load_state("networkidle")
        faults += [f"{look}: {fault}" for fault in faults_of_look(page)]
        page.screenshot(path=SCREENSHOTS / f"homepage-{look}.png", animations="disabled", full_page=True)
    assert faults == []


def test_the_homepage_enlarged_four_times_and_in_forced_colours(open_context: OpenContext, product: Product) -> None:
    context = open_context()
    _answered(context, product)
    page = context.new_page()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.emulate_media(forced_colors="active")
    page.screenshot(path=SCREENSHOTS / "homepage-forced-colours.png")
    # Nothing to press is drawn by its ground alone.
    edges = "[...document.querySelectorAll('main a.border')].map(link => getComputedStyle(link).borderTopStyle)"
    assert set(page.evaluate(edges)) == {"solid"}
    page.emulate_media(forced_colors="none")
    # 1280 by 1024 at 400 %.
    page.set_viewport_size({"width": 320, "height": 256})
    assert faults_of_look(page) == []
    tab_to(page, page.get_by_role("link", name="Request a demo"))
    question = page.locator("summary").first
    question.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Breachlight doesn’t attack systems")).to_be_visible()
