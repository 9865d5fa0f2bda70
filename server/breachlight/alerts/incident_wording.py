"""Title and summary of incidents."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import reduce
from typing import Final

from breachlight.alerts.malware.families import family_name
from breachlight.kit.messages import Sentence, say, say_counted, say_day

HIDDEN_LEAK: Final = say("a sensitive leak")
"""A sensitive leak in titles, for those whom it doesn't concern."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What titles and summaries are made of. ``leak`` is its title, ``person`` and ``site`` belong to one of each."""

    is_device: bool
    has_domain: bool
    detections: int
    people: int
    leak: str = ""
    person: str | None = None
    site: str | None = None
    malware: str | None = None
    computer: str | None = None
    infected_on: date | None = None
    is_readable: bool = False


def title_of(facts: Facts) -> Sentence:
    """Return the title of an incident."""
    if facts.is_device:
        return _device_title(family_name(facts.malware), facts.computer)
    if facts.has_domain:
        return say_counted(
            "{count} customer login in {leak}", "{count} customer logins in {leak}", facts.detections, leak=facts.leak
        )
    if facts.people == 1 and facts.person:
        return say("{person} in {leak}", person=facts.person, leak=facts.leak)
    return say_counted("{count} person in {leak}", "{count} people in {leak}", facts.people, leak=facts.leak)


def summary_of(facts: Facts) -> Sentence:
    """Return what happened, in one to three short sentences."""
    return reduce(lambda first, second: say("{first} {second}", first=first, second=second), _sentences(facts))


class PasswordState(Enum):
    """In what form the password of a detection leaked."""

    READABLE = say("The password is readable.")
    HASHED = say("The password is hashed.")
    NONE = say("No password was leaked.")


def summary_of_detection(facts: Facts, password: PasswordState | None) -> Sentence:
    """Return what happened to one login, in one to three short sentences; nothing about the password if it is None."""
    sentences = [_login_happened(facts)]
    if facts.is_device and facts.infected_on is not None:
        sentences.append(say("The device was infected on {date}.", date=say_day(facts.infected_on)))
    if password is not None:
        sentences.append(password.value)
    return reduce(lambda first, second: say("{first} {second}", first=first, second=second), sentences)


def _login_happened(facts: Facts) -> Sentence:
    if facts.is_device:
        return _happened(facts)
    if facts.person and facts.site:
        return say(
            "The login of {person} for {site} is in {leak}.", person=facts.person, site=facts.site, leak=facts.leak
        )
    if facts.site:
        return say("A login for {site} is in {leak}.", site=facts.site, leak=facts.leak)
    if facts.person:
        return say("{person} is in {leak}.", person=facts.person, leak=facts.leak)
    return say("A login is in {leak}.", leak=facts.leak)


def _sentences(facts: Facts) -> Iterable[Sentence]:
    yield _happened(facts)
    if facts.is_device and facts.infected_on is not None:
        yield say("The device was infected on {date}.", date=say_day(facts.infected_on))
    if facts.is_readable:
        yield say("The password is readable.") if facts.detections == 1 else say("At least one password is readable.")


def _happened(facts: Facts) -> Sentence:
    count = facts.detections
    if facts.is_device:
        cause = title_of(facts)
        if count == 1 and facts.person and facts.site:
            return say(
                "{cause} stole the login of {person} for {site}.", cause=cause, person=facts.person, site=facts.site
            )
        return say_counted("{cause} stole {count} login.", "{cause} stole {count} logins.", count, cause=cause)
    if facts.has_domain:
        return say_counted(
            "{count} login to your sites is in {leak}.",
            "{count} logins to your sites are in {leak}.",
            count,
            leak=facts.leak,
        )
    return say_counted(
        "{count} of your logins is in {leak}.", "{count} of your logins are in {leak}.", count, leak=facts.leak
    )


def _device_title(malware: str | None, computer: str | None) -> Sentence:
    if malware and computer:
        return say("{malware} malware on {device}", malware=malware, device=computer)
    if computer:
        return say("Malware on {device}", device=computer)
    if malware:
        return say("{malware} malware on an unnamed device", malware=malware)
    return say("Malware on an unnamed device")
