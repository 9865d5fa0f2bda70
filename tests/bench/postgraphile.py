"""PostGraphile 5, the peer of the alert page, fetched when the benchmark runs; it is no part of the product."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_VERSION = "5.1.5"
_SCRIPT = Path(__file__).with_suffix(".mjs")

FIELDS = """rowId datetime isRead isClosed domainName user { email } severityScore leak { title } url usernames passwordType
sightings"""


def fetch(folder: Path) -> list[str] | None:
    """Install it into a folder and return the command that serves it, or None where no registry gives it."""
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    npm, node = (shutil.which(name, path=tools["PATH"]) for name in ("npm", "node"))
    if npm is None or node is None:
        return None
    folder.mkdir()
    (folder / "package.json").write_text("{}")
    install = [npm, "install", "--no-audit", "--no-fund", "--no-save", f"postgraphile@{_VERSION}"]
    if subprocess.run(install, cwd=folder, env=tools, capture_output=True, check=False).returncode:
        return None
    # The name on the PATH may be a wrapper, which would not hand on the signal to stop.
    program = subprocess.run([node, "-p", "process.execPath"], env=tools, capture_output=True, text=True, check=True)
    return [program.stdout.strip(), str(shutil.copy(_SCRIPT, folder))]


def query(account: str, size: int) -> str:
    """Return the query of a page of an account's open Workforce alerts."""
    condition = f'{{accountId: "{account}", domainName: null, isClosed: false}}'
    order = "[DATETIME_DESC, PRIMARY_KEY_DESC]"
    return f"{{ allAlerts(condition: {condition}, orderBy: {order}, first: {size}) {{ nodes {{ {FIELDS} }} }} }}"
