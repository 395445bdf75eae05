"""The cheat sheet of Snappy Nappy: every block of section 19, from the tables and the options in force."""

from typing import Any

import pytest

from battles.engine import registry
from battles.engine.settings import overlay
from battles.engine.sheets.cheat_pages import HOUSE, OURS, OURS_NOTE, Table
from battles.rules.snappy_nappy.meta import META, OPTION_SPECS, read, written
from battles.rules.snappy_nappy.options import DEFAULTS, Options, Rules
from battles.rules.snappy_nappy.sheets.cheat_sheet import sheet
from battles.rules.snappy_nappy.tables import PRINTED
from tests.architecture.rule_ids import known


def tables(house: dict[str, Any] | None = None, **options: Any) -> dict[str, Table]:
    """The tables of the sheet by their titles."""
    return {table.title: table for table in sheet(Rules(read(options), overlay(PRINTED, house or {})))}


def row(title: str, first: str, house: dict[str, Any] | None = None, **options: Any) -> tuple[str, ...]:
    """What follows the first cell of a row."""
    return next(cells[1:] for cells in tables(house, **options)[title].rows if cells[0].rstrip(OURS) == first)


def test_every_block_of_the_sheet_is_there() -> None:
    assert list(tables()) == [
        "Sequence",
        "Grades (D10)",
        "Morale ladder",
        "Movement",
        "Manoeuvres",
        "Fire: dice",
        "Fire: each die",
        "Charges",
        "Melee: each die",
        "Melee: results",
        "Checks",
        "Before the battle",
        "Command",
        "Orders",
        "Reveal a marker",
        "Formations",
        "Arcs and line of sight",
        "Rally",
        "Victory",
    ]
    assert OURS_NOTE in tables()["Sequence"].note


@pytest.mark.rule("SN-UNIT-04", "check, to hit, cavalry to hit, multiplier")
@pytest.mark.rule("SN-UNIT-09", "Wary adds nothing to a check and takes one from a melee die")
def test_grades_and_levels() -> None:
    assert row("Grades (D10)", "Veteran") == ("6", "6", f"8{OURS}", "× 3/2")
    assert row("Grades (D10)", "Old Guard") == ("4", "4", f"6{OURS}", "× 5/2")
    assert row("Morale ladder", "Bold") == ("+1", "+1", "+2")
    assert row("Morale ladder", "Wary")[:3] == ("0", "0", "−1")
    assert row("Morale ladder", "Rout")[1:3] == ("none", "none")


@pytest.mark.rule("SN-MOVE-04", "manoeuvres as shares of the allowance")
@pytest.mark.rule("SN-MOVE-06", "nobody within an inch but by a charge")
@pytest.mark.rule("SN-MOVE-07", "a forced march is half as much again")
def test_movement() -> None:
    assert row("Movement", "infantry") == ("3", f"6{OURS}", "12", f"0{OURS}")
    assert row("Manoeuvres", "about-face") == (f"1/4 phase{OURS}",)
    assert row("Manoeuvres", "change formation, limber, unlimber") == (f"1/2 phase{OURS}",)
    assert 'Only a charge may bring a unit within 1" of an enemy.' in tables()["Manoeuvres"].note
    assert row("Manoeuvres", "forced march, then one check") == (f"3/2 of road march{OURS}",)
    assert row("Manoeuvres", "cavalry in woods, only in column") == (f'2"{OURS}',)


@pytest.mark.rule("SN-FIRE-02", "one die a stand in line")
@pytest.mark.rule("SN-FIRE-07", "a natural 10 and a natural 1 can be switched off")
@pytest.mark.rule("SN-RULING-01", "by option a die need only reach its number")
@pytest.mark.rule("SN-RULING-07", "a column or a square has one die")
def test_fire() -> None:
    note = tables()["Fire: dice"].words
    assert f"line 2, column 1{OURS}, road march 0{OURS}, square 1{OURS}" in note
    assert "beat the to-hit number. A rolled 10 always hits, a rolled 1 never." in note
    other = tables(success_rule="at_least", natural_extremes=False)["Fire: dice"].note
    assert other == "Roll 1D10 for each die. With modifiers it must reach the to-hit number."
    assert row("Fire: each die", "target cavalry in column") == ("+1",)
    assert row("Fire: each die", "leader with the firer", leader_fire_bonus=2) == ("+2",)


