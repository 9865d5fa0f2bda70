"""The compose file: what its schema allows, and what it publishes."""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from compose_spec import PyCompose

FILE = Path(__file__).parents[3] / "docker" / "compose.yml"


def project() -> dict[str, Any]:
    """Return the file with its aliases resolved and the defaults of its variables."""
    found: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", FILE.read_text()))
    return found


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = project()["services"]
    return found


def test_it_follows_the_schema() -> None:
    assert PyCompose.from_json(json.dumps(project())).service_names() == ["database", "api", "worker", "mail"]


def test_only_the_api_is_published_and_the_mail_catcher_on_this_machine() -> None:
    published = {name: service["ports"] for name, service in services().items() if "ports" in service}
    assert published == {"api": ["8000:8000"], "mail": ["127.0.0.1:8025:8025"]}


def test_processes_of_the_product_have_few_rights_and_time_to_stop() -> None:
    for name in ("api", "worker"):
        service = services()[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["stop_grace_period"] == "30s"


def test_no_secret_is_in_an_environment() -> None:
    for service in services().values():
        variables = service.get("environment", {})
        assert not {
            name for name in variables if re.search("PASSWORD|SECRET|DATABASE_URL", name) and "_FILE" not in name
        }
