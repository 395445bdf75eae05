"""Formations: who has which, what a change keeps and costs (sections 3.2 and 5.3)."""

from typing import Any

import pytest

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Deploy
from battles.rules.easy_napoleonics.fire import targets_of
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import FORMATIONS
from battles.rules.easy_napoleonics.terrain import field_of
from tests.rules.easy_napoleonics.builders.positions import activations, axial, ends, go, listed, play, position, unit

SPARE = unit("a", (0, 8))
FAR = unit("b", (0, -11), facing=3)
GUNS: dict[str, Any] = {"kind": "field_artillery"}
HORSE: dict[str, Any] = {"kind": "horse_artillery"}
FREE = {0, 1, 2, 3, 4, 5}
KEPT: set[int] = {0}


def with_unit(facts: dict[str, Any], *others: Any, **options: Any) -> State:
    return position([unit("a", (0, 0), **facts), *others, SPARE, FAR], **options)


def changes(state: State) -> dict[str, set[int]]:
    """The formations that the first unit may take by one action alone, and the facings that it may have in them."""
    found: dict[str, set[int]] = {}
    for action in activations(state):
        if action.formation and action.cell < 0:
            after = play(state, "a", action).units[0]
            if after.used == 1:
                found.setdefault(after.formation, set()).add(after.facing)
    return found


@pytest.mark.rule("EN-UNIT-03", "the formations of each kind")
@pytest.mark.parametrize(
    ("kind", "nation", "own"),
    [
        ("infantry", "none", {"line", "column", "square"}),
        ("infantry", "austria", {"line", "column", "square", "masse"}),
        ("light_cavalry", "austria", {"line", "column"}),
        ("heavy_cavalry", "none", {"line", "column"}),
        ("field_artillery", "austria", {"limbered", "unlimbered"}),
        ("horse_artillery", "none", {"limbered", "unlimbered"}),
    ],
)
def test_formations_of_each_kind(kind: str, nation: str, own: set[str]) -> None:
    start = "limbered" if kind.endswith("artillery") else "line"
    state = with_unit({"kind": kind, "nation": nation, "formation": start}, national_rules=("austria",))
    assert set(changes(state)) == own - {start}
    ready = position(
        [unit("a", None, kind=kind, nation=nation, formation=start), FAR],
        phase="deployment",
        state={"first_to_deploy": "a"},
        national_rules=("austria",),
    )
    placed = {action.formation for action in listed(ready, "a", "deploy")}
    assert placed == own


@pytest.mark.rule("EN-UNIT-03", "the masse only by the national rule")
@pytest.mark.rule("EN-NATION-06", "no masse without its national rule")
def test_no_masse_without_its_national_rule() -> None:
    assert "masse" not in changes(with_unit({"nation": "austria"}))
    assert "masse" not in changes(with_unit({"nation": "france"}, national_rules=("austria", "france")))


@pytest.mark.rule("EN-UNIT-04", "one unit in a hex, leaders apart")
@pytest.mark.rule("EN-OPT-08", "a hex of the zone holds one unit")
@pytest.mark.parametrize("option", [False, True])
def test_a_hex_of_the_zone_holds_one_unit(option: bool) -> None:
    guns = unit("a", None, **GUNS)
    state = position(
        [unit("a", (-6, 11), **GUNS), guns, unit("a", None), FAR],
        phase="deployment",
        state={"first_to_deploy": "a"},
        grand_battery=option,
    )
    taken = state.units[0].cell
    assert taken in state.setup.forces[0].zone
    cells = {
        number: {action.cell for action in listed(state, "a", "deploy") if action.unit == number} for number in (1, 2)
    }
    assert (taken in cells[1]) == option
    assert taken not in cells[2]
    both = play(state, "a", Deploy(2, min(cells[2]), 0, "line"))
    assert min(cells[2]) not in {action.cell for action in listed(both, "a", "deploy")}


@pytest.mark.rule("EN-OPT-08", "two batteries at most, of one side")
def test_a_third_battery_finds_no_room() -> None:
    state = position(
        [unit("a", (-6, 11), **GUNS), unit("a", (-6, 11), **GUNS), unit("a", None, **GUNS), FAR],
        phase="deployment",
        state={"first_to_deploy": "a"},
        grand_battery=True,
    )
    open_to_it = {action.cell for action in listed(state, "a", "deploy")}
    assert open_to_it == set(state.setup.forces[0].zone) - {state.units[0].cell}


