"""GraphQL types of the console."""

from datetime import datetime
from typing import Self

import strawberry

from breachlight.operators.repository import OperatorRow


@strawberry.type
class ConsoleOperator:
    """A user with the role of operator."""

    id: strawberry.ID
    email: str
    granted_at: datetime
    granted_by: str
    has_second_factor: bool
    is_disabled: bool

    @classmethod
    def of(cls, row: OperatorRow) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(row.user_id)),
            email=row.email,
            granted_at=row.granted_at,
            granted_by=row.granted_by,
            has_second_factor=row.has_second_factor,
            is_disabled=row.is_disabled,
        )
