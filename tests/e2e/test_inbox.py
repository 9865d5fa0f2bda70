"""The inbox with 10,000 detections of three devices and four leaks: from login to the closed incident in six actions.

An action is a field that is filled, a click, or a shortcut; the Tab before a field and Enter behind it belong to it.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from names import running_dns
from pages import axe_violations, note_faults, tab_to
from playwright.sync_api import Browser, BrowserContext, Page, expect
from product import ORGANIZATION, PASSWORD, Product, running_product

MOST_ACTIONS = 6
DETECTIONS = 10_000
DEVICES = ("INVENT-PC-1", "INVENT-PC-2", "INVENT-PC-3")
LOGINS_OF_DEVICE = 20
COMBOLISTS = ("Heron Combo", "Harbour Combo", "Lantern Combo")


def _write_log(folder: Path, number: int, computer: str) -> None:
    """Write the log of a stealer from one device; a login to a site of the organization makes it as bad as can be."""
    folder.mkdir(parents=True)
    hosts = ["vpn.acme.example", *(f"site{login}-{number}.example" for login in range(1, LOGINS_OF_DEVICE))]
    blocks = [
        f"Soft: Google Chrome [Default]\nHost: https://{host}/login\n"
        f"Login: person{number}@acme.example\nPassword: Invented-{number}-{login}!\n"
        for login, host in enumerate(hosts)
    ]
    (folder / "passwords.txt").write_text("\n\n".join(blocks))
    (folder / "information.txt").write_text(
        f"-- VIDAR STEALER - INVENTED COPY\n\nIp: 192.0.2.{number}\nCountry: GB\nVersion: 11\n\n"
        f"Date: {datetime.now(UTC):%d/%m/%Y} 00:05:09\nMachineID: 00000000-aaaa-bbbb-cccc-0000000009{number:02}\n"
        f"HWID: INVENTEDHWID9{number:03}\n\nPath: C:\\Temp\\installer.exe\nWindows: Windows 11\n"
        f"Computer Name: {computer}\nUser Name: Person{number}\nLocal Time: {datetime.now(UTC):%d/%m/%Y} 00:05:09\n"
    )


def _ingest(product: Product, path: Path, leak: str) -> None:
    done = product.command("ingest", str(path), "--leak", leak)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """A product of its own, whose organization has 10,000 detections more than the demonstration."""
    folder = tmp_path_factory.mktemp("inbox")
    with running_dns() as dns, running_product(folder, dns) as product:
        rest = DETECTIONS - len(DEVICES) * LOGINS_OF_DEVICE
        for number, leak in enumerate(COMBOLISTS):
            count = rest // len(COMBOLISTS) + (rest % len(COMBOLISTS) if number == 0 else 0)
            combolist = folder / f"combolist-{number}.txt"
            combolist.write_text(
                "".join(
                    f"https://shop{number}.example/login:staff{line % 400}@acme.example:Flood-{number}-{line}\n"
                    for line in range(count)
                )
            )
            _ingest(product, combolist, leak)
        for number, computer in enumerate(DEVICES, 1):
            _write_log(folder / "logs" / computer, number, computer)
        _ingest(product, folder / "logs", "Invented Stealer Logs")
        yield product


@pytest.fixture
def page(browser: Browser, flooded: Product) -> Iterator[Page]:
    context: BrowserContext = browser.new_context(
        base_url=flooded.url, viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    faults = note_faults(context)
    context.add_cookies([{"name": "CookieConsent", "value": "false", "url": flooded.url}])
    shown = context.new_page()
    shown.goto("/#/auth/login")
    expect(shown.get_by_label("Email")).to_be_visible()
    yield shown
    context.close()
    assert faults == []


class Actions:
    """Counts what somebody does."""

    def __init__(self) -> None:
        self.count = 0

    def do(self, action: Callable[[], object]) -> None:
        self.count += 1
        action()


def _is_closed(page: Page) -> None:
    """Check that the device's incident is closed with a resolution, and nothing else is."""
    expect(page.get_by_text("1 incident closed")).to_be_visible()
    expect(page.get_by_text(f"{LOGINS_OF_DEVICE} detections", exact=True).first).to_be_visible()


