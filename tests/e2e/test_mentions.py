"""Mentions in a real browser: a colleague is chosen while a note is typed, shown by name, and gets an email."""

import uuid
from collections.abc import Callable

import pytest
from pages import axe_violations, log_in, tab_to
from people import PASSWORD, mailed
from playwright.sync_api import BrowserContext, Page, expect
from product import ORGANIZATION, Product

MEMBERS = "/#/dashboard/settings/members"


def _invite(page: Page, address: str) -> None:
    page.goto(MEMBERS)
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite a member", exact=True)
    dialog.get_by_label("Email").fill(address)
    dialog.get_by_label("Role").select_option("ANALYST")
    dialog.get_by_role("button", name="Send invitation").click()
    expect(page.get_by_role("button", name=f"Revoke the invitation for {address}")).to_be_visible()


def _join(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_label("First name").fill("Ida")
    page.get_by_label("Last name").fill("Quill")
    page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name="Account menu")).to_be_visible()


@pytest.mark.spec("X6")
def test_a_colleague_is_mentioned_from_the_keyboard(
    product: Product, open_context: Callable[..., BrowserContext]
) -> None:
    colleague = f"quill-{uuid.uuid4().hex[:8]}@people.test"
    page = open_context().new_page()
    log_in(page, ORGANIZATION)
    _invite(page, colleague)
    _join(open_context().new_page(), mailed(product, colleague, r"/#/auth/invitation\?token=\S+")[0])

    page.goto("/#/dashboard/alerts?state=all")
    page.reload()  # reads the members again
    page.locator("[data-row-opener]").first.click()
    detail = page.get_by_role("region").filter(has=page.get_by_role("button", name="Close details"))
    tab_to(page, detail.get_by_role("tab", name="History"))
    page.keyboard.press("ArrowRight")
    tab_to(page, detail.get_by_role("textbox", name="Add a note for your team"))
    page.keyboard.type("Please ask @")
    offered = page.get_by_role("listbox", name="Colleagues").get_by_role("option")
    expect(offered.filter(has_text="Ida Quill")).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
    expect(detail).to_be_visible()

    page.keyboard.press("Backspace")
    page.keyboard.type("@qui")
    expect(offered).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.type("today.")
    tab_to(page, detail.get_by_role("button", name="Save note"))
    page.keyboard.press("Enter")
    expect(detail.get_by_role("paragraph").filter(has_text="Please ask @Ida Quill today.")).to_be_visible()
    mailed(product, colleague, r"/#/dashboard/alerts\S*")

    # The product is shared with other tests.
    detail.get_by_role("button", name="Delete").last.click()
    page.goto(MEMBERS)
    page.get_by_role("button", name="Remove Ida Quill").click()
    page.get_by_role("alertdialog", name="Remove Ida Quill?").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Member removed.")).to_be_visible()
