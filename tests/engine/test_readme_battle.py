"""The battle in the README is fought as it is printed there."""

import doctest
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_battle_of_the_readme_is_true() -> None:
    found = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0
