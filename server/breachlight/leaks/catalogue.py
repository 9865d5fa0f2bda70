"""The catalogue of leaks: entries are found by name, or added."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from breachlight.database.session import Connection
from breachlight.kit.addresses import host_key
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.leaks import catalogue_repository as repository
from breachlight.leaks.errors import IngestError
from breachlight.leaks.models import LeakKind, LeakKindOrigin

_NAME_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class LeakDescription:
    """An operator's description of a leak; None leaves an existing entry as it is."""

    name: str
    title: str | None = None
    domain: str | None = None
    breach_date: date | None = None
    kind: LeakKind | None = None

    def checked(self) -> "LeakDescription":
        """Return the description in normal form.

        Raises:
            ValidationError: the name is empty or too long, or the domain is not a domain name.
        """
        domain = None if self.domain is None else checked_domain(self.domain)
        return LeakDescription(checked_name(self.name), self.title, domain, self.breach_date, self.kind)


def checked_name(text: str) -> str:
    """Return the name of a leak in normal form.

    Raises:
        ValidationError: it is empty or too long.
    """
    name = " ".join(text.split())
    if not name or len(name) > _NAME_LENGTH or not name.isprintable():
        raise ValidationError(
            {"name": [say("A leak name must have 1 to {most} printable characters.", most=_NAME_LENGTH)]}
        )
    return name


def checked_domain(text: str) -> str:
    """Return the domain of a breached service in normal form.

    Raises:
        ValidationError: it is not a domain name.
    """
    domain = host_key(text)
    if domain is None:
        raise ValidationError({"domain": [say("{domain} is not a domain name.", domain=text)]})
    return domain


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """The part of a catalogue entry that ingestion needs; ``is_kind_open`` says whether more files may change the kind."""

    id: uuid.UUID
    name: str
    kind: LeakKind
    breach_date: date | None
    is_kind_open: bool = False


async def get_or_create_leak(
    connection: Connection, description: LeakDescription, *, default_kind: LeakKind
) -> CatalogueEntry:
    """Return the leak of that name, added if there is none; the description replaces earlier values.

    A former name of a merged leak means the leak that it was merged into.

    Safe to call concurrently. ``default_kind`` is the kind of a new entry whose description has none, until its first file is entered.

    Raises:
        ValidationError: the description breaks a rule.
        IngestError: the leak was retracted.
    """
    leak = description.checked()
    leak = replace(leak, name=await repository.current_name(connection, leak.name))
    await repository.add_leak(
        connection,
        name=leak.name,
        title=leak.title or leak.name,
        domain=leak.domain,
        kind=leak.kind or default_kind,
        kind_origin=LeakKindOrigin.GIVEN if leak.kind else LeakKindOrigin.ASSUMED,
        breach_date=leak.breach_date,
    )
    await repository.update_leak(
        connection, name=leak.name, title=leak.title, domain=leak.domain, kind=leak.kind, breach_date=leak.breach_date
    )
    row = await repository.find_leak(connection, leak.name)
    if row is None:
        raise ValidationError(
            {"name": [say("The leak {name} was removed in the meantime. Try again.", name=leak.name)]}
        )
    if row["retracted_at"] is not None:
        raise IngestError(
            f"The leak {leak.name} was retracted on {row['retracted_at']:%Y-%m-%d}: name another one with --leak."
        )
    is_open = row["kind_origin"] != LeakKindOrigin.GIVEN
    return CatalogueEntry(row["id"], row["name"], LeakKind(row["kind"]), row["breach_date"], is_open)


async def add_kinds(connection: Connection, leak: CatalogueEntry, kinds: Iterable[LeakKind]) -> CatalogueEntry:
    """Count the kinds of files that have just been entered, and return the leak as it is now.

    A kind that an operator or an imported catalogue has given stays. Else it is that of the files, and mixed once these differ.
    Detections that were raised before keep their severity. Safe to call concurrently, and again for the same files.
    """
    if not leak.is_kind_open:
        return leak
    return replace(leak, kind=await repository.add_kinds(connection, leak.id, list(dict.fromkeys(kinds))))
