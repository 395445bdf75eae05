"""Armies of the army manager taken into a battle of Easy Napoleonics."""

from importlib import resources
from typing import Any

import pytest
from msgspec import structs

from armies.exchange import read
from armies.services.storage import create
from battles.engine.armies.facts import Army, Draw, HouseRules, Override
from battles.engine.core import SetupError
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import army_cost, army_victory_points, drawn, sample_army
from battles.rules.easy_napoleonics.army import options as army_options
from battles.rules.easy_napoleonics.army.battle_force import field, setup_of
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.files import written
from battles.rules.easy_napoleonics.system import SYSTEM
from battles.services.create.from_armies import army_by_slug
from tests.armies.builders import army, battery, unit

LARGE = Rules(Options(board_columns=60, board_rows=40, deployment_depth=5))


def historical(battle: str) -> list[Army]:
    """The armies of a shipped order of battle."""
    return list(read(resources.files("armies").joinpath(f"data/oob/{battle}.json").read_bytes()).armies)


def faces_of(*cards: str) -> tuple[int, int, int]:
    """Dice that draw these cards, in any order."""
    return next(
        (a, b, c)
        for a in range(1, 12)
        for b in range(1, 11)
        for c in range(1, 10)
        if sorted(drawn((a, b, c))) == sorted(cards)
    )


def with_cards(force: Army, *cards: str, choice: str = "") -> Army:
    faces = faces_of(*cards)
    return structs.replace(force, draws=(Draw(faces=faces, cards=drawn(faces), choice=choice),))


@pytest.mark.rule("EN-RULING-92", "one unit of history is one unit of the battle")
@pytest.mark.rule("AB-08", "each has a name of its own and a place in its zone")
@pytest.mark.rule("EN-VP-05", "what a side may score is what the roster says")
@pytest.mark.parametrize("battle", ["austerlitz-1805", "lutzen-1813", "quatre-bras-1815", "salamanca-1812"])
def test_the_armies_of_history_can_be_fielded(battle: str) -> None:
    first, second = historical(battle)
    setup, _ = setup_of(first, second, LARGE)
    for force, of in zip(setup.forces, (first, second), strict=True):
        worth = sum(one.worth for one in force.units) + tables.LEADER_VICTORY_POINTS * len(force.leaders)
        assert worth == army_victory_points(of).value
        assert len({one.name.casefold() for one in force.units}) == len(force.units)
    assert SYSTEM.scenarios.read(written(setup)) == setup


@pytest.mark.rule("EN-RULING-94", "the Guard is of guard grade")
@pytest.mark.rule("EN-RULING-95", "the cuirassiers that wore the cuirass are armored")
@pytest.mark.rule("EN-RULING-96", "every Frenchman has the tag of France")
@pytest.mark.rule("EN-RULING-97", "the leader is the commander of the army")
def test_the_french_of_quatre_bras_come_as_what_they_were() -> None:
    force = field(historical("quatre-bras-1815")[0])
    by_name = {one.name: one for one in force.units}
    assert len(force.units) == 48
    assert [leader.name for leader in force.leaders] == ["Marshal Ney"]
    assert {one.nation for one in force.units} == {"france"}
    assert by_name["Lancers of the Guard"].grade == "guard"
    armored = [one.name for one in force.units if one.armored]
    assert armored == ["8e Cuirassiers"]
    assert not force.draws


@pytest.mark.rule("AB-08", "more units than hexes of the zone are refused, and the first without a place is named")
def test_an_army_too_large_for_its_zone_is_refused() -> None:
    french, allied = historical("austerlitz-1805")
    with pytest.raises(SetupError) as caught:
        setup_of(french, allied)
    assert str(caught.value).startswith(
        "forces.b: Allied army (left and centre) has 146 units, but its zone has only 54 hexes: "
    )
    assert str(caught.value).endswith("Use a larger board, a deeper zone or a smaller army.")


@pytest.mark.rule("AB-06", "an army without a unit is refused")
def test_an_army_without_a_unit_is_refused() -> None:
    empty = Army(name="Ghosts")
    with pytest.raises(SetupError, match=r"^forces.a: Ghosts has no units: it would lose at once"):
        setup_of(empty, army())


