"""Content in the console: drafts, publishing, history, and what visitors see of them."""

import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from operators import make_operator, recorded

from breachlight.config import SHIPPED_CONTENT, Settings, get_settings
from breachlight.content.documents import KINDS
from breachlight.site.edited_content import edited_content

SignIn = Callable[..., Awaitable[Caller]]
BY = "orla@operators.example"
LIST = """{ console { content { serviceAddress
  documents { id name locale language isEdited hasDraft isOutdated changedAt changedBy } } } }"""
SHOW = """query ($name: ConsoleContentName!, $locale: String!) { console { contentDocument(name: $name, locale: $locale) {
  version content published shipped isEdited hasDraft isOutdated changedBy
  fields { path kind maximum isRequired choices } versions { id isShipped publishedAt publishedBy } } } }"""
MUTATION = """mutation ($name: ConsoleContentName!, $locale: String!, $version: String! %(declared)s) {
  result: %(field)s(name: $name, locale: $locale, version: $version %(passed)s) { __typename
  ... on MessageSuccess { message } ... on Problem { message code }
  ... on ValidationProblem { fieldErrors { field messages } } } }"""
SEEN = """query ($locale: I18NLocaleCode!, $status: PublicationStatus!) {
  termsOfUse(status: $status, locale: $locale) { locale Content }
  homepage(status: $status, locale: $locale) { hero { heading } faq { questions { id question } } } }"""
TERMS = {"name": "TERMS_OF_USE", "locale": "de"}
HOSTILE = "<script>run()</script> [a](javascript:run()) ![b](https://evil.example/x.png)"


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, BY)


async def shown(caller: Caller, name: str, locale: str = "en") -> dict[str, Any]:
    answer = await caller.graphql(SHOW, {"name": name, "locale": locale})
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["console"]["contentDocument"]
    return found


async def entry(caller: Caller, identifier: str) -> dict[str, Any]:
    answer = await caller.graphql(LIST)
    assert "errors" not in answer, answer
    [found] = [one for one in answer["data"]["console"]["content"]["documents"] if one["id"] == identifier]
    return dict(found)


async def act(caller: Caller, field: str, of: dict[str, str], **given: str) -> dict[str, Any]:
    """Run a mutation, on what is shown now if no version is given."""
    version = given.pop("version", None) or (await shown(caller, of["name"], of["locale"]))["version"]
    types = {"content": "String!", "id": "ID!"}
    declared = "".join(f", ${name}: {types[name]}" for name in given)
    passed = "".join(f", {name}: ${name}" for name in given)
    query = MUTATION % {"field": field, "declared": declared, "passed": passed}
    answer = await caller.graphql(query, {**of, "version": version, **given})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["result"]
    return result


async def save(caller: Caller, of: dict[str, str], content: object, **given: str) -> dict[str, Any]:
    return await act(caller, "consoleSaveContentDraft", of, content=json.dumps(content), **given)


async def done(caller: Caller, field: str, of: dict[str, str], **given: str) -> None:
    assert (await act(caller, field, of, **given))["__typename"] == "MessageSuccess"


async def seen(http: httpx.AsyncClient, locale: str, status: str = "PUBLISHED") -> dict[str, Any]:
    body = {"query": SEEN, "variables": {"locale": locale, "status": status}}
    data: dict[str, Any] = (await http.post("/content/graphql", json=body)).json()["data"]
    return data


async def test_every_document_is_listed_in_every_language(operator: Caller) -> None:
    answer = await operator.graphql(LIST)
    content = answer["data"]["console"]["content"]
    assert content["serviceAddress"] is None
    locales = ["en", "de", "fr", "es", "ja", "ar"]
    names = [kind.document_id for kind in KINDS] + ["playbooks", "malware"]
    assert [one["id"] for one in content["documents"]] == [f"{name}/{locale}" for name in names for locale in locales]
    assert not any(one["isEdited"] or one["hasDraft"] or one["isOutdated"] for one in content["documents"])


@pytest.mark.parametrize("name", ["HOMEPAGE", "FOOTER", "TERMS_OF_USE", "PRIVACY_POLICY", "PLAYBOOKS", "MALWARE"])
async def test_each_document_has_a_field_for_each_text_and_can_be_saved_as_it_is(operator: Caller, name: str) -> None:
    def paths(value: Any, parent: str = "") -> set[str]:
        if isinstance(value, dict):
            return set().union(*(paths(item, f"{parent}.{key}".lstrip(".")) for key, item in value.items()))
        if isinstance(value, list):
            return {parent}.union(*(paths(item, f"{parent}.*") for item in value))
        return {parent}

    document = await shown(operator, name)
    assert document["content"] == document["published"] == document["shipped"]
    assert paths(json.loads(document["content"])) <= {field["path"] for field in document["fields"]}
    of = {"name": name, "locale": "en"}
    assert (await save(operator, of, json.loads(document["content"])))["__typename"] == "MessageSuccess"
    after = await shown(operator, name)
    assert json.loads(after["content"]) == json.loads(document["content"])


