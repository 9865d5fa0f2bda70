"""What bringing up a screen consists of: opening it, and answering in place of the server."""

import json
from collections.abc import Callable

from invented_answers import faults_of_answer
from playwright.sync_api import Page, expect


def at(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()

    return show


def list_at(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        at(path, heading)(page)
        expect(page.locator("[data-row]")).to_have_count(10)

    return show


def legal(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        at(path, heading)(page)
        expect(page.get_by_role("heading", level=2).first).to_be_visible()

    return show


def answer_lists_with(page: Page, promise: str, of: str = "DetectionList") -> None:
    """Give this promise for every list (or other question). Not by a route: one left open as its page closes spoils those of later tests."""
    page.add_init_script(
        f"""const answered = window.fetch;
        window.fetch = (url, init) =>
            String(init?.body).includes('{of}') ? {promise} : answered(url, init);"""
    )


MFA_REQUIRED = {
    "__typename": "MfaRequired",
    "message": "MFA required",
    "code": "MFA_REQUIRED",
    "emailToken": "invented",
}


def answer(page: Page, operation: str, data: object) -> None:
    """Give this answer to every operation of a name, so that the screen after it needs no account of its own.

    Raises:
        AssertionError: the answer lacks a field that the operation selects, or has what the schema doesn't allow.
    """
    faults = faults_of_answer(operation, data)
    assert not faults, f"The invented answer to {operation}: {'; '.join(faults)}"
    page.add_init_script(
        f"""{{ const answered = window.fetch;
        window.fetch = (url, init) => String(init?.body).includes('"operationName":"{operation}"')
            ? Promise.resolve(Response.json({json.dumps({"data": data})})) : answered(url, init); }}"""
    )
