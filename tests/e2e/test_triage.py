"""A morning of triage without a pointer: find, choose, close, take back, keep the view, assign, note, take away."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pages import WORKFORCE, log_in, tab_to
from playwright.sync_api import BrowserContext, Page, expect
from product import ORGANIZATION


def counted(page: Page) -> int:
    """Return how many detections the list says it has."""
    text = page.get_by_text(re.compile(r"^\d+-\d+ of ")).inner_text()
    return int(text.rsplit(" ", 1)[1].replace(",", ""))


def run(page: Page, words: str) -> None:
    """Find a command by some of its words, and run it."""
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Search people, devices, leaks, sites and actions")
    expect(field).to_be_focused()
    page.keyboard.type(words)
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(field).to_be_hidden()


@pytest.mark.spec("X6")
def test_triage_from_the_keyboard_alone(open_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    page = open_context().new_page()
    log_in(page, ORGANIZATION)
    page.keyboard.press("g")
    page.keyboard.press("w")
    expect(page.get_by_role("heading", level=1, name=WORKFORCE)).to_be_visible()
    expect(page.locator("[data-row]")).to_have_count(10)
    every = counted(page)

    page.keyboard.press("/")
    page.keyboard.type("severity:high is:open")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"severity=high"))
    expect(page.get_by_role("group", name="Active filters").get_by_text("High and above")).to_be_visible()
    expect(page.get_by_text(re.compile(rf" of {every}$"))).to_have_count(0)
    chosen = counted(page)
    assert 0 < chosen < every

    _save_view(page)
    run(page, "select all matching")
    expect(page.get_by_text(f"{chosen} selected")).to_be_visible()
    run(page, "close: selected")
    expect(page.get_by_text(f"{chosen} detections closed")).to_be_visible()
    expect(page.get_by_text("No matching detections")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Undone", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile(rf" of {chosen}$"))).to_be_visible()
    run(page, "show all")
    expect(page).to_have_url(re.compile(r"state=all"))
    run(page, "show urgent")
    expect(page).to_have_url(re.compile(r"view="))
    expect(page.get_by_text(re.compile(rf" of {chosen}$"))).to_be_visible()

    page.keyboard.press("j")
    expect(page.locator("[data-row-opener]").first).to_be_focused()
    page.keyboard.press("Enter")
    drawer = page.get_by_role("region").filter(has=page.get_by_role("button", name="Close details"))
    expect(drawer.get_by_role("heading", name="What to do now")).to_be_visible()
    run(page, "assign to")
    expect(drawer.get_by_text(re.compile(r"took this|assigned this to"))).to_be_visible()
    tab_to(page, drawer.get_by_role("tab", name="History"))
    page.keyboard.press("ArrowRight")
    tab_to(page, drawer.get_by_role("textbox", name="Add a note for your team"))
    page.keyboard.type("Called the owner.\nShe changes it today.")
    tab_to(page, drawer.get_by_role("button", name="Save note"))
    page.keyboard.press("Enter")
    expect(drawer.get_by_role("list", name="Notes").get_by_text("She changes it today.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()

    run(page, "export")
    dialog = page.get_by_role("dialog", name=re.compile("^Export"))
    tab_to(page, dialog.get_by_role("button", name="Download"))
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    with file.open(encoding="utf-8-sig", newline="") as text:
        rows = list(csv.DictReader(text))
    assert len(rows) == chosen
    assert min(int(row["severity_score"]) for row in rows) >= 60
    assert "password" not in rows[0]

    expect(dialog).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts").get_by_text("Close or reopen")).to_be_visible()


def _save_view(page: Page) -> None:
    tab_to(page, page.get_by_role("button", name="Save view"))
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Save this view")
    expect(dialog.get_by_role("textbox", name="Name")).to_be_focused()  # the dialog loads when it is first opened
    page.keyboard.type("Urgent")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile(r"view="))
