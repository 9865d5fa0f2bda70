"""Where the content of the public pages comes from: the documents of this installation, or a Strapi (design §4.6)."""

from typing import TYPE_CHECKING, Protocol, TypeVar

from breachlight.config import Settings
from breachlight.content.documents import Document, Locale, PublicationStatus
from breachlight.content.file_store import EmbeddedContent

if TYPE_CHECKING:  # an HTTP client, which most installations do without
    from breachlight.content.strapi_client import ForwardedContent

Kind = TypeVar("Kind", bound=Document)


class ContentService(Protocol):
    """What both have in common."""

    @property
    def is_current_at_hand(self) -> bool:
        """Whether the cached content is current."""

    async def locales(self, *, at_hand: bool = False) -> tuple[Locale, ...]:
        """Return the languages that are offered, in their order; raises as ``find``."""

    async def find(
        self, kind: type[Kind], status: PublicationStatus, locale: str | None, *, at_hand: bool = False
    ) -> Kind | None:
        """Return a document, or None in a language that is not offered or in which it is not written.

        Args:
            kind: which document.
            status: which version; a document without draft has its published version as draft.
            locale: the language, None for the content service's default.
            at_hand: take what was last good, if there is something, and ask again in the background.

        Raises:
            UnavailableError: the service does not answer, and has not answered this before.
        """

    async def aclose(self) -> None:
        """Close open connections."""


def content_service(settings: Settings) -> "EmbeddedContent | ForwardedContent":
    """Return the content service that the settings name."""
    if not settings.content_url:
        return EmbeddedContent(settings.content_folder)
    from breachlight.content.strapi_client import ForwardedContent

    base = settings.content_url.rstrip("/").removesuffix("/graphql")
    token = settings.content_token.get_secret_value() if settings.content_token else None
    return ForwardedContent(base, f"{base}/graphql", token)
