"""GraphQL: the operator console. Every field is below ``console`` or a mutation that begins with its name, and for operators only."""

import uuid
from typing import Final

import strawberry

from breachlight.accounts.types import AccountKind
from breachlight.auth import models
from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import NOBODY, require_fresh
from breachlight.console import accounts, audit_log, health
from breachlight.console.account_types import (
    ConsoleAccountDetail,
    ConsoleAccountPage,
    ConsoleActionResult,
    ConsoleApplicationPage,
)
from breachlight.console.audit_log_types import (
    ConsoleAuditLog,
    ConsoleAuditLogFilter,
    ConsoleVerificationResult,
    VerifyAuditLogSuccess,
)
from breachlight.console.content_graphql import ContentConsole, ContentConsoleMutation
from breachlight.console.health_types import ConsoleCheck, ConsoleChecksResult, ConsoleHealth, RunChecksSuccess
from breachlight.console.ingestion import ConsoleIngestion, ConsoleIngestionMutation
from breachlight.console.leaks_graphql import LeakConsole, LeakConsoleMutation
from breachlight.console.opt_out_types import ConsoleOptOutRequest
from breachlight.console.quarantine_graphql import QuarantineConsole, QuarantineConsoleMutation
from breachlight.console.requests import require_operator
from breachlight.console.settings_graphql import SettingsConsole, SettingsConsoleMutation
from breachlight.console.setup import ConsoleSetup, ConsoleSetupMutation
from breachlight.console.types import ConsoleOperator
from breachlight.graphql.context import require_subject
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import say, say_counted
from breachlight.leaks.opt_outs import decisions as opt_outs
from breachlight.lifecycle import operators as actions
from breachlight.operators import service as operators
from breachlight.operators.service import Operator

_FIRST: Final = 50


@strawberry.type
class OperatorConsole(ConsoleIngestion, LeakConsole, QuarantineConsole, ConsoleSetup, SettingsConsole, ContentConsole):
    """What operators see of the installation; null fields are unknown."""

    operator: strawberry.Private[Operator]

    @strawberry.field
    async def operators(self) -> list[ConsoleOperator]:
        """List everybody with the role, by address."""
        return [ConsoleOperator.of(one) for one in await operators.list_operators()]

    @strawberry.field
    async def audit_log(
        self,
        filter: ConsoleAuditLogFilter | None = None,  # noqa: A002 -- the schema's name for it
        first: int = _FIRST,
        after: str | None = None,
    ) -> ConsoleAuditLog:
        """List events of operators or of an account, the newest first; at most 100 at once."""
        chosen = (filter or ConsoleAuditLogFilter()).chosen()
        return ConsoleAuditLog.of(await audit_log.list_events(self.operator, chosen, first, after))

    @strawberry.field
    async def accounts(
        self,
        search: str | None = None,
        kind: AccountKind | None = None,
        first: int = _FIRST,
        after: str | None = None,
    ) -> ConsoleAccountPage:
        """List accounts, the newest first, whose name or a member's name or address contains a text; at most 100 at once."""
        chosen = None if kind is None else models.AccountKind(kind.value)
        return ConsoleAccountPage.of(await accounts.list_accounts(search, chosen, first, after))

    @strawberry.field
    async def account(self, id: strawberry.ID) -> ConsoleAccountDetail | None:  # noqa: A002 -- the schema's name for it
        """Return an account; null if there is none. Reading it is recorded."""
        account_id = parse_id(id)
        found = None if account_id is None else await accounts.get_account(self.operator, account_id)
        return None if found is None else ConsoleAccountDetail.of(found)

    @strawberry.field
    async def partner_applications(self, first: int = _FIRST, after: str | None = None) -> ConsoleApplicationPage:
        """List applications to become a partner, the newest first; reading them is recorded."""
        return ConsoleApplicationPage.of(await accounts.list_applications(self.operator, first, after))

    @strawberry.field
    async def opt_out_requests(self) -> list[ConsoleOptOutRequest]:
        """List erasures of addresses that wait for an operator, the oldest first; at most 200."""
        return [ConsoleOptOutRequest.of(one) for one in await opt_outs.list_waiting()]

    @strawberry.field
    async def health(self) -> ConsoleHealth:
        """Return the state of queue, emails, storage, processes and backups."""
        return ConsoleHealth.of(await health.get_health())


async def _console(info: Info) -> OperatorConsole:
    return OperatorConsole(operator=await require_operator(info))


