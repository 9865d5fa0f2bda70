"""Every screen in widths, themes and directions: nothing cut, nothing that axe objects to, a silent console, a picture.

``make test`` takes each light at 320 and dark at 1280, and those that tell most from right to left; ``make test-matrix``
all of them in every look. A screen is come to once and turned about from there.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from looks import (
    EVERY_LOOK,
    EXTREMES,
    FULL,
    RIGHT_TO_LEFT,
    Look,
    faults_in_forced_colours,
    faults_when_zoomed,
    frame,
    picture,
    speak,
    take,
)
from pages import log_in, note_faults
from playwright.sync_api import Browser, BrowserContext, Page, expect
from product import Product
from screens import SCREENS, Screen

# A list with its frame, a drawer, a menu in a menu, a chart and a form: every part of the interface that has a side.
_TELLING = {"overview", "detection", "selection", "user-menu", "settings-domains", "settings-security"}
# One of each kind of screen: these tell of zoom and of forced colours what the others would repeat.
_GROUPS = {
    "public": ("terms", "privacy-failed", "not-found"),
    "authentication": (
        "log-in-refused",
        "log-in-choice",
        "log-in-recovery-code",
        "reset-confirm",
        "reset-failure",
        "invitation",
    ),
    "overview": ("overview-table", "navigation", "help-support"),
    "detections": ("detection", "selection", "export", "user-menu"),
    "settings": ("settings-security", "settings-api-new", "settings-domain-record", "settings-notifications"),
}


class Visits:
    """A session, and a page, for each kind of visitor: log-ins are few, and to load the application takes a second."""

    def __init__(self, browser: Browser, product: Product) -> None:
        self._browser, self._product = browser, product
        self._contexts: dict[str | None, tuple[BrowserContext, list[str]]] = {}
        self._kept: dict[str | None, Page] = {}

    @contextmanager
    def page(self, screen: Screen) -> Iterator[tuple[Page, list[str]]]:
        """Give a page of the screen's visitor, and the list of faults of its console."""
        context, faults = self._context(screen.who)
        page = None if screen.alone else self._kept.pop(screen.who, None)
        page = page or context.new_page()
        faults.clear()
        try:
            yield page, faults
            if not screen.alone:
                self._kept[screen.who] = self._left(page)
        finally:
            if self._kept.get(screen.who) is not page:
                _forget_choices(page)
                page.close()

    def _context(self, who: str | None) -> tuple[BrowserContext, list[str]]:
        if who not in self._contexts:
            context = self._browser.new_context(base_url=self._product.url, locale="en-GB")
            context.set_default_timeout(15_000)
            # Answered: the question about cookies would cover the lower edge of every screen.
            context.add_cookies([{"name": "CookieConsent", "value": "false", "url": self._product.url}])
            self._contexts[who] = context, note_faults(context)
            if who is not None:
                self._kept[who] = context.new_page()
                log_in(self._kept[who], who)
        return self._contexts[who]

    def _left(self, page: Page) -> Page:
        """Leave a screen for one that keeps nothing of it."""
        speak(page, "en")
        _forget_choices(page)
        page.mouse.move(0, 0)  # nothing of the next screen is pointed at
        page.goto("/#/nowhere")
        expect(page.get_by_role("heading", level=1, name="Not found")).to_be_visible()
        return page

    def close(self) -> None:
        for context, _faults in self._contexts.values():
            context.close()


@pytest.fixture(scope="module")
def visits(browser: Browser, product: Product) -> Iterator[Visits]:
    opened = Visits(browser, product)
    yield opened
    opened.close()


def _looks_of(screen: Screen) -> list[Look]:
    if FULL:
        # GraphiQL is not ours: it speaks English only.
        return [look for look in EVERY_LOOK if screen.name != "graphiql" or look.language == "en"]
    return EXTREMES + (RIGHT_TO_LEFT if screen.name in _TELLING else [])


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_matrix_of_screens(visits: Visits, screen: Screen) -> None:
    looks = _looks_of(screen)
    found: list[str] = []
    for sitting in [[look] for look in looks] if screen.by_width else [looks]:
        with visits.page(screen) as (page, faults):
            frame(page, sitting[0])
            screen.show(page)
            for look in sitting:
                found += take(page, screen.name, look)
            found += faults
    assert found == []


@pytest.mark.parametrize("group", _GROUPS)
def test_zoomed_to_400_percent_and_in_forced_colours(visits: Visits, group: str) -> None:
    found: list[str] = []
    for screen in (screen for screen in SCREENS if screen.name in _GROUPS[group]):
        with visits.page(screen) as (page, _faults):
            frame(page, EXTREMES[0])
            screen.show(page)
            found += [f"{screen.name}, zoomed: {fault}" for fault in faults_when_zoomed(page)]
            picture(page, f"{screen.name}-zoomed")
            frame(page, EXTREMES[1])
            found += [f"{screen.name}, forced colours: {fault}" for fault in faults_in_forced_colours(page)]
            picture(page, f"{screen.name}-forced-colours")
    assert found == []


def _forget_choices(page: Page) -> None:
    page.evaluate("['breachlight-sidebar-collapsed', 'language'].forEach(key => localStorage.removeItem(key))")
