"""The bell in a real browser: what happens shows at once, is followed to its page, and stays seen."""

import time
from collections.abc import Callable

import pytest
from pages import axe_violations, log_in, tab_to
from people import PASSWORD, Person, new_person
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]
# A machine that is busy with other tests may take long.
SHOWN_WITHIN_SECONDS = 20


def _wait_for_scan(person: Person) -> None:
    """Wait until the retroactive scan of a person's address, which no live feed announces, has ended."""
    deadline = time.monotonic() + SHOWN_WITHIN_SECONDS
    while person.graphql("{ notifications { unseen } }")["unseen"] == 0:
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.mark.spec("X25")
def test_a_new_incident_is_counted_followed_and_stays_seen(product: Product, open_context: OpenContext) -> None:
    person = new_person(product, "bell")
    _wait_for_scan(person)
    page = open_context().new_page()
    log_in(page, person.email, password=PASSWORD)
    page.goto("/#/dashboard/help-support")
    bell = page.get_by_role("banner").get_by_role("button", name="Notifications")
    expect(bell).to_have_accessible_name("Notifications, 1 new")
    leak = f"https://harbour.example/login:{person.email}:invented-Heron-41-lanterns\n"
    done = product.command("ingest", "-", "--leak", f"Bell {person.email}", text=leak)
    assert done.returncode == 0, done.stderr
    expect(bell).to_have_accessible_name("Notifications, 2 new", timeout=SHOWN_WITHIN_SECONDS * 1000)

    tab_to(page, bell)
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name="Notifications")
    entry = panel.get_by_role("link").filter(has_text="New incident")
    expect(entry).to_contain_text(f"{person.email} in Bell {person.email}")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(bell).to_be_focused()

    page.keyboard.press("Enter")
    tab_to(page, entry)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Why this severity")).to_be_visible()
    expect(panel).to_be_hidden()

    expect(bell).to_have_accessible_name("Notifications, 1 new")
    bell.click()
    expect(entry.get_by_text("New", exact=True)).to_have_count(0)
    expect(panel.get_by_role("link").filter(has_text="Retroactive scan")).to_contain_text("New")
    panel.get_by_role("button", name="Mark all as seen").click()
    expect(bell).to_have_accessible_name("Notifications")
    page.reload()
    expect(bell).to_have_accessible_name("Notifications")
    bell.click()
    expect(entry).to_be_visible()
    expect(entry.get_by_text("New", exact=True)).to_have_count(0)
