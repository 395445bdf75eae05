"""Preparation on the board: cards, terrain, deployment (section 3.1)."""

from typing import Any

import pytest

from battles.engine.dice import Dice, ScriptedDice, SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Deploy, DeployLeader, NameNation, TakeCard
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.files import edge_zone
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import Board, Captain, Force, Place, Recruit, Setup, State
from tests.rules.easy_napoleonics.builders.positions import act, choices, every, kinds, listed, only

CHOICE, SEASONED, HORSE = 11, 1, 10
"""Places in a full deck of eleven cards."""


def recruit(name: str = "Foot", **facts: Any) -> Recruit:
    facts.setdefault("kind", "infantry")
    return Recruit(name=name, grade="seasoned", worth=1, **facts)


def battle(
    units_a: tuple[Recruit, ...] = (recruit(),),
    units_b: tuple[Recruit, ...] = (recruit(),),
    *,
    leaders: int = 0,
    draws: bool = False,
    terrain: dict[int, str] | None = None,
    **options: Any,
) -> Setup:
    """A set-up on the usual board; cells count from the north-west."""
    chosen = Options(leaders_per_side=leaders, **options)
    places = [Place(cell=5), Place(cell=250)] if chosen.deployment_order == "preset" else [None, None]
    men = [tuple(Captain(f"Leader {n}", place) for n in range(leaders)) for place in places]
    zones = [edge_zone(side, chosen) for side in ("a", "b")]
    forces = [
        Force(name=name, units=units, leaders=led, zone=zone, draws=draws)
        for name, units, led, zone in zip("AB", (units_a, units_b), reversed(men), zones, strict=True)
    ]
    board = Board(18, 14, tuple(sorted((terrain or {}).items())))
    return Setup(title="Test", board=board, forces=(forces[0], forces[1]), rules=Rules(chosen))


def began(setup: Setup, dice: Dice | None = None, faces: tuple[int, ...] = ()) -> Any:
    """All that happens before the first choice."""
    script = ScriptedDice(faces)
    step = SYSTEM.begin(SYSTEM.start(setup), dice or script)
    assert script.left == ()
    return step


def drawn(*faces: int, **options: Any) -> State:
    """A battle in which these cards have been drawn."""
    return began(battle(draws=True, deployment_order="a_first", **options), faces=faces).state


@pytest.mark.rule("EN-SETUP-04", "Cards, terrain, deployment, turn 1, in this order.")
def test_cards_are_drawn_before_terrain_lies_and_deployment_begins() -> None:
    step = began(battle(draws=True, random_terrain=True), SeededDice(b"order", 0))
    order = kinds(step)
    while step.state.phase == "cards":
        (side, *_) = sorted(SYSTEM.deciding(step.state))
        action = SYSTEM.options(step.state, side)[0].actions[0]
        step = SYSTEM.decide(step.state, side, action, SeededDice(b"order", 1))
        order += kinds(step)
    order = [kind for kind in order if kind != "card_taken"]
    assert order == ["cards_drawn", "cards_joined", "terrain_placed", "deployment_began", "side_deploys"]


@pytest.mark.rule("EN-SETUP-04", "without cards and terrain a preset battle starts with the initiative")
def test_without_cards_and_terrain_a_preset_battle_starts_with_the_initiative() -> None:
    a = recruit(place=Place(cell=240, facing=0))
    b = recruit(place=Place(cell=10, facing=3))
    step = began(battle((a,), (b,), deployment_order="preset"), faces=(7, 3))
    assert kinds(step) == ["turn_began", "initiative_won"]


@pytest.mark.rule("EN-RULING-65", "Both sides choose at once, and the units join when both have.")
def test_two_choice_cards_are_answered_at_the_same_time() -> None:
    state = drawn(CHOICE, 1, 1, CHOICE, 1, 1)
    assert SYSTEM.deciding(state) == {"a", "b"}
    first = act(state, "b", TakeCard("veteran_heavy_cavalry"))
    assert kinds(first) == ["card_taken"]
    assert SYSTEM.deciding(first.state) == {"a"}
    second = act(first.state, "a", TakeCard("elite_infantry"))
    assert kinds(second)[:2] == ["card_taken", "cards_joined"]
    joined = only(second, "cards_joined").units
    assert [(unit.side, unit.kind, unit.grade) for unit in joined if unit.grade != "seasoned"] == [
        ("a", "infantry", "elite"),
        ("b", "heavy_cavalry", "veteran"),
    ]


