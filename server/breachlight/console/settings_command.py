"""The command ``breachlight settings``."""

from collections.abc import Awaitable, Callable

from breachlight.config import Settings
from breachlight.console import site_settings
from breachlight.database.connection import database, server
from breachlight.database.migrations import migrate
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.site.service import change_site_settings

_NUMBERS, _MOST_DIGITS = {"password_ranges_minimum"}, 12
_TRUE, _FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


async def show_or_change(settings: Settings, changes: list[str], check: Callable[[Settings], Awaitable[None]]) -> str:
    """Return the public settings as lines of ``name=value``, after the changes given in the same form.

    ``check`` raises, before anything is written, if this process must not use the database.

    Raises:
        ValidationError: a change names no setting or holds no value that it can take.
    """
    wanted = dict(_change(text) for text in changes)
    async with server(settings):
        await check(settings)
        await migrate(settings)
        async with database(settings):
            if settings.key_file.exists():
                await site_settings.change(None, wanted)
            elif wanted:
                # Before the first start there is no key, which the audit log needs.
                await change_site_settings(wanted)
            shown = await site_settings.show()
    return "\n".join(f"{one.name}={site_settings.as_text(one.value)}" for one in shown.settings)


def _change(text: str) -> tuple[str, str | bool | int]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValidationError({name: [say("Use NAME=VALUE, for example login_enabled=true.")]})
    if name in _NUMBERS:
        if not value.isascii() or not value.isdecimal() or len(value) > _MOST_DIGITS:
            raise ValidationError({name: [say("Enter a whole number.")]})
        return name, int(value)
    if not name.endswith("_enabled"):
        return name, value
    if value.lower() not in _TRUE | _FALSE:
        raise ValidationError({name: [say("This must be true or false, not {value}.", value=repr(value))]})
    return name, value.lower() in _TRUE
