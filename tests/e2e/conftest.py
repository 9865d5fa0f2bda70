"""Fixtures of the browser tests: one product and one Chromium for all of them.

The product shows its own documents; with BREACHLIGHT_TEST_CONTENT=strapi, those that a real Strapi gives it.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from chromium import find_chromium
from names import running_dns
from pages import Theme, log_in, note_faults
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from product import INDIVIDUAL, Product, running_product

from strapi.content_documents import read_documents
from strapi.strapi_server import running_strapi


@pytest.fixture(scope="session")
def content(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Variables that choose the source of the content; none for the product's own documents."""
    if os.environ.get("BREACHLIGHT_TEST_CONTENT") != "strapi":
        yield {}
        return
    folder = tmp_path_factory.mktemp("strapi")
    with running_strapi(folder, read_documents()) as strapi:
        # It has no documents of its own, so what is seen is Strapi's.
        nothing = str(folder / "none")
        yield {"CONTENT_URL": strapi.url, "CONTENT_TOKEN": strapi.token, "BREACHLIGHT_CONTENT_FOLDER": nothing}


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory, content: dict[str, str]) -> Iterator[Product]:
    with running_dns() as dns, running_product(tmp_path_factory.mktemp("product"), dns, content) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium that reaches this machine only."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
                  "--disable-component-update", "--disable-sync", "--no-first-run"],
        )  # fmt: skip
        yield launched
        launched.close()


@pytest.fixture
def open_context(browser: Browser, product: Product) -> Iterator[Callable[..., BrowserContext]]:
    """Open browser contexts of a width and theme; errors and warnings in the console fail the test."""
    opened: list[tuple[BrowserContext, list[str]]] = []

    def open_one(width: int = 1280, theme: Theme = "light", *, faults_expected: bool = False) -> BrowserContext:
        # Nothing moves where no test looks at it: to draw each step costs more than the page.
        context = browser.new_context(
            base_url=product.url,
            viewport={"width": width, "height": 800},
            color_scheme=theme,
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.set_default_timeout(15_000)
        faults = note_faults(context)
        opened.append((context, [] if faults_expected else faults))
        return context

    yield open_one
    for context, _faults in opened:
        context.close()
    assert [fault for _context, faults in opened for fault in faults] == []


@dataclass
class Kept:
    """A page for a whole file of tests, and the errors in its console so far."""

    page: Page
    faults: list[str]


@pytest.fixture(scope="module")
def kept_individual(browser: Browser, product: Product) -> Iterator[Kept]:
    """A page of the individual: logins are few and slow."""
    context = browser.new_context(
        base_url=product.url, viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    kept = Kept(context.new_page(), note_faults(context))
    log_in(kept.page, INDIVIDUAL)
    yield kept
    context.close()


@pytest.fixture
def kept_faults(kept_individual: Kept) -> list[str]:
    """Errors in the console of the shared page; a test that provokes errors removes them."""
    return kept_individual.faults


@pytest.fixture
def kept_session(kept_individual: Kept) -> Iterator[Page]:
    """The page of the individual, logged in once for a file of tests."""
    kept_individual.faults.clear()
    yield kept_individual.page
    assert kept_individual.faults == []
