"""``/``: the homepage that the server writes."""

import asyncio
import gzip
import json
import re
from contextlib import suppress

import pytest
import yaml
from content_server import Fault

from breachlight.app import CLIENT_FOLDER
from breachlight.config import get_settings
from breachlight.content import home

OFFERED = {"en", "de", "fr", "es", "ja", "ar"}


def page_data(text: str):
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def heading(documents, locale: str) -> str:
    return yaml.safe_load((documents / locale / "homepage.yaml").read_text("utf-8"))["hero"]["heading"]


def plain_page() -> str:
    """Return the client's own page with what the operator configured, which no database is needed for."""
    contact = f'<meta name="contact-email" content="{get_settings().operator_email}">'
    return (CLIENT_FOLDER / "index.html").read_text("utf-8").replace("</head>", f"{contact}</head>")


def language_of(text: str) -> str:
    return re.findall(r'<html lang="([a-z]+)"', text)[0]


@pytest.mark.spec("S1.7")
async def test_the_page_contains_the_homepage_and_all_that_the_first_view_needs(http, documents, ask) -> None:
    answer = await http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f">{heading(documents, 'en')}</h1>" in answer.text
    assert "{{" not in answer.text
    assert "{%" not in answer.text
    data = page_data(answer.text)
    assert data["locale"] == "en"
    assert data["isCurrent"] is True
    assert [locale["code"] for locale in data["locales"]] == ["en", "de", "fr", "es", "ja", "ar"]
    asked = await ask(
        "{ homepage { faq { questions { id question answer } } } footer { links { id linkText linkURL } } }"
    )
    questions = [
        {**question, "__typename": "ComponentHomepageQuestion"}
        for question in asked["data"]["homepage"]["faq"]["questions"]
    ]
    assert data["homepage"]["faq"]["questions"] == questions
    assert data["footer"]["links"] == [
        {**link, "__typename": "ComponentFooterLink"} for link in asked["data"]["footer"]["links"]
    ]


async def test_the_settings_in_the_page_are_those_of_the_api(http, connection) -> None:
    await connection.execute("UPDATE site_settings SET signup_enabled = true, turnkey_site_key = 'a-key'")
    fields = await http.post("/graphql", json={"query": '{ __type(name: "SiteSettings") { fields { name } } }'})
    names = [field["name"] for field in fields.json()["data"]["__type"]["fields"]]
    asked = await http.post("/graphql", json={"query": f"{{ siteSettings {{ {' '.join(names)} }} }}"})
    assert page_data((await http.get("/")).text)["settings"] == asked.json()["data"]["siteSettings"]


@pytest.mark.parametrize(
    ("flags", "sign_up", "login"),
    [
        ({}, None, False),
        ({"signup_enabled": True}, None, False),
        ({"individual_signup_enabled": True}, None, False),
        ({"signup_enabled": True, "individual_signup_enabled": True, "organization_signup_enabled": True}, "individual", False),
        ({"signup_enabled": True, "organization_signup_enabled": True, "login_enabled": True}, "company", True),
    ],
)  # fmt: skip
async def test_the_ways_in_are_those_that_are_switched_on(http, connection, flags, sign_up, login) -> None:
    await connection.execute("UPDATE site_settings SET login_enabled = false")
    for name in flags:
        await connection.execute(f"UPDATE site_settings SET {name} = true")
    text = (await http.get("/")).text
    assert ("#/auth/sign-up/" in text) == (sign_up is not None)
    if sign_up:
        assert f'href="#/auth/sign-up/{sign_up}"' in text
    assert ('href="#/auth/login"' in text) == login


@pytest.mark.parametrize(
    "case",
    [
        ("en", "", None, "en"), ("de", "", None, "de"), ("pt-BR", "", None, "en"), ("", "", None, "en"),
        ("de", "?locale=fr", None, "fr"), ("de", "?locale=xx", None, "de"), ("de", "?locale=../de", None, "de"),
        ("de", "", "ja", "ja"), ("de", "", "xx", "de"), ("de", "?locale=fr", "ja", "fr"), ("en", "?locale=ar", None, "ar"),
    ],
)  # fmt: skip
async def test_the_language_is_the_one_asked_for_or_chosen_or_of_the_site(http, connection, documents, case) -> None:
    site, query, cookie, expected = case
    await connection.execute("UPDATE site_settings SET language = $1", site)
    answer = await http.get(f"/{query}", headers={"Cookie": f"language={cookie}"} if cookie else {})
    assert language_of(answer.text) == page_data(answer.text)["locale"] == expected
    assert f">{heading(documents, expected)}</h1>" in answer.text
    assert ('dir="rtl"' in answer.text[:200]) == (expected == "ar")
    assert "Cookie" in answer.headers["vary"]


async def test_search_engines_and_previews_get_all_their_metadata(http, connection, settings, documents) -> None:
    await connection.execute("UPDATE site_settings SET language = 'de'")
    text = (await http.get("/?locale=fr")).text
    base = settings.public_url
    alternates = dict(re.findall(r'<link rel="alternate" hreflang="(.*?)" href="(.*?)">', text))
    assert alternates == {
        **{code: f"{base}/?locale={code}" for code in OFFERED}, "de": f"{base}/", "x-default": f"{base}/",
    }  # fmt: skip
    assert re.findall(r'<link rel="canonical" href="(.*?)">', text) == [f"{base}/?locale=fr"]
    assert re.findall(r'<link rel="canonical" href="(.*?)">', (await http.get("/?locale=de")).text) == [f"{base}/"]
    named = dict(re.findall(r'<meta (?:name|property)="((?:og|twitter):[a-z:]+|description)" content="(.*?)">', text))
    assert named["og:title"] == named["twitter:title"]
    assert named["description"] == named["og:description"] == named["twitter:description"]
    assert named["og:image"] == named["twitter:image"] == f"{base}/content/media/dashboard-light.png"
    assert named["og:locale"] == "fr_FR"
    assert named["og:url"] == f"{base}/?locale=fr"
    assert "noindex" not in text
    font = re.findall(r'<link rel="preload" href="/(assets/inter-latin-wght-normal-.*?)" as="font"', text)
    assert [(CLIENT_FOLDER / path).is_file() for path in font] == [True]


