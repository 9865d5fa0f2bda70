"""What resolvers know of who asks; apart from ``subject``, which programs without GraphQL import as well."""

import strawberry

from breachlight.auth.subject import Client, Subject
from breachlight.graphql.context import Context

Info = strawberry.Info[Context[Subject], None]
"""What resolvers get; ``require_subject(info)`` gives the subject."""


def client_of(info: Info) -> Client:
    """Return where the request of a resolver comes from."""
    return Client(info.context.client_address, info.context.user_agent)