def test_a_side_has_two_hundred_units_at_most() -> None:
    horde = Army(name="Horde", children=tuple(unit(f"Band {number}") for number in range(201)))
    with pytest.raises(SetupError, match="Horde has 201 units; a side can have at most 200"):
        field(horde, LARGE)


@pytest.mark.rule("EN-COST-03", "the sample army of every nation costs 104 and two of them are level")
@pytest.mark.rule("EN-COST-04", "then nothing is told of their cost")
@pytest.mark.rule("AB-03", "no warning where the costs are equal")
def test_two_sample_armies_are_level() -> None:
    setup, warnings = setup_of(sample_army("FR"), sample_army("GB"))
    assert warnings == ()
    assert [len(force.units) for force in setup.forces] == [13, 13]
    assert setup.title == "French basic army against British basic army"


@pytest.mark.rule("AB-02", "an army over the budget is told of")
@pytest.mark.rule("AB-03", "armies that differ by more than the tolerance are told of, not refused")
@pytest.mark.rule("AB-06", "an army worth less than what wins is told of")
def test_what_is_odd_about_two_armies_is_told() -> None:
    french = historical("quatre-bras-1815")[0]
    _, warnings = setup_of(french, army())
    small = army_cost(army()).value
    assert warnings == (
        "French left wing costs 426 points: 322 over the budget of 104 (AB-02).",
        f"French left wing costs 426 points, French left wing {small}: a difference of {426 - small}. "
        "Basic armies may differ by 0 at most (AB-03).",
        "French left wing is worth 16 victory points in all; the enemy needs 20 to win by points (AB-06).",
    )
    tolerant = Rules(Options(points_budget=500, points_tolerance=500, victory_points_to_win=10))
    assert setup_of(french, army(), tolerant)[1] == ()


@pytest.mark.rule("AB-08", "names that history used twice are numbered")
def test_units_of_one_name_are_numbered() -> None:
    twins = Army(name="Twins", nation="FR", children=(unit("Foot"), unit("foot"), unit("Foot (2)"), battery()))
    assert [one.name for one in field(twins).units] == ["Foot", "foot (2)", "Foot (2) (2)", "18th Co."]


def test_a_name_longer_than_a_battle_holds_is_cut() -> None:
    long = Army(name="N" * 120, nation="FR", commander="C" * 120, children=(unit("U" * 120), unit("U" * 120)))
    force = field(long)
    names = [force.name, force.leaders[0].name, *[one.name for one in force.units]]
    assert [len(name) for name in names] == [80, 80, 80, 78]


@pytest.mark.rule("EN-RULING-100", "what the owner laid down goes into the battle")
def test_overrides_go_into_the_battle() -> None:
    laid = (
        Override(system="easy_napoleonics", what="grade", value="old_guard", reason="We agreed."),
        Override(system="easy_napoleonics", what="victory_points", value=9, reason="We agreed."),
    )
    (old,) = field(Army(name="One", nation="FR", children=(unit("Grognards", overrides=laid),))).units
    assert (old.grade, old.worth) == ("old_guard", 9)


@pytest.mark.rule("EN-RULING-101", "a club's own numbers go into the battle, and two clubs' are told of")
def test_house_rules_go_into_the_battle() -> None:
    club = HouseRules(
        name="Sound the Charge",
        overlays={"easy_napoleonics": {"victory_step.veteran": 6, "leader_victory_points": 8}},
    )
    housed = structs.replace(army(), house=club)
    setup, warnings = setup_of(housed, army())
    assert [force.units[0].worth for force in setup.forces] == [6, 2]
    assert (
        "The armies were built with different points tables: French left wing with Sound the Charge and French left "
        "wing with the printed numbers (EN-RULING-101)." in warnings
    )
    assert "A leader is worth 8 victory points on the roster of French left wing, 5 in this battle." in warnings


