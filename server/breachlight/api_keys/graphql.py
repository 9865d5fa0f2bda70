"""GraphQL: creating, listing and revoking API keys, and a key's own properties."""

import uuid
from datetime import datetime
from enum import Enum
from typing import Annotated, Self

import strawberry

from breachlight.api_keys import service
from breachlight.api_keys.quota import REQUESTS_PER_MINUTE
from breachlight.api_keys.repository import KeyView
from breachlight.auth.graphql_info import Info, client_of
from breachlight.auth.permissions import Permission
from breachlight.config import get_settings
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence, say


@strawberry.enum(description="A permission of an API key, never more than those of the member who created it.")
class ApiKeyScope(Enum):
    """The names of the permissions that keys can have."""

    READ = Permission.READ.value
    TRIAGE = Permission.TRIAGE.value
    REVEAL = Permission.REVEAL.value
    EXPORT = Permission.EXPORT.value
    MANAGE_DOMAINS = Permission.MANAGE_DOMAINS.value
    MANAGE_EMAILS = Permission.MANAGE_EMAILS.value
    EMAIL_RANGES = Permission.EMAIL_RANGES.value


@strawberry.type
class ApiKey:
    """A key that was not revoked; ``maker`` is null once they have left the account, and the key is dead then.

    ``suspendedAt`` is set when a backup was restored: the key is refused until it is confirmed.
    """

    id: strawberry.ID
    name: str
    scopes: list[ApiKeyScope]
    hint: str
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    suspended_at: datetime | None
    maker: str | None

    @classmethod
    def of(cls, key: KeyView) -> Self:
        """Convert a view."""
        return cls(
            id=strawberry.ID(str(key.id)),
            name=key.name,
            scopes=[ApiKeyScope(scope) for scope in key.scopes],
            hint=key.hint,
            created_at=key.created_at,
            expires_at=key.expires_at,
            last_used_at=key.last_used_at,
            suspended_at=key.suspended_at,
            maker=key.maker,
        )


@strawberry.type
class CurrentApiKey:
    """The key that a request comes with; ``scopes`` are those that its maker's role allows now."""

    id: strawberry.ID
    name: str
    scopes: list[ApiKeyScope]
    expires_at: datetime | None
    account_id: strawberry.ID


@strawberry.type
class ApiFacts:
    """The installation's properties for the API page."""

    has_graphiql: bool
    most_keys: int
    requests_per_minute: int


@strawberry.input
class CreateApiKeyInput:
    """A key to create; ``expiresInDays`` is 30, 90, 365, or null for never."""

    name: str
    scopes: list[ApiKeyScope]
    expires_in_days: int | None = 90


@strawberry.type
class CreateApiKeySuccess:
    """A fresh key; its token is shown this once."""

    message: Sentence
    api_key: ApiKey
    token: str


CreateApiKeyResult = Annotated[
    CreateApiKeySuccess | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("CreateApiKeyResult")
]
RevokeApiKeyResult = Annotated[
    MessageSuccess | NotFoundProblem | RefusedProblem, strawberry.union("RevokeApiKeyResult")
]
ConfirmApiKeyResult = Annotated[
    MessageSuccess | NotFoundProblem | RefusedProblem, strawberry.union("ConfirmApiKeyResult")
]


async def _api_keys(info: Info) -> list[ApiKey]:
    return [ApiKey.of(key) for key in await service.list_keys(await require_subject(info))]


async def _current_api_key(info: Info) -> CurrentApiKey | None:
    key = await service.current_key(await require_subject(info, with_keys=True))
    if key is None:
        return None
    return CurrentApiKey(
        id=strawberry.ID(str(key.id)),
        name=key.name,
        scopes=[ApiKeyScope(scope.value) for scope in key.scopes],
        expires_at=key.expires_at,
        account_id=strawberry.ID(str(key.account_id)),
    )


async def _api_facts(info: Info) -> ApiFacts:
    await require_subject(info)
    return ApiFacts(
        has_graphiql=get_settings().graphiql_enabled,
        most_keys=service.MOST_KEYS,
        requests_per_minute=REQUESTS_PER_MINUTE,
    )


@strawberry.type
class ApiKeyQuery:
    """Queries of API keys."""

    api_keys: list[ApiKey] = strawberry.field(
        resolver=_api_keys, description="API keys of the account, newest first, at most 200; without revoked ones."
    )
    current_api_key: CurrentApiKey | None = strawberry.field(
        resolver=_current_api_key, description="The API key of this request; null for a session."
    )
    api_facts: ApiFacts = strawberry.field(
        resolver=_api_facts, description="Whether GraphiQL is available, and the limits of API keys."
    )


async def _create_api_key(info: Info, input: CreateApiKeyInput) -> CreateApiKeyResult:  # noqa: A002 -- the schema's name for it
    created = await service.create_key(
        await require_subject(info),
        input.name,
        [Permission(scope.value) for scope in input.scopes],
        input.expires_in_days,
        client_of(info),
    )
    return CreateApiKeySuccess(
        message=say("API key created. Copy it now: it can't be shown again."),
        api_key=ApiKey.of(created.key),
        token=created.token,
    )


async def _revoke_api_key(info: Info, id: strawberry.ID) -> RevokeApiKeyResult:  # noqa: A002 -- the schema's name for it
    await service.revoke_key(await require_subject(info), _key_id(id), client_of(info))
    return MessageSuccess(message=say("API key revoked."))


async def _confirm_api_key(info: Info, id: strawberry.ID) -> ConfirmApiKeyResult:  # noqa: A002 -- the schema's name for it
    await service.confirm_key(await require_subject(info), _key_id(id), client_of(info))
    return MessageSuccess(message=say("API key confirmed."))


def _key_id(text: str) -> uuid.UUID:
    key_id = parse_id(text)
    if key_id is None:
        raise NotFoundError(say("API key not found."))
    return key_id


@strawberry.type
class ApiKeyMutation:
    """The changes of API keys."""

    create_api_key: CreateApiKeyResult = strawberry.mutation(
        resolver=_create_api_key, description="Creates an API key; requires a recent login."
    )
    revoke_api_key: RevokeApiKeyResult = strawberry.mutation(
        resolver=_revoke_api_key, description="Revokes an API key immediately."
    )
    confirm_api_key: ConfirmApiKeyResult = strawberry.mutation(
        resolver=_confirm_api_key,
        description="Lets an API key work again that was suspended by a restore; requires a recent login.",
    )
