"""GraphQL types of the first run in the console."""

from enum import Enum
from typing import Self

import strawberry

from breachlight.setup.checklist import SetupStep, StepState


@strawberry.enum
class ConsoleSetupStepName(Enum):
    """Steps of the first run."""

    OPERATOR = SetupStep.OPERATOR.value
    SECOND_FACTOR = SetupStep.SECOND_FACTOR.value
    EMAIL = SetupStep.EMAIL.value
    DNS = SetupStep.DNS.value
    LEAK = SetupStep.LEAK.value
    DOMAIN = SetupStep.DOMAIN.value
    DETECTION = SetupStep.DETECTION.value
    SIGN_UP = SetupStep.SIGN_UP.value


@strawberry.type
class ConsoleSetupStep:
    """A step of the first run; whether it is done is computed."""

    name: ConsoleSetupStepName
    is_done: bool

    @classmethod
    def of(cls, state: StepState) -> Self:
        """Convert a step."""
        return cls(name=ConsoleSetupStepName(state.step.value), is_done=state.is_done)
