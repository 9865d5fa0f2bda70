"""Suggestions of the lists' search field in a real browser, from the keyboard alone: a filter is chosen, then its value."""

import re
from collections.abc import Callable

import pytest
from pages import axe_violations, log_in
from people import PASSWORD, new_person
from playwright.sync_api import BrowserContext, expect
from product import Product


@pytest.mark.spec("X6")
def test_a_site_is_chosen_from_suggestions(product: Product, open_context: Callable[..., BrowserContext]) -> None:
    person = new_person(product, "suggestions")
    leak = "".join(f"https://{site}.example/login:{person.email}:invented-Wren-7-{site}\n" for site in ("quay", "mill"))
    done = product.command("ingest", "-", "--leak", f"Suggested {person.email}", text=leak)
    assert done.returncode == 0, done.stderr
    page = open_context().new_page()
    log_in(page, person.email, password=PASSWORD, at="/#/auth/login")
    page.goto("/#/dashboard/alerts")
    expect(page.locator("[data-row]")).to_have_count(2)

    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Search people and sites")
    expect(field).to_be_focused()
    page.keyboard.type("si")
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    expect(options).to_have_text([re.compile(r"^site:")])
    assert axe_violations(page) == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("site:")
    expect(options).to_have_count(2)
    page.keyboard.type("qu")
    expect(options).to_have_text([re.compile("^quay.example")])
    assert axe_violations(page) == []

    # The list closes and opens again, before the first Escape that empties the field.
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("site:qu")
    page.keyboard.type("a")
    page.keyboard.press("Backspace")
    expect(options).to_have_count(0)
    page.keyboard.press("Escape")
    expect(field).to_have_value("")

    page.keyboard.type("site:qu")
    expect(options).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile(r"site=quay\.example"))
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(page.get_by_role("group", name="Active filters").get_by_text("quay.example")).to_be_visible()
    expect(page.locator("[data-row]")).to_have_count(1)
