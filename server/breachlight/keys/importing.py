"""Keys that were retired after a backup, added again from a copy of the key file from before."""

from pathlib import Path

from breachlight.database.session import Connection
from breachlight.keys import repository
from breachlight.keys.errors import KeyCommandError
from breachlight.keys.registry import lacking
from breachlight.kit.key_file import KeyFileError, MasterKey, read_keys
from breachlight.kit.key_services import KeyService
from breachlight.kit.keys import KeyRing


async def import_keys(connection: Connection, ring: KeyRing, path: Path, service: KeyService | None) -> list[MasterKey]:
    """Write the keys that the database needs and the key file lacks to it, and return them; they only open.

    Raises:
        KeyCommandError: none is needed, or the other file lacks some of them, too.
        KeyFileError: one of the files can't be used, or the other file is another installation's.
    """
    known = await repository.known_keys(connection)
    names = lacking(ring, known)
    if not names:
        raise KeyCommandError(f"{ring.path} lacks no key that the database needs. Nothing was changed.")
    found = read_keys(path, service)
    if any(name in found and found[name].secret != key.secret for name, key in ring.in_file.items()):
        raise KeyFileError(f"The key file {path} is that of another installation. Nothing was changed.")
    keys = [found[name] for name in names if name in found and found[name].check == known[name].digest]
    if len(keys) < len(names):
        others = ", ".join(sorted(set(names) - {key.name for key in keys}))
        raise KeyCommandError(f"{path} lacks {others}, too: use an older copy. Nothing was changed.")
    ring.restore(keys)
    return keys
