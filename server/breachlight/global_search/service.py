"""Search for people, devices, leaks and sites by a part of their name, and for the values of filters."""

from dataclasses import dataclass
from typing import Final

from breachlight.alerts.leak_audience import may_see_for_domains
from breachlight.alerts.malware.families import family_name
from breachlight.alerts.models import AlertList
from breachlight.alerts.query.filters import fit_text
from breachlight.alerts.query.where import containing
from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.database.session import reading
from breachlight.global_search import repository
from breachlight.kit.errors import UnfitValueError, ValidationError
from breachlight.kit.messages import say
from breachlight.leaks.visible_leaks_repository import find_leaks

MOST: Final = repository.MOST
LONGEST_TEXT: Final = 200


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """An email account."""

    id: str
    email: str


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """An infected device, by the id of its incident."""

    id: str
    computer: str
    user_name: str | None


@dataclass(frozen=True, slots=True)
class FoundLeak:
    """A leak of the catalogue with detections of the account."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class FoundSite:
    """A host or app, and the list that its detections are in."""

    name: str
    alert_kind: AlertList


@dataclass(frozen=True, slots=True)
class GlobalSearch:
    """One search; each kind is read when it is asked for."""

    subject: Subject
    text: str

    async def people(self) -> list[FoundPerson]:
        """Return people whose address contains the text, those with the most open detections first."""
        async with reading() as connection:
            rows = await repository.fetch_people(connection, self.subject.account_id, containing(self.text))
        return [FoundPerson(row["id"], row["name"]) for row in rows]

    async def devices(self) -> list[FoundDevice]:
        """Return infected devices whose computer name contains the text, the newest first."""
        async with reading() as connection:
            rows = await repository.fetch_devices(connection, self.subject.account_id, containing(self.text))
        return [FoundDevice(row["id"], row["name"], row["user_name"]) for row in rows]

    async def leaks(self) -> list[FoundLeak]:
        """Return leaks with detections whose name or title contains the text and which the subject may see, the newest first."""
        async with reading() as connection:
            found = await find_leaks(
                connection,
                self.subject.account_id,
                self.subject.user_id,
                containing(self.text),
                MOST,
                for_domains=may_see_for_domains(self.subject),
            )
        return [FoundLeak(leak.name, leak.title) for leak in found]

    async def sites(self) -> list[FoundSite]:
        """Return hosts and apps that contain the text, those with the most detections first."""
        async with reading() as connection:
            rows = await repository.fetch_sites(connection, self.subject.account_id, containing(self.text))
        return [FoundSite(row["name"], AlertList.PORTALS if row["is_own"] else AlertList.WORKFORCE) for row in rows]

    async def malware(self) -> list[str]:
        """Return names of malware that contain the text."""
        async with reading() as connection:
            keys = await repository.fetch_malware(connection, self.subject.account_id)
        names = sorted(name for key in keys if (name := family_name(key)) is not None)
        return [name for name in names if self.text.lower() in name.lower()][:MOST]

    async def countries(self) -> list[str]:
        """Return the codes of all countries with infected devices."""
        async with reading() as connection:
            return await repository.fetch_countries(connection, self.subject.account_id)


def search(subject: Subject, text: str) -> GlobalSearch:
    """Return the search of a subject for a text; the empty text is in every name.

    Raises:
        ForbiddenError: the subject may not read.
        ValidationError: the text is too long or contains U+0000.
    """
    subject.require(Permission.READ)
    try:
        fit = fit_text(text.strip())
    except UnfitValueError as error:
        raise ValidationError({"text": [error.sentence]}) from None
    if len(text) > LONGEST_TEXT:
        raise ValidationError({"text": [say("The text must have at most {most} characters.", most=LONGEST_TEXT)]})
    return GlobalSearch(subject, str(fit or ""))
