"""GraphQL: opt-outs, open to everybody who has the mailbox."""

from enum import Enum

import strawberry

from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.leaks.opt_outs import levels, service


@strawberry.enum
class OptOutLevel(Enum):
    """What an address is left out of; each level includes those before it. NONE withdraws an opt-out."""

    NONE = "NONE"
    LOOKUPS = "LOOKUPS"
    MONITORING = "MONITORING"
    RECORDS = "RECORDS"


@strawberry.input
class RequestOptOutInput:
    """The form of an opt-out; ``language`` is that of the email, the site's by default."""

    email: str
    level: OptOutLevel
    language: str | None = None
    cf_turnstile_response: str | None = None


async def _request_opt_out(info: Info, input: RequestOptOutInput) -> MessageResult:  # noqa: A002 -- the schema's name
    message = await service.request_opt_out(
        input.email,
        levels.OptOutLevel[input.level.value],
        language=input.language,
        cf_turnstile_response=input.cf_turnstile_response,
        client=client_of(info),
    )
    return MessageSuccess(message=message)


async def _confirm_opt_out(info: Info, token: str) -> MessageResult:
    return MessageSuccess(message=await service.confirm_opt_out(token, client_of(info)))


async def _opt_out_choice(info: Info, token: str) -> OptOutLevel | None:
    level = await service.chosen_level(token, client_of(info))
    return None if level is None else OptOutLevel[level.name]


@strawberry.type
class OptOutQuery:
    """Queries of emailed links."""

    opt_out_choice: OptOutLevel | None = strawberry.field(
        resolver=_opt_out_choice,
        description="The choice that an emailed link confirms; null if the link is invalid, used or expired.",
    )


@strawberry.type
class OptOutMutation:
    """Opt-outs."""

    request_opt_out: MessageResult = strawberry.mutation(
        resolver=_request_opt_out,
        description="Emails a link that confirms a choice for an address; the response is the same for all.",
    )
    confirm_opt_out: MessageResult = strawberry.mutation(
        resolver=_confirm_opt_out, description="Puts the choice of an emailed link into effect."
    )
