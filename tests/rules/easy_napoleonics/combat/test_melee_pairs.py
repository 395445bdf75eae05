"""Which melees are fought, who attacks, in which order; charges that bring or void one (section 7.1)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Step
from battles.engine.dice import SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Accept, Activate, ChooseFireOrder, Done, Fight, HastySquare
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.builders.positions import act, at, choices, every, kinds, listed, only, position, unit

CAVALRY = {"kind": "light_cavalry", "grade": "veteran"}
FAR = unit("b", (14, -11), facing=3)


@pytest.mark.rule("EN-EX-D15", "charged infantry that makes its hasty square fights in it")
def test_charged_infantry_that_makes_its_hasty_square_fights_in_it() -> None:
    state = position([unit("a", (0, 0), **CAVALRY), unit("b", (0, -2), facing=3), FAR])
    step = act(state, "a", Activate(0, cell=at(0, -1)))
    assert SYSTEM.deciding(step.state) == {"b"}
    assert choices(step.state, "b") == {"hasty_square"}
    state = act(step.state, "b", HastySquare(True), 7).state
    assert state.units[1].formation == "hasty_square"
    state = act(state, "b", Done()).state
    state = act(state, "a", ChooseFireOrder("a")).state
    step = act(state, "b", Done(), 5, 5, 1)
    score = only(step, "fought").attack
    assert (score.stands, score.total - 10) == (2, 5)
    assert only(step, "fought").defence.stands == 1


@pytest.mark.rule("EN-EX-D16", "cavalry that turned does not charge and brings no melee this turn")
def test_cavalry_that_turned_does_not_charge_and_brings_no_melee_this_turn() -> None:
    state = position([unit("a", (0, 0), facing=5, **CAVALRY), unit("b", (0, -2), facing=0), FAR, unit("a", (-5, 9))])
    step = act(state, "a", Activate(0, facing=0, cell=at(0, -1)))
    assert not step.state.pending
    assert step.state.units[0].charged == ()
    assert step.state.standing == ((0, 1),)
    step = act(act(step.state, "a", Done()).state, "b", Done())
    assert step.state.turn == 2
    assert not every(step, "fought")


@pytest.mark.rule("EN-EX-D20", "a charge is void when the charger forms square")
@pytest.mark.rule("EN-RULING-84", "a charge is void when the charger forms square")
@pytest.mark.parametrize("fight", [True, False])
def test_a_charge_is_void_when_the_charger_forms_square(fight: bool) -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -2), facing=3), unit("b", (2, -1), facing=4, **CAVALRY), FAR]
    state = act(position(units), "a", Activate(0, cell=at(0, -1))).state
    assert state.units[0].charged == (1,)
    state = act(state, "b", Activate(2, cell=at(1, -1))).state
    state = act(state, "a", HastySquare(True), 7).state
    assert state.units[0].charged == ()
    state = act(act(state, "b", Done()).state, "a", ChooseFireOrder("a")).state
    state = act(act(state, "a", Done()).state, "b", Done()).state
    assert (state.pending[-1].side, state.pending[-1].unit, state.pending[-1].other) == ("b", 1, 0)
    step = act(state, "b", Accept(fight), *(() if fight else (1, 1, 10)))
    assert only(step, "melees_listed").pairs == (((1, 0), (2, 0)) if fight else ((2, 0),))
    if fight:
        step = act(step.state, "a", Fight(1, 0), 1, 1, 10, 10, 10, 1, 1, 10)
        rows = [{row.what: row.value for row in event.attack.modifiers} for event in every(step, "fought")]
        assert rows[0]["infantry against square"] == 4
        assert rows[1]["cavalry against hasty square"] == -3
    else:
        assert [event.attacker for event in every(step, "fought")] == [2]


@pytest.mark.rule("EN-MELEE-05", "of two charges the earlier counts while its unit faces the other")
@pytest.mark.parametrize("mover", ["a", "b"])
@pytest.mark.parametrize(("facing", "faced"), [(0, True), (2, False)])
def test_of_two_charges_the_earlier_counts_while_it_faces_the_enemy(mover: str, facing: int, faced: bool) -> None:
    # The unit of the side that moved first stands at (0, 0); the other came to it and faces it.
    late = "b" if mover == "a" else "a"
    units = [unit(mover, (0, 0), facing=facing, charged=(1,)), unit(late, (0, -1), facing=3, charged=(0,)), FAR]
    more = [unit("a", (-9, 9))]
    state = position([*units, *more], phase="musketry", acting=late, state={"mover": mover, "holder": "a"})
    state = replace(state, fires_first=mover)
    faces = (5, 5, 5, 5, 10, 10, 10, 10) if faced else (1, 1, 5, 5, 10, 10)
    step = act(state, late, Done(), *faces)
    assert only(step, "melees_listed").pairs == (((0, 1),) if faced else ((1, 0),))


TIE = (5, 5, 5, 5, 10, 10, 10, 10)
"""Two equal lines: scores, and four checks that are passed."""


def after_fire(*units: Any, contacts: tuple[tuple[int, int], ...] = (), **facts: Any) -> State:
    """Side b, the last to fire, has still to say that it does not."""
    state = {"contacts": contacts, **facts.pop("state", {})}
    return position([*units, FAR, unit("a", (-5, 9))], phase="musketry", acting="b", state=state, **facts)


def fought(state: State, *faces: int) -> Step[State]:
    return act(state, "b", Done(), *faces)


def pair(step: Step[State]) -> tuple[int, int]:
    event = only(step, "fought")
    return event.attacker, event.defender


@pytest.mark.rule("EN-MELEE-01", "After all fire.")
@pytest.mark.rule("EN-MELEE-02", "a pair in contact since the turn began fights after fire")
def test_a_pair_in_contact_since_the_turn_began_fights_after_fire() -> None:
    state = after_fire(unit("a", (0, 0)), unit("b", (0, -1), facing=3), contacts=((0, 1),))
    assert pair(fought(state, *TIE)) == (0, 1)


@pytest.mark.rule("EN-MELEE-02", "Contact counts only through front hexes.")
def test_adjacent_units_of_which_neither_faces_the_other_do_not_fight() -> None:
    state = after_fire(unit("a", (0, 0)), unit("b", (0, 1), facing=3))
    assert "fought" not in kinds(fought(state))


@pytest.mark.rule("EN-MELEE-03", "who may attack")
@pytest.mark.rule("EN-RULING-59", "who may attack")
@pytest.mark.parametrize(
    ("facts", "enemy", "attacks"),
    [
        ({}, {}, True),
        ({"formation": "column"}, {}, True),
        ({"formation": "masse"}, {}, True),
        ({"formation": "masse"}, {"kind": "field_artillery"}, True),
        ({"formation": "masse"}, {"kind": "light_cavalry"}, False),
        ({"formation": "square"}, {}, False),
        ({"formation": "hasty_square"}, {}, False),
        ({"kind": "heavy_cavalry", "formation": "column"}, {}, True),
        ({"kind": "field_artillery"}, {}, False),
        ({"kind": "horse_artillery", "formation": "limbered"}, {}, False),
        ({"reformed": True}, {}, False),
    ],
)
def test_who_may_attack(facts: dict[str, Any], enemy: dict[str, Any], attacks: bool) -> None:
    state = after_fire(unit("a", (0, 0), **facts), unit("b", (0, -1), facing=0, **enemy), contacts=((0, 1),))
    step = SYSTEM.decide(state, "b", Done(), _seeded())
    assert [(event.attacker, event.defender) for event in every(step, "fought")] == ([(0, 1)] if attacks else [])


def _seeded() -> Any:
    return SeededDice(b"melee", 1)


@pytest.mark.rule("EN-MELEE-04", "Move or Sidestep that ends with the enemy in front, without a change.")
@pytest.mark.rule("EN-RULING-27", "a charge is a move into contact by an unchanged unit")
@pytest.mark.parametrize(
    ("action", "charged"),
    [
        (Activate(0, cell=at(0, -1)), (1, 2)),
        (Activate(0, cell=at(1, -1)), (2,)),
        (Activate(0, facing=1, cell=at(1, -1)), ()),
        (Activate(0), None),
    ],
)
def test_a_charge_is_a_move_into_contact_by_an_unchanged_unit(action: Activate, charged: Any) -> None:
    foes = [unit("b", (0, -2), facing=3), unit("b", (1, -2), facing=3)]
    state = position([unit("a", (0, 0)), *foes])
    if charged is None:
        assert action not in listed(state, "a", "activate")
        return
    assert act(state, "a", action).state.units[0].charged == charged


@pytest.mark.rule("EN-MELEE-04", "a sidestep into contact is a charge")
def test_a_sidestep_into_contact_is_a_charge() -> None:
    state = position([unit("a", (0, 0)), unit("b", (2, -1), facing=3)])
    assert act(state, "a", Activate(0, cell=at(1, 0))).state.units[0].charged == (1,)


@pytest.mark.rule("EN-MELEE-05", "(a) the charger, (b) the only one that may, (c) the holder's.")
@pytest.mark.rule("EN-RULING-29", "who attacks in a pair")
@pytest.mark.parametrize(
    ("own", "enemy", "holder", "attacker"),
    [
        ({"charged": (1,)}, {}, "b", 0),
        ({}, {"charged": (0,)}, "a", 1),
        ({"reformed": True}, {}, "a", 1),
        ({}, {"formation": "square"}, "b", 0),
        ({}, {}, "a", 0),
        ({}, {}, "b", 1),
    ],
)
def test_who_attacks_in_a_pair(own: dict[str, Any], enemy: dict[str, Any], holder: str, attacker: int) -> None:
    units = [unit("a", (0, 0), **own), unit("b", (0, -1), facing=3, **enemy)]
    state = after_fire(*units, contacts=((0, 1),), state={"holder": holder, "fires_first": "a"})
    step = SYSTEM.decide(state, "b", Done(), _seeded())
    assert pair(step) == (attacker, 1 - attacker)


@pytest.mark.rule("EN-RULING-29", "original: the attacker of the pair's first melee, while it may attack.")
@pytest.mark.parametrize(
    ("option", "first", "reformed", "attacker"),
    [
        ("initiative", ((1, 0),), False, 0),
        ("original", ((1, 0),), False, 1),
        ("original", ((0, 1),), False, 0),
        ("original", (), False, 0),
        ("original", ((1, 0),), True, 0),
    ],
)
def test_who_attacks_in_a_melee_that_goes_on(option: str, first: Any, reformed: bool, attacker: int) -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3, reformed=reformed)]
    state = after_fire(*units, contacts=((0, 1),), state={"first": first}, continuing_melee_attacker=option)
    step = SYSTEM.decide(state, "b", Done(), _seeded())
    assert pair(step) == (attacker, 1 - attacker)


@pytest.mark.rule("EN-RULING-29", "the first attacker of a pair is remembered")
def test_the_first_attacker_of_a_pair_is_remembered() -> None:
    state = after_fire(unit("a", (0, 0)), unit("b", (0, -1), facing=3), contacts=((0, 1),))
    assert fought(state, *TIE).state.first == ((0, 1),)


@pytest.mark.rule("EN-MELEE-06", "A contact that is new and without a charge.")
@pytest.mark.rule("EN-RULING-28", "a new contact without a charge")
@pytest.mark.parametrize(("option", "asked", "fights"), [("owner_choice", True, False), ("always", False, True)])
def test_a_new_contact_without_a_charge(option: str, asked: bool, fights: bool) -> None:
    units = [unit("a", (0, 0), reformed=True, moved="move"), unit("b", (0, -1), facing=3)]
    state = after_fire(*units, passive_contact_melee=option)
    step = SYSTEM.decide(state, "b", Done(), _seeded())
    assert bool(step.state.pending) is asked
    assert bool(every(step, "fought")) is fights
    if asked:
        assert SYSTEM.deciding(step.state) == {"b"}
        assert choices(step.state, "b") == {"accept"}


@pytest.mark.rule("EN-RULING-28", "with never a contact without a charge brings no melee")
def test_with_never_a_contact_without_a_charge_brings_no_melee() -> None:
    units = [unit("a", (0, 0), reformed=True, moved="move"), unit("b", (0, -1), facing=3)]
    step = fought(after_fire(*units, passive_contact_melee="never"))
    assert not step.state.pending
    assert step.state.turn == 2


@pytest.mark.rule("EN-MELEE-06", "the owner of the unit that may attack decides")
@pytest.mark.parametrize("yes", [True, False])
def test_the_owner_of_the_unit_that_may_attack_decides(yes: bool) -> None:
    units = [unit("a", (0, 0), reformed=True, moved="move"), unit("b", (0, -1), facing=3)]
    state = fought(after_fire(*units)).state
    step = act(state, "b", Accept(yes), *(TIE if yes else ()))
    assert [(event.attacker, event.defender) for event in every(step, "fought")] == ([(1, 0)] if yes else [])


@pytest.mark.rule("EN-RULING-85", "The holder's side first, by unit.")
@pytest.mark.parametrize(
    ("holder", "order"), [("a", [("a", 1), ("a", 3), ("b", 4)]), ("b", [("b", 4), ("a", 1), ("a", 3)])]
)
def test_passive_contacts_are_asked_about_in_order(holder: str, order: list[tuple[str, int]]) -> None:
    new = {"reformed": True, "moved": "move"}
    units = [
        unit("b", (0, -1), facing=3, **new),
        unit("a", (0, 0)),
        unit("b", (4, -1), facing=3, **new),
        unit("a", (4, 0)),
        unit("b", (8, -1), facing=3),
        unit("a", (8, 0), **new),
    ]
    state = fought(after_fire(*units, state={"holder": holder, "fires_first": "a"})).state
    found = []
    while state.pending:
        owed = state.pending[-1]
        found.append((owed.side, owed.unit))
        state = act(state, owed.side, Accept(False)).state
    assert found == order


@pytest.mark.rule("EN-MELEE-07", "Fixed after the answers; each pair once.")
@pytest.mark.rule("EN-MELEE-08", "the holder picks the next melee each time")
@pytest.mark.rule("EN-MELEE-10", "the holder picks the next melee each time")
@pytest.mark.rule("EN-RULING-58", "the holder picks the next melee each time")
@pytest.mark.parametrize("holder", ["a", "b"])
def test_the_holder_picks_the_next_melee_each_time(holder: str) -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3), unit("b", (1, -1), facing=3), unit("a", (5, 0))]
    units.append(unit("b", (5, -1), facing=3))
    contacts = ((0, 1), (0, 2), (3, 4))
    state = after_fire(*units, contacts=contacts, state={"holder": holder, "fires_first": "a"})
    step = fought(state)
    assert only(step, "melees_listed").pairs == tuple(one if holder == "a" else one[::-1] for one in contacts)
    state = step.state
    assert SYSTEM.deciding(state) == {holder}
    assert choices(state, holder) == {"fight"}
    fights = listed(state, holder, "fight")
    assert len(fights) == 3
    step = act(state, holder, fights[1], *TIE)
    left = listed(step.state, holder, "fight")
    assert left == [fights[0], fights[2]]
    assert step.state.units[0].level == "fair"


@pytest.mark.rule("EN-MELEE-09", "a listed melee lapses when a unit is gone but not when it is shaken")
@pytest.mark.rule("EN-MELEE-19", "a listed melee lapses when a unit is gone but not when it is shaken")
def test_a_listed_melee_lapses_when_a_unit_is_gone_but_not_when_it_is_shaken() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3), unit("b", (1, -1), facing=3), FAR, unit("a", (-5, 9))]
    state = position(units, phase="melee", state={"listed": True, "pairs": ((0, 1), (0, 2))})
    step = act(state, "a", Fight(0, 1), 1, 1, 10, 10)
    assert only(step, "melee_lapsed").defender == 2
    step = act(state, "a", Fight(0, 1), *TIE, 6, *TIE[1:])
    assert len(every(step, "fought")) == 2
    assert {row.what: row.value for row in every(step, "fought")[1].attack.modifiers}["Fair"] == -1


@pytest.mark.rule("EN-MELEE-11", "the aspect is that of the attackers hex")
@pytest.mark.parametrize(
    ("facing", "formation", "attacker", "bonus"),
    [
        (3, "line", {}, 0),
        (1, "line", {}, 4),
        (0, "line", {}, 5),
        (0, "square", {}, 0),
        (0, "hasty_square", {}, 0),
        (0, "masse", {}, 5),
        (0, "masse", CAVALRY, 0),
    ],
)
def test_the_aspect_is_that_of_the_attackers_hex(facing: int, formation: str, attacker: Any, bonus: int) -> None:
    units = [unit("a", (0, 0), **attacker), unit("b", (0, -1), facing=facing, formation=formation)]
    state = after_fire(*units, contacts=((0, 1),))
    step = SYSTEM.decide(state, "b", Done(), _seeded())
    rows = {row.what: row.value for row in only(step, "fought").attack.modifiers}
    assert rows.get("attack on the flank", 0) + rows.get("attack on the rear", 0) == bonus


@pytest.mark.rule("EN-RULING-26", "squares_have_flanks counts in melee too.")
def test_with_squares_have_flanks_a_square_is_struck_in_the_rear() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=0, formation="square")]
    state = after_fire(*units, contacts=((0, 1),), squares_have_flanks=True)
    step = SYSTEM.decide(state, "b", Done(), _seeded())
    assert {row.what: row.value for row in only(step, "fought").attack.modifiers}["attack on the rear"] == 5


@pytest.mark.rule("EN-MELEE-09", "a melee lapses as soon as one of its units is gone")
def test_a_melee_lapses_at_once_while_others_are_left() -> None:
    pairs = [unit("a", (4, 0)), unit("b", (4, -1), facing=3), unit("a", (8, 0)), unit("b", (8, -1), facing=3)]
    three = [unit("a", (0, 0)), unit("a", (-1, 0)), unit("b", (0, -1), facing=3, level="bad")]
    left = ((3, 4), (5, 6))
    state = position([*three, *pairs], phase="melee", state={"listed": True, "pairs": ((0, 2), (1, 2), *left)})
    step = act(state, "a", Fight(0, 2), 10, 10, 1, 1)
    (lapsed,) = every(step, "melee_lapsed")
    assert (lapsed.attacker, lapsed.defender) == (1, 2)
    assert step.state.pairs == left
    assert set(listed(step.state, "a", "fight")) == {Fight(*pair) for pair in left}
