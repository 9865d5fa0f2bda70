"""The looks of a screen: widths, themes and languages, all from one load of the page.

A loaded page follows the size of its window, the theme of the browser and the language that another tab has chosen, so a
screen is come to once and only then turned about.
"""

import os
from dataclasses import dataclass
from itertools import product as every

from pages import SCREENSHOTS, Theme, axe_violations
from playwright.sync_api import Page, ViewportSize

FULL = os.environ.get("BREACHLIGHT_TEST_MATRIX") == "full"


@dataclass(frozen=True)
class Look:
    """A width in CSS pixels, a theme and a language."""

    theme: Theme
    width: int
    language: str = "en"

    @property
    def height(self) -> int:
        """The height of the window in CSS pixels."""
        return 640 if self.width == 320 else 800

    def __str__(self) -> str:
        return f"{self.theme}-{self.width}{'' if self.language == 'en' else f'-{self.language}'}"


# Arabic is read from right to left, German, French and Spanish have long words, Japanese breaks its lines anywhere.
EXTREMES = [Look("light", 320), Look("dark", 1280)]
RIGHT_TO_LEFT = [Look("light", 320, "ar"), Look("dark", 1280, "ar")]
EVERY_LOOK = [
    *(
        Look(theme, width, language)
        for language, theme, width in every(("en", "ar"), ("light", "dark"), (320, 768, 1280))
    ),
    Look("light", 320, "de"),
    Look("light", 320, "fr"),
    Look("dark", 320, "es"),
    Look("light", 1280, "ja"),
    Look("light", 1920),
]

# 1280 px at 400 % are this many CSS pixels (WCAG 2.2, 1.4.10).
ZOOMED: ViewportSize = {"width": 320, "height": 256}

# What a reader cannot read: text beyond the window's edge, or cut by a box that neither scrolls nor gives the whole of it
# in a title. Text for screen readers alone is clipped to a pixel on purpose.
_FIND_CUT_TEXTS = """() => {
    const cut = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width <= 1 || parent.closest('[aria-hidden=true], svg, option, .graphiql-container')) continue;
        // The box of a line is as high as its font wants; its letters are about as high as the font is large.
        const middle = (text.top + text.bottom) / 2;
        const half = text.height > 40 ? text.height / 2 - 12 : parseFloat(getComputedStyle(parent).fontSize) / 2;
        let reaches = false, clipped = false, entitled = false;
        for (let box = parent; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box);
            entitled ||= box.title !== '';
            if (style.clipPath !== 'none' || style.clip !== 'auto') { reaches = true; break; }
            const edges = box.getBoundingClientRect();
            const across = text.left < edges.left - 2 || text.right > edges.right + 2;
            if (/auto|scroll/.test(style.overflowX) && style.overflowX !== 'visible' && across) { reaches = true; break; }
            if (/hidden|clip/.test(style.overflowX) && across) clipped = true;
            if (/hidden|clip/.test(style.overflowY) && (middle - half < edges.top || middle + half > edges.bottom))
                clipped = true;
            if (style.position === 'fixed') break;
        }
        const beyond = text.left < -1 || text.right > innerWidth + 1;
        if (!reaches && ((clipped && !entitled) || (beyond && !clipped)))
            cut.push(`${node.data.trim()} in ${parent.tagName} ${parent.className}`);
    }
    return cut;
}"""

