"""The public pages other than the homepage, and the pages of authentication: titles, the operator's texts, the theme."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from pages import Theme, log_in
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from product import ORGANIZATION

TITLES = {
    "/": "Dark Web Intelligence",
    "/become-a-partner": "Become a partner",
    "/legal/terms-of-use": "Terms of Use",
    "/legal/privacy": "Privacy Policy",
    "/invalid-token": "Invalid token",
    "/no-such-page": "Not found",
    "/auth/login": "Log in",
    "/auth/m?token=invented": "Log in",
    "/auth/sign-up/individual": "Sign up",
    "/auth/sign-up/company": "Sign up",
    "/email_verification?uid=u&token=t": "Email verification",
    "/auth/reset-password": "Reset your password",
    "/auth/reset-password/check-email": "Check your email",
    "/auth/reset-password/confirm?uid=u&token=t": "Set a new password",
    "/auth/reset-password/success": "Password Reset Successful",
    "/auth/reset-password/failure": "Password Reset Failed",
    "/unsubscribe?token=invented": "Unsubscribe from detection emails?",
    "/auth/monitored-email?uid=u&token=t": "Confirm monitoring of this address",
}
TERMS = "/#/legal/terms-of-use"
_LIGHT_FROM = 128  # of 255: between the grounds of the two themes, which lie near its ends


@pytest.mark.spec("S2.50")
def test_every_public_page_has_its_title_and_one_heading_of_the_first_level(
    open_context: Callable[..., BrowserContext],
) -> None:
    page = open_context().new_page()
    for path, title in TITLES.items():
        page.goto(f"/#{path}")
        # A page takes what an emailed link carries out of the address when it stands; another address before that is lost.
        expect(page).not_to_have_url(re.compile("token="))
        expect(page).to_have_title(title)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        expect(page.get_by_role("main")).to_have_count(1)


def _choose_language(page: Page, language: str) -> None:
    """Choose a language as another tab does."""
    page.evaluate(
        """language => {
            const oldValue = localStorage.getItem('language');
            localStorage.setItem('language', language);
            dispatchEvent(new StorageEvent('storage', { key: 'language', oldValue, newValue: language }));
        }""",
        language,
    )


@pytest.mark.spec("S2.12", "S2.14", "S7.30")
def test_legal_pages_have_navbar_and_footer_and_reload_in_another_language(
    open_context: Callable[..., BrowserContext],
) -> None:
    page = open_context().new_page()
    asked: list[Any] = []

    def note(request: Request) -> None:
        body = request.post_data_json if request.url.endswith("/content/graphql") else None
        if body and body["operationName"] in {"TermsOfUse", "PrivacyPolicy"}:
            asked.append((body["operationName"], body["variables"]))

    page.on("request", note)
    page.goto("/#/auth/login")
    page.get_by_role("link", name="Terms of use").click()
    expect(page.get_by_role("heading", level=1, name="Terms of Use")).to_be_focused()
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    footer = page.get_by_role("contentinfo")
    footer.get_by_role("link", name="Privacy policy").click()
    expect(page).to_have_title("Privacy Policy")
    english = page.get_by_role("heading", level=2).first
    expect(english).to_have_text("Who is responsible")
    _choose_language(page, "de")
    expect(page).to_have_title("Datenschutzerklärung")
    expect(page.get_by_role("heading", level=2).first).to_have_text("Wer verantwortlich ist")
    expect(footer.get_by_role("link", name="Nutzungsbedingungen")).to_be_visible()
    _choose_language(page, "en")
    expect(english).to_have_text("Who is responsible")
    assert asked == [
        ("TermsOfUse", {"status": "PUBLISHED", "locale": "en"}),
        *(("PrivacyPolicy", {"status": "PUBLISHED", "locale": language}) for language in ("en", "de", "en")),
    ]


def test_a_section_of_a_document_has_an_address(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.goto(TERMS)
    link = page.get_by_role("navigation", name="On this page").get_by_role("link").nth(3)
    section = page.get_by_role("heading", level=2, name=link.inner_text())
    link.press("Enter")
    expect(section).to_be_focused()
    expect(section).to_be_in_viewport()
    page.reload()
    expect(section).to_be_focused()


HOSTILE = """# Terms<script>window.ran = 1</script>

<img src=x onerror="window.ran = 1"> <iframe srcdoc="<script>top.ran = 1</script>"></iframe>

