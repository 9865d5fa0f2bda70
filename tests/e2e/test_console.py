"""The operator console in a real browser, against the real server: its way in, its actions, and its end."""

from collections.abc import Callable

import pytest
from console_operators import enter, new_operator
from pages import axe_violations
from people import new_person
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]


@pytest.mark.spec("X31")
def test_an_operator_works_in_the_console_until_the_role_is_removed(
    open_context: OpenContext, product: Product
) -> None:
    operator, other = new_operator(product), new_person(product, "watched")
    page = open_context().new_page()
    enter(page, operator)

    expect(page.get_by_role("heading", level=1, name="Audit log")).to_be_visible()
    expect(page.get_by_role("row", name="operator_added").first).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("No break found")).to_be_visible()
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Export as NDJSON").click()
    assert b"operator_added" in downloaded.value.path().read_bytes()
    assert axe_violations(page) == []

    page.get_by_role("link", name="Health", exact=True).click()
    expect(page.get_by_role("table", name="Storage")).to_be_visible()
    assert axe_violations(page) == []

    page.get_by_role("link", name="Accounts", exact=True).click()
    page.get_by_role("searchbox").fill(other.email)
    page.get_by_role("row", name=other.email).get_by_role("button").click()
    page.get_by_role("button", name="Actions for").click()
    page.get_by_role("menuitem", name="Disable").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Disable").click()
    expect(page.get_by_text("Disabled", exact=True)).to_be_visible()
    assert axe_violations(page) == []

    assert product.command("operator", "remove", operator.email).returncode == 0
    page.get_by_role("link", name="Audit log").last.click()
    expect(page.get_by_role("heading", name="For operators only")).to_be_visible()
    page.get_by_role("link", name="Back to dashboard").last.click()
    expect(page.get_by_role("button", name="Account menu")).to_be_visible()
