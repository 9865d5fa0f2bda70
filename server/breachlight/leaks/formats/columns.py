"""Which column of a table is what: by the operator's choice, by name, and by content (leak-formats §15)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.column_content import ColumnContent, Content, content_of
from breachlight.leaks.formats.column_names import hash_type_of_name, is_plain_name, is_url_name, role_of_name
from breachlight.leaks.records import PasswordType

_ROLE_OF_CONTENT: Final = {
    Content.EMAIL: ColumnRole.EMAIL,
    Content.HASH: ColumnRole.HASH,
    Content.URL: ColumnRole.URL,
    Content.IP: ColumnRole.IP,
    Content.DATE: ColumnRole.DATE,
    Content.NAME: ColumnRole.NAME,
}
_LOGINS: Final = frozenset((ColumnRole.EMAIL, ColumnRole.USERNAME, ColumnRole.PHONE))
_SECRETS: Final = frozenset((ColumnRole.PASSWORD, ColumnRole.HASH))
_MAYBE_SECRET: Final = frozenset((Content.WORDS, Content.SECRET))
_NOT_EMAIL: Final = frozenset((Content.NUMBER, Content.DATE, Content.IP, Content.CODE, Content.HASH))
_LONGEST_NAME: Final = 40
_NAME: Final = re.compile(r"[^\W\d][\w .-]*")
_MOST_DESCRIBED: Final = 40


@dataclass(frozen=True, slots=True)
class Columns:
    """The roles of a table's columns; ``problem`` is a sentence without its full stop if they can't be told for certain."""

    roles: tuple[ColumnRole, ...]
    hash_type: PasswordType | None = None
    problem: str | None = None


class UnclearColumnsError(ValueError):
    """The columns can't be told for certain."""


def find_columns(
    names: Sequence[str], rows: Sequence[Sequence[str]], choices: Sequence[tuple[ColumnRole, int]] = ()
) -> Columns:
    """Return the roles of columns. ``names`` are those of a header, empty without one; ``rows`` are some of its rows.

    ``choices`` are the operator's (1-based), and the only ones then.
    """
    width = max([len(names), *map(len, rows[:1]), *(column for _, column in choices)])
    cells = list(zip_longest(*(row[:width] for row in rows), fillvalue=""))
    contents = [content_of(column) for column in cells] + [content_of(())] * (width - len(cells))
    if not rows:
        contents = [ColumnContent(Content.WORDS)] * width
    if choices:
        roles = [ColumnRole.OTHER] * width
        for role, column in choices:
            roles[column - 1] = role
        return Columns(tuple(roles), _hash_type(names, roles))
    try:
        roles = _by_name(names, contents) if names else _by_content(contents)
    except UnclearColumnsError as error:
        return Columns(
            tuple(ColumnRole.OTHER for _ in contents),
            problem=f"{error}: {_described(names, contents)}. Say which is which with --columns, for example"
            " --columns email=1,password=2",
        )
    return Columns(tuple(roles), _hash_type(names, roles))


def _hash_type(names: Sequence[str], roles: Sequence[ColumnRole]) -> PasswordType | None:
    hashes = [name for name, role in zip(names, roles, strict=False) if role is ColumnRole.HASH]
    return hash_type_of_name(hashes[0]) if len(hashes) == 1 else None


def _described(names: Sequence[str], contents: Sequence[ColumnContent]) -> str:
    described = []
    for number, (name, content) in enumerate(zip_longest(names, contents), 1):
        if number > _MOST_DESCRIBED:
            described.append(f"{len(contents) - _MOST_DESCRIBED} more")
            break
        what = content.text if content else "empty"
        described.append(f"column {number}{f' {name!r}' if name and _can_be_shown(name) else ''} ({what})")
    return "; ".join(described)


def _can_be_shown(name: str) -> bool:
    """Whether a column's name is certainly no value: the first line of a damaged file can be a record with its secret."""
    return (
        len(name) <= _LONGEST_NAME
        and _NAME.fullmatch(name) is not None
        and (role_of_name(name) is not None or not any(map(str.isdigit, name)))
    )


