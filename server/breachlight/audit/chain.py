"""The keyed digests that chain the rows of the audit log.

Each row has a position in its chain, the digest of the row before it, and its own: HMAC-SHA-256 (RFC 2104) of all that it says,
that digest included. Who changes, removes or inserts a row without the key file breaks the chain there. Network address, user
agent and detail enter by a digest of their own, with a salt: erased with their salt, they can't be guessed from it, and the
chain still verifies.
"""

import hmac
import secrets
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

import orjson

from breachlight.kit.clock import write_instant
from breachlight.kit.keys import KeyRing

OPERATORS: Final = uuid.UUID(int=1)
"""The chain of the operators' events; all others are named after their account."""
CHAIN_ENDED: Final = "audit_chain_ended"
"""The operators' event that stands for the rows of a deleted account."""
ROWS_DELETED: Final = "audit_rows_deleted"
"""The event that stands for rows of its own chain whose time is over."""

_CHAIN_KEY: Final = "audit-chain"
_PERSONAL_KEY: Final = "audit-personal"
_FORMAT: Final = 1
_SALT_BYTES: Final = 16


class Head(NamedTuple):
    """The end of a chain: position and digest of its last row."""

    sequence: int = 0
    digest: bytes = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a row of the audit log says; ``personal`` is what an erasure takes from it."""

    id: uuid.UUID
    kind: str
    happened_at: datetime
    user_id: uuid.UUID | None
    personal: "Personal"


@dataclass(frozen=True, slots=True)
class Personal:
    """The personal data of a row; of an operator's event ``address`` is the operator, and there is no user agent."""

    address: str
    user_agent: str
    detail: Mapping[str, object]


class Link(NamedTuple):
    """What makes a row a part of its chain."""

    sequence: int
    salt: bytes
    personal_digest: bytes
    previous_digest: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class ChainKeys:
    """The two keys of the chains. They never rotate, because a row is never digested again."""

    chain: bytes
    personal: bytes

    @classmethod
    def of(cls, ring: KeyRing) -> "ChainKeys":
        """Derive them from a key ring."""
        return cls(ring.index_key(_CHAIN_KEY), ring.index_key(_PERSONAL_KEY))

    def append(self, chain: uuid.UUID, head: Head, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Link]]:
        """Yield entries with their links, in the order of the chain behind ``head``."""
        sequence, previous = head
        for entry in entries:
            sequence += 1
            salt = secrets.token_bytes(_SALT_BYTES)
            personal = self.digest_personal(salt, entry.personal)
            digest = self.digest(chain, sequence, entry, personal, previous)
            yield entry, Link(sequence, salt, personal, previous, digest)
            previous = digest

    def digest(self, chain: uuid.UUID, sequence: int, entry: Entry, personal: bytes, previous: bytes) -> bytes:
        """Return the digest of a row."""
        said = [
            _FORMAT,
            str(chain),
            sequence,
            str(entry.id),
            entry.kind,
            write_instant(entry.happened_at),
            None if entry.user_id is None else str(entry.user_id),
            personal.hex(),
            previous.hex(),
        ]
        return hmac.digest(self.chain, orjson.dumps(said), "sha256")

    def digest_personal(self, salt: bytes, personal: Personal) -> bytes:
        """Return the digest of the personal data of a row."""
        said = [personal.address, personal.user_agent, personal.detail]
        return hmac.digest(self.personal, salt + orjson.dumps(said, option=orjson.OPT_SORT_KEYS), "sha256")
