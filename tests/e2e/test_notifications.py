"""Notifications and Help/Support in a real browser: switches that save at once, the support form, the link of a mail."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pages import tab_to
from people import mailed
from playwright.sync_api import Page, expect
from product import INDIVIDUAL, Product

NOTIFICATIONS, HELP = "/#/dashboard/settings/notifications", "/#/dashboard/help-support"
SAVED = "Notification settings updated successfully"


@contextmanager
def saving(page: Page) -> Iterator[None]:
    """Wait until the server has answered to the change that is made meanwhile."""
    with page.expect_response(lambda answer: "UpdateNotificationSettings" in (answer.request.post_data or "")):
        yield


@pytest.mark.spec("S1.6", "S2.77", "S4.29")
def test_switches_are_saved_at_once_by_the_keyboard_and_stay(kept_session: Page) -> None:
    page = kept_session
    page.goto(NOTIFICATIONS)
    alerts = page.get_by_role("switch", name="Breach alerts")
    expect(alerts).to_be_checked()
    tab_to(page, alerts)
    with saving(page):
        page.keyboard.press("Space")
    expect(page.get_by_text(SAVED).first).to_be_visible()
    expect(page.get_by_text("No alert type selected")).to_be_visible()
    expect(alerts).to_be_focused()
    page.reload()
    expect(alerts).not_to_be_checked()
    with saving(page):
        alerts.click()
    with saving(page):
        page.get_by_role("radio", name="Weekly").check()
    expect(page.get_by_text("the Monday after")).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="Weekly")).to_be_checked()
    with saving(page):
        page.get_by_role("radio", name="Immediately").check()
    expect(page.get_by_text("at most one email per hour")).to_be_visible()


@pytest.mark.spec("S4.30")
def test_closing_duplicates_is_asked_about_first(kept_session: Page) -> None:
    page = kept_session
    page.goto(NOTIFICATIONS)
    duplicates = page.get_by_role("switch", name="Auto-close duplicates")
    question = page.get_by_role("alertdialog")
    duplicates.click()
    expect(question.get_by_role("button", name="No")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(duplicates).not_to_be_checked()
    duplicates.click()
    with saving(page):
        question.get_by_role("button", name="Yes").click()
    expect(duplicates).to_be_checked()
    expect(page.get_by_text(SAVED).first).to_be_visible()
    with saving(page):
        duplicates.click()
    expect(duplicates).not_to_be_checked()
    expect(question).to_have_count(0)


@pytest.mark.spec("S2.89")
def test_a_question_reaches_the_operator_with_its_picture(kept_session: Page, product: Product) -> None:
    page = kept_session
    page.goto(HELP)
    question = page.get_by_role("button", name="Is a password reset enough")
    tab_to(page, question)
    page.keyboard.press("Enter")
    expect(page.get_by_text("A password changed on an infected device will leak again.")).to_be_visible()
    expect(page.get_by_role("link", name="Contact us")).to_have_attribute(
        "href", re.compile(r"^mailto:.+@.+\?subject=Question$")
    )
    page.get_by_role("button", name="Contact support").click()
    dialog = page.get_by_role("dialog", name="Contact support", exact=True)
    dialog.get_by_role("textbox", name="Message").fill("The list stays empty.\n<b>Why?</b>")
    picture = {"name": "screen.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n" + bytes(64)}
    dialog.locator("input[type=file]").set_input_files([picture])
    expect(dialog.get_by_text("screen.png")).to_be_visible()
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Thanks for your message.")).to_be_visible()
    expect(dialog).to_have_count(0)
    written = mailed(
        product, product.settings().operator_email, r"Email: (\S+)[\s\S]*(The list stays empty\.\s+<b>Why)"
    )
    assert written[1] == INDIVIDUAL


@pytest.mark.spec("X10")
def test_the_link_of_an_email_asks_first_and_leaves_the_address(kept_session: Page) -> None:
    page = kept_session
    page.goto("/#/unsubscribe?token=invented")
    expect(page.get_by_role("heading", level=1, name="Unsubscribe from detection emails?")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/#/unsubscribe$"))
    page.get_by_role("button", name="Unsubscribe").click()
    expect(page.get_by_text("This link is invalid.")).to_be_visible()
