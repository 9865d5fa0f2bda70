"""The registry of sealed values, compared with the models and with the code that seals."""

import ast
from pathlib import Path

import asyncpg
from alert_factories import make_tenant, raise_findings
from key_rotation import rotate

from breachlight.alerts.passwords import open_password
from breachlight.database import sealed_values
from breachlight.database.connection import MODEL_MODULES
from breachlight.database.sealed_values import Opening, SealedColumn, all_sealed_values
from breachlight.kit.keys import KeyRing

SERVER = Path(__file__).parents[3] / "server/breachlight"
SEALING = {"seal", "seal_all"}
ELSEWHERE = {
    "breachlight.leaks.lake.sealing": "blocks of the lake, which lake/resealing.py reseals",
    "breachlight.database.sealed_values": "reseals",
    "breachlight.kit.keys": "how values are sealed",
}


def test_every_sealed_column_of_the_models_is_registered() -> None:
    fields = set()
    for module in MODEL_MODULES:
        tree = ast.parse((SERVER.parent / module.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8"))
        for model in (node for node in tree.body if isinstance(node, ast.ClassDef)):
            tables = [
                node.value.value
                for node in ast.walk(model)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "table"
            ]
            names = [ast.unparse(node.targets[0]) for node in model.body if isinstance(node, ast.Assign)]
            fields |= {f"{tables[0]}.{name}" for name in names if name.endswith("sealed")}
    assert fields == {each.name for each in all_sealed_values() if isinstance(each, SealedColumn)}


def test_every_module_that_seals_declares_what() -> None:
    sealing = set()
    for path in SERVER.rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        if any(isinstance(call.func, ast.Attribute) and call.func.attr in SEALING for call in calls):
            sealing.add("breachlight." + ".".join(path.relative_to(SERVER).with_suffix("").parts))
    assert sealing - set(ELSEWHERE) == set(sealed_values.MODULES)


async def test_passwords_of_several_accounts_are_resealed_in_steps(
    connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    tenants = [await make_tenant(connection, f"{name}.example") for name in ("acme", "rival", "third")]
    for number in range(3):
        await raise_findings(connection, key_ring, *[tenant.workforce(password=f"pw-{number}") for tenant in tenants])
    rotate(key_ring)
    [values] = [each for each in all_sealed_values() if each.name == "alerts.password_sealed"]
    assert await values.count(connection) == {1: 9}
    after, done = None, 0
    while True:
        step = await values.reseal(connection, key_ring, after, 2)
        after, done = step.after, done + step.done
        if after is None:
            break
    assert (done, await values.count(connection)) == (9, {2: 9})
    assert await values.sample(connection, key_ring) == {Opening.OPENED: 5}
    for row in await connection.fetch("SELECT id, account_id, password_sealed FROM alerts"):
        assert open_password(key_ring, row["account_id"], row["id"], row["password_sealed"]).startswith("pw-")
