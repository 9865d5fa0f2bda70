"""GraphQL: the support form."""

from enum import Enum

import strawberry

from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.messages import say
from breachlight.support import service as support
from breachlight.uploads import decoded_file


@strawberry.enum
class SupportTopic(Enum):
    """Topics of support requests."""

    DETECTIONS = "detections"
    ACCOUNT = "account"
    OTHER = "other"


@strawberry.input
class SupportFileInput:
    """A file in Base64: a PNG or JPEG picture or a plain text of at most 512 KiB."""

    name: str
    content: str


@strawberry.input
class SupportInput:
    """The support form."""

    topic: SupportTopic
    subject: str
    message: str
    consent: bool
    file: SupportFileInput | None = None

    def form(self) -> support.SupportForm:
        """Return the input of the service.

        Raises:
            ValidationError: the file is not in Base64.
        """
        problem = say("Encode the file as Base64.")
        return support.SupportForm(
            topic=support.SupportTopic(self.topic.value),
            subject=self.subject,
            message=self.message,
            consent=self.consent,
            file=support.SupportFile(self.file.name, decoded_file(self.file.content, "file", problem))
            if self.file
            else None,
        )


async def _contact_support(info: Info, input: SupportInput) -> MessageResult:  # noqa: A002 -- the schema's name
    return MessageSuccess(message=await support.request_support(await require_subject(info), input.form()))


@strawberry.type
class SupportMutation:
    """Support requests."""

    contact_support: MessageResult = strawberry.mutation(
        resolver=_contact_support, description="Emails a support request, optionally with a file."
    )