async def test_visitors_see_an_edit_once_it_is_published_and_the_shipped_text_after_a_revert(
    operator: Caller, http: httpx.AsyncClient
) -> None:
    shipped = (await seen(http, "de"))["termsOfUse"]["Content"]
    await done(operator, "consoleSaveContentDraft", TERMS, content=json.dumps({"Content": "# Neu"}))
    for status in ("PUBLISHED", "DRAFT"):
        assert (await seen(http, "de", status))["termsOfUse"]["Content"] == shipped
    draft = await entry(operator, "terms-of-use/de")
    assert (draft["hasDraft"], draft["isEdited"], draft["changedBy"]) == (True, False, BY)
    await done(operator, "consolePublishContent", TERMS)
    assert (await seen(http, "de"))["termsOfUse"] == {"locale": "de", "Content": "# Neu"}
    assert (await seen(http, "en"))["termsOfUse"]["Content"] != "# Neu"
    published = await shown(operator, "TERMS_OF_USE", "de")
    assert (published["hasDraft"], published["isEdited"]) == (False, True)
    await done(operator, "consoleRevertContent", TERMS)
    assert (await seen(http, "de"))["termsOfUse"]["Content"] == shipped
    assert (await shown(operator, "TERMS_OF_USE", "de"))["isEdited"] is False


async def test_lists_and_the_server_rendered_homepage_follow_an_edit(operator: Caller, http: httpx.AsyncClient) -> None:
    of = {"name": "HOMEPAGE", "locale": "en"}
    content = json.loads((await shown(operator, "HOMEPAGE"))["content"])
    content["hero"]["heading"] = "Logins & <b>leaks</b>"
    content["faq"]["questions"] = [{"question": "One?", "answer": "Yes."}, {"question": "Two?", "answer": "Yes."}]
    await done(operator, "consoleSaveContentDraft", of, content=json.dumps(content))
    await done(operator, "consolePublishContent", of)
    homepage = (await seen(http, "en"))["homepage"]
    assert homepage["hero"]["heading"] == "Logins & <b>leaks</b>"
    assert [one["question"] for one in homepage["faq"]["questions"]] == ["One?", "Two?"]
    page = (await http.get("/")).text
    assert "Logins &amp; &lt;b&gt;leaks&lt;/b&gt;" in page
    assert "<b>leaks" not in page