@pytest.mark.spec("S4.36")
async def test_a_draft_is_shown_on_the_page_and_kept_from_search_engines(http, documents) -> None:
    file = documents / "en" / "homepage.yaml"
    (documents / "en" / "homepage.draft.yaml").write_text(
        file.read_text("utf-8").replace(heading(documents, "en"), "Not published yet"), "utf-8"
    )
    assert "Not published yet" not in (await http.get("/")).text
    assert "Not published yet" not in (await http.get("/?status=DRAFT")).text
    draft = (await http.get("/?status=draft")).text
    assert ">Not published yet</h1>" in draft
    assert '<meta name="robots" content="noindex">' in draft


async def test_a_page_is_packed_marked_and_not_sent_twice(http, documents) -> None:
    plain = await http.get("/", headers={"Accept-Encoding": ""})
    packed = await http.get("/", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.content == plain.content
    assert {plain.headers["cache-control"], packed.headers["cache-control"]} == {"no-cache"}
    assert plain.headers["etag"] != packed.headers["etag"]
    for answer, encoding in ((plain, ""), (packed, "gzip")):
        for given in (answer.headers["etag"], f'"x", W/{answer.headers["etag"]}', "*"):
            again = await http.get("/", headers={"Accept-Encoding": encoding, "If-None-Match": given})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == answer.headers["etag"]
    head = await http.head("/", headers={"Accept-Encoding": "gzip"})
    assert (head.status_code, head.headers["etag"]) == (200, packed.headers["etag"])
    file = documents / "en" / "homepage.yaml"
    file.write_text(file.read_text("utf-8").replace(heading(documents, "en"), "Changed"), "utf-8")
    changed = await http.get("/", headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]})
    assert changed.status_code == 200
    assert "Changed" in gzip.decompress(gzip.compress(changed.content)).decode()


@pytest.mark.parametrize("unknown", ["width", "height", "width|height"])
async def test_a_picture_of_unknown_size_is_shown_without_one(http, documents, unknown) -> None:
    file = documents / "en" / "homepage.yaml"
    without = re.sub(rf"^ +(?:{unknown}): \d+\n", "", file.read_text("utf-8"), flags=re.MULTILINE)
    file.write_text(without, "utf-8")
    pictures = re.findall(r"<img[^>]*>", (await http.get("/")).text)
    assert [picture for picture in pictures if 'src="/content/media/dashboard-light.png"' in picture]
    for picture in pictures:
        assert not re.search(r"None| width=| height=|srcset=", picture, re.IGNORECASE), picture


async def test_without_a_homepage_the_page_says_so_to_the_client(http, documents) -> None:
    (documents / "en" / "homepage.yaml").unlink()
    answer = await http.get("/")
    assert answer.status_code == 200
    assert page_data(answer.text)["homepage"] is None
    assert '<div id="root"></div>' in answer.text


async def test_without_a_database_the_client_draws_its_own_page(http, connection) -> None:
    await connection.execute("ALTER TABLE site_settings RENAME TO away")
    answer = await http.get("/")
    assert answer.status_code == 200
    assert answer.text == plain_page()


async def test_templates_and_the_list_of_files_are_nobody_s_to_read(http) -> None:
    assert (CLIENT_FOLDER / "templates" / "home.en.html").is_file()
    for path in (
        "/templates/home.en.html",
        "/templates/",
        "/templates",
        "/.vite/manifest.json",
        "/TEMPLATES/home.en.html",
    ):
        assert (await http.get(path)).status_code == 404, path


async def test_robots_may_read_pages(http) -> None:
    answer = await http.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "Allow: /\n" in answer.text
    assert "Disallow: /api/" in answer.text


async def test_a_hanging_content_service_does_not_delay_the_page(content_server, forwarding) -> None:
    content_server.fault = Fault.HANG
    async with asyncio.timeout(10):
        answer = await forwarding.get("/")
    assert answer.text == plain_page()
    content_server.fault = Fault.NONE
    written = await forwarding.get("/")
    assert page_data(written.text)["homepage"]
    content_server.fault = Fault.HANG
    async with asyncio.timeout(2):
        data = page_data((await forwarding.get("/")).text)
    assert data["homepage"]
    assert data["isCurrent"] is False


async def test_f02_a_frozen_database_does_not_delay_the_page(http, monkeypatch) -> None:
    thawed = asyncio.Event()

    async def answers_late() -> None:
        # As a query does whose server is frozen: to cancel it changes nothing.
        while not thawed.is_set():
            with suppress(asyncio.CancelledError):
                await thawed.wait()

    monkeypatch.setattr(home, "get_site_settings", answers_late)
    monkeypatch.setattr(home, "_LONGEST_WAIT", 0.2)
    request = asyncio.create_task(http.get("/"))
    done, _ = await asyncio.wait({request}, timeout=10)
    thawed.set()
    assert done
    assert request.result().text == plain_page()
