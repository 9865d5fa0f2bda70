"""What the pages of leaks say."""

from typing import Final

from breachlight.kit.messages import Sentence, say, say_counted
from breachlight.leaks.models import LeakKind

TEXTS: Final[dict[str, Sentence]] = {
    "heading": say("Known leaks"),
    "intro": say("The leaks that we've processed. Sensitive ones aren't listed."),
    "about": say("Which leaks we've processed: breached sites, dates, sizes and what was leaked."),
    "search_label": say("Name or site"),
    "search": say("Search"),
    "sort": say("Sort by"),
    "by_added": say("Date added"),
    "by_breach": say("Breach date"),
    "pages": say("Pages"),
    "previous": say("Previous page"),
    "next": say("Next page"),
    "none": say("No leaks yet"),
    "no_match": say("No matching leaks"),
    "show_all": say("Show all leaks"),
    "feed": say("RSS feed"),
    "breached": say("Breach date"),
    "added": say("Added"),
    "updated": say("Updated"),
    "records": say("Records"),
    "kind": say("Kind"),
    "data": say("Compromised data"),
    "attribution": say("Source of the entry"),
    "unknown": say("Not known"),
    "no_description": say("The catalogue has no description of this leak."),
    "is_yours": say("Is your login in it?"),
    "is_yours_text": say("Sign up and verify your address. We'll show what leaked and what to do."),
    "sign_up": say("Create account"),
    "missing": say("Leak not found"),
    "missing_text": say("It isn't in the public catalogue."),
}

KINDS: Final = {
    LeakKind.COMBOLIST: say("Combolist"),
    LeakKind.STEALER_LOG: say("Stealer logs"),
    LeakKind.TABLE_DUMP: say("Database dump"),
    LeakKind.MIXED: say("Mixed collection"),
}

UNVERIFIED: Final = say("Unverified")
FABRICATED: Final = say("Likely fabricated")
SPAM_LIST: Final = say("Spam list")
MALWARE: Final = say("Malware")
BUSY: Final = say("Too many requests. Try again in a few minutes.")


def total(count: int) -> Sentence:
    """Return how many leaks there are."""
    return say_counted("{count} leak", "{count} leaks", count)


def page_of(page: int, pages: int) -> Sentence:
    """Return which page of a list this is."""
    return say("Page {page} of {pages}", page=page, pages=pages)
