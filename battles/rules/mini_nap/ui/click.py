"""Actions for a click: candidates by kind of decision, legal or not, from a unit or stand to a place or a block."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option, SideId
from battles.engine.forecast import taking_part
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import (
    CM,
    DIRECTIONS,
    FULL,
    GRAINS,
    SCALE,
    Place,
    Shape,
    bearing_of,
    path_between,
    to_place,
)
from battles.kits.open_table.picture import place_named
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.command import commanders, evasion, movement
from battles.rules.mini_nap.decisions import StandEvasion
from battles.rules.mini_nap.fire import firing_phase, targets
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.movement import paths, samples
from battles.rules.mini_nap.positions import footprint, footprint_of, stand_disc
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.setup import places
from battles.rules.mini_nap.state import NONE, State, in_square, selectable_formations
from battles.rules.mini_nap.terrain.features import feature_named
from battles.rules.mini_nap.ui import candidates as reactions
from battles.rules.mini_nap.ui.keys import Click, click_on, unit_key
from battles.rules.mini_nap.ui.targets import action_target_in

RINGS: Final = (50, 100, 200, 300, 400, 500, 600, 800, 1_000, 1_300, 1_600, 2_000)
"""Distances around a place at which a free place is searched for."""

BEARINGS: Final = 24
"""Places tried on each ring."""

ASIDE: Final = tuple(quarters * FULL // 8 for quarters in (-1, 1, -2, 2))
"""Other facings of a deployed unit, as turns from the bearing to the enemy."""


def deployments(click: Click) -> Iterator[act.Deploy]:
    """A unit in each formation at the nearest free place of its zone, facing the enemy and then aside.

    Last, the clicked place itself, free or not.
    """
    state, number, unit = click.state, click.number, click.unit
    if click.place is None:
        return
    zone = places.brigade_zone(state, unit.brigade)
    facing = places.bearing_to_enemy(state, zone)
    put = []
    for formation in selectable_formations(unit):

        def deploy(x: int, y: int, formation: Any = formation) -> act.Deploy:
            return act.Deploy(number, x, y, facing, formation)

        shape = footprint_of(state.setup.rules, replace(unit, x=0, y=0, facing=facing, formation=formation))
        place = _within(zone, shape, click.place)
        deployment = next(
            (deploy(*each) for each in _about(place) if places.refuse_unit_place(state, deploy(*each)) is None), None
        )
        if deployment is not None:
            put.append(deployment)
    yield from put
    turned = (replace(each, facing=(facing + aside) % FULL) for each in put for aside in ASIDE)
    yield from (each for each in turned if places.refuse_unit_place(state, each) is None)
    yield act.Deploy(number, *click.place, facing, selectable_formations(unit)[0])


def stand_deployments(click: Click) -> Iterator[act.DeployStand]:
    """A stand at the nearest free place of its zone, then at the clicked place itself."""
    state, number = click.state, click.number
    if click.place is None:
        return
    zone = places.brigade_zone(state, places.first_brigade(state, state.stands[number]))
    for x, y in _about(_within(zone, stand_disc(0, 0), click.place)):
        action = act.DeployStand(number, x, y)
        if places.refuse_stand_place(state, action) is None:
            yield action
            break
    yield act.DeployStand(number, *click.place)


def stand_move_towards(state: State, number: int, goal: Place) -> act.MoveStand | None:
    """The longest move of a stand straight towards a place; None if it cannot move."""
    stand = state.stands[number]
    start = stand.x, stand.y
    most = state.setup.rules.tables.command_stand_move.moves[0] * CM
    whole = path_between(start, goal).length
    for travel in range(min(whole, most), 0, -CM):
        end = goal if travel == whole else _towards(start, goal, travel, whole)
        if movement.refuse_path(state, number, start, (end,)) is None:
            return act.MoveStand(number, (end,))
    return None


def stand_moves(click: Click) -> Iterator[act.MoveStand]:
    """The longest move of a stand towards the clicked place, then the whole move."""
    if click.place is None or click.here:
        return
    if click.state.stands[click.number].where == "table":
        move = stand_move_towards(click.state, click.number, click.place)
        if move is not None:
            yield move
    yield act.MoveStand(click.number, (click.place,))


def evasions(click: Click) -> Iterator[act.EvadeStand]:
    """The possible evasion nearest to the clicked place, then the place itself."""
    state, frame, goal = click.state, click.state.stack[-1], click.place
    if not isinstance(frame, StandEvasion) or frame.stand != click.number or goal is None:
        return
    stand = state.stands[click.number]
    start = stand.x, stand.y
    least, most = paths.distance_range(state, "stand_evade")
    whole = path_between(start, goal).length
    if whole:
        near = _towards(start, goal, max(least + 1, min(most - 1, whole)), whole)
        if evasion.refuse_place(state, click.number, *near) is None:
            yield act.EvadeStand(*near)
    yield from sorted(evasion.evasion_places(state, click.number), key=lambda each: _square(goal, (each.x, each.y)))[:1]
    yield act.EvadeStand(*goal)


def _within(zone: places.Zone, shape: Shape, place: Place) -> Place:
    """The nearest place where a shape around (0, 0) lies within a zone."""
    left, bottom, right, top = zone
    x = max(left - shape.left // GRAINS, min(right + -shape.right // GRAINS, place[0]))
    y = max(bottom - shape.bottom // GRAINS, min(top + -shape.top // GRAINS, place[1]))
    return x, y


def _about(place: Place) -> Iterator[Place]:
    """A place and others in rings around it, the nearest first."""
    yield place
    for away in RINGS:
        for bearing in range(0, FULL, FULL // BEARINGS):
            sine, cosine = DIRECTIONS[bearing]
            yield place[0] + away * sine // SCALE, place[1] + away * cosine // SCALE


def _towards(start: Place, goal: Place, travel: int, whole: int) -> Place:
    """The place after ``travel`` on a straight path of length ``whole``, never further."""
    x, y = goal[0] - start[0], goal[1] - start[1]
    return start[0] + _share(x, travel, whole), start[1] + _share(y, travel, whole)


def _share(length: int, travel: int, whole: int) -> int:
    return length * travel // whole if length >= 0 else -(-length * travel // whole)


def _square(one: Place, other: Place) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


Candidate = Callable[[Click], Iterator[Any]]


def candidates(click: Click) -> Iterator[Any]:
    """Candidates for the current decision: the nearest legal choice, then the clicked place or unit itself."""
    yield from _CANDIDATES.get((current_kind(click.state), click.actor_kind), _nothing)(click)


def candidates_in_other_phases(click: Click) -> Iterator[Any]:
    """Candidates that belong to another phase or to the other side."""
    if click.actor_kind == "unit":
        yield from _direct_shots(click)
        yield from reactions.direct_manoeuvres(click)
        yield from reactions.direct_attacks(click)
        if click.here:
            yield act.Retreat(click.number)
    elif click.actor_kind == "stand" and click.place is not None:
        yield act.MoveStand(click.number, (click.place,))
        yield from (act.Attach(click.number, unit) for unit in click.friends)
    elif not click.actor_kind:
        yield act.Done()
        yield act.Pass()


def _nothing(click: Click) -> Iterator[Any]:
    return iter(())


def _initiative_choices(click: Click) -> Iterator[Any]:
    """The initiative for the Brigade or Division of the selected unit, or of the clicked units."""
    state, units = click.state, (*click.friends, *click.foes)
    if click.actor_kind == "unit":
        units = (click.number,)
    for unit in units:
        brigade = state.units[unit].brigade
        yield act.ChooseBrigade(brigade)
        yield act.DivisionManoeuvre(state.brigades[brigade].division)
    if click.actor_kind == "stand":
        stand = state.stands[click.number]
        if stand.level == "brigade":
            yield act.ChooseBrigade(stand.of)
        elif stand.level == "division":
            yield act.DivisionManoeuvre(stand.of)
        yield from stand_moves(click)


def _stand_actions(click: Click) -> Iterator[Any]:
    """Attaching, detaching and moving a stand."""
    state, number = click.state, click.number
    yield from (act.Attach(number, unit) for unit in click.friends)
    if state.stands[number].unit != NONE and click.place is not None:
        x, y = click.place
        listed = commanders.detachments(state, number)
        yield from sorted(listed, key=lambda action: (action.x - x) ** 2 + (action.y - y) ** 2)[:1]
        yield act.Detach(number, x, y)
    yield from stand_moves(click)


def _shots(click: Click) -> Iterator[Any]:
    """The best shot at the clicked enemy, then the direct shots."""
    state, number = click.state, click.number
    for foe in click.foes:
        best = targets.best_aim(state, number, foe) if click.unit.where == "table" else None
        if best is not None:
            yield act.Fire(number, foe, best[0], best[1])  # type: ignore[arg-type]
    yield from _direct_shots(click)


def _direct_shots(click: Click) -> Iterator[Any]:
    """A shot at the nearest point of the clicked enemy or structure."""
    state, number, unit = click.state, click.number, click.unit
    if unit.where != "table":
        return
    shape = footprint(state, number)
    for foe in click.foes:
        if state.units[foe].where == "table":
            goal = footprint(state, foe)
            spot = to_place(distances.nearest_points(shape, goal)[1])
            yield act.Fire(number, foe, spot, _face(state, number, spot))  # type: ignore[arg-type]
    structure = feature_named(state, click.feature) if click.feature else None
    if structure is not None and structure.effect.built:
        spot = firing_phase.best_aim_at_structure(state, number, structure) or structure.feature.points[0]
        yield act.FireStructure(number, click.feature, spot)


def _face(state: State, number: int, spot: tuple[int, int]) -> str:
    """The face of a square towards a place; ``""`` for other formations."""
    unit = state.units[number]
    if not in_square(unit):
        return ""
    turn = (bearing_of(spot[0] - unit.x, spot[1] - unit.y) - unit.facing + 450) % 3600
    return ("front", "right", "rear", "left")[turn // 900]


def _deployments(click: Click) -> Iterator[Any]:
    return deployments(click)


def _stand_deployments(click: Click) -> Iterator[Any]:
    return stand_deployments(click)


def _remanning(click: Click) -> Iterator[Any]:
    yield act.Reman(click.number)


_CANDIDATES: Final[dict[tuple[str, str], Candidate]] = {
    ("deployment", "unit"): _deployments,
    ("deployment", "stand"): _stand_deployments,
    ("arrival", "unit"): _deployments,
    ("arrival", "stand"): _stand_deployments,
    ("choose", ""): _initiative_choices,
    ("choose", "unit"): _initiative_choices,
    ("choose", "stand"): _initiative_choices,
    ("command", "stand"): _stand_actions,
    ("manoeuvre", "unit"): reactions.manoeuvres,
    ("manoeuvre", "stand"): stand_moves,
    ("fire", "unit"): _shots,
    ("fire", "stand"): stand_moves,
    ("end", "unit"): _remanning,
    ("end", "stand"): stand_moves,
    ("break_active", "unit"): reactions.break_throughs,
    ("break_passive", "unit"): reactions.break_throughs,
    ("course", "unit"): reactions.opportunity_charges,
    ("onward", "unit"): reactions.continuations,
    ("naming", ""): reactions.bridge_defenders,
    ("naming", "unit"): reactions.bridge_defenders,
    ("contact", "unit"): reactions.charge_answers,
    ("stand_course", "stand"): evasions,
    ("shot", "unit"): reactions.shots,
    ("joining", "unit"): reactions.joins,
}
"""By kind of decision and kind of the selected block."""


MOST: Final = 60
"""Most actions offered for one click."""
FIRST: Final = 24
"""Most listed actions offered when nothing is clicked."""
NEAR: Final = 50
"""Moves that end within this distance of each other count as equal; the simplest comes first."""


def actions_for_click(seen: View, side: SideId, actor: str, at: str) -> tuple[Any, ...]:
    """Actions of ``side`` for a click from the block ``actor`` on the spot, feature or block ``at``.

    Legal actions come first: listed actions that lead there, and the nearest possible of those without a full list.
    Actions that are not legal follow, so that ``refuse`` can explain why. If ``at`` is ``""``: one action of each
    kind. Empty if ``actor`` or ``at`` names nothing.
    """
    state = state_from_view(seen)
    click = click_on(state, side, actor, at)
    if click is None:
        return ()
    if side not in turn.deciders(state):
        return tuple(islice(dict.fromkeys((*candidates(click), *candidates_in_other_phases(click))), MOST))
    legal = dict.fromkeys(_listed(click))
    refused: dict[Any, None] = {}
    for action in dict.fromkeys((*candidates(click), *candidates_in_other_phases(click))):
        if action not in legal:
            (refused if turn.refuse_decider(state, side, action) else legal)[action] = None
    order = {action: _rank(click, action) for action in legal}
    return (*sorted(legal, key=order.__getitem__), *refused)[:MOST]


def _listed(click: Click) -> Iterator[Any]:
    """Listed actions of the actor that lead to the click; one of each kind if nothing is clicked."""
    state = click.state
    aimed_actions = taking_part(
        lambda action: action_target_in(state, action), tuple(_actor_options(click)), click.actor
    )
    if not click.key:
        first: dict[Any, Any] = {}
        for action, aim in aimed_actions:
            first.setdefault((action.kind, aim.targets, aim.how) if click.actor_kind else action, action)
        yield from islice(first.values(), FIRST if click.actor_kind else MOST)
        return
    foes = {unit_key(state, foe) for foe in click.foes}
    for action, aim in aimed_actions:
        if click.key in aim.areas or click.key in aim.targets or not foes.isdisjoint(aim.targets):
            yield action


def _actor_options(click: Click) -> Iterator[Option]:
    """Options of the clicking side for the actor, found without listing all others."""
    state, side = click.state, click.side
    own = not state.stack and state.step in ("manoeuvre", "fire")
    if not own:
        yield from (option for option in turn.options(state, side) if option.actor == click.actor)
        return
    if click.actor_kind == "unit" and click.unit.side == side:
        if current_kind(state) == "fire":
            yield from firing_phase.unit_options(state, click.number)
        elif samples.can_act(state, click.number):
            yield from samples.options(state, click.number)
    if click.actor_kind:
        yield from (option for option in turn.interrupt_options(state, side) if option.actor == click.actor)
    else:
        yield Option("done", "", (act.Done(),))


def _rank(click: Click, action: Any) -> tuple[int, int]:
    """Sort key of an action, lowest first: at the clicked enemy, then near the place, then few free steps."""
    aim = action_target_in(click.state, action)
    around = (action.before, action.after) if isinstance(action, act.Manoeuvre) else ()
    steps = sum((pre.change is not None) + (pre.pivot is not None) + pre.about_face for pre in around)
    if any(unit_key(click.state, foe) in aim.targets for foe in click.foes) or click.place is None:
        return -1, steps
    return _away(click.state, click.place, aim.areas[-1:]) // NEAR, steps


def _away(state: State, place: tuple[int, int], areas: tuple[str, ...]) -> int:
    """Distance from a place to where an action leads; 0 if it leads nowhere."""
    goal = place_named(state.setup.table, areas[0]) if areas else None
    if goal is None:
        return 0
    return max(abs(goal[0] - place[0]), abs(goal[1] - place[1]))
