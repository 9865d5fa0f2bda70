"""How to open the screens of content in the operator console, with invented answers."""

import json
from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, answer_lists_with, at

_AT = "2026-11-20T09:30:00Z"
_LANGUAGES = {"en": "English", "de": "Deutsch", "ja": "日本語", "ar": "العربية"}
_SHIPPED = json.dumps(
    {"copyrightText": "© 2026 Acme", "links": [{"linkText": "Terms of use", "linkURL": "#/legal/terms-of-use"}]}
)


def _document(name: str, locale: str, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleContentDocument",
        "id": f"{name.lower()}/{locale}",
        "name": name,
        "locale": locale,
        "language": _LANGUAGES[locale],
        "isEdited": False,
        "hasDraft": False,
        "isOutdated": False,
        "changedAt": None,
        "changedBy": None,
        **change,
    }


def _answer_list(page: Page, service: str | None = None) -> None:
    by = {"changedAt": _AT, "changedBy": "orla.of-the-night-shift@operators.example"}
    changes: dict[str, dict[str, Any]] = {
        "en": {"isEdited": True, "hasDraft": True, "isOutdated": True, **by},
        "de": {"hasDraft": True, **by},
        "ja": {"isEdited": True, **by},
        "ar": {},
    }
    documents = [
        _document(name, locale, **change)
        for name in ("HOMEPAGE", "FOOTER", "TERMS_OF_USE", "PLAYBOOKS")
        for locale, change in changes.items()
    ]
    content = {"__typename": "ConsoleContent", "serviceAddress": service, "documents": documents}
    answer(page, "ConsoleContent", {"console": {"__typename": "OperatorConsole", "content": content}})


def content(page: Page) -> None:
    """Open the list of documents."""
    _answer_list(page, "https://content.acme.example")
    at("/#/console/content", "Content")(page)
    page.locator("[data-row-opener]:visible").first.wait_for()


def content_no_match(page: Page) -> None:
    """Open it with a search that matches nothing."""
    _answer_list(page)
    at("/#/console/content?search=nothing", "Content")(page)
    expect(page.get_by_role("heading", name="No matching documents")).to_be_visible()


def content_failed(page: Page) -> None:
    """Open it while the server fails."""
    failed = "Promise.resolve(Response.json({ errors: [{ message: 'The database is away.' }] }))"
    answer_lists_with(page, failed, of="ConsoleContent")
    at("/#/console/content", "Content")(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def _field(path: str, kind: str) -> dict[str, Any]:
    return {
        "__typename": "ConsoleContentField",
        "path": path,
        "kind": kind,
        "maximum": 300,
        "isRequired": kind != "LIST",
        "choices": [],
    }


def content_document(page: Page) -> None:
    """Edit the footer."""
    versions = [
        {
            "__typename": "ConsoleContentVersion",
            "id": str(number),
            "isShipped": number == 1,
            "publishedAt": _AT,
            "publishedBy": "orla.of-the-night-shift@operators.example",
        }
        for number in (2, 1)
    ]
    found = {
        **_document("FOOTER", "en", isEdited=True, hasDraft=True, isOutdated=True, changedAt=_AT),
        "__typename": "ConsoleContentDetail",
        "changedBy": "orla.of-the-night-shift@operators.example",
        "version": "7.2",
        "content": _SHIPPED,
        "published": _SHIPPED,
        "shipped": _SHIPPED,
        "fields": [
            _field("copyrightText", "TEXT"),
            _field("links", "LIST"),
            _field("links.*.linkText", "LINE"),
            _field("links.*.linkURL", "LINK"),
        ],
        "versions": versions,
    }
    console = {
        "__typename": "OperatorConsole",
        "content": {"__typename": "ConsoleContent", "serviceAddress": None},
        "contentDocument": found,
    }
    answer(page, "ConsoleContentDocument", {"console": console})
    at("/#/console/content/FOOTER/en", "Footer")(page)
    expect(page.frame_locator("iframe").get_by_text("© 2026 Acme")).to_be_visible()


def content_publish(page: Page) -> None:
    """Ask before publishing."""
    content_document(page)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
