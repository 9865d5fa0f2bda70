"""The registry of sealed values, compared with the models and with the code that seals."""

import ast
from pathlib import Path

from breachlight.database import sealed_values
from breachlight.database.connection import MODEL_MODULES
from breachlight.database.sealed_values import SealedColumn, all_sealed_values

SERVER = Path(__file__).parents[3] / "server/breachlight"
ELSEWHERE = {
    "breachlight.leaks.lake.sealing": "blocks of the lake, which lake/resealing.py reseals",
    "breachlight.database.sealed_values": "reseals",
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
        if any(isinstance(call.func, ast.Attribute) and call.func.attr == "seal" for call in calls):
            sealing.add("breachlight." + ".".join(path.relative_to(SERVER).with_suffix("").parts))
    assert sealing - set(ELSEWHERE) == set(sealed_values.MODULES)
