"""Actions of the browser tests on the product's pages."""

import json
import os
from pathlib import Path
from typing import Literal

from playwright.sync_api import BrowserContext, Locator, Page, expect
from product import PASSWORD

# A machine that is busy with other tests takes its time, in milliseconds.
expect.set_options(timeout=15_000)

Theme = Literal["light", "dark"]

# The looks of every screen: all of them by ``make test-matrix``, the two extremes by ``make test``.
LOOKS: list[tuple[Theme, int]] = [("light", 320), ("dark", 1280)]
if os.environ.get("BREACHLIGHT_TEST_MATRIX") == "full":
    LOOKS = [(theme, width) for theme in ("light", "dark") for width in (320, 768, 1280)]

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = Path(__file__).parents[2] / "test-results" / "screens"
OVERVIEW = "Dashboard Overview"
WORKFORCE, PORTALS = "Active Detections - Workforce", "Active Detections - Portals"

# The guards that keep the focus in a window hold it for no moment, so they need no name. The tabs of GraphiQL, which is
# not ours, hold buttons. The frame of a mail lets no script in, axe's included.
_RUN_AXE = """async include => JSON.stringify((await axe.run(
    { include, exclude: [['[data-base-ui-focus-guard]'], ['.graphiql-tabs']] },
    { resultTypes: ['violations'], iframes: false },
)).violations)"""


def log_in(page: Page, email: str, *, at: str = "/#/auth/login", password: str = PASSWORD) -> None:
    """Log in through the login page, and wait for the page that follows."""
    page.goto(at)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Account menu")).to_be_visible()


def note_faults(context: BrowserContext) -> list[str]:
    """Collect the errors and warnings of a context's console: exceptions and violations of the policy too."""
    faults: list[str] = []
    context.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    return faults


def axe_violations(page: Page, within: str = "html") -> list[str]:
    """Return axe's violations on the page or within a selector, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = json.loads(page.evaluate(_RUN_AXE, [within]))
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}" for rule in found for node in rule["nodes"]
    ]


def tab_to(page: Page, target: Locator) -> None:
    """Move the focus to an element as a keyboard does, round the page at most once."""
    target.wait_for()
    for _step in range(120):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"No number of tab presses reaches {target}")