async def test_another_process_serves_an_edit_and_a_start_finds_it(
    operator: Caller, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await connection.execute(
        """INSERT INTO content_versions (document, locale, content, shipped_digest, published_at, published_by)
        VALUES ('terms-of-use', 'de', '{"Content": "Anderswo"}', '', now(), 'other')"""
    )
    async with edited_content():
        assert (await seen(http, "de"))["termsOfUse"]["Content"] == "Anderswo"


async def test_an_edit_that_this_release_cannot_read_gives_way_to_the_shipped_text(
    operator: Caller, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    await connection.execute(
        """INSERT INTO content_versions (document, locale, content, shipped_digest, published_at, published_by)
        VALUES ('terms-of-use', 'de', '{"Gone": "Anderswo"}', '', now(), 'other')"""
    )
    async with edited_content():
        assert "Gone" not in (await seen(http, "de"))["termsOfUse"]["Content"]


async def test_history_has_who_and_when_and_an_old_version_becomes_the_draft(
    operator: Caller, http: httpx.AsyncClient, connection: asyncpg.Connection
) -> None:
    for text in ("One", "Two"):
        await done(operator, "consoleSaveContentDraft", TERMS, content=json.dumps({"Content": text}))
        await done(operator, "consolePublishContent", TERMS)
    versions = (await shown(operator, "TERMS_OF_USE", "de"))["versions"]
    assert [(one["publishedBy"], one["isShipped"]) for one in versions] == [(BY, False), (BY, False)]
    await done(operator, "consoleRestoreContent", TERMS, id=versions[1]["id"])
    assert json.loads((await shown(operator, "TERMS_OF_USE", "de"))["content"]) == {"Content": "One"}
    assert (await seen(http, "de"))["termsOfUse"]["Content"] == "Two"
    await done(operator, "consoleDiscardContentDraft", TERMS)
    assert json.loads((await shown(operator, "TERMS_OF_USE", "de"))["content"]) == {"Content": "Two"}
    for unknown in ("999999", "x", "9" * 30):
        assert (await act(operator, "consoleRestoreContent", TERMS, id=unknown))["__typename"] == "NotFoundProblem"
    kinds = ("content_draft_saved", "content_published", "content_restored", "content_draft_discarded")
    assert [len(await recorded(connection, kind)) for kind in kinds] == [2, 2, 1, 1]
    by, detail = (await recorded(connection, "content_published"))[1]
    assert by == BY
    assert json.loads(detail)["version_before"] == int(versions[1]["id"])
    assert "Two" not in detail


async def test_a_change_of_another_operator_is_not_overwritten(operator: Caller, sign_in: SignIn) -> None:
    other = await make_operator(sign_in, "omar@operators.example")
    version = (await shown(operator, "TERMS_OF_USE", "de"))["version"]
    assert (await save(other, TERMS, {"Content": "Theirs"}))["__typename"] == "MessageSuccess"
    for refused in (
        await save(operator, TERMS, {"Content": "Ours"}, version=version),
        await act(operator, "consolePublishContent", TERMS, version=version),
        await act(operator, "consoleRevertContent", TERMS, version=version),
        await act(operator, "consoleDiscardContentDraft", TERMS, version=version),
    ):
        assert "changed meanwhile" in refused["message"]
    assert json.loads((await shown(operator, "TERMS_OF_USE", "de"))["content"]) == {"Content": "Theirs"}


async def test_without_a_draft_there_is_nothing_to_publish(operator: Caller) -> None:
    assert (await act(operator, "consolePublishContent", TERMS))["message"] == "There is no draft to publish."


async def test_the_editor_says_that_the_shipped_text_changed(
    operator: Caller, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "documents"
    shutil.copytree(SHIPPED_CONTENT, folder)
    monkeypatch.setenv("BREACHLIGHT_CONTENT_FOLDER", str(folder))
    get_settings.cache_clear()
    await done(operator, "consoleSaveContentDraft", TERMS, content=json.dumps({"Content": "Neu"}))
    await done(operator, "consolePublishContent", TERMS)
    assert (await shown(operator, "TERMS_OF_USE", "de"))["isOutdated"] is False
    (folder / "de" / "terms-of-use.md").write_text("Of the next release", "utf-8")
    after = await shown(operator, "TERMS_OF_USE", "de")
    assert (after["isOutdated"], json.loads(after["shipped"])) == (True, {"Content": "Of the next release"})
    await done(operator, "consoleSaveContentDraft", TERMS, content=after["published"])
    assert (await shown(operator, "TERMS_OF_USE", "de"))["isOutdated"] is False


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("HOMEPAGE", "hero.heading", ""),
        ("HOMEPAGE", "hero.heading", "x" * 301),
        ("HOMEPAGE", "media.links.0.linkUrl", "javascript:alert(1)"),
        ("HOMEPAGE", "media.links.0.linkUrl", "//evil.example"),
        ("HOMEPAGE", "media.logo.url", "https://evil.example/pixel.png"),
        ("HOMEPAGE", "media.logo.url", "/content/media/../../etc/passwd"),
        ("HOMEPAGE", "headline.infoBoxes.0.icon", "skull"),
        ("HOMEPAGE", "media.logo.width", 0),
        ("HOMEPAGE", "hero.more", "x"),
        ("FOOTER", "links.0.linkURL", "data:text/html,x"),
        ("TERMS_OF_USE", "Content", "x" * 200_001),
        ("PLAYBOOKS", "inform_users.title", "x" * 301),
        ("MALWARE", "redline.body", ""),
    ],
)
async def test_an_invalid_field_is_named_and_nothing_is_saved(
    operator: Caller, name: str, path: str, value: object
) -> None:
    content = json.loads((await shown(operator, name))["content"])
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    parent = content
    for part in parents:
        parent = parent[part]
    parent[last] = value
    refused = await save(operator, {"name": name, "locale": "en"}, content)
    assert refused["__typename"] == "ValidationProblem"
    [error] = refused["fieldErrors"]
    assert error["field"].lower() == path.replace("_", "").lower()
    assert error["messages"][0]
    assert (await shown(operator, name))["hasDraft"] is False


@pytest.mark.parametrize("content", ["{", "[" * 5_000, '"\\ud800"', "null", "[]", "7", '{"Content": ["x"]}'])
async def test_what_is_no_document_is_refused(operator: Caller, content: str) -> None:
    refused = await act(operator, "consoleSaveContentDraft", TERMS, content=content)
    assert refused["__typename"] == "ValidationProblem"


async def test_hostile_markdown_reaches_pages_as_text_only(operator: Caller, http: httpx.AsyncClient) -> None:
    await done(operator, "consoleSaveContentDraft", TERMS, content=json.dumps({"Content": HOSTILE + "\x00\x1b"}))
    await done(operator, "consolePublishContent", TERMS)
    # The client renders Markdown without HTML (hostile-inputs A33); the answer is JSON.
    assert (await seen(http, "de"))["termsOfUse"]["Content"] == HOSTILE


@pytest.mark.parametrize("locale", ["xx", "", "../en", "media"])
async def test_a_language_that_is_not_offered_has_no_document(operator: Caller, locale: str) -> None:
    assert await shown(operator, "TERMS_OF_USE", locale) is None
    of = {"name": "TERMS_OF_USE", "locale": locale}
    assert (await save(operator, of, {"Content": "x"}, version="0.0"))["__typename"] == "NotFoundProblem"


async def test_pages_of_a_content_service_are_edited_there(operator: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTENT_URL", "https://cms.example/graphql")
    get_settings.cache_clear()
    answer = await operator.graphql(LIST)
    assert answer["data"]["console"]["content"]["serviceAddress"] == "https://cms.example"
    refused = await save(operator, TERMS, {"Content": "x"})
    assert "content service" in refused["message"]
    playbooks = {"name": "PLAYBOOKS", "locale": "en"}
    steps = json.loads((await shown(operator, "PLAYBOOKS"))["content"])
    assert (await save(operator, playbooks, steps))["__typename"] == "MessageSuccess"
