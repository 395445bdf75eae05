"""Hand-to-hand combat: points allotted, an impact round, then melee rounds (ST-12, ST-13, MN-HTH)."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import UMPIRE, Option, Refusal, SideId, Viewer
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat.combatants import (
    RoundKind,
    blows_of,
    enemies_by_unit,
    groups_of,
    is_fighting,
    live_pairs,
    roll_hits,
    situations,
    strikes_of,
    throw_of,
    waiting_groups,
    with_impact_facts,
)
from battles.rules.mini_nap.combat.losses import mark_break_through, points_after, settle_losses
from battles.rules.mini_nap.decisions import Allotment, Combat, Group, Joining
from battles.rules.mini_nap.events import Allotted, AllottedHidden
from battles.rules.mini_nap.positions import on_table
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import State, other

MOST_LISTED: Final = 2_000
"""Most allotments in a list; beyond that it lists only all points on one enemy, or an even split."""

UnitsToAllot = dict[int, tuple[int, ...]]
"""Units with a choice, each with the enemies that it may strike."""


def round_kind(frame: Combat) -> RoundKind:
    """The kind of the present round."""
    return "melee" if frame.round else "impact"


def units_to_allot(state: State, frame: Combat, side: SideId) -> UnitsToAllot:
    """The units of a side that touch several enemies and have a set against one of them in this round."""
    if frame.group is None:
        return {}
    kind, tables = round_kind(frame), state.setup.rules.tables
    rolling = {
        unit
        for (unit, _), blow in blows_of(state, frame, {})
        if sum(tables.sets[situation].sets for situation in situations(blow, kind))
    }
    pairs = enemies_by_unit(live_pairs(state, frame.group))
    return {
        unit: enemies
        for unit, enemies in pairs.items()
        if state.units[unit].side == side and len(enemies) > 1 and unit in rolling
    }


def sides_to_allot(state: State, frame: Combat) -> tuple[SideId, ...]:
    """The sides that must still allot: both at once, or by option the active side first."""
    sides = [state.active, other(state.active)]
    left = [side for side in sides if side not in frame.allotted and units_to_allot(state, frame, side)]
    first = state.setup.rules.options.hth_allotment == "active_first"
    return tuple(left[:1] if first else sorted(left))


def allotment_options(state: State, frame: Combat, side: SideId) -> tuple[Option, ...]:
    """Every allotment; if there are too many, the simple ones, with the range of the others."""
    need = units_to_allot(state, frame, side)
    units = state.units
    count = prod(comb(units[unit].points + len(enemies) - 1, len(enemies) - 1) for unit, enemies in need.items())
    if count <= MOST_LISTED:
        each = [list(_splits(unit, enemies, units[unit].points)) for unit, enemies in need.items()]
        return (Option("allot", "", _allots(each)),)
    each = [list(_plain(unit, enemies, units[unit].points)) for unit, enemies in need.items()]
    domains = {
        "shares": [
            {"unit": unit, "enemies": list(enemies), "points": units[unit].points} for unit, enemies in need.items()
        ]
    }
    return (Option("allot", "", _allots(each)[:MOST_LISTED], complete=False, domains=domains),)


def refuse_allotment(state: State, frame: Combat, side: SideId, action: act.Allot) -> Refusal | None:
    """Why this allotment is not legal: each point of a unit goes to one enemy that it touches. None if it is."""
    need = units_to_allot(state, frame, side)
    if list(action.shares) != sorted(action.shares, key=lambda share: (share.unit, share.enemy)):
        return Refusal("malformed", "MN-HTH-11", "Give the shares in the order of units, then of enemies.")
    pairs = [(share.unit, share.enemy) for share in action.shares]
    if len(set(pairs)) < len(pairs):
        return Refusal("malformed", "MN-HTH-11", "Give a unit's points on an enemy only once.")
    for share in action.shares:
        refusal = _refuse_share(state, need, side, share)
        if refusal is not None:
            return refusal
    for unit in need:
        points, name = state.units[unit].points, state.units[unit].name
        put = sum(share.points for share in action.shares if share.unit == unit)
        if put != points:
            why = f"{name} must put all of its {points} strength points on enemies that it touches, not {put}."
            return Refusal("malformed", "MN-HTH-11", why)
    return None


def visible_combat(state: State, frame: Combat, viewer: Viewer) -> Combat:
    """A combat as ``viewer`` may know it, without the other side's hidden allotments."""
    if viewer == UMPIRE or state.setup.rules.options.hth_allotment == "active_first":
        return frame
    return replace(frame, shares=tuple(share for share in frame.shares if state.units[share.unit].side == viewer))


