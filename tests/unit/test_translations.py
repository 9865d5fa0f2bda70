"""Emails and public documents in every language: none missing, none left in English, nothing lost on the way."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from babel.core import Locale
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
MAILS = ROOT / "server" / "breachlight" / "mail" / "locales"
SERVER_MESSAGES = ROOT / "server" / "breachlight" / "kit" / "messages"
CONTENT = ROOT / "server" / "content"
CLIENT = ROOT / "client" / "src" / "i18n" / "locales"
LANGUAGES = sorted(folder.name for folder in CLIENT.iterdir())
OTHERS = [language for language in LANGUAGES if language != "en"]
# What is rightly the same as in English, with the reason.
SAME: dict[str, dict[str, dict[str, str]]] = json.loads((Path(__file__).parent / "same_as_english.json").read_text())
# What an editor writes for machines: addresses, sizes, names of icons.
FOR_MACHINES = {"url", "width", "height", "icon", "linkURL", "linkUrl"}
# Names of people and of the product are transcribed or not, as the language does it.
PRODUCT = "Breachlight"
AS_THE_LANGUAGE_DOES = {"name", "copyrightText"}
PLURAL_FORMS = {"zero", "one", "two", "few", "many", "other"}


def flat(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text with the way to it."""
    if isinstance(node, dict):
        for name, inner in node.items():
            yield from flat(inner, f"{place}.{name}" if place else str(name))
    elif isinstance(node, list):
        for position, inner in enumerate(node):
            yield from flat(inner, f"{place}.{position}")
    else:
        yield place, str(node)


def mails(language: str) -> dict[str, str]:
    """Return the texts of all emails; of a text with plural forms only the one that every language has."""
    texts = dict(flat(json.loads((MAILS / f"{language}.json").read_text(encoding="utf-8"))))
    return {place: text for place, text in texts.items() if place.rpartition(".")[2] not in PLURAL_FORMS - {"other"}}


def plurals(language: str) -> dict[str, dict[str, str]]:
    """Return the forms of each email text that depends on a number."""
    found: dict[str, dict[str, str]] = {}
    for place, text in flat(json.loads((MAILS / f"{language}.json").read_text(encoding="utf-8"))):
        base, _, form = place.rpartition(".")
        if form in PLURAL_FORMS and not base.endswith("topics"):
            found.setdefault(base, {})[form] = text
    return found


def document(language: str, name: str) -> dict[str, str]:
    texts = dict(flat(yaml.safe_load((CONTENT / language / name).read_text(encoding="utf-8"))))
    return {place: text for place, text in texts.items() if place.rpartition(".")[2] not in FOR_MACHINES}


def gaps(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def headings(text: str) -> list[int]:
    return [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]


def test_client_emails_and_documents_have_the_same_languages() -> None:
    assert len(LANGUAGES) > 1
    assert sorted(file.stem for file in MAILS.glob("*.json")) == LANGUAGES
    assert sorted(folder.name for folder in CONTENT.iterdir() if (folder / "homepage.yaml").exists()) == LANGUAGES
    offered = yaml.safe_load((CONTENT / "locales.yaml").read_text(encoding="utf-8"))
    assert sorted(locale["code"] for locale in offered) == LANGUAGES


@pytest.mark.parametrize("language", OTHERS)
def test_the_emails_say_what_english_says_in_their_own_words(language: str) -> None:
    english, texts = mails("en"), mails(language)
    assert texts.keys() == english.keys()
    assert [place for place, text in texts.items() if not text.strip()] == []
    assert [place for place, text in texts.items() if gaps(text) != gaps(english[place])] == []
    assert sorted(place for place, text in texts.items() if text == english[place]) == sorted(SAME["mails"][language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_emails_have_the_plural_forms_of_their_language(language: str) -> None:
    forms = plurals(language)
    assert forms.keys() == plurals("en").keys()
    assert forms
    for place, texts in forms.items():
        assert texts.keys() == Locale.parse(language).plural_form.tags | {"other"}, place
        assert {tuple(gaps(text)) for text in texts.values()} == {tuple(gaps(mails("en")[f"{place}.other"]))}, place


@pytest.mark.parametrize("name", ["homepage.yaml", "footer.yaml"])
@pytest.mark.parametrize("language", OTHERS)
def test_the_public_pages_are_whole_in_every_language(language: str, name: str) -> None:
    english, texts = document("en", name), document(language, name)
    assert texts.keys() == english.keys()
    # A picture that only decorates has no text to it, in any language.
    assert [place for place, text in texts.items() if bool(text.strip()) != bool(english[place].strip())] == []
    same = {place for place, text in texts.items() if text and text == english[place]}
    known = {place for place in same if place.rpartition(".")[2] in AS_THE_LANGUAGE_DOES or texts[place] == PRODUCT}
    assert {f"{name}:{place}" for place in same - known} == {
        entry for entry in SAME["documents"][language] if entry.startswith(name)
    }


@pytest.mark.parametrize("name", ["terms-of-use.md", "privacy-policy.md"])
@pytest.mark.parametrize("language", OTHERS)
def test_the_legal_texts_have_every_section_in_every_language(language: str, name: str) -> None:
    english, text = ((CONTENT / code / name).read_text(encoding="utf-8") for code in ("en", language))
    assert headings(text) == headings(english)
    assert len(headings(english)) > 3
    paragraphs = {line for line in english.splitlines() if len(line) > 30}
    assert [line for line in text.splitlines() if line in paragraphs] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_client_and_server_both_say_has_one_translation(language: str) -> None:
    english, texts = (
        {
            name: text
            for file in (CLIENT / code).glob("*.json")
            for name, text in flat(json.loads(file.read_text("utf-8")), file.stem)
        }
        for code in ("en", language)
    )
    with (SERVER_MESSAGES / f"{language}.po").open("rb") as catalogue:
        messages = {message.id: message.string for message in read_po(catalogue) if message.id}
    shared = [name for name, text in english.items() if text in messages]
    assert "help.support.consentMissing" in shared
    assert {name: texts[name] for name in shared} == {name: messages[english[name]] for name in shared}
