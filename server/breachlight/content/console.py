"""The command ``breachlight content check``."""

from collections.abc import Sequence

from breachlight.alerts.malware.texts import DOCUMENTS as MALWARE
from breachlight.alerts.playbooks.texts import DOCUMENTS as PLAYBOOKS
from breachlight.config import Settings
from breachlight.content.documents import KINDS, PublicationStatus
from breachlight.content.file_store import check_folder
from breachlight.content.service import content_service
from breachlight.kit.documents import Mistake
from breachlight.kit.errors import UnavailableError


class ContentError(Exception):
    """Invalid content; the message lists each problem and its position."""


async def check(settings: Settings) -> str:
    """Return a sentence about content that is in order.

    Raises:
        ContentError: some of it is not.
    """
    texts = [mistake for texts in (PLAYBOOKS, MALWARE) for mistake in texts.check(settings.content_folder)]
    if texts and settings.content_url:
        raise ContentError("\n".join(map(str, texts)))
    return await _check_service(settings) if settings.content_url else _check_documents(settings, texts)


def _check_documents(settings: Settings, texts: Sequence[Mistake]) -> str:
    mistakes = [*check_folder(settings.content_folder), *texts]
    if mistakes:
        raise ContentError("\n".join(str(mistake) for mistake in mistakes))
    return f"All documents in {settings.content_folder} are valid."


async def _check_service(settings: Settings) -> str:
    service = content_service(settings)
    missing: list[str] = []
    try:
        locales = await service.locales()
        for locale in locales:
            missing += [
                f"{kind.type_name} is not published in {locale.code}; publish it, or remove the language"
                for kind in KINDS
                if await service.find(kind, PublicationStatus.PUBLISHED, locale.code) is None
            ]
    except UnavailableError:
        raise ContentError("The content service returned no usable response; see the line above.") from None
    finally:
        await service.aclose()
    if missing:
        raise ContentError("\n".join(missing))
    return f"The content service has every document in {len(locales)} languages."