@pytest.mark.rule("SN-MELEE-03", "first add, then multiply")
@pytest.mark.rule("SN-MELEE-13", "how far a loser is forced back")
@pytest.mark.rule("SN-RULING-18", "the charge counts in the first round only")
def test_melee() -> None:
    assert row("Melee: each die", "cavalry charging infantry in line*") == ("× 2",)
    assert row("Melee: each die", "unit that charged a rear") == (f"× 3{OURS}",)
    assert "* In the first round only." in tables()["Melee: each die"].note
    assert row("Melee: results", "3:1") == ("1", "2", "yes", "+1 level")
    note = tables()["Melee: results"].note
    assert "A winner rises one level at most and never above Bold, also if its last enemy is removed or routs." in note
    assert 'cavalry 8", straight away from the enemy' in note
    assert 'units that cannot get 1" from every enemy' in note
    assert "Nobody pursues." in note
    assert "Cavalry that charged and has no enemy left" in tables(breakthrough=True)["Melee: results"].note
    assert "After 4 rounds" in tables(max_melee_rounds=4)["Melee: results"].note


@pytest.mark.rule("SN-CMD-02", "radius by nation, the early one beside it")
@pytest.mark.rule("SN-ORDER-05", "couriers: 1 to 5 is soon")
@pytest.mark.rule("SN-ORDER-07", "what a rating may make of an order")
@pytest.mark.rule("SN-LEAD-03", "a leader falls on a 1, or on what the option says")
def test_command() -> None:
    assert row("Command", "Austrian, Prussian, Russian") == ('Radius 12"; up to 1808 9".',)
    assert row("Command", "Courier")[0].startswith(
        "Roll 1D10. On 1–5 the order takes 15 minutes and counts from the next turn, on 6–10"
    )
    assert row("Command", "Interpretation")[0].endswith(
        "with rating 1 one step less aggressive; with rating 0 not at all.‡"
    )
    assert row("Command", "Leader’s death", leader_killed_on=3)[0].endswith(
        "the leader is killed on 1–3. A survivor of a removed unit, and a lone leader whom an enemy touches, joins the "
        "nearest friend."
    )
    assert row("Command", "Successor")[0].endswith("with rating 0 and half of the radius.")
    assert "Successor" not in str(tables(leader_killed_on=0)["Command"].rows)
    assert row("Command", "Leader’s death", leader_killed_on=0) == ("A leader is never killed.",)
    assert "from its corps commander or the C-in-C" in row("Command", "Out of command")[0]
    assert row("Orders", "Screen") == (
        'Every unit is within 12" of the enemy or an objective. Only cavalry may charge.',
    )


@pytest.mark.rule("SN-ARMY-03", "markers begin within 12 inches of the own edge")
@pytest.mark.rule("SN-HIDE-01", "every unit begins as a marker")
@pytest.mark.rule("SN-GEO-02", "width and depth of each formation")
@pytest.mark.rule("SN-ORDER-03", "whom an order binds, and who the enemy is")
@pytest.mark.rule("SN-ORDER-08", "bound units comply if they can, by the option")
@pytest.mark.rule("SN-MORALE-11", "a routed unit flees at once, and is lost off the table")
def test_what_a_player_needs_before_and_between_the_moves() -> None:
    assert row("Before the battle", "Place") == (
        'In secret both sides put their markers within 12" of their own edges.',
    )
    assert "2 markers without a unit" in row("Before the battle", "Markers", dummy_markers=2)[0]
    assert [cells[1].rstrip(OURS) for cells in tables()["Formations"].rows] == [
        '2" × 1"',
        '1" × 2"',
        '1" × 3"',
        '1" × 2"',
        '1" × 1"',
    ]
    assert "in command, not in contact and not Disrupted or worse. They comply if they can." in tables()["Orders"].note
    assert "They comply" not in tables(order_enforcement=False)["Orders"].note
    assert 'may stay within 3" of a visible enemy' in tables()["Orders"].note
    assert "toward their own edge at their column rate, at once and in each own" in tables()["Morale ladder"].note


