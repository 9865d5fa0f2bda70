"""Settings in the console: what operators see and change, and the configuration without its secrets."""

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from callers import Caller
from operators import make_operator, recorded

from breachlight.config import get_settings

SignIn = Callable[..., Awaitable[Caller]]
BY = "orla@operators.example"
SHOW = """{ console { settings { version settings { name value default changedAt changedBy }
  variables { name text default value isSecret isSet source } } } }"""
CHANGE = """mutation ($input: ConsoleSettingsInput!, $version: String) {
  result: consoleChangeSettings(input: $input, version: $version) { __typename
  ... on Problem { message } ... on ValidationProblem { fieldErrors { field messages } } } }"""


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, BY)


async def shown(caller: Caller) -> dict[str, Any]:
    answer = await caller.graphql(SHOW)
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["console"]["settings"]
    return found


async def setting(caller: Caller, name: str) -> dict[str, Any]:
    [found] = [one for one in (await shown(caller))["settings"] if one["name"] == name]
    return dict(found)


async def change(caller: Caller, version: str | None = None, **changes: object) -> dict[str, Any]:
    answer = await caller.graphql(CHANGE, {"input": changes, "version": version})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["result"]
    return result


def command(*changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from breachlight.cli import main; main()", "settings", *changes],
        capture_output=True,
        text=True,
        check=False,
    )


async def test_every_setting_is_shown_with_its_default_and_its_last_change(operator: Caller) -> None:
    known = {line.partition("=")[0].upper() for line in command().stdout.split()}
    assert {one["name"] for one in (await shown(operator))["settings"]} == known
    before = await setting(operator, "LEAK_PAGES_ENABLED")
    assert (before["value"], before["default"], before["changedAt"], before["changedBy"]) == (
        "false",
        "false",
        None,
        None,
    )
    assert (await change(operator, leakPagesEnabled=True, passwordRangesMinimum=3))["__typename"] == "MessageSuccess"
    after = await setting(operator, "LEAK_PAGES_ENABLED")
    assert (after["value"], after["changedBy"]) == ("true", BY)
    assert after["changedAt"] is not None
    minimum = await setting(operator, "PASSWORD_RANGES_MINIMUM")
    assert (minimum["value"], minimum["default"]) == ("3", "1")
    assert (await setting(operator, "OPT_OUTS_ENABLED"))["changedBy"] is None


async def test_changes_are_recorded_with_both_values_and_only_if_something_changed(
    operator: Caller, connection: asyncpg.Connection
) -> None:
    for language in ("de", "de"):
        assert (await change(operator, language=language))["__typename"] == "MessageSuccess"
    assert command("language=fr").returncode == 0
    events = [(by, json.loads(detail)) for by, detail in await recorded(connection, "site_settings_changed")]
    assert [(detail["language_before"], detail["language"]) for _, detail in events] == [("en", "de"), ("de", "fr")]
    assert events[0][0] == BY
    assert events[1][0] != BY
    assert (await setting(operator, "LANGUAGE"))["changedBy"] == events[1][0]


async def test_a_change_of_another_operator_is_not_undone_silently(operator: Caller, sign_in: SignIn) -> None:
    other = await make_operator(sign_in, "omar@operators.example")
    version = (await shown(operator))["version"]
    assert (await change(other, version, turnkeySiteKey="0x4AAA-theirs"))["__typename"] == "MessageSuccess"
    refused = await change(operator, version, turnkeySiteKey="0x4AAA-ours")
    assert "changed meanwhile" in refused["message"]
    assert (await setting(operator, "TURNKEY_SITE_KEY"))["value"] == "0x4AAA-theirs"
    again = (await shown(operator))["version"]
    assert (await change(operator, again, turnkeySiteKey="0x4AAA-ours"))["__typename"] == "MessageSuccess"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "English"),
        ("turnkeySiteKey", "two words"),
        ("turnkeySiteKey", "k" * 129),
        ("passwordRangesMinimum", 0),
        ("passwordRangesMinimum", 2_000_000_000),
    ],
)
async def test_an_invalid_value_names_its_field_and_changes_nothing(
    operator: Caller, field: str, value: object
) -> None:
    version = (await shown(operator))["version"]
    refused = await change(operator, signupEnabled=True, **{field: value})
    assert refused["__typename"] == "ValidationProblem"
    assert [error["field"].replace("_", "").lower() for error in refused["fieldErrors"]] == [field.lower()]
    assert (await shown(operator))["version"] == version


async def test_the_configuration_is_shown_without_its_secrets(
    operator: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    password = tmp_path / "smtp"
    password.write_text("velvet-otter-91\n")
    monkeypatch.setenv("BREACHLIGHT_SMTP_PASSWORD_FILE", str(password))
    monkeypatch.setenv("BREACHLIGHT_LAKE_S3_SECRET", "copper-heron-17")
    monkeypatch.setenv("BREACHLIGHT_TRACE_RATIO", "0.25")
    monkeypatch.setenv("BREACHLIGHT_CLAMD_ADDRESS", "")
    get_settings.cache_clear()
    answer = await operator.graphql(SHOW)
    variables = {one["name"]: one for one in answer["data"]["console"]["settings"]["variables"]}
    assert "velvet-otter-91" not in json.dumps(answer)
    assert "copper-heron-17" not in json.dumps(answer)
    smtp, secret = variables["BREACHLIGHT_SMTP_PASSWORD"], variables["BREACHLIGHT_LAKE_S3_SECRET"]
    assert (smtp["isSecret"], smtp["isSet"], smtp["value"], smtp["source"]) == (True, True, None, "FILE")
    assert (secret["isSet"], secret["value"], secret["source"]) == (True, None, "ENVIRONMENT")
    ratio = variables["BREACHLIGHT_TRACE_RATIO"]
    assert (ratio["value"], ratio["source"]) == ("0.25", "ENVIRONMENT")
    assert variables["BREACHLIGHT_LOG_FORMAT"]["source"] == "DEFAULT"
    assert variables["CONTENT_TOKEN"]["isSet"] is False
    assert all(one["text"] and "](" not in one["text"] for one in variables.values())