def allotment_shadow(event: Allotted, viewer: Viewer) -> Allotted | AllottedHidden:
    """A side's allotment as ``viewer`` sees it: in full, or only that the side has answered."""
    if event.audience is None or viewer == UMPIRE or viewer in event.audience:
        return event
    return AllottedHidden(side=event.side)


def _refuse_share(state: State, need: UnitsToAllot, side: SideId, share: Allotment) -> Refusal | None:
    if share.unit >= len(state.units) or share.enemy >= len(state.units):
        return Refusal("no_such", "MN-HTH-11", f"There is no unit {max(share.unit, share.enemy)}.")
    unit, enemy = state.units[share.unit], state.units[share.enemy]
    if unit.side != side:
        return refused("not_yours", "MN-HTH-11", unit.name, "belongs", "to the enemy.")
    if share.unit not in need:
        nothing = with_verb(unit.name, "has nothing to share out")
        why = f"{nothing}: only a unit with a set that fights several enemies shares it out."
        return Refusal("not_needed", "MN-HTH-11", why)
    if share.enemy not in need[share.unit]:
        return refused("no_target", "MN-HTH-11", unit.name, "does", f"not touch {enemy.name}.")
    if share.points < 1:
        return Refusal(
            "malformed", "MN-HTH-11", f"Leave out {enemy.name} if {with_verb(unit.name, 'puts')} no points on it."
        )
    return None


def _allots(each: Sequence[Sequence[tuple[Allotment, ...]]]) -> tuple[act.Allot, ...]:
    return tuple(
        act.Allot(tuple(share for shares in combination for share in shares)) for combination in product(*each)
    )


def _splits(unit: int, enemies: Sequence[int], points: int) -> Iterator[tuple[Allotment, ...]]:
    """Every way to put all of a unit's points on its enemies, most on the first ones first."""
    first, rest = enemies[0], enemies[1:]
    if not rest:
        yield (Allotment(unit, first, points),) if points else ()
        return
    for put in range(points, -1, -1):
        for more in _splits(unit, rest, points - put):
            yield ((Allotment(unit, first, put),) if put else ()) + more


def _plain(unit: int, enemies: Sequence[int], points: int) -> Iterator[tuple[Allotment, ...]]:
    """All points on one enemy, or shared evenly with odd points on the first enemies."""
    for enemy in enemies:
        yield (Allotment(unit, enemy, points),)
    whole, odd = divmod(points, len(enemies))
    even = ((enemy, whole + (place < odd)) for place, enemy in enumerate(enemies))
    yield tuple(Allotment(unit, enemy, put) for enemy, put in even if put)


def current_combat(state: State) -> Combat:
    """The combat that is the present frame."""
    frame = state.stack[-1]
    assert isinstance(frame, Combat)  # noqa: S101
    return frame


def new_combat(state: State) -> Combat:
    """All combats on the table, none of them fought yet."""
    return Combat(waiting=groups_of(state))


def _deciders(state: State) -> tuple[SideId, ...]:
    frame = current_combat(state)
    if frame.group is not None:
        return sides_to_allot(state, frame)
    return (state.active,) if len(waiting_groups(state, frame)) > 1 else ()


def _proceed(play: Resolution) -> None:
    frame = current_combat(play.state)
    if frame.group is None:
        waiting = waiting_groups(play.state, frame)
        if waiting:
            _begin(play, waiting, 0)
        else:
            play.close()
    elif live_pairs(play.state, frame.group):
        _round(play, frame)
    else:
        play.go_on(Combat(waiting=frame.waiting))


def _begin(play: Resolution, waiting: tuple[Group, ...], chosen: int) -> None:
    """Start the next group, with the facts fixed when its impact round begins."""
    rest = (*waiting[:chosen], *waiting[chosen + 1 :])
    play.go_on(replace(with_impact_facts(play.state, waiting[chosen]), waiting=rest))


