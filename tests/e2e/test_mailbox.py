"""The demonstration's mailbox in the browser: from asking for a mail to the page that its button leads to."""

from collections.abc import Callable

import httpx
import pytest
from pages import LOOKS, SCREENSHOTS, Theme, axe_violations
from playwright.sync_api import BrowserContext, Page, expect
from product import AS_GRAPHIQL, ORGANIZATION, Product

RESET = "mutation Ask($email: String!) { requestPasswordReset(input: { email: $email }) { __typename } }"


@pytest.fixture(scope="module")
def mailed(product: Product) -> str:
    """The address of somebody who asked for a new password."""
    body = {"query": RESET, "variables": {"email": ORGANIZATION}}
    answer = httpx.post(f"{product.url}/graphql", json=body, headers=AS_GRAPHIQL, timeout=30)
    assert answer.json()["data"]["requestPasswordReset"]["__typename"] == "MessageSuccess"
    return ORGANIZATION


def open_reset_mail(page: Page, to: str) -> None:
    """Open the newest reset mail to an address; a job writes it, so it may take a moment."""
    mail = page.get_by_role("link", name="Reset your password").filter(has_text=to).first
    for _look in range(60):
        page.goto("/dev/mail")
        if mail.count():
            break
        page.wait_for_timeout(250)
    mail.click()
    expect(page.get_by_role("heading", level=1, name="Reset your password")).to_be_visible()


@pytest.mark.spec("X18")
def test_the_button_of_an_email_leads_to_its_page_in_both_forms(
    open_context: Callable[..., BrowserContext], mailed: str
) -> None:
    page = open_context().new_page()
    open_reset_mail(page, mailed)
    page.frame_locator("iframe").get_by_role("link", name="Set a new password").click()
    expect(page).to_have_title("Set a new password")
    open_reset_mail(page, mailed)
    page.get_by_role("link", name="Text", exact=True).click()
    page.get_by_label("Text of the mail").get_by_role("link").click()
    expect(page).to_have_title("Set a new password")


@pytest.mark.spec("X18")
@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_matrix_of_the_mailbox(
    open_context: Callable[..., BrowserContext], mailed: str, theme: Theme, width: int
) -> None:
    page = open_context(width, theme).new_page()
    open_reset_mail(page, mailed)
    address = page.url
    for name, path in (("mailbox", "/dev/mail"), ("mail", address), ("mail-text", f"{address}?text")):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}-{theme}-{width}.png", full_page=True)
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
