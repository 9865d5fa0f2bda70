"""A page for each kind of visitor, which is kept from screen to screen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from looks import speak
from pages import note_faults
from playwright.sync_api import Browser, BrowserContext, Page, expect
from product import Product


class Visits:
    """A session and page per kind of visitor, since logins are rate-limited and loading the application takes a second."""

    def __init__(self, browser: Browser, product: Product, enter: Callable[[Page, str], None]) -> None:
        """``enter`` gives a page that has loaded nothing the session of a kind of visitor."""
        self._browser, self._product, self._enter = browser, product, enter
        self._contexts: dict[str | None, tuple[BrowserContext, list[str]]] = {}
        self._kept: dict[str | None, Page] = {}

    @contextmanager
    def page(self, who: str | None, *, alone: bool = False) -> Iterator[tuple[Page, list[str]]]:
        """Give a page of a kind of visitor, and the list of faults of its console.

        ``alone``: one that has loaded nothing yet, and is not used again.
        """
        context, faults = self._context(who)
        page = None if alone else self._kept.pop(who, None)
        page = page or context.new_page()
        faults.clear()
        try:
            yield page, faults
            if not alone:
                self._kept[who] = self._left(page)
        finally:
            if self._kept.get(who) is not page:
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
                self._enter(self._kept[who], who)
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
        """Close every page."""
        for context, _faults in self._contexts.values():
            context.close()


def _forget_choices(page: Page) -> None:
    page.evaluate("['breachlight-sidebar-collapsed', 'language'].forEach(key => localStorage.removeItem(key))")
