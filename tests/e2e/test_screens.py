"""Every screen in widths, themes and directions: nothing cut, nothing that axe objects to, a silent console, a picture.

``make test`` takes each light at 320 and dark at 1280, and those that tell most from right to left; ``make test-matrix``
all of them in every look. A screen is come to once and turned about from there.
"""

from collections.abc import Iterator

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
    take,
)
from pages import log_in
from playwright.sync_api import Browser
from product import Product
from screen import Screen
from screens import SCREENS
from visits import Visits

# A list with its frame, a drawer, a menu in a menu, a chart and a form: every part of the interface that has a side.
_TELLING = {
    "overview",
    "detection",
    "selection",
    "user-menu",
    "settings-domains",
    "settings-security",
    "console-ingestion",
    "console-upload-preview",
}
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
    "detections": ("detection", "selection", "export", "user-menu", "bell"),
    "settings": ("settings-security", "settings-api-new", "settings-domain-record", "settings-notifications"),
}


@pytest.fixture(scope="module")
def visits(browser: Browser, product: Product) -> Iterator[Visits]:
    opened = Visits(browser, product, log_in)
    yield opened
    opened.close()


def _looks_of(screen: Screen) -> list[Look]:
    if FULL:
        return EVERY_LOOK
    return EXTREMES + (RIGHT_TO_LEFT if screen.name in _TELLING else [])


@pytest.mark.spec("B5.1")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_matrix_of_screens(visits: Visits, screen: Screen) -> None:
    looks = _looks_of(screen)
    found: list[str] = []
    for sitting in [[look] for look in looks] if screen.by_width else [looks]:
        with visits.page(screen.who, alone=screen.alone) as (page, faults):
            frame(page, sitting[0])
            screen.show(page)
            for look in sitting:
                found += take(page, screen.name, look)
            found += faults
    assert found == []


@pytest.mark.spec("B5.1")
@pytest.mark.parametrize("group", _GROUPS)
def test_zoomed_to_400_percent_and_in_forced_colours(visits: Visits, group: str) -> None:
    found: list[str] = []
    for screen in (screen for screen in SCREENS if screen.name in _GROUPS[group]):
        with visits.page(screen.who, alone=screen.alone) as (page, _faults):
            frame(page, EXTREMES[0])
            screen.show(page)
            found += [f"{screen.name}, zoomed: {fault}" for fault in faults_when_zoomed(page)]
            picture(page, f"{screen.name}-zoomed")
            frame(page, EXTREMES[1])
            found += [f"{screen.name}, forced colours: {fault}" for fault in faults_in_forced_colours(page)]
            picture(page, f"{screen.name}-forced-colours")
    assert found == []
