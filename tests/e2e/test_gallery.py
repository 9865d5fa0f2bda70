"""The primitives on their gallery page: every state, every window, in both themes, under the product's own policy."""

import functools
import http.server
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pages import LOOKS, SCREENSHOTS, Theme, axe_violations
from playwright.sync_api import Browser, Page

CLIENT = Path(__file__).parents[2] / "client"
PAGE = "/src/testing/gallery/index.html"
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)


class _Files(http.server.SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name is the base class's
        """Say nothing: a request is no result."""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the gallery and serve it; yields its address."""
    folder = tmp_path_factory.mktemp("gallery")
    config = "src/testing/gallery/vite.config.ts"
    command = ["npx", "vite", "build", "--config", config, "--outDir", str(folder), "--emptyOutDir"]
    subprocess.run(command, cwd=CLIENT, check=True, capture_output=True, timeout=120)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}{PAGE}"
        server.shutdown()


@pytest.fixture
def open_page(browser: Browser, gallery: str) -> Iterator[Callable[[Theme, int], Page]]:
    """Open the gallery in a theme and width; errors and policy violations on the console fail the test."""
    faults: list[str] = []
    opened: list[Page] = []

    def open_one(theme: Theme, width: int) -> Page:
        page = browser.new_page(
            viewport={"width": width, "height": 800},
            color_scheme=theme,
            reduced_motion="reduce",
        )
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(gallery)
        page.get_by_role("heading", level=1).wait_for()
        page.evaluate("document.fonts.ready.then(() => true)")
        opened.append(page)
        return page

    yield open_one
    for page in opened:
        page.close()
    assert faults == []


@pytest.mark.spec("X20")
@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_matrix_of_every_primitive(open_page: Callable[[Theme, int], Page], theme: Theme, width: int) -> None:
    page = open_page(theme, width)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert axe_violations(page) == []
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"gallery-{theme}-{width}.png", full_page=True)


@pytest.mark.spec("X20")
@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_matrix_of_windows_which_give_the_focus_back_and_of_menu_and_notices(
    open_page: Callable[[Theme, int], Page], theme: Theme, width: int
) -> None:
    page = open_page(theme, width)
    windows = {
        "Open dialog": "dialog",
        "Open question": "alertdialog",
        "Open drawer": "dialog",
        "Open popover": "dialog",
    }
    for name, role in windows.items():
        opener = page.get_by_role("button", name=name)
        opener.click()
        window = page.locator(f"[role={role}]")
        window.wait_for()
        assert axe_violations(page, f"[role={role}]") == []
        page.keyboard.press("Escape")
        window.wait_for(state="detached")
        assert opener.evaluate("element => element === document.activeElement")
    page.get_by_role("button", name="Notice with undo").click()
    page.get_by_text("3 detections closed").wait_for()
    page.get_by_role("banner").get_by_role("button", name="Acme Ltd").click()
    page.get_by_role("menuitem", name="Theme").press("ArrowRight")
    page.get_by_role("menuitemradio", name="Match browser").wait_for()
    assert axe_violations(page, "[role=banner], [role=menu], header") == []
