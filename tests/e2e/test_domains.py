"""The domains of an organization in a real browser, from the name to the proof and to the end (spec §2 and §4)."""

import re
import uuid
from collections.abc import Callable

import pytest
from pages import log_in
from playwright.sync_api import BrowserContext, Locator, Page, expect
from product import ORGANIZATION, Product

OpenContext = Callable[..., BrowserContext]
ADDRESS = "/#/dashboard/settings/domains"


def row(page: Page, domain: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_text(domain, exact=True))


def act(page: Page, domain: str, what: str) -> None:
    page.get_by_role("button", name=f"Actions for {domain}").click()
    page.get_by_role("menuitem", name=what).click()


@pytest.mark.spec("S1.6", "S2.79", "S2.81", "S2.82", "S2.84", "X3")
def test_an_organization_verifies_copies_switches_and_removes_a_domain(
    open_context: OpenContext, product: Product
) -> None:
    domain = f"otters-{uuid.uuid4().hex[:8]}.example"
    context = open_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    log_in(page, ORGANIZATION)
    page.get_by_role("link", name="Domains", exact=True).click()
    expect(page).to_have_title(re.compile("^Domains"))
    expect(row(page, "acme.example").get_by_text("Yes")).to_have_count(2)
    expect(page.get_by_role("columnheader", name="Domain")).to_have_attribute("aria-sort", "ascending")
    measures = page.evaluate("""() => ({
        row: document.querySelector('[data-row]').getBoundingClientRect().height,
        header: getComputedStyle(document.querySelector('th')).fontSize,
        body: getComputedStyle(document.querySelector('td')).fontSize,
    })""")
    assert measures == {"row": 52, "header": "10px", "body": "12px"}

    page.get_by_role("button", name="Add domain").click()
    page.get_by_role("textbox", name="Domain").fill(domain)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Verify {domain}", exact=True)
    value = dialog.get_by_text(re.compile(r"^breachlight-verification=[0-9a-f]{32}$")).inner_text()
    dialog.get_by_role("button", name="Check now").click()
    expect(dialog.get_by_text("TXT record not found")).to_be_visible()
    product.dns.set_txt(f"_breachlight.{domain}", value)
    dialog.get_by_role("button", name="Check now").click()
    expect(dialog).to_be_hidden()
    expect(row(page, domain).get_by_text("Yes")).to_have_count(2)

    row(page, domain).get_by_text(value, exact=True).click()
    expect(page.get_by_text("Copied to clipboard!")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == value
    secret = value.partition("=")[2]
    row(page, domain).get_by_text(secret, exact=True).dblclick()
    assert page.evaluate("getSelection().toString()") == secret

    edge = page.get_by_role("separator", name="Resize the Domain column")
    width = int(edge.get_attribute("aria-valuenow") or 0)
    edge.hover()
    page.mouse.down()
    box = edge.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2 - 60, box["y"] + 10, steps=3)
    page.mouse.up()
    expect(edge).to_have_attribute("aria-valuenow", str(width - 60))

    act(page, domain, "Disable")
    expect(row(page, domain).get_by_text("No", exact=True)).to_have_count(1)
    act(page, domain, "Remove")
    page.get_by_role("alertdialog").get_by_role("button", name="Remove domain").click()
    expect(row(page, domain)).to_have_count(0)


@pytest.mark.spec("S6.2")
def test_an_individual_finds_no_domains(kept_session: Page) -> None:
    expect(kept_session.get_by_role("link", name="Security", exact=True)).to_be_visible()
    expect(kept_session.get_by_role("link", name="Domains", exact=True)).to_have_count(0)
    kept_session.goto(ADDRESS)
    expect(kept_session.get_by_role("heading", level=1, name="Not found")).to_be_visible()
