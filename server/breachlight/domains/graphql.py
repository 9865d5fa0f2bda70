"""GraphQL: adding a domain and proving it."""

from typing import Annotated

import strawberry

from breachlight.domains import proof
from breachlight.domains.types import Domain
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.kit.errors import NotFoundError
from breachlight.kit.identifiers import parse_id
from breachlight.sessions.subject import Info, client_of


@strawberry.type
class DomainSuccess:
    """The domain as it stands now."""

    message: str
    domain: Domain


DomainResult = Annotated[
    DomainSuccess | ValidationProblem | NotFoundProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("DomainResult"),
]


async def _add_domain(info: Info, domain: str) -> DomainResult:
    added = await proof.add_domain(await require_subject(info, with_keys=True), domain, client_of(info))
    return DomainSuccess(message="Now publish the TXT record.", domain=Domain.of(added))


async def _verify_domain(info: Info, id: strawberry.ID) -> DomainResult:  # noqa: A002 -- the schema's name for it
    subject, domain_id = await require_subject(info, with_keys=True), parse_id(id)
    if domain_id is None:
        raise NotFoundError
    verified = await proof.verify_domain(subject, domain_id, client_of(info))
    return DomainSuccess(message="Your TXT Record and Domain were validated!", domain=Domain.of(verified))


@strawberry.type
class DomainMutation:
    """The changes of domains."""

    add_domain: DomainResult = strawberry.mutation(
        resolver=_add_domain, description="Adds a domain with the TXT record that proves it."
    )
    verify_domain: DomainResult = strawberry.mutation(
        resolver=_verify_domain, description="Looks for the TXT record and proves the domain."
    )
