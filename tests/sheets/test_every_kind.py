"""Every kind of sheet over armies of every sort, read back: text, places, least type, tags, and the text twin."""

import io
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from armies.paper.section import plain_text
from battles.engine import registry
from battles.engine.armies.systems import roll_of
from battles.engine.core import UMPIRE
from battles.engine.sheets.muster_roll import Roll
from campaign.printing.sheets.kinds import Sided, Subject
from campaign.printing.sheets.packet import Part, Wanted, checked, offered, parts_of
from tests.sheets.builders import side, sides
from tests.sheets.pdf_text import BY, misplaced, overlapping, pdf, smallest, text, without_spaces
from tests.sheets.small_armies import NAMES

LONG: Final = tuple(f"{n} {'Very long named regiment of infantry of the line and guard'[:57]}" for n in range(20))
SCRIPTS: Final = ("近衛歩兵第一連隊", "الحرس الملكي", "Ἑλληνικὸν Τάγμα", "Лейб-гвардии Семёновский полк", *NAMES)
SEVEN: Final = {"roster", "field_roster", "blank_roster", "casualties", "cheat_sheet", "teaching", "plan", "dispatches"}
"""Kinds whose running text has seven points at least; rule IDs and numbers in rings and boxes may have 6.5."""
LEAST: Final = 6.5
RINGS: Final = {*map(str, range(1, 13))}


def army(system: str, roll: Roll, of: Any = None) -> Subject:
    rules = registry.settings(system).rules()
    one = Sided("a", roll.title, replace(roll, system=system), of)
    return Subject("army:x", roll.title, system, rules, (one,), address="https://x.example/a/x", secret="secret")


def scenario(system: str) -> Subject:
    playing = registry.load(system)
    state = playing.start(playing.scenarios.load("quatre_bras"))
    seen = playing.secrets.view(state, UMPIRE)
    both = tuple(Sided(key, key, registry.sheets(system).roll(state, key)) for key in "ab")
    return Subject(
        "battle:x",
        "Quatre Bras",
        system,
        state.setup.rules,
        both,
        playing.ui.ground(seen),
        playing.ui.scene(seen),
        "https://x.example/b/x",
        secret="secret",
    )


SUBJECTS: Final = {
    "scenario, hexes": lambda: scenario("easy_napoleonics"),
    "scenario, table": lambda: scenario("mini_nap"),
    "shipped": lambda: army("mini_nap", roll_of(sides("lutzen-1813")[0], "mini_nap"), sides("lutzen-1813")[0]),
    "tiny": lambda: army("snaphance", side(1, 1)),
    "large": lambda: army("snappy_nappy", side(180, 6)),
    "long names": lambda: army("easy_napoleonics", side(20, 5, LONG)),
    "many scripts": lambda: army("mini_nap", side(20, 5, SCRIPTS)),
}
CASES: Final = [(name, ("a4", "letter")[at % 2]) for at, name in enumerate(SUBJECTS)]
CASES += [("scenario, table", "a4"), ("long names", "a4")]


@cache
def printed(name: str, paper: str) -> tuple[tuple[Part, bytes], ...]:
    """Each sheet that the subject can have, with the usual choices."""
    subject = SUBJECTS[name]()
    wanted = checked(Wanted({kind.key: {} for kind, lack in offered(subject) if not lack}, paper))
    return tuple((part, pdf(part.section, paper)) for part in parts_of(subject, "a", wanted, BY))


def each(name: str, paper: str) -> Iterator[tuple[str, bytes]]:
    yield from ((part.kind.key, data) for part, data in printed(name, paper))


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_no_word_lies_over_another_or_near_the_edge(name: str, paper: str) -> None:
    assert [(kind, overlapping(data)) for kind, data in each(name, paper) if overlapping(data)] == []
    aside = {"unit_cards", "commander_cards"}  # their foot stands upright beside the cards on Letter
    assert [(kind, misplaced(data)) for kind, data in each(name, paper) if kind not in aside and misplaced(data)] == []


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_no_type_is_below_the_least(name: str, paper: str) -> None:
    for kind, data in each(name, paper):
        assert smallest(data)[0] >= LEAST, (kind, smallest(data))
        small = smallest(data, RINGS)
        assert kind not in SEVEN or small[0] >= 7.0, (kind, small)


@pytest.mark.parametrize(("name", "paper"), [("scenario, table", "letter"), ("many scripts", "a4")])
def test_every_file_is_tagged_with_headings_and_names_no_font_that_it_lacks(name: str, paper: str) -> None:
    for kind, data in each(name, paper):
        root = PdfReader(io.BytesIO(data)).trailer["/Root"]
        assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("en", True), kind
        whole = root["/StructTreeRoot"]["/K"][0].get_object()
        roles = [child.get_object()["/S"] for child in whole["/K"]]
        assert roles.count("/P") >= 1
        assert kind in ("map", "briefing") or set(roles) & {"/H1", "/H2", "/H3"}, kind
        fonts = {
            str(font.get_object()["/BaseFont"]) for page in PdfReader(io.BytesIO(data)).pages for font in _fonts(page)
        }
        assert fonts
        assert all("Muster" in font for font in fonts), (kind, fonts)


def _fonts(page: Any) -> list[Any]:
    return list(page["/Resources"]["/Font"].values())


def test_the_text_twin_has_the_words_of_the_sheet_in_the_order_of_reading() -> None:
    for part, data in printed("scenario, table", "letter"):
        twin = plain_text(part.section, "letter")
        assert twin.startswith(part.section.heading)
        if part.kind.key in ("field_roster", "cheat_sheet", "casualties"):
            lines = [
                line.strip("# ")
                for line in twin.splitlines()[2:]
                if line and "Muster" not in line and "(page" not in line
            ]
            read = without_spaces(text(data))
            missing = [word for line in lines for word in line.split("   ") if without_spaces(word) not in read]
            assert missing == []
    (roster, _), *_ = [each for each in printed("scenario, table", "letter") if each[0].kind.key == "field_roster"]
    words = plain_text(roster.section)
    assert words.index("## 5th Infantry Division") < words.index("I/2e Léger") < words.index("## 9th Infantry Division")


def test_the_numbers_of_hexes_are_printed_but_not_read_with_the_names_of_places() -> None:
    paper = next(paper for case, paper in CASES if case == "scenario, hexes")
    (part, data), *_ = [each for each in printed("scenario, hexes", paper) if each[0].kind.key == "map"]
    twin = plain_text(part.section, paper)
    assert "0101" in text(data)
    assert "0101" not in twin
    assert "Gemioncourt" in twin


WORDS: Final = {
    "mini_nap": {
        "cheat_sheet": ("Mini-Nap, rules version", "within 24 cm, is cautious", "counter-charge"),
        "field_roster": ("Move/charge, cm", "command radius in cm"),
        "rulers": ("Command radius", "cautious"),
    },
    "easy_napoleonics": {
        "cheat_sheet": ("Easy Napoleonics, rules version", "names which side moves first", "Sidestep"),
        "field_roster": ("Moves, hexes.", "Fire dice (at hexes)."),
        "result": ("Victory points",),
    },
}


@pytest.mark.parametrize("system", WORDS)
def test_sheets_have_the_words_that_a_player_looks_for(system: str) -> None:
    name = "scenario, hexes" if system == "easy_napoleonics" else "scenario, table"
    paper = next(paper for case, paper in CASES if case == name)
    sheets = {part.kind.key: without_spaces(text(data)) for part, data in printed(name, paper)}
    for kind, words in WORDS[system].items():
        assert [word for word in words if without_spaces(word) not in sheets[kind]] == []
