"""Which names an account may add as its domain (hostile-inputs D03)."""

from functools import cache
from pathlib import Path
from typing import Final

from breachlight.kit.addresses import is_public_suffix, mail_domain_key, parent_domains
from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import say

_FREE_MAIL_FILE: Final = Path(__file__).with_name("free_mail_domains.txt")


class UnfitDomainError(UnfitValueError):
    """The name is no domain that a company can hold."""


def domain_key(name: str) -> str:
    """Return the A-label form of a domain that one company can hold.

    Raises:
        UnfitDomainError: no domain name, a public suffix, or a free mail provider's.
    """
    written = name.strip()
    key = mail_domain_key(written)
    if key is None:
        # A suffix by itself has too few labels to be a mail domain, and deserves its own sentence.
        if written and "." not in written and is_public_suffix(written) and mail_domain_key(f"x.{written}"):
            raise UnfitDomainError(_SHARED)
        raise UnfitDomainError(say("Enter a domain such as example.com, without https:// or a path."))
    if is_public_suffix(key):
        raise UnfitDomainError(_SHARED)
    if not _free_mail().isdisjoint(parent_domains(key)):
        raise UnfitDomainError(say("This domain belongs to an email provider, so its addresses belong to many people."))
    return key


_SHARED: Final = say("Names under this domain belong to different owners. Enter your own domain.")


@cache
def _free_mail() -> frozenset[str]:
    return frozenset(_FREE_MAIL_FILE.read_text(encoding="ascii").split())
