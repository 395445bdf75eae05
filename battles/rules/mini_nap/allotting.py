"""Strength points shared out between enemies, round by round, both sides at once (W8, MN-HTH-11, MN-RULING-32, 101)."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod
from typing import Final

from msgspec.structs import replace

from battles.engine.core import UMPIRE, Option, Refusal, SideId, Viewer
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.engaged import blows_of, foes, live_pairs
from battles.rules.mini_nap.events_fight import Allotted, AllottedHidden
from battles.rules.mini_nap.frames import Allotment, Combat
from battles.rules.mini_nap.sets import RoundKind, situations
from battles.rules.mini_nap.state import State, other

MOST_LISTED: Final = 2_000
"""Ways to share out that a list holds; of more it shows those that put each unit on one enemy, or even."""

Need = dict[int, tuple[int, ...]]
"""Units that have a choice, each with the enemies that it may strike at."""


def round_kind(frame: Combat) -> RoundKind:
    """What kind of round goes on."""
    return "melee" if frame.round else "impact"


def needs(state: State, frame: Combat, side: SideId) -> Need:
    """The units of a side that touch several enemies and have a set against one of them in this round."""
    if frame.group is None:
        return {}
    kind, tables = round_kind(frame), state.setup.rules.tables
    throwing = {
        unit
        for (unit, _), blow in blows_of(state, frame, {})
        if sum(tables.sets[situation].sets for situation in situations(blow, kind))
    }
    pairs = foes(live_pairs(state, frame.group))
    return {
        unit: enemies
        for unit, enemies in pairs.items()
        if state.units[unit].side == side and len(enemies) > 1 and unit in throwing
    }


def asked(state: State, frame: Combat) -> tuple[SideId, ...]:
    """The sides that still have to share out: both at once, or by an option the active side first."""
    sides = [state.active, other(state.active)]
    left = [side for side in sides if side not in frame.allotted and needs(state, frame, side)]
    first = state.setup.rules.options.hth_allotment == "active_first"
    return tuple(left[:1] if first else sorted(left))


def options_of(state: State, frame: Combat, side: SideId) -> tuple[Option, ...]:
    """Every way to share out; of very many the plain ones, and what else may be given."""
    need = needs(state, frame, side)
    units = state.units
    ways = prod(comb(units[unit].points + len(enemies) - 1, len(enemies) - 1) for unit, enemies in need.items())
    if ways <= MOST_LISTED:
        each = [list(_splits(unit, enemies, units[unit].points)) for unit, enemies in need.items()]
        return (Option("allot", "", _allots(each)),)
    each = [list(_plain(unit, enemies, units[unit].points)) for unit, enemies in need.items()]
    domains = {
        "shares": [
            {"unit": unit, "enemies": list(enemies), "points": units[unit].points} for unit, enemies in need.items()
        ]
    }
    return (Option("allot", "", _allots(each)[:MOST_LISTED], complete=False, domains=domains),)


def refuse(state: State, frame: Combat, side: SideId, action: act.Allot) -> Refusal | None:
    """Why points may not be shared out so: each of a unit's points goes to one enemy that it touches."""
    need = needs(state, frame, side)
    if list(action.shares) != sorted(action.shares, key=lambda share: (share.unit, share.enemy)):
        return Refusal("malformed", "MN-HTH-11", "Give the shares in the order of units, then of enemies.")
    given = [(share.unit, share.enemy) for share in action.shares]
    if len(set(given)) < len(given):
        return Refusal("malformed", "MN-HTH-11", "A unit's points on an enemy are given once.")
    for share in action.shares:
        found = _refuse_share(state, need, side, share)
        if found is not None:
            return found
    for unit in need:
        points, name = state.units[unit].points, state.units[unit].name
        put = sum(share.points for share in action.shares if share.unit == unit)
        if put != points:
            why = f"{name} has {points} strength points, all of which go to the enemies that it touches, not {put}."
            return Refusal("malformed", "MN-HTH-11", why)
    return None


def seen_by(state: State, frame: Combat, viewer: Viewer) -> Combat:
    """A combat of ``state`` as ``viewer`` may know it: what a side has shared out in secret only it knows yet."""
    if viewer == UMPIRE or state.setup.rules.options.hth_allotment == "active_first":
        return frame
    return replace(frame, shares=tuple(share for share in frame.shares if state.units[share.unit].side == viewer))


def shadow_of(event: Allotted, viewer: Viewer) -> Allotted | AllottedHidden:
    """What ``viewer`` gets of a side's answer: all of it, or only that it has answered."""
    if event.audience is None or viewer == UMPIRE or viewer in event.audience:
        return event
    return AllottedHidden(side=event.side)


def _refuse_share(state: State, need: Need, side: SideId, share: Allotment) -> Refusal | None:
    if share.unit >= len(state.units) or share.enemy >= len(state.units):
        return Refusal("no_such", "MN-HTH-11", f"There is no unit {max(share.unit, share.enemy)}.")
    unit, enemy = state.units[share.unit], state.units[share.enemy]
    if unit.side != side:
        return Refusal("not_yours", "MN-HTH-11", f"{unit.name} is not yours to command.")
    if share.unit not in need:
        why = f"{unit.name} has nothing to share out: it fights one enemy, has no set in this round, or does not fight."
        return Refusal("not_needed", "MN-HTH-11", why)
    if share.enemy not in need[share.unit]:
        return Refusal("no_target", "MN-HTH-11", f"{unit.name} does not touch {enemy.name}.")
    if share.points < 1:
        return Refusal("malformed", "MN-HTH-11", f"Leave {enemy.name} out where {unit.name} puts no points on it.")
    return None


def _allots(each: Sequence[Sequence[tuple[Allotment, ...]]]) -> tuple[act.Allot, ...]:
    return tuple(act.Allot(tuple(share for shares in way for share in shares)) for way in product(*each))


def _splits(unit: int, enemies: Sequence[int], points: int) -> Iterator[tuple[Allotment, ...]]:
    """Every way to put all of a unit's points on enemies, most on the first ones first."""
    first, rest = enemies[0], enemies[1:]
    if not rest:
        yield (Allotment(unit, first, points),) if points else ()
        return
    for put in range(points, -1, -1):
        for more in _splits(unit, rest, points - put):
            yield ((Allotment(unit, first, put),) if put else ()) + more


def _plain(unit: int, enemies: Sequence[int], points: int) -> Iterator[tuple[Allotment, ...]]:
    """All on one enemy, or evenly with the odd points on the first."""
    for enemy in enemies:
        yield (Allotment(unit, enemy, points),)
    whole, odd = divmod(points, len(enemies))
    even = ((enemy, whole + (place < odd)) for place, enemy in enumerate(enemies))
    yield tuple(Allotment(unit, enemy, put) for enemy, put in even if put)
