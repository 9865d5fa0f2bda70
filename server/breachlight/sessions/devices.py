"""Readable names of the browser and system in a User-Agent header."""

import re
from typing import Final

# The first match decides: browsers also name those they derive from, and systems those they resemble.
_BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("Vivaldi/", "Vivaldi"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("Trident/", "Internet Explorer"),
)
_SYSTEMS: Final = (
    ("Windows Phone", "Windows Phone"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("FreeBSD", "FreeBSD"),
    ("OpenBSD", "OpenBSD"),
    ("Linux", "Linux"),
    ("X11", "Linux"),
)
_PROGRAM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_COMPATIBLE: Final = re.compile(r"\(compatible; ([A-Za-z0-9][A-Za-z0-9._-]{0,39})/")


def device_of(user_agent: str) -> str:
    """Return for example ``Firefox on Linux``; the header's first word for programs, empty if there is none."""
    if not user_agent.startswith(("Mozilla/", "Opera/")):
        program = _PROGRAM.match(user_agent)
        return program[0] if program else ""
    crawler = _COMPATIBLE.search(user_agent)
    if crawler:
        return crawler[1]
    browser = _first(_BROWSERS, user_agent) or "Browser"
    system = _first(_SYSTEMS, user_agent)
    return f"{browser} on {system}" if system else browser


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in names if mark in user_agent), None)
