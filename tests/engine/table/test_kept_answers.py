"""Answers of the open table that are kept: ``python -m tests.engine.table.test_kept_answers`` writes them again."""

from pathlib import Path

import pytest

from tests.engine.table import asked_of_moves, asked_of_shapes
from tests.kept import kept, write

KEPT = Path(__file__).with_name("answers.txt")
SECTIONS = {**asked_of_shapes.SECTIONS, **asked_of_moves.SECTIONS}


@pytest.mark.parametrize("section", SECTIONS)
def test_the_table_answers_as_it_did(section: str) -> None:
    assert list(SECTIONS[section]()) == kept(KEPT, section)


if __name__ == "__main__":
    write(KEPT, SECTIONS)
