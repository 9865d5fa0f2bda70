"""The language of an answer: the client's, else the site's, else English."""

from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from breachlight.kit.exchange import Header, exchange_of
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE, LANGUAGES
from breachlight.kit.messages.sentences import Sentence
from breachlight.kit.negotiation import weighted
from breachlight.kit.request_headers import headers_of

_VARY: Final = (b"vary", b"Accept-Language")


@dataclass
class _Answer:
    language: str
    has_spoken: bool = False

    def headers(self) -> list[Header]:
        """What holds no sentence is in no language, but another request may have got one."""
        return [_VARY, (b"content-language", self.language.encode("ascii"))] if self.has_spoken else [_VARY]


_answer: ContextVar[_Answer | None] = ContextVar("answer", default=None)


def chosen_language(accepted: str) -> str | None:
    """Return the one of our languages that ``Accept-Language`` likes best, or None if it names none of them.

    Regions are not looked at, except that one of them may refuse its language no more than itself (RFC 4647 section 3.4,
    look-up). ``*`` names no language.
    """
    liked: dict[str, float] = {}
    for choice, weight in weighted(accepted):
        language = choice.partition("-")[0]
        if language in LANGUAGES:
            liked[language] = max(liked.get(language, 0.0), weight)
    # The first of equals wins: ``max`` keeps the order.
    best = max(liked, key=lambda language: liked[language], default=None)
    return best if best is not None and liked[best] > 0 else None


def speak(sentence: Sentence) -> str:
    """Print a sentence in the language of the answer that is being given; in English where there is none."""
    answer = _answer.get()
    if answer is None:
        return str(sentence)
    answer.has_spoken = True
    return sentence.in_language(answer.language)


def language_of_answer() -> str:
    """Return the language of the answer that is being given; English where there is none."""
    answer = _answer.get()
    if answer is None:
        return DEFAULT_LANGUAGE
    answer.has_spoken = True
    return answer.language


def prefer(accepted: str) -> None:
    """Take a wish, in the form of ``Accept-Language``, that came later than the headers: that of a socket's first message."""
    answer, language = _answer.get(), chosen_language(accepted)
    if answer is not None and language is not None:
        answer.language = language


class AnswerLanguage:
    """Pure ASGI middleware that settles the language of what is answered under some paths, and says so in the headers.

    ``site_language`` is asked for where the client names no language that there is.
    """

    def __init__(self, app: ASGIApp, *, paths: Sequence[str], site_language: Callable[[], Awaitable[str]]) -> None:
        self._app = app
        self._paths = tuple(paths)
        self._site_language = site_language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in {"http", "websocket"} or not scope["path"].startswith(self._paths):
            await self._app(scope, receive, send)
            return
        wishes = ",".join(headers_of(scope).getlist("accept-language"))
        language = chosen_language(wishes) or chosen_language(await self._site_language()) or DEFAULT_LANGUAGE
        answer = _Answer(language)
        if scope["type"] == "http":
            exchange, send = exchange_of(scope, send)
            exchange.late = answer.headers
        token = _answer.set(answer)
        try:
            await self._app(scope, receive, send)
        finally:
            _answer.reset(token)