@pytest.mark.rule("EN-RULING-65", "a side without the choice card is not asked")
def test_a_side_without_the_choice_card_is_not_asked() -> None:
    assert SYSTEM.deciding(drawn(CHOICE, 1, 1, SEASONED, 1, 1)) == {"a"}


@pytest.mark.rule("EN-RULING-65", "the choice card takes a unit of its pool")
@pytest.mark.parametrize(("pool", "horse"), [("undrawn", False), ("any_in_mix", True)])
def test_the_choice_card_takes_a_unit_of_its_pool(pool: str, horse: bool) -> None:
    state = drawn(CHOICE, HORSE, 1, 1, 1, 1, choice_card_pool=pool)
    cards = {action.card for action in listed(state, "a", "take_card")}
    assert cards == {card for card in MIX if horse or card != "veteran_horse_artillery"}


@pytest.mark.rule("EN-RULING-65", "One deck: the winner of a die roll first, by turns.")
def test_a_shared_deck_is_drawn_by_turns_and_the_choice_takes_of_the_five_left() -> None:
    faces = (4, 4, 3, 9, 10, 9, 8, 7, 7, 6)  # a tie, b begins
    state = drawn(*faces, card_deck="shared")
    assert state.hands[1].cards == ("veteran_horse_artillery", "veteran_heavy_cavalry")
    assert state.hands[0].cards == ("veteran_field_artillery", "veteran_light_cavalry", "elite_infantry")
    assert SYSTEM.deciding(state) == {"b"}
    assert len(state.hands[1].deck) == 5
    taken = {action.card for action in listed(state, "b", "take_card")}
    assert taken == {"seasoned_infantry", "veteran_infantry"}


@pytest.mark.rule("EN-COST-10", "the winner of a die roll draws first from a shared deck")
@pytest.mark.parametrize(("rolls", "first"), [((9, 2), 0), ((2, 9), 1), ((4, 4, 7, 6), 0), ((4, 4, 6, 7), 1)])
def test_the_winner_of_the_roll_draws_first_from_a_shared_deck(rolls: tuple[int, ...], first: int) -> None:
    setup = battle(draws=True, deployment_order="a_first", card_deck="shared")
    hands = only(began(setup, faces=(*rolls, 1, 8, 1, 1, 1, 1)), "cards_drawn").hands
    assert hands[first].cards[0] == "seasoned_infantry"
    assert hands[1 - first].cards[0] == "veteran_field_artillery"


@pytest.mark.rule("EN-RULING-83", "The owner names one of his army's nations; no side is asked if there is only one.")
def test_the_nation_of_the_cards_is_asked_for_where_an_army_has_two() -> None:
    mixed = (recruit("One", nation="france"), recruit("Two", nation="prussia"))
    single = (recruit("One", nation="austria"),)
    setup = battle(mixed, single, draws=True, deployment_order="a_first")
    state = began(setup, faces=(1, 1, 1, 8, 1, 1)).state
    assert SYSTEM.deciding(state) == {"a"}
    assert {action.nation for action in listed(state, "a", "name_nation")} == {"france", "prussia"}
    step = act(state, "a", NameNation("prussia"))
    joined = only(step, "cards_joined").units
    assert {unit.nation for unit in joined if unit.side == "a"} == {"prussia"}
    assert {unit.nation for unit in joined if unit.side == "b"} == {"austria"}


@pytest.mark.rule("EN-RULING-83", "no nation but one of the owner's own army, and once")
def test_no_nation_of_the_enemy_can_be_named_nor_a_second_one() -> None:
    mixed = (recruit("One", nation="france"), recruit("Two", nation="prussia"))
    setup = battle(mixed, (recruit("One", nation="austria"),), draws=True, deployment_order="a_first")
    state = began(setup, faces=(1, 1, 1, 8, 1, 1)).state
    for nation in ("austria", "england", "none"):
        refusal = SYSTEM.refuse(state, "a", NameNation(nation))
        assert (refusal.code, refusal.rule) == ("no_such", "EN-RULING-83")
    assert SYSTEM.refuse(state, "b", NameNation("austria")) is not None
    named = act(state, "a", NameNation("france")).state
    assert SYSTEM.refuse(named, "a", NameNation("prussia")) is not None
    assert {unit.nation for unit in named.units if "card" in unit.name and unit.side == "a"} == {"france"}


