"""Sizes: functions and templates stay short, a module is one topic, a folder is not crowded."""

from collections import Counter
from pathlib import Path

from tests.architecture.sources import APPS, ROOT, content, modules

MODULE, FUNCTION, TEMPLATE, FOLDER, TEST_FOLDER = 500, 40, 150, 25, 40


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_a_function_has_at_most_40_lines() -> None:
    long = {
        f"{path.relative_to(ROOT)}::{name}": size
        for path in modules(*APPS)
        for name, size in content(path).functions
        if size > FUNCTION and path.name != "tables.py"
    }
    assert long == {}


def test_a_template_has_at_most_150_lines() -> None:
    sizes = {f"{path.relative_to(ROOT)}": lines(path) for path in (ROOT / "templates").rglob("*.html")}
    assert {name: size for name, size in sizes.items() if size > TEMPLATE} == {}


def test_a_module_has_at_most_500_lines() -> None:
    """Printed tables may be longer."""
    sizes = {f"{path.relative_to(ROOT)}": lines(path) for path in modules(*APPS) if path.name != "tables.py"}
    assert {name: size for name, size in sizes.items() if size > MODULE} == {}


def test_a_folder_has_at_most_25_modules() -> None:
    counts = Counter(path.parent for path in modules(*APPS) if path.name != "__init__.py")
    crowded = {f"{folder.relative_to(ROOT)}": count for folder, count in counts.items() if count > FOLDER}
    assert {name: count for name, count in crowded.items() if not name.endswith("migrations")} == {}


def test_a_test_folder_has_at_most_40_modules() -> None:
    counts = Counter(path.parent for path in (ROOT / "tests").rglob("*.py") if path.name != "__init__.py")
    assert {f"{folder.relative_to(ROOT)}": count for folder, count in counts.items() if count > TEST_FOLDER} == {}
