"""Forwarding to a content service elsewhere: what goes there, what comes back, and what stands when nothing does."""

import asyncio
import contextlib
import json
import re
from pathlib import Path

import httpx
import pytest
from content_server import NARROW_PICTURE, PICTURE, SCHEMA, TOKEN, ContentServer, Fault
from graphql import parse, validate

from breachlight.config import SettingsError, get_settings
from breachlight.content.strapi_pictures import LARGEST_PICTURE

from .conftest import EVERYTHING, HERO, LOCALES, asking

CAPTION = "The demo, with sample data."
CLIENT_QUERIES = Path(__file__).parents[3] / "client" / "src" / "lib" / "content"


@pytest.mark.parametrize("locale", ["en", "ar"])
async def test_the_answer_is_that_of_the_embedded_documents(content_server, forwarding, ask, locale) -> None:
    # Pictures of the copy lie where our own do, which no content service may say.
    without_pictures = re.sub(r"\.\.\.I", "alternativeText width height", EVERYTHING).split("fragment")[0]
    variables = {"status": "PUBLISHED", "locale": locale}
    assert await asking(forwarding)(without_pictures, **variables) == await ask(without_pictures, **variables)


@pytest.mark.spec("S7.27", "S7.28")
async def test_only_our_own_queries_are_sent_and_they_fit_the_schema(content_server: ContentServer, forwarding) -> None:
    ask = asking(forwarding)
    secret = "an-alias-of-a-client"
    await ask(
        f'query {secret.replace("-", "_")} {{ mine: homepage(locale: "de", status: DRAFT) {{ hero {{ heading }} }} i18NLocales {{ name }} }}'
    )
    for refused in (
        "{ users { email } }",
        "mutation { createHomepage { id } }",
        "{ homepage { secret } }",
        "{ __schema { types { name } }",
    ):
        answer = await ask(refused)
        assert answer["errors"]
    assert sorted(call.variables.get("locale", "") for call in content_server.calls) == ["", "de"]
    for call in content_server.calls:
        assert validate(SCHEMA, parse(call.query)) == []
        assert call.authorization == f"Bearer {TOKEN}"
        assert "mine" not in call.query
    assert {call.variables.get("status") for call in content_server.calls} == {"DRAFT", None}


@pytest.mark.spec("S7.27")
async def test_queries_of_the_client_are_answered(content_server, forwarding) -> None:
    for file in ("homepage.graphql", "legal.graphql"):
        text = (CLIENT_QUERIES / file).read_text("utf-8")
        for name in re.findall(r"^query (\w+)", text, re.MULTILINE):
            answer = await forwarding.post(
                "/content/graphql",
                json={"query": text, "operationName": name, "variables": {"status": "PUBLISHED", "locale": "fr"}},
            )
            assert "errors" not in answer.json(), name


async def test_many_clients_at_once_are_one_question_there(content_server, forwarding) -> None:
    ask = asking(forwarding)
    content_server.fault = Fault.HANG
    running = [asyncio.create_task(ask(HERO, locale="en")) for _ in range(8)]
    while not content_server.calls:
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)
    content_server.fault = Fault.NONE
    answers = await asyncio.gather(*running)
    assert len({json.dumps(answer) for answer in answers}) == 1
    assert len(content_server.calls) == 1


