"""Cheat sheets on paper: each page on one, in at least 7 pt, nothing lost, nothing cut off, nothing over another."""

from functools import cache
from typing import Any

import pytest

from armies.paper.section import bind
from battles.engine import registry
from battles.engine.sheets.cheat_pages import HOUSE, Page, Table, noted
from battles.sheets.cheat_block import shortened
from battles.sheets.cheat_sheet import SIZES, assigned_columns, cheat_sheet
from tests.sheets.pdf_text import (
    BY,
    PAPERS,
    misplaced,
    overlapping,
    pages,
    pdf,
    read_pages,
    smaller,
    text_size,
    without_spaces,
)

TITLE = "A game"
ADDRESS = "https://muster.example.org/rules/mini_nap/"
SYSTEMS = {"mini_nap": 2, "easy_napoleonics": 1, "snappy_nappy": 2, "snaphance": 2}
"""Every system, with how many sheets it has: rules and terrain; play and the stands of all eras."""


def of(system: str) -> tuple[Page, ...]:
    return registry.sheets(system).cheat_sheet(registry.settings(system).rules())


@cache
def made(system: str, paper: str) -> bytes:
    return pdf(cheat_sheet(of(system), TITLE, ADDRESS), paper)


def told(page: Page) -> list[str]:
    """Every word that the page must show."""
    cells = (cell for table in page.tables for row in table.rows for cell in row)
    heads = (word for table in page.tables if table.look == "grid" for word in table.columns)
    notes = (table.words for table in page.tables)
    return [word for text in (*cells, *heads, *notes) for word in text.split()]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_page_of_a_system_is_printed_on_one_in_seven_points(system: str, paper: str) -> None:
    data = made(system, paper)
    found = pages(data)
    assert len(found) == SYSTEMS[system] == len(of(system))
    for number, (page, text) in enumerate(zip(of(system), map(without_spaces, found), strict=True)):
        assert text_size(data, number) >= 7.0
        assert [word for word in told(page) if without_spaces(word) not in text] == []
        assert all(without_spaces(table.title) in text for table in page.tables)
        assert all(without_spaces(shortened(table.rules)) in text for table in page.tables)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_outside_nothing_over_another_and_only_rule_ids_are_small(system: str, paper: str) -> None:
    data = made(system, paper)
    assert misplaced(data) == []
    assert overlapping(data) == []
    assert smaller(data, 7.0 * 0.9) == []


def test_the_same_sheet_has_the_same_bytes_and_another_address_others() -> None:
    section = cheat_sheet(of("mini_nap"), TITLE, ADDRESS)
    assert pdf(section) == made("mini_nap", "a4")
    assert cheat_sheet(of("mini_nap"), TITLE).digest != section.digest
    assert "rulebook" not in pages(pdf(cheat_sheet(of("mini_nap"), TITLE)))[0]
    assert "rulebook" in pages(made("mini_nap", "a4"))[0]


@pytest.mark.parametrize(("system", "most"), [("easy_napoleonics", 2), ("snappy_nappy", 4), ("mini_nap", 5)])
def test_large_type_goes_on_without_a_page_that_is_half_empty(system: str, most: int) -> None:
    data = pdf(cheat_sheet(of(system), TITLE, ADDRESS, large=True), "letter")
    feet = [max(foot for *_, foot in page.runs if foot < 730) for page in read_pages(data)]
    assert len(feet) <= most
    assert min(feet[:-1]) > 530, "points from the top of a page of 792"
    assert text_size(data) >= 10.5


def long(rows: int = 60) -> Table:
    lines = tuple((str(number), "words that go on for a while", "9") for number in range(rows))
    return Table(title="Long", columns=("Number", "Words", "Nine"), rows=lines, rules=("EN-SEQ-01",), note="A note.")


def test_what_does_not_fit_in_the_least_type_goes_on_and_is_named() -> None:
    section = cheat_sheet([Page("Many", (long(), long(), long(), long(), long()))], TITLE)
    bound = bind([section], BY, title="T", subject="S", paper="letter")
    found = pages(bound.data)
    assert len(found) == 2
    assert text_size(bound.data) >= SIZES[0]
    assert bound.troubles == (
        "Many does not fit on one page in 7 pt: the table “Long” and those after it are on another page.",
    )
    assert sum(text.count("words that go on for a while") for text in found) == 5 * 60


def test_a_table_longer_than_a_page_is_parted_and_nothing_is_lost() -> None:
    data = pdf(cheat_sheet([Page("One", (long(300),))], TITLE))
    found = " ".join(pages(data))
    assert len(pages(data)) > 1
    assert found.count("words that go on for a while") == 300
    assert misplaced(data) == []
    wall = Table(title="Wall", columns=("", ""), rows=(("word", "word " * 60_000),), rules=("EN-SEQ-01",))
    with pytest.raises(ValueError, match=r"The table 'Wall' of the cheat sheet has a row that is higher than a page"):
        pdf(cheat_sheet([Page("One", (wall,))], TITLE))


def test_no_word_is_broken_where_its_column_is_as_wide_as_itself() -> None:
    words = ("Guard", "Elite", "Veteran", "Trained", "Untrained")
    table = Table(title="Words", columns=words, rows=(words,), rules=("MN-RATE-01",))
    (text,) = pages(pdf(cheat_sheet([Page("One", (table,))], TITLE)))
    assert all(text.split().count(word) == 2 for word in words)


def hostile(cell: str) -> Any:
    """A page whose numbers a club made as long as it could, with daggers."""
    found = []
    for table in of("easy_napoleonics")[0].tables:
        rows = tuple((*row[:-1], f"{row[-1]}{cell}{HOUSE}") for row in table.rows)
        kept = Table(title=table.title, columns=table.columns, rows=rows, rules=table.rules, look=table.look)
        found.append(noted(kept))
    return Page("Hostile", tuple(found))


@pytest.mark.parametrize("cell", ["−1000000", "W" * 40])
def test_long_numbers_of_a_club_are_wrapped_and_never_clipped(cell: str) -> None:
    data = pdf(cheat_sheet([hostile(cell)], "T" * 150))
    assert misplaced(data) == []
    assert overlapping(data) == []
    rows = sum(len(table.rows) for table in of("easy_napoleonics")[0].tables)
    assert without_spaces(" ".join(pages(data))).count(cell) >= rows - 1


def test_rule_ids_are_told_by_family_and_run() -> None:
    ids = ("EN-ART-03", "EN-ART-04", "EN-ART-05", "EN-ART-13", "EN-MUSK-02", "EN-MUSK-03", "SH-TER-STREAM-01")
    assert shortened(ids) == "EN-ART-03 to 05, 13; EN-MUSK-02, 03; SH-TER-STREAM-01"


def test_blocks_stand_in_their_order_where_they_can_and_near_it_where_they_cannot() -> None:
    assert assigned_columns([4, 4, 4], [9, 9], 1.0, strict=True) == [[0, 1], [2]]
    assert assigned_columns([5, 6, 4], [10, 6], 1.0, strict=True) is None
    assert assigned_columns([5, 6, 4], [10, 6], 1.0, strict=False) == [[0, 2], [1]]
    assert assigned_columns([5, 6, 6], [10, 6], 1.0, strict=False) is None
    assert assigned_columns([], [10, 10], 1.0, strict=True) == [[], []]
