"""The documents of our own pages, which the build of the client lists by the SHA-256 of their text.

Pages send the digest in place of the text, in the form of Apollo's automatic persisted queries. Nothing is registered at
run time: any client could then fill a cache that all of them share. An unknown digest gets the protocol's own answer, and the page
sends the text.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from breachlight.graphql.context import Context
from breachlight.kit.errors import ProblemError
from breachlight.kit.messages import Sentence, say

MANIFEST: Final = "trusted-documents.json"
"""The name of the list in the built client; its form is that of Apollo's manifests of persisted queries."""

_GRAPHIQL: Final = "graphiql"
_VERSION: Final = 1


class UntrustedDocumentError(ProblemError):
    """A browser session sent another document than those of our pages."""

    code = "DOCUMENT_NOT_TRUSTED"

    def __init__(
        self,
        message: Sentence = say("Reload the page: it belongs to another version. Tools need an API key here."),
    ) -> None:
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class TrustedDocuments:
    """Documents by the SHA-256 of their text, in lower-case hexadecimal digits.

    With ``is_exclusive``, browser sessions may run nothing else, except in GraphiQL if this server ``has_graphiql``.
    """

    by_digest: Mapping[str, str] = field(default_factory=dict)
    is_exclusive: bool = False
    has_graphiql: bool = False

    @classmethod
    def read(cls, path: Path, *, is_exclusive: bool = False, has_graphiql: bool = False) -> Self:
        """Read the list of a built client. Without one there are no trusted documents."""
        try:
            listed = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls({}, is_exclusive, has_graphiql)
        texts = [str(operation["body"]) for operation in listed["operations"]]
        return cls({digest_of(text): text for text in texts}, is_exclusive, has_graphiql)

    def query(self, given: object, extensions: Mapping[str, Any] | None) -> object:
        """Return the text of a request: the one ``given``, or the one whose digest the extensions hold.

        Raises:
            ProblemError: the digest is malformed, unknown, or not that of the text.
        """
        named = (extensions or {}).get("persistedQuery")
        if named is None:
            return given
        digest = named.get("sha256Hash") if isinstance(named, dict) and named.get("version") == _VERSION else None
        if not isinstance(digest, str):
            raise _refused("The extension persistedQuery must hold version 1 and a sha256Hash.")
        if given is None:
            text = self.by_digest.get(digest)
            if text is None:
                # The protocol's own words: a page of another version sends the text next.
                raise _refused("PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND")
            return text
        if isinstance(given, str) and digest_of(given) != digest:
            raise _refused("The sha256Hash is not that of the query.")
        return given

    async def check(self, query: str, context: Context[Any]) -> None:
        """Refuse a document that the caller may not run.

        Raises:
            UntrustedDocumentError: a browser session, or nobody, may run trusted documents only.
            UnauthenticatedError: the token is not valid.
        """
        if (
            not self.is_exclusive
            or digest_of(query) in self.by_digest
            or (self.has_graphiql and context.client == _GRAPHIQL)
        ):
            return
        subject = await context.subject()
        if subject is None or not subject.is_api_key:
            raise UntrustedDocumentError


def _refused(message: str, code: str = "BAD_REQUEST") -> ProblemError:
    return ProblemError(Sentence(message, {}), code)


def digest_of(text: str) -> str:
    """Return the SHA-256 of a document in lower-case hexadecimal digits; lone surrogates count as what JSON made of them."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
