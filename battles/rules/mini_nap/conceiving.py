"""What a player might think of who points at the table, whether the rules let him or not, by what goes on."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.engine.table import measures
from battles.engine.table.bearings import bearing_of, to_place
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, attaching, conceiving_moves, structures
from battles.rules.mini_nap import conceiving_answers as answers
from battles.rules.mini_nap import conceiving_places as places
from battles.rules.mini_nap.board import footprint
from battles.rules.mini_nap.ground import named
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.pointed import Pointed
from battles.rules.mini_nap.state import NONE, State

Thought = Callable[[Pointed], Iterator[Any]]


def conceived(pointed: Pointed) -> Iterator[Any]:
    """What might be meant now: of what has no end, the nearest that may be done, and what was pointed at itself."""
    yield from _THOUGHTS.get((now(pointed.state), pointed.who), _nothing)(pointed)


def elsewhen(pointed: Pointed) -> Iterator[Any]:
    """What might be meant, but is done at another time or by others."""
    if pointed.who == "unit":
        yield from _shots(pointed)
        yield from conceiving_moves.plain(pointed)
        yield from answers.plain(pointed)
        if pointed.here:
            yield act.Retreat(pointed.number)
    elif pointed.who == "stand" and pointed.place is not None:
        yield act.MoveStand(pointed.number, (pointed.place,))
        yield from (act.Attach(pointed.number, unit) for unit in pointed.friends)
    elif not pointed.who:
        yield act.Done()
        yield act.Pass()


def _nothing(pointed: Pointed) -> Iterator[Any]:
    return iter(())


def _given(pointed: Pointed) -> Iterator[Any]:
    """The initiative for the Brigade or the Division of whoever is pointed from, or at."""
    state, units = pointed.state, (*pointed.friends, *pointed.foes)
    if pointed.who == "unit":
        units = (pointed.number,)
    for unit in units:
        brigade = state.units[unit].brigade
        yield act.ChooseBrigade(brigade)
        yield act.DivisionManoeuvre(state.brigades[brigade].division)
    if pointed.who == "stand":
        stand = state.stands[pointed.number]
        if stand.level == "brigade":
            yield act.ChooseBrigade(stand.of)
        elif stand.level == "division":
            yield act.DivisionManoeuvre(stand.of)
        yield from places.stand_ways(pointed)


def _commanded(pointed: Pointed) -> Iterator[Any]:
    """A stand that attaches, detaches or moves."""
    state, number = pointed.state, pointed.number
    yield from (act.Attach(number, unit) for unit in pointed.friends)
    if state.stands[number].unit != NONE and pointed.place is not None:
        x, y = pointed.place
        listed = attaching.detachments(state, number)
        yield from sorted(listed, key=lambda action: (action.x - x) ** 2 + (action.y - y) ** 2)[:1]
        yield act.Detach(number, x, y)
    yield from places.stand_ways(pointed)


def _fired(pointed: Pointed) -> Iterator[Any]:
    """The best shot at an enemy or a structure, and the plainest."""
    state, number = pointed.state, pointed.number
    for foe in pointed.foes:
        best = aiming.best(state, number, foe) if pointed.unit.where == "table" else None
        if best is not None:
            yield act.Fire(number, foe, best[0], best[1])  # type: ignore[arg-type]
    yield from _shots(pointed)


def _shots(pointed: Pointed) -> Iterator[Any]:
    """A shot at the nearest point of whatever is pointed at."""
    state, number, unit = pointed.state, pointed.number, pointed.unit
    if unit.where != "table":
        return
    shape = footprint(state, number)
    for foe in pointed.foes:
        if state.units[foe].where == "table":
            goal = footprint(state, foe)
            spot = to_place(measures.nearest_points(shape, goal)[1])
            yield act.Fire(number, foe, spot, _face(state, number, spot))  # type: ignore[arg-type]
    built = named(state, pointed.feature) if pointed.feature else None
    if built is not None and built.effect.built:
        spot = structures.best_spot(state, number, built) or built.feature.points[0]
        yield act.FireStructure(number, pointed.feature, spot)


def _face(state: State, number: int, spot: tuple[int, int]) -> str:
    """The face of a square that looks at a place."""
    unit = state.units[number]
    if not in_square(unit):
        return ""
    turn = (bearing_of(spot[0] - unit.x, spot[1] - unit.y) - unit.facing + 450) % 3600
    return ("front", "right", "rear", "left")[turn // 900]


def _deployed(pointed: Pointed) -> Iterator[Any]:
    return places.deployments(pointed)


def _stand_deployed(pointed: Pointed) -> Iterator[Any]:
    return places.stand_deployments(pointed)


def _ended(pointed: Pointed) -> Iterator[Any]:
    yield act.Reman(pointed.number)


_THOUGHTS: Final[dict[tuple[str, str], Thought]] = {
    ("deployment", "unit"): _deployed,
    ("deployment", "stand"): _stand_deployed,
    ("arrival", "unit"): _deployed,
    ("arrival", "stand"): _stand_deployed,
    ("choose", ""): _given,
    ("choose", "unit"): _given,
    ("choose", "stand"): _given,
    ("command", "stand"): _commanded,
    ("manoeuvre", "unit"): conceiving_moves.manoeuvres,
    ("manoeuvre", "stand"): places.stand_ways,
    ("fire", "unit"): _fired,
    ("fire", "stand"): places.stand_ways,
    ("end", "unit"): _ended,
    ("end", "stand"): places.stand_ways,
    ("break_active", "unit"): answers.break_throughs,
    ("break_passive", "unit"): answers.break_throughs,
    ("course", "unit"): answers.opportunities,
    ("onward", "unit"): answers.onwards,
    ("naming", ""): answers.defenders,
    ("naming", "unit"): answers.defenders,
    ("contact", "unit"): answers.contacts,
    ("stand_course", "stand"): places.evasions,
    ("shot", "unit"): answers.shots,
    ("joining", "unit"): answers.joins,
}
"""By what goes on, and who is pointed from."""
