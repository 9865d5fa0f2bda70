"""Lookups of one address or domain in the lake, as a retroactive scan makes them."""

from collections.abc import Container, Iterator

import pyarrow as pa

from breachlight.leaks.lake.store import Lake, Place


def find_email(lake: Lake, key: str, batches: Container[int] | None = None) -> Iterator[tuple[int, pa.Table]]:
    """Yield batch id and records of an email key, from these batches only."""
    return lake.read_email(_among(lake.locate_email(key), batches), key)


def find_domain(lake: Lake, domain: str, batches: Container[int] | None = None) -> Iterator[tuple[int, pa.Table]]:
    """Yield batch id and records at or under a domain, from these batches only."""
    return lake.read_domain(_among(lake.locate_domain(domain), batches), domain)


def _among(places: list[Place], batches: Container[int] | None) -> list[Place]:
    return [place for place in places if batches is None or place.batch_id in batches]
