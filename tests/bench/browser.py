"""What a person at the open dashboard waits for, in a real Chromium: a row after its commit, and rows after a filter."""

import asyncio
import re
import statistics
import subprocess
import tempfile
import time
import uuid
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import asyncpg
from playwright.async_api import Page, async_playwright, expect
from tests.bench.alert_page import add_alerts
from tests.bench.installation import command, installation, process
from tests.bench.results import Result
from tests.support.chromium import find_chromium

from breachlight.alerts.search.trigrams import SEGMENT_BITS
from breachlight.alerts.upsert.repository import CHANNEL
from breachlight.config import Settings
from breachlight.demonstration.service import PASSWORD

_EMAIL: Final = "org@breachlight.example"
_ROW_LIMIT_MS: Final = 1_000.0
_FILTER_LIMIT_MS: Final = 400.0
_WARM_UP: Final = 3
# Of the alerts that fill the account, every fourth is one of Portals and every fifth is closed: these are never met.
_STRIDE: Final = 20
_ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

# Presses the pill that announces new detections as soon as it is there, and notes when a row holds a text.
_AWAIT_ROW: Final = r"""(text) => { window.shown = new Promise((resolve) => {
    const look = () => {
        if ([...document.querySelectorAll('tbody tr')].some((row) => row.textContent.includes(text))) {
            observer.disconnect();
            requestAnimationFrame(() => resolve(Date.now()));
            return;
        }
        [...document.querySelectorAll('button')].find((button) => /^\d+ new$/.test(button.textContent.trim()))?.click();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
}); }"""
# Resolves with the milliseconds from a change, of a text field or of the address, until a condition on the page holds.
_AWAIT: Final = r"""(pattern) => {
    const wanted = new RegExp(pattern);
    const holds = (selector) => [...document.querySelectorAll(selector)].map((each) => wanted.test(each.textContent));
    let begin;
    const start = () => { begin = performance.now(); };
    document.addEventListener('input', start, { capture: true, once: true });
    window.addEventListener('hashchange', start, { capture: true, once: true });
    window.shown = new Promise((resolve) => {
        const look = () => {
            if (!CONDITION) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - begin));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
}"""
_ROWS = "tbody tr:has([data-row-opener])"
_AWAIT_ROWS: Final = _AWAIT.replace("CONDITION", f"(holds('{_ROWS}').length > 0 && holds('{_ROWS}').every(Boolean))")
_AWAIT_NO_ROW: Final = _AWAIT.replace("CONDITION", f"(holds('{_ROWS}').length === 0 && holds('h2, h3').some(Boolean))")
_AWAIT_OPTION: Final = _AWAIT.replace("CONDITION", "holds('[role=option]').some(Boolean)")


