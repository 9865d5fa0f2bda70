"""GraphQL: the first run, below ``console`` and at its mutations."""

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.config import get_settings
from breachlight.console.account_types import ConsoleActionResult
from breachlight.console.health_types import ConsoleCheck, ConsoleChecksResult, RunChecksSuccess
from breachlight.console.requests import require_operator
from breachlight.console.setup_types import ConsoleSetupStep
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.messages import say
from breachlight.setup import checklist, trials


@strawberry.type
class ConsoleSetup:
    """Fields of the console about the first run."""

    @strawberry.field
    async def setup(self) -> list[ConsoleSetupStep]:
        """List the steps from an empty installation to the first detection, in their order."""
        return [ConsoleSetupStep.of(state) for state in await checklist.checklist()]


async def _send_test_email(info: Info) -> ConsoleChecksResult:
    found = await trials.send_test_email(await require_operator(info), get_settings())
    return RunChecksSuccess(checks=[ConsoleCheck.of(found)])


async def _confirm_test_email(info: Info, code: str) -> ConsoleActionResult:
    await trials.confirm_test_email(await require_operator(info), code)
    return MessageSuccess(message=say("The test email arrived."))


async def _test_dns(info: Info) -> ConsoleChecksResult:
    found = await trials.test_dns(await require_operator(info), get_settings())
    return RunChecksSuccess(checks=[ConsoleCheck.of(found)])


@strawberry.type
class ConsoleSetupMutation:
    """Mutations of the first run."""

    console_send_test_email: ConsoleChecksResult = strawberry.mutation(
        resolver=_send_test_email,
        description="Checks the mail server, and emails the operator a code unless the check warns or fails.",
    )
    console_confirm_test_email: ConsoleActionResult = strawberry.mutation(
        resolver=_confirm_test_email, description="Confirms with its code that the test email arrived."
    )
    console_test_dns: ConsoleChecksResult = strawberry.mutation(
        resolver=_test_dns, description="Asks the DNS resolvers that verify domains."
    )
