"""The cheat sheet: the numbers of section 15, the options in force, and the club's own numbers."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import signed
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.sheets.cheat_sheet import Table, sheet
from battles.rules.easy_napoleonics.tables import PRINTED
from tests.architecture.rule_ids import known

EVERY_NATION = ("england", "france", "prussia", "austria", "russia")


def table(title: str, rules: Rules | None = None, **options: Any) -> Table:
    """A table of the sheet by its title."""
    found = {one.title: one for one in sheet(rules or Rules(Options(**options)))}
    return found[title]


def row(title: str, first: str, **options: Any) -> tuple[str, ...]:
    """What follows the first cell of a row."""
    return next(cells[1:] for cells in table(title, **options).rows if cells[0] == first)


@pytest.mark.rule("EN-MORALE-02", "the sheet has seven grades with their numbers")
@pytest.mark.rule("EN-MELEE-20", "the sheet has the bonus per stand of every grade")
@pytest.mark.rule("EN-RULING-36", "the sheet has the lines that the source's sheet leaves out")
@pytest.mark.rule("EN-RULING-37", "guard and old guard are two rows")
def test_grades() -> None:
    grades, numbers, bonus = zip(*table("Grade").rows, strict=True)
    assert grades == ("militia", "conscript", "seasoned", "veteran", "elite", "guard", "old guard")
    assert numbers == ("9+", "8+", "7+", "6+", "5+", "4+", "3+")
    assert bonus == ("+1", "+2", "+3", "+4", "+5", "+6", "+7")


@pytest.mark.rule("EN-MORALE-04", "one row of levels for fire, melee and checks")
@pytest.mark.rule("EN-MORALE-07", "natural ten and one stand with the check")
def test_levels() -> None:
    assert table("Level").rows == (("0", "−1", "−2", "removed"),)
    note = table("Level").note
    assert "leader +1" in note
    assert "natural 10 passes, a natural 1 fails" in note


@pytest.mark.rule("EN-SEQ-01", "the sheet has the eight phases in order")
@pytest.mark.rule("EN-INIT-02", "the sheet says what a streak costs")
def test_the_turn_in_eight_steps() -> None:
    steps = table("Turn").rows
    assert [number for number, _, _ in steps] == [*"12345678"]
    assert steps[0][1:] == (
        "Initiative.",
        "Each side rolls D10 (equal: again); the last winner has −2 for each win in a row.",
    )
    assert steps[1][1:] == ("Rally.", "Each Fair or Bad unit checks; if it passes it gains a level (+1).")
    assert steps[7][1:] == ("End.", "Hasty squares become solid.")


@pytest.mark.rule("EN-MOVE-01", "the sheet has every move allowance")
@pytest.mark.rule("EN-ACTION-01", "two actions, three for horse artillery")
def test_moves_and_actions() -> None:
    rows = table("Movement").rows
    assert rows[:4] == (
        ("infantry line", "1", "2"),
        ("infantry column", "2", "2"),
        ("infantry square", "0", "2"),
        ("infantry masse", "1", "2"),
    )
    assert [cells[1] for cells in rows[4:]] == [*"232320305"]
    assert row("Movement", "horse artillery limbered") == ("3", "3")


@pytest.mark.rule("EN-ART-04", "field artillery on the sheet")
@pytest.mark.rule("EN-ART-05", "horse artillery on the sheet, which the source's sheet leaves out")
@pytest.mark.rule("EN-MUSK-03", "infantry dice on the sheet")
@pytest.mark.rule("EN-RULING-76", "the bands are called close, medium and long")
def test_fire_dice() -> None:
    assert table("Fire dice").columns == ("hexes / dice", "close", "medium", "long")
    assert table("Fire dice").rows == (
        ("field", "1–2 / 3", "3–6 / 2", "7–9 / 1"),
        ("horse", "1–2 / 3", "3–4 / 2", "5–6 / 1"),
    )
    assert table("Fire dice").words == (
        "Infantry fires 1 hex far: a line rolls 2 dice, a column 1, a square or masse 1 at each of up to 2 targets. "
        "A line may split its dice between two targets."
    )
    assert row("Line of fire", "Arc of infantry")[0].endswith("two front hexes, a square in all six.")


@pytest.mark.rule("EN-FACE-04", "two front, two flank and two rear hexes, with what they add")
def test_facing() -> None:
    assert table("Facing").rows == (("front", ""), ("flank", "+2 fire, +4 melee"), ("rear", "+3 fire, +5 melee"))


@pytest.mark.rule("EN-INIT-08", "the holder of the initiative names the side that moves first")
@pytest.mark.rule("EN-MOVE-03", "a sidestep goes into a flank or rear hex")
def test_who_moves_first_and_where_a_sidestep_goes() -> None:
    assert "names which side moves first" in repr(table("Turn").rows)
    assert "one hex into a flank or rear hex" in repr(table("Actions").rows)


@pytest.mark.rule("EN-ART-14", "every fire modifier is on the sheet with its number")
def test_fire_modifiers() -> None:
    assert [value for _, value in table("Fire modifiers", national_rules=EVERY_NATION).rows] == [
        "−1", "−2", "+1", "−1", "−1", "+1", "+1", "+2", "+2", "+3", "+1", "+1",
    ]  # fmt: skip
    assert row("Fire modifiers", "target in square or masse") == ("+2",)


@pytest.mark.rule("EN-MELEE-12", "stands that count, by formation")
def test_stands_in_melee() -> None:
    assert [value for _, value in table("Melee: stands", national_rules=EVERY_NATION).rows] == [
        "2",
        "1",
        "1",
        "1",
        "2",
    ]
    assert row("Melee: stands", "the same against cavalry", square_stands_vs_cavalry=2) == ("2",)


@pytest.mark.rule("EN-ACTION-03", "each action once")
@pytest.mark.rule("EN-MORALE-10", "the checks of one event are rolled together")
@pytest.mark.rule("EN-MELEE-02", "units of which neither faces the other do not fight")
def test_what_three_turns_from_paper_asked() -> None:
    assert "each once" in row("Actions", "Actions")[0]
    assert "rolls all its checks for one fire or melee together" in table("Level").words
    assert "neither faces the other" in row("Contact", "Charge.")[0]
    assert "counts as a win" in repr(table("Turn", first_mover="a").rows)


@pytest.mark.rule("EN-MELEE-17", "a star marks what either side may use")
@pytest.mark.rule("EN-MELEE-30", "minus five against solid square and masse is on the sheet")
def test_melee_modifiers() -> None:
    found = dict(table("Melee: modifiers", national_rules=EVERY_NATION).rows)
    starred = {what: value for what, value in found.items() if what.endswith("*")}
    assert starred == {
        "level Fair *": "−1",
        "level Bad *": "−2",
        "leader attached *": "+1",
        "armored cavalry *": "+1",
        "heavy cavalry against light *": "+2",
        "Austrian infantry, a stand *": "+1",
    }
    plain = [value for what, value in found.items() if not what.endswith("*")]
    assert plain == ["−2", "+3", "+3", "−3", "−5", "+4", "+4", "+5", "+1", "+1", "+1"]


@pytest.mark.rule("EN-MELEE-36", "three results by the difference of the totals")
def test_results() -> None:
    assert table("Melee: results").rows == (
        ("0", "both lose 1 level and make 2 checks each"),
        ("1–4", "loser loses 2 levels and makes 2 checks"),
        ("5+", "loser Broken"),
    )


@pytest.mark.rule("EN-LEADER-06", "the leader's die and what his death is worth stand on the sheet")
@pytest.mark.rule("EN-VP-04", "the sheet says when both lose")
def test_leaders_and_victory() -> None:
    assert row("Leaders", "Danger")[0].endswith("after its checks. On 1 it is killed, for 5 victory points.")
    assert row("Victory", "Win")[0].startswith("You need 20 victory points")
    assert row("Victory", "End")[0] == "After 10 turns or 120 minutes. If nobody has won by then, both lose."


@pytest.mark.rule("EN-NATION-01", "each nation's rule that is on stands on the sheet, and no other")
def test_nations() -> None:
    found = dict(table("National rules (infantry)", national_rules=EVERY_NATION).rows)
    assert found == {
        "England": "A line adds +1 to each fire die.",
        "France": "A column that moved adds +1 to checks. A charging column counts 2 stands and adds +1 in melee.",
        "Prussia": "A charging column adds +1 in melee.",
        "Austria": "Infantry adds +1 to each fire die and +1 for each stand in melee; it may form masse.",
        "Russia": "A defender adds +1 for each stand.",
    }
    french = table("National rules (infantry)", national_rules=("france",))
    assert [nation for nation, _ in french.rows] == ["France"]
    assert "National rules (infantry)" not in {one.title for one in sheet(Rules(Options()))}
    assert not any("English" in cell for cells in table("Fire modifiers").rows for cell in cells)
    assert french.rules == tuple(f"EN-NATION-0{number}" for number in range(1, 9))


@pytest.mark.parametrize(
    ("options", "title", "words"),
    [
        ({"hasty_square_duration": "until_reformed"}, "Turn", "|End.|\n"),
        ({"initiative_chooses_fire_order": False}, "Turn", "The side with initiative fires first."),
        ({"initiative_bonus": (0, 2)}, "Turn", "for each win in a row. Side B +2"),
        ({"horse_limber_move_unlimber": False}, "Actions", "may not limber, move and unlimber."),
        ({"musketry_after_change_and_move": True}, "Actions", "may still fire after it changed formation and moved."),
        ({"formation_change_free_facing": True}, "Actions", "may include a new facing."),
        ({"pond_impassable": False}, "Movement", "Ponds are open ground."),
        ({"stream_effect": "halt"}, "Movement", "A stream ends a move."),
        ({"grand_battery": True}, "Movement", "Two batteries may share a hex."),
        ({"lock_timing": "turn_start"}, "Contact", "adjacent to an enemy when the turn begins"),
        ({"lock_scope": "front_contact"}, "Contact", "in contact with an enemy when its own movement begins"),
        ({"hasty_square_fire": "lost_always"}, "Contact", "does not fire after any try."),
        ({"hasty_square_when_locked": False}, "Contact", "not if an enemy was adjacent before"),
        ({"passive_contact_melee": "never"}, "Contact", "there is no melee this turn"),
        ({"continuing_melee_attacker": "original"}, "Contact", "the side that attacked first attacks."),
        ({"breakthrough": True}, "Contact", "Breakthrough.|A unit may break through 1 time a turn."),
        ({"breakthrough": True}, "Fire dice", "attacked by a breakthrough answers with 3 dice"),
        ({"melee_morale_bonus": True}, "Contact", "Melee bonus.|A unit that breaks"),
        ({"fire_pooling": "by_firer"}, "Fire modifiers", "Resolve each firer separately."),
        ({"squares_have_flanks": True}, "Fire modifiers", "Squares have flanks and a rear."),
        ({"artillery_arc": "cone60"}, "Line of fire", "in line with its front hexes."),
        ({"graze_favours": "firer"}, "Line of fire", "the worse aspect for the target"),
        ({"hill_sight": "never_block"}, "Line of fire", "units, woods, settlements.\n"),
        ({"blocking_terrain": ("hill",)}, "Line of fire", "units, hills (unless"),
        ({"square_stands_vs_cavalry": 2}, "Melee: stands", "the same against cavalry|2"),
        ({"solid_square_scope": "masse_only"}, "Melee: modifiers", "cavalry against masse|−5"),
        ({"melee_conditions_both_sides": True}, "Melee: modifiers", "infantry against square *|+4"),
        ({"melee_conditions_per_stand": True}, "Melee: modifiers", "count for each counted stand"),
        ({"melee_check_level": "before_drop"}, "Melee: results", "at the level before that"),
        ({"leader_risk_on_tie": True}, "Leaders", "takes hits, ties or loses a melee"),
        ({"leader_risk_timing": "before_checks"}, "Leaders", "before its checks"),
        ({"lone_leader_contact": "remove"}, "Leaders", "Run over alone|It is killed."),
        ({"leaders_per_side": 3}, "Leaders", "Leaders per side|3"),
        ({"victory_timing": "end_of_turn"}, "Victory", "counted at the end of a turn"),
        ({"victory_points_to_win": 12}, "Victory", "need 12 victory points"),
        ({"max_turns": 7, "time_limit_minutes": None}, "Victory", "End|After 7 turns. If nobody has won"),
    ],
)
def test_an_option_changes_its_line(options: dict[str, Any], title: str, words: str) -> None:
    def text(found: Table) -> str:
        return "".join("|" + "|".join(cells) + "\n" for cells in found.rows) + found.words

    assert words in text(table(title, **options))
    assert words not in text(table(title))


def test_every_option_that_is_not_at_its_default_is_listed_by_its_name() -> None:
    found = table("Options of this battle", hidden_morale=True, card_deck="shared", national_rules=("france", "russia"))
    assert found.rows == (
        ("Cards are drawn from", "one deck for both sides", "EN-RULING-65"),
        ("Hidden morale", "yes", "EN-OPT-10"),
        ("National rules", "France, Russia", "EN-OPT-12"),
    )
    assert "Options of this battle" not in {one.title for one in sheet(Rules())}


def test_a_number_of_the_club_is_marked_and_the_others_are_not() -> None:
    grades = {**PRINTED.grade_number, "elite": 4}
    modifiers = {**PRINTED.fire_modifiers, "flank": replace(PRINTED.fire_modifiers["flank"], value=3)}
    club = Rules(tables=replace(PRINTED, grade_number=grades, fire_modifiers=modifiers, leader_move=6))
    assert [cells[1] for cells in table("Grade", club).rows] == ["9+", "8+", "7+", "6+", "4+†", "4+", "3+"]
    assert ("fire at the flank", "+3†") in table("Fire modifiers", club).rows
    assert ("leader", "6†", "") in table("Movement", club).rows
    assert table("Grade", club).note == "† The club's own number, not the printed one."
    marked = {one.title for one in sheet(club) if "†" in repr(one)}
    assert marked == {"Grade", "Facing", "Fire modifiers", "Movement", "Leaders"}


def test_the_results_of_a_club_are_split_where_its_rows_are() -> None:
    rows = (tables.MeleeResult(0, 1, 1, "EN-MELEE-36"), tables.MeleeResult(3, 2, 2, "EN-MELEE-36"))
    found = table("Melee: results", Rules(tables=replace(PRINTED, melee_results=rows)))
    assert found.rows == (
        ("0", "both lose 1 level and make 1 check each†"),
        ("1–2", "loser loses 1 level and makes 1 check†"),
        ("3+", "loser loses 2 levels and makes 2 checks†"),
    )


def test_every_table_names_rules_of_the_rulebook_and_has_whole_rows() -> None:
    rules = known()
    for one in sheet(Rules(Options(breakthrough=True, hidden_morale=True))):
        assert one.rules, one.title
        assert set(one.rules) <= rules, one.title
        assert len(set(one.rules)) == len(one.rules), one.title
        assert all(len(cells) == len(one.columns) for cells in one.rows), one.title
        assert "-" not in "".join(cell for cells in one.rows for cell in cells[:2]), one.title


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (1, "+1"), (-2, "−2")])
def test_a_number_is_printed_with_its_sign(number: int, text: str) -> None:
    assert signed(number) == text
