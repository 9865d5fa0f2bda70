"""Adding a domain and proving it by a DNS TXT record (design section 1; guides: draft-ietf-dnsop-domain-verification-techniques)."""

import uuid

from breachlight.domains.models import Domain
from breachlight.sessions.subject import Client, Subject


async def add_domain(subject: Subject, name: str, client: Client) -> Domain:
    """Add a domain with a fresh TXT record to prove it by; adding one that is there already returns it.

    Raises:
        ForbiddenError: the account is no organization, or its e-mail address is not proved yet.
        ValidationError: field ``domain``: no domain, a public suffix, a free mail provider's, or one too many.
        ThrottledError: too many tries.
    """
    raise NotImplementedError


async def verify_domain(subject: Subject, domain_id: uuid.UUID, client: Client) -> Domain:
    """Ask several resolvers for the TXT record, at the ``_breachlight`` label and at the domain itself; on success watch it.

    Raises:
        NotFoundError: unknown, or another account's.
        RefusedError (ProblemError): the record is not there yet, or another account has proved the domain; says what to do.
        ThrottledError: too many tries.
    """
    raise NotImplementedError
