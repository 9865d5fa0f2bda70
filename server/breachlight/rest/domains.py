"""The domains of an account, page by page (spec §7)."""

from breachlight.domains import service
from breachlight.rest.operations import Call
from breachlight.rest.schemas.account import DomainList
from breachlight.rest.schemas.forms import DomainListQuery
from breachlight.rest.serializers import domain_body


async def list_domains(call: Call[None, DomainListQuery]) -> DomainList:
    """Return ten domains, by name."""
    page = await service.page_of_domains(call.subject, call.query.page)
    has_more = page.page * page.page_size < page.total
    return DomainList(
        count=page.total,
        next=_link(call, page.page + 1) if has_more else None,
        previous=_link(call, page.page - 1) if page.page > 1 else None,
        results=[domain_body(domain) for domain in page.results],
    )


def _link(call: Call[None, DomainListQuery], page: int) -> str:
    return f"{call.request.url.path}?page={page}"
