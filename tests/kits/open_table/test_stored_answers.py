"""Stored answers of the open table; ``python -m tests.kits.open_table.test_stored_answers`` writes them again."""

from pathlib import Path

import pytest

from tests.kept import kept, write
from tests.kits.open_table import move_questions, shape_questions

KEPT = Path(__file__).with_name("answers.txt")
SECTIONS = {**shape_questions.SECTIONS, **move_questions.SECTIONS}


@pytest.mark.parametrize("section", SECTIONS)
def test_the_table_answers_as_it_did(section: str) -> None:
    assert list(SECTIONS[section]()) == kept(KEPT, section)


if __name__ == "__main__":
    write(KEPT, SECTIONS)
