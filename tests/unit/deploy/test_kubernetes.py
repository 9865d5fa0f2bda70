"""The Kubernetes manifests: their schemas, what kustomize makes of them, and that the settings exist."""

import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from debian_packages import find_program

from breachlight.config import Settings

FOLDER = Path(__file__).parents[3] / "deploy" / "kubernetes"
VERSIONS = ("1.33", "1.37")
IMAGE = "registry.example.com/breachlight:0.1.0"

Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def manifests() -> list[Manifest]:
    """What ``kubectl apply --kustomize`` would send."""
    kubectl = find_program("kubectl", "kubernetes-client")
    done = subprocess.run([kubectl, "kustomize", str(FOLDER)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(yaml.safe_load_all(done.stdout))


def pods(manifests: list[Manifest]) -> dict[str, Manifest]:
    """The pod of each workload, by its name."""
    workloads = [manifest for manifest in manifests if manifest["kind"] in {"Deployment", "Job"}]
    assert {manifest["metadata"]["name"] for manifest in workloads} == {
        "breachlight-api",
        "breachlight-worker",
        "breachlight-migrate",
    }
    return {manifest["metadata"]["name"]: manifest["spec"]["template"]["spec"] for manifest in workloads}


@pytest.mark.parametrize("version", VERSIONS)
def test_they_follow_the_schemas(manifests: list[Manifest], version: str) -> None:
    for manifest in manifests:
        kubernetes_validate.validate(manifest, version, strict=True)


def test_every_file_is_part_of_them(manifests: list[Manifest]) -> None:
    files = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]) == files
    assert {manifest["kind"] for manifest in manifests} == {
        "Namespace", "ServiceAccount", "ConfigMap", "Job", "Deployment", "Service", "PodDisruptionBudget",
        "HorizontalPodAutoscaler", "NetworkPolicy",
    }  # fmt: skip
    assert {manifest["metadata"].get("namespace") for manifest in manifests if manifest["kind"] != "Namespace"} == {
        "breachlight"
    }


def test_pods_have_few_rights(manifests: list[Manifest]) -> None:
    for pod in pods(manifests).values():
        assert pod["enableServiceLinks"] is False
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in [*pod["initContainers"], *pod["containers"]]:
            assert container["image"] == IMAGE
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert set(container["resources"]) == {"requests", "limits"}


def test_probes_ask_ports_that_the_product_serves(manifests: list[Manifest]) -> None:
    for name, port, number in (
        ("breachlight-api", "http", Settings.model_fields["port"].default),
        ("breachlight-worker", "health", Settings.model_fields["worker_port"].default),
    ):
        (container,) = pods(manifests)[name]["containers"]
        assert [(port["name"], port["containerPort"]) for port in container["ports"]] == [(port, number)]
        paths = {probe: container[f"{probe}Probe"]["httpGet"] for probe in ("startup", "liveness", "readiness")}
        assert paths == {
            "startup": {"path": "/healthz", "port": port},
            "liveness": {"path": "/healthz", "port": port},
            "readiness": {"path": "/readyz", "port": port},
        }


def test_pods_have_time_to_drain(manifests: list[Manifest]) -> None:
    found = pods(manifests)
    # 25 seconds, after the five of the API's hook.
    assert found["breachlight-api"]["terminationGracePeriodSeconds"] == 35
    assert found["breachlight-worker"]["terminationGracePeriodSeconds"] == 30


def test_workers_are_scaled_by_the_age_of_the_queue(manifests: list[Manifest]) -> None:
    metrics = {
        manifest["spec"]["scaleTargetRef"]["name"]: manifest["spec"]["metrics"]
        for manifest in manifests
        if manifest["kind"] == "HorizontalPodAutoscaler"
    }
    assert metrics["breachlight-worker"][0]["external"]["metric"]["name"] == "breachlight_queue_age_seconds"
    assert metrics["breachlight-api"][0]["resource"]["name"] == "cpu"


def test_the_settings_exist(manifests: list[Manifest]) -> None:
    (settings,) = [manifest["data"] for manifest in manifests if manifest["kind"] == "ConfigMap"]
    known = {f"BREACHLIGHT_{name.upper()}" for name in Settings.model_fields} | {"DATABASE_URL"}
    assert {name.removesuffix("_FILE") if name not in known else name for name in settings} <= known


def test_selectors_match_pods(manifests: list[Manifest]) -> None:
    labels = [
        manifest["spec"]["template"]["metadata"]["labels"]
        for manifest in manifests
        if manifest["kind"] in {"Deployment", "Job"}
    ]
    for manifest in manifests:
        spec = manifest.get("spec", {})
        selector = spec.get("podSelector") or spec.get("selector")
        if selector is None:
            continue
        wanted = selector.get("matchLabels", selector).items()
        assert any(wanted <= label.items() for label in labels), manifest["metadata"]["name"]
