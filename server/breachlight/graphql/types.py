"""Types that the changes of several features answer with."""

from typing import Annotated

import strawberry

from breachlight.graphql.errors import RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.kit.messages import Sentence


@strawberry.type
class MessageSuccess:
    """It is done; the message is a sentence for people."""

    message: Sentence


MessageResult = Annotated[
    MessageSuccess | ValidationProblem | RefusedProblem | ThrottledProblem, strawberry.union("MessageResult")
]
