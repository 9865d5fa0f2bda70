"""The public settings and those of the public lookups, as operators see and change them; each change is recorded."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import orjson

from breachlight.console import settings_repository
from breachlight.database.session import reading, transaction
from breachlight.kit.errors import ProblemError
from breachlight.kit.messages import say
from breachlight.operators.recording import record
from breachlight.operators.service import Operator
from breachlight.site.models import SiteSettings
from breachlight.site.repository import lock_settings
from breachlight.site.service import LOOKUP_SETTING_NAMES, SETTING_NAMES, change_site_settings, get_site_settings

NAMES: Final = (*SETTING_NAMES, *LOOKUP_SETTING_NAMES)
_MEANWHILE: Final = say("These settings were changed meanwhile. Nothing was saved: look at them and try again.")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with its default, and when and by whom it was last changed, if it was."""

    name: str
    value: bool | int | str
    default: bool | int | str
    changed_at: datetime | None
    changed_by: str | None


@dataclass(frozen=True, slots=True)
class ShownSettings:
    """All settings; ``version`` differs as soon as one of them does."""

    version: str
    settings: list[Setting]


async def show() -> ShownSettings:
    """Return all settings."""
    row = await get_site_settings()
    async with reading() as connection:
        changes = await settings_repository.last_changes(connection)
    defaults = SiteSettings()
    shown = [
        Setting(name, getattr(row, name), getattr(defaults, name), *changes.get(name, (None, None))) for name in NAMES
    ]
    return ShownSettings(_version_of(row), shown)


async def change(
    operator: Operator | None, changes: Mapping[str, bool | int | str], version: str | None = None
) -> None:
    """Change settings by name, of a command without ``operator``, and record each change with its old and new value.

    Raises:
        ProblemError: a setting isn't any more what it was in ``version``.
        ValidationError: as ``change_site_settings``.
    """
    async with transaction() as connection:
        before = await lock_settings()
        if version is not None and version != _version_of(before):
            raise ProblemError(_MEANWHILE)
        changed = {name: value for name, value in changes.items() if getattr(before, name, None) != value}
        if changed:
            old = {f"{name}_before": getattr(before, name, None) for name in changed}
            await change_site_settings(changed)
            await record(connection, operator, settings_repository.KIND, {**changed, **old})


def as_text(value: bool | int | str) -> str:
    """Return a value as people and programs write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _version_of(row: SiteSettings) -> str:
    values = [getattr(row, name) for name in NAMES]
    return hashlib.sha256(orjson.dumps(values)).hexdigest()[:16]