# What is chosen, ticked or on, and says so by a ground alone, which forced colours take away.
_FIND_LOST_STATES = """() => [...document.querySelectorAll(
    '[aria-current=page], [aria-selected=true], [aria-checked=true], [data-selected], input:checked'
)].filter(element => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.tagName === 'OPTION') return false;
    const box = element.closest('label') ?? element.closest('tr')?.cells[0] ?? element;
    const marks = [element, box].some(marked => {
        const { outlineStyle, borderColor, backgroundColor, appearance } = getComputedStyle(marked);
        // The browser draws a control of its own in the colours of the system.
        if (marked === element && element.tagName === 'INPUT' && appearance === 'auto') return true;
        const probe = document.createElement('span');
        probe.style.color = 'Highlight';
        document.body.append(probe);
        const highlight = getComputedStyle(probe).color;
        probe.remove();
        return outlineStyle !== 'none' || [borderColor, backgroundColor].includes(highlight);
    });
    return !marks && !element.querySelector('svg') && !box.querySelector('svg');
}).map(element => `${element.tagName} ${element.ariaLabel ?? element.textContent} ${element.className}`)"""

# The buttons of windows that no scrolling brings into sight.
_FIND_UNREACHABLE = """() => [...document.querySelectorAll('[role=dialog] button, [role=alertdialog] button')].filter(button => {
    if (!button.checkVisibility({ visibilityProperty: true })) return false;
    button.scrollIntoView({ block: 'nearest' });
    const { top, bottom } = button.getBoundingClientRect();
    return top < -1 || bottom > innerHeight + 1;
}).map(button => button.ariaLabel ?? button.textContent)"""

_FOLLOW = """async language => {
    const before = localStorage.getItem('language') ?? 'en';
    localStorage.setItem('language', language);
    dispatchEvent(new StorageEvent('storage', { key: 'language', oldValue: before, newValue: language }));
}"""
_SETTLE = """async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    await document.fonts.ready;
}"""


def frame(page: Page, look: Look) -> None:
    """Let the window have the size and the theme of a look."""
    page.set_viewport_size({"width": look.width, "height": look.height})
    page.emulate_media(color_scheme=look.theme, reduced_motion="reduce", forced_colors="none")


def turn(page: Page, look: Look) -> None:
    """Give the window the size and theme of a look, and its page the language."""
    frame(page, look)
    speak(page, look.language)
    page.evaluate(_SETTLE)


def speak(page: Page, language: str) -> None:
    """Switch the page to a language that another tab has chosen."""
    if page.evaluate("document.documentElement.lang") != language:
        page.evaluate(_FOLLOW, language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)


def faults_of_look(page: Page, within: str = "html") -> list[str]:
    """Return the page's problems, one per line: overflow, cut texts and axe's violations."""
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    faults = [f"overflows by {overflow} px"] if overflow > 0 else []
    faults += [f"cut: {text}" for text in page.evaluate(_FIND_CUT_TEXTS)]
    return faults + axe_violations(page, within)


def picture(page: Page, name: str) -> None:
    """Keep a picture of the window."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")


def take(page: Page, name: str, look: Look) -> list[str]:
    """Apply a look to the page, take a screenshot, and return the problems, each with the name of the look."""
    turn(page, look)
    picture(page, f"{name}-{look}")
    return [f"{look}: {fault}" for fault in faults_of_look(page)]


def faults_when_zoomed(page: Page) -> list[str]:
    """Return the parts that are cut or can't be reached by scrolling in a window of 1280 px at 400 %."""
    page.set_viewport_size(ZOOMED)
    page.evaluate(_SETTLE)
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    faults = [f"overflows by {overflow} px"] if overflow > 0 else []
    faults += [f"cut: {text}" for text in page.evaluate(_FIND_CUT_TEXTS)]
    faults += [f"out of reach: {button}" for button in page.evaluate(_FIND_UNREACHABLE)]
    return faults


def faults_in_forced_colours(page: Page) -> list[str]:
    """Return the states that forced colours hide, and axe's violations there except contrast.

    The reader's system has chosen every colour; axe reckons with those of the style sheet.
    """
    page.emulate_media(forced_colors="active")
    page.evaluate(_SETTLE)
    faults = [f"lost state: {element}" for element in page.evaluate(_FIND_LOST_STATES)]
    return faults + [fault for fault in axe_violations(page) if not fault.startswith("color-contrast")]
