"""The split view from the keyboard: J and K step across pages, and closing goes on to the next detection."""

import re
from collections.abc import Callable

import pytest
from pages import WORKFORCE, log_in
from playwright.sync_api import BrowserContext, Locator, Page, expect
from product import ORGANIZATION

PAGE_SIZE = 10


def openers(page: Page) -> Locator:
    return page.locator("[data-row-opener]")


def listed(page: Page, number: int) -> list[str]:
    """Return the detections of a page of the list."""
    page.goto("about:blank")
    page.goto(f"/#/dashboard/alerts?page={number}")
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
    expect(page.get_by_text(re.compile(rf"^{(number - 1) * PAGE_SIZE + 1}-{number * PAGE_SIZE} of "))).to_be_visible()
    expect(openers(page)).to_have_count(PAGE_SIZE)
    return [str(opener.get_attribute("data-row-opener")) for opener in openers(page).all()]


def expect_open(page: Page, detection: str) -> None:
    """Expect the list with a detection chosen in it, and the detail of that next to it."""
    expect(page).to_have_url(re.compile(rf"detection={detection}\b"))
    expect(page.locator(f'[data-row-opener="{detection}"]')).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("button", name="Close and next")).to_be_enabled()


@pytest.mark.spec("X6")
def test_stepping_and_closing_cross_pages(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.set_viewport_size({"width": 1280, "height": 900})
    log_in(page, ORGANIZATION)
    second, first = listed(page, 2), listed(page, 1)

    openers(page).nth(PAGE_SIZE - 2).click()
    expect_open(page, first[-2])
    page.keyboard.press("j")
    expect_open(page, first[-1])
    page.keyboard.press("j")
    expect_open(page, second[0])
    page.keyboard.press("k")
    expect_open(page, first[-1])

    page.keyboard.press("n")
    expect_open(page, second[0])
    page.get_by_role("button", name="Close and next").click()
    expect_open(page, second[1])
    page.keyboard.press("j")
    expect_open(page, second[2])
    # An open list keeps what is closed meanwhile; a new one doesn't have it.
    assert listed(page, 1) == [*first[:-1], second[1]]
