"""One Strapi for all tests of this folder, with the documents of server/content and three drafts."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from strapi.content_documents import CONTENT, Documents, read_documents, write_draft
from strapi.strapi_server import StrapiServer, running_strapi

DRAFTED_LOCALE = "de"


@pytest.fixture(scope="session")
def content_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of server/content in which one locale has drafts that differ."""
    folder = tmp_path_factory.mktemp("content") / "content"
    shutil.copytree(CONTENT, folder)
    write_draft(folder, DRAFTED_LOCALE)
    return folder


@pytest.fixture(scope="session")
def documents(content_folder: Path) -> Documents:
    return read_documents(content_folder)


@pytest.fixture(scope="session")
def strapi(documents: Documents, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StrapiServer]:
    """The running Strapi; a test that ends it starts it again."""
    with running_strapi(tmp_path_factory.mktemp("strapi"), documents) as server:
        yield server
