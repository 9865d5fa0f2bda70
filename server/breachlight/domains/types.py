"""GraphQL types of domains."""

from typing import Self

import strawberry

from breachlight.domains import models


@strawberry.type
class Domain:
    """A company domain with its TXT record (specification section 3)."""

    id: strawberry.ID
    domain: str
    domain_txt: str
    domain_txt_secret: str
    is_enabled: bool
    is_verified: bool

    @classmethod
    def of(cls, domain: models.Domain) -> Self:
        """Print the row."""
        return cls(
            id=strawberry.ID(str(domain.id)),
            domain=domain.domain,
            domain_txt=domain.domain_txt,
            domain_txt_secret=domain.domain_txt_secret,
            is_enabled=domain.is_enabled,
            is_verified=domain.is_verified,
        )
