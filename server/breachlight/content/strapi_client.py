"""Documents of a Strapi 5: requested with its token, validated like our own, and cached for outages.

Only our own five questions go there, whatever a client asks; its answers leave as values of our own types. So neither the
token, nor an error, nor a field that we do not know passes through.
"""

import asyncio
import contextlib
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import httpx
import structlog
from pydantic import BaseModel, ValidationError

from breachlight.content.documents import UPLOADS_OF, Document, Locale, Locales, PublicationStatus
from breachlight.kit import json, tracing
from breachlight.kit.errors import UnavailableError
from breachlight.kit.spans import Kind as SpanKind

ANSWER_SECONDS: Final = 15.0
"""How long an answer may take: the specification's own request time-out."""

_SECONDS_WITH_LAST_GOOD: Final = 5.0
_SECONDS_OF_A_PAGE: Final = 2.0
_FRESH_SECONDS: Final = 10.0
_SECONDS_BETWEEN_WARNINGS: Final = 60.0
_LARGEST_ANSWER: Final = 4_000_000
_KEPT_ANSWERS: Final = 256
_LIMITS: Final = httpx.Limits(max_connections=10, max_keepalive_connections=5)
_LOCALE: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_OURS_ALONE: Final = frozenset({"id", "locale"})

Kind = TypeVar("Kind", bound=Document)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Question:
    """Which document; all languages where there is none."""

    kind: type[Document] | None
    status: PublicationStatus = PublicationStatus.PUBLISHED
    locale: str | None = None

    @property
    def field(self) -> str:
        if self.kind is None:
            return "i18NLocales"
        name = self.kind.type_name
        return name[:1].lower() + name[1:]

    @property
    def text(self) -> str:
        if self.kind is None:
            return f"query {{ {self.field} {_selection(Locale)} }}"
        return (
            "query ($status: PublicationStatus, $locale: I18NLocaleCode) "
            f"{{ {self.field}(status: $status, locale: $locale) {_selection(self.kind)} }}"
        )

    @property
    def variables(self) -> dict[str, str]:
        if self.kind is None:
            return {}
        return {"status": self.status.value} | ({} if self.locale is None else {"locale": self.locale})


@dataclass(frozen=True)
class _Answer:
    value: BaseModel
    at: float


class _NoAnswerError(Exception):
    """The service didn't give a valid answer; the message says what happened, without the service's text."""


def _selection(model: type[BaseModel]) -> str:
    """Return the fields of a model as GraphQL selects them."""
    parts: list[str] = []
    for name, field in model.model_fields.items():
        if name in _OURS_ALONE:
            continue
        inner = next((kind for kind in _types_in(field.annotation) if issubclass(kind, BaseModel)), None)
        parts.append(f"{field.alias or name} {_selection(inner)}" if inner else field.alias or name)
    return "{ " + " ".join(parts) + " }"


def _types_in(annotation: Any) -> list[type]:
    if isinstance(annotation, type) and not getattr(annotation, "__args__", None):
        return [annotation]
    return [kind for part in getattr(annotation, "__args__", ()) for kind in _types_in(part)]