[one](javascript:window.ran=1) [two](JaVaScRiPt:window.ran=1) [three](data:text/html,<script>1</script>) [four](//evil.example)

![five](javascript:window.ran=1) [six](https://example.com)
"""


def test_a33_a_hostile_document_is_text(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()  # what the policy refuses would be an error of the console, and fail the test

    def answer(route: Route) -> None:
        if (route.request.post_data_json or {}).get("operationName") != "TermsOfUse":
            route.fallback()
            return
        document = {"__typename": "TermsOfUse", "Content": HOSTILE}
        route.fulfill(content_type="application/json", body=json.dumps({"data": {"termsOfUse": document}}))

    page.route("**/content/graphql", answer)
    page.goto(TERMS)
    main = page.get_by_role("main")
    expect(main.get_by_text("<iframe srcdoc=")).to_be_visible()
    expect(main.get_by_role("heading", level=1)).to_contain_text("<script>window.ran = 1</script>")
    expect(main.get_by_role("link")).to_have_text(["six"])
    assert main.locator("script, iframe, img").count() == 0
    for word in ("one", "two", "three", "four"):
        main.get_by_text(word).first.click(position={"x": 2, "y": 2})
    assert page.evaluate("window.ran") is None


def test_an_unavailable_document_is_requested_again(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context(faults_expected=True).new_page()
    page.route("**/content/graphql", lambda route: route.fulfill(status=500, body="away"))
    page.goto(TERMS)
    expect(page.get_by_role("alert")).to_contain_text("Couldn't load the text")
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.spec("S4.31")
def test_visitors_choose_a_theme_and_every_tab_follows(open_context: Callable[..., BrowserContext]) -> None:
    context = open_context()
    first, second = context.new_page(), context.new_page()
    first.goto(TERMS)
    second.goto("/#/auth/login")
    for name, dark in (("Dark", True), ("Light", False), ("Dark", True), ("Match browser", False)):
        first.get_by_role("radio", name=name, exact=True).check()
        for page in (first, second):
            expect(page.locator("html.dark")).to_have_count(1 if dark else 0)
            expect(page.locator("#favicon")).to_have_attribute("href", f"/favicon-{'dark' if dark else 'light'}.svg")
    second.emulate_media(color_scheme="dark")
    expect(second.locator("html.dark")).to_have_count(1)


# What the top left corner of a picture is like, from 0 to 255; the browser itself reads the picture.
_BRIGHTNESS = """async picture => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    return Math.max(...[[2, 2], [bitmap.width - 20, 2], [2, bitmap.height - 20]].map(
        ([x, y]) => { const [red, green, blue] = context.getImageData(x, y, 1, 1).data; return (red + green + blue) / 3; }
    ));
}"""


@pytest.mark.spec("S4.31")
@pytest.mark.parametrize(
    ("path", "chosen", "browsers"),
    [("/#/auth/login", "dark", "light"), (TERMS, "dark", "light"), ("/", "match-browser", "dark")],
)
def test_no_frame_flashes_while_a_page_loads(
    open_context: Callable[..., BrowserContext], path: str, chosen: str, browsers: Theme
) -> None:
    context = open_context(theme=browsers)
    page, reader = context.new_page(), context.new_page()
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate(
        "chosen => { localStorage.setItem('breachlight-theme', chosen); dispatchEvent(new Event('breachlight-theme')); }",
        chosen,
    )
    expect(page.locator("html.dark")).to_have_count(1)
    page.bring_to_front()
    session = context.new_cdp_session(page)
    frames: list[str] = []

    def keep(frame: dict[str, Any]) -> None:
        frames.append(frame["data"])
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    # As far as a page is from a server, so that what comes late is seen to come late.
    session.send("Network.enable")
    slow = {"offline": False, "latency": 60, "downloadThroughput": 2_000_000, "uploadThroughput": 2_000_000}
    session.send("Network.emulateNetworkConditions", slow)
    session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
    # The first frames are of the page as it stands, or of a tab that nobody has looked at yet.
    page.wait_for_timeout(500)
    frames.clear()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(200)
    session.send("Page.stopScreencast")
    reader.goto("about:blank")
    brightness = [reader.evaluate(_BRIGHTNESS, frame) for frame in frames]
    assert len(brightness) > 1
    assert max(brightness) < _LIGHT_FROM, brightness


@pytest.mark.parametrize("width", [320, 390, 430])
def test_a_long_name_covers_no_other_part_of_the_navbar(
    open_context: Callable[..., BrowserContext], width: int
) -> None:
    page = open_context(width).new_page()
    log_in(page, ORGANIZATION)
    page.goto(TERMS)
    parts = [page.get_by_role("link", name="Homepage"), page.get_by_role("button", name="Account menu")]
    parts.append(page.get_by_role("button", name="Menu", exact=True))
    for part in parts:
        expect(part).to_be_visible()
    places = [part.bounding_box() for part in parts]
    ends = [(place["x"], place["x"] + place["width"]) for place in places if place]
    assert len(ends) == 3
    assert all(end <= start for (_, end), (start, _) in pairwise(ends)), ends
    assert ends[-1][1] <= width
