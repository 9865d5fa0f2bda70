"""Settings in the operator console in a real browser, against the real server."""

from collections.abc import Callable

import httpx
from console_operators import enter, new_operator
from pages import axe_violations
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]


def test_an_operator_closes_and_opens_the_pages_of_leaks(open_context: OpenContext, product: Product) -> None:
    """By keyboard; the public pages follow at once, and another page that is open saves nothing over it."""
    operator = new_operator(product)
    context = open_context()
    page = context.new_page()
    enter(page, operator)
    page.get_by_role("link", name="Settings", exact=True).last.click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    stale = context.new_page()
    stale.goto(page.url)
    expect(stale.get_by_role("switch", name="Leak pages")).to_be_checked()

    switch = page.get_by_role("switch", name="Leak pages")
    expect(switch).to_be_checked()
    assert axe_violations(page) == []
    assert httpx.get(f"{product.url}/leaks").status_code == 200
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(switch).to_be_focused()
    assert httpx.get(f"{product.url}/leaks").status_code == 404

    stale.get_by_role("switch", name="Leak catalogue (API)").click()
    expect(stale.get_by_text("These settings were changed meanwhile.")).to_be_visible()
    expect(stale.get_by_role("switch", name="Leak pages")).not_to_be_checked()
    expect(stale.get_by_role("switch", name="Leak catalogue (API)")).to_be_checked()

    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    assert httpx.get(f"{product.url}/leaks").status_code == 200
    page.get_by_role("searchbox", name="Search variables").fill("smtp_password")
    expect(page.get_by_text("BREACHLIGHT_SMTP_PASSWORD", exact=True)).to_be_visible()
    expect(page.get_by_text("BREACHLIGHT_SMTP_HOST", exact=True)).to_have_count(0)
