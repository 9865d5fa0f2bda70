"""Which pages may speak to the API."""

import pytest
from starlette.requests import HTTPConnection

from breachlight.graphql.origins import Origins


def permits(urls: list[str], **headers: str) -> bool:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Origins.of(urls).permit(HTTPConnection({"type": "http", "headers": raw}))


@pytest.mark.spec("B4.4.2")
@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://breachlight.example", True),
        ("https://breachlight.example:443", False),
        ("http://breachlight.example", False),
        ("https://evil.example", False),
        ("https://breachlight.example.evil.example", False),
        ("https://sub.breachlight.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_g12_only_configured_origins_pass(origin: str, allowed: bool) -> None:
    assert permits(["https://breachlight.example/"], origin=origin) is allowed
    # A forged Host makes no origin our own.
    assert permits(["https://breachlight.example"], origin=origin, host=origin.removeprefix("https://")) is allowed


def test_loopback_names_are_one_origin() -> None:
    for origin in ("http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"):
        assert permits(["http://localhost:8000"], origin=origin)
    assert not permits(["http://localhost:8000"], origin="http://localhost:8001")
    assert not permits(["https://breachlight.example"], origin="http://localhost")


@pytest.mark.parametrize(
    ("site", "allowed"), [("same-origin", True), ("none", True), ("same-site", False), ("cross-site", False)]
)
def test_get_requests_without_origin_are_judged_by_fetch_metadata(site: str, allowed: bool) -> None:
    assert permits(["https://breachlight.example"], sec_fetch_site=site) is allowed


def test_clients_that_are_no_browsers_pass() -> None:
    assert permits(["https://breachlight.example"])


@pytest.mark.parametrize("url", ["breachlight.example", "", "ftp://breachlight.example", "https://"])
def test_a_public_url_without_scheme_and_host_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="public URL"):
        Origins.of([url])
