"""One Strapi for all tests of this folder, filled with the documents of server/content and three drafts beside them."""

import contextlib
import random
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from external import ExternalPostgreSQL
from strapi.content_documents import CONTENT, Documents, read_documents, write_draft
from strapi.strapi_server import StrapiServer

DRAFTED_LOCALE = "de"


def free_port() -> int:
    """Return a port that no outgoing connection is given meanwhile: a server that was killed gets it back."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("No port is free.")


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
    database = ExternalPostgreSQL(free_port())
    try:
        database.start()
        server = StrapiServer(tmp_path_factory.mktemp("strapi"), free_port(), database.url)
        try:
            server.start(documents.for_strapi())
            yield server
        finally:
            server.kill()
    finally:
        database.remove()
