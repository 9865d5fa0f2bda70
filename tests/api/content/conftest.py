"""Fixtures: a copy of the shipped documents that a test may edit, and a content service elsewhere."""

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from content_server import TOKEN, ContentServer

from breachlight.app import create_app
from breachlight.config import Settings, get_settings

LOCALES = ["en", "de", "fr", "es", "ja", "ar"]
HERO = "query($locale: I18NLocaleCode, $status: PublicationStatus) { homepage(locale: $locale, status: $status) { hero { heading } } }"
EVERYTHING = """
query ($status: PublicationStatus!, $locale: I18NLocaleCode) {
  i18NLocales { documentId code name }
  homepage(status: $status, locale: $locale) {
    documentId locale
    hero { id heading tagline signupButtonText }
    headline { id heading text infoBoxes { id icon title text } }
    testimonials { heading backgroundImage { ...I } items { id quote name role } }
    dashboardScreenshot { heading text image { ...I } darkImage { ...I } }
    callToAction { heading text consultationButtonText demoButtonText }
    faq { heading questions { id question answer } }
    media { logo { ...I } title description links { id linkText linkUrl } }
  }
  footer(status: $status, locale: $locale) { locale copyrightText links { id linkText linkURL } }
  termsOfUse(status: $status, locale: $locale) { locale Content }
  privacyPolicy(status: $status, locale: $locale) { locale Content }
}
fragment I on UploadFile { documentId url alternativeText width height }
"""
SHIPPED = Path(__file__).parents[3] / "server" / "content"


@pytest.fixture(autouse=True)
def documents(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of documents that the application reads."""
    folder = tmp_path / "documents"
    shutil.copytree(SHIPPED, folder)
    monkeypatch.setenv("BREACHLIGHT_CONTENT_FOLDER", str(folder))
    get_settings.cache_clear()
    return folder


@pytest.fixture
def content_server(documents: Path):
    """A content service with the same documents."""
    with ContentServer(documents).running() as server:
        yield server


@pytest.fixture
async def forwarding(
    content_server: ContentServer, app: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application that uses that content service; ``app`` has set up keys and database."""
    monkeypatch.setenv("CONTENT_URL", content_server.url)
    monkeypatch.setenv("CONTENT_TOKEN", TOKEN)
    get_settings.cache_clear()
    async with AsyncExitStack() as stack:
        application = create_app()
        stack.push_async_callback(application.state.content.aclose)
        transport = httpx.ASGITransport(app=application, raise_app_exceptions=False)
        yield await stack.enter_async_context(httpx.AsyncClient(transport=transport, base_url=settings.public_url))


@pytest.fixture
def ask(http: httpx.AsyncClient) -> Callable[..., Any]:
    """Ask the content service of the application, and return the whole answer."""
    return asking(http)


def asking(client: httpx.AsyncClient) -> Callable[..., Any]:
    async def ask(query: str, **variables: Any) -> Any:
        answer = await client.post("/content/graphql", json={"query": query, "variables": variables})
        return answer.json()

    return ask
