"""Positions as they are drawn, block by block and feature by feature."""

import pytest
from msgspec.structs import replace

from battles.engine.picture import Ground, Scene
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.state import Damage, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_kept import differing, kept, told


def arriving(side: str = "a") -> State:
    """The Turn in which Brigades arrive; one of side b that has its own zone to come on in."""
    state = rich.rich(step="arrival", turn=3, active=side)
    return unit_with(state, rich.GONE, where="waiting", points=6)


def touching() -> State:
    """Enemies in contact, one of them an abandoned battery."""
    state = unit_with(rich.rich(step="hand_to_hand"), rich.GUARD, x=mm(40), y=mm(22))
    state = unit_with(state, rich.LINE, x=mm(95), y=mm(29), facing=1800)
    return unit_with(state, rich.CUIRASSIERS, x=mm(120), y=mm(26), facing=2025)


def spent(step: str, active: str) -> State:
    """What units of a side have done by a step."""
    state = rich.rich(step=step, active=active)
    state = unit_with(state, rich.SQUARE, mute=True)
    state = unit_with(state, rich.GUARD, manoeuvred=True, fired=True)
    return unit_with(state, rich.COSSACKS, broke_through=True)


POSITIONS = {
    "in the Manoeuvre phase": rich.rich(),
    "before deployment, everybody on his way": rich.rich(step="deployment", turn=0, active="b"),
    "as a Brigade arrives": arriving(),
    "as the other side's arrives": arriving("b"),
    "hand to hand": touching(),
    "firing": spent("fire", "a"),
    "firing, of the other side": spent("fire", "b"),
    "breaking through": spent("break_active", "a"),
    "breaking through on the passive side": spent("break_passive", "b"),
    "manoeuvres of the other side": spent("manoeuvre", "b"),
    "with more damage": rich.rich(damage=(Damage("town", 9, destroyed=True), Damage("bridge", 1))),
}


def drawn(state: State) -> list[str]:
    """Everything that is drawn of a position, and beside it."""
    seen = SYSTEM.view(state, "a")
    scene: Scene = SYSTEM.scene(seen)
    ground: Ground = SYSTEM.ground(seen)
    table = replace(ground, areas=(), ways=(), names=())
    return [
        *map(told, (table, *ground.areas, *ground.ways, *ground.names, scene.sides)),
        *map(told, scene.blocks),
        *(f"off: {told(block)}" for block in scene.off),
        *map(told, (*scene.zones, *scene.links)),
    ]


def lines() -> list[str]:
    """The first position whole, of each other what is drawn otherwise."""
    first = drawn(next(iter(POSITIONS.values())))
    found: list[str] = []
    for name, state in POSITIONS.items():
        found += [f"# {name}", *(differing(first, drawn(state)) if found else first)]
    return found


@pytest.mark.rule("MN-GEO-01", "what is drawn of a position, each block, feature, zone and contact")
def test_positions_as_they_are_drawn() -> None:
    assert lines() == kept("pictures")
