"""The editor of content in a real browser, against the real server: what is published is what visitors see."""

from collections.abc import Callable

from console_operators import enter, new_operator
from pages import axe_violations
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]
HOSTILE = '<img src=x onerror="document.title=1"> [link](javascript:document.title=1)'


def test_a_document_is_edited_previewed_published_and_reverted(open_context: OpenContext, product: Product) -> None:
    operator = new_operator(product, "editor")
    page = open_context().new_page()
    enter(page, operator)
    page.get_by_role("link", name="Content", exact=True).first.click()
    page.get_by_role("searchbox").fill("privacy")
    page.get_by_role("combobox", name="Language").select_option("de")
    page.get_by_role("row").nth(1).click()
    preview = page.frame_locator("iframe")
    text = page.get_by_role("textbox", name="Text")
    text.fill(f"# Datenschutz\n\nHallo.\n\n{HOSTILE}")
    expect(preview.get_by_role("heading", name="Datenschutz")).to_be_visible()
    expect(preview.get_by_text("<img src=x")).to_be_visible()
    assert preview.locator("img, a").count() == 0
    assert axe_violations(page) == []
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Draft", exact=True)).to_be_visible()

    visitor = open_context().new_page()
    visitor.goto(f"{product.url}/?status=draft#/legal/privacy?locale=de")
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.get_by_text("Hallo.")).to_have_count(0)

    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Customized", exact=True)).to_be_visible()
    body = {
        "query": '{ privacyPolicy(locale: "de") { Content } }',
        "variables": {},
    }
    served = page.request.post(f"{product.url}/content/graphql", data=body).json()
    assert "Hallo." in served["data"]["privacyPolicy"]["Content"]

    page.get_by_role("button", name="Revert to shipped text").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Revert").click()
    expect(page.get_by_text("Customized", exact=True)).to_have_count(0)
    served = page.request.post(f"{product.url}/content/graphql", data=body).json()
    assert "Hallo." not in served["data"]["privacyPolicy"]["Content"]