@pytest.mark.rule("EN-FORM-01", "the change comes before the movement")
@pytest.mark.rule("EN-FORM-02", "and the facing after it gives the front hexes")
def test_the_move_follows_the_change() -> None:
    state = with_unit({})
    assert ends(state, "column") == {(0, -1), (1, -1), (0, -2), (1, -2), (2, -2)}
    assert ends(state, None, 3) == {(0, 1), (-1, 1)}
    assert ends(with_unit({"formation": "square"}), "column", 3) == {(0, 1), (-1, 1), (0, 2), (-1, 2), (-2, 2)}
    assert ends(state, "square") == set()


@pytest.mark.rule("EN-FORM-01", "the Move is that of the new formation, longer or shorter than that of the old one")
@pytest.mark.parametrize(
    ("kind", "old", "new", "hexes"),
    [
        ("infantry", "line", "column", 2),
        ("infantry", "column", "line", 1),
        ("infantry", "column", "masse", 1),
        ("infantry", "column", "square", 0),
        ("infantry", "square", "column", 2),
        ("light_cavalry", "line", "column", 3),
        ("heavy_cavalry", "column", "line", 2),
        ("field_artillery", "unlimbered", "limbered", 2),
        ("horse_artillery", "unlimbered", "limbered", 3),
        ("field_artillery", "limbered", "unlimbered", 0),
    ],
)
def test_a_unit_that_changed_moves_as_far_as_its_new_formation(kind: str, old: str, new: str, hexes: int) -> None:
    facts = {"kind": kind, "formation": old, "nation": "austria"}
    state = with_unit(facts, national_rules=("austria",))
    farthest = {(q, -hexes) for q in range(hexes + 1)} if hexes else set()
    assert {end for end in ends(state, new) if end[1] == -hexes} == farthest
    assert all(end[1] >= -hexes for end in ends(state, new))
    for end in farthest:
        moved = play(state, "a", go(*end, formation=new)).units[0]
        assert (axial(moved.cell), moved.formation, moved.facing, moved.used) == (end, new, 0, 2)
        beyond = go(*end[:1], end[1] - 1, formation=new)
        assert SYSTEM.refuse(state, "a", beyond) is not None


@pytest.mark.rule("EN-FORM-01", "a unit that moved may not change, but for guns that unlimber")
def test_a_unit_that_moved_does_not_change_after_it() -> None:
    for kind, formation in (("infantry", "line"), ("infantry", "column"), ("heavy_cavalry", "line")):
        moved = play(with_unit({"kind": kind, "formation": formation}), "a", go(0, -1))
        assert activations(moved) == []
        assert not any(action.unlimber for action in activations(with_unit({"kind": kind, "formation": formation})))
    guns = play(with_unit({**GUNS, "formation": "limbered"}), "a", go(0, -2, unlimber=True)).units[0]
    assert (axial(guns.cell), guns.formation) == ((0, -2), "unlimbered")


@pytest.mark.rule("EN-FORM-03", "a change keeps the facing, unless the option frees it")
@pytest.mark.rule("EN-RULING-20", "a change keeps the facing")
@pytest.mark.parametrize(
    "facts",
    [{}, {"formation": "column"}, {"kind": "heavy_cavalry"}, GUNS, {**HORSE, "formation": "limbered"}],
)
def test_a_change_keeps_the_facing(facts: dict[str, Any]) -> None:
    kept = changes(with_unit(facts))
    assert kept
    assert all(facings == KEPT for facings in kept.values())
    freed = changes(with_unit(facts, formation_change_free_facing=True))
    assert all(facings == FREE for facings in freed.values())


@pytest.mark.rule("EN-FORM-03", "not where guns unlimber after a Move")
@pytest.mark.rule("EN-RULING-20", "guns that unlimber after a move face as they moved")
def test_guns_that_unlimber_after_a_move_face_as_they_moved() -> None:
    limbered = {**GUNS, "formation": "limbered"}
    state = with_unit(limbered, formation_change_free_facing=True)
    after = [action for action in activations(state) if action.unlimber]
    assert after
    assert all(action.facing is None for action in after)
    assert play(state, "a", go(1, -2, unlimber=True)).units[0].facing == 0