def _round(play: Resolution, frame: Combat) -> None:
    """Roll a round: all units with their points at its start, losses together at its end (MN-HTH-14, MN-HTH-13)."""
    assert frame.group is not None  # noqa: S101
    state, kind = play.state, round_kind(frame)
    pairs = live_pairs(state, frame.group)
    shares = {(share.unit, share.enemy): share.points for share in frame.shares}
    blows = [(pair, blow) for pair, blow in blows_of(state, frame, shares) if blow.allotted]
    strikes, stalemate = strikes_of(state.setup.rules, [blow for _, blow in blows], kind)
    rolled = []
    hits = dict.fromkeys(enemies_by_unit(pairs), 0)
    for ((unit, enemy), blow), strike in zip(blows, strikes, strict=True):
        if strike.sets:
            reached = roll_hits(play.dice, play.tables, blow, strike)
            hits[enemy] += reached
            rolled.append(throw_of(unit, enemy, blow, strike, reached))
    left = tuple((number, points_after(state.units[number].points, count)) for number, count in hits.items())
    play.tell(
        happened.Fought(
            round=frame.round, throws=tuple(rolled), points=left, stalemate=stalemate, rolls=play.new_rolls()
        )
    )
    play.go_on(replace(frame, round=frame.round + 1, allotted=(), shares=()))
    settle_losses(play)
    if kind == "impact":
        _after_impact(play, tuple(hits))


def _after_impact(play: Resolution, fought: tuple[int, ...]) -> None:
    """No unit counts as charging any more (MN-RULING-35); a unit with no enemy left breaks through.

    Source: MN-HTH-25, MN-HTH-34.
    """
    active = play.state.active
    for number in sorted(fought, key=lambda each: (play.unit(each).side != active, each)):
        if play.unit(number).where == "table":
            if play.unit(number).impact:
                play.mark(number, "MN-RULING-35", impact=False)
            mark_break_through(play, number, "MN-HTH-25")


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    frame = current_combat(state)
    if frame.group is not None:
        return allotment_options(state, frame, side)
    count = len(waiting_groups(state, frame))
    return (Option("choose_group", "", tuple(act.ChooseGroup(group) for group in range(count))),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    frame = current_combat(state)
    if isinstance(action, act.ChooseGroup):
        if frame.group is not None:
            return Refusal("owed_first", "MN-HTH-10", "Finish the present combat first.")
        count = len(waiting_groups(state, frame))
        if action.group >= count:
            return Refusal("no_such", "MN-RULING-32", f"There are {count} combats to choose from, numbered from 0.")
        return None
    if frame.group is None:
        return Refusal("bad_order", "MN-HTH-10", "Choose the combat to fight next first.")
    return refuse_allotment(state, frame, side, action)


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.ChooseGroup):
        _begin(play, waiting_groups(play.state, current_combat(play.state)), action.group)
        return
    secret = play.options.hth_allotment == "simultaneous"
    play.tell(happened.Allotted(side=side, shares=action.shares, audience=(side,) if secret else None))


COMBAT = Handler((act.ChooseGroup, act.Allot), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``combat``."""


def _phase_deciders(state: State) -> tuple[SideId, ...]:
    return ()


def _proceed_with_phase(play: Resolution) -> None:
    """All combats; then break-through, which is skipped if no unit has a white marker (MN-SEQ-03)."""
    if is_fighting(play.state):
        play.open(Joining())
        return
    white = any(play.unit(number).white for number in on_table(play.state))
    play.tell(happened.StepBegan(step="break_active" if white else "end"))


def _phase_options(state: State, side: SideId) -> tuple[Option, ...]:
    return ()


def _refuse_in_phase(state: State, side: SideId, action: Any) -> Refusal | None:
    return Refusal("not_deciding", "MN-SEQ-03", "There is nothing to choose now.")


def _perform_in_phase(play: Resolution, side: SideId, action: Any) -> None:
    raise AssertionError(action)


PHASE = Handler((), _phase_deciders, _proceed_with_phase, _phase_options, _refuse_in_phase, _perform_in_phase)
"""The step ``hand_to_hand``."""
