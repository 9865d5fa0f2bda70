"""What the database has said about sessions and API keys, remembered until a change of access is announced.

Triggers announce every change to a session, key, user, membership or account that affects what a token may do, including
changes made by hand. While the listener isn't current, nothing is recalled and the database is asked.
"""

import uuid
from collections.abc import Hashable, Iterable
from typing import Any, Final, Generic, TypeVar

from breachlight.database.listener import Listener

CHANNEL: Final = "access_changed"
"""Carries the id of a user or an account; an empty payload means all of them."""
MOST_REMEMBERED: Final = 10_000
"""Of each kind; the one remembered first is forgotten for one more."""

ValueT = TypeVar("ValueT")

_listener: Listener | None = None


class RememberedAccess(Generic[ValueT]):
    """Remembered sessions or API keys, each with the user and the account it belongs to."""

    def __init__(self) -> None:
        self._values: dict[Hashable, tuple[ValueT, tuple[uuid.UUID, ...]]] = {}
        self._keys: dict[uuid.UUID, set[Hashable]] = {}
        self._changes = 0
        _kinds.append(self)

    @property
    def changes(self) -> int:
        """How many changes were announced; a value read under a lower count may be outdated."""
        return self._changes

    def recall(self, key: Hashable) -> ValueT | None:
        """Return the remembered value, or None if the database must be asked."""
        if _listener is None or not _listener.is_current:
            return None
        found = self._values.get(key)
        return None if found is None else found[0]

    def remember(self, key: Hashable, value: ValueT, owners: Iterable[uuid.UUID], *, changes: int) -> None:
        """Remember a value until a change to one of its owners; ``changes`` is the count from before it was read."""
        if _listener is None or changes != self._changes:
            return
        self._forget_key(key)
        if len(self._values) >= MOST_REMEMBERED:
            self._forget_key(next(iter(self._values)))
        self._values[key] = value, tuple(owners)
        for owner in self._values[key][1]:
            self._keys.setdefault(owner, set()).add(key)

    def forget(self, owner: uuid.UUID) -> None:
        """Forget everything of a user or an account."""
        self._changes += 1
        for key in list(self._keys.get(owner, ())):
            self._forget_key(key)

    def forget_all(self) -> None:
        """Forget everything."""
        self._changes += 1
        self._values.clear()
        self._keys.clear()

    def _forget_key(self, key: Hashable) -> None:
        _, owners = self._values.pop(key, (None, ()))
        for owner in owners:
            keys = self._keys[owner]
            keys.discard(key)
            if not keys:
                del self._keys[owner]


_kinds: Final[list[RememberedAccess[Any]]] = []


def remember_access(listener: Listener) -> None:
    """Let this process remember, as long as the listener is current; call before it listens."""
    global _listener  # noqa: PLW0603 -- one listener for each process
    _forget_all()
    listener.subscribe(CHANNEL, _on_change, _forget_all)
    _listener = listener


def _on_change(payload: str) -> None:
    if not payload:
        _forget_all()
        return
    for kind in _kinds:
        kind.forget(uuid.UUID(payload))


def _forget_all() -> None:
    for kind in _kinds:
        kind.forget_all()
