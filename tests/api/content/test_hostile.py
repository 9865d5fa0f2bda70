"""Hostile content (A33): whatever a document says is text, and leads nowhere that it must not lead."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
import yaml
from content_server import ContentServer

from .conftest import asking

MARKUP = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\"'>{{ 7*7 }}{% raw %}\u2028&amp;"
ADDRESSES = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)", "\x01javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "blob:x", "//evil.example", "/\\evil.example",
    "https:evil.example", "http:///x", "ht\ntps://evil.example", "javascript&colon;alert(1)", 'https://x.example/"onclick="alert(1)',
    "intent://x", "tel:112", "ftp://x.example", "evil.example",
]  # fmt: skip
SAFE = ["https://a.example/b?c=d#e", "HTTP://a.example", "mailto:a@b.example?subject=Demo", "/content/media/logo.svg", "#/legal/privacy", "/", "#"]  # fmt: skip


class Page(HTMLParser):
    """What a browser would make of a page, as far as it matters here."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        (self.scripts if self._in_script else self.texts).append(data)


def text_fields(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(value, dict):
        return [found for name, inner in value.items() for found in text_fields(inner, (*path, name))]
    if isinstance(value, list):
        return [found for index, inner in enumerate(value) for found in text_fields(inner, (*path, index))]
    return [path] if isinstance(value, str) else []


def put(document: Any, path: tuple[str | int, ...], value: Any) -> None:
    *steps, last = path
    for step in steps:
        document = document[step]
    document[last] = value


async def test_a33_every_field_of_the_embedded_documents_is_text(http, ask, documents) -> None:
    ordinary = Page((await http.get("/")).text)
    for name in ("homepage", "footer"):
        file = documents / "en" / f"{name}.yaml"
        document = yaml.safe_load(file.read_text("utf-8"))
        for path in text_fields(document):
            put(document, path, MARKUP)
        file.write_text(yaml.safe_dump(document, allow_unicode=True), "utf-8")
    (documents / "en" / "terms-of-use.md").write_text(MARKUP, "utf-8")
    await assert_is_text(http, ask, ordinary)


async def test_a33_every_field_of_a_content_service_is_text(
    content_server: ContentServer, forwarding, documents
) -> None:
    ordinary = Page((await forwarding.get("/", params={"status": "draft"})).text)
    for name in ("homepage", "footer"):
        document = yaml.safe_load((documents / "en" / f"{name}.yaml").read_text("utf-8"))
        content_server.changes[name] = dict.fromkeys(text_fields(document), MARKUP)
    content_server.changes["termsOfUse"] = {("Content",): MARKUP}
    await assert_is_text(forwarding, asking(forwarding), ordinary)


async def assert_is_text(client, ask, ordinary: Page) -> None:
    answer = await client.get("/", params={"status": "draft"})
    page = Page(answer.text)
    assert MARKUP in "".join(page.texts)
    # Nothing has become an element, an attribute or the end of the script that was none before.
    before, found = (Counter(tag for tag, _ in each.elements if tag != "meta") for each in (ordinary, page))
    assert found <= before
    # Of pictures without an address not even the frame is left.
    assert set(before - found) <= {"img", "figure", "figcaption", "div"}
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert "49" not in "".join(page.texts)
    data = json.loads(next(text for text in page.scripts if text.startswith("{")))
    assert data["homepage"]["hero"]["heading"] == MARKUP
    assert re.search(r'id="page-data">[^<>&\u2028]*</script>', answer.text)
    for tag, attributes in page.elements:
        for name in ("href", "src", "srcset", "action"):
            assert "script" not in (attributes.get(name) or "").replace("/theme.js", ""), (tag, attributes)
    asked = (
        await ask("{ homepage { hero { heading } media { logo { url } links { linkUrl } } } termsOfUse { Content } }")
    )["data"]
    assert asked["homepage"]["hero"]["heading"] == asked["termsOfUse"]["Content"] == MARKUP
    assert asked["homepage"]["media"]["logo"]["url"] == ""
    assert {link["linkUrl"] for link in asked["homepage"]["media"]["links"]} == {"#"}


LINKS = "{ footer { links { linkURL } } homepage { media { links { linkUrl } } } }"


def shown(answer: Any) -> list[str]:
    data = answer["data"]
    return [link["linkURL"] for link in data["footer"]["links"]] + [
        link["linkUrl"] for link in data["homepage"]["media"]["links"]
    ]


async def test_a33_addresses_of_embedded_documents_lead_nowhere_unless_they_are_safe(http, ask, documents) -> None:
    for addresses, expected in ((ADDRESSES, ["#"] * len(ADDRESSES)), (SAFE, SAFE)):
        links = [{"linkText": f"{number}", "linkURL": address} for number, address in enumerate(addresses)]
        (documents / "en" / "footer.yaml").write_text(yaml.safe_dump({"copyrightText": "x", "links": links}), "utf-8")
        homepage = yaml.safe_load((documents / "en" / "homepage.yaml").read_text("utf-8"))
        homepage["media"]["links"] = [{"linkText": link["linkText"], "linkUrl": link["linkURL"]} for link in links]
        (documents / "en" / "homepage.yaml").write_text(yaml.safe_dump(homepage), "utf-8")
        assert shown(await ask(LINKS)) == expected * 2
        anchors = [attributes["href"] for tag, attributes in Page((await http.get("/")).text).elements if tag == "a"]
        assert set(SAFE if addresses is SAFE else []) <= set(anchors)
        assert not [href for href in anchors if href and re.match(r"(?!https?:|mailto:|#|/(?!/))", href, re.IGNORECASE)]


async def test_a33_addresses_of_a_content_service_lead_nowhere_unless_they_are_safe(content_server, forwarding) -> None:
    for addresses, expected in ((ADDRESSES, ["#"] * len(ADDRESSES)), (SAFE, SAFE)):
        links = [{"linkText": "x", "linkURL": address, "linkUrl": address} for address in addresses]
        content_server.changes = {"footer": {("links",): links}, "homepage": {("media", "links"): links}}
        assert shown(await asking(forwarding)(LINKS)) == expected * 2


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("/uploads/photo_0a1b.png", "/content/uploads/photo_0a1b.png"),
        ("{url}/uploads/a/photo.png", "/content/uploads/a/photo.png"),
        ("https://cdn.example/uploads/photo.png", ""),
        ("//cdn.example/photo.png", ""),
        ("/uploads/../admin.png", ""),
        ("/uploads/%2e%2e/admin.png", ""),
        ("/admin/photo.png", ""),
        ("data:image/svg+xml,<svg onload=alert(1)>", ""),
        ("javascript:alert(1)", ""),
    ],
)
async def test_a33_pictures_of_a_content_service_come_through_us_or_not_at_all(
    content_server, forwarding, given, expected
) -> None:
    content_server.changes = {"homepage": {("media", "logo", "url"): given.format(url=content_server.url)}}
    answer = await asking(forwarding)("{ homepage { media { logo { url } } } }")
    assert answer["data"]["homepage"]["media"]["logo"]["url"] == expected
