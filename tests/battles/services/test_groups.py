"""Orders to a group: each member's own legal action, all or nothing, undone as one, in every system."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from battles.engine import registry
from battles.engine.picture import Shift
from battles.models import Battle, Entry
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.jobs.computer_turns import leave_to_computer
from battles.services.play import action_menu, groups
from battles.services.play.game_controls import undo_action
from battles.services.play.lock import Refused
from battles.services.play.position import current_position, system_of
from battles.services.play.verification import verify
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle
from tests.battles.services.steps import at, fresh

pytestmark = pytest.mark.django_db

STEPS = 40
"""The most decisions before the units of a first battle move."""


def able(view: ShownBattle) -> tuple[str, ...]:
    return tuple(actor.key for actor in action_menu.menu(view).actors if not actor.seldom)


def look(battle: Battle) -> ShownBattle:
    return shown_battle(at(battle, "a"))


def moving(key: str, alice: Any, bob: Any) -> Battle:
    """The first battle of a system, where side a moves its units."""
    system = registry.load(key)
    name = system.meta.first_scenario or next(iter(system.scenarios.shipped()))
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = system.scenarios.load(name)
    battle = start(NewBattle(system=system, setup=setup, title="First", owner=alice, sittings=sittings))
    for _ in range(STEPS):
        view = look(battle)
        if view.acts_as == "a" and view.turn and any(lead_of(view, unit) for unit in able(view)):
            return battle
        who = fresh(battle).awaited[0]
        leave_to_computer(at(battle, who), expect=None, token=uuid4())
    raise AssertionError("Side a never moves its units.")


def lead_of(view: ShownBattle, unit: str) -> Any:
    """A legal move of a unit straight ahead, with its front kept; None if there is none."""
    best: tuple[int, Any] = (0, None)
    block = next((each for each in view.scene.blocks if each.key == unit and each.shape != "leader"), None)
    for spot in action_menu.spots(view, unit) if block else ():
        for choice in spot.choices:
            action = action_menu.action_of(system_of(view.facts.system), choice.text)
            shift = groups.shift_of(view, action)
            if shift and not shift.turn and not shift.shape and not choice.target.targets:
                best = max(best, (shift.x**2 + shift.y**2, action), key=lambda each: each[0])
    return best[1]


def order_of(battle: Battle) -> tuple[groups.GroupOrder, ShownBattle]:
    """The order to the largest group of the first unit that can move."""
    view = look(battle)
    unit = next(unit for unit in able(view) if lead_of(view, unit))
    group = groups.groups_of(view, unit, able(view))[-1]
    shift = groups.shift_of(view, lead_of(view, unit))
    assert shift is not None
    return groups.order(view, group.units, shift), view


def played(battle: Battle, order: groups.GroupOrder, **given: Any) -> tuple[Battle, str]:
    system = current_position(fresh(battle)).system
    actions = [action_menu.action_of(system, move.text) for move in order.moves]
    return groups.submit_order(at(battle, "a"), "a", given.pop("actions", actions), expect=None, token=uuid4())


@pytest.mark.parametrize("key", registry.playable())
def test_an_order_is_one_entry_for_each_member_and_one_undo(key: str, alice: Any, bob: Any) -> None:
    battle = moving(key, alice, bob)
    order, before = order_of(battle)
    assert len(order.moves) > 1
    assert all(stay.sentence.endswith((".", ")")) for stay in order.stays)
    head = fresh(battle).head
    _, said = played(battle, order)
    assert said == ""
    rows = Entry.objects.filter(battle=battle, seq__gt=head, together=head + 1)
    assert rows.count() == len(order.moves)
    places = {block.key: block.at for block in look(battle).scene.blocks}
    for move in order.moves:
        assert places[move.unit] == move.blocks[0].at, "A member stands where its way was drawn."
    assert verify(fresh(battle)) == []
    if look(battle).undo.how == "free":
        undo_action(at(battle, "a"), "a", expect=None, token=uuid4())
        assert fresh(battle).stands == head
        assert look(battle).scene == before.scene
        assert verify(fresh(battle)) == []


@pytest.mark.parametrize("key", registry.playable())
def test_an_order_with_one_illegal_action_plays_nothing(key: str, alice: Any, bob: Any) -> None:
    battle = moving(key, alice, bob)
    order, _ = order_of(battle)
    system = current_position(fresh(battle)).system
    actions = [action_menu.action_of(system, move.text) for move in order.moves[:1]]
    head = fresh(battle).head
    with pytest.raises(Refused):
        played(battle, order, actions=[*actions, *actions])
    assert fresh(battle).head == head
    assert Entry.objects.filter(battle=battle).count() == head + 1
    assert verify(fresh(battle)) == []


def test_an_order_has_limits(alice: Any, bob: Any) -> None:
    battle = moving("easy_napoleonics", alice, bob)
    order, _ = order_of(battle)
    with pytest.raises(Refused, match="at least one unit"):
        played(battle, order, actions=[])
    with pytest.raises(Refused, match="at most 40 units"):
        played(battle, order, actions=[None] * 41)


def test_who_cannot_follow_is_named_with_the_rule(alice: Any, bob: Any) -> None:
    """An unlimbered battery that may not move stays, and the sentence cites the rule."""
    battle = moving("easy_napoleonics", alice, bob)
    view = look(battle)
    rows = sorted({area.middle[1] for area in view.ground.areas})
    far = groups.order(view, able(view), Shift(y=rows[0] - rows[6]))
    assert far.moves == ()
    sentences = [stay.sentence for stay in far.stays]
    assert len(sentences) >= 16
    assert any("EN-MOVE-" in sentence for sentence in sentences), sentences
    names = {block.key: block.name for block in view.scene.blocks}
    for stay in far.stays:
        assert names[stay.unit].split(":")[0][:8] in stay.sentence


def test_the_groups_of_a_unit_are_its_brigade_its_line_and_all(alice: Any, bob: Any) -> None:
    battle = moving("mini_nap", alice, bob)
    view = look(battle)
    keys = able(view)
    unit = next(unit for unit in keys if lead_of(view, unit))
    found = groups.groups_of(view, unit, keys)
    assert found
    assert all(unit in group.units and len(group.units) > 1 for group in found)
    assert len({frozenset(group.units) for group in found}) == len(found)
    assert groups.groups_of(view, "unit 999", keys) == ()


def test_nobody_orders_the_enemy(alice: Any, bob: Any) -> None:
    battle = moving("easy_napoleonics", alice, bob)
    order, _ = order_of(battle)
    view = replace(look(battle), acts_as=None)
    assert groups.order(view, able(look(battle)), Shift(y=-1)).moves == ()
    assert order.moves
