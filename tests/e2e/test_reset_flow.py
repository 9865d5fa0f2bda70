"""A forgotten password in a real browser, against the real server: from the request to the login with the new one."""

import re
from collections.abc import Callable

import pytest
from pages import OVERVIEW, tab_to
from people import PASSWORD, Person, mailed, new_person
from playwright.sync_api import BrowserContext, Page, expect
from product import Product

OpenContext = Callable[..., BrowserContext]

RESET_LINK = r"/#/auth/reset-password/confirm\?uid=\S+"
NEXT_PASSWORD = "nine-Herons-swim-4"  # invented


@pytest.fixture(scope="module")
def person(product: Product) -> Person:
    return new_person(product, "reset")


@pytest.fixture
def page(open_context: OpenContext) -> Page:
    return open_context().new_page()


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
    expect(page).to_have_title(name)


def set_password(page: Page, email: str, password: str, confirmation: str | None = None) -> None:
    page.get_by_label("Email", exact=True).fill(email)
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("Confirm new password").fill(password if confirmation is None else confirmation)
    page.get_by_role("button", name="Reset Password").click()


@pytest.mark.spec("S2.44", "S2.45", "S2.46", "S2.48", "S4.22")
def test_a_reset_from_the_request_to_the_next_login(page: Page, product: Product, person: Person) -> None:
    page.goto("/#/auth/login")
    tab_to(page, page.get_by_role("link", name="Forgot password?"))
    page.keyboard.press("Enter")
    heading(page, "Reset your password")
    tab_to(page, page.get_by_label("Email", exact=True))
    page.keyboard.type(person.email)
    page.keyboard.press("Enter")
    heading(page, "Check your email")
    expect(page.get_by_role("heading", level=1)).to_be_focused()

    link = mailed(product, person.email, RESET_LINK)[0]
    page.goto(link)
    heading(page, "Set a new password")
    expect(page).to_have_url(re.compile(r"/#/auth/reset-password/confirm$"))
    # The address with the token was replaced, not left behind in the history.
    page.go_back()
    heading(page, "Check your email")
    page.goto(link)
    heading(page, "Set a new password")
    set_password(page, person.email, NEXT_PASSWORD, "another-Heron-5")
    expect(page.get_by_text("Passwords do not match").first).to_be_visible()
    # a05: a common password is refused under its field, and the link stays good.
    set_password(page, person.email, "password123")
    expect(page.get_by_label("New password", exact=True)).to_have_attribute("aria-invalid", "true")
    set_password(page, person.email, NEXT_PASSWORD)
    heading(page, "Password Reset Successful")
    expect(page.get_by_text("Your password has been reset. You can now log in with your new password.")).to_be_visible()
    assert page.evaluate("localStorage.auth") is None

    page.get_by_role("link", name="Return to Login").click()
    page.get_by_label("Email", exact=True).fill(person.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Incorrect").first).to_be_visible()
    page.get_by_label("Password", exact=True).fill(NEXT_PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1, name=OVERVIEW)).to_be_visible()

    # a23: the same link again.
    page.goto("about:blank")
    page.goto(link)
    set_password(page, person.email, "ten-Egrets-wade-7")
    heading(page, "Password Reset Failed")


@pytest.mark.spec("S2.47", "S2.49")
def test_a23_a_wrong_link_leads_to_the_failure_page_and_on(page: Page, person: Person) -> None:
    page.goto("/#/auth/reset-password/confirm?uid=00000000-0000-7000-8000-000000000000&token=invented")
    set_password(page, person.email, "ten-Egrets-wade-7")
    heading(page, "Password Reset Failed")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("link", name="Try Again").click()
    heading(page, "Reset your password")
    page.go_back()
    page.get_by_role("link", name="Sign Up").click()
    expect(page).to_have_url(re.compile(r"/#/auth/sign-up/individual$"))


def test_a22_an_unknown_address_is_answered_alike(page: Page) -> None:
    page.goto("/#/auth/reset-password")
    page.get_by_label("Email", exact=True).fill("nobody@people.test")
    page.get_by_role("button", name="Submit").click()
    heading(page, "Check your email")
    expect(
        page.get_by_text("If an account with that email exists and is verified, you’ll receive an email")
    ).to_be_visible()
