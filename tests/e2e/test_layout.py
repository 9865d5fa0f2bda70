"""What only layout shows: columns that fit, titles that stay, nothing that covers or cuts something else."""

from collections.abc import Callable

from looks import speak
from pages import OVERVIEW, WORKFORCE, log_in
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect
from product import ORGANIZATION

_COLUMNS = ["Severity", "Site", "Leak", "Assigned to", "Detected"]
_PAGES = {
    "": OVERVIEW,
    "/incidents": "Inbox",
    "/alerts": WORKFORCE,
    "/settings/account": "Account",
    "/settings/domains": "Domains",
    "/help-support": "Help and support",
}
_LONG = "a.very.long.address.of.one.person." * 8 + "@acme.example"


def _box(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def _resize(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})


def _open(page: Page, path: str, title: str) -> Locator:
    page.goto(f"/#/dashboard{path}")
    heading = page.get_by_role("heading", level=1, name=title, exact=True)
    expect(heading).to_be_visible()
    return heading


def test_pages_use_the_window_and_keep_their_title_at_the_same_edge(
    open_context: Callable[..., BrowserContext],
) -> None:
    page = open_context(1920).new_page()
    log_in(page, ORGANIZATION)
    edges = set[float]()
    for path, title in _PAGES.items():
        edges.add(_box(_open(page, path, title))["x"])
    assert len(edges) == 1

    _open(page, "/alerts", WORKFORCE)
    headers = page.get_by_role("columnheader")
    for width in (1920, 1440, 1280):
        _resize(page, width)
        for column in _COLUMNS:
            expect(headers.filter(has_text=column)).to_be_visible()
        expect(page.locator("[data-row-opener]").first).to_be_visible()
        assert _box(page.get_by_role("table"))["width"] > width - 320
    for language in ("en", "de"):
        speak(page, language)
        expect(page.get_by_role("table")).to_be_visible()
        cut = headers.locator("span.truncate").evaluate_all(
            "spans => spans.filter(span => span.scrollWidth > span.clientWidth).map(span => span.textContent)"
        )
        assert cut == []
    speak(page, "en")

    page.get_by_label("Select all detections on this page").check()
    page.keyboard.press("End")
    pager = page.get_by_role("navigation", name="Detection pages")
    pager.scroll_into_view_if_needed()
    bar = page.get_by_text("10 selected").locator("..")
    expect(bar).to_be_visible()
    assert not _overlap(_box(bar), _box(pager))


def test_a_long_name_takes_two_lines_of_a_card_and_code_none_of_its_button(
    open_context: Callable[..., BrowserContext],
) -> None:
    page = open_context(320).new_page()
    log_in(page, ORGANIZATION)
    page.route(
        "**/graphql",
        lambda route: route.fulfill(
            response=(answer := route.fetch()), body=answer.text().replace("@acme.example", _LONG)
        ),
    )
    _open(page, "/alerts", WORKFORCE)
    assert _box(page.locator("[data-row] [title]").first)["height"] < 60

    page.unroute_all()
    _open(page, "/settings/api", "API")
    code = page.locator("pre").first
    button = code.locator("..").get_by_role("button")
    assert not _overlap(_box(code), _box(button))


def test_the_legend_of_the_chart_is_visible_in_forced_colours(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context(1280).new_page()
    page.emulate_media(forced_colors="active")
    log_in(page, ORGANIZATION)
    page.goto("/#/dashboard?days=365")
    figure = page.get_by_role("figure")
    figure.locator("rect").first.wait_for()
    colours = figure.locator("figcaption [aria-hidden]").evaluate_all(
        "dots => dots.map(dot => getComputedStyle(dot).backgroundColor)"
    )
    background = figure.evaluate("element => getComputedStyle(document.body).backgroundColor")
    assert len({*colours, background}) == len(colours) + 1 >= 3
    chosen = page.get_by_role("group", name="View").locator("label:has(:checked)")
    other = page.get_by_role("group", name="View").locator("label:not(:has(:checked))").first
    look = "label => getComputedStyle(label).borderTopColor"
    assert chosen.evaluate(look) != other.evaluate(look)