@pytest.mark.rule("SN-HIDE-06", "what a reveal roll needs at each distance")
@pytest.mark.rule("SN-MORALE-03", "checks are thrown until one passes")
@pytest.mark.rule("SN-MORALE-09", "a rally stops at Firm")
def test_the_rest() -> None:
    assert tables()["Reveal a marker"].rows == (
        ("1D10 needs", *(f"{word}{OURS}" for word in ("certain", "3+", "5+", "7+", "9+"))),
    )
    assert "Roll again until you have passed once for each hit" in tables()["Checks"].note
    assert row("Rally", "Who") == ('It is below Firm, and no revealed enemy is within 3".',)


def test_every_rule_that_the_sheet_cites_stands_in_the_rulebook() -> None:
    cited = {rule for table in sheet(DEFAULTS) for rule in table.rules}
    assert cited <= known()
    assert len(cited) > 40


def test_a_clubs_own_number_carries_its_mark() -> None:
    house = {"grades": {"veteran": {"check": 7}}, "cavalry_to_hit_shift": 1, "rates": {"infantry": {"line": 4}}}
    assert row("Grades (D10)", "Veteran", house)[:3] == (f"7{HOUSE}", "6", f"7{HOUSE}{OURS}")
    assert row("Movement", "infantry", house)[0] == f"4{HOUSE}"
    assert "The club's own number" in tables(house)["Grades (D10)"].note


@pytest.mark.rule("SN-OPT-01", "every option reads its values and writes them again; others are refused in a sentence")
def test_options() -> None:
    values = {"success_rule": "at_least", "leader_killed_on": 2, "points_limit": 160, "breakthrough": True}
    assert written(read(values)) == values
    assert written(Options()) == {}
    assert "The game ends after turn 9." in tables(turn_limit=9)["Sequence"].note
    assert tables(**values)["Options of this battle"].rows[0] == ("Points limit", "160", "SN-ARMY-07")
    with pytest.raises(
        ValueError, match=r"success_rule must be one of strictly_greater, at_least, not 'higher' \(SN-RULING-01\)"
    ):
        read({"success_rule": "higher"})
    assert {spec.rule for spec in OPTION_SPECS.values()} <= known()


def test_it_is_a_draft_of_which_no_battle_can_be_fought() -> None:
    assert META.stage == "draft"
    assert registry.meta("snappy_nappy").is_draft
    assert "snappy_nappy" not in registry.playable()
    assert registry.check_draft("snappy_nappy") == ()
    with pytest.raises(registry.NotPlayable, match="You cannot fight battles with snappy_nappy yet"):
        registry.load("snappy_nappy")


@pytest.mark.rule(
    "SN-CHARGE-07", "a charger that falls to Disrupted goes back an inch, up to 4 where that place is taken"
)
@pytest.mark.rule("SN-CHARGE-04", "one wheel of at most 45 degrees")
@pytest.mark.rule("SN-GEO-06", "woods and towns block beyond an inch, units always")
@pytest.mark.rule("SN-WIN-02", "less than ten per cent apart is a draw")
def test_charges_sight_and_victory() -> None:
    assert 'it goes back 1" and there is no melee.' in row("Charges", "Falter")[0]
    assert 'up to 4", or is forced back.' in row("Charges", "Falter")[0]
    assert "not from road march or in contact with another enemy" in row("Charges", "Hasty square")[0]
    assert '1" for each 2" ahead' in row("Arcs and line of sight", "Arc of fire")[0]
    assert row("Arcs and line of sight", "Target")[0].startswith("Its type or its miniatures show")
    assert row("Charges", "How")[0].startswith("At its normal rate, wheel once by at most 45°")
    assert "Falter" not in {cells[0] for cells in tables(charge_falters=False)["Charges"].rows}
    assert 'Woods and towns block it beyond 1" of depth.' in row("Arcs and line of sight", "Sight")[0]
    assert row("Victory", "End")[0].endswith("Less than 10 per cent apart is a draw.")
