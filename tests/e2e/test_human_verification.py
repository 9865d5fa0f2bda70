"""Human verification in a real browser: the provider's script and siteverify are on loopback, all else is the product."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from names import running_dns
from pages import OVERVIEW, axe_violations, note_faults
from playwright.sync_api import Browser, Page, Route, expect
from product import INDIVIDUAL, PASSWORD, Product, running_product
from turnstile_server import TurnstileServer

SITE_KEY = "0x-an-invented-site-key"
# What the widget does, as far as a page can tell: it draws itself, and gives a token once its challenge is solved.
WIDGET = """
window.turnstile = {
    render(box, options) {
        this.options = options;
        const drawn = document.createElement('div');
        drawn.dataset.widget = [options.sitekey, options.action, options.size, options.language, options.theme].join(' ');
        drawn.style.cssText = 'width: 300px; height: 65px';
        box.append(drawn);
        this.begin();
        return 'widget-1';
    },
    async begin() {
        const token = await window.solve(this.options.action);
        if (!token) return;
        this.options.callback(token);
        this.solved = (this.solved ?? 0) + 1;
        // The page may have gone on meanwhile.
        document.querySelector('[data-widget]')?.setAttribute('data-solved', this.solved);
    },
    reset() { this.begin(); },
    remove() {},
    getResponse() { return undefined; },
    isExpired() { return false; },
};
window.onloadTurnstileCallback();
"""


@pytest.fixture(scope="module")
def turnstile() -> Iterator[TurnstileServer]:
    with TurnstileServer().running() as server:
        yield server


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, turnstile: TurnstileServer) -> Iterator[Product]:
    """A product of its own: the others load nothing from the provider, and their policy forbids it."""
    folder = tmp_path_factory.mktemp("guarded")
    with running_dns() as dns, running_product(folder, dns, turnstile.variables()) as product:
        yield product


@dataclass
class Challenge:
    """Whether the widget finds its visitor human."""

    turnstile: TurnstileServer
    is_solved: bool = False
    loads: list[str] = field(default_factory=list)

    def solve(self, action: str) -> str:
        return self.turnstile.issue(action=action) if self.is_solved else ""

    def serve(self, route: Route) -> None:
        self.loads.append(route.request.url)
        route.fulfill(body=WIDGET, content_type="text/javascript")


@pytest.fixture
def challenge(turnstile: TurnstileServer) -> Challenge:
    return Challenge(turnstile)


@pytest.fixture
def page(browser: Browser, guarded: Product, challenge: Challenge) -> Iterator[Page]:
    context = browser.new_context(base_url=guarded.url, viewport={"width": 320, "height": 640}, locale="en-GB")
    context.set_default_timeout(15_000)
    faults, page = note_faults(context), context.new_page()
    page.expose_function("solve", challenge.solve)
    page.route("https://challenges.cloudflare.com/**", challenge.serve)
    yield page
    context.close()
    assert faults == []


def enter(page: Page, password: str) -> None:
    page.get_by_label("Email", exact=True).fill(INDIVIDUAL)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.spec("S2.37", "S4.16", "S5.9", "S7.33")
def test_a26_a28_log_in_waits_for_the_widget_as_soon_as_it_is_switched_on(
    page: Page, guarded: Product, turnstile: TurnstileServer, challenge: Challenge
) -> None:
    page.goto("/#/auth/login")
    expect(page.get_by_label("Email", exact=True)).to_be_visible()
    assert challenge.loads == []

    switched = guarded.command("settings", "turnkey_enabled=true", f"turnkey_site_key={SITE_KEY}")
    assert switched.returncode == 0, switched.stderr
    page.reload()
    widget = page.locator("[data-widget]")
    expect(widget).to_have_attribute("data-widget", f"{SITE_KEY} submit-form normal en auto")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert axe_violations(page) == []

    enter(page, PASSWORD)
    expect(page.locator("form").get_by_text("Please complete the CAPTCHA")).to_be_visible()
    assert turnstile.calls == []

    challenge.is_solved = True
    page.reload()
    expect(widget).to_have_attribute("data-solved", "1")
    enter(page, "not-the-password-1")
    expect(page.locator("form").get_by_text("Incorrect")).to_be_visible()
    # The first token was spent by the failure; the widget begins anew.
    expect(widget).to_have_attribute("data-solved", "2")
    enter(page, PASSWORD)
    expect(page.get_by_role("heading", level=1, name=OVERVIEW)).to_be_visible()
    assert len({call["response"] for call in turnstile.calls}) == 2


@pytest.mark.spec("S5.9")
def test_a26_a_reset_needs_it_too(page: Page, turnstile: TurnstileServer, challenge: Challenge) -> None:
    before = len(turnstile.calls)
    page.goto("/#/auth/reset-password")
    expect(page.locator("[data-widget]")).to_be_attached()
    page.get_by_label("Email", exact=True).fill("nobody@people.test")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("form").get_by_text("Please complete the CAPTCHA")).to_be_visible()
    challenge.is_solved = True
    page.evaluate("window.turnstile.reset()")
    expect(page.locator("[data-widget]")).to_have_attribute("data-solved", "1")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", level=1, name="Check your email")).to_be_visible()
    assert len(turnstile.calls) == before + 1
