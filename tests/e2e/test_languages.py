"""Languages in the browser: where one is chosen, what is shown before and after, and where else the choice holds."""

import re
from collections.abc import Callable

import pytest
from pages import LOOKS, SCREENSHOTS, Theme, axe_violations, log_in, tab_to
from playwright.sync_api import Browser, BrowserContext, Page, expect
from product import INDIVIDUAL, ORGANIZATION, PASSWORD, Product

LANGUAGES = {
    "ar": "العربية", "de": "Deutsch", "en": "English", "es": "Español", "fr": "Français", "ja": "日本語",
}  # fmt: skip
OpenContext = Callable[..., BrowserContext]


@pytest.fixture
def open_in(browser: Browser, product: Product) -> Callable[..., BrowserContext]:
    """Open contexts of browsers in which a language has been chosen."""

    def open_one(language: str, width: int = 1280, theme: Theme = "light") -> BrowserContext:
        kept = [{"name": "language", "value": language}]
        context = browser.new_context(
            base_url=product.url,
            viewport={"width": width, "height": 800},
            color_scheme=theme,
            storage_state={"origins": [{"origin": product.url, "localStorage": kept}]},  # type: ignore[typeddict-item]
        )
        # A choice is kept twice, so that the server too can draw the homepage in it.
        cookies = {"CookieConsent": "false", "language": language}
        context.add_cookies([{"name": name, "value": value, "url": product.url} for name, value in cookies.items()])
        context.set_default_timeout(15_000)
        return context

    return open_one


def shown_in(page: Page) -> str:
    return str(page.evaluate("`${document.documentElement.lang} ${document.documentElement.dir || 'ltr'}`"))


@pytest.mark.spec("S1.11", "S3.24", "X15")
def test_a_visitor_chooses_by_keyboard_and_the_choice_stays(open_context: OpenContext) -> None:
    context = open_context()
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Necessary Only").click()
    selector = page.get_by_role("combobox", name="Language")
    expect(selector).to_have_value("en")
    assert selector.locator("option").all_inner_texts() == [
        LANGUAGES[code] for code in ("de", "en", "es", "fr", "ar", "ja")
    ]  # fmt: skip
    tab_to(page, selector)
    page.keyboard.press("ArrowUp")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert shown_in(page) == "de ltr"
    assert page.evaluate("localStorage.getItem('language')") == "de"
    page.reload()
    expect(page.get_by_role("combobox", name="Sprache")).to_have_value("de")
    page.goto("/#/auth/login")
    expect(page.get_by_role("button", name="Weiter")).to_be_visible()


def test_no_english_word_is_drawn_before_the_chosen_language(open_in: Callable[..., BrowserContext]) -> None:
    context = open_in("ar")
    context.add_init_script("""
        window.drawn = [];
        const look = () => {
            const text = document.getElementById('root')?.checkVisibility({ visibilityProperty: true })
                ? document.getElementById('root').innerText : '';
            if (text) window.drawn.push(`${document.documentElement.lang} ${document.documentElement.dir} ${text}`);
            requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    """)
    page = context.new_page()
    for address in ("/", "/#/auth/login", "/#/legal/privacy"):
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        drawn: list[str] = page.evaluate("window.drawn")
        assert drawn
        assert {line[:6] for line in drawn} == {"ar rtl"}
        assert [
            line for line in drawn if re.search(r"\b(the|your|log in|loading|sign up)\b", line, re.IGNORECASE)
        ] == []
    context.close()


@pytest.mark.spec("B4.10.1", "X15")
def test_requests_name_the_language_and_the_server_answers_in_it(open_in: Callable[..., BrowserContext]) -> None:
    context = open_in("de")
    page = context.new_page()
    asked: list[str] = []
    page.on(
        "request",
        lambda request: (
            asked.append(request.headers.get("accept-language", "")) if request.url.endswith("/graphql") else None
        ),
    )
    page.goto("/#/auth/login")
    page.get_by_label("E-Mail").fill(INDIVIDUAL)
    page.get_by_label("Passwort", exact=True).fill("not-the-password-1")
    with page.expect_response("**/graphql") as answer:
        page.get_by_role("button", name="Weiter").click()
    message = answer.value.json()["data"]["login"]["message"]
    expect(page.get_by_text(message).first).to_be_visible()
    assert asked
    assert set(asked) == {"de"}
    context.close()


