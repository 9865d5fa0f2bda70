"""Types that the changes of several features answer with."""

from typing import Annotated, Final

import strawberry

from breachlight.graphql.errors import RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.kit.messages import Sentence

NEXT_AS_OF: Final = (
    "Anchor of the next page: pass it as `asOf` with that page's number, and no row is repeated or skipped whatever "
    "is added or removed meanwhile. Null on the last page. Valid for 24 hours."
)
"""The description of a page's ``next_as_of``."""
PREVIOUS_AS_OF: Final = "Anchor of the previous page; null on the first one."
"""The description of a page's ``previous_as_of``."""


@strawberry.type
class MessageSuccess:
    """It is done; the message is a sentence for people."""

    message: Sentence


MessageResult = Annotated[
    MessageSuccess | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("MessageResult")
]