def _by_name(names: Sequence[str], contents: Sequence[ColumnContent]) -> list[ColumnRole]:
    named = [role_of_name(name) for name in names]
    roles = [role or ColumnRole.OTHER for role in named]
    for column, (role, content) in enumerate(zip(roles, contents, strict=False)):
        if role is ColumnRole.EMAIL and content.kind in _NOT_EMAIL:
            roles[column] = ColumnRole.OTHER
        elif named[column] is None and content.kind is Content.EMAIL:
            roles[column] = ColumnRole.EMAIL
        elif role in _SECRETS and content.kind in (Content.DATE, Content.EMAIL):
            roles[column] = ColumnRole.OTHER
    _choose(roles, names, contents, ColumnRole.PASSWORD)
    _choose(roles, names, contents, ColumnRole.HASH)
    _choose(roles, names, contents, ColumnRole.SALT)
    _choose_url(roles, names, contents)
    if not _SECRETS & set(roles):
        _find_unnamed_secret(roles, named, contents)
    if not _LOGINS & set(roles) and not (ColumnRole.URL in roles and _SECRETS & set(roles)):
        raise UnclearColumnsError("no column has email addresses or user names")
    return roles


def _choose(roles: list[ColumnRole], names: Sequence[str], contents: Sequence[ColumnContent], role: ColumnRole) -> None:
    """Leave one column of a role: one that isn't empty, says that it is plain text, or differs in kind from the others."""
    found = [column for column, present in enumerate(roles) if present is role]
    filled = [column for column in found if column < len(contents) and contents[column].kind is not Content.EMPTY]
    for column in set(found) - set(filled or found[:1]):
        roles[column] = ColumnRole.OTHER
    if len(filled) <= 1:
        return
    if role is ColumnRole.PASSWORD:
        hashed = [column for column in filled if contents[column].kind is Content.HASH]
        plain = [column for column in filled if column not in hashed]
        explicit = [column for column in filled if is_plain_name(names[column])]
        if len(explicit) == 1:
            plain, hashed = explicit, [column for column in filled if column not in explicit]
        if len(plain) <= 1 and len(hashed) <= 1:
            for column in hashed:
                roles[column] = ColumnRole.HASH if ColumnRole.HASH not in roles else ColumnRole.OTHER
            return
        raise UnclearColumnsError("two columns may be the password")
    if role is ColumnRole.HASH:
        raise UnclearColumnsError("two columns may be the hash of the password")
    raise UnclearColumnsError("two columns may be the salt")


def _choose_url(roles: list[ColumnRole], names: Sequence[str], contents: Sequence[ColumnContent]) -> None:
    """Leave one column of URLs: one that has some, and is called so rather than by the name of a host."""
    found = [column for column, role in enumerate(roles) if role is ColumnRole.URL]
    if len(found) < 2:
        return
    filled = [column for column in found if column < len(contents) and contents[column].kind is Content.URL]
    chosen = max(filled or found, key=lambda column: is_url_name(names[column]))
    for column in set(found) - {chosen}:
        roles[column] = ColumnRole.OTHER


def _find_unnamed_secret(
    roles: list[ColumnRole], named: Sequence[ColumnRole | None], contents: Sequence[ColumnContent]
) -> None:
    unnamed = [column for column in range(min(len(named), len(contents))) if named[column] is None]
    hashes = [column for column in unnamed if contents[column].kind is Content.HASH]
    secrets = [column for column in unnamed if contents[column].kind is Content.SECRET]
    if len(hashes) == 1 and not secrets:
        roles[hashes[0]] = ColumnRole.HASH
    elif hashes or secrets:
        raise UnclearColumnsError("no column is certainly the password")


def _by_content(contents: Sequence[ColumnContent]) -> list[ColumnRole]:
    roles = [_ROLE_OF_CONTENT.get(content.kind, ColumnRole.OTHER) for content in contents]
    if ColumnRole.EMAIL not in roles:
        raise UnclearColumnsError("no column has email addresses")
    hashes = [column for column, role in enumerate(roles) if role is ColumnRole.HASH]
    words = [column for column, content in enumerate(contents) if content.kind in _MAYBE_SECRET]
    if len(hashes) > 1:
        raise UnclearColumnsError("two columns may be the hash of the password")
    if hashes:
        after = hashes[0] + 1
        if after in words and contents[after].shortest == contents[after].longest:
            roles[after] = ColumnRole.SALT
    elif len(words) > 1:
        raise UnclearColumnsError("two columns may be the password")
    elif words:
        if contents[words[0]].kind is not Content.SECRET and len(contents) > 2:
            raise UnclearColumnsError("no column is certainly the password")
        roles[words[0]] = ColumnRole.PASSWORD
    return roles