@pytest.mark.spec("X15")
def test_the_account_takes_the_choice_along_and_a_choice_of_the_browser_comes_first(
    open_context: OpenContext, open_in: Callable[..., BrowserContext]
) -> None:
    page = open_context().new_page()
    log_in(page, ORGANIZATION)
    page.goto("/#/dashboard/settings/account")
    field = page.get_by_role("combobox", name="Language")
    with page.expect_response("**/graphql"):
        field.select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_title("Compte")
    kept = "JSON.parse(localStorage.getItem('auth')).account.user.language"
    page.wait_for_function(f"() => {kept} === 'fr'")

    other = open_context().new_page()
    other.goto("/#/auth/login")
    other.get_by_label("Email").fill(ORGANIZATION)
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_role("button", name="Continue").click()
    expect(other.locator("html")).to_have_attribute("lang", "fr")
    other.reload()
    expect(other.locator("h1")).to_be_visible()
    assert shown_in(other) == "fr ltr"
    assert other.evaluate("localStorage.getItem('language')") is None

    chosen = open_in("de").new_page()
    chosen.goto("/#/auth/login")
    chosen.get_by_label("E-Mail").fill(ORGANIZATION)
    chosen.get_by_label("Passwort", exact=True).fill(PASSWORD)
    chosen.get_by_role("button", name="Weiter").click()
    expect(chosen.locator("h1")).to_be_visible()
    assert shown_in(chosen) == "de ltr"
    chosen.context.close()

    field = page.get_by_role("combobox", name="Langue")
    field.select_option("en")
    page.wait_for_function(f"() => {kept} === 'en'")


@pytest.mark.spec("X15")
def test_the_user_menu_offers_the_languages_and_other_tabs_follow(open_context: OpenContext) -> None:
    context = open_context()
    page, other = context.new_page(), context.new_page()
    log_in(page, INDIVIDUAL)
    other.goto("/#/dashboard")
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Language").press("ArrowRight")
    expect(page.get_by_role("menuitemradio", name="English")).to_have_attribute("aria-checked", "true")
    page.get_by_role("menuitemradio", name=LANGUAGES["ar"]).click()
    for tab in (page, other):
        expect(tab.locator("html")).to_have_attribute("dir", "rtl")
    page.evaluate("localStorage.setItem('language', 'en')")
    kept = "JSON.parse(localStorage.getItem('auth')).account.user.language"
    page.wait_for_function(f"() => {kept} === 'ar'")
    page.reload()
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Language").press("ArrowRight")
    page.get_by_role("menuitemradio", name=LANGUAGES["en"]).click()
    page.wait_for_function(f"() => {kept} === 'en'")


@pytest.mark.spec("S2.23")
def test_countries_are_named_and_ordered_as_the_language_does(open_in: Callable[..., BrowserContext]) -> None:
    context = open_in("de")
    page = context.new_page()
    page.goto("/#/auth/sign-up/individual")
    countries = page.get_by_role("combobox", name="Land").locator("option")
    expect(countries.filter(has_text="Österreich")).to_have_count(1)
    names = countries.all_inner_texts()
    assert names.index("Oman") < names.index("Österreich") < names.index("Pakistan")
    assert countries.filter(has_text="Deutschland").get_attribute("value") == "Germany"
    context.close()


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_public_pages_have_no_fault_and_no_sideways_scrolling(
    open_in: Callable[..., BrowserContext], language: str
) -> None:
    context = open_in(language, 320)
    page = context.new_page()
    # The heading of the homepage stands until the form comes, so it says nothing of the second page.
    for address, sign in (("/", "h1"), ("/#/auth/login", "input[type=email]")):
        page.goto(address)
        expect(page.locator(sign)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
        assert axe_violations(page) == []
    context.close()


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_matrix_of_the_settings_of_language(open_in: Callable[..., BrowserContext], theme: Theme, width: int) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for language in ("ja", "ar"):
        context = open_in(language, width, theme)
        page = context.new_page()
        page.goto("/#/auth/login")
        page.locator("input[type=email]").fill(INDIVIDUAL)
        page.locator("input[type=password]").fill(PASSWORD)
        page.locator("button[type=submit]").click()
        page.wait_for_url("**/#/dashboard")
        page.goto("/#/dashboard/settings/account")
        expect(page.get_by_role("combobox").last).to_be_visible()
        page.screenshot(path=SCREENSHOTS / f"language-{language}-{theme}-{width}.png", full_page=True)
        context.close()