async def run(singles: int = 30, alerts: int = 1_000_000, filters: int = 30) -> list[Result]:
    """Measure on one page that stays open; times in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        async with installation(Path(name) / "data") as (settings, connection):
            subprocess.run(command("demo"), check=True, stdout=subprocess.DEVNULL)
            base = f"http://localhost:{settings.port}"
            with process(command("serve"), f"{base}/readyz"):
                async with async_playwright() as playwright:
                    chromium = await playwright.chromium.launch(executable_path=find_chromium(), args=[*_ARGUMENTS])
                    page = await chromium.new_page(
                        base_url=base, viewport={"width": 1280, "height": 800}, locale="en-GB"
                    )
                    page.set_default_timeout(120_000)
                    await _open_list(page)
                    rows = await _commits_to_rows(page, settings, connection, Path(name), singles)
                    account = await connection.fetchval(
                        "SELECT account_id FROM memberships JOIN users ON users.id = user_id WHERE email = $1", _EMAIL
                    )
                    await _fill(connection, account, alerts)
                    await _open_list(page, logged_in=True)
                    typed = await _search(page, filters)
                    chosen = {
                        "user": await _filter(page, filters),
                        **{
                            name: await _filter_devices(page, filters, name)
                            for name in ("device", "malware", "country")
                        },
                        "site": await _filter_sites(page, filters),
                        "type": await _filter_types(page, filters),
                    }
                    found = await _search_everything(page, filters)
                    await chromium.close()
    return [
        _result("commit to visible row, median", statistics.median(rows), _ROW_LIMIT_MS),
        _result("commit to visible row, 95th percentile", _percentile_95(rows), _ROW_LIMIT_MS),
        *(
            _result(
                f"{name}: filter to new rows at {alerts:,} alerts, 95th percentile",
                _percentile_95(times),
                _FILTER_LIMIT_MS,
            )
            for name, times in chosen.items()
        ),
        _result(
            f"global search to its results at {alerts:,} alerts, with the pause in typing, 95th percentile",
            _percentile_95(found),
            _FILTER_LIMIT_MS,
        ),
        _result(
            f"search to new rows at {alerts:,} alerts, with the pause in typing, 95th percentile",
            _percentile_95(typed),
            _FILTER_LIMIT_MS,
        ),
    ]


async def _open_list(page: Page, *, logged_in: bool = False) -> None:
    if not logged_in:
        await page.goto("/#/auth/login")
        await page.get_by_label("Email").fill(_EMAIL)
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Continue").click()
        await page.get_by_role("button", name="Account menu").wait_for()
    # Not by the address alone: what the page has loaded before would stay.
    await page.goto("about:blank")
    await page.goto("/#/dashboard/alerts")
    await page.locator("[data-row-opener]").first.wait_for(timeout=60_000)


async def _commits_to_rows(
    page: Page, settings: Settings, connection: asyncpg.Connection, folder: Path, singles: int
) -> list[float]:
    """Take files of one login in, by processes of their own, and return how long each row took from its commit on."""
    del settings
    commits: asyncio.Queue[float] = asyncio.Queue()
    # PostgreSQL delivers a notification at the moment of the commit.
    await connection.add_listener(CHANNEL, lambda *_: commits.put_nowait(time.time() * 1_000))
    times = []
    for number in range(singles + _WARM_UP):
        person = f"runner{number}-{uuid.uuid4().hex[:6]}@acme.example"
        file = folder / f"single-{number}.txt"
        file.write_text(f"https://harbour.example/login:{person}:invented-Word-{number}\n", encoding="utf-8")
        await page.evaluate(_AWAIT_ROW, person)
        intake = await asyncio.create_subprocess_exec(
            *command("ingest", str(file), "--leak", f"Single {number}"), stdout=subprocess.DEVNULL
        )
        committed = await asyncio.wait_for(commits.get(), 60)
        times.append(float(await asyncio.wait_for(page.evaluate("window.shown"), 60)) - committed)
        assert await intake.wait() == 0
    return times[_WARM_UP:]


async def _fill(connection: asyncpg.Connection, account: uuid.UUID, alerts: int) -> None:
    # What a filter chooses is known of the others only.
    await connection.execute("DELETE FROM alerts WHERE account_id = $1", account)
    await add_alerts(connection, account, 1, alerts, is_varied=True)
    await _indexed(connection, alerts)
    await connection.execute("VACUUM ANALYZE", timeout=900)


async def _indexed(connection: asyncpg.Connection, alerts: int) -> None:
    """Wait until the worker has indexed the texts of the alerts and grouped them into incidents."""
    async with asyncio.timeout(900):
        while await connection.fetchval("SELECT count(*) FROM alert_search_segments") < alerts >> SEGMENT_BITS:
            await asyncio.sleep(1)
        while await connection.fetchval("SELECT 1 FROM alerts WHERE incident_id IS NULL LIMIT 1"):
            await asyncio.sleep(1)


async def _search(page: Page, filters: int) -> list[float]:
    """Type sites into the search, one after the other; the time begins with the last letter."""
    box = page.get_by_role("combobox", name="Search people and sites")
    times = []
    for number in range(filters + _WARM_UP):
        site = f"site{2_001 + _STRIDE * number}.example"
        await page.evaluate(_AWAIT_ROWS, re.escape(site))
        await box.fill(site)
        times.append(await _shown(page))
    await box.fill("")
    # It would take back a filter that is chosen before.
    await expect(page).not_to_have_url(re.compile("search="))
    return times[_WARM_UP:]


async def _filter(page: Page, filters: int) -> list[float]:
    """Change the filter of the leaked login as its chip does, in the address of the page."""
    times = []
    for number in range(filters + _WARM_UP):
        person = f"person{302 + _STRIDE * number}@acme.example"
        times.append(await _chosen(page, f"user={person}", re.escape(person)))
    return times[_WARM_UP:]


async def _filter_devices(page: Page, filters: int, name: str) -> list[float]:
    """Change a filter of infected devices, of which each has two persons."""
    times = []
    for number in range(filters + _WARM_UP):
        device = number % 50
        value = {
            "device": f"OFFICE-PC-{device * 10 + 1}",
            "malware": f"family{device * 10 + 1}",
            "country": chr(65 + device // 10) + chr(65 + device % 10),
        }[name]
        persons = f"person({device * 10 + 2}|{device * 10 + 502})@"
        times.append(await _chosen(page, f"{name}={value}", persons))
    return times[_WARM_UP:]


async def _filter_sites(page: Page, filters: int) -> list[float]:
    times = []
    for number in range(filters + _WARM_UP):
        site = f"site{2_001 + _STRIDE * number}.example"
        times.append(await _chosen(page, f"site={site}", re.escape(site)))
    return times[_WARM_UP:]


async def _filter_types(page: Page, filters: int) -> list[float]:
    """Change the type, from few detections to none to many, each time with another first day, so that no answer is kept."""
    times = []
    for number in range(filters + _WARM_UP):
        after = f"after={date(2020, 1, 1) + timedelta(days=number)}"
        times += [
            await _chosen(page, f"type=hash&{after}", "person8@"),
            await _chosen(page, f"type=address&{after}", "No matching detections", _AWAIT_NO_ROW),
            await _chosen(page, f"type=malware&{after}", r"person\d*2@"),
        ]
    return times[3 * _WARM_UP :]


async def _search_everything(page: Page, filters: int) -> list[float]:
    """Type parts of sites and addresses into the global search; the time begins with the last letter."""
    await page.keyboard.press("Control+k")
    # The list behind the dialog has a search of its own.
    box = page.get_by_role("dialog").get_by_role("combobox")
    times = []
    for number in range(filters + _WARM_UP):
        name = ("te{}.exa" if number % 2 else "son{}@ac").format(302 + _STRIDE * number)
        await page.evaluate(_AWAIT_OPTION, re.escape(name))
        await box.fill(name)
        times.append(await _shown(page))
    await page.keyboard.press("Escape")
    return times[_WARM_UP:]


async def _chosen(page: Page, query: str, pattern: str, script: str = _AWAIT_ROWS) -> float:
    """Choose filters in the address, and return how long it took until the page shows what they choose."""
    await page.evaluate(script, pattern)
    await page.evaluate("(query) => { location.hash = `#/dashboard/alerts?${query}`; }", query)
    return await _shown(page)


async def _shown(page: Page) -> float:
    found: Any = await asyncio.wait_for(page.evaluate("window.shown"), 60)
    return float(found)


def _percentile_95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def _result(name: str, ours: float, limit: float) -> Result:
    return Result(name, ours, "ms", "limit", limit, f"at most {limit:,.0f} ms", ours <= limit)
