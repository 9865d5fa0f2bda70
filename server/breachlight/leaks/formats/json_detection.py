"""Reading the dialect of a JSON file off its first bytes, or why it can't be read (leak-formats §3 and §13)."""

import codecs
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from breachlight.kit.addresses import email_key
from breachlight.leaks.formats.dialects import JsonDialect
from breachlight.leaks.formats.json_vocabulary import COLUMN_ROLES, folded, vocabulary
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.kernels.json_walk import R_INHERITED

_TOKEN: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[{}\[\]]|[:,]|[^\s{}\[\]:,"]+|"')
_CALL: Final = re.compile(rb'([:,\[]\s*)[A-Za-z]+\(\s*("(?:[^"\\\n]|\\.)*"|-?[0-9]*)\s*\)')
_FIRST_KEY: Final = re.compile(rb'\{\s*"((?:[^"\\\n]|\\.)*)"')
_HASH: Final = re.compile(
    r"\$(?:1|2[aby]|5|6|P|H|S|argon2\w*)\$.+|(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})", re.IGNORECASE
)
_MOST_TOKENS: Final = 60_000
_MOST_LEVELS: Final = 64
_ENTRIES: Final = 200
_MOST_LEAVES: Final = 20_000
_SHOWN_KEYS: Final = 12
_LONGEST_KEY: Final = 40
_MOST: Final = 0.8
_OFTEN: Final = 0.5
_LOGIN_ROLES: Final = (COLUMN_ROLES["email"], COLUMN_ROLES["username"], COLUMN_ROLES["phone"])
_SECRET_ROLES: Final = (COLUMN_ROLES["password"], COLUMN_ROLES["hash"])
# Keys whose values may look like hashes and are no secrets.
_OTHER_KEYS: Final = frozenset(
    [
        "id",
        "uid",
        "uuid",
        "guid",
        "oid",
        "key",
        "token",
        "tokens",
        "accesstoken",
        "refreshtoken",
        "authtoken",
        "apikey",
        "session",
        "sessionid",
        "sid",
        "etag",
        "checksum",
        "avatar",
        "image",
        "photo",
        "picture",
        "gravatar",
        "fingerprint",
        "hashsuffix",
        "documentid",
        "sourceid",
        "logid",
        "recoverytoken",
        "resettoken",
        "confirmationtoken",
        "activationkey",
    ]
)


@dataclass(slots=True)
class _Container:
    is_array: bool
    start: int
    children: list[tuple[int, int]] = field(default_factory=list)
    """Where the containers directly in it start and end; -1: not in the head."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    key: str
    path: str
    text: str


def json_dialect(decoded: bytes, options: ReadOptions) -> JsonDialect | str:
    """Return the dialect of a JSON file by its first bytes, or the sentence that refuses it. Never raises."""
    decoded = decoded.removeprefix(codecs.BOM_UTF8)
    level, entries = _entries(decoded)
    columns: tuple[tuple[str, str], ...] | str
    # Operators count from 1, as in tables; the first element of an array has the path 0.
    columns = tuple((role.value, str(path - 1) if isinstance(path, int) else path) for role, path in options.columns)
    if not columns:
        columns = _columns([list(_leaves(decoded[start:end])) for start, end in entries[:_ENTRIES] if end >= 0])
        if isinstance(columns, str):
            return columns
    indent = _indent(decoded, entries) if entries else None
    return JsonDialect(
        level,
        indent is not None,
        indent or "",
        _first_key(decoded, entries),
        columns,
        is_complete=bool(options.columns),
    )


def _entries(decoded: bytes) -> tuple[int, list[tuple[int, int]]]:
    """Return how many containers are around each entry, and where entries start and end."""
    top = _Container(is_array=True, start=-1)
    stack = [top]
    outermost: list[_Container] = []
    for match in islice(_TOKEN.finditer(decoded), _MOST_TOKENS):
        text = match[0]
        if text in (b"{", b"["):
            if len(stack) > _MOST_LEVELS:
                break
            stack[-1].children.append((match.start(), -1))
            stack.append(_Container(text == b"[", match.start()))
            if len(stack) == 2:
                outermost.append(stack[-1])
        elif text in (b"}", b"]") and len(stack) > 1:
            closed = stack.pop()
            stack[-1].children[-1] = closed.start, match.end()
    if not top.children:
        return 0, []
    if decoded[top.children[0][0]] == 0x5B:
        # The beginning decides: a broken entry may make the rest look like anything.
        array = outermost[0]
        if any(end >= 0 for _, end in array.children):
            return 1, array.children
    if len(top.children) > 1 or len(stack) == 1:
        return 0, top.children
    for level, container in enumerate(stack[1:], 1):
        if container.is_array and container.children:
            return level, container.children
    for level, container in enumerate(stack[1:], 1):
        if sum(end >= 0 for _, end in container.children) > 1:
            return level, container.children
    return 0, top.children


def _leaves(entry: bytes) -> Iterator[_Leaf]:
    """Yield the texts and numbers of an entry with their keys and paths; nothing if it is broken."""
    try:
        value = json.loads(_CALL.sub(rb"\1null", entry).decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return
    known = vocabulary().words
    waiting: list[tuple[str, str, Any]] = [("", "", value)]
    count = 0
    while waiting and count < _MOST_LEAVES:
        key, path, value = waiting.pop()
        count += 1
        if isinstance(value, dict):
            for name, inner in value.items():
                own = key if key and (name.startswith("$") or known.get(folded(name)) == R_INHERITED) else name
                waiting.append((own, f"{path}.{name}" if path else name, inner))
        elif isinstance(value, list):
            waiting.extend((key or str(index), path or str(index), inner) for index, inner in enumerate(value))
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            yield _Leaf(key, path, str(value)[:300])


def _columns(entries: list[list[_Leaf]]) -> tuple[tuple[str, str], ...] | str:
    """Return the columns of known names and those found by their values, or why the file is refused."""
    known = vocabulary().words
    roles: Counter[int] = Counter()
    seen: Counter[str] = Counter()
    emails: Counter[str] = Counter()
    hashes: Counter[str] = Counter()
    names: dict[str, Counter[str]] = defaultdict(Counter)
    for leaves in entries:
        roles.update({role for leaf in leaves if (role := _role(leaf.key, known)) is not None})
        for path, leaf in {leaf.path: leaf for leaf in leaves}.items():
            seen[path] += 1
            names[path][leaf.key] += 1
            emails[path] += _is_email(leaf.text)
            hashes[path] += _HASH.fullmatch(leaf.text) is not None and not leaf.text.isdigit()
    whole = sum(bool(leaves) for leaves in entries)
    unknown = [path for path in seen if _role(_last(names[path]), known) is None]
    addresses = [path for path in unknown if emails[path] >= _MOST * seen[path] and seen[path] >= _OFTEN * whole]
    digests = [
        path
        for path in unknown
        if hashes[path] >= _MOST * seen[path]
        and seen[path] >= _OFTEN * whole
        and folded(_last(names[path])) not in _OTHER_KEYS
    ]
    has_login = any(roles[role] for role in _LOGIN_ROLES) or bool(roles[9] and roles[10])
    has_secret = any(roles[role] for role in _SECRET_ROLES)
    shown = _described(seen, emails, hashes)
    if not has_login and not addresses and not (has_secret and roles[COLUMN_ROLES["url"]]):
        if has_secret:
            return f"this JSON has secrets and no key that names a login ({shown}): say which with --columns"
        return f"this JSON has no email addresses or credentials ({shown})"
    is_unclear = not has_secret and bool(digests or (addresses and not has_login and len(unknown) > len(addresses)))
    if is_unclear or (not has_login and len(addresses) > 1):
        return f"it is unclear which keys of this JSON are login and secret ({shown}): say so with --columns"
    if not has_login or (addresses and not roles[COLUMN_ROLES["email"]] and len(addresses) == 1):
        return (("email", addresses[0]),)
    return ()


def _role(key: str, known: dict[str, int]) -> int | None:
    role = known.get(folded(key))
    return known.get(folded(key.rpartition(".")[2])) if role is None and "." in key else role


def _last(names: Counter[str]) -> str:
    return names.most_common(1)[0][0]


def _is_email(text: str) -> bool:
    return "@" in text and email_key(text) is not None


def _described(seen: Counter[str], emails: Counter[str], hashes: Counter[str]) -> str:
    """Return the keys with what their values look like, never the values."""
    if not seen:
        return "no readable entries"
    parts = []
    for path, count in seen.most_common(_SHOWN_KEYS):
        look = "addresses" if emails[path] > count / 2 else "hashes" if hashes[path] > count / 2 else ""
        name = "".join(character if character.isprintable() else "?" for character in path[:_LONGEST_KEY])
        name = "?" if "@" in name else str(int(name) + 1) if name.isdecimal() else name
        parts.append(f"{name}: {look}" if look else name)
    more = "" if len(seen) <= _SHOWN_KEYS else ", …"
    return "keys " + ", ".join(parts) + more


def _first_key(decoded: bytes, entries: list[tuple[int, int]]) -> str | None:
    """Return the key that most entries and nothing around them start with."""
    starts = [match[1] for start, _ in entries[:_ENTRIES] if (match := _FIRST_KEY.match(decoded, start))]
    if not starts:
        return None
    key, count = Counter(starts).most_common(1)[0]
    around = {match[1] for match in _FIRST_KEY.finditer(decoded, 0, entries[0][0])}
    if count < len(entries[:_ENTRIES]) * 0.99 or key in around or b"\\" in key:
        return None
    return key.decode("utf-8", "replace")


def _indent(decoded: bytes, entries: list[tuple[int, int]]) -> str | None:
    """Return the space in front of every entry if each starts a line, and nothing else starts one so; else None."""
    indents = set()
    for start, _ in entries:
        line = decoded.rfind(b"\n", 0, start) + 1
        indents.add(decoded[line:start])
    if len(entries) < 2 or len(indents) > 1:
        return None
    indent = indents.pop()
    if indent.strip(b" \t") or decoded[entries[0][0]] != 0x7B:
        return None
    last = entries[-1][0] + 1
    lines = len(re.findall(rb"(?m)^" + re.escape(indent) + rb"\{", decoded[:last]))
    return indent.decode() if lines == len(entries) else None
