"""GraphQL types of statistics that other features use."""

import strawberry


@strawberry.type
class SeverityCounts:
    """Numbers of alerts by level of severity."""

    info: int
    low: int
    medium: int
    high: int
    critical: int
