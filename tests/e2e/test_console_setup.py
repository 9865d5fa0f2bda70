"""The checklist of the first run in a real browser, against the real server."""

from collections.abc import Callable

from console_operators import enter, new_operator
from pages import axe_violations
from people import mailed_code
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]


def test_an_operator_completes_the_checklist(open_context: OpenContext, product: Product) -> None:
    """The demonstration has leaks, a domain and detections; its email is still to be confirmed."""
    operator = new_operator(product)
    page = open_context().new_page()
    enter(page, operator, "/console")
    page.get_by_role("link", name="Continue setup").click()

    expect(page.get_by_role("heading", level=1, name="Setup")).to_be_visible()
    expect(page.get_by_text("7 of 8 steps done")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Send test email").click()
    field = page.get_by_label("Code from the email")
    code = mailed_code(product, operator.email)
    field.fill(f"{(int(code) + 1) % 10**6:06}")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("This code is wrong or too old. Send another test email.")).to_be_visible()
    assert axe_violations(page) == []
    field.fill(code)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Setup is complete.")).to_be_visible()

    page.get_by_role("link", name="Operator console").last.click()
    expect(page.get_by_role("link", name="Setup checklist")).to_be_visible()
    expect(page.get_by_role("link", name="Continue setup")).to_have_count(0)
