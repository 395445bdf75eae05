"""Nothing grows because it is central: sizes in lines, held by a file whose numbers may only fall.

`sizes.json` lists what is over the soft limit, with its size. A new entry, a larger size and an entry that is no
longer needed or too high all fail. Modules named `tables` hold printed numbers and are exempt.
"""

import ast
import json
from pathlib import Path

import pytest

from tests.architecture.test_contracts import APPS, ROOT, modules

MODULE, MODULE_AT_MOST, FUNCTION, TEMPLATE = 300, 500, 40, 150
RATCHET = json.loads(Path(__file__).with_name("sizes.json").read_text(encoding="utf-8"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def sizes(kind: str) -> dict[str, int]:
    """Every module, function or template over its soft limit, with its size."""
    if kind == "templates":
        found = {str(path.relative_to(ROOT)): lines(path) for path in sorted((ROOT / "templates").rglob("*.html"))}
        return {name: size for name, size in found.items() if size > TEMPLATE}
    paths = [path for path in modules(*APPS) if path.name != "tables.py"]
    if kind == "modules":
        return {str(path.relative_to(ROOT)): lines(path) for path in paths if lines(path) > MODULE}
    found = {}
    for path in paths:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[f"{path.relative_to(ROOT)}::{node.name}"] = (node.end_lineno or 0) - node.lineno + 1
    return {name: size for name, size in found.items() if size > FUNCTION}


@pytest.mark.parametrize("kind", ["modules", "functions", "templates"])
def test_sizes_only_fall(kind: str) -> None:
    assert sizes(kind) == RATCHET[kind]


def test_no_module_passes_the_hard_limit() -> None:
    assert {name: size for name, size in sizes("modules").items() if size > MODULE_AT_MOST} == {}
