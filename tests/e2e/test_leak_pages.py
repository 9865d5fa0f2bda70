"""The catalogue of leaks at ``/leaks`` in the browser, with and without scripts."""

import re
from collections.abc import Callable
from itertools import product as every

import pytest
from looks import faults_of_look, picture
from playwright.sync_api import Browser, BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]

WIDTHS = (320, 768, 1280, 1920)


@pytest.mark.spec("X29")
def test_a_visitor_without_scripts_comes_from_the_homepage_searches_and_reads(
    browser: Browser, product: Product
) -> None:
    context = browser.new_context(
        base_url=product.url, java_script_enabled=False, viewport={"width": 320, "height": 800}
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Known leaks").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Known leaks")
    title = page.get_by_role("main").get_by_role("heading", level=2).first.inner_text()
    page.get_by_role("link", name="Breach date").click()
    page.get_by_label("Name or site").fill(title)
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"/leaks\?q=.+&sort=breach$"))
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Login").click()
    expect(page).to_have_url(f"{product.url}/#/auth/login")
    page.goto("/leaks?q=never-heard-of")
    page.get_by_role("link", name="Show all leaks").click()
    expect(page).to_have_url(f"{product.url}/leaks")
    context.close()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_matrix_of_the_leak_pages(open_context: OpenContext, language: str) -> None:
    """Every width and theme, with axe; the pages follow the theme that was chosen on the homepage."""
    for theme, width in every(("light", "dark"), WIDTHS):
        page = open_context(width, theme).new_page()
        page.goto(f"/leaks?locale={language}")
        assert faults_of_look(page) == []
        picture(page, f"leaks-{theme}-{width}-{language}")
        page.get_by_role("main").get_by_role("heading", level=2).first.get_by_role("link").click()
        expect(page.get_by_role("main").get_by_role("definition").first).to_be_visible()
        assert faults_of_look(page) == []
        picture(page, f"leak-{theme}-{width}-{language}")
        page.context.close()


def test_an_unknown_leak_leads_back_to_the_list(open_context: OpenContext) -> None:
    page = open_context(320, faults_expected=True).new_page()  # the console notes the status 404
    page.goto("/leaks/never-heard-of")
    expect(page.get_by_role("heading", level=1)).to_have_text("Leak not found")
    assert faults_of_look(page) == []
    page.get_by_role("link", name="Show all leaks").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Known leaks")
