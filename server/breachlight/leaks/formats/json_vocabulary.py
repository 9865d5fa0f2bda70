"""Keys of JSON exports and what they mean, whatever their case and punctuation (leak-formats §13).

The names of SpyCloud's and Hudson Rock's fields follow their published schemas and clients.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from breachlight.leaks.formats.vocabulary import SHARED
from breachlight.leaks.kernels import codes, json_scopes
from breachlight.leaks.kernels.json_keys import key_hash, path_hash
from breachlight.leaks.kernels.json_walk import R_INHERITED
from breachlight.leaks.records import PasswordType

_Integers = npt.NDArray[np.int32]

_OWNERS: Final = ("", "user", "usr", "account", "acct", "member", "customer", "client", "login", "contact", "u", "my")
_TYPE_NUMBERS: Final = {kind: number for number, kind in enumerate(PasswordType)}

FACTS: Final = {
    "key": 12,
    "computer": 13,
    "infected_at": 14,
    "malware_path": 15,
    "family": 16,
    "user_name": 20,
    "ip": 21,
    "country": 22,
    "city": 23,
    "operating_system": 24,
    "antivirus": 25,
    "build": 26,
}
"""Facts of an infected device, as a record's ``machine`` names them, and their roles; those below 20 make a device."""

_WORDS: Final[dict[tuple[int, int], str]] = {
    (json_scopes.R_EMAIL, 0): "emailname",
    (json_scopes.R_USERNAME, 0): "nickn memberid",
    (json_scopes.R_SECRET, 1): "secret passwords oldpassword newpassword",
    (json_scopes.R_HASH, 0): """
        passwordhashed passwordcrypt passwordenc cryptpassword userpasswordhash passwordmd
    """,
    (json_scopes.R_SALT, 0): "usersalt",
    (
        json_scopes.R_TYPE,
        0,
    ): "passwordtype hashtype passwordhashtype hashalgorithm hashalgo passwordalgorithm passwordformat",
    (json_scopes.R_URL, 0): """
        url targeturl loginurl signonrealm originurl actionurl formsubmiturl formactionorigin loginuri websiteurl
        siteurl pageurl
    """,
    (json_scopes.R_URL, json_scopes.RANK_OF_LISTED): "uri",
    (json_scopes.R_URL, 1): "targetsubdomain targethost loginpage portal",
    (json_scopes.R_URL, 2): "targetdomain domain",
    (json_scopes.R_SOFTWARE, 0): "userbrowser",
    (json_scopes.R_MAILBOX, 0): "alias emailusername emaillocalpart",
    (json_scopes.R_DOMAIN, 0): "domainname emaildomain",
    (FACTS["key"], 0): "infectedmachineid machineid hwid hardwareid guid",
    (FACTS["computer"], 0): "computername userhostname machinename pcname devicename",
    (
        FACTS["infected_at"],
        0,
    ): "datecompromised infectedtime infectedat infectiondate infecteddate compromisedat logdate",
    (FACTS["malware_path"], 0): "malwarepath infectedpath",
    (FACTS["family"], 0): "stealerfamily malwarefamily stealertype stealername botname",
    (FACTS["user_name"], 0): "usersysregisteredowner computeruser machineuser pcuser osuser",
    (FACTS["ip"], 0): "ip ipaddress ipaddresses ips userip",
    (FACTS["country"], 0): "country countrycode",
    (FACTS["city"], 0): "city",
    (FACTS["operating_system"], 0): "operatingsystem os useros osversion",
    (FACTS["antivirus"], 0): "antivirus antiviruses avsoftwares av",
    (FACTS["build"], 0): "buildid build",
    (R_INHERITED, 0): "value text address val",
}
# A password comes behind one that is said to be plain text, a site behind a URL.
_SHARED_RANKS: Final = {json_scopes.R_SECRET: 1, json_scopes.R_URL: 1}
_TYPED: Final[dict[PasswordType, str]] = {
    PasswordType.MD5: "md5 md5password passwordmd5 md5hash hashmd5",
    PasswordType.SHA1: "sha1 sha1password passwordsha1 sha1hash hashsha1",
    PasswordType.SHA224: "sha224",
    PasswordType.SHA256: "sha256 passwordsha256 sha256hash",
    PasswordType.SHA384: "sha384",
    PasswordType.SHA512: "sha512 passwordsha512 sha512hash",
    PasswordType.BCRYPT: "bcrypt bcrypthash passwordbcrypt",
    PasswordType.MD5_CRYPT: "md5crypt",
    PasswordType.SHA256_CRYPT: "sha256crypt",
    PasswordType.SHA512_CRYPT: "sha512crypt",
    PasswordType.PHPASS: "phpass",
    PasswordType.DRUPAL_7: "drupal7",
    PasswordType.ARGON2: "argon2 argon2i argon2id",
    PasswordType.PBKDF2: "pbkdf2 pbkdf2sha256 pbkdf2sha1 pbkdf2sha512",
    PasswordType.SCRYPT: "scrypt",
    PasswordType.MSSQL: "mssql",
    PasswordType.MYSQL_323: "mysql323",
    PasswordType.MYSQL_41: "mysql41 mysql5",
}
_PLAIN: Final = "passwordplaintext plaintextpassword plaintext plainpassword passwordplain cleartextpassword cleartext plain crackedpassword"
_OWNED: Final = {
    json_scopes.R_EMAIL: "email mail emailaddress",
    json_scopes.R_USERNAME: "name login nick",
    json_scopes.R_SECRET: "password passwd pass pwd",
    json_scopes.R_HASH: "hash passwordhash",
    json_scopes.R_SALT: "salt",
    json_scopes.R_PHONE: "phone",
}
# "name" alone is a person's, "contactname" and "customername" too.
_NO_LOGINS: Final = frozenset({"name", "contactname", "customername", "clientname", "myname", "mynick", "uname"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The known keys as ``json.scan`` takes them; ``words`` maps each folded key to its role."""

    words: dict[str, int]
    slots: _Integers
    content: npt.NDArray[np.uint8]
    limits: _Integers
    roles: _Integers
    ranks: _Integers
    types: _Integers
    paths: npt.NDArray[np.int64]
    path_keys: _Integers


COLUMN_ROLES: Final = {
    "email": json_scopes.R_EMAIL,
    "username": json_scopes.R_USERNAME,
    "password": json_scopes.R_SECRET,
    "hash": json_scopes.R_HASH,
    "salt": json_scopes.R_SALT,
    "url": json_scopes.R_URL,
    "phone": json_scopes.R_PHONE,
    "software": json_scopes.R_SOFTWARE,
}
"""Names of columns that an operator gives, and their roles."""


def folded(key: str) -> str:
    """Return a key as the vocabulary has it: ASCII in lower case, without punctuation that differs between exports."""
    return "".join(
        character.lower() if character.isascii() else character for character in key if character not in " -._"
    )


def _known() -> Iterator[tuple[str, int, int, int]]:
    for (role, rank), words in _WORDS.items():
        for word in words.split():
            yield word, role, rank, codes.JUDGE_BY_SHAPE
    for column, words in SHARED.items():
        role = COLUMN_ROLES[column.value]
        for word in words.split():
            yield word, role, _SHARED_RANKS.get(role, 0), codes.JUDGE_BY_SHAPE
    for kind, words in _TYPED.items():
        for word in words.split():
            yield word, json_scopes.R_HASH, 0, _TYPE_NUMBERS[kind]
    for word in _PLAIN.split():
        yield word, json_scopes.R_SECRET, 0, codes.TYPE_PLAIN
    for role, words in _OWNED.items():
        rank = 1 if role == json_scopes.R_SECRET else 0
        for owner in _OWNERS:
            for word in words.split():
                if f"{owner}{word}" not in _NO_LOGINS:
                    yield f"{owner}{word}", role, rank, codes.JUDGE_BY_SHAPE


@lru_cache(maxsize=64)
def vocabulary(columns: tuple[tuple[str, str], ...] = (), *, is_complete: bool = False) -> Vocabulary:
    """Return the known keys and the columns (role, key or path) of a dialect.

    A key without a dot is known at any depth, a path from the entry on. ``is_complete``: the columns are all there are, but
    for the facts of infected devices.
    """
    known: dict[str, tuple[int, int, int]] = {}
    paths: list[tuple[int, tuple[int, int, int]]] = []
    for role_name, path in columns:
        role = COLUMN_ROLES.get(role_name)
        if role is None:
            continue
        traits = (role, 1 if role == json_scopes.R_SECRET else 0, codes.JUDGE_BY_SHAPE)
        if "." in path or path.isdigit():
            paths.append((_path(path), traits))
        else:
            known[folded(path)] = traits
    for word, role, rank, kind in _known():
        if not is_complete or role >= json_scopes.R_FACT or role == R_INHERITED:
            for spelling in _spellings(word):
                known.setdefault(folded(spelling), (role, rank, kind))
    traits_of = [*known.values(), *(traits for _, traits in paths)]
    content, limits = _joined(known)
    table = np.array(traits_of, np.int32).reshape(-1, 3)
    roles, ranks, types = (np.ascontiguousarray(table[:, column]) for column in range(3))
    return Vocabulary(
        words={word: traits[0] for word, traits in known.items()},
        slots=_slots(known),
        content=content,
        limits=limits,
        roles=roles,
        ranks=ranks,
        types=types,
        paths=np.array([path for path, _ in paths], np.int64),
        path_keys=np.arange(len(known), len(known) + len(paths), dtype=np.int32),
    )


def _joined(words: Iterable[str]) -> tuple[npt.NDArray[np.uint8], _Integers]:
    encoded = [word.encode() for word in words]
    limits = np.cumsum([0, *(len(word) for word in encoded)], dtype=np.int32)
    return np.frombuffer(b"".join(encoded) + b"\0", np.uint8), limits


def _slots(words: Iterable[str]) -> _Integers:
    numbered = list(words)
    size = 1 << (4 * len(numbered)).bit_length()
    slots = np.full(size, -1, np.int32)
    for number, word in enumerate(numbered):
        slot = hash_of(word) & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return slots


def hash_of(key: str) -> int:
    """Return the hash of a key, the same for all its spellings."""
    content = np.frombuffer(key.encode() + b"\0", np.uint8)
    return int(key_hash(content, 0, len(content) - 1))


def _spellings(word: str) -> set[str]:
    """Return a word as exports may write it: kernels fold the case of ASCII alone, and don't resolve escapes in keys."""
    if word.isascii():
        return {word}
    cases = {word, word.capitalize(), word.upper()}
    return cases | {json.dumps(spelling)[1:-1] for spelling in cases}


def _path(path: str) -> int:
    value = 0
    for part in path.split("."):
        content = np.frombuffer(part.encode() + b"\0", np.uint8)
        value = int(path_hash(value, content, 0, len(content) - 1))
    return value
