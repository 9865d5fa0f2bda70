"""Which steps each kind of evidence needs.

An incident's playbook has the steps of all its evidence, each once and in the order of ``Step``, and is of the strongest kind.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final


class PlaybookKind(StrEnum):
    """Kinds of evidence, the strongest first."""

    STEALER_WITH_COOKIES = "stealer_with_cookies"
    STEALER = "stealer"
    OWN_PORTAL = "own_portal"
    REUSED_PASSWORD = "reused_password"  # noqa: S105 -- a kind of evidence
    READABLE_PASSWORD = "readable_password"  # noqa: S105 -- a kind of evidence
    HASH = "hash"
    INACTIVE_ACCOUNT = "inactive_account"
    ADDRESS_ONLY = "address_only"


class Step(StrEnum):
    """Steps in the order in which they are taken; their texts are documents (``playbooks.texts``)."""

    DISCONNECT_DEVICE = "disconnect_device"
    CLEAN_DEVICE = "clean_device"
    END_SESSIONS = "end_sessions"
    RESET_IN_PORTAL = "reset_in_portal"
    CHANGE_PASSWORDS = "change_passwords"
    CHANGE_REUSED_PASSWORDS = "change_reused_passwords"
    TURN_ON_TWO_FACTOR = "turn_on_two_factor"
    CHECK_FOR_MISUSE = "check_for_misuse"
    INFORM_USERS = "inform_users"
    CONFIRM_INACTIVE = "confirm_inactive"
    REVOKE_ACCESS = "revoke_access"
    WATCH_FOR_PHISHING = "watch_for_phishing"


_AFTER_MALWARE: Final = (
    Step.DISCONNECT_DEVICE,
    Step.CLEAN_DEVICE,
    Step.CHANGE_PASSWORDS,
    Step.TURN_ON_TWO_FACTOR,
    Step.CHECK_FOR_MISUSE,
)

CHECKLISTS: Final[Mapping[PlaybookKind, Collection[Step]]] = {
    PlaybookKind.STEALER_WITH_COOKIES: (*_AFTER_MALWARE, Step.END_SESSIONS),
    PlaybookKind.STEALER: _AFTER_MALWARE,
    PlaybookKind.OWN_PORTAL: (Step.RESET_IN_PORTAL, Step.CHECK_FOR_MISUSE, Step.INFORM_USERS),
    PlaybookKind.REUSED_PASSWORD: (Step.CHANGE_REUSED_PASSWORDS, Step.TURN_ON_TWO_FACTOR),
    PlaybookKind.READABLE_PASSWORD: (Step.CHANGE_PASSWORDS, Step.TURN_ON_TWO_FACTOR, Step.CHECK_FOR_MISUSE),
    PlaybookKind.HASH: (Step.CHANGE_PASSWORDS, Step.TURN_ON_TWO_FACTOR),
    PlaybookKind.INACTIVE_ACCOUNT: (Step.CONFIRM_INACTIVE, Step.REVOKE_ACCESS),
    PlaybookKind.ADDRESS_ONLY: (Step.TURN_ON_TWO_FACTOR, Step.WATCH_FOR_PHISHING),
}
"""The steps of each kind of evidence."""


def strongest(evidence: Collection[PlaybookKind]) -> PlaybookKind:
    """Return the strongest of some kinds of evidence."""
    return next(kind for kind in PlaybookKind if kind in evidence)


def steps_of(evidence: Collection[PlaybookKind]) -> list[Step]:
    """Return the steps of some kinds of evidence in their order, each once."""
    wanted = {step for kind in evidence for step in CHECKLISTS[kind]}
    return [step for step in Step if step in wanted]