@pytest.mark.rule("EN-COST-08", "the units of the cards drawn in the army manager join the force")
@pytest.mark.rule("EN-COST-09", "a choice card is the unit that its owner took")
@pytest.mark.rule("EN-COST-05", "they are outside the balance")
@pytest.mark.rule("AB-07", "three card units, of the mix or by choice")
def test_cards_already_drawn_join_the_force() -> None:
    carded = with_cards(
        sample_army("FR"), "seasoned_infantry", "seasoned_infantry", "choice", choice="veteran_horse_artillery"
    )
    setup, warnings = setup_of(carded, sample_army("GB"), draw_cards=True)
    added = setup.forces[0].units[13:]
    assert warnings == ()
    assert sorted(one.name for one in added) == [
        "Seasoned infantry, card",
        "Seasoned infantry, card (2)",
        "Veteran horse artillery, card",
    ]
    assert {one.level for one in added} == {"good"}
    assert [force.draws for force in setup.forces] == [False, True]


@pytest.mark.rule("EN-COST-06", "cards still to be drawn need room")
@pytest.mark.rule("AB-08", "three hexes more")
def test_cards_to_be_drawn_need_room() -> None:
    rules = Rules(Options(board_columns=15, deployment_depth=1))
    assert len(field(sample_army("FR"), rules).units) == 13
    with pytest.raises(SetupError, match="has 16 units, but its zone has only 15 hexes"):
        field(sample_army("FR"), rules, draw_cards=True)


@pytest.mark.rule("EN-COST-09", "a choice card must be answered before its army is fielded")
def test_an_open_choice_is_refused() -> None:
    carded = with_cards(sample_army("FR"), "seasoned_infantry", "seasoned_infantry", "choice")
    with pytest.raises(SetupError, match=r"has a choice card: choose its unit first \(EN-COST-09\)"):
        field(carded)


@pytest.mark.rule("AB-07", "cards that their dice did not draw are refused")
def test_cards_that_do_not_follow_from_their_dice_are_refused() -> None:
    false = Draw(faces=(1, 1, 1), cards=("elite_infantry", "elite_infantry", "elite_infantry"))
    with pytest.raises(SetupError, match=r"The cards of French basic army cannot be used\. The dice of this draw give"):
        field(structs.replace(sample_army("FR"), draws=(false,)))


@pytest.mark.rule("EN-RULING-83", "the owner names a nation of his army for the card units; they are never armored")
def test_card_units_take_a_nation_of_their_army() -> None:
    mixed = Army(name="Allies", nation="NL", children=(unit("Dutch"), unit("British", nation="GB")))
    carded = with_cards(mixed, "veteran_heavy_cavalry", "veteran_infantry", "elite_infantry")
    assert {one.nation for one in field(carded).units[2:]} == {"none"}
    british = field(carded, card_nation="GB").units[2:]
    assert {one.nation for one in british} == {"england"}
    assert not any(one.armored for one in british)
    with pytest.raises(SetupError, match="FR is not a nation of Allies; choose one of NL, GB"):
        field(carded, card_nation="FR")


@pytest.mark.rule("EN-RULING-64", "the model of the battle holds, not that which the army was built with")
def test_the_options_of_the_battle_hold() -> None:
    guns = Army(
        name="Guns",
        options={"easy_napoleonics": {"vp_model": "graded"}},
        children=(battery("Guns", quality="guard"),),
    )
    assert field(guns).units[0].worth == 5
    assert field(guns, Rules(Options(vp_model="flat3"))).units[0].worth == 3
    assert army_victory_points(guns, army_options({"vp_model": "flat3"})).value == 3 + tables.LEADER_VICTORY_POINTS


@pytest.mark.rule("EN-OPT-11", "as many leaders as the options say")
def test_leaders_are_those_of_the_army() -> None:
    force = field(army(), Rules(Options(leaders_per_side=2)))
    assert [leader.name for leader in force.leaders] == ["Marshal Ney", "General Reille"]
    nobody = field(Army(name="Orphans", children=(unit(),)))
    assert [leader.name for leader in nobody.leaders] == ["Leader"]


def test_an_army_is_found_by_its_slug(db: Any) -> None:
    create(army(), slug="left-wing")
    assert field(army_by_slug("left-wing")) == field(army())
    for slug in ("right-wing", "left\x00wing"):
        with pytest.raises(SetupError, match="There is no army with the slug"):
            army_by_slug(slug)
