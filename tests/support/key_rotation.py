"""Rotation of a key file without a database, and the wait for processes to use its keys."""

import asyncio
import json

import asyncpg
from products import Product

from breachlight.kit.key_file import Ring
from breachlight.kit.keys import KeyRing


def rotate(key_ring: KeyRing, *rings: Ring) -> None:
    """Add a key to rings, by default to signing and sealing, and use it from now on."""
    for ring in rings or (Ring.SIGNING, Ring.SEALING):
        key_ring.activate(key_ring.add(ring).name)


def wait_until_used(product: Product, key: str) -> None:
    """Wait until all processes of an installation use a key, which they look for each second and report."""

    async def used() -> bool:
        connection = await asyncpg.connect(product.environment["DATABASE_URL"])
        try:
            rows = await connection.fetch("SELECT current FROM key_holders")
        finally:
            await connection.close()
        return bool(rows) and all(key in json.loads(row["current"]) for row in rows)

    product.wait_until(lambda: asyncio.run(used()), 30)
