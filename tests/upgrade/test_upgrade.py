"""Two versions side by side under load, three hosts: ``make test-upgrade``.

The old version is the last release's tag, or the commit in BREACHLIGHT_TEST_OLD_VERSION; and the present sources without their newest
migrations, which is also what a clone without tags tests.
"""

import os
from pathlib import Path

import pytest
from external_database import ExternalPostgreSQL
from rolling_upgrades import Installation, upgrade
from versions import last_release, of_commit, present

DETECTIONS = 500


@pytest.mark.timeout(1800)
def test_the_next_version_replaces_the_present_one(tmp_path: Path, primary: ExternalPostgreSQL) -> None:
    versions = present(tmp_path / "old"), present(tmp_path / "new")
    load = upgrade(Installation(tmp_path, primary.url), *versions, hosts=3, detections=DETECTIONS, requests=100)
    print(f"answered: {dict(load.passed)}, failed: {len(load.failures)}")


@pytest.mark.timeout(1800)
def test_the_present_version_replaces_the_last_release(tmp_path: Path, primary: ExternalPostgreSQL) -> None:
    commit = os.environ.get("BREACHLIGHT_TEST_OLD_VERSION") or last_release()
    if commit is None:
        pytest.skip("this clone has no tag of a release: fetch tags, or name a commit in BREACHLIGHT_TEST_OLD_VERSION")
    old = of_commit(commit, tmp_path / "old")
    if old is None:
        pytest.skip(f"this clone doesn't contain {commit}: git fetch --unshallow")
    load = upgrade(
        Installation(tmp_path, primary.url),
        old,
        present(tmp_path / "new"),
        hosts=3,
        detections=DETECTIONS,
        requests=100,
    )
    print(f"answered: {dict(load.passed)}, failed: {len(load.failures)}")
