"""The battle in `campaign/docs/api.md` is fought as it is printed there."""

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "campaign" / "docs" / "api.md"


def test_the_printed_battle_is_true() -> None:
    results = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0
