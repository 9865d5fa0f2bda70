"""A visitor opts an address out: nothing changes until the link in the email is confirmed by a press."""

import uuid
from collections.abc import Callable

import pytest
from pages import axe_violations
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]


@pytest.mark.spec("X34")
def test_a_visitor_opts_out_by_keyboard_and_confirms_by_email(product: Product, open_context: OpenContext) -> None:
    email = f"ida.moss-{uuid.uuid4().hex[:8]}@people.test"
    page = open_context().new_page()
    page.goto("/#/check/address")
    page.get_by_role("link", name="Opt an address out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Opt out")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Email").press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Also exclude it from new monitoring")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Check your inbox. Nothing changes until")).to_be_visible()
    assert axe_violations(page) == []

    listed = product.command("opt-outs", "list").stdout
    for _ in range(60):
        page.goto("/dev/mail")
        if page.get_by_role("link").filter(has_text=email).count():
            break
        page.wait_for_timeout(500)
    page.get_by_role("link").filter(has_text=email).first.click()
    page.frame_locator("iframe").get_by_role("link", name="Review and confirm").first.click()
    confirm = page.context.pages[-1]
    expect(confirm.get_by_text("Also exclude it from new monitoring")).to_be_visible()
    assert "token" not in confirm.url
    assert product.command("opt-outs", "list").stdout == listed
    confirm.get_by_role("button", name="Confirm").press("Enter")
    expect(confirm.get_by_text("Your choice is in effect.")).to_be_visible()
    assert product.command("opt-outs", "list").stdout != listed
