"""The overview in a real browser: the range, a day of the chart by pointer and by keys, and the table behind it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from pages import OVERVIEW, PORTALS, WORKFORCE, log_in, tab_to
from playwright.sync_api import BrowserContext, Page, expect
from product import ORGANIZATION

OpenContext = Callable[..., BrowserContext]


def counted(page: Page, name: str) -> int:
    """The number next to a word of the chart's head."""
    return int(page.get_by_role("term").filter(has_text=re.compile(f"^{name}$")).locator("+ dd").inner_text())


def expect_days(page: Page, days: int) -> None:
    """Wait until the numbers of the last so many days stand there: those of the range before stay until they come."""
    expect(page.get_by_role("radio", name=f"{days} days", exact=True)).to_be_checked()
    expect(page.get_by_text("Loading statistics", exact=True)).to_have_count(0)


def list_of_day(day: str, path: str) -> re.Pattern[str]:
    after = (datetime.fromisoformat(day) + timedelta(days=1)).date()
    return re.compile(rf"#/dashboard/{path}\?state=all&after={day}&before={after}$")


@pytest.mark.spec("S2.58", "S2.59")
def test_from_the_range_to_a_day_and_its_detections(open_context: OpenContext) -> None:
    page = open_context(1280).new_page()
    log_in(page, ORGANIZATION)
    expect(page.get_by_role("heading", level=1, name=OVERVIEW)).to_be_focused()
    expect(page.get_by_role("radio", name="7 days", exact=True)).to_be_checked()

    page.get_by_text("90 days", exact=True).click()
    expect(page).to_have_url(re.compile(r"#/dashboard\?days=90$"))
    chart = page.get_by_role("figure")
    expect_days(page, 90)
    chart.locator("rect").first.wait_for()
    expect(page.get_by_text("No detections in this period")).to_have_count(0)

    # The table says the same as the chart, and its numbers lead to the rows behind them.
    page.get_by_text("Table", exact=True).click()
    table = page.get_by_role("table", name="Detections per day")
    expect(table).to_be_visible()
    cells = [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
    assert all(int(users) + int(domains) == int(both) for users, domains, both in cells), cells
    assert sum(int(both) for *_parts, both in cells) == counted(page, "Detections")
    part = next(link for link in table.get_by_role("link").all() if "alerts-domain" in str(link.get_attribute("href")))
    day = re.search(r"after=([0-9-]{10})", str(part.get_attribute("href")))
    assert day is not None
    part.click()
    expect(page.get_by_role("heading", level=1, name=PORTALS)).to_be_visible()
    expect(page).to_have_url(list_of_day(day[1], "alerts-domain"))
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=OVERVIEW)).to_be_visible()

    # The day that the pointer is over.
    page.get_by_text("Chart", exact=True).click()
    bar = chart.locator("rect.fill-info-text").last
    bar.wait_for()
    # On a day that has just begun it is low, and the question of cookies lies over the foot of the window.
    chart.evaluate("figure => figure.scrollIntoView({ block: 'center' })")
    box = bar.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    link = chart.get_by_role("link")
    expect(link).to_have_attribute("href", re.compile("alerts-domain"))
    page.mouse.click(*middle)
    expect(page.get_by_role("heading", level=1, name=PORTALS)).to_be_visible()

    # A range of one's own stays in the address.
    last = (datetime.now(UTC) - timedelta(days=3)).date()
    page.goto(f"/#/dashboard?first={last - timedelta(days=9)}&last={last}")
    field = page.get_by_label("End date")
    expect(field).to_have_value(str(last))
    field.fill(str(last - timedelta(days=1)))
    expect(page).to_have_url(re.compile(rf"first={last - timedelta(days=9)}&last={last - timedelta(days=1)}$"))
    page.reload()
    expect(field).to_have_value(str(last - timedelta(days=1)))


@pytest.mark.spec("S2.62")
def test_the_chart_by_keys_alone(open_context: OpenContext) -> None:
    page = open_context(768, "dark").new_page()
    log_in(page, ORGANIZATION)
    page.goto("/#/dashboard?days=90")
    expect_days(page, 90)
    link = page.get_by_role("figure").get_by_role("link")
    link.wait_for()
    tab_to(page, link)
    today = datetime.now(UTC).date()
    page.keyboard.press("ArrowLeft")
    expect(link).to_have_attribute("href", re.compile(f"after={today - timedelta(days=1)}"))
    page.keyboard.press("Home")
    expect(link).to_have_attribute("href", re.compile(f"after={today - timedelta(days=89)}"))
    page.keyboard.press("End")
    expect(link).to_have_attribute("href", re.compile(f"after={today}"))
    expect(link).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=re.compile(f"{WORKFORCE}|{PORTALS}"))).to_be_visible()
    expect(page).to_have_url(list_of_day(str(today - timedelta(days=89)), "alerts(-domain)?"))
