"""GraphQL types of opt-outs in the operator console."""

from datetime import datetime
from typing import Self

import strawberry

from breachlight.leaks.opt_outs.decisions import OptOutRequest


@strawberry.type
class ConsoleOptOutRequest:
    """Somebody asks for the erasure of their address, of which organizations have detections; the address isn't shown."""

    id: strawberry.ID
    digest: str = strawberry.field(description="Names the opt-out in the audit log.")
    created_at: datetime
    detections: int = strawberry.field(description="Of all these organizations.")
    organizations: list[str] = strawberry.field(description="Those that verified the address's domain.")

    @classmethod
    def of(cls, request: OptOutRequest) -> Self:
        """Convert a request."""
        return cls(
            id=strawberry.ID(str(request.id)),
            digest=request.digest,
            created_at=request.created_at,
            detections=request.detections,
            organizations=request.organizations,
        )
