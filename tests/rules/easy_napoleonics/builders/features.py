"""Features of the rules that a battle shows: kinds, rows of tables and refusals that have occurred."""

from collections.abc import Iterator
from typing import Any, get_args

from battles.engine.core import PUBLIC, RefusalCode, tag_of
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.actions import AnyAction
from battles.rules.easy_napoleonics.events import AnyEvent
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import State, Unit
from battles.rules.easy_napoleonics.tables import GRADES, PRINTED, Printed
from tests.rules.easy_napoleonics.builders.battles import grid_of

Feature = tuple[Any, ...]

REASONS = ("points", "annihilation", "objective", "mutual_defeat", "draw")
SCORED = ("stand_bonuses", "melee_modifiers", "melee_conditions")
NUMBERS = (
    "square_targets",
    "answer_dice",
    "french_column_stands",
    "leader_move",
    "leader_escape",
    "leader_killed_on",
    "leader_victory_points",
    "streak_penalty",
)
"""Tables of one number, found by what they let happen."""


def kinds(union: Any) -> list[str]:
    return [tag_of(kind.__name__) for kind in get_args(union)]


def _rows(table: str, rows: dict[str, Printed]) -> Iterator[Feature]:
    return ((table, row.rule, row.what) for row in rows.values())


def _all() -> Iterator[Feature]:
    yield from (("action", kind) for kind in kinds(AnyAction))
    yield from (("event", kind) for kind in kinds(AnyEvent))
    yield from (("refusal", code) for code in get_args(RefusalCode))
    yield from (("end", reason) for reason in REASONS)
    yield from (("number", name) for name in NUMBERS)
    yield from (("advance", how) for how in ("in", "on", "turn"))
    yield from (("answer", how) for how in ("hold", "fire", "square"))
    yield from _rows("fire_modifiers", PRINTED.fire_modifiers)
    yield from _rows("check_modifiers", PRINTED.check_modifiers)
    yield from _rows("stand_bonuses", PRINTED.stand_bonuses)
    yield from _rows("melee_modifiers", PRINTED.melee_modifiers)
    yield from _rows("melee_conditions", PRINTED.melee_conditions)
    for roll in ("fire", "check", "melee"):
        yield from (("level_modifier", roll, level) for level in PRINTED.level_modifier)
        yield from (("grade", roll, grade) for grade in GRADES)
    yield from (("melee_results", row.least) for row in PRINTED.melee_results)
    yield from (("fire", kind, band.label) for kind, bands in PRINTED.fire.items() for band in bands)
    yield from (("musketry_dice", formation) for formation in PRINTED.musketry_dice)
    yield from (("counted_stands", formation) for formation in PRINTED.counted_stands)
    moves = [(kind, move) for kind, moves in PRINTED.moves.items() for move in moves]
    yield from (("moves", kind, move.formation, move.hexes) for kind, move in moves)
    yield "moves", "infantry", PRINTED.masse.formation, PRINTED.masse.hexes
    yield from (("actions", kind, count) for kind, count in PRINTED.actions.items())


ALL: frozenset[Feature] = frozenset(_all())


def of_step(state: State, side: str, action: Any, step: Any) -> set[Feature]:
    """All that an action and what followed from it show."""
    found: set[Feature] = {("action", action.kind)} if action is not None else set()
    for event in step.events:
        found.add(("event", event.kind))
        for viewer in ("a", "b", PUBLIC):
            shadow = SYSTEM.secrets.shadow(step.state, event, viewer)
            if shadow is not None:
                found.add(("event", shadow.kind))
        find = _FINDERS.get(type(event))
        if find is not None:
            found.update(find(state, event))
        state = SYSTEM.evolve(state, event)
    return found


def _check(unit: Unit, level: str, modifiers: Any) -> Iterator[Feature]:
    """``level`` is the one at which the check is taken."""
    yield "level_modifier", "check", level
    yield "grade", "check", unit.grade
    for row in modifiers:
        yield "check_modifiers", row.rule, row.what


def _tried(state: State, event: Any) -> Iterator[Feature]:
    unit = state.units[event.unit]
    yield from _check(unit, unit.level, event.modifiers)


