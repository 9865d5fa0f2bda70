"""Login in a real browser, against the real server: second factors, recovery codes, emailed links."""

import re
from collections.abc import Callable

import pytest
from invented_answers import is_mutation
from pages import OVERVIEW, WORKFORCE, tab_to
from people import PASSWORD, Person, mailed, mailed_code, new_person
from playwright.sync_api import BrowserContext, Page, Request, expect
from product import Product

OpenContext = Callable[..., BrowserContext]

MAGIC_LINK = r"/#/auth/m\?token=\S+"


@pytest.fixture(scope="module")
def person(product: Product) -> Person:
    """Somebody who logs in with an authenticator app, and from the middle of the file on with emailed codes too."""
    made = new_person(product, "login")
    made.turn_on_device()
    return made


@pytest.fixture
def page(open_context: OpenContext) -> Page:
    return open_context().new_page()


def enter(page: Page, email: str) -> None:
    """Type email address and password on the login page."""
    page.goto("/#/auth/login")
    page.get_by_label("Email", exact=True).fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


def send(page: Page, label: str, code: str) -> None:
    page.get_by_label(label).fill(code)
    page.get_by_role("button", name="Continue").click()


def expect_dashboard(page: Page, heading: str = OVERVIEW) -> None:
    expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.auth).loggedIn") is True


@pytest.mark.spec("S2.37", "S4.14")
def test_a18_a_device_code_by_keyboard_alone(page: Page, person: Person) -> None:
    page.goto("/#/auth/login?return=/dashboard/alerts%3Fstate%3Dall")
    for label, text in (("Email", person.email), ("Password", PASSWORD)):
        tab_to(page, page.get_by_label(label, exact=True))
        page.keyboard.type(text)
    tab_to(page, page.get_by_label("Remember me"))
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    code = page.get_by_label("Enter Device Code")
    expect(code).to_be_focused()
    assert page.evaluate("localStorage.auth") is None
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(code).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Incorrect verification code.").first).to_be_visible()
    expect(code).to_be_focused()
    page.keyboard.press("ControlOrMeta+A")
    first, second = person.next_device_code()[:3], person.next_device_code()[3:]
    page.keyboard.insert_text(f" {first} {second} ")
    page.keyboard.press("Enter")
    expect_dashboard(page, WORKFORCE)
    expect(page).to_have_url(re.compile(r"/#/dashboard/alerts\?state=all$"))


@pytest.mark.spec("X11")
def test_a_recovery_code_opens_once(page: Page, person: Person) -> None:
    spent = person.recovery_codes.pop()
    enter(page, person.email)
    page.get_by_role("button", name="Use a recovery code").click()
    send(page, "Recovery code", f" {spent} ")
    expect_dashboard(page)

    page.evaluate("localStorage.clear()")
    page.reload()
    enter(page, person.email)
    page.get_by_role("button", name="Use a recovery code").click()
    send(page, "Recovery code", spent)
    expect(page.get_by_label("Recovery code")).to_have_attribute("aria-invalid", "true")
    send(page, "Recovery code", person.recovery_codes.pop())
    expect_dashboard(page)


@pytest.mark.spec("S4.13", "S4.14")
def test_an_emailed_code_of_the_last_sending(page: Page, product: Product, person: Person) -> None:
    person.turn_on_email()
    enter(page, person.email)
    expect(page.get_by_role("button", name="Use Authenticator App")).to_be_focused()
    page.get_by_role("button", name="Use Email Code").click()
    expect(page.get_by_text("Verification code sent to email")).to_be_visible()
    earlier = mailed_code(product, person.email)
    with page.expect_response(lambda response: "SendMfaEmail" in (response.request.post_data or "")):
        page.get_by_role("button", name="Resend code").click()
    newest = mailed_code(product, person.email)
    assert newest != earlier
    send(page, "Enter Email Code", earlier)
    expect(page.get_by_label("Enter Email Code")).to_have_attribute("aria-invalid", "true")
    send(page, "Enter Email Code", newest)
    expect_dashboard(page)


@pytest.mark.spec("S2.41", "X17")
def test_a18_a25_an_emailed_link_waits_for_a_press_and_asks_for_the_second_factor(
    open_context: OpenContext, product: Product, person: Person
) -> None:
    page = open_context().new_page()
    page.goto("/#/auth/login")
    page.get_by_label("Email", exact=True).fill(person.email)
    page.get_by_role("button", name="Email me a login link").click()
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", level=1, name="Check your email")).to_be_focused()
    link = mailed(product, person.email, MAGIC_LINK)[0]

    # What a scanner does: it opens the link, runs the page, and presses nothing.
    scanner = open_context().new_page()
    mutations: list[Request] = []
    scanner.on(
        "request",
        lambda request: (
            mutations.append(request) if is_mutation((request.post_data_json or {}).get("operationName", "")) else None
        ),
    )
    for _visit in range(2):
        scanner.goto("about:blank")
        scanner.goto(link)
        expect(scanner.get_by_role("button", name="Log in")).to_be_focused()
    assert mutations == []

    page.goto("about:blank")
    page.goto(link)
    expect(page).to_have_url(re.compile(r"/#/auth/m$"))
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Use Email Code").click()
    expect(page.get_by_text("Verification code sent to email")).to_be_visible()
    send(page, "Enter Email Code", mailed_code(product, person.email))
    expect_dashboard(page)

    again = open_context().new_page()
    again.goto(link)
    again.get_by_role("button", name="Log in").click()
    expect(again.get_by_text("This link is invalid or expired. Request a new one.").first).to_be_visible()
    expect(again).to_have_url(re.compile(r"/#/auth/login$"))


@pytest.mark.spec("S2.42", "S8.9")
def test_a_link_without_a_token_leads_to_the_login(page: Page) -> None:
    page.goto("/#/auth/m")
    expect(page.get_by_text("Invalid or missing token")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/#/auth/login$"))


@pytest.mark.spec("S4.15")
def test_an_unverified_address_leads_to_its_confirmation(open_context: OpenContext, product: Product) -> None:
    page = open_context().new_page()
    person = new_person(product, "unproved", proved=False)
    enter(page, person.email)
    expect(page.get_by_role("heading", level=1, name="Email Confirmation Required")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/#/auth/sign-up/individual/email-validate$"))


@pytest.mark.spec("S2.39", "S2.42")
def test_log_in_that_is_switched_off_leads_to_the_homepage(open_context: OpenContext, product: Product) -> None:
    try:
        assert product.command("settings", "login_enabled=false").returncode == 0
        for path in ("/#/auth/login", "/#/auth/m?token=invented"):
            page = open_context().new_page()
            page.goto(path)
            expect(page).to_have_url(re.compile(r"/#/$"))
            expect(page.get_by_role("link", name="Login")).to_have_count(0)
    finally:
        assert product.command("settings", "login_enabled=true").returncode == 0
