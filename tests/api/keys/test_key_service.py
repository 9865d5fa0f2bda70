"""The key file protected by a real PKCS#11 token."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import jwt
import pytest
from callers import PASSWORD
from customers import add_customer
from key_rotation import wait_until_used
from products import Product, ProductCaller
from softhsm import make_token


@pytest.fixture
def product(tmp_path: Path, database_url: str) -> Iterator[Product]:
    """An installation that has a token, and doesn't use it yet."""
    variables = make_token(tmp_path / "token", "test-token")
    installed = Product(tmp_path / "host", DATABASE_URL=database_url, **variables)
    del installed.environment["BREACHLIGHT_KEY_SERVICE"]
    yield installed
    installed.end()


def key_file(product: Product) -> Path:
    return product.folder / "data" / "keys.json"


def use_token(product: Product) -> None:
    product.environment["BREACHLIGHT_KEY_SERVICE"] = "pkcs11"


@pytest.mark.long
def test_a_token_protects_the_key_file_of_a_running_product(product: Product) -> None:
    assert product.run("settings", "login_enabled=true").returncode == 0
    assert product.run("leaks", "list").returncode == 0
    plain = json.loads(key_file(product).read_text())["keys"]
    use_token(product)
    done = product.run("keys", "protect")
    assert done.returncode == 0, done.stderr
    protected = key_file(product).read_text()
    assert set(json.loads(protected)) == {"format", "service", "data_key", "sealed"}
    assert not any(key["key"] in protected for key in plain.values())
    add_customer(product.environment["DATABASE_URL"])
    product.serve()
    with closing(ProductCaller(product, "jo@people.test", PASSWORD)) as caller:
        assert product.run("keys", "rotate", "signing").returncode == 0
        assert json.loads(key_file(product).read_text())["service"] == "pkcs11:breachlight"
        assert caller.graphql("{ viewer { user { email } } }")["data"]["viewer"]
        wait_until_used(product, "signing-2")
        with closing(ProductCaller(product, "jo@people.test", PASSWORD)) as again:
            assert jwt.get_unverified_header(again.tokens["authToken"])["kid"] == "2"
    assert product.run("keys", "protect", "--remove").returncode == 0
    kept = json.loads(key_file(product).read_text())["keys"]
    assert {name: kept[name]["key"] for name in plain} == {name: key["key"] for name, key in plain.items()}


def test_a_new_installation_never_writes_its_keys_unprotected(product: Product) -> None:
    use_token(product)
    assert product.run("leaks", "list").returncode == 0
    assert json.loads(key_file(product).read_text())["format"] == 3


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("BREACHLIGHT_PKCS11_PIN", "000000", "cannot be used (PinIncorrect)"),
        ("BREACHLIGHT_PKCS11_TOKEN", "another", "cannot be used (NoSuchToken)"),
        ("BREACHLIGHT_PKCS11_MODULE", "/nowhere/module.so", "cannot be used"),
        ("BREACHLIGHT_PKCS11_KEY", "another", "has no AES key another"),
        ("BREACHLIGHT_KEY_SERVICE", "", "is protected by pkcs11:breachlight: set BREACHLIGHT_KEY_SERVICE"),
    ],
)
def test_a_token_that_cannot_be_used_is_one_sentence(
    product: Product, variable: str, value: str, sentence: str
) -> None:
    use_token(product)
    assert product.run("leaks", "list").returncode == 0
    product.environment[variable] = value
    done = product.run("settings", "login_enabled=true")
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert sentence in line
    assert "246810" not in line
