"""The resolver context of subjects; apart from ``subject``, which programs without GraphQL import too."""

import strawberry

from breachlight.auth.subject import Client, Subject
from breachlight.graphql.context import Context

Info = strawberry.Info[Context[Subject], None]
"""The resolver argument; ``require_subject(info)`` returns the subject."""


def client_of(info: Info) -> Client:
    """Return the client of a resolver's request."""
    return Client(info.context.client_address, info.context.user_agent)
