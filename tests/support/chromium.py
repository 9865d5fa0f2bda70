"""Where the browser of the tests comes from: CHROMIUM, PATH, apt-get, Playwright's download, in this order."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from debian_packages import install_packages, one_at_a_time

# The shell without a window of its own is the same browser, and takes a quarter less of the processor.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PACKAGES = ("chromium-headless-shell", "chromium")


def find_chromium() -> str:
    """Return the path of a Chromium, installing one if need be, and say on standard error which way it came.

    Raises:
        RuntimeError: no way led to a browser; the message names all four.
    """
    with one_at_a_time("chromium"):
        return _of_the_system() or _from_playwright()


def _of_the_system() -> str | None:
    return _given() or _on_path() or _from_debian()


def _say(path: str, way: str) -> str:
    print(f"Chromium of the browser tests: {path} ({way})", file=sys.stderr)
    return path


def _given() -> str | None:
    path = os.environ.get("CHROMIUM")
    if path and not os.access(path, os.X_OK):
        raise RuntimeError(f"CHROMIUM names {path}, which is no program: correct or unset it.")
    return _say(path, "named by CHROMIUM") if path else None


def _on_path() -> str | None:
    return _found("found on PATH")


def _found(way: str) -> str | None:
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    return _say(path, way) if path else None


def _from_debian() -> str | None:
    # Not every Debian has the first; to install both, or neither, would be one refusal.
    installed = any(install_packages(package, "fonts-liberation") for package in _PACKAGES)
    return _found("installed by apt-get") if installed else None


def _from_playwright() -> str:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        raise RuntimeError(
            "No Chromium for the browser tests: set CHROMIUM to one, put one on PATH, or install Debian's package "
            "chromium; Playwright's own download failed too."
        )
    return _say(path, "downloaded by Playwright")


if __name__ == "__main__":
    # While the packages of Python are installed, which Playwright's way would need.
    with one_at_a_time("chromium"):
        try:
            _of_the_system()
        except RuntimeError as error:
            sys.exit(str(error))
