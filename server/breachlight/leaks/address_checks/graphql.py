"""GraphQL: checks of addresses, open to everybody."""

import strawberry

from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.leaks.address_checks import service


@strawberry.input
class CheckAddressInput:
    """The form of an address check; ``language`` is that of the email, the site's by default."""

    email: str
    language: str | None = None
    cf_turnstile_response: str | None = None


async def _check_address(info: Info, input: CheckAddressInput) -> MessageResult:  # noqa: A002 -- the schema's name
    message = await service.request_check(
        input.email,
        language=input.language,
        cf_turnstile_response=input.cf_turnstile_response,
        client=client_of(info),
    )
    return MessageSuccess(message=message)


async def _verified_address(info: Info, token: str) -> str | None:
    return await service.verified_address(token, client_of(info))


@strawberry.type
class AddressCheckQuery:
    """Queries of emailed links."""

    verified_address: str | None = strawberry.field(
        resolver=_verified_address,
        description="The address that an address check emailed a link to; null if the link is invalid, used or expired.",
    )


@strawberry.type
class AddressCheckMutation:
    """Checks of addresses."""

    check_address: MessageResult = strawberry.mutation(
        resolver=_check_address,
        description="Emails which public leaks contain an address, to that address; the response is the same for all.",
    )
