"""What is written to the log, and what never is."""

import json
import logging

import pytest
import structlog

from breachlight.kit.errors import ProblemError
from breachlight.kit.logging import REDACTED, configure_logging


@pytest.fixture
def lines(capsys):
    configure_logging("debug", "json")
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    structlog.reset_defaults()
    logging.getLogger().handlers[:] = []
    logging.getLogger().setLevel(logging.WARNING)


@pytest.mark.parametrize(
    "key",
    ["password", "new_password", "Passwords", "passwd", "refresh_token", "authorization", "Set-Cookie", "api_key",
     "client_secret", "device_verification_code", "code", "otp", "DATABASE_URL", "master_key", "email_token", "totp"],
)  # fmt: skip
def test_values_of_secret_keys_are_replaced_at_any_depth(lines, key):
    structlog.get_logger("a").info("event", **{key: "canary"}, inner={"list": [{key: "canary"}, ({key: b"canary"},)]})
    (line,) = lines()
    assert line[key] == REDACTED
    assert "canary" not in json.dumps(line)


def test_ordinary_keys_stay(lines):
    structlog.get_logger("a").info(
        "event", account="1", country_codes=["de"], dedupe_key="x", has_password=True, number=3
    )
    (line,) = lines()
    assert (line["account"], line["country_codes"], line["dedupe_key"], line["number"]) == ("1", ["de"], "x", 3)
    assert line["has_password"] is True
    assert line["timestamp"].endswith("Z")


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://user:canary@host.example/name",
        "got eyJhbGciOiJIUzI1NiJ9.canary.x back",
        "Authorization: Bearer canary",
        "GET /auth/m?token=canary",
    ],
)
def test_secrets_within_text_are_replaced(lines, text):
    structlog.get_logger("a").info(text, detail=text)
    assert "canary" not in json.dumps(lines())


def test_cyclic_and_deep_values_end(lines):
    value: dict[str, object] = {}
    value["self"] = value
    structlog.get_logger("a").info("event", value=value)
    assert "[deeper]" in json.dumps(lines())


def test_a_line_cannot_be_forged(lines):
    structlog.get_logger("a").info('one\n{"event":"two"}', path="/a\r\nb\u2028c\x1b[31m")
    (line,) = lines()
    assert line["event"] == 'one\\x0a{"event":"two"}'
    assert line["path"] == "/a\\x0d\\x0ab\\x2028c\\x1b[31m"


def failing(error):
    try:
        raise error
    except type(error):
        structlog.get_logger("a").exception("it failed")


def test_foreign_exceptions_show_type_and_location_but_no_text(lines):
    failing(ValueError("could not read 'canary'"))
    (line,) = lines()
    assert line["exception"]["type"] == "builtins.ValueError"
    assert any("failing" in place for place in line["exception"]["at"])
    assert "canary" not in json.dumps(line)


def test_our_own_exceptions_and_those_of_the_system_show_their_words(lines):
    failing(ProblemError("Do this instead."))
    failing(FileNotFoundError(2, "No such file", "canary"))
    ours, system = lines()
    assert ours["exception"]["message"] == "Do this instead."
    assert system["exception"]["message"] == "No such file"
    assert "canary" not in json.dumps(system)


def test_lines_of_libraries_have_the_same_form_and_no_second_line(lines):
    logging.getLogger("uvicorn.error").warning("Task failed\nfuture: <canary>")
    logging.getLogger("asyncpg").info("statement canary")
    logging.getLogger("httpx").info("GET https://a.example/?canary")
    try:
        raise RuntimeError("canary")
    except RuntimeError:
        logging.getLogger("library").exception("failed")
    first, second = lines()
    assert (first["event"], first["level"], first["logger"]) == ("Task failed", "warning", "uvicorn.error")
    assert second["exception"]["type"] == "builtins.RuntimeError"
    assert "canary" not in json.dumps([first, second])


def test_the_form_for_people(capsys):
    configure_logging("info", "console")
    structlog.get_logger("a").info("hello", password="canary", account="1")
    failing(ValueError("canary"))
    written = capsys.readouterr().err
    assert "hello" in written
    assert "canary" not in written
