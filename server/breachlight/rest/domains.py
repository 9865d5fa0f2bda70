"""The domains of an account, page by page (spec §7)."""

from breachlight.domains import service
from breachlight.rest.operations import Call
from breachlight.rest.schemas.account import DomainList
from breachlight.rest.schemas.forms import DomainListQuery
from breachlight.rest.serializers import domain_body


async def list_domains(call: Call[None, DomainListQuery]) -> DomainList:
    """Return ten domains, by name."""
    page = await service.page_of_domains(call.subject, call.query.page, as_of=call.query.as_of or None)
    return DomainList(
        count=page.total,
        next=_link(call, page.page + 1, page.next),
        previous=_link(call, max(page.page - 1, 1), page.previous),
        results=[domain_body(domain) for domain in page.results],
    )


def _link(call: Call[None, DomainListQuery], page: int, as_of: str | None) -> str | None:
    return None if as_of is None else f"{call.request.url.path}?page={page}&as_of={as_of}"
