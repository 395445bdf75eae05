"""Cheat sheets on paper: each page on one, nothing lost and nothing cut off."""

import pytest

from battles.engine import registry
from battles.engine.cheat_sheet import Page, Table
from battles.sheets.cheat_sheet import cheat_sheet
from tests.sheets.reading import misplaced, pages, pdf, solid

TITLE = "A game"


def of(system: str) -> tuple[Page, ...]:
    return registry.cheat_sheet(system, registry.printed(system))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("system", "count"), [("mini_nap", 2), ("easy_napoleonics", 1), ("snappy_nappy", 1), ("snaphance", 2)]
)
def test_every_page_of_a_system_is_printed_on_one(system: str, count: int, paper: str) -> None:
    data = pdf(cheat_sheet(of(system), TITLE), paper)
    assert data == pdf(cheat_sheet(of(system), TITLE), paper)
    found = pages(data)
    assert len(found) == count
    assert misplaced(data) == []
    for page, text in zip(of(system), map(solid, found), strict=True):
        for table in page.tables:
            words = [
                table.title.upper(),
                *table.columns,
                *(cell for row in table.rows for cell in row if len(cell) < 12),
            ]
            for word in words:
                assert solid(word) in text, f"{table.title}: {word}"


def test_what_does_not_fit_in_the_least_type_goes_on() -> None:
    rows = tuple((str(number), "words that go on for a while") for number in range(80))
    long = Table(title="Long", columns=("Number", "Words"), rows=rows, rules=("EN-SEQ-01",), note="A note.")
    data = pdf(cheat_sheet([Page("Many", (long, long, long, long))], TITLE))
    assert len(pages(data)) == 2
    assert "page 1 of 2" in pages(data)[0]


def test_no_word_is_broken_where_its_column_is_as_wide_as_itself() -> None:
    words = ("Guard", "Elite", "Veteran", "Trained", "Untrained")
    table = Table(title="Words", columns=words, rows=(words,), rules=("MN-RATE-01",))
    (text,) = pages(pdf(cheat_sheet([Page("One", (table,))], TITLE)))
    assert all(text.split().count(word) == 2 for word in words)
