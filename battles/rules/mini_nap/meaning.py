"""What somebody may mean who points from a unit or a stand at the table or at another block (``meant``)."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from battles.engine.core import Option, SideId
from battles.engine.pointing import taking_part
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import anytime, deciding, flow, sampling, shooting
from battles.rules.mini_nap.conceiving import conceived, elsewhen
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.pointed import Pointed, pointed
from battles.rules.mini_nap.pointing import aim_of
from battles.rules.mini_nap.pointing_keys import unit_key
from battles.rules.mini_nap.spots import place_named
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.view import View, known

MOST: Final = 60
"""Actions that one pointing may mean."""
FIRST: Final = 24
"""Of the listed ones, those told where nothing is pointed at."""
NEAR: Final = 50
"""Ways that end within so much of each other end equally well: the plainest of them comes first."""


def meant(seen: View, side: SideId, actor: str, at: str) -> tuple[Any, ...]:
    """What ``side`` may mean who points from ``actor`` at the spot, the feature or the block ``at``.

    First what is legal now: what is listed and leads there, and of what has no end the nearest that may be done. Then
    what is not, so that ``refuse`` can say what forbids it. Where ``at`` is ``""``: one of each sort of what the actor
    can do or might think of. Nothing where ``actor`` or ``at`` names nobody and no place.
    """
    state = known(seen)
    found = pointed(state, side, actor, at)
    if found is None:
        return ()
    if side not in flow.deciders(state):
        return tuple(islice(dict.fromkeys((*conceived(found), *elsewhen(found))), MOST))
    legal = dict.fromkeys(_listed(found))
    tried: dict[Any, None] = {}
    for action in dict.fromkeys((*conceived(found), *elsewhen(found))):
        if action not in legal:
            (tried if deciding.refuse_decider(state, side, action) else legal)[action] = None
    order = {action: _effort(found, action) for action in legal}
    return (*sorted(legal, key=order.__getitem__), *tried)[:MOST]


def _listed(pointed: Pointed) -> Iterator[Any]:
    """The listed actions of the actor that point there; one of each sort where nothing is pointed at."""
    state = pointed.state
    taken = taking_part(lambda action: aim_of(state, action), tuple(_open_to(pointed)), pointed.actor)
    if not pointed.key:
        first: dict[Any, Any] = {}
        for action, aim in taken:
            first.setdefault((action.kind, aim.targets, aim.how) if pointed.who else action, action)
        yield from islice(first.values(), FIRST if pointed.who else MOST)
        return
    foes = {unit_key(state, foe) for foe in pointed.foes}
    for action, aim in taken:
        if pointed.key in aim.areas or pointed.key in aim.targets or not foes.isdisjoint(aim.targets):
            yield action


def _open_to(pointed: Pointed) -> Iterator[Option]:
    """What the side of whoever points may do with the actor, by the shortest way to it."""
    state, side = pointed.state, pointed.side
    own = not state.stack and state.step in ("manoeuvre", "fire")
    if not own:
        yield from (option for option in deciding.options(state, side) if option.actor == pointed.actor)
        return
    if pointed.who == "unit" and pointed.unit.side == side:
        if now(state) == "fire":
            yield from shooting.options_of(state, pointed.number)
        elif sampling.can_act(state, pointed.number):
            yield from sampling.options(state, pointed.number)
    if pointed.who:
        yield from (option for option in anytime.options(state, side) if option.actor == pointed.actor)
    else:
        yield Option("done", "", (act.Done(),))


def _effort(pointed: Pointed, action: Any) -> tuple[int, int]:
    """How likely an action is meant, the least first: at whoever is pointed at, then near the place, then plain."""
    aim = aim_of(pointed.state, action)
    around = (action.before, action.after) if isinstance(action, act.Manoeuvre) else ()
    steps = sum((pre.change is not None) + (pre.pivot is not None) + pre.about_face for pre in around)
    if any(unit_key(pointed.state, foe) in aim.targets for foe in pointed.foes) or pointed.place is None:
        return -1, steps
    return _away(pointed.state, pointed.place, aim.areas[-1:]) // NEAR, steps


def _away(state: State, place: tuple[int, int], areas: tuple[str, ...]) -> int:
    """How far from a place an action leads; no way at all where it leads nowhere."""
    found = place_named(state.setup.table, areas[0]) if areas else None
    if found is None:
        return 0
    return max(abs(found[0] - place[0]), abs(found[1] - place[1]))
