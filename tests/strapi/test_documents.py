"""The same documents from a real Strapi and from the embedded content service: what editors see there is what is shown here."""

from typing import Any

import pytest
from graphql import parse, print_ast
from graphql.utilities import separate_operations

from strapi.conftest import DRAFTED_LOCALE
from strapi.content_documents import DRAFTED, Documents
from strapi.strapi_server import StrapiServer
from strapi.test_schema import OPERATIONS

ROOTS = {"Homepage": "homepage", "Footer": "footer", "TermsOfUse": "terms-of-use", "PrivacyPolicy": "privacy-policy"}
"""The client's operations and the type of document that each asks for."""


def operations() -> dict[str, str]:
    """Return the client's own operations by name, each with its fragments."""
    parsed = parse("\n".join(path.read_text("utf-8") for path in sorted(OPERATIONS.glob("*.graphql"))))
    named = separate_operations(parsed)
    assert set(named) == {*ROOTS, "ContentLocales"}
    return {name: print_ast(document) for name, document in named.items()}


def plain(value: Any) -> Any:
    """Return a document without what each service names in its own way: identifiers and the addresses of images."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key not in {"id", "url", "__typename"}}
    return value


@pytest.mark.spec("S3.22", "S7.27")
@pytest.mark.parametrize("status", ["PUBLISHED", "DRAFT"])
@pytest.mark.parametrize("operation", ROOTS)
def test_strapi_answers_the_clients_questions_with_the_documents(
    operation: str, status: str, strapi: StrapiServer, documents: Documents
) -> None:
    for code, version in documents.versions[ROOTS[operation]].items():
        answer = strapi.ask(operations()[operation], {"status": status, "locale": code})
        assert "errors" not in answer, answer
        (document,) = answer["data"].values()
        assert plain(document) == plain(version.draft if status == "DRAFT" else version.published), code


def test_a_draft_is_seen_by_who_asks_for_drafts_alone(strapi: StrapiServer) -> None:
    variables = {"locale": DRAFTED_LOCALE}
    ask = operations()["Homepage"]
    published = strapi.ask(ask, {**variables, "status": "PUBLISHED"})["data"]["homepage"]
    draft = strapi.ask(ask, {**variables, "status": "DRAFT"})["data"]["homepage"]
    assert draft["hero"]["heading"] == DRAFTED != published["hero"]["heading"]
    questions = [[question["question"] for question in page["faq"]["questions"]] for page in (published, draft)]
    assert questions[0] == questions[1][::-1]
    assert len(questions[0]) > 1


def test_strapi_offers_the_locales_by_their_own_names(strapi: StrapiServer, documents: Documents) -> None:
    answer = strapi.ask(operations()["ContentLocales"])
    assert sorted(plain(answer["data"]["i18NLocales"]), key=str) == sorted(documents.locales, key=str)
    assert len(documents.locales) == 6


def test_the_token_reads_and_does_nothing_else(strapi: StrapiServer) -> None:
    refused = strapi.ask("mutation { deleteFooter { documentId } }")
    assert refused["errors"][0]["extensions"]["code"] == "FORBIDDEN"
    assert strapi.ask("{ footer { copyrightText } }", token="none")["error"]["status"] == 401
    # Strapi's own read-only tokens may read documents, but not which locales there are.
    read_only = strapi.ask("{ footer { copyrightText } i18NLocales { code } }", token=strapi.read_only_token)
    assert read_only["errors"][0]["extensions"]["code"] == "FORBIDDEN"
    assert [error["path"] for error in read_only["errors"]] == [["i18NLocales"]]
    assert strapi.ask("{ footer { copyrightText } }")["data"]["footer"]["copyrightText"]
