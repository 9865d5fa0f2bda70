"""The embedded documents: what is asked of them, and what an operator's edit does."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from breachlight.cli import app as command_line

from .conftest import EVERYTHING, HERO, LOCALES

DRAWINGS = Path(__file__).parents[3] / "client" / "public" / "home-icons.svg"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.spec("S1.7", "S1.8", "S1.11", "S3.22")
@pytest.mark.parametrize("locale", LOCALES)
async def test_every_language_has_every_document_whole(ask, locale: str) -> None:
    answer = await ask(EVERYTHING, status="PUBLISHED", locale=locale)
    assert "errors" not in answer
    data = answer["data"]
    assert [item["code"] for item in data["i18NLocales"]] == LOCALES
    assert {data[name]["locale"] for name in ("homepage", "footer", "termsOfUse", "privacyPolicy")} == {locale}
    assert len(data["homepage"]["faq"]["questions"]) >= 6
    assert [box["id"] for box in data["homepage"]["headline"]["infoBoxes"]] == ["1", "2", "3", "4", "5", "6"]
    assert "" not in re.findall(r'"(?:heading|title|text|answer|linkURL|linkUrl|url)": "(.*?)"', json.dumps(data))
    assert [link["linkURL"] for link in data["footer"]["links"]] == [
        "#/legal/terms-of-use", "#/legal/privacy",
    ]  # fmt: skip


async def test_content_may_name_every_icon_that_the_client_draws(ask, documents) -> None:
    drawn = re.findall(r'<symbol id="(\w+)"', DRAWINGS.read_text("utf-8"))
    assert "watch" in drawn
    shown = "watch"
    for icon in drawn:
        edit(documents / "en" / "homepage.yaml", f"icon: {shown}", f"icon: {icon}")
        answer = await ask("{ homepage { headline { infoBoxes { icon } } } }")
        assert answer["data"]["homepage"]["headline"]["infoBoxes"][0]["icon"] == icon
        shown = icon


async def test_every_language_says_something_of_its_own(ask) -> None:
    headings = [(await ask(HERO, locale=locale))["data"]["homepage"]["hero"]["heading"] for locale in LOCALES]
    assert len(set(headings)) == len(LOCALES)


@pytest.mark.parametrize("locale", ["xx", "", "../en", "en/../de", "media", "EN", "de-AT"])
async def test_a_language_that_is_not_offered_has_no_documents(ask, locale: str) -> None:
    answer = await ask(EVERYTHING, status="PUBLISHED", locale=locale or "zz")
    assert "errors" not in answer
    assert {name: answer["data"][name] for name in ("homepage", "footer", "termsOfUse", "privacyPolicy")} == {
        "homepage": None, "footer": None, "termsOfUse": None, "privacyPolicy": None,
    }  # fmt: skip


async def test_a_question_without_a_language_is_about_english(ask) -> None:
    assert (await ask("{ homepage { locale } }"))["data"]["homepage"]["locale"] == "en"


@pytest.mark.spec("S7.28")
async def test_a_draft_is_shown_on_request_and_falls_back_to_the_published_version(ask, documents) -> None:
    published = await ask(EVERYTHING, status="PUBLISHED", locale="de")
    assert await ask(EVERYTHING, status="DRAFT", locale="de") == published
    homepage = documents / "de" / "homepage.yaml"
    (documents / "de" / "homepage.draft.yaml").write_text(
        homepage.read_text("utf-8").replace("heading: Wissen, welche", "heading: Bald wissen, welche"), "utf-8"
    )
    (documents / "de" / "terms-of-use.draft.md").write_text("Neu", "utf-8")
    assert await ask(EVERYTHING, status="PUBLISHED", locale="de") == published
    drafted = (await ask(EVERYTHING, status="DRAFT", locale="de"))["data"]
    assert drafted["homepage"]["hero"]["heading"].startswith("Bald")
    assert drafted["termsOfUse"]["Content"] == "Neu"
    assert drafted["footer"] == published["data"]["footer"]


async def test_an_edit_shows_at_once_and_a_broken_one_keeps_what_was_last_good(ask, documents, caplog) -> None:
    async def heading() -> str:
        return (await ask(HERO, locale="en"))["data"]["homepage"]["hero"]["heading"]

    homepage = documents / "en" / "homepage.yaml"
    before = await heading()
    edit(homepage, before, "Other words")
    assert await heading() == "Other words"
    good = homepage.read_text("utf-8")
    for broken in ("hero: [", "", "hero:\n  heading: x\n", good.replace("tagline", "tag line", 1), "\0", good + good):
        homepage.write_text(broken, "utf-8")
        assert await heading() == "Other words"
        assert await heading() == "Other words"
    homepage.unlink()
    assert await heading() == "Other words"
    assert await heading() == "Other words"
    homepage.write_text(good.replace("Other words", "Words at last"), "utf-8")
    assert await heading() == "Words at last"


async def test_a_document_that_was_never_valid_is_missing(ask, documents) -> None:
    (documents / "fr" / "homepage.yaml").write_text("hero: 1", "utf-8")
    (documents / "fr" / "footer.yaml").unlink()
    answer = await ask(EVERYTHING, status="PUBLISHED", locale="fr")
    assert "errors" not in answer
    assert answer["data"]["homepage"] is answer["data"]["footer"] is None
    assert answer["data"]["termsOfUse"]["Content"]


async def test_a_warning_says_file_and_line_once(ask, documents, capfd) -> None:
    homepage = documents / "en" / "homepage.yaml"
    await ask(HERO)
    edit(homepage, "  tagline:", "  tagliner:")
    for _ in range(3):
        await ask(HERO)
    line = homepage.read_text("utf-8").split("  tagliner:")[0].count("\n") + 1
    output = "".join(capfd.readouterr())
    assert output.count("is invalid") == 1
    assert f"homepage.yaml:{line}: unknown field tagliner" in output


def check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.setenv("BREACHLIGHT_CONTENT_FOLDER", str(folder))
    result = CliRunner().invoke(command_line, ["content", "check"])
    return result.exit_code, result.output


def test_the_command_accepts_the_shipped_documents(documents, monkeypatch) -> None:
    assert check(documents, monkeypatch) == (0, f"All documents in {documents} are valid.\n")


@pytest.mark.parametrize(
    "case",
    [
        ("de/homepage.yaml", "  heading: Wissen", "  headin: Wissen", "de/homepage.yaml:3", "unknown field headin"),
        ("de/homepage.yaml", "icon: api", "icon: rocket", "icon: rocket", "icon: write one of watch, detect"),
        ("de/homepage.yaml", "linkUrl: https://owasp", "linkUrl: javascript://owasp", "javascript://", "write an address"),
        ("ja/footer.yaml", '"#/legal/privacy"', "data:text/html,x", "data:text", "linkURL: write an address"),
        ("de/homepage.yaml", "/content/media/logo.svg", "https://cdn.example/logo.svg", "cdn.example", "url: write"),
        ("de/homepage.yaml", "/content/media/logo.svg", "/content/media/none.svg", "none.svg", "there is no picture"),
        ("de/homepage.yaml", "width: 1600", "width: wide", "width: wide", "width: input should be a valid integer"),
        ("ar/terms-of-use.md", None, "", "ar/terms-of-use.md:1", "Content is empty"),
        ("fr/footer.yaml", "links:", "links: &a\n- *a\nother:", "fr/footer.yaml", "nested too deep"),
        ("de/playbooks.yaml", "clean_device:", "clean_devise:", "clean_devise:", "unknown field clean_devise"),
        ("de/playbooks.yaml", "  body: Entfernen", "  boddy: Entfernen", "boddy:", "unknown field boddy"),
        ("locales.yaml", "code: de", "code: ../de", "locales.yaml", "write the code of a language"),
        ("locales.yaml", "code: de", "code: en", "locales.yaml", "once"),
        ("locales.yaml", "code: de", "code: it", "it/homepage.yaml:1", "it cannot be read: No such file"),
    ],
)  # fmt: skip
def test_the_command_reports_file_line_and_fix(documents, monkeypatch, case) -> None:
    file, old, new, place, reason = case
    path = documents / file
    if old is None:
        path.write_text(new, "utf-8")
    else:
        edit(path, old, new)
    code, output = check(documents, monkeypatch)
    assert code == 1
    lines = [line for line in output.splitlines() if reason in line]
    assert lines, output
    if place in path.read_text("utf-8"):
        number = next(index for index, text in enumerate(path.read_text("utf-8").splitlines(), 1) if place in text)
        assert f"{file}:{number}:" in lines[0]
    else:
        assert place in lines[0]
