"""A cheat sheet limited to what a command can need: by what it has, what its enemy has, what lies on the table."""

import pytest

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    HOUSE_NOTE,
    IN_FULL,
    Need,
    NoteSentence,
    Page,
    Row,
    Wanted,
    applies,
    fought,
    ground,
    limited,
    meets,
    noted,
    own,
    tabled,
)

GUNS = frozenset({"arm:artillery", "nation:british"})
HORSE = frozenset({"arm:cavalry", "nation:french", "form:line", "form:column"})
FOOT = frozenset({"arm:infantry", "nation:british", "form:line"})


@pytest.mark.parametrize(
    ("asked", "is_met"),
    [
        ({"arm:artillery"}, True),
        ({"arm:artillery", "nation:british"}, True),
        ({"arm:artillery", "nation:french"}, False),
        ({"nation:french", "nation:british"}, True),
        ({"grade:guard"}, False),
        ((), True),
    ],
)
def test_a_unit_meets_words_by_having_one_of_every_kind(asked: set[str], is_met: bool) -> None:
    assert meets(GUNS, frozenset(asked)) is is_met


def test_what_a_unit_does_by_itself_is_for_those_who_have_it() -> None:
    wanted = Wanted(frozenset({FOOT}), frozenset({HORSE}))
    assert applies(own("arm:infantry"), wanted)
    assert not applies(own("arm:cavalry"), wanted)
    assert not applies(IN_FULL, wanted)
    assert applies(ALWAYS, wanted)


def test_what_one_does_to_another_is_for_both_and_only_where_the_two_can_meet() -> None:
    charge = fought(("arm:cavalry",), ("arm:infantry",))
    assert applies(charge, Wanted(frozenset({FOOT}), frozenset({HORSE})))
    assert applies(charge, Wanted(frozenset({HORSE}), frozenset({FOOT})))
    assert not applies(charge, Wanted(frozenset({FOOT, HORSE}), frozenset({GUNS})))
    assert not applies(charge, Wanted(frozenset({FOOT}), frozenset({FOOT})))


def test_an_enemy_of_whom_nothing_is_known_may_have_anything() -> None:
    charge = fought(("arm:cavalry",), ("arm:infantry",))
    assert applies(charge, Wanted(frozenset({FOOT})))
    assert not applies(charge, Wanted(frozenset({GUNS})))


def test_terrain_is_for_tables_where_it_lies_or_may_lie() -> None:
    wood = ground("ground:wood")
    assert applies(wood, Wanted(frozenset({FOOT}), None, frozenset({"ground:wood"})))
    assert not applies(wood, Wanted(frozenset({FOOT}), None, frozenset({"ground:hill"})))
    assert applies(wood, Wanted(frozenset({FOOT})))
    guns_in_woods = Need(acts=frozenset({"arm:artillery"}), ground=frozenset({"ground:wood"}))
    assert not applies(guns_in_woods, Wanted(frozenset({FOOT}), frozenset({HORSE}), frozenset({"ground:wood"})))


def page(title: str = "One") -> Page:
    rows = (
        Row(("foot", "1", "a"), own("arm:infantry"), "first"),
        Row(("horse", "2†", "b"), own("arm:cavalry"), "second"),
        Row(("all", "3", "c"), group="second"),
    )
    notes = (NoteSentence("Guns stay.", own("arm:artillery")), NoteSentence("Horse goes.", own("arm:cavalry")))
    columns = (ALWAYS, own("arm:infantry"), ALWAYS)
    found = tabled(title, ("", "x", "y"), rows, ("EN-SEQ-01",), note="Note.", notes=notes, column_needs=columns)
    return Page(title, (noted(found),))


def test_rows_columns_and_notes_go_together() -> None:
    assert page().tables[0].note == f"Note. {HOUSE_NOTE}"
    (found,) = limited([page()], Wanted(frozenset({FOOT})))
    assert found.tables[0].rows == (("foot", "1", "a"), ("all", "3", "c"))
    assert found.tables[0].groups == ("first", "second")
    assert found.tables[0].words == "Note."
    (horse,) = limited([page()], Wanted(frozenset({HORSE})))
    assert horse.tables[0].columns == ("", "y")
    assert horse.tables[0].rows == (("horse", "b"), ("all", "c"))
    assert horse.tables[0].words == "Note. Horse goes."


def test_empty_tables_and_pages_go() -> None:
    none = tabled("None", ("", ""), (Row(("guns", "1"), own("arm:artillery")),), ("EN-SEQ-01",))
    wanted = Wanted(frozenset({FOOT}))
    assert limited([Page("Empty", (none,))], wanted) == ()
    found = limited([page("Play"), Page("Empty", (none,)), page("Stands")], wanted)
    assert [kept.title for kept in found] == ["Play", "Stands"]
