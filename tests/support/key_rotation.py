"""Rotation of a key file without a database."""

from breachlight.kit.key_file import Ring
from breachlight.kit.keys import KeyRing


def rotate(key_ring: KeyRing, *rings: Ring) -> None:
    """Add a key to rings, by default to signing and sealing, and use it from now on."""
    for ring in rings or (Ring.SIGNING, Ring.SEALING):
        key_ring.activate(key_ring.add(ring).name)
