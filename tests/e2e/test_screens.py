"""Every screen in widths and themes: nothing that axe objects to, nothing that overflows, a silent console, a picture.

``make test`` takes each light at 320 and dark at 1280; ``make test-matrix`` all three widths in both themes.
"""

from collections.abc import Iterator

import pytest
from pages import LOOKS, SCREENSHOTS, Theme, axe_violations, log_in, note_faults
from playwright.sync_api import Browser, Page
from product import Product
from screens import SCREENS, Screen


class Visits:
    """One session for each kind of visitor, whatever the width and theme: log-ins are few and slow."""

    def __init__(self, browser: Browser, product: Product) -> None:
        self._browser, self._product = browser, product
        self._first: dict[str | None, tuple[Page, list[str]]] = {}

    def page(self, who: str | None, theme: Theme, width: int) -> tuple[Page, list[str]]:
        """Return a new page of the visitor in a theme and width, and the list of faults of its console."""
        if who not in self._first:
            context = self._browser.new_context(base_url=self._product.url, locale="en-GB")
            context.set_default_timeout(15_000)
            faults = note_faults(context)
            self._first[who] = context.new_page(), faults
            if who is not None:
                log_in(self._first[who][0], who)
        first, faults = self._first[who]
        faults.clear()
        page = first.context.new_page()
        page.set_viewport_size({"width": width, "height": 640 if width == 320 else 800})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        return page, faults

    def close(self) -> None:
        for page, _faults in self._first.values():
            page.context.close()


@pytest.fixture(scope="module")
def visits(browser: Browser, product: Product) -> Iterator[Visits]:
    opened = Visits(browser, product)
    yield opened
    opened.close()


@pytest.mark.parametrize(("theme", "width"), LOOKS)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_matrix_of_screens(visits: Visits, screen: Screen, theme: Theme, width: int) -> None:
    page, faults = visits.page(screen.who, theme, width)
    try:
        screen.show(page)
        page.evaluate("document.fonts.ready.then(() => true)")
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{screen.name}-{theme}-{width}.png", animations="disabled")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert axe_violations(page) == []
        assert faults == []
    finally:
        page.evaluate("localStorage.removeItem('breachlight-sidebar-collapsed')")
        page.close()
