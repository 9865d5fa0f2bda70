"""GraphQL: the signed-in account."""

import strawberry

from breachlight.accounts.service import get_account
from breachlight.accounts.types import Account
from breachlight.graphql.context import optional_subject
from breachlight.sessions.subject import Info


async def _viewer(info: Info) -> Account | None:
    subject = await optional_subject(info)
    return Account.of(await get_account(subject.account_id, subject.user_id)) if subject else None


@strawberry.type
class AccountQuery:
    """What a user may ask about the account."""

    viewer: Account | None = strawberry.field(
        resolver=_viewer, description="The signed-in account, or null for a visitor."
    )
