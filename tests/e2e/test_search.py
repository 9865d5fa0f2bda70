"""The global search in a real browser, from the keyboard alone: what is found opens its page."""

import re
from collections.abc import Callable

import pytest
from pages import axe_violations, log_in
from people import PASSWORD, new_person
from playwright.sync_api import BrowserContext, Page, expect
from product import Product


def _search(page: Page, words: str, group: str) -> None:
    """Open the search, and choose the first result of a group."""
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search people, devices, leaks, sites and actions")
    expect(field).to_be_focused()
    page.keyboard.type(words)
    expect(page.get_by_role("listbox").get_by_text(group, exact=True)).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(field).to_be_hidden()


@pytest.mark.spec("X6")
def test_people_leaks_and_sites_are_found(product: Product, open_context: Callable[..., BrowserContext]) -> None:
    person = new_person(product, "search")
    leak = f"https://harbour.example/login:{person.email}:invented-Heron-42-lanterns\n"
    title = f"Searched {person.email}"
    done = product.command("ingest", "-", "--leak", title, text=leak)
    assert done.returncode == 0, done.stderr
    page = open_context().new_page()
    log_in(page, person.email, password=PASSWORD)

    _search(page, "harbour", "Sites")
    expect(page).to_have_url(re.compile(r"site=harbour\.example"))
    expect(page.get_by_role("group", name="Active filters").get_by_text("harbour.example")).to_be_visible()
    expect(page.locator("[data-row]")).to_have_count(1)

    _search(page, "Searched", "Leaks")
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()

    _search(page, person.email[:12], "People")
    expect(page.get_by_role("heading", level=1, name=person.email)).to_be_visible()
