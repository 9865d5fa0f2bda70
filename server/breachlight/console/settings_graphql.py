"""GraphQL: settings, below ``console`` and at their mutation."""

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.config import get_settings
from breachlight.console import site_settings
from breachlight.console.account_types import ConsoleActionResult
from breachlight.console.requests import require_operator
from breachlight.console.settings_types import (
    ConsoleSetting,
    ConsoleSettings,
    ConsoleSettingsInput,
    ConsoleVariable,
)
from breachlight.console.variables import list_variables
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.messages import say


@strawberry.type
class SettingsConsole:
    """Fields of the console about settings."""

    @strawberry.field
    async def settings(self) -> ConsoleSettings:
        """Return the settings that operators change, and the configuration without its secrets."""
        shown = await site_settings.show()
        return ConsoleSettings(
            version=shown.version,
            settings=[ConsoleSetting.of(one) for one in shown.settings],
            variables=[ConsoleVariable.of(one) for one in list_variables(get_settings())],
        )


async def _change_settings(
    info: Info,
    input: ConsoleSettingsInput,  # noqa: A002 -- the schema's name
    version: str | None = None,
) -> ConsoleActionResult:
    await site_settings.change(await require_operator(info), input.changes(), version)
    return MessageSuccess(message=say("Settings saved."))


@strawberry.type
class SettingsConsoleMutation:
    """Mutations of settings."""

    console_change_settings: ConsoleActionResult = strawberry.mutation(
        resolver=_change_settings,
        description="Changes settings; those that aren't given stay. With a version nothing is saved if one was changed since.",
    )
