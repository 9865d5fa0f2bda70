"""Whose address counts against a rate limit: the peer's, or the one that a trusted proxy names."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from products import Product

from breachlight.config import Settings

_MOST_FROM_ONE_PLACE = 30


@pytest.fixture
def serve(settings: Settings, tmp_path: Path) -> Iterator[Callable[..., Product]]:
    """Start an installation on the test's database."""
    started: list[Product] = []

    def start(**variables: str) -> Product:
        assert settings.database_url is not None
        address = settings.database_url.get_secret_value()
        started.append(Product(tmp_path / "installed", DATABASE_URL=address, **variables))
        return started[-1].serve()

    yield start
    for product in started:
        product.end()


def statuses(product: Product, forwarded: Callable[[int], str]) -> list[int]:
    with httpx.Client(base_url=product.url, timeout=30) as client:
        return [
            client.post(
                "/api/v1/account/password-reset",
                json={"email": f"nobody-{number}@people.example"},
                headers={"X-Forwarded-For": forwarded(number), "Forwarded": f"for={forwarded(number)}"},
            ).status_code
            for number in range(_MOST_FROM_ONE_PLACE + 2)
        ]


def test_r07_a_forged_address_of_an_unknown_peer_escapes_no_rate_limit(serve):
    seen = statuses(serve(), lambda number: f"198.51.100.{number}")
    assert seen == [200] * _MOST_FROM_ONE_PLACE + [429] * 2


def test_r07_behind_an_agreed_proxy_its_word_counts_and_what_a_client_put_before_it_does_not(serve):
    product = serve(BREACHLIGHT_FORWARDED_ALLOW_IPS="127.0.0.1")
    assert statuses(product, lambda number: f"198.51.100.{number}") == [200] * (_MOST_FROM_ONE_PLACE + 2)
    forged = statuses(product, lambda number: f"203.0.113.{number}, 192.0.2.77")
    assert forged == [200] * _MOST_FROM_ONE_PLACE + [429] * 2
