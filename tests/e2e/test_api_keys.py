"""A key of one's own in a real browser: made, copied, used by the very program that the page shows, revoked."""

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect
from product import INDIVIDUAL, Product

API = "/#/dashboard/settings/api"
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "api.md"


class Follower:
    """A program of docs/api.md that follows detections, and runs until it is stopped."""

    def __init__(self, program: str, folder: Path, environment: dict[str, str]) -> None:
        folder.mkdir()
        # Everything since the beginning comes first.
        (folder / "live-cursor.txt").write_text("")
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def lines_until(self, *expected: str) -> list[str]:
        """Return the lines that it prints, up to the one with the last of these texts to appear."""
        assert self.process.stdout is not None
        lines, missing = list[str](), set(expected)
        while missing and (line := self.process.stdout.readline()):
            lines.append(line)
            missing = {text for text in missing if text not in line}
        return lines

    def end(self) -> str:
        """Return what it says of its end, which it comes to by itself."""
        return self.process.communicate(timeout=60)[1]


@pytest.fixture
def follow(tmp_path: Path) -> Iterator[Callable[[str, dict[str, str]], Follower]]:
    """Start followers, and leave none behind."""
    started: list[Follower] = []

    def start(program: str, environment: dict[str, str]) -> Follower:
        started.append(Follower(program, tmp_path / str(len(started)), environment))
        return started[-1]

    yield start
    for follower in started:
        follower.process.kill()
        follower.process.communicate()


@pytest.mark.spec("S6.2", "X4")
def test_a_key_is_made_copied_used_and_revoked(
    kept_session: Page, product: Product, follow: Callable[[str, dict[str, str]], Follower]
) -> None:
    page, name = kept_session, f"Otter <b>importer</b> {uuid.uuid4().hex[:6]}"
    # The newest detections are of an app, and of no known site.
    leak = f"android://q1-_Zz09==@com.globex.app/:{INDIVIDUAL}:otters-1\n{INDIVIDUAL}:otters-2\n"
    assert product.command("ingest", "-", "--leak", f"Otters {name}", text=leak).returncode == 0
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(API)
    expect(page).to_have_title("API")
    page.get_by_role("button", name="New key").click()
    form = page.get_by_role("dialog", name="New API key")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Expires").select_option("In 30 days")
    form.get_by_role("button", name="Create key").click()
    shown = page.get_by_role("dialog", name="Your new key")
    shown.get_by_role("button", name="Copy key").click()
    expect(page.get_by_text("Copied to clipboard!")).to_be_visible()
    token = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"blk_[\w-]{49}", token)
    expect(shown).to_contain_text(token)
    shown.get_by_role("button", name="I've copied it").click()
    row = page.get_by_role("row", name=name)
    expect(row).to_contain_text("Never")
    assert token not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")

    page.get_by_role("tab", name="Python").click()
    page.get_by_role("tabpanel").get_by_role("button", name="Copy").click()
    # The click returns before the clipboard has changed from the key to the program.
    page.wait_for_function("async key => await navigator.clipboard.readText() !== key", arg=token)
    program = page.evaluate("navigator.clipboard.readText()")
    assert f"{product.url}/graphql" in program
    environment = {**os.environ, "BREACHLIGHT_API_KEY": token, "BREACHLIGHT_URL": product.url}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    shown_sites = ("com.globex.app", "unknown site")
    assert all(site in done.stdout for site in shown_sites)
    assert "None" not in done.stdout
    documented = re.findall(r"```python\n(.*?)```", DOCUMENTATION.read_text(encoding="utf-8"), re.DOTALL)
    polling, live = (follow(program, environment) for program in documented)
    for follower in (polling, live):
        lines = follower.lines_until(*shown_sites)
        assert all(any(site in line for line in lines) for site in shown_sites)
        assert [line for line in lines if "None" in line.split()] == []

    page.reload()
    expect(row).not_to_contain_text("Never")
    row.get_by_role("button", name="Revoke key").click()
    question = page.get_by_role("alertdialog", name=f"Revoke {name}?")
    question.get_by_role("button", name="Revoke key").click()
    expect(row).to_have_count(0)
    asked = httpx.post(
        f"{product.url}/graphql",
        json={"query": "{ currentApiKey { id } }"},
        headers={"Authorization": f"Bearer {token}"},
        timeout=30,
    )
    assert asked.status_code == 401
    assert "invalid, expired or revoked" in live.end()