@strawberry.type
class ConsoleQuery:
    """The query of operators."""

    console: OperatorConsole = strawberry.field(
        resolver=_console,
        description="The operator console: FORBIDDEN for everybody but operators, SECOND_FACTOR_REQUIRED for operators who "
        "gave no second factor in this session.",
    )


async def _verify_audit_log(info: Info) -> ConsoleVerificationResult:
    return VerifyAuditLogSuccess.of(await audit_log.verify_log(await require_operator(info)))


async def _disable_user(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    outcome = await actions.disable(_id(id), await require_operator(info))
    return MessageSuccess(message=say("Disabled.") if outcome.is_changed else say("This user is already disabled."))


async def _enable_user(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    outcome = await actions.enable(_id(id), await require_operator(info))
    return MessageSuccess(message=say("Enabled.") if outcome.is_changed else say("This user isn't disabled."))


async def _sign_out_user(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    outcome = await actions.sign_out(_id(id), await require_operator(info))
    message = say_counted("{count} session ended.", "{count} sessions ended.", outcome.sessions)
    return MessageSuccess(message=message)


async def _resend_verification(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    outcome = await actions.resend_verification(_id(id), await require_operator(info))
    done = say("Verification email sent.") if outcome.is_changed else say("This address is already verified.")
    return MessageSuccess(message=done)


async def _delete_account(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    operator = await require_operator(info)
    require_fresh(await require_subject(info))
    await actions.delete_account(_id(id), operator)
    return MessageSuccess(message=say("The account was deleted."))


async def _approve_opt_out(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    await opt_outs.approve(await require_operator(info), _id(id))
    return MessageSuccess(message=say("Approved. The erasure begins now."))


async def _refuse_opt_out(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    await opt_outs.refuse(await require_operator(info), _id(id))
    return MessageSuccess(message=say("Refused. The owner of the address gets an email."))


async def _retry_job(info: Info, id: strawberry.ID) -> ConsoleActionResult:  # noqa: A002 -- the schema's name for it
    operator = await require_operator(info)
    await health.retry_job(operator, health.parse_job_id(id))
    return MessageSuccess(message=say("The job runs again."))


async def _run_checks(info: Info) -> ConsoleChecksResult:
    found = await health.run_checks(await require_operator(info))
    return RunChecksSuccess(checks=[ConsoleCheck.of(finding) for finding in found])


def _id(text: strawberry.ID) -> uuid.UUID:
    """Return an id; an invalid one is nobody's."""
    return parse_id(text) or NOBODY


@strawberry.type
class ConsoleMutation(
    ConsoleIngestionMutation,
    LeakConsoleMutation,
    QuarantineConsoleMutation,
    ConsoleSetupMutation,
    SettingsConsoleMutation,
    ContentConsoleMutation,
):
    """Mutations of operators."""

    console_verify_audit_log: ConsoleVerificationResult = strawberry.mutation(
        resolver=_verify_audit_log,
        description="Checks that no row of the audit log was changed, removed or inserted.",
    )
    console_disable_user: ConsoleActionResult = strawberry.mutation(
        resolver=_disable_user, description="Ends all sessions of a user and refuses their logins, links and API keys."
    )
    console_enable_user: ConsoleActionResult = strawberry.mutation(
        resolver=_enable_user, description="Lets a disabled user log in again."
    )
    console_sign_out_user: ConsoleActionResult = strawberry.mutation(
        resolver=_sign_out_user, description="Ends all sessions of a user; their API keys stay valid."
    )
    console_resend_verification: ConsoleActionResult = strawberry.mutation(
        resolver=_resend_verification, description="Emails a user a new link that verifies their address."
    )
    console_delete_account: ConsoleActionResult = strawberry.mutation(
        resolver=_delete_account,
        description="Deletes an account with everything in it and emails its members; after a recent login.",
    )
    console_retry_job: ConsoleActionResult = strawberry.mutation(
        resolver=_retry_job, description="Lets a job that is held after its last retry run again."
    )
    console_approve_opt_out: ConsoleActionResult = strawberry.mutation(
        resolver=_approve_opt_out, description="Erases the records of an address whose owner asked for it."
    )
    console_refuse_opt_out: ConsoleActionResult = strawberry.mutation(
        resolver=_refuse_opt_out,
        description="Refuses to erase the records of an address; it stays hidden and excluded from new monitoring.",
    )
    console_run_checks: ConsoleChecksResult = strawberry.mutation(
        resolver=_run_checks, description="Makes the checks of `breachlight doctor`, which take up to half a minute."
    )
