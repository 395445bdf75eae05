"""Names condense, then shrink, then wrap; nothing is cut off."""

from hypothesis import given
from hypothesis import strategies as st

from armies.paper.faces import Printable, able, glyphs, width
from armies.paper.fitting import LEAST, MOST_LINES, NARROWEST, fit, wrap


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
    assert able("disp", "Corps □") == "bold"
    assert able("disp", "Corps") == "disp"


def test_accents_written_apart_are_joined() -> None:
    printable = Printable()
    assert printable("Le\u0301ger\u00a0\u2009 x\u200b") == "Léger x"
    assert printable.note == ""


def test_faces_hold_every_letter_of_the_languages_of_the_armies() -> None:
    letters = "àâæçéèêëîïôœùûüÿäöüßąćęłńóśźżÄÖÜĄĆĘŁŃÓŚŹŻåøõãñčďěřšťůž"
    letters += "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯёЁіІ"
    for face in ("text", "semi", "bold", "ital", "disp", "dispi"):
        assert set(letters) <= glyphs(face), face
