"""Comparison of the key file with the keys that the database knows, before anything is written."""

from collections.abc import Mapping

from breachlight.database.session import Connection
from breachlight.keys import repository
from breachlight.keys.repository import KeyRow
from breachlight.kit.key_file import KeyFileError, KeyState, Ring
from breachlight.kit.keys import KeyRing

_NEEDED = (KeyState.ACTIVE, KeyState.OLD)


def lacking(ring: KeyRing, known: Mapping[str, KeyRow]) -> list[str]:
    """Return the names of keys that the database needs and a key file lacks.

    A signing key that was retired since a backup isn't needed: a restore ends the sessions whose tokens it signed.
    """
    return sorted(
        name
        for name, row in known.items()
        if row.state in _NEEDED
        and name not in ring.in_file
        and not (name.startswith(Ring.SIGNING) and _is_retired(ring, name))
    )


def misfit(ring: KeyRing, known: Mapping[str, KeyRow]) -> str:
    """Return why a key file isn't the current one of this installation, as the end of a sentence; empty if it is."""
    kept = {name: row for name, row in known.items() if row.state is not KeyState.RETIRED}
    if any(name in ring.in_file and ring.in_file[name].check != row.digest for name, row in kept.items()):
        return "is not that of this installation"
    names = lacking(ring, known)
    if not names:
        return ""
    if all(_is_retired(ring, name) for name in names):
        return f"lacks {', '.join(names)}, retired after this database was backed up"
    return f"is older than the database: it lacks {', '.join(names)}"


def _is_retired(ring: KeyRing, name: str) -> bool:
    """Return whether a key that a file lacks was in it before: a file has all keys but those that were retired."""
    which, _, number = name.partition("-")
    return any(key.ring == which and key.number > int(number) for key in ring.in_file.values())


def unprepared(ring: KeyRing, known: Mapping[str, KeyRow]) -> list[str]:
    """Return the names of keys that a rotation waits for this host to have."""
    return sorted(name for name, row in known.items() if row.state is KeyState.NEXT and name not in ring.in_file)


def require_fit(ring: KeyRing, known: Mapping[str, KeyRow]) -> None:
    """Refuse a key file that isn't the current one of this installation.

    Raises:
        KeyFileError: it is another's or an old one.
    """
    reason = misfit(ring, known)
    if not reason:
        return
    advice = "Copy the current one from a host that works or from its backup, or set its path in BREACHLIGHT_KEY_FILE."
    if "retired" in reason:
        advice = (
            'Run "breachlight keys import PATH" with a copy of the key file from before that: it adds the key. The lake must be '
            "the one of this backup or newer."
        )
    raise KeyFileError(f"The key file {ring.path} {reason}. {advice} Nothing was changed.")


async def register_keys(connection: Connection, ring: KeyRing) -> None:
    """Let the database know the keys of a file that fits, and the ring the states of the database.

    Raises:
        KeyFileError: another host has made a key file at the same time.
    """
    known = await repository.known_keys(connection)
    require_fit(ring, known)
    # A file that is newer than a restored database has keys that are unknown to it, and later states.
    if set(ring.in_file) - set(known):
        await repository.add_keys(connection, ring.in_file.values())
    ahead = [
        (name, key.state)
        for name, key in ring.in_file.items()
        if name in known and key.state.order > known[name].state.order
    ]
    retired = [
        (name, KeyState.RETIRED)
        for name, row in known.items()
        if name.startswith(Ring.SIGNING) and row.state in _NEEDED and name not in ring.in_file
    ]
    if ahead or retired:
        await repository.set_states(connection, [*ahead, *retired])
    known = await repository.known_keys(connection)
    require_fit(ring, known)
    ring.apply({name: row.state for name, row in known.items()})
