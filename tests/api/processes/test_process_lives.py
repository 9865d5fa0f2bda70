"""How processes end, come back and refuse to start: signals, kill -9, faults of the environment."""

import contextlib
import os
import signal
import socket
import threading
import time

import httpx
import psutil
import pytest
from process_installation import free_port, postgres_processes, status, wait_until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_socket

from breachlight.auth.models import User
from breachlight.kit import clock


@pytest.mark.spec("B6.4")
def test_f01_sigterm_ends_readiness_first_answers_what_runs_and_exits_0(start):
    installation = start(BREACHLIGHT_WORKERS=2).ready()
    answers = []
    running = [
        threading.Thread(
            target=lambda: answers.append(httpx.get(installation.url + "/slow?seconds=4", timeout=30).text)
        )
        for _ in range(6)
    ]
    for thread in running:
        thread.start()
    with connect_socket(installation.url.replace("http", "ws") + "/socket") as link:
        time.sleep(0.5)
        begin = time.monotonic()
        installation.process.send_signal(signal.SIGTERM)
        wait_until(lambda: status(installation.url + "/readyz") == 503, 2)
        assert time.monotonic() - begin < 2
        with pytest.raises(ConnectionClosed) as caught:
            link.recv(timeout=20)
    assert caught.value.rcvd.code == 1012
    assert installation.process.wait(30) == 0
    assert time.monotonic() - begin < 25
    for thread in running:
        thread.join()
    assert answers == ["done"] * 6
    assert postgres_processes(installation.folder) == []


@pytest.mark.long
def test_f01_an_endless_request_does_not_delay_shutdown(start):
    installation = start().ready()
    thread = threading.Thread(target=lambda: status(installation.url + "/slow?seconds=120"))
    thread.start()
    time.sleep(0.5)
    begin = time.monotonic()
    assert installation.end() == 0
    assert 15 < time.monotonic() - begin < 25
    thread.join()


@pytest.mark.spec("F01")
def test_a_second_signal_hurries(start):
    installation = start().ready()
    threading.Thread(target=lambda: status(installation.url + "/slow?seconds=60")).start()
    time.sleep(0.5)
    begin = time.monotonic()
    installation.process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    assert installation.end() == 0
    assert time.monotonic() - begin < 12


def test_ctrl_c_ends_everything_at_once(start):
    installation = start().ready()
    begin = time.monotonic()
    assert installation.end(signal.SIGINT) == 0
    assert time.monotonic() - begin < 10
    assert postgres_processes(installation.folder) == []


def test_f01_a_killed_child_is_started_again(start):
    installation = start().ready()
    for name in ("processes.server", "processes.worker"):
        old = installation.child(name)
        os.kill(old, signal.SIGKILL)
        wait_until(lambda name=name, old=old: installation.child(name) not in {None, old})
    wait_until(lambda: status(installation.url + "/readyz") == 200)
    assert installation.end() == 0


def test_f01_children_follow_a_killed_supervisor_and_all_starts_again(start):
    first = start().ready()
    children = first.children()
    first.process.kill()
    first.process.wait()
    _, alive = psutil.wait_procs(children, timeout=20)
    assert alive == []
    wait_until(lambda: postgres_processes(first.folder) == [])
    assert status(start(port=first.port).ready().url + "/readyz") == 200


def test_f02_kill_9_of_postgres_ends_readiness_and_a_restart_recovers(start):
    installation = start().ready()
    for process in postgres_processes(installation.folder):
        os.kill(process.pid, signal.SIGKILL)
    failing: list[str] = []

    def is_not_ready():
        answer = httpx.get(installation.url + "/readyz", timeout=5)
        failing[:] = answer.json().get("failing", [])
        return answer.status_code == 503

    wait_until(is_not_ready, 5)
    assert failing == ["database"]
    assert status(installation.url + "/healthz") == 200
    wait_until(lambda: status(installation.url + "/readyz") == 200, 20)


@pytest.mark.spec("F01")
def test_kill_9_of_everything_and_then_a_start(start):
    installation = start().ready()
    for process in [
        *installation.children(),
        *postgres_processes(installation.folder),
        psutil.Process(installation.process.pid),
    ]:
        os.kill(process.pid, signal.SIGKILL)
    installation.process.wait()
    assert status(start().ready().url + "/readyz") == 200


