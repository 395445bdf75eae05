"""What may import what, and what the pure parts may not touch."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import APPS, ROOT, content, dotted, modules

PURE = (
    "battles/engine",
    "battles/rules",
    "battles/ai",
    "armies/building",
    "armies/exchange",
    "campaign/rules",
)


def test_the_import_contracts_are_kept() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    answer = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout


def test_the_pure_parts_load_without_django() -> None:
    names = [dotted(path) for path in [*modules(*PURE), ROOT / "armies" / "symbols.py"]]
    assert len(names) > 20
    code = (
        f"import importlib, sys\nfor name in {names!r}: importlib.import_module(name)\n"
        "print(*{name.partition('.')[0] for name in sys.modules} & {'django', 'rest_framework', 'reportlab'})"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.strip() == ""


def test_the_battles_package_is_empty() -> None:
    assert (ROOT / "battles" / "__init__.py").read_bytes() == b""


def test_chance_has_one_source() -> None:
    offenders = [
        str(path.relative_to(ROOT))
        for path in modules(*APPS)
        for name, _ in content(path).imports
        if name.partition(".")[0] == "random"
    ]
    assert offenders == []


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX"])
def test_nothing_is_left_for_later(word: str) -> None:
    offenders = [str(path.relative_to(ROOT)) for path in modules(*APPS) if word in path.read_text(encoding="utf-8")]
    assert offenders == []


def test_no_test_imports_from_a_module_of_tests() -> None:
    """Builders and fixtures that several modules use have a module of their own."""
    offenders = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in (ROOT / "tests").rglob("*.py")
        for line in re.findall(r"^\s*from [\w.]*\btest_\w+ import", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert offenders == []
