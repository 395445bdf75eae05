"""The sources of the project, and the names that they import."""

from collections.abc import Iterator
from pathlib import Path

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
