"""Clients of Have I Been Pwned work unchanged: two from PyPI under its public host names, one from npm with its base URL."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from host_mapping import mapped_hosts
from products import Product

CONFORMANCE = Path(__file__).parent
BREACHES = [
    {
        "Name": name,
        "Title": f"The {name}",
        "Domain": f"{name.lower()}.example",
        "BreachDate": "2024-02-03",
        "AddedDate": "2024-03-04T05:06:07Z",
        "ModifiedDate": "2024-03-04T05:06:07Z",
        "PwnCount": 42,
        "Description": "An invented <b>forum</b>.",
        "DataClasses": ["Email addresses", "Passwords"],
        "IsSensitive": name == "Secret",
    }
    for name in ("Forum", "Shop", "Secret")
]
PASSWORD = "Blue-otters-42"

PYHIBP = f"""
import json, pyhibp
from pyhibp import pwnedpasswords
pyhibp.set_user_agent(ua="breachlight-tests")
pyhibp.set_api_key(key="0" * 32)
try:
    pyhibp.get_account_breaches(account="jane@acme.example")
    account = "answered"
except RuntimeError as error:
    account = str(error)
print(json.dumps({{
    "names": [one["Name"] for one in pyhibp.get_all_breaches()],
    "ofSite": [one["Name"] for one in pyhibp.get_all_breaches(domain="forum.example")],
    "one": pyhibp.get_single_breach(breach_name="Forum"),
    "none": pyhibp.get_single_breach(breach_name="never-heard-of") or None,
    "classes": pyhibp.get_data_classes(),
    "account": account,
    "count": pwnedpasswords.is_password_breached(password="{PASSWORD}"),
    "padded": pwnedpasswords.is_password_breached(password="{PASSWORD}", add_padding=True),
    "never": pwnedpasswords.is_password_breached(password="Never-leaked-1"),
}}))
"""
HIBPWNED = f"""
import contextlib, io, json, sys
from hibpwned import Pwned
client = Pwned("jane@acme.example", "breachlight-tests", "0" * 32)
with contextlib.redirect_stdout(io.StringIO()):
    found = {{
        "names": [one["Name"] for one in client.all_breaches()],
        "ofSite": [one["Name"] for one in client.all_breaches(domain="forum.example")],
        "one": client.single_breach("Forum")[0] if isinstance(client.single_breach("Forum"), list) else client.single_breach("Forum"),
        "classes": client.data_classes(),
        "account": client.search_all_breaches(),
        "count": client.search_password("{PASSWORD}"),
        "never": client.search_password("Never-leaked-1"),
    }}
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """An installation with three leaks in the catalogue, one of them sensitive, and one password."""
    folder = tmp_path_factory.mktemp("hibp")
    product = Product(folder)
    catalogue, leak = folder / "breaches.json", folder / "leak.txt"
    catalogue.write_text(json.dumps(BREACHES))
    leak.write_text("".join(f"https://x.example/:p{number}@people.example:{PASSWORD}\n" for number in range(3)))
    assert product.run("settings", "public_catalogue_enabled=true", "password_ranges_enabled=true").returncode == 0
    assert product.run("leaks", "import", str(catalogue)).returncode == 0
    assert product.run("ingest", str(leak), "--leak", "Shop").returncode == 0
    product.serve()
    try:
        product.wait_until(lambda: product.status("/range/00000") == 200)
        yield product
    finally:
        product.end()


def printed(product: Product, folder: Path, program: str) -> dict[str, Any]:
    """Run a program whose names all lead to the product, and return what it prints."""
    with mapped_hosts(folder, ["haveibeenpwned.com", "api.pwnedpasswords.com"], product.port) as variables:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def check(found: dict[str, Any]) -> None:
    assert found["names"] == ["Forum", "Shop"]
    assert found["ofSite"] == ["Forum"]
    assert found["classes"] == ["Email addresses", "Passwords"]
    assert found["one"]["Title"] == "The Forum"
    assert found["one"]["BreachDate"] == "2024-02-03"
    assert found["one"]["Description"] == "An invented forum."


@pytest.mark.spec("X27")
def test_pyhibp(product: Product, tmp_path: Path) -> None:
    found = printed(product, tmp_path, PYHIBP)
    check(found)
    assert found["none"] is None
    assert found["account"].startswith("HTTP 401")
    assert (found["count"], found["padded"], found["never"]) == (3, 3, 0)


def test_hibpwned(product: Product, tmp_path: Path) -> None:
    found = printed(product, tmp_path, HIBPWNED)
    check(found)
    assert found["account"] == 401
    assert (int(found["count"]), int(found["never"])) == (3, 0)


def test_hibp_of_npm(product: Product) -> None:
    done = subprocess.run(
        ["node", CONFORMANCE / "hibp.js", product.url, "Forum"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    check(found)
    assert found["none"] is None
