"""A visitor has an address checked: the answer comes by email, and its link signs up with the address verified."""

import uuid
from collections.abc import Callable

import pytest
from pages import OVERVIEW, axe_violations
from people import PASSWORD
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]
LEAKED = "Blue-otters-43-lanterns"


@pytest.mark.spec("X33")
def test_a_visitor_asks_by_keyboard_reads_the_email_and_signs_up(product: Product, open_context: OpenContext) -> None:
    email = f"ida.moss-{uuid.uuid4().hex[:8]}@people.test"
    leak = f"Checked {email[9:17]}"
    text = f"https://otters.example/login:{email}:{LEAKED}\n"
    assert product.command("ingest", "-", "--leak", leak, text=text).returncode == 0
    page = open_context().new_page()
    page.goto(product.url)
    page.get_by_role("link", name="Password check").click()
    page.get_by_role("link", name="Check an email address instead").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Has my address leaked?")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Email").press("Enter")
    expect(page.get_by_role("status").get_by_text("Check your inbox. We answer by email only")).to_be_visible()
    assert axe_violations(page) == []

    mailbox = page.context.new_page()
    for _ in range(60):
        mailbox.goto("/dev/mail")
        if mailbox.get_by_role("link").filter(has_text=email).count():
            break
        mailbox.wait_for_timeout(500)
    mailbox.get_by_role("link").filter(has_text=email).first.click()
    content = mailbox.frame_locator("iframe")
    expect(content.get_by_role("paragraph").filter(has_text="is in 1 leak that we list")).to_be_visible()
    expect(content.get_by_text(leak).first).to_be_visible()
    assert LEAKED not in content.locator("body").inner_text()
    content.get_by_role("link", name="Sign up").first.click()

    expect(mailbox.get_by_role("heading", level=1, name="Create your account")).to_be_visible()
    assert "address_token" not in mailbox.url
    expect(mailbox.get_by_label("Email")).to_have_value(email)
    mailbox.get_by_label("First name").fill("Ida")
    mailbox.get_by_label("Last name").fill("Moss")
    mailbox.get_by_label("Phone").fill("+4930123456789")
    mailbox.get_by_label("Country").select_option("Germany")
    mailbox.locator("[name=password]").fill(PASSWORD)
    mailbox.get_by_label("Repeat password").fill(PASSWORD)
    mailbox.get_by_role("button", name="Sign up").click()
    expect(mailbox.get_by_role("heading", level=1, name=OVERVIEW)).to_be_visible()
