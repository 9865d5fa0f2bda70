"""How to open the public pages about addresses."""

from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, at

address_check = at("/#/check/address", "Has my address leaked?")


def address_check_sent(page: Page) -> None:
    """Send the form; the answer is invented."""
    message = "Check your inbox. We answer by email only, at most once a day for each address."
    given: dict[str, Any] = {"checkAddress": {"__typename": "MessageSuccess", "message": message}}
    answer(page, "CheckAddress", given)
    address_check(page)
    page.get_by_label("Email").fill("jane@people.example")
    page.get_by_role("button", name="Check address").click()
    expect(page.get_by_text(message)).to_be_visible()


opt_out = at("/#/opt-out", "Opt out")


def opt_out_confirm(page: Page) -> None:
    """Open the page of an emailed link; the choice is invented."""
    answer(page, "OptOutChoice", {"optOutChoice": "RECORDS"})
    at("/#/opt-out/confirm?token=invented", "Confirm your choice")(page)
    expect(page.get_by_text("Also erase its leaked records")).to_be_visible()


def _opt_out_requests(page: Page, requests: list[dict[str, Any]]) -> None:
    found = {"__typename": "OperatorConsole", "optOutRequests": requests}
    answer(page, "ConsoleOptOuts", {"console": found})
    at("/#/console/opt-outs", "Opt-outs")(page)


def console_opt_outs(page: Page) -> None:
    """Open the requests that operators decide about."""
    requests = [
        {
            "__typename": "ConsoleOptOutRequest",
            "id": f"019ab0c4-8f1e-7d3b-9c55-2f6a3c1de00{number}",
            "digest": digest,
            "createdAt": "2026-11-20T09:30:00Z",
            "detections": detections,
            "organizations": names,
        }
        for number, (digest, detections, names) in enumerate(
            [
                ("9f3a61c07be4d215", 1, ["Acme"]),
                ("04d7be9a11c3f862", 1204, ["Acme International Holdings", "Otter Rowing"]),
            ]
        )
    ]
    _opt_out_requests(page, requests)
    expect(page.get_by_text("9f3a61c07be4d215")).to_be_visible()


def console_opt_outs_empty(page: Page) -> None:
    """Open the page without requests."""
    _opt_out_requests(page, [])
    expect(page.get_by_text("No requests")).to_be_visible()