@pytest.mark.rule("EN-RULING-83", "not even where the whole army of its nation is armored, nor by the choice card")
def test_card_units_of_an_armored_army_are_not_armored() -> None:
    guard = (recruit("Cuirassiers", kind="heavy_cavalry", nation="france", armored=True),)
    setup = battle(guard, guard, draws=True, deployment_order="a_first")
    state = began(setup, faces=(8, CHOICE - 1, 1, 1, 1, 1)).state
    (choice,) = [action for action in listed(state, "a", "take_card") if "light_cavalry" in action.card][:1]
    units = act(state, "a", choice).state.units
    cards = [unit for unit in units if "card" in unit.name]
    assert len(cards) == 6
    assert "heavy_cavalry" in {unit.kind for unit in cards}
    assert not any(unit.armored for unit in cards)
    assert {unit.nation for unit in cards} == {"france"}


@pytest.mark.rule("EN-RULING-83", "a heavy cavalry card is never armored")
def test_a_heavy_cavalry_card_is_never_armored() -> None:
    state = drawn(8, 1, 1, 1, 1, 1)
    (heavy,) = [unit for unit in state.units if unit.kind == "heavy_cavalry"]
    assert not heavy.armored


@pytest.mark.rule("EN-SETUP-10", "card units start good and others as the scenario says")
def test_card_units_start_good_and_others_as_the_scenario_says() -> None:
    state = began(
        battle((recruit(level="bad"),), draws=True, deployment_order="a_first"), faces=(1, 1, 1, 1, 1, 1)
    ).state
    assert [unit.level for unit in state.units] == ["bad", *["good"] * 7]


@pytest.mark.rule("EN-SETUP-07", "the low roll deploys first")
@pytest.mark.rule("EN-RULING-16", "D10, ties are rolled again.")
@pytest.mark.parametrize(("faces", "first"), [((3, 8), "a"), ((8, 3), "b"), ((5, 5, 10, 10, 9, 2), "b")])
def test_the_low_roll_deploys_first(faces: tuple[int, ...], first: str) -> None:
    step = began(battle(), faces=faces)
    assert only(step, "deployment_began").first == first
    assert {roll.sides for event in every(step, "deployment_began") for roll in event.rolls} == {10}
    assert SYSTEM.deciding(step.state) == {first}


@pytest.mark.rule("EN-RULING-82", "a scenario may say who deploys first without dice")
@pytest.mark.parametrize(("order", "first"), [("a_first", "a"), ("b_first", "b")])
def test_a_scenario_may_say_who_deploys_first_without_dice(order: str, first: str) -> None:
    assert SYSTEM.deciding(began(battle(deployment_order=order)).state) == {first}


@pytest.mark.rule("EN-SETUP-07", "The whole force of one side is placed before the other begins.")
def test_one_side_deploys_all_it_has_before_the_other_deploys_anything() -> None:
    two = (recruit("One"), recruit("Two"))
    state = began(battle(two, two, leaders=1, deployment_order="b_first")).state
    sides = []
    while state.phase == "deployment":
        (side,) = SYSTEM.deciding(state)
        sides.append(side)
        action = SYSTEM.options(state, side)[0].actions[0]
        state = SYSTEM.decide(state, side, action, SeededDice(b"x", 0)).state
    assert sides == ["b"] * 3 + ["a"] * 3
    assert state.turn == 1


@pytest.mark.rule("EN-SETUP-09", "a unit may stand in every empty passable hex of its zone")
@pytest.mark.rule("EN-SETUP-08", "a unit may stand in every empty passable hex of its zone")
@pytest.mark.rule("EN-RULING-80", "Side a in the south.")
def test_a_unit_may_stand_in_every_empty_passable_hex_of_its_zone() -> None:
    pond, south = 220, set(range(18 * 11, 18 * 14))
    state = began(battle((recruit("One"), recruit("Two")), terrain={pond: "pond"}, deployment_order="a_first")).state
    state = act(state, "a", Deploy(0, 200, 0, "line")).state
    assert {action.cell for action in listed(state, "a", "deploy")} == south - {pond, 200}


