"""A screen to check."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page


@dataclass(frozen=True)
class Screen:
    """A screen: who sees it, and how it is brought up."""

    name: str
    who: str | None
    show: Callable[[Page], None]
    # It is another screen in another width: come to it again there, instead of giving the window another size.
    by_width: bool = False
    # It gives answers of its own, or keeps what was chosen: it needs a page that has loaded nothing yet, and leaves none.
    alone: bool = False