def test_the_keyboard_alone_closes_the_worst_device_in_six_actions(page: Page) -> None:
    actions = Actions()

    def fill(label: str, text: str) -> None:
        tab_to(page, page.get_by_label(label, exact=True))
        page.keyboard.type(text)

    actions.do(lambda: fill("Email", ORGANIZATION))
    actions.do(lambda: [fill("Password", PASSWORD), page.keyboard.press("Enter")])
    expect(page.get_by_role("button", name="Account menu")).to_be_visible()
    actions.do(lambda: [page.keyboard.press(key) for key in "gi"])
    expect(page.get_by_role("link", name=re.compile("INVENT-PC-")).first).to_be_visible()
    actions.do(lambda: page.keyboard.press("j"))
    opener = page.locator("[data-row-opener]").first
    expect(opener).to_be_focused()
    expect(opener).to_contain_text("INVENT-PC-")
    actions.do(lambda: page.keyboard.press("e"))
    expect(page.get_by_role("radio", name="Password reset")).to_be_focused()
    assert axe_violations(page) == []
    actions.do(lambda: page.keyboard.press("Enter"))
    _is_closed(page)
    assert actions.count <= MOST_ACTIONS


def test_the_mouse_closes_a_device_in_six_actions(page: Page) -> None:
    actions = Actions()
    actions.do(lambda: page.get_by_label("Email").fill(ORGANIZATION))
    actions.do(lambda: page.get_by_label("Password", exact=True).fill(PASSWORD))
    actions.do(lambda: page.get_by_role("button", name="Continue").click())
    actions.do(lambda: page.get_by_role("link", name="Open incident", exact=True).click())
    expect(page.get_by_role("heading", level=1, name=re.compile("INVENT-PC-"))).to_be_visible()
    actions.do(lambda: page.get_by_role("button", name="Close", exact=True).click())
    actions.do(lambda: page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).last.click())
    _is_closed(page)
    assert actions.count <= MOST_ACTIONS
    expect(page.get_by_text("Password reset")).to_be_visible()
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("list", name="History").get_by_text("closed this")).to_be_visible()


def test_a_leak_of_thousands_is_grouped_closed_after_a_question_and_undone_from_the_history(page: Page) -> None:
    page.get_by_label("Email").fill(ORGANIZATION)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("link", name="Inbox").click()
    page.get_by_text("Leak", exact=True).click()
    page.get_by_role("button", name="Display").click()
    page.get_by_role("menuitemradio", name="Most recent").click()
    expect(page).to_have_url(re.compile("order=recent&group=leak|group=leak&order=recent"))
    heading = page.get_by_role("button", name=re.compile(rf"^{COMBOLISTS[0]}"))
    expect(heading).to_be_visible()
    page.get_by_role("checkbox", name=f"Select incidents of {COMBOLISTS[0]}").check()
    expect(page.get_by_text(re.compile(r"^1 incident, 3,3\d\d detections$"))).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    question = page.get_by_role("dialog")
    expect(question.get_by_text(re.compile(r"Open detections: 3,3\d\d"))).to_be_visible()
    question.get_by_text("False positive").click()
    question.get_by_role("button", name="Close", exact=True).last.click()
    expect(page.get_by_text("1 incident closed")).to_be_visible()
    expect(heading).to_have_count(0)
    page.get_by_role("link", name="History").click()
    line = page.get_by_role("list", name="History").get_by_role("listitem").first
    expect(line).to_contain_text("closed 1 incident · False positive")
    line.get_by_role("button", name="Undo").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone: 1 incident")).to_be_visible()
    expect(line.get_by_text("Undone", exact=True)).to_be_visible()
    page.go_back()
    expect(heading).to_be_visible()
