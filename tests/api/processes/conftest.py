"""Installations that tests begin, and one that the tests of a module share."""

import signal

import pytest
from process_installation import Installation


@pytest.fixture
def start(tmp_path):
    running = []

    def begin(what="serve", **variables):
        running.append(Installation(tmp_path / "data", what, **variables))
        return running[-1]

    yield begin
    for installation in running:
        installation.end(signal.SIGINT)
        installation.process.stdout.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One installation with two API servers, for the tests that leave it as it was."""
    installation = Installation(tmp_path_factory.mktemp("shared") / "data", BREACHLIGHT_WORKERS=2).ready()
    yield installation
    assert installation.end() == 0
