"""The check for retired terms: what it finds, what it passes over, and which texts it reads."""

from pathlib import Path

import pytest
from retired_terms import client_texts, find, hits_in, python_texts, read_files


def terms(text: str) -> list[str]:
    return [term for _, term, _ in hits_in(text)]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("A look-back searches past leaks.", "look-back"),
        ("We look back for it.", "look back"),
        ("3 files taken in", "taken in"),
        ("Intake stopped.", "Intake"),
        ("The key is not valid, or not any more.", "not any more"),
        ("Each member is told of it.", "told of"),
        ("An address that somebody has proved", "has proved"),
        ("Prove your first domain", "Prove your first domain"),
        ("Confirm your e-mail", "e-mail"),
        ("The log-in page", "log-in"),
        ("The infected machine", "infected machine"),
        ("A link that is good for seven days", "good for seven days"),
    ],
)
def test_retired_terms_are_found_in_any_case(text: str, term: str) -> None:
    assert terms(text) == [term]


@pytest.mark.parametrize(
    "text",
    [
        "Log in, log out, look at the take-home message.",
        "`breachlight_intake_lines_total` counts lines; ``look_back`` is a table.",
        "See [the page](docs/log-in.md) or https://example.com/intake.",
        "```sh\ncurl /e-mail\n```",
        "query { domains { results { lookBack { isDone } } } }",
        "That proves the point.",
        "Locks are taken in the common order.",
    ],
)
def test_names_and_other_words_are_passed_over(text: str) -> None:
    assert terms(text) == []


def test_a_hit_names_line_and_replacement() -> None:
    assert list(hits_in("One.\nThe intake\nof files")) == [(1, "intake", "ingestion")]


def test_python_is_read_for_docstrings_and_sentences() -> None:
    source = '"""Module."""\n\ndef f() -> None:\n    """Take in."""\n    say("Not any more.")\n    run("SELECT 1 FROM intake")\n'
    assert sorted(text for _, text in python_texts(source, is_test=False)) == ["Not any more.", "Take in."]


def test_python_tests_are_read_for_docstrings_and_names() -> None:
    source = 'def test_a_look_back():\n    """Run it."""\n    assert page.text == "The intake"\n'
    assert [text for _, text in python_texts(source, is_test=True) if text] == ["Run it.", "test a look back"]


def test_the_client_is_read_for_jsdoc_and_titles() -> None:
    source = "/** Tells of it. */\nconst a = 'log-in';\n// A comment.\nit('starts anew', () => {});\n"
    assert list(client_texts(source, is_test=True)) == [(1, " Tells of it. "), (4, "starts anew")]


def test_every_kind_of_text_is_read(tmp_path: Path) -> None:
    for name, text in {
        "README.md": "intake",
        "docs/a.md": "intake",
        "schema.graphql": '"""intake"""\ntype Query { a: Int }',
        "Makefile": "run: ## intake",
        "server/breachlight/a.py": '"""The intake."""',
        "server/breachlight/mail/locales/en.json": '{"a": ["intake"]}',
        "server/breachlight/mail/locales/de.json": '{"a": ["intake"]}',
        "server/content/en/home.yaml": "a: {b: intake}",
        "client/src/i18n/locales/en/app.json": '{"a": {"b": "intake"}}',
        "client/src/a.tsx": "/** The intake. */",
        "client/src/a.generated.ts": "/** The intake. */",
        "tests/test_a.py": "def test_intake(): ...",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert sorted({hit.path for hit in find(tmp_path)}) == [
        "Makefile",
        "README.md",
        "client/src/a.tsx",
        "client/src/i18n/locales/en/app.json",
        "docs/a.md",
        "schema.graphql",
        "server/breachlight/a.py",
        "server/breachlight/mail/locales/en.json",
        "server/content/en/home.yaml",
        "tests/test_a.py",
    ]


def test_the_repository_has_all_that_is_read() -> None:
    names = {path.suffix for path in read_files(Path(__file__).parents[2])}
    assert names >= {".md", ".py", ".json", ".yaml", ".graphql", ".ts", ".tsx", ".html", ""}
