"""The alert rules and the dashboard: what they ask exists, is PromQL, and fires when it should."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

ROOT = Path(__file__).parents[3]
RULES = ROOT / "docker/prometheus/alerts.yml"
SCENARIOS = ROOT / "tests/fixtures/alerts.test.yml"
_NAME = re.compile(r"\bbreachlight_[a-z_]+")

promtool = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(promtool is None, reason="promtool is in Debian's package prometheus")


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "docker/grafana/breachlight.json").read_text())
    return found


def expressions() -> Iterator[str]:
    """Yield the queries of the dashboard, with a window for Grafana's own."""
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", []):
            yield target["expr"].replace("$__rate_interval", "5m")


def metrics() -> set[str]:
    """Return the metrics of the documented table, and the series of those that are histograms."""
    page = (ROOT / "docs/observability.md").read_text()
    names = {name for line in page.splitlines() if line.startswith("| `breachlight_") for name in _NAME.findall(line)}
    return names | {
        f"{name}_{part}" for name in names for part in ("bucket", "count", "sum") if name.endswith("_seconds")
    }


def test_rules_and_dashboard_name_metrics_that_exist() -> None:
    texts = [*(str(rule) for rule in rules()), *expressions()]
    named = {name for text in texts for name in _NAME.findall(text)}
    assert named - metrics() == set()
    assert len(named) > 30


def test_the_dashboard_has_the_documented_rows_and_no_panel_twice() -> None:
    panels = dashboard()["panels"]
    titles = [panel["title"] for panel in panels if panel["type"] == "row"]
    assert titles == ["Traffic", "Ingestion", "Queue and email", "Storage", "Security"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places)


def test_every_rule_is_documented_and_tested() -> None:
    names = {rule["alert"] for rule in rules()}
    assert set(re.findall(r"\| `(Breachlight\w+)` \|", (ROOT / "docs/observability.md").read_text())) == names
    assert set(re.findall(r'alertname="(\w+)"', SCENARIOS.read_text())) == names


@needs_promtool
def test_the_queries_of_the_dashboard_are_promql(tmp_path: Path) -> None:
    records = [{"record": f"panel:{number}", "expr": text} for number, text in enumerate(expressions())]
    file = tmp_path / "panels.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": records}]}))
    run("check", "rules", str(file))


@needs_promtool
def test_each_rule_fires_on_its_trouble_and_none_on_a_healthy_installation(tmp_path: Path) -> None:
    run("check", "config", str(RULES.with_name("prometheus.yml")))
    scenarios = tmp_path / "scenarios.yml"
    scenarios.write_text(SCENARIOS.read_text().replace("[RULES]", json.dumps([str(RULES)])))
    run("test", "rules", str(scenarios))


def run(*arguments: str) -> None:
    done = subprocess.run([promtool or "", *arguments], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_prometheus_and_grafana_are_published_on_this_machine_alone() -> None:
    text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", (ROOT / "docker/monitoring.yml").read_text())
    project = yaml.safe_load(text)
    assert PyCompose.from_json(json.dumps(project)).service_names() == ["prometheus", "grafana"]
    for service in project["services"].values():
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert not source.startswith(".") or (ROOT / "docker" / source).exists()