class ForwardedContent:
    """The content service of a Strapi.

    ``base`` is its address without a slash at the end, ``graphql_url`` where it answers GraphQL.
    """

    is_current_at_hand: Final = False

    def __init__(self, base: str, graphql_url: str, token: str | None) -> None:
        self._base = base
        self._graphql_url = graphql_url
        self._authorization = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = httpx.AsyncClient(limits=_LIMITS, timeout=ANSWER_SECONDS, follow_redirects=False)
        self._good: OrderedDict[_Question, _Answer] = OrderedDict()
        self._running: dict[_Question, asyncio.Task[BaseModel | None]] = {}
        self._warned_at: dict[str, float] = {}

    async def aclose(self) -> None:
        """Stop asking and close the connections."""
        for task in list(self._running.values()):
            task.cancel()
        await self._client.aclose()

    async def locales(self, *, at_hand: bool = False) -> tuple[Locale, ...]:
        """Return the languages that are offered; raises as ``find``."""
        found = await self._get(_Question(None), at_hand=at_hand)
        return found.locales if isinstance(found, Locales) else ()

    async def find(
        self, kind: type[Kind], status: PublicationStatus, locale: str | None, *, at_hand: bool = False
    ) -> Kind | None:
        """Return a document; see ``ContentService``.

        Raises:
            UnavailableError: the service does not answer, and has not answered this before.
        """
        if locale is not None and _LOCALE.fullmatch(locale) is None:
            return None
        found = await self._get(_Question(kind, status, locale), at_hand=at_hand)
        return found if isinstance(found, kind) else None

    @contextlib.asynccontextmanager
    async def picture(self, name: str) -> AsyncIterator[httpx.Response]:
        """Open one of the service's pictures, an httpx response whose body is not read yet; the token stays here."""
        async with self._client.stream("GET", f"{self._base}/uploads/{name}") as answer:
            yield answer

    async def _get(self, question: _Question, *, at_hand: bool) -> BaseModel | None:
        known = self._good.get(question)
        if at_hand and known is not None and question.status is PublicationStatus.PUBLISHED:
            if time.monotonic() - known.at > _FRESH_SECONDS:
                self._start(question)
            return known.value
        longest = _SECONDS_WITH_LAST_GOOD if known else _SECONDS_OF_A_PAGE if at_hand else ANSWER_SECONDS + 1
        try:
            return await asyncio.wait_for(asyncio.shield(self._start(question)), longest)
        except TimeoutError:
            self._warn(f"it takes longer than {longest:.0f} seconds", question)
        except _NoAnswerError as error:
            self._warn(str(error), question)
        if known is None:
            raise UnavailableError
        return known.value

    def _start(self, question: _Question) -> asyncio.Task[BaseModel | None]:
        """Return the task that asks; questions of many clients at once are one question there."""
        running = self._running.get(question)
        if running is not None:
            return running
        task = asyncio.create_task(self._ask(question))
        self._running[question] = task

        def end(ended: asyncio.Task[BaseModel | None]) -> None:
            self._running.pop(question, None)
            if not ended.cancelled() and (fault := ended.exception()) is not None:
                self._warn(str(fault), question)

        task.add_done_callback(end)
        return task

    async def _ask(self, question: _Question) -> BaseModel | None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                with tracing.span(f"content {question.field}", SpanKind.CLIENT):
                    found = _read(question, await self._post(question), self._base)
        except TimeoutError:
            raise _NoAnswerError("it did not respond within 15 seconds") from None
        except httpx.HTTPError as error:
            raise _NoAnswerError(f"it cannot be reached ({type(error).__name__})") from None
        if found is None:
            self._good.pop(question, None)
            return None
        self._good[question] = _Answer(found, time.monotonic())
        self._good.move_to_end(question)
        while len(self._good) > _KEPT_ANSWERS:
            self._good.popitem(last=False)
        self._warned_at.pop(question.field, None)
        return found

    async def _post(self, question: _Question) -> object:
        body = json.encode({"query": question.text, "variables": question.variables})
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            **tracing.headers(),
            **self._authorization,
        }
        content = bytearray()
        async with self._client.stream("POST", self._graphql_url, content=body, headers=headers) as answer:
            if answer.status_code != 200:
                raise _NoAnswerError(f"it returned status {answer.status_code}; check CONTENT_URL and CONTENT_TOKEN")
            async for piece in answer.aiter_bytes():
                content += piece
                if len(content) > _LARGEST_ANSWER:
                    raise _NoAnswerError("its response is too large")
        try:
            return json.decode(bytes(content))
        except json.JSONDecodeError:
            raise _NoAnswerError("its response is not JSON") from None

    def _warn(self, reason: str, question: _Question) -> None:
        now = time.monotonic()
        if now - self._warned_at.get(question.field, float("-inf")) < _SECONDS_BETWEEN_WARNINGS:
            return
        self._warned_at[question.field] = now
        _log.warning(
            "the content service returned no usable response",
            reason=reason,
            question=question.field,
            shown="the last valid version" if question in self._good else "nothing",
        )


def _read(question: _Question, answer: object, base: str) -> BaseModel | None:
    """Return the document of an answer, None if there is none in that language."""
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(answer, dict) or answer.get("errors") or not isinstance(data, dict) or question.field not in data:
        raise _NoAnswerError("it returned an error; check its log and whether the token may read the content")
    given = data[question.field]
    if given is None:
        return None
    model: type[BaseModel] = question.kind or Locales
    shaped = {"locales": given} if question.kind is None else given
    try:
        found = model.model_validate(shaped, context={UPLOADS_OF: base})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise _NoAnswerError(f"its {question.field} has an invalid {place} ({first['type']})") from None
    return found.model_copy(update={"locale": question.locale or ""}) if question.kind else found