def _fired(state: State, event: Any) -> Iterator[Feature]:
    target = state.units[event.target]
    if event.hits:
        yield from _check(target, target.level, event.check_modifiers)
    for shot in event.shots:
        unit = state.units[shot.unit]
        yield "level_modifier", "fire", unit.level
        yield "grade", "fire", unit.grade
        yield from (("fire_modifiers", row.rule, row.what) for row in shot.modifiers)
        if unit.kind not in ARTILLERY:
            yield "fire", unit.kind, unit.formation
            yield "musketry_dice", unit.formation
            if "square" in unit.formation and unit.at:
                yield "number", "square_targets"
        elif event.answer:
            yield from [("number", "answer_dice")] * (shot.dice == PRINTED.answer_dice)
        else:
            reach = grid_of(state).distance(unit.cell, target.cell)
            band = next(band for band in PRINTED.fire[unit.kind] if band.near <= reach <= band.far)
            yield from [("fire", unit.kind, band.label)] * (shot.dice == band.dice)


def _fought(state: State, event: Any) -> Iterator[Feature]:
    difference = abs(event.attack.total - event.defence.total)
    yield "melee_results", max(row.least for row in PRINTED.melee_results if row.least <= difference)
    for number, score in ((event.attacker, event.attack), (event.defender, event.defence)):
        unit = state.units[number]
        yield "level_modifier", "melee", unit.level
        yield "grade", "melee", unit.grade
        if score.stands == PRINTED.counted_stands[unit.formation]:
            yield "counted_stands", unit.formation
        elif unit.formation == "column" and score.stands == PRINTED.french_column_stands:
            yield "number", "french_column_stands"
        yield from ((table, row.rule, row.what) for row in score.modifiers for table in SCORED)


def _activated(state: State, event: Any) -> Iterator[Feature]:
    unit = state.units[event.unit]
    if event.charged:
        yield "charge", unit.kind, unit.nation, event.formation
    if event.used == PRINTED.actions[unit.kind]:
        yield "actions", unit.kind, event.used
    if event.moved == "move":
        formation = "limbered" if unit.kind in ARTILLERY else event.formation
        yield "moves", unit.kind, formation, len(event.path)
    elif not event.moved:
        yield "moves", unit.kind, event.formation, 0


def _deployed(state: State, event: Any) -> Iterator[Feature]:
    yield "moves", state.units[event.unit].kind, event.formation, 0


def _leader_placed(state: State, event: Any) -> Iterator[Feature]:
    if event.how == "fled":
        yield "number", "leader_escape"
    elif event.how == "moved" and event.left == 0 and state.leaders[event.leader].left == PRINTED.leader_move:
        yield "number", "leader_move"


def _leader_tested(state: State, event: Any) -> Iterator[Feature]:
    if event.killed and event.face == PRINTED.leader_killed_on:
        yield "number", "leader_killed_on"
    if sum(event.score) == sum(state.score) + PRINTED.leader_victory_points:
        yield "number", "leader_victory_points"


def _initiative(state: State, event: Any) -> Iterator[Feature]:
    if min(event.modifiers) <= -PRINTED.streak_penalty:
        yield "number", "streak_penalty"


def _advanced(state: State, event: Any) -> Iterator[Feature]:
    turned = event.facing != state.units[event.unit].facing
    if event.target >= 0:
        yield "charge", "on", state.units[event.target].kind
    yield "advance", "on" if event.target >= 0 else "turn" if turned else "in"


def _answered(state: State, event: Any) -> Iterator[Feature]:
    yield "answer", event.how


def _ended(state: State, event: Any) -> Iterator[Feature]:
    yield "end", event.outcome.reason


_FINDERS: dict[type, Any] = {
    happened.Rallied: _tried,
    happened.SquareTried: _tried,
    happened.Fired: _fired,
    happened.Fought: _fought,
    happened.Activated: _activated,
    happened.Deployed: _deployed,
    happened.LeaderPlaced: _leader_placed,
    happened.LeaderTested: _leader_tested,
    happened.InitiativeWon: _initiative,
    happened.Advanced: _advanced,
    happened.Answered: _answered,
    happened.Ended: _ended,
}


def said(features: Any) -> str:
    """Features as lines, for a test that fails."""
    return "\n".join(sorted(" ".join(map(str, feature)) for feature in features))
