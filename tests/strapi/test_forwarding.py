"""The product before a real Strapi and the product by itself: visitors cannot tell which of the two they read."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from product import Product, running_product

from strapi.conftest import DRAFTED_LOCALE
from strapi.content_documents import DRAFTED, Documents
from strapi.strapi_server import StrapiServer
from strapi.test_documents import ROOTS, operations, plain

NO_NAMES = SimpleNamespace(address="127.0.0.1")
"""Nothing here asks for names."""


def run(folder: Path, **variables: str) -> Iterator[Product]:
    with running_product(folder, NO_NAMES, {"BREACHLIGHT_ENVIRONMENT": "test", **variables}) as product:
        yield product


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory, content_folder: Path) -> Iterator[Product]:
    yield from run(tmp_path_factory.mktemp("embedded"), BREACHLIGHT_CONTENT_FOLDER=str(content_folder))


@pytest.fixture(scope="module")
def forwarding(tmp_path_factory: pytest.TempPathFactory, strapi: StrapiServer) -> Iterator[Product]:
    """It has no documents of its own."""
    folder = tmp_path_factory.mktemp("forwarding")
    yield from run(
        folder, CONTENT_URL=strapi.url, CONTENT_TOKEN=strapi.token, BREACHLIGHT_CONTENT_FOLDER=str(folder / "none")
    )


def ask(product: Product, operation: str, **variables: str) -> Any:
    """Return the whole answer to one of the client's questions."""
    body = {"query": operations()[operation], "operationName": operation, "variables": variables}
    return httpx.post(f"{product.url}/content/graphql", json=body, timeout=60).json()


def drawn(product: Product, query: str) -> str:
    """Return the homepage as the server draws it, without what each service names in its own way."""
    page = httpx.get(f"{product.url}/?{query}", timeout=60).text.replace(product.url, "")
    pictures = r"/content/(?:media/([a-z-]+)|uploads/([a-z_]+)_[0-9a-f]{10})\."
    return re.sub(pictures, lambda found: f"/{(found[1] or found[2]).replace('-', '_')}.", page)


def images(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [image for item in value for image in images(item)]
    if isinstance(value, dict):
        return [value] if "alternativeText" in value else [image for item in value.values() for image in images(item)]
    return []


@pytest.mark.parametrize("status", ["PUBLISHED", "DRAFT"])
@pytest.mark.parametrize("operation", ROOTS)
def test_both_give_the_same_documents(
    operation: str, status: str, embedded: Product, forwarding: Product, documents: Documents
) -> None:
    for code in documents.codes:
        ours, theirs = (ask(product, operation, status=status, locale=code) for product in (embedded, forwarding))
        assert "errors" not in ours, ours
        assert plain(theirs) == plain(ours), code
        version = documents.versions[ROOTS[operation]][code]
        (document,) = plain(theirs["data"]).values()
        if operation in {"Homepage", "Footer"}:
            assert document == plain(version.draft if status == "DRAFT" else version.published)
    if operation != "PrivacyPolicy":
        assert (DRAFTED in str(ask(forwarding, operation, status=status, locale=DRAFTED_LOCALE))) == (status == "DRAFT")


def test_both_offer_the_same_locales(embedded: Product, forwarding: Product, documents: Documents) -> None:
    offered = [plain(ask(product, "ContentLocales")["data"]["i18NLocales"]) for product in (embedded, forwarding)]
    assert sorted(offered[0], key=str) == sorted(offered[1], key=str) == sorted(documents.locales, key=str)


@pytest.mark.spec("S1.7")
@pytest.mark.parametrize("status", ["published", "draft"])
def test_both_draw_the_same_homepage(status: str, embedded: Product, forwarding: Product, documents: Documents) -> None:
    for code in documents.codes:
        ours, theirs = (drawn(product, f"locale={code}&status={status}") for product in (embedded, forwarding))
        # What a Strapi gave before is not sure to be current, unlike the product's own documents.
        assert theirs == ours.replace('"isCurrent":true', '"isCurrent":false'), code
        assert '"isCurrent":true' in ours
        assert f'<html lang="{code}"' in ours
        assert (DRAFTED in ours) == (status == "draft" and code == DRAFTED_LOCALE)


def test_what_strapi_has_not_is_null_from_both(embedded: Product, forwarding: Product) -> None:
    for product in (embedded, forwarding):
        answer = ask(product, "Footer", status="PUBLISHED", locale="pt")
        assert answer == {"data": {"footer": None}}


def test_images_come_through_the_product(forwarding: Product, strapi: StrapiServer) -> None:
    shown = images(ask(forwarding, "Homepage", status="PUBLISHED", locale="en"))
    assert len(shown) == 4
    for image in shown:
        assert image["url"].startswith("/content/")
        answer = httpx.get(f"{forwarding.url}{image['url']}", timeout=60)
        assert (answer.status_code, answer.headers["content-type"].partition("/")[0]) == (200, "image")
        assert str(strapi.port) not in str(answer.headers)


def test_nobody_learns_the_token(forwarding: Product, strapi: StrapiServer) -> None:
    page = httpx.get(forwarding.url, headers={"Accept-Language": DRAFTED_LOCALE}, timeout=60)
    answer = httpx.post(
        f"{forwarding.url}/content/graphql", json={"query": "{ homepage { documentId nothing } }"}, timeout=60
    )
    log = Path(forwarding.environment["BREACHLIGHT_DATA_FOLDER"]).parent / "server.log"
    for text in (page.text, str(page.headers), answer.text, log.read_text()):
        assert strapi.token not in text
        assert str(strapi.port) not in text


def test_the_last_good_version_stays_while_strapi_is_unavailable(forwarding: Product, strapi: StrapiServer) -> None:
    variables = {"status": "PUBLISHED", "locale": "fr"}
    before = ask(forwarding, "Homepage", **variables)
    assert before["data"]["homepage"]["hero"]["heading"]
    strapi.kill()
    try:
        assert ask(forwarding, "Homepage", **variables) == before
        assert httpx.get(forwarding.url, timeout=60).status_code == 200
        # What was never asked for cannot be told now; without a locale, it is the default's.
        assert ask(forwarding, "Footer", status="PUBLISHED")["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    finally:
        strapi.start()
    assert ask(forwarding, "Footer", status="PUBLISHED")["data"]["footer"]["copyrightText"]
