"""README and docs say what is: settings, commands, make targets, metrics and links are compared with the code."""

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from graphql import build_schema, parse, validate
from typer.main import get_command

from breachlight.cli import app
from breachlight.config import Settings
from breachlight.console.variable_texts import TEXTS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])

# Folders in the data folder of an installation.
OF_AN_INSTALLATION = {"lake/", "postgresql/", "spool/", "uploads/", "lake-spill/", "var/", "restore-detection/"}

# What a default looks like in the table when it is no plain value.
SPELLED = {
    "data_folder": "`var` in the current folder; `/var/lib/breachlight` for root",
    "key_file": "`keys.json` in the data folder",
    "lake_path": "`lake` in the data folder",
    "public_url": "`http://localhost:8000`, from host and port",
    "mail_from": "`no-reply@localhost`, from the public URL",
    "operator_email": "the sender's",
    "content_folder": "`server/content` of the installation",
    "graphiql": "off in production, else on",
    "introspection": "off in production, else on",
}


def section(title: str) -> str:
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def variable(field: str) -> str:
    shared = {"database_url", "database_replica_url", "content_url", "content_token"}
    return field.upper() if field in shared else f"BREACHLIGHT_{field.upper()}"


def spelled(field: str, default: Any) -> str:
    if field in SPELLED:
        return SPELLED[field]
    if default is None:
        return "unset"
    if default == "":
        return "empty"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def test_the_table_of_settings_is_the_settings_class() -> None:
    rows = re.findall(r"^\| `([A-Z0-9_]+)` \| (.+?) \| (.+?) \|$", section("Settings"), re.MULTILINE)
    documented = {name: default for name, default, _ in rows}
    fields = {variable(name): spelled(name, field.default) for name, field in Settings.model_fields.items()}
    assert documented == fields
    assert len(rows) == len(documented)


def test_defaults_that_are_spelled_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    settings = Settings(data_folder=tmp_path)
    assert settings.key_file == tmp_path / "keys.json"
    assert settings.lake_path == str(tmp_path / "lake")
    assert settings.public_url == "http://localhost:8000"
    assert settings.mail_from == settings.operator_email == "no-reply@localhost"
    assert not settings.graphiql_enabled
    assert not settings.introspection_enabled


def test_every_make_target_is_documented_and_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", section("Development"))) == targets
    for page in PAGES:
        assert set(re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))) <= targets, page


def test_every_command_and_option_is_documented() -> None:
    told = section("Command line")
    for path, command in commands(get_command(app), "breachlight"):
        assert f"`{path}" in told, path
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--") and option != "--help":
                    assert option in told, f"{path} {option}"


def commands(command: Any, path: str) -> list[tuple[str, Any]]:
    if isinstance(command, typer.core.TyperGroup):
        return [found for name, inner in command.commands.items() for found in commands(inner, f"{path} {name}")]
    return [(path, command)]


def texts_in_code() -> Iterator[str]:
    """Yield every text in the server's code, with … for each value in it."""
    for path in (ROOT / "server/breachlight").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.sub(r"\{\w+\}", "…", node.value)


def test_the_messages_of_the_runbook_are_in_the_code() -> None:
    table = (ROOT / "docs/runbook.md").read_text(encoding="utf-8").split("| Message | What to do |")[1].split("\n\n")[0]
    messages = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    assert len(messages) > 10
    code = list(texts_in_code())
    assert [message for message in messages if not any(matches(message, text) for text in code)] == []


def matches(message: str, text: str) -> bool:
    """Whether a message is one that a text in the code makes; … stands for values in both."""
    return re.search(".*?".join(map(re.escape, message.strip("…").split("…"))), text, re.DOTALL) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    bases = (ROOT, ROOT / "server/breachlight", page.parent)
    names = re.findall(r"`((?:[a-z_.-]+/)+[a-z_.-]+\.(?:py|ts|tsx|md|cjs|graphql|json|yml|sql))`", text)
    names += [name for name in re.findall(r"`((?:[a-z_-]+/)+)`", text) if name not in OF_AN_INSTALLATION]
    assert [name for name in names if not any((base / name).exists() for base in bases)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_imports_in_the_commands_of_a_page_exist(page: Path) -> None:
    for module, name in re.findall(r"from (breachlight[\w.]*) import (\w+)", page.read_text(encoding="utf-8")):
        assert hasattr(importlib.import_module(module), name), f"{module}.{name}"


def test_the_examples_of_the_api_fit_the_schema() -> None:
    schema = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8"))
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    examples = list(queries(re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)))
    assert len(examples) >= 8
    for example in examples:
        assert validate(schema, parse(example)) == [], example


def test_the_programs_of_the_api_say_what_to_install() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    locked = set(re.findall(r"^(\S+==\S+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
    programs = list(re.finditer(r"```python\n(.*?)```", text, re.DOTALL))
    assert len(programs) == 2
    for program in programs:
        imports = (node for node in ast.walk(ast.parse(program[1])) if isinstance(node, ast.Import | ast.ImportFrom))
        modules = {name for node in imports for name in ([node.module] if isinstance(node, ast.ImportFrom)
                   else [alias.name for alias in node.names]) if name}  # fmt: skip
        packages = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names
        commands = re.findall(r"```sh\npython3? -m pip install (.*)\n```", text[: program.start()])
        installed = set(commands[-1].split())
        assert {package.partition("==")[0] for package in installed} == packages
        assert installed <= locked


def queries(fences: list[tuple[str, str]]) -> Iterator[str]:
    for language, code in fences:
        if language == "graphql":
            yield code
        elif language == "sh":
            yield from map(json.loads, re.findall(r'"query": ("(?:[^"\\]|\\.)*")', code))
        elif language == "python":
            constants = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
            yield from (str(value) for value in constants if re.match(r"\s*(query|mutation|subscription) ", str(value)))


def test_the_rest_calls_of_the_api_are_the_ones_described() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([A-Z]+) (/api/v1/[a-z/-]+)`", text, re.MULTILINE))
    described = json.loads((ROOT / "server/breachlight/rest/openapi.json").read_text(encoding="utf-8"))
    base = described.get("servers", [{"url": ""}])[0]["url"].rstrip("/")
    calls = {
        (method.upper(), base + path.rstrip("/"))
        for path, methods in described["paths"].items()
        for method in methods
        if method in {"get", "post", "put", "delete"}
    }
    assert told == calls


def test_the_console_explains_variables_as_this_page_does() -> None:
    rows = re.findall(r"^\| `([A-Z0-9_]+)` \| (.*?) \| (.*) \|$", section("Settings"), re.MULTILINE)
    assert {name: (default, text) for name, default, text in rows} == TEXTS
