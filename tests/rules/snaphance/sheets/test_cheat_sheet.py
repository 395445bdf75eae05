"""The cheat sheet of Snaphance: every block of section 18, from the tables and the options in force."""

from typing import Any

import pytest

from battles.engine import registry
from battles.engine.settings import overlay
from battles.engine.sheets.cheat_pages import HOUSE, OURS, OURS_NOTE, Table
from battles.rules.snaphance.meta import OPTION_SPECS, read, written
from battles.rules.snaphance.options import DEFAULTS, Options, Rules
from battles.rules.snaphance.sheets.cheat_sheet import pages
from battles.rules.snaphance.tables import PRINTED
from tests.architecture.rule_ids import known


def tables(house: dict[str, Any] | None = None, **options: Any) -> dict[str, Table]:
    """The tables of both pages by their titles."""
    rules = Rules(read(options), overlay(PRINTED, house or {}))
    return {table.title: table for page in pages(rules) for table in page.tables}


def row(title: str, first: str, house: dict[str, Any] | None = None, **options: Any) -> tuple[str, ...]:
    """What follows the first cell of a row."""
    return next(cells[1:] for cells in tables(house, **options)[title].rows if cells[0].rstrip(OURS) == first)


def test_every_block_of_the_sheet_is_there() -> None:
    assert [[table.title for table in page.tables] for page in pages(DEFAULTS)] == [
        [
            "Player turn",
            "Order test",
            "Movement",
            "Passing",
            "Firing: dice",
            "Move and fire",
            "Melee: dice",
            "Charges",
            "Morale test",
            "Results and pursuit",
            "Retreat and advance",
        ],
        ["Before the battle", "Facing", "Front, rear and blocks", "Stands", "Terrain", "Town", "Sight", "Victory"],
    ]
    assert OURS_NOTE in tables()["Player turn"].note


@pytest.mark.rule("SH-TURN-01", "the five steps of a player turn")
@pytest.mark.rule("SH-ORDER-04", "beyond 4 hexes or with a dead leader one less")
@pytest.mark.rule("SH-MOVE-07", "sideways two hexes at most, in disorder")
@pytest.mark.rule("SH-INTER-02", "who passes through whom")
def test_turn_orders_movement() -> None:
    assert [cells[1] for cells in tables()["Player turn"].rows] == [
        "Command",
        "Activation",
        "Fire",
        "Melee",
        "End",
    ]
    assert [cells[1] for cells in tables()["Order test"].rows[:3]] == ["3+", "4+", "5+"]
    assert row("Order test", "over 4 hexes from its leader, or leader dead") == ("−1",)
    assert row("Movement", "sideways") == ("2 hexes at most; disorders", "in order", "in order")
    assert row("Passing", "Support stand") == ("It passes through any friend, and any friend through it.",)


@pytest.mark.rule("SH-FIRE-10", "two dice less at prepared defences")
@pytest.mark.rule("SH-MFIRE-02", "light cavalry by the hexes it moved")
@pytest.mark.rule("SH-RULING-04", "by option fives make one hit in all")
def test_fire() -> None:
    assert row("Firing: dice", "at prepared defences (not Artillery, Skirmishers, Light Cavalry)") == ("−2",)
    assert row("Move and fire", "Light Cavalry") == ("No change up to 2 hexes, −1 die after 3, −2 dice after 4.",)
    assert "each pair of 5s" in tables()["Firing: dice"].note
    assert "two or more 5s" in tables(double_five_mode="at_most_one")["Firing: dice"].note


@pytest.mark.rule("SH-PIKE-01", "ranks behind add one die against foot, two against horse")
@pytest.mark.rule("SH-SHOT-01", "what supports Shot, by the option")
@pytest.mark.rule("SH-CHARGE-02", "foot never charges mounted combat stands, but for the exceptions")
@pytest.mark.rule("SH-EVADE-02", "evasion and the other reactions go with their options")
def test_melee_and_charges() -> None:
    assert row("Melee: dice", "pikes in front: each rank behind, against horse") == ("+2",)
    assert "cover or by a combat stand" in tables()["Melee: dice"].words
    assert "cover and a combat stand" in tables(shot_support_rule="both")["Melee: dice"].words
    assert row("Charges", "Foot")[0].startswith("It never charges mounted combat stands")
    for name in ("defensive_fire", "evade", "opportunity"):
        assert len(tables(**{name: False})["Charges"].rows) == len(tables()["Charges"].rows) - 1


