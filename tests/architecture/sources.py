"""The sources of the project, and what stands in them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent


APPS = ("campaign", "armies", "battles")


def modules(*folders: str) -> Iterator[Path]:
    """Every Python file in these folders but the migrations."""
    for folder in folders:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts)


def dotted(path: Path) -> str:
    """The name a module is imported by."""
    name = path.relative_to(ROOT).with_suffix("")
    return ".".join(part for part in name.parts if part != "__init__")


class Content(NamedTuple):
    """What a module says: its docstring, what it imports (module, names), and its functions with their lines."""

    docstring: str
    imports: tuple[tuple[str, tuple[str, ...]], ...]
    functions: tuple[tuple[str, int], ...]


@cache
def content(path: Path) -> Content:
    """What stands in a Python file, parsed once."""
    tree = ast.parse(path.read_bytes())
    imports: list[tuple[str, tuple[str, ...]]] = []
    functions: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports += [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append((node.module or "", tuple(alias.name for alias in node.names)))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((node.name, (node.end_lineno or 0) - node.lineno + 1))
    return Content(ast.get_docstring(tree) or "", tuple(imports), tuple(functions))
