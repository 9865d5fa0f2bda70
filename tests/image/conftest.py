"""What the tests of the image run on: podman, and a PostgreSQL of this machine."""

from collections.abc import Iterator

import pytest
from external_database import ExternalPostgreSQL
from products import free_port

from image.podman import Podman


@pytest.fixture(scope="module")
def podman() -> Podman:
    return Podman()


@pytest.fixture(scope="module")
def server() -> Iterator[ExternalPostgreSQL]:
    running = ExternalPostgreSQL(free_port())
    running.start()
    yield running
    running.remove()