@pytest.mark.spec("S1.7")
@pytest.mark.parametrize("fault", [fault for fault in Fault if fault not in {Fault.NONE, Fault.HANG}])
async def test_the_last_good_version_stays_whatever_the_service_answers(
    content_server, forwarding, capfd, fault
) -> None:
    ask = asking(forwarding)
    content_server.fault = fault
    first = await ask(HERO, locale="en", status="PUBLISHED")
    assert first["data"] == {"homepage": None}
    assert first["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    content_server.fault = Fault.NONE
    good = await ask(HERO, locale="en", status="PUBLISHED")
    assert good["data"]["homepage"]["hero"]["heading"]
    content_server.fault = fault
    assert await ask(HERO, locale="en", status="PUBLISHED") == good
    # What is known is known of one language and one status.
    for other in ({"locale": "de", "status": "PUBLISHED"}, {"locale": "en", "status": "DRAFT"}):
        assert (await ask(HERO, **other))["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    output = "".join(capfd.readouterr())
    assert "the content service returned no usable response" in output
    assert "the last valid version" in output
    assert TOKEN not in output + json.dumps([first, good])


async def test_what_is_no_longer_published_is_gone(content_server, forwarding, documents) -> None:
    ask = asking(forwarding)
    assert (await ask(HERO, locale="en"))["data"]["homepage"]
    (documents / "en" / "homepage.yaml").unlink()
    assert (await ask(HERO, locale="en"))["data"] == {"homepage": None}
    content_server.fault = Fault.ERROR_500
    assert (await ask(HERO, locale="en"))["errors"]


async def test_an_unknown_language_is_not_requested(content_server, forwarding) -> None:
    for locale in ("../x", "en\n", "x" * 500, "{}"):
        answer = await asking(forwarding)(HERO, locale=locale)
        assert answer == {"data": {"homepage": None}}
    assert content_server.calls == []


async def test_a_list_that_was_never_filled_is_empty_and_an_unknown_icon_is_drawn_as_another(
    content_server, forwarding
) -> None:
    content_server.changes = {"homepage": {("faq", "questions"): None, ("headline", "infoBoxes", 0, "icon"): "rocket"}}
    answer = await asking(forwarding)("{ homepage { faq { questions { id } } headline { infoBoxes { icon } } } }")
    assert answer["data"]["homepage"]["faq"] == {"questions": []}
    assert answer["data"]["homepage"]["headline"]["infoBoxes"][0]["icon"] == "watch"


async def test_pictures_pass_through_without_anything_else(content_server, forwarding) -> None:
    answer = await forwarding.get("/content/uploads/a/photo.png", headers={"Cookie": "c=d", "Range": "bytes=0-1"})
    assert (answer.status_code, answer.content) == (200, PICTURE)
    assert answer.headers["content-type"] == "image/png"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "max-age" in answer.headers["cache-control"]
    assert not {"set-cookie", "x-powered-by"} & set(answer.headers)
    assert not {"authorization", "cookie"} & set(content_server.picture_headers[0])
    drawing = await forwarding.get("/content/uploads/drawing.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in drawing.headers["content-security-policy"]
    head = await forwarding.head("/content/uploads/photo.png")
    assert (head.status_code, head.headers["content-type"]) == (200, "image/png")


async def test_narrow_screens_get_the_narrow_form_of_a_picture_where_there_is_one(content_server, forwarding) -> None:
    for name, narrow in (("a/photo.png", NARROW_PICTURE), ("small.png", PICTURE)):
        answer = await forwarding.get(f"/content/uploads/{name}?width=640")
        assert (answer.status_code, answer.content) == (200, narrow)
        assert (await forwarding.get(f"/content/uploads/{name}?width=320")).content == PICTURE
    assert (await forwarding.get("/content/uploads/none?width=640")).status_code == 404


async def test_a_picture_that_may_not_be_shown_leaves_no_broken_one(content_server, forwarding) -> None:
    ours, elsewhere = "/uploads/ours.png", "https://cdn.example/uploads/theirs.png"
    places = {
        ("testimonials", "backgroundImage"): ours,
        ("dashboardScreenshot", "image"): elsewhere,
        ("dashboardScreenshot", "darkImage"): elsewhere,
        ("media", "logo"): elsewhere,
    }
    content_server.changes = {"homepage": {(*place, "url"): address for place, address in places.items()}}
    page = (await forwarding.get("/")).text
    pictures = re.findall(r"<img[^>]*>", page)
    assert len(pictures) == 1
    assert 'src="/content/uploads/ours.png"' in pictures[0]
    assert CAPTION not in page


@pytest.mark.parametrize(
    "name",
    ["page.html", "huge.png", "away.png", "none", "%2e%2e/graphql", "a/%2e%2e/%2e%2e/graphql", "a%2f..%2f..%2fx.png", ".env", "x.png%00", "a//b.png"],
)  # fmt: skip
async def test_nothing_but_pictures_of_the_uploads_passes(content_server, forwarding, name) -> None:
    answer = await forwarding.get(f"/content/uploads/{name}")
    assert answer.status_code == 404
    assert not answer.text.startswith("<")


async def test_a_picture_without_end_ends(content_server, forwarding) -> None:
    async with asyncio.timeout(20):
        with contextlib.suppress(httpx.StreamError):
            answer = await forwarding.get("/content/uploads/endless.png")
            assert len(answer.content) <= LARGEST_PICTURE


async def test_embedded_documents_have_no_uploads_and_only_pictures(http, documents) -> None:
    assert (await http.get("/content/uploads/photo.png")).status_code == 404
    (documents / "media" / "notes.txt").write_text("x", "utf-8")
    (documents / "media" / "page.html").write_text("<script>alert(1)</script>", "utf-8")
    (documents / "media" / "link.png").symlink_to(documents / "locales.yaml")
    for path in (
        "notes.txt",
        "page.html",
        "link.png",
        "../locales.yaml",
        "%2e%2e/locales.yaml",
        "",
        "none.png",
        "..%5clocales.yaml",
    ):
        assert (await http.get(f"/content/media/{path}")).status_code == 404, path
    answer = await http.get("/content/media/logo.svg", headers={"Range": "bytes=0-1"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert "sandbox" in answer.headers["content-security-policy"]
    again = await http.get("/content/media/logo.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "max-age" in again.headers["cache-control"]


async def test_an_image_has_a_narrow_version_if_one_is_next_to_it(http, documents) -> None:
    (documents / "media" / "wide.png").write_bytes(b"wide")
    (documents / "media" / "wide-640.png").write_bytes(b"narrow")
    (documents / "media" / "only.png").write_bytes(b"only")
    for address, content in (
        ("wide.png", b"wide"),
        ("wide.png?width=640", b"narrow"),
        ("wide.png?width=320", b"wide"),
        ("only.png?width=640", b"only"),
    ):
        assert (await http.get(f"/content/media/{address}")).content == content, address


async def test_every_picture_of_every_document_is_there(http, ask) -> None:
    for locale in LOCALES:
        data = (await ask(EVERYTHING, status="PUBLISHED", locale=locale))["data"]["homepage"]
        for picture in (
            data["testimonials"]["backgroundImage"],
            data["dashboardScreenshot"]["image"],
            data["dashboardScreenshot"]["darkImage"],
            data["media"]["logo"],
        ):
            answer = await http.get(picture["url"])
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("image/")


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("CONTENT_URL", "cms.acme.example", "address of a Strapi"),
        ("CONTENT_URL", "https://user:pass@content.example.com", "address of a Strapi"),
        ("CONTENT_URL", "https://content.example.com/?a=b", "address of a Strapi"),
        ("CONTENT_URL", "http://content.example.com", "must start with https://"),
        ("CONTENT_URL", "ftp://content.example.com", "must start with https://"),
        ("CONTENT_URL", "https://content.example.com:x", "address of a Strapi"),
        ("CONTENT_TOKEN", "with a space", "must be an API token"),
        ("CONTENT_TOKEN", "a\r\nX-Header: b", "must be an API token"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_by_name(monkeypatch, variable, value, reason) -> None:
    monkeypatch.setenv(variable, value)
    get_settings.cache_clear()
    with pytest.raises(SettingsError, match=reason) as refused:
        get_settings()
    assert variable in str(refused.value)
    assert value not in str(refused.value)


@pytest.mark.parametrize(
    "value",
    ["https://content.example.com/graphql", "http://strapi:1337", "http://10.0.0.5:1337/", "http://127.0.0.1:1337", ""],
)
def test_settings_that_can_be_used(monkeypatch, value) -> None:
    monkeypatch.setenv("CONTENT_URL", value)
    monkeypatch.setenv("CONTENT_TOKEN", TOKEN)
    get_settings.cache_clear()
    assert get_settings().content_url == value
    assert TOKEN not in repr(get_settings())
