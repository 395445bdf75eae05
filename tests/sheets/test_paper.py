"""Names fit by condensing, shrinking and wrapping; page breaks as plain arithmetic."""

import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from armies.paper.page import Block, Head, Space, pages, split_sections
from armies.paper.sheet import PAPERS, Sheet
from armies.paper.typography import LEAST, MOST_LINES, NARROWEST, Printable, fit, glyphs, usable_face, width, wrap


def test_what_fits_stays_as_it_is() -> None:
    assert fit("1st Foot", "semi", 9.4, 50)[2:] == (9.4, 1.0)


def test_a_little_too_long_condenses_only() -> None:
    natural = width("1/Coldstream Guards", "semi", 9.4)
    fitted = fit("1/Coldstream Guards", "semi", 9.4, natural * 0.9)
    assert fitted.size == 9.4
    assert 0.899 < fitted.squeeze < 0.901


def test_longer_shrinks_but_never_under_the_least_size() -> None:
    natural = width("1/Coldstream Guards", "semi", 9.4)
    fitted = fit("1/Coldstream Guards", "semi", 9.4, natural * 0.7)
    assert fitted.squeeze == NARROWEST
    assert LEAST < fitted.size < 9.4
    assert len(fitted.lines) == 1


def test_still_longer_wraps_at_the_least_size() -> None:
    fitted = fit("The Regiment of the Grand Duchess of Somewhere Far Away", "semi", 9.4, 30)
    assert fitted.size == LEAST
    assert " ".join(fitted.lines) == "The Regiment of the Grand Duchess of Somewhere Far Away"
    assert fitted.width <= 30.01


def test_a_name_of_hundreds_of_lines_points_to_the_end() -> None:
    fitted = fit("word " * 900, "semi", 9.4, 30)
    assert len(fitted.lines) == MOST_LINES
    assert fitted.lines[-1] == "… (see the end)"


@given(
    st.text(st.characters(codec="latin-1", categories=("L", "N", "P")) | st.just(" "), max_size=120), st.floats(8, 60)
)
def test_wrapped_lines_hold_every_character_within_the_measure(words: str, measure: float) -> None:
    words = " ".join(words.split())
    lines = wrap(words, "text", 7.0, measure)
    assert "".join("".join(lines).split()) == "".join(words.split())
    for line in lines:
        assert len(line) == 1 or width(line, "text", 7.0) <= measure + 0.01


def test_a_first_line_may_be_shorter() -> None:
    assert wrap("alpha beta", "text", 7.0, 60, 1.0) == ("", "alpha beta")


def test_a_name_that_the_display_face_lacks_is_set_in_the_text_face() -> None:
    assert usable_face("disp", "Corps Ω") == "bold"
    assert usable_face("disp", "Corps") == "disp"


def test_accents_written_apart_are_joined() -> None:
    printable = Printable()
    assert printable("Le\u0301ger\u00a0\u2009 x\u200b") == "Léger x"
    assert printable.note == ""


def test_faces_hold_every_letter_of_the_languages_of_the_armies() -> None:
    letters = "àâæçéèêëîïôœùûüÿäöüßąćęłńóśźżÄÖÜĄĆĘŁŃÓŚŹŻåøõãñčďěřšťůž"
    letters += "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯёЁіІ"
    for face in ("text", "semi", "bold", "ital", "disp", "dispi"):
        assert set(letters) <= glyphs(face), face


HEAD = Head(10.0, 5.0)


def block(section: int, rows: int, height: float = 5.0) -> Block:
    return Block(section, 7.0, (height,) * rows, 2.0)


def test_an_empty_sheet_has_one_empty_page() -> None:
    assert pages([], [], Space(100, 100)) == [[]]


def test_a_brigade_is_not_split_while_it_fits_a_page() -> None:
    planned = pages([block(0, 10), block(0, 10)], [HEAD], Space(100, 100))
    assert [[(part.block, part.first, part.last) for part in page] for page in planned] == [[(0, 0, 10)], [(1, 0, 10)]]


def test_a_brigade_longer_than_a_page_is_split_between_units_and_goes_on() -> None:
    planned = pages([block(0, 40)], [HEAD], Space(100, 100))
    parts = [part for page in planned for part in page]
    assert [(part.first, part.last, part.continued) for part in parts] == [
        (0, 16, False),
        (16, 32, True),
        (32, 40, True),
    ]


def test_a_page_break_falls_between_divisions_when_that_costs_no_page() -> None:
    blocks = [block(0, 5), block(0, 5), block(1, 5), block(1, 5)]
    planned = pages(blocks, [HEAD, HEAD], Space(120, 120))
    assert [len(page) for page in planned] == [2, 2]
    assert split_sections(planned) == 0


def test_fewer_pages_matter_more_than_whole_divisions() -> None:
    blocks = [block(0, 5), block(1, 5), block(1, 5), block(1, 5)]
    planned = pages(blocks, [HEAD, HEAD], Space(105, 105))
    assert len(planned) == 2
    assert split_sections(planned) == 1


def test_without_a_price_for_splits_the_first_page_is_filled() -> None:
    blocks = [block(0, 5), block(1, 5), block(1, 5)]
    assert [len(page) for page in pages(blocks, [HEAD, HEAD], Space(110, 110))] == [1, 2]
    assert [len(page) for page in pages(blocks, [HEAD, HEAD], Space(110, 110), split_cost=0)] == [2, 1]


def test_the_first_page_may_have_less_room() -> None:
    planned = pages([block(0, 5), block(0, 5)], [HEAD], Space(60, 120))
    assert [len(page) for page in planned] == [1, 1]


rows = st.lists(st.floats(3, 60), max_size=60)


@given(st.lists(st.tuples(st.integers(0, 3), rows), max_size=12), st.floats(80, 250), st.floats(80, 250))
def test_every_row_stands_on_one_page_in_order_and_no_page_overflows(
    drawn: list[tuple[int, list[float]]], first: float, later: float
) -> None:
    drawn.sort(key=lambda pair: pair[0])
    blocks = [Block(section, 7.0, tuple(heights), 2.0) for section, heights in drawn]
    heads = [HEAD] * 4
    planned = pages(blocks, heads, Space(first, later))
    seen = [(part.block, row) for page in planned for part in page for row in range(part.first, part.last)]
    assert seen == [(index, row) for index, one in enumerate(blocks) for row in range(len(one.rows))]
    for number, page in enumerate(planned):
        high = 0.0
        for index, part in enumerate(page):
            if part.opens or index == 0:
                high += HEAD.opening if part.opens else HEAD.again
            one = blocks[part.block]
            high += one.head + sum(one.rows[part.first : part.last]) + one.gap
        assert high - 2.0 <= (later if number else first) + 0.01 or len(page) == 1


def test_files_written_at_the_same_time_are_those_written_alone() -> None:
    """ReportLab keeps one reading position for a font: two threads at once would write wrong letters."""
    words = [chr(code) for code in range(0xC0, 0x180)]

    def written(number: int) -> bytes:
        sheet = Sheet(PAPERS["a4"], "t", "s")
        sheet.text(20, 20, "".join(words[number::2]))
        return sheet.bytes()

    alone = [written(number) for number in range(8)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = [list(pool.map(written, range(8))) for _ in range(4)]
    finally:
        sys.setswitchinterval(before)
    assert together == [alone] * 4
