"""HTML of other catalogues as plain text: nothing of it is ever shown as markup."""

from html.parser import HTMLParser
from typing import Final

_DROPPED: Final = frozenset({"script", "style", "template", "iframe", "object", "noscript"})
"""Elements whose content is not text for readers."""
_BREAKS: Final = frozenset({"br", "p", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3"})


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in _DROPPED:
            self._dropped += 1
        elif tag in _BREAKS:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _DROPPED and self._dropped:
            self._dropped -= 1

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self.parts.append(data)


def plain_text(html: str, most: int) -> str:
    """Return the text of HTML on one line, with at most ``most`` characters, none of them a control character."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    printable = "".join(char if char.isprintable() else " " for char in "".join(parser.parts))
    text = " ".join(printable.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
