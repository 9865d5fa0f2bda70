"""GraphQL: the domains of an account, adding and proving them, switching them on and off, removing them."""

import uuid
from typing import Annotated

import strawberry

from breachlight.auth.graphql_info import Info, client_of
from breachlight.domains import management, service, verification
from breachlight.domains.types import Domain, Page
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.types import MessageSuccess
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence, say


@strawberry.type
class DomainSuccess:
    """The domain as it stands now."""

    message: Sentence
    domain: Domain


DomainResult = Annotated[
    DomainSuccess | ValidationProblem | NotFoundProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("DomainResult"),
]
RemoveDomainResult = Annotated[
    MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem, strawberry.union("RemoveDomainResult")
]


def _identifier(text: str) -> uuid.UUID:
    identifier = parse_id(text)
    if identifier is None:
        raise NotFoundError(say("Domain not found."))
    return identifier


async def _domains(
    info: Info, page: int = 1, page_size: int = service.DEFAULT_PAGE_SIZE, as_of: str | None = None
) -> Page:
    subject = await require_subject(info, with_keys=True)
    return Page.of(await service.page_of_domains(subject, page, page_size, as_of=as_of))


async def _add_domain(info: Info, domain: str) -> DomainResult:
    added = await verification.add_domain(await require_subject(info, with_keys=True), domain, client_of(info))
    return DomainSuccess(message=say("Now add the TXT record to your DNS."), domain=Domain.of(added))


async def _verify_domain(info: Info, id: strawberry.ID) -> DomainResult:  # noqa: A002 -- the schema's name for it
    subject = await require_subject(info, with_keys=True)
    verified = await verification.verify_domain(subject, _identifier(id), client_of(info))
    return DomainSuccess(message=say("Your TXT Record and Domain were validated!"), domain=Domain.of(verified))


async def _set_domain_enabled(info: Info, id: strawberry.ID, enabled: bool) -> DomainResult:  # noqa: A002 -- as above
    subject = await require_subject(info, with_keys=True)
    domain = await management.set_domain_enabled(subject, _identifier(id), client_of(info), enabled=enabled)
    name = domain.domain
    message = say("{domain} is enabled.", domain=name) if enabled else say("{domain} is disabled.", domain=name)
    return DomainSuccess(message=message, domain=Domain.of(domain))


async def _remove_domain(info: Info, id: strawberry.ID) -> RemoveDomainResult:  # noqa: A002 -- as above
    subject = await require_subject(info, with_keys=True)
    name = await management.remove_domain(subject, _identifier(id), client_of(info))
    return MessageSuccess(message=say("{domain} was removed.", domain=name))


@strawberry.type
class DomainQuery:
    """The domains of an account."""

    domains: Page = strawberry.field(resolver=_domains, description="Domains of the account, by name.")


@strawberry.type
class DomainMutation:
    """The changes of domains."""

    add_domain: DomainResult = strawberry.mutation(
        resolver=_add_domain, description="Adds a domain and returns the TXT record that verifies it."
    )
    verify_domain: DomainResult = strawberry.mutation(
        resolver=_verify_domain, description="Checks the TXT record and verifies the domain."
    )
    set_domain_enabled: DomainResult = strawberry.mutation(
        resolver=_set_domain_enabled,
        description="Starts or stops monitoring a domain; its verification and alerts stay.",
    )
    remove_domain: RemoveDomainResult = strawberry.mutation(
        resolver=_remove_domain, description="Removes a domain and its verification; its alerts stay."
    )
