"""The laws of a board as it is drawn, held along battles played at random as those of `suite` are."""

from collections.abc import Callable
from typing import Any, get_args

from battles.drawing.outline import inside
from battles.engine.core import PUBLIC, UMPIRE
from battles.engine.picture import STEPS, Ground, GroundKind, Scene, Shape, Sign
from tests.contract.suite import Walk, some

LOOKED_AT = 25
"""Moments of a battle whose pictures are looked at."""


def pictures(walk: Walk) -> list[tuple[Any, str, Ground, Scene]]:
    """Moments of a battle, the last one too, as each viewer has them drawn."""
    found = []
    for moment in (*some(walk.played(), LOOKED_AT, walk.chances("pictures")), walk.played()[-1]):
        for viewer in (*walk.system.sides, UMPIRE, PUBLIC):
            seen = walk.system.view(moment.state, viewer)
            found.append((moment, viewer, walk.system.ground(seen), walk.system.scene(seen)))
    return found


def the_ground_is_the_same_for_all(walk: Walk) -> None:
    """From the first decision on the ground stays, and everybody sees the same."""
    grounds = {ground for _, _, ground, _ in pictures(walk)}
    assert len(grounds) == 1, f"{len(grounds)} grounds in one battle."


def areas_lie_on_the_ground(walk: Walk) -> None:
    """Areas have keys of their own, words, and outlines about their middle within the ground."""
    _, _, ground, _ = pictures(walk)[0]
    keys = [area.key for area in ground.areas]
    assert len(set(keys)) == len(keys), "An area of two keys."
    assert ground.words
    assert STEPS[0] <= ground.step <= STEPS[1], f"A step of {ground.step} units."
    assert ground.tenths > 0
    for area in ground.areas:
        assert area.key, area
        assert area.words, area
        assert area.ground in get_args(GroundKind), area
        assert inside(area.middle, area.outline), area
        assert all(0 <= x <= ground.width and 0 <= y <= ground.height for x, y in area.outline), area


def blocks_stand_on_the_ground(walk: Walk) -> None:
    """What is on the board stands in one of its areas, what is off it in none; each has a key of its own and words."""
    for _, _, ground, scene in pictures(walk):
        areas = {area.key: area for area in ground.areas}
        sides = dict(scene.sides)
        keys = [block.key for block in (*scene.blocks, *scene.off)]
        assert len(set(keys)) == len(keys), "A key of two blocks."
        assert tuple(sides) == tuple(walk.system.sides)
        for block in (*scene.blocks, *scene.off):
            assert block.side in sides, block
            assert block.sign in get_args(Sign), block
            assert block.shape in get_args(Shape), block
            assert all((block.name, block.label, block.words)), block
            assert 0 <= block.turn < 3600, block
            assert not (block.unsure and block.level), f"Not known, and shown: {block}"
        for block in scene.blocks:
            assert block.area in areas, f"Nowhere: {block}"
            assert inside(block.at, areas[block.area].outline), f"Beside its area: {block}"
        assert all(not block.area for block in scene.off)


def zones_and_links_name_what_there_is(walk: Walk) -> None:
    for _, _, ground, scene in pictures(walk):
        areas, blocks = {area.key for area in ground.areas}, {block.key: block for block in scene.blocks}
        for zone in scene.zones:
            assert zone.words, zone
            assert {*zone.areas} <= areas, zone
            assert {key for key, _ in zone.held} <= set(zone.areas), zone
        for one, two in scene.links:
            assert blocks[one].side != blocks[two].side


def whoever_acts_is_drawn(walk: Walk) -> None:
    """The actors of options are blocks, or nobody, or a side."""
    for moment, viewer, _, scene in pictures(walk):
        known = {"", *walk.system.sides, *(block.key for block in (*scene.blocks, *scene.off))}
        for option in moment.options.get(viewer, ()):
            assert option.actor in known, f"{option.actor!r} is no block."


LAWS: tuple[Callable[[Walk], None], ...] = (
    the_ground_is_the_same_for_all,
    areas_lie_on_the_ground,
    blocks_stand_on_the_ground,
    zones_and_links_name_what_there_is,
    whoever_acts_is_drawn,
)
