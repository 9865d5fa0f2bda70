"""What happened to the members of an archive, for the report."""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final, Self

from breachlight.leaks.ingest.archives.members import SENTENCES, Address, MemberProblem, shown

_MOST_EXAMPLES: Final = 20
_MOST_DOMAINS: Final = 100_000
_SHOWN_DOMAINS: Final = 20


@dataclass(slots=True)
class MemberTally:
    """Members of one archive, those of nested archives included.

    ``chosen`` are to be read for credentials, ``read`` were, ``encodings`` are those that aren't UTF-8, ``skipped`` hold no credentials, by reason; ``refused`` could not be read, or not to their end; ``examples`` of them have name,
    reason and sentence. Cookies are counted by
    domain, other session files of infected devices by kind.
    """

    chosen: int = 0
    read: int = 0
    machines: int = 0
    encodings: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[str, MemberProblem, str]] = field(default_factory=list)
    cookies: Counter[bytes] = field(default_factory=Counter)
    session_files: Counter[str] = field(default_factory=Counter)
    _seen: set[tuple[int, ...]] = field(default_factory=set)

    def refuse(self, address: Address, problem: MemberProblem, sentence: str | None = None) -> None:
        """Count a member that cannot be read, or not to its end; once, with its first problem, which ``sentence`` details."""
        if address.numbers in self._seen:
            return
        self._seen.add(address.numbers)
        self.refused[problem.value] += 1
        if len(self.examples) < _MOST_EXAMPLES:
            self.examples.append((address.name, problem, sentence or SENTENCES[problem]))

    def add_cookies(self, counts: Counter[bytes]) -> None:
        """Count cookies, by domain as long as there are not too many domains."""
        for domain, number in counts.items():
            known = domain in self.cookies or len(self.cookies) < _MOST_DOMAINS
            self.cookies[domain if known else b"other domains"] += number

    def copy(self) -> Self:
        """Return a tally that counts on from here."""
        return deepcopy(self)

    def problems(self) -> Iterable[str]:
        """Yield a sentence for each of the first members that could not be read."""
        for name, _, sentence in self.examples:
            yield f"{name}: {sentence}" if name else sentence

    def as_dict(self) -> dict[str, object]:
        """Return the tally for JSON."""
        return {
            "read": self.read,
            **({"encodings": dict(sorted(self.encodings.items()))} if self.encodings else {}),
            "skipped": dict(sorted(self.skipped.items())),
            "refused": dict(sorted(self.refused.items())),
            "refused_examples": [
                {"name": name, "reason": problem.value, "message": sentence}
                for name, problem, sentence in self.examples
            ],
            **self.devices_as_dict(),
        }

    def devices_as_dict(self) -> dict[str, object]:
        """Return what was counted of infected devices, for JSON."""
        return {
            "infected_devices": self.machines,
            "session_files": dict(sorted(self.session_files.items())),
            "cookies": self.cookies.total(),
            "cookie_domains": len(self.cookies),
            "cookies_by_domain": {
                shown(domain.decode("utf-8", "replace")): number
                for domain, number in self.cookies.most_common(_SHOWN_DOMAINS)
            },
        }
