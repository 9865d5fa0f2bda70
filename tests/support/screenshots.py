"""``make screenshots``: pictures of the running demonstration, for the homepage and the README.

The homepage shows them in two widths: ``dashboard-light.png`` and, for narrow screens, ``dashboard-light-640.png``.
"""

import io
import tempfile
from pathlib import Path

from chromium import find_chromium
from names import running_dns
from pages import Theme, log_in
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright
from product import ORGANIZATION, running_product

from breachlight.content.media import NARROW_PIXELS

ROOT = Path(__file__).parents[2]
MEDIA, DOCUMENTATION = ROOT / "server" / "content" / "media", ROOT / "docs"
SIZE = 1280, 800
COLOURS = 256
"""Few enough for a small file, more than the interface has."""


def main() -> None:
    """Start the demonstration on data of its own, take the pictures and write them."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_dns() as dns,
        running_product(Path(folder), dns) as product,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(
            base_url=product.url,
            viewport={"width": SIZE[0], "height": SIZE[1]},
            # Downscaled from twice the resolution, for smoother text.
            device_scale_factor=2,
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.add_cookies([{"name": "CookieConsent", "value": "false", "url": product.url}])
        page = context.new_page()
        log_in(page, ORGANIZATION)
        _open_incident(page)
        expect(page.get_by_text("Login successful")).to_have_count(0, timeout=15_000)
        for theme in ("light", "dark"):
            _write(_take(page, theme), theme)
        browser.close()


def _open_incident(page: Page) -> None:
    """Open the most urgent incident, once the demonstration has created it."""
    page.goto("/#/dashboard/incidents")
    rows = page.locator("[data-row-opener]")
    expect(rows.first).to_be_visible(timeout=90_000)
    rows.first.click()
    expect(page.get_by_role("heading", name="What to do")).to_be_visible()


def _take(page: Page, theme: Theme) -> Image.Image:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("document.fonts.ready.then(() => true)")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def _write(picture: Image.Image, theme: Theme) -> None:
    whole = _packed(picture, SIZE[0])
    for path in (MEDIA / f"dashboard-{theme}.png", DOCUMENTATION / f"screenshot-{theme}.png"):
        path.write_bytes(whole)
    (MEDIA / f"dashboard-{theme}-{NARROW_PIXELS}.png").write_bytes(_packed(picture, NARROW_PIXELS))


def _packed(picture: Image.Image, width: int) -> bytes:
    """Return a picture of a width in pixels as a small PNG."""
    smaller = picture.resize((width, width * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS)
    content = io.BytesIO()
    smaller.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(content, "png", optimize=True)
    return content.getvalue()


if __name__ == "__main__":
    main()
