"""What the server says to people: every sentence is in every catalogue, and is said as each language has it."""

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import breachlight
from breachlight.kit import json
from breachlight.kit.errors import ThrottledError
from breachlight.kit.messages import say, say_counted
from breachlight.kit.messages.answering import chosen_language
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE, FOLDER, LANGUAGES
from breachlight.kit.negotiation import weighted

SOURCES = Path(breachlight.__file__).parent
TEMPLATES = {"say": 1, "say_counted": 2}
TRANSLATIONS = sorted(LANGUAGES - {DEFAULT_LANGUAGE})
CLIENT_LOCALES = SOURCES.parents[1] / "client" / "src" / "i18n" / "locales"

Key = tuple[str, ...]


def calls() -> Iterator[tuple[str, ast.Call, int]]:
    """Every call that makes a sentence: its place, the call, and how many templates come first."""
    for file in sorted(SOURCES.rglob("*.py")):
        if FOLDER in file.parents:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEMPLATES:
                yield f"{file.relative_to(SOURCES)}:{node.lineno}", node, TEMPLATES[node.func.id]


@cache
def said() -> frozenset[Key]:
    return frozenset(
        tuple(argument.value for argument in call.args[:templates] if isinstance(argument, ast.Constant))
        for _, call, templates in calls()
    )


@cache
def catalogue(language: str) -> dict[Key, Key]:
    with (FOLDER / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language, abort_invalid=True) if message.id]
    return {
        tuple(message.id) if message.pluralizable else (message.id,): tuple(message.string)
        if message.pluralizable
        else (message.string,)
        for message in messages
    }


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_every_sentence_is_a_literal_with_a_value_for_each_of_its_placeholders() -> None:
    assert len(said()) > 200
    for place, call, templates in calls():
        texts = call.args[:templates]
        assert all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts), (
            f"{place}: write the sentence out, with {{names}} for its values, never as an f-string or a variable"
        )
        given = {keyword.arg for keyword in call.keywords}
        wanted = {name for text in texts for name in placeholders(text.value)}
        assert wanted - {"count"} == given - {"count"}, place
        if templates == 1:
            assert len(call.args) == 1, place
            # What a number decides the form of is counted; what only says a bound is not.
            assert "count" not in wanted, f"{place}: use say_counted"


@pytest.mark.spec("B4.10.1", "X15")
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_catalogue_has_every_sentence_and_no_other(language: str) -> None:
    keys = frozenset(catalogue(language))
    assert said() - keys == frozenset(), f"{language}.po lacks these"
    assert keys - said() == frozenset(), f"nothing says these of {language}.po"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_translation_is_whole(language: str) -> None:
    for key, forms in catalogue(language).items():
        assert all(form.strip() == form != "" for form in forms), key
        names = set().union(*map(placeholders, key))
        for form in forms:
            assert placeholders(form) <= names, key
        # A form for exactly one or two may spell the number out; some form shows it.
        assert set().union(*map(placeholders, forms)) == names, key
        assert len(key) > 1 or placeholders(forms[0]) == placeholders(key[0]), key


def test_the_server_speaks_the_languages_of_the_client() -> None:
    assert {folder.name for folder in CLIENT_LOCALES.iterdir()} == LANGUAGES


@pytest.mark.parametrize(
    ("language", "count", "expected"),
    [
        ("en", 0, "0 detections closed."),
        ("en", 1, "1 detection closed."),
        ("en", 1234567, "1,234,567 detections closed."),
        ("de", 1, "1 Fund geschlossen."),
        ("de", 1234567, "1.234.567 Funde geschlossen."),
        ("fr", 0, "0 détection clôturée."),
        ("fr", 2, "2 détections clôturées."),
        ("es", 1, "1 detección cerrada."),
        ("ja", 1, "1件の検知をクローズしました。"),
        ("ar", 0, "تم إغلاق 0 اكتشاف."),
        ("ar", 1, "تم إغلاق اكتشاف واحد."),
        ("ar", 2, "تم إغلاق اكتشافين."),
        ("ar", 3, "تم إغلاق 3 اكتشافات."),
        ("ar", 11, "تم إغلاق 11 اكتشافًا."),
        ("ar", 100, "تم إغلاق 100 اكتشاف."),
        ("xx", 2, "2 detections closed."),
    ],
)
def test_a_number_decides_the_form(language: str, count: int, expected: str) -> None:
    sentence = say_counted("{count} detection closed.", "{count} detections closed.", count)
    assert sentence.in_language(language) == expected


def test_a_sentence_is_english_text_to_everything_else() -> None:
    sentence = say("{domain} is enabled.", domain="acme.example")
    assert sentence == "acme.example is enabled."
    assert f"{sentence}" == str(sentence) == "acme.example is enabled."
    assert json.encode({"message": sentence}) == b'{"message":"acme.example is enabled."}'


def test_values_are_never_read_as_templates() -> None:
    sentence = say("{domain} is enabled.", domain="{0.__class__} {domain} %s")
    assert sentence == "{0.__class__} {domain} %s is enabled."
    assert sentence.in_language("de") == "{0.__class__} {domain} %s ist aktiv."
    assert say("Not {here}.") == "Not {here}."


def test_a_sentence_may_contain_another() -> None:
    outer = say("The body can't be read: {reason}", reason=say("Not found."))
    assert outer == "The body can't be read: Not found."
    assert outer.in_language("de") == "Der Inhalt kann nicht gelesen werden: Nicht gefunden."


def test_evidence_keeps_its_direction_inside_arabic() -> None:
    assert "\u2068acme.example\u2069" in say("{domain} is enabled.", domain="acme.example").in_language("ar")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0, "Too many attempts. Try again in 1 second."),
        (119, "Too many attempts. Try again in 119 seconds."),
        (120, "Too many attempts. Try again in 2 minutes."),
        (121, "Too many attempts. Try again in 3 minutes."),
        (7_200, "Too many attempts. Try again in 2 hours."),
        (86_400, "Too many attempts. Try again in 24 hours."),
    ],
)
def test_a_refusal_says_when_to_try_again_and_never_too_early(seconds: int, expected: str) -> None:
    assert ThrottledError(seconds).message == expected


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", None),
        ("de", "de"),
        ("DE-ch", "de"),
        ("zh-Hans, fr;q=0.3, es;q=0.7", "es"),
        ("de;q=0.5, fr;q=0.5", "de"),
        ("de;q=0, fr;q=0.001", "fr"),
        ("de;q=0", None),
        ("*", None),
        ("*;q=0.5, ja", "ja"),
        ("de;q=nonsense", "de"),
        ("de;q=7, fr", "de"),
        ("../../../etc/passwd, \\x00, ;;;,,, q=1", None),
        ("e" * 5_000 + ", de", None),
        ("de-" * 3_000, "de"),
        ("messages", None),
    ],
)
def test_the_language_that_is_liked_best_is_chosen(accepted: str, language: str | None) -> None:
    assert chosen_language(accepted) == language


def test_weights_stay_between_0_and_1() -> None:
    assert weighted("a;q=0.25, b;q=9, c;Q=.5;x=y, d;q=") == [("a", 0.25), ("b", 1.0), ("c", 0.5), ("d", 1.0)]


def test_a_sentence_is_no_way_to_another_file() -> None:
    # Only the names that were found at the start are ever opened.
    assert say("Not found.").in_language("../keys") == "Not found."