@pytest.mark.rule("SH-MORALE-02", "what is added to the first strength of a stand")
@pytest.mark.rule("SH-MORALE-06", "guns at point blank may cost two points")
@pytest.mark.rule("SH-PURSUIT-02", "an attached leader adds or takes one")
@pytest.mark.rule("SH-RETREAT-01", "how far a beaten stand goes")
@pytest.mark.rule("SH-TOWN-01", "a town may be impassable by the option")
def test_morale_results_ground() -> None:
    assert row("Morale test", "each hit just taken") == ("−1",)
    assert row("Morale test", "most lost, guns at range 1") == ("2",)
    assert row("Results and pursuit", "Gendarmes (must pursue)") == ("0", "1", "1", "2", "2", "3")
    assert "foot 1 and mounted 2 hexes" in row("Retreat and advance", "Loser")[0]
    assert "the stand is disordered" in tables()["Morale test"].note
    assert "the stand is disordered" not in tables(morale_fail_disorders=False)["Morale test"].note
    assert row("Town", "Pike") == ("−1, no depth, disordered", "−2, no depth")
    assert row("Town", "every stand", town_mode="impassable") == ("impassable", "impassable")


@pytest.mark.rule("SH-LOS-01", "woods, towns and stands block a line between middles of hexes")
@pytest.mark.rule("SH-WIN-01", "half of the strength points lost breaks a side")
@pytest.mark.rule("SH-WIN-02", "less than ten per cent apart is a draw")
def test_sight_and_victory() -> None:
    assert row("Sight", "Line")[0].endswith("Woods, towns and stands between block it.")
    assert row("Sight", "Targets")[0].endswith("do not fire, except in defence.")
    assert row("Sight", "Targets", defensive_fire=False)[0].endswith("do not fire.")
    assert "50 per cent of its strength points" in row("Victory", "Broken")[0]
    assert row("Victory", "End")[0].endswith("Less than 10 per cent apart is a draw.")


@pytest.mark.rule("SH-HEX-03", "three hexes at the front, a flank on each side, one at the rear")
@pytest.mark.rule("SH-ZOC-04", "what a movement may be that begins in front of an enemy")
@pytest.mark.rule("SH-BLOCK-01", "a block has three ranks at most")
@pytest.mark.rule("SH-BLOCK-04", "the first rank fights and loses points; the next steps forward")
@pytest.mark.rule("SH-ARMY-03", "the standard field, and three rows for each side")
@pytest.mark.rule("SH-TURN-02", "who is First player, by the option")
def test_facing_blocks_and_the_beginning() -> None:
    assert [cells[0] for cells in tables()["Facing"].rows] == ["front", "front", "flank", "rear", "flank", "front"]
    assert row("Front, rear and blocks", "Enemy’s front hexes")[0].startswith("To enter one ends a movement")
    assert row("Front, rear and blocks", "Block")[0].startswith("Up to 3 ranks of one type")
    assert row("Before the battle", "Field")[0].startswith("It has 17 columns and 13 rows.")
    assert row("Before the battle", "Deploy")[0].endswith("Each side has the 3 rows at its edge.")
    assert "attacker of the scenario" in row("Before the battle", "First player")[0]
    assert "both roll" in row("Before the battle", "First player", first_player_mode="roll_each_turn")[0]


@pytest.mark.rule("SH-RETREAT-02", "a retreat jumps two friends, and costs a point for each hex that it cannot go")
@pytest.mark.rule("SH-MELEE-13", "a stand may break off, by the option")
@pytest.mark.rule("SH-ADV-01", "a winner may enter the hex left, by the option")
@pytest.mark.rule("SH-PURSUIT-05", "a defender may pursue, by the option")
def test_retreats_and_advances() -> None:
    assert row("Retreat and advance", "Blocked")[0].startswith("It jumps up to 2 friends")
    assert "A defender that wins may pursue too." in row("Retreat and advance", "Pursuit")[0]
    assert "defender" not in row("Retreat and advance", "Pursuit", defender_may_pursue=False)[0]
    for option in ("break_off", "advance_after_combat"):
        assert len(tables(**{option: False})["Retreat and advance"].rows) == 5


def test_every_rule_that_the_sheet_cites_stands_in_the_rulebook() -> None:
    cited = {rule for page in pages(DEFAULTS) for table in page.tables for rule in table.rules}
    assert cited <= known()
    assert len(cited) > 60


def test_a_clubs_own_number_carries_its_mark() -> None:
    house = {"profiles": {"GEN": {"points": 5, "fire": {}}}, "order_need": {"A": 2}, "retreat": {"foot": 2}}
    assert row("Stands", "GEN", house)[3] == f"5{HOUSE}"
    assert row("Order test", "class A needs", house) == (f"2+{HOUSE}",)
    assert f"foot 2{HOUSE} and" in row("Retreat and advance", "Loser", house)[0]


@pytest.mark.rule("SH-OPT-01", "every option reads its values and writes them again; others are refused in a sentence")
def test_options() -> None:
    values = {"points_limit": 600, "sp_loss_mode": "margin", "break_off": False}
    assert written(read(values)) == values
    assert written(Options()) == {}
    with pytest.raises(
        ValueError, match=r"sp_loss_mode must be one of hits, margin, fixed_one, not 'all' \(SH-RULING-08\)"
    ):
        read({"sp_loss_mode": "all"})
    assert {spec.rule for spec in OPTION_SPECS.values()} <= known()
    assert registry.check_draft("snaphance") == ()