@pytest.mark.rule("EN-FORM-04", "out of square a unit faces as it likes, by the same action")
@pytest.mark.rule("EN-RULING-21", "a unit leaves square with any facing")
@pytest.mark.rule("EN-RULING-90", "into masse too, but not out of masse")
def test_a_unit_leaves_square_with_any_facing() -> None:
    for square in ("square", "hasty_square"):
        state = with_unit({"formation": square, "nation": "austria"}, national_rules=("austria",))
        left = changes(state)
        assert {"line", "column", "masse"} <= set(left)
        assert all(facings == FREE for facings in left.values())
    masse = with_unit({"formation": "masse", "nation": "austria"}, national_rules=("austria",))
    assert changes(masse) == {"line": KEPT, "column": KEPT, "square": KEPT}


@pytest.mark.rule("EN-FORM-05", "who changed formation or facing does not charge, but may go next to enemies")
@pytest.mark.parametrize(
    ("facts", "action", "charges"),
    [
        ({"kind": "light_cavalry"}, go(1, -1), True),
        ({"kind": "light_cavalry"}, go(1, -1, formation="column"), False),
        ({"kind": "light_cavalry", "facing": 1}, go(1, -1, facing=0), False),
        ({"formation": "column"}, go(1, -1), True),
        ({"formation": "column"}, go(1, -1, formation="line"), False),
    ],
)
def test_who_changed_does_not_charge(facts: dict[str, Any], action: Activate, charges: bool) -> None:
    state = with_unit(facts, unit("b", (2, -2), facing=3))
    moved = play(state, "a", action).units[0]
    assert (moved.charged == (1,)) == charges
    assert moved.reformed == (not charges)


@pytest.mark.rule("EN-FORM-05", "limbering and unlimbering are changes")
def test_limbering_is_a_change() -> None:
    assert play(with_unit(GUNS), "a", Activate(0, "limbered")).units[0].reformed
    assert play(with_unit({**GUNS, "formation": "limbered"}), "a", go(1, -1, unlimber=True)).units[0].reformed
    assert not play(with_unit({**GUNS, "formation": "limbered"}), "a", go(1, -1)).units[0].reformed


@pytest.mark.rule("EN-FORM-06", "dice, stands, hexes and what shooting at it is worth, by formation")
@pytest.mark.parametrize(
    ("facts", "hexes", "dice"),
    [
        ({"formation": "line"}, 1, 2),
        ({"formation": "column"}, 2, 1),
        ({"formation": "square"}, 0, 1),
        ({**GUNS, "formation": "limbered"}, 2, 0),
        ({**GUNS, "formation": "unlimbered"}, 0, 3),
    ],
)
def test_what_a_formation_is_for(facts: dict[str, Any], hexes: int, dice: int) -> None:
    away = with_unit(facts)
    assert max((-r for _, r in ends(away)), default=0) == hexes
    near = position([unit("a", (0, 0), **facts), unit("b", (0, -1), facing=3)], phase="musketry")
    field = field_of(near)
    assert dict(targets_of(field, field.occupancy(near), 0)).get(1, 0) == dice
    book = field.book
    worth = {"column": "column", "square": "square", "limbered": "limbered", "unlimbered": "unlimbered"}
    shot_at = {"line": 0, "column": 1, "square": 2, "limbered": 1, "unlimbered": -1}
    row = worth.get(facts["formation"])
    assert (book.tables.fire_modifiers[row].value if row else 0) == shot_at[facts["formation"]]
    assert book.tables.counted_stands[facts["formation"]] == (2 if facts["formation"] == "line" else 1)


@pytest.mark.rule("EN-FORM-08", "a turn to any apex is one action for every kind")
@pytest.mark.parametrize("formation", FORMATIONS)
def test_any_unit_turns_to_any_apex(formation: str) -> None:
    guns = formation in ("limbered", "unlimbered")
    facts = {"formation": formation, "nation": "austria", "kind": "field_artillery" if guns else "infantry"}
    state = with_unit(facts, national_rules=("austria",))
    turns = [action for action in activations(state) if action.formation is None and action.cell < 0]
    assert {action.facing for action in turns} == {1, 2, 3, 4, 5}
    for action in turns:
        turned = play(state, "a", action).units[0]
        assert (turned.facing, turned.formation, turned.used, turned.reformed) == (action.facing, formation, 1, True)