def test_lost_keys_end_readiness_and_a_lake_that_is_gone_does_not(start):
    installation = start().ready()
    keys = installation.folder / "keys.json"
    keys.rename(keys.with_suffix(".away"))
    answer = httpx.get(installation.url + "/readyz")
    assert (answer.status_code, answer.json()["failing"], answer.headers["retry-after"]) == (503, ["keys"], "5")
    keys.with_suffix(".away").rename(keys)
    (installation.folder / "lake").rename(installation.folder / "away")
    answer = httpx.get(installation.url + "/readyz")
    assert (answer.status_code, answer.json()["warnings"]) == (200, {"lake": "the folder is missing"})
    assert answer.json()["components"]["lake"] == {"status": "warning", "reason": "the folder is missing"}
    assert "breachlight_lake_up 0.0" in httpx.get(installation.url + "/metrics").text
    (installation.folder / "away").rename(installation.folder / "lake")
    assert "warnings" not in httpx.get(installation.url + "/readyz").json()


def refusal(installation):
    assert installation.process.wait(30) == 1
    lines = [line for line in installation.log.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, installation.log
    assert lines[0].endswith(".")
    return lines[0]


def test_an_occupied_port(start, shared):
    assert f"Port {shared.port} on 127.0.0.1 cannot be used" in refusal(start(port=shared.port))


def test_a_wrong_database_url(start):
    assert "DATABASE_URL" in refusal(start(DATABASE_URL="postgresql://user@127.0.0.1:8198/none"))


def test_a_lake_that_cannot_be_written(start, tmp_path):
    (tmp_path / "file").touch()
    assert "BREACHLIGHT_LAKE_PATH" in refusal(start(BREACHLIGHT_LAKE_PATH=tmp_path / "file" / "lake"))


async def test_a_lost_key_file_next_to_data(start, settings, tortoise):
    await User.create(email="a@b.example", first_name="A", last_name="B", password_hash="x", created_at=clock.now())
    url = settings.database_url.get_secret_value()
    assert "cannot be opened without it" in refusal(start(DATABASE_URL=url))


def test_a_worker_of_its_own_joins_the_server_and_ends_on_sigterm(start):
    installation = start().ready()
    worker = start("worker")
    wait_until(lambda: "worker ready" in worker.log)
    assert worker.end() == 0
    assert status(installation.url + "/readyz") == 200
    assert installation.end() == 0
    assert postgres_processes(installation.folder) == []


def test_a_worker_serves_health_and_metrics_on_a_port_of_its_own(start):
    installation, port = start().ready(), free_port()
    worker = start("worker", BREACHLIGHT_WORKER_PORT=port)
    url = f"http://127.0.0.1:{port}"
    wait_until(lambda: status(url + "/readyz") == 200)
    assert status(url + "/healthz") == 200
    assert httpx.get(url + "/readyz").json()["components"]["database"] == {"status": "ok"}
    text = httpx.get(url + "/metrics").text
    assert "breachlight_database_up 1.0" in text
    assert "breachlight_job_seconds" in text
    assert httpx.get(url + "/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404
    for process in postgres_processes(installation.folder):
        process.kill()
    wait_until(lambda: httpx.get(url + "/readyz", timeout=10).json().get("failing") == ["database"], 10)
    assert status(url + "/healthz") == 200
    wait_until(lambda: status(url + "/readyz") == 200)
    assert worker.end() == 0
    assert status(url + "/healthz") is None


def test_a_worker_insists_on_a_port_that_was_set_and_not_on_the_default(start, shared):
    installation = start().ready()
    assert "BREACHLIGHT_WORKER_PORT" in refusal(start("worker", BREACHLIGHT_WORKER_PORT=shared.port))
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # another program of this machine has it, which is as good
            taken.bind(("127.0.0.1", 8001))
            taken.listen()
        worker = start("worker")
        wait_until(lambda: "worker ready" in worker.log)
        assert "this worker serves no health and metrics" in worker.log
        assert worker.end() == 0
    assert installation.end() == 0


def test_secrets_of_files_reach_the_children_and_what_kubernetes_adds_does_not(start, database_url, tmp_path):
    (tmp_path / "url").write_text(f"{database_url}\n")
    installation = start(
        DATABASE_URL_FILE=tmp_path / "url",
        BREACHLIGHT_SERVICE_HOST="10.0.0.11",
        BREACHLIGHT_WORKER_PORT="tcp://10.0.0.12:8001",
        BREACHLIGHT_WORKERS=2,
    ).ready()
    assert not (installation.folder / "postgresql").exists()
    for child in installation.children():
        environment = child.environ()
        assert "DATABASE_URL" not in environment
        assert "BREACHLIGHT_SERVICE_HOST" not in environment
    warned = [line for line in installation.lines() if line["event"].startswith("variables that Kubernetes")]
    assert [line["variables"] for line in warned] == [["BREACHLIGHT_SERVICE_HOST", "BREACHLIGHT_WORKER_PORT"]]


def test_serve_starts_no_worker_for_an_external_database(start, database_url):
    installation = start(DATABASE_URL=database_url).ready()
    assert [child for child in installation.children() if "processes.worker" in " ".join(child.cmdline())] == []
    assert not (installation.folder / "postgresql").exists()