@pytest.mark.rule("EN-SETUP-09", "a pond that is not impassable may be deployed in")
def test_a_pond_that_is_not_impassable_may_be_deployed_in() -> None:
    state = began(battle(terrain={220: "pond"}, pond_impassable=False, deployment_order="a_first")).state
    assert 220 in {action.cell for action in listed(state, "a", "deploy")}


@pytest.mark.rule("EN-SETUP-09", "Any formation open to it except hasty square, with any facing.")
@pytest.mark.parametrize(
    ("facts", "formations"),
    [
        ({"kind": "infantry"}, {"line", "column", "square"}),
        ({"kind": "infantry", "nation": "austria"}, {"line", "column", "square", "masse"}),
        ({"kind": "light_cavalry", "nation": "austria"}, {"line", "column"}),
        ({"kind": "horse_artillery"}, {"limbered", "unlimbered"}),
    ],
)
def test_a_unit_is_deployed_in_a_formation_of_its_kind_with_any_facing(
    facts: dict[str, Any], formations: set[str]
) -> None:
    setup = battle((recruit(**facts),), national_rules=("austria",), deployment_order="a_first")
    found = listed(began(setup).state, "a", "deploy")
    assert {action.formation for action in found} == formations
    assert {action.facing for action in found} == set(range(6))


@pytest.mark.rule("EN-SETUP-09", "A leader with or without a friendly unit.")
def test_a_leader_is_deployed_with_a_unit_or_alone() -> None:
    setup = battle(leaders=1, terrain={220: "pond"}, deployment_order="a_first")
    state = act(began(setup).state, "a", Deploy(0, 200, 0, "line")).state
    cells = {action.cell for action in listed(state, "a", "deploy_leader")}
    assert cells == set(range(18 * 11, 18 * 14)) - {220}
    state = act(state, "a", DeployLeader(0, 200)).state
    assert state.leaders[0].cell == 200
    assert state.acting == "b"


@pytest.mark.rule("EN-OPT-11", "a side deploys as many leaders as the option says")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_side_deploys_as_many_leaders_as_the_option_says(count: int) -> None:
    state = began(battle(leaders=count, deployment_order="a_first")).state
    assert len({action.leader for action in listed(state, "a", "deploy_leader")}) == count
    assert choices(state, "a") == ({"deploy", "deploy_leader"} if count else {"deploy"})


@pytest.mark.rule("EN-SETUP-05", "random terrain lies before deployment and only with the option")
@pytest.mark.rule("EN-SETUP-06", "random terrain lies before deployment and only with the option")
@pytest.mark.rule("EN-EX-S4", "random terrain lies before deployment and only with the option")
@pytest.mark.rule("EN-OPT-14", "random terrain lies before deployment and only with the option")
@pytest.mark.rule("EN-RULING-81", "random terrain lies before deployment and only with the option")
def test_random_terrain_lies_before_deployment_and_only_with_the_option() -> None:
    for seed in range(12):
        step = began(battle(random_terrain=True), SeededDice(bytes([seed]), 0))
        laid = [kind for _, kind in step.state.board.terrain]
        assert all(1 <= laid.count(kind) <= 6 for kind in ("woods", "hill", "settlement"))
        assert set(laid) == {"woods", "hill", "settlement"}
    assert began(battle(), SeededDice(b"1", 0)).state.board.terrain == ()


@pytest.mark.rule("EN-SETUP-05", "At most one terrain in a hex: what lies there stays.")
def test_random_terrain_leaves_the_ground_of_the_scenario_and_the_hexes_of_placed_units() -> None:
    cells = dict.fromkeys(range(18, 240), "stream")
    a, b = recruit(place=Place(cell=241)), recruit(place=Place(cell=0))
    setup = battle((a,), (b,), terrain=cells, random_terrain=True, deployment_order="preset")
    state = began(setup, SeededDice(b"2", 0)).state
    assert dict(state.board.terrain).items() >= cells.items()
    assert not {0, 241} & {cell for cell, _ in state.board.terrain}
