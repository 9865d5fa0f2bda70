"""The homepage as Lighthouse judges it, on a phone and on a desktop, compared with a blank page in the same run (medians of five).

Lighthouse is fetched from npm when the benchmark runs; it is no part of the product.
"""

import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.installation import command, installation, process
from tests.bench.results import Result
from tests.support.chromium import find_chromium

_PACKAGES = ("lighthouse@13.5.0", "chrome-launcher@1.2.1")
_SCRIPT = Path(__file__).with_name("lighthouse.mjs")
_ROUNDS = 5
_GOALS = {
    "mobile": {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100},
    "desktop": {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100},
}
_BLANK = (
    b'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blank</title>'
    b'<meta name="viewport" content="width=device-width"><meta name="description" content="A page with one word.">'
    b"</head><body><main><p>Blank</p></main></body></html>"
)


async def run() -> list[Result]:
    """Judge the homepage that ``breachlight serve`` sends, with the sign-ups switched on."""
    with tempfile.TemporaryDirectory(prefix="breachlight-bench-", ignore_cleanup_errors=True) as name:
        judge = _fetch(Path(name) / "lighthouse")
        async with installation(Path(name) / "data") as (settings, connection):
            await connection.execute(
                """UPDATE site_settings SET signup_enabled = true, login_enabled = true, individual_signup_enabled = true,
                organization_signup_enabled = true, partner_signup_enabled = true"""
            )
            address = f"http://127.0.0.1:{settings.port}/"
            with process(command("serve"), f"{address}readyz"), _blank_page() as blank:
                return [result for form in _GOALS for result in _results(form, judge(form, [address, blank]))]


def _results(form: str, reports: list[list[dict[str, Any]]]) -> list[Result]:
    ours, blank = reports
    metrics = {name: _median(report["metrics"][name] for report in ours) for name in ours[0]["metrics"]}
    print(
        f"homepage, {form}: {json.dumps(metrics)}; missed: {sorted({name for one in ours for name in one['missed']})}"
    )
    return [
        Result(
            f"homepage, {form}, {category}",
            score := _median(report["scores"][category] for report in ours),
            "points",
            "blank page",
            _median(report["scores"][category] for report in blank),
            f"at least {goal}",
            score >= goal,
        )
        for category, goal in _GOALS[form].items()
    ]


def _median(figures: Iterator[float]) -> float:
    return float(statistics.median(figures))


def _fetch(folder: Path) -> Callable[[str, list[str]], list[list[dict[str, Any]]]]:
    """Install Lighthouse into a folder and return what judges addresses on a form factor.

    Raises:
        SystemExit: npm does not give it.
    """
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    npm, node = (shutil.which(name, path=tools["PATH"]) for name in ("npm", "node"))
    if npm is None or node is None:
        raise SystemExit('The benchmark of the homepage needs Node.js: run it by "make bench".')
    folder.mkdir()
    (folder / "package.json").write_text("{}")
    install = [npm, "install", "--no-audit", "--no-fund", "--no-save", *_PACKAGES]
    if subprocess.run(install, cwd=folder, env=tools, capture_output=True, check=False).returncode:
        raise SystemExit(
            f"npm gave no {' and '.join(_PACKAGES)}: check the connection to the registry and run it again."
        )
    script = shutil.copy(_SCRIPT, folder)

    def judge(form: str, addresses: list[str]) -> list[list[dict[str, Any]]]:
        arguments = [node, str(script), find_chromium(), form, str(_ROUNDS), *addresses]
        output = subprocess.run(arguments, cwd=folder, env=tools, stdout=subprocess.PIPE, text=True, check=True).stdout
        reports = json.loads(output)
        return [reports[address] for address in addresses]

    return judge


class _Blank(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        is_page = self.path == "/"
        self.send_response(200 if is_page else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if is_page:
            self.wfile.write(_BLANK)

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def _blank_page() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
