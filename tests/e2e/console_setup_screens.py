"""How to open the screens of the first run, with invented answers: nobody in the demonstration is an operator."""

from playwright.sync_api import Page, expect
from screen_steps import answer, at

_NAMES = ("OPERATOR", "SECOND_FACTOR", "EMAIL", "DNS", "LEAK", "DOMAIN", "DETECTION", "SIGN_UP")


def _setup(page: Page, *done: str) -> None:
    steps = [{"__typename": "ConsoleSetupStep", "name": name, "isDone": name in done} for name in _NAMES]
    answer(page, "ConsoleSetup", {"console": {"__typename": "OperatorConsole", "setup": steps}})
    at("/#/console/setup", "Setup")(page)
    expect(page.get_by_role("listitem").first).to_be_visible()


def setup(page: Page) -> None:
    """Open the checklist while most is to do, and let the test of DNS fail."""
    check = {
        "__typename": "ConsoleCheck",
        "name": "dns",
        "level": "FAILING",
        "text": "No majority of the resolvers answers (silent: 192.0.2.53), so no domain can be verified.",
        "remedy": "Set BREACHLIGHT_DNS_RESOLVERS to three resolvers of different operators that validate DNSSEC.",
    }
    answer(page, "ConsoleTestDns", {"result": {"__typename": "RunChecksSuccess", "checks": [check]}})
    _setup(page, "OPERATOR", "SECOND_FACTOR")
    page.get_by_role("button", name="Test DNS").click()
    expect(page.get_by_text("No majority of the resolvers")).to_be_visible()


def setup_done(page: Page) -> None:
    """Open it when everything is done."""
    _setup(page, *_NAMES)
    expect(page.get_by_text("Setup is complete.")).to_be_visible()
