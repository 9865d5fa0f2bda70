"""``/leaks``: the catalogue as pages, feed, JSON and sitemap that the server writes."""

import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import asyncpg
import httpx
import pytest
from alert_factories import make_leak

from breachlight.content.leak_pages import routes

PATHS = ("/leaks", "/leaks/Otters", "/leaks.json", "/leaks/feed.xml", "/sitemap.xml", "/sitemap/1.xml")
MARKUP = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;{{ 7*7 }}{% raw %}]]><!--"
LANGUAGES = {"en", "de", "fr", "es", "ja", "ar"}


class Page(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def links(self, relation: str) -> list[str | None]:
        return [found.get("href") for tag, found in self.elements if tag == "link" and found.get("rel") == relation]


@pytest.fixture
async def catalogue(connection: asyncpg.Connection) -> asyncpg.Connection:
    """Six leaks, three of which anyone may see, while the pages are on."""
    await connection.execute("UPDATE site_settings SET leak_pages_enabled = true")
    await make_leak(
        connection,
        "Otters",
        title="Otter forum",
        domain="otters.example",
        pwn_count=4200,
        description="An invented forum.",
        data_classes=json.dumps(["Passwords"]),
    )
    await make_leak(connection, "herons", title="Herons", domain="Herons.example", is_verified=False)
    await make_leak(connection, "with space/and slash", title="Slashed")
    # Identifiers of one millisecond are in no order, and sitemaps are in theirs.
    await connection.execute(
        """UPDATE leaks SET (id, breach_date, added_at, modified_at)
            = (d.id::uuid, d.breach::date, d.added::timestamptz, d.added::timestamptz)
        FROM (VALUES ('01000000-0000-7000-8000-000000000001', 'Otters', '2024-02-03', '2020-01-02T03:04:05Z'),
            ('01000000-0000-7000-8000-000000000002', 'herons', '2019-05-06', '2021-01-02T03:04:05Z'),
            ('01000000-0000-7000-8000-000000000003', 'with space/and slash', NULL, '2022-01-02T03:04:05Z')
        ) AS d (id, name, breach, added) WHERE leaks.name = d.name"""
    )
    await make_leak(connection, "secret", title="Hidden-1", is_sensitive=True)
    await make_leak(connection, "gone", title="Hidden-2", is_retired=True)
    await make_leak(connection, "taken-back", title="Hidden-3")
    await connection.execute("UPDATE leaks SET retracted_at = now() WHERE name = 'taken-back'")
    return connection


def titles(text: str) -> list[str]:
    return re.findall(r'<h2[^>]*><a dir="auto"[^>]*>(.*?)</a>', text)


async def test_nothing_is_there_until_the_operator_turns_it_on(
    connection: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    await make_leak(connection, "Otters")
    unknown = await http.get("/no-such-page")
    for path in PATHS:
        assert (await http.get(path)).status_code == unknown.status_code == 404, path
    assert 'href="/leaks"' not in (await http.get("/")).text
    assert "Sitemap" not in (await http.get("/robots.txt")).text
    await connection.execute("UPDATE site_settings SET leak_pages_enabled = true")
    for path in PATHS:
        assert (await http.get(path)).status_code == 200, path
    assert 'href="/leaks"' in (await http.get("/")).text
    assert "/sitemap.xml\n" in (await http.get("/robots.txt")).text


@pytest.mark.spec("X29")
async def test_the_list_is_searched_sorted_and_paged(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listed(query: str) -> list[str]:
        return titles((await http.get(f"/leaks{query}")).text)

    assert await listed("") == ["Slashed", "Herons", "Otter forum"]
    assert await listed("?sort=breach") == ["Otter forum", "Herons", "Slashed"]
    assert await listed("?sort=nonsense&page=-1") == ["Slashed", "Herons", "Otter forum"]
    assert await listed("?q=OTTER") == ["Otter forum"]
    assert await listed("?q=herons.EXAMPLE") == ["Herons"]
    assert await listed("?q=with+space") == ["Slashed"]
    for query in ("?q=Hidden", "?q=%25", "?q=%00_", "?page=99", "?page=99999999999999999999"):
        answer = await http.get(f"/leaks{query}")
        assert (answer.status_code, "noindex" in answer.text) == (200, "?page=9999999" not in query), query
    monkeypatch.setattr(routes, "PAGE_SIZE", 2)
    first = await http.get("/leaks")
    assert titles(first.text) == ["Slashed", "Herons"]
    assert 'rel="next" href="/leaks?page=2"' in first.text
    second = await http.get("/leaks?page=2")
    assert titles(second.text) == ["Otter forum"]
    assert 'rel="prev" href="/leaks"' in second.text
    assert "Page 2 of 2" in second.text


@pytest.mark.spec("X29")
async def test_sensitive_retired_and_retracted_leaks_are_nowhere(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    for path in ("/leaks", "/leaks.json", "/leaks/feed.xml", "/sitemap/1.xml"):
        text = (await http.get(path)).text
        assert "Otters" in text
        assert not re.search("Hidden|secret|gone|taken-back", text), path
    for name in ("secret", "gone", "taken-back", "never-heard-of", "%00", "'; --"):
        answer = await http.get(f"/leaks/{name}")
        assert answer.status_code == 404, name
        assert "Leak not found" in answer.text
        assert "noindex" in answer.text


async def test_a_leak_has_its_facts_and_its_former_names_lead_to_it(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    text = (await http.get("/leaks/Otters")).text
    for part in ("Otter forum</h1>", "otters.example", "An invented forum.", "4,200", "3 Feb 2024", "2 Jan 2020", ">Passwords<"):  # fmt: skip
        assert part in text
    assert "Unverified" not in text
    assert "Unverified" in (await http.get("/leaks/herons")).text
    assert "Slashed</h1>" in (await http.get("/leaks/with%20space%2Fand%20slash")).text
    otters = await catalogue.fetchval("SELECT id FROM leaks WHERE name = 'Otters'")
    await catalogue.execute("INSERT INTO leak_redirects (name, leak_id) VALUES ('former-name', $1)", otters)
    for name in ("former-name", "OTTERS"):
        answer = await http.get(f"/leaks/{name}?locale=de")
        assert (answer.status_code, answer.headers["location"]) == (301, "/leaks/Otters?locale=de")


@pytest.mark.parametrize("path", ["/leaks", "/leaks/Otters"])
@pytest.mark.parametrize(
    "case",
    [
        ("en", "", None, None, "en"), ("de", "", None, "", "de"), ("en", "", None, "fr-CH, de;q=0.5", "fr"),
        ("en", "", "ja", "fr", "ja"), ("en", "?locale=ar", "ja", "fr", "ar"), ("en", "?locale=../x", "xx", "xx", "en"),
    ],
)  # fmt: skip
async def test_the_language_is_the_visitors(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, path: str, case: tuple[Any, ...]
) -> None:
    site, query, cookie, accepted, expected = case
    await catalogue.execute("UPDATE site_settings SET language = $1", site)
    headers = {"Cookie": f"language={cookie}"} if cookie else {}
    answer = await http.get(f"{path}{query}", headers={**headers, "Accept-Language": accepted or ""})
    assert f'<html lang="{expected}" dir="{"rtl" if expected == "ar" else "ltr"}"' in answer.text
    assert answer.headers["content-language"] == expected
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["vary"].split(", "))


@pytest.mark.spec("X29")
async def test_search_engines_get_title_canonical_address_and_languages(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, settings: Any
) -> None:
    page = Page((await http.get("/leaks/Otters?locale=de")).text)
    address = f"{settings.public_url}/leaks/Otters"
    assert page.links("canonical") == [f"{address}?locale=de"]
    alternates = {
        found["hreflang"]: found["href"] for tag, found in page.elements if tag == "link" and "hreflang" in found
    }
    others = LANGUAGES - {"en"}
    assert alternates == {
        **{code: f"{address}?locale={code}" for code in others}, "en": address, "x-default": address,
    }  # fmt: skip
    described = [
        found["content"] for tag, found in page.elements if tag == "meta" and found.get("name") == "description"
    ]
    assert described == ["An invented forum."]
    assert "<title>Otter forum</title>" in (await http.get("/leaks/Otters")).text
    assert Page((await http.get("/leaks?page=1&sort=breach")).text).links("canonical") == [
        f"{settings.public_url}/leaks?sort=breach"
    ]


async def test_feed_json_and_sitemap_are_for_programs(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = settings.public_url
    feed = ET.fromstring((await http.get("/leaks/feed.xml")).content)
    assert [item.findtext("title") for item in feed.iter("item")] == ["Slashed", "Herons", "Otter forum"]
    assert [item.findtext("link") for item in feed.iter("item")][2] == f"{base}/leaks/Otters"
    assert [item.findtext("pubDate") for item in feed.iter("item")][2] == "Thu, 02 Jan 2020 03:04:05 GMT"
    monkeypatch.setattr(routes, "JSON_PAGE_SIZE", 2)
    found = (await http.get("/leaks.json")).json()
    assert (found["total"], [leak["Name"] for leak in found["leaks"]]) == (3, ["with space/and slash", "herons"])
    rest = (await http.get(found["next"])).json()
    assert (rest["next"], [leak["Page"] for leak in rest["leaks"]]) == (None, [f"{base}/leaks/Otters"])
    monkeypatch.setattr(routes, "SITEMAP_SIZE", 2)
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    parts = ET.fromstring((await http.get("/sitemap.xml")).content)
    assert [part.findtext(f"{space}loc") for part in parts] == [f"{base}/sitemap/1.xml", f"{base}/sitemap/2.xml"]
    assert [part.findtext(f"{space}lastmod") for part in parts] == ["2021-01-02", "2022-01-02"]
    listed = [
        url.findtext(f"{space}loc")
        for number in (1, 2)
        for url in ET.fromstring((await http.get(f"/sitemap/{number}.xml")).content)
    ]
    paths = ("", "/Otters", "/herons", "/with%20space%2Fand%20slash")
    assert listed[0] == f"{base}/leaks"
    assert sorted(map(str, listed)) == [f"{base}/leaks{path}" for path in paths]
    assert (await http.get("/sitemap/3.xml")).status_code == 404
    assert (await http.get("/sitemap/0.xml")).status_code == 404


@pytest.mark.spec("X29")
async def test_a33_whatever_is_in_the_catalogue_is_text(catalogue: asyncpg.Connection, http: httpx.AsyncClient) -> None:
    await make_leak(
        catalogue,
        MARKUP,
        title=MARKUP + "\x0b",
        description=MARKUP,
        domain='x"><script>',
        attribution=MARKUP,
        data_classes=json.dumps([MARKUP]),
    )
    listed = await http.get("/leaks", params={"q": MARKUP[:40]})
    path = re.search(r'href="(/leaks/%22[^"]*)"', listed.text)
    assert path
    shown = await http.get(path[1])
    for answer in (listed, shown):
        assert answer.status_code == 200
        page = Page(answer.text)
        assert [found.get("src") for tag, found in page.elements if tag == "script"] == ["/theme.js"]
        assert not [tag for tag, found in page.elements for name in found if name.startswith("on") or name == "style"]
        assert "img" not in [tag for tag, _ in page.elements]
        assert MARKUP in page.text
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["script-src"] == policy["style-src"] == "'self'"
    feed = ET.fromstring((await http.get("/leaks/feed.xml")).content)
    item = next(feed.iter("item"))
    assert item.findtext("title") == MARKUP
    # Feed readers print descriptions as HTML.
    assert "<" not in (item.findtext("description") or "<")
    assert MARKUP in [leak["Name"] for leak in (await http.get("/leaks.json")).json()["leaks"]]


async def test_pages_are_asked_for_again_by_their_tag(catalogue: asyncpg.Connection, http: httpx.AsyncClient) -> None:
    for path in PATHS:
        answer = await http.get(path)
        same = await http.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (same.status_code, same.content) == (304, b""), path
        expected = "no-cache" if answer.headers["content-type"].startswith("text/html") else "public, max-age=300"
        assert answer.headers["cache-control"] == expected, path
    before = (await http.get("/leaks/Otters")).headers["etag"]
    await catalogue.execute("UPDATE leaks SET title = 'Otters, renamed' WHERE name = 'Otters'")
    changed = await http.get("/leaks/Otters", headers={"If-None-Match": before})
    assert (changed.status_code, "Otters, renamed" in changed.text) == (200, True)


async def test_a_client_that_asks_too_often_waits(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "LIMIT", type(routes.LIMIT)("leak_pages", 2, routes.LIMIT.window))
    answers = [await http.get(path, headers={"Accept-Language": "de"}) for path in PATHS[:3]]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["retry-after"]) > 0
    assert answers[2].text.startswith("Zu viele Anfragen.")


@pytest.mark.long
async def test_a_hundred_thousand_leaks_are_paged_and_found(
    catalogue: asyncpg.Connection, http: httpx.AsyncClient
) -> None:
    await catalogue.execute(
        """INSERT INTO leaks (id, name, title, kind, breach_date, added_at, modified_at, domain, pwn_count, description,
            data_classes, is_verified, is_fabricated, is_sensitive, is_retired, is_spam_list, is_malware, is_stealer_log,
            is_subscription_free)
        SELECT gen_random_uuid(), 'Invented-' || n, 'Invented leak ' || n, 'table_dump', date '2000-01-01' + n % 9000,
            now() - n * interval '1 minute', now(), 'site-' || n || '.example', n, repeat('An invented leak. ', 20),
            '["Passwords", "Email addresses"]', true, false, false, false, false, false, false, false
        FROM generate_series(1, 100000) AS n"""
    )
    await catalogue.execute("ANALYZE leaks")
    for path, links in {
        "/leaks": 25,
        "/leaks?page=3900": 25,
        "/leaks?sort=breach&page=2000": 25,
        "/leaks?q=site-99999.example": 1,
        "/sitemap/5.xml": 20_000,
        "/leaks.json?page=999": 100,
    }.items():
        answer = await http.get(path)
        assert answer.status_code == 200, path
        assert len(set(re.findall(r"/leaks/(Invented-\d+)", answer.text))) == links, path
    assert (await http.get("/leaks/Invented-77777")).status_code == 200
    assert "/sitemap/5.xml" in (await http.get("/sitemap.xml")).text
