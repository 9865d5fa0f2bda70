"""The pods of ``deploy/kubernetes``, run by podman with the rights, settings and mounts of their manifests.

PostgreSQL and the object store are on this machine. Where podman has no counterpart of Kubernetes, pods differ: a folder is the Secret,
and the migration job and the deployments are one pod each.
"""

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from callers import PASSWORD
from customers import add_customer, monitor
from debian_packages import find_program
from external_database import ExternalPostgreSQL
from products import Product, ProductCaller, free_port
from s3_server import KEY_ID, s3_server

from breachlight.kit.keys import KeyRing
from image.podman import HOST, IMAGE, ROOT, Podman

Manifest = dict[str, Any]
MIGRATION, API, WORKER = "breachlight-migrate", "breachlight-api", "breachlight-worker"
NETWORK = "--network=slirp4netns:allow_host_loopback=true"
TOTAL = "query { alerts { total } }"


@pytest.fixture(scope="module")
def manifests(server: ExternalPostgreSQL) -> Iterator[SimpleNamespace]:
    """The settings and the pods, by name, with an installation's own values in them."""
    kubectl = find_program("kubectl", "kubernetes-client")
    with tempfile.TemporaryDirectory(prefix="breachlight-pods-") as name, s3_server() as store:
        secrets, port = Path(name), free_port()
        secrets.chmod(0o755)
        KeyRing.create(secrets / "keys.json")
        (secrets / "database-url").write_text(server.url.replace("127.0.0.1", HOST))
        (secrets / "s3-secret").write_text("invented")
        for path in secrets.iterdir():
            path.chmod(0o644)
        done = subprocess.run([kubectl, "kustomize", ROOT / "deploy" / "kubernetes"], capture_output=True, check=True)
        found: list[Manifest] = list(yaml.safe_load_all(done.stdout))
        (settings,) = [manifest for manifest in found if manifest["kind"] == "ConfigMap"]
        settings["data"] |= {
            "BREACHLIGHT_PUBLIC_URL": f"http://127.0.0.1:{port}",
            "BREACHLIGHT_LAKE_S3_ENDPOINT": store.endpoint.replace("127.0.0.1", HOST),
            "BREACHLIGHT_LAKE_S3_KEY_ID": KEY_ID,
            "BREACHLIGHT_LAKE_S3_USE_TLS": "false",
        }
        pods = {
            manifest["metadata"]["name"]: _pod(manifest, secrets)
            for manifest in found
            if manifest["kind"] in {"Job", "Deployment"}
        }
        pods[API]["spec"]["containers"][0]["ports"][0]["hostPort"] = port
        yield SimpleNamespace(settings=settings, pods=pods, url=f"http://127.0.0.1:{port}")


def _pod(workload: Manifest, secrets: Path) -> Manifest:
    spec = workload["spec"]["template"]["spec"]
    for container in (*spec["initContainers"], *spec["containers"]):
        container["image"] = IMAGE
        del container["resources"]  # the ordinary user has no cgroups
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            container.pop(probe, None)  # podman would run curl, which the image doesn't have
    for volume in spec["volumes"]:
        if "secret" in volume:
            del volume["secret"]
            volume["hostPath"] = {"path": str(secrets)}
    # podman would remove the init container, at times while it still counts as running.
    annotations = {"io.podman.annotations.init.container.type": "always"}
    metadata = {"name": workload["metadata"]["name"], "annotations": annotations}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


@pytest.fixture(scope="module")
def play(podman: Podman, manifests: SimpleNamespace) -> Iterator[Callable[[str], None]]:
    """Start a pod by its name; all of them are removed in the end."""
    texts: dict[str, str] = {}

    def start(name: str) -> None:
        texts[name] = yaml.safe_dump_all([manifests.settings, manifests.pods[name]])
        done = podman.run("kube", "play", NETWORK, "-", given=texts[name], seconds=300)
        assert done.returncode == 0, done.stderr

    yield start
    for text in texts.values():
        podman.run("kube", "down", "-", given=text)


def test_the_job_migrates_and_the_pods_serve_ingest_and_scan(
    podman: Podman, manifests: SimpleNamespace, play: Callable[[str], None], server: ExternalPostgreSQL
) -> None:
    play(MIGRATION)
    assert podman.output("wait", f"{MIGRATION}-migrate", seconds=300).strip() == "0", _log(
        podman, f"{MIGRATION}-migrate"
    )
    play(API)
    play(WORKER)
    for container, probe in ((f"{API}-api", "8000/readyz"), (f"{WORKER}-worker", "8001/readyz")):
        _wait_until(lambda: _execute(podman, container, "healthcheck", f"http://127.0.0.1:{probe}"), podman, container)  # noqa: B023
    assert _execute(podman, f"{API}-api", "breachlight", "settings", "login_enabled=true")

    user = add_customer(server.url, "jo@people.test", monitored="jo@people.test")
    leak = "jo@people.test:Invented-1\nlate@people.test:Invented-2\n"
    assert _execute(podman, f"{WORKER}-worker", "breachlight", "ingest", "-", "--leak", "Some leak", given=leak)
    with closing(ProductCaller(cast("Product", manifests), "jo@people.test", PASSWORD)) as caller:

        def total() -> int:
            return int(caller.graphql(TOTAL)["data"]["alerts"]["total"])

        assert total() == 1
        monitor(server.url, user, "late@people.test")
        _wait_until(lambda: total() == 2, podman, f"{WORKER}-worker")


@pytest.mark.parametrize(("pod", "container"), [(API, "api"), (WORKER, "worker")], ids=["api", "worker"])
def test_a_pod_stops_in_order(podman: Podman, pod: str, container: str) -> None:
    podman.output("stop", "--time=35", f"{pod}-{container}")
    code = podman.output("inspect", "--format={{.State.ExitCode}}", f"{pod}-{container}")
    assert code.strip() == "0", _log(podman, f"{pod}-{container}")


def _execute(podman: Podman, container: str, *command: str, given: str | None = None) -> bool:
    done = podman.run("exec", "--interactive", container, *command, given=given, seconds=300)
    return done.returncode == 0


def _log(podman: Podman, container: str) -> str:
    done = podman.run("logs", container)
    return (done.stdout + done.stderr)[-4000:]


def _wait_until(condition: Callable[[], Any], podman: Podman, container: str, seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, _log(podman, container)
        time.sleep(0.2)
