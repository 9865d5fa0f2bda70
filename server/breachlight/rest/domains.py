"""The domains base: the domains of an organization, page by page (specification section 7)."""

from starlette.requests import Request
from starlette.responses import Response

from breachlight.domains import service
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import say
from breachlight.rest.requests import subject_of
from breachlight.rest.responses import answer
from breachlight.rest.serializers import printed_domain

_LONGEST_NUMBER = 15


async def list_domains(request: Request) -> Response:
    """GET domains: ten a page, in the order of their names."""
    subject = await subject_of(request, with_keys=True)
    page = await service.page_of_domains(subject, _page(request))
    return answer(
        {
            "count": page.total,
            "next": _link(request, page.page + 1) if page.page * page.page_size < page.total else None,
            "previous": _link(request, page.page - 1) if page.page > 1 else None,
            "results": [printed_domain(domain) for domain in page.results],
        }
    )


def _page(request: Request) -> int:
    given = request.query_params.getlist("page")
    if len(given) > 1:
        raise ValidationError({"page": [say("This parameter may be given once only.")]})
    text = given[0] if given else ""
    digits = text.removeprefix("-")
    if text and not (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER):
        raise ValidationError({"page": [say("The value must be a whole number.")]})
    return int(text or 1)


def _link(request: Request, page: int) -> str:
    return f"{request.url.path}?page={page}"
