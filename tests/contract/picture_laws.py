"""The laws of a board as it is drawn, held along battles played at random as those of `suite` are."""

from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from battles.drawing.outline import inside
from battles.engine.core import PUBLIC, UMPIRE
from battles.engine.picture import STEPS, Ground, GroundKind, Point, Reach, Scene, Shape, Sign, spot_key
from battles.engine.record import events_for
from tests.contract.suite import Walk, some

LOOKED_AT = 25
"""Moments of a battle whose pictures are looked at."""


def pictures(walk: Walk) -> list[tuple[Any, str, Ground, Scene]]:
    """Moments of a battle, the last one too, as each viewer has them drawn."""
    found = []
    for moment in (*some(walk.played(), LOOKED_AT, walk.chances("pictures")), walk.played()[-1]):
        for viewer in (*walk.system.sides, UMPIRE, PUBLIC):
            seen = walk.system.secrets.view(moment.state, viewer)
            found.append((moment, viewer, walk.system.ui.ground(seen), walk.system.ui.scene(seen)))
    return found


def the_ground_is_the_same_for_all(walk: Walk) -> None:
    """From the first decision on everything lies where it does, and everybody sees the same ground."""
    at_a_moment: dict[str, set[Ground]] = {}
    for moment, _, ground, _ in pictures(walk):
        at_a_moment.setdefault(moment.digest, set()).add(ground)
    assert all(len(grounds) == 1 for grounds in at_a_moment.values()), "Sides see different grounds."
    laid = {_laid(ground) for grounds in at_a_moment.values() for ground in grounds}
    assert len(laid) == 1, f"{len(laid)} grounds in one battle."


def _laid(ground: Ground) -> Ground:
    """A ground without what may become of a place, such as of a bridge."""
    if not ground.open:
        return ground
    return replace(ground, areas=tuple(replace(area, ground="other", words="") for area in ground.areas))


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
        assert all(_is_on(ground, point) for point in area.outline), area
    for way in ground.ways:
        assert len(way.points) > 1, way
        assert not ground.open or all(_is_on(ground, point) for point in way.points), way


def _is_on(ground: Ground, point: Point) -> bool:
    return 0 <= point[0] <= ground.width and 0 <= point[1] <= ground.height


def blocks_stand_on_the_ground(walk: Walk) -> None:
    """What is on the board stands in one of its areas or on a spot of an open table, what is off it in none.

    Each has a key of its own and words.
    """
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
            if ground.open:
                assert block.area == spot_key(block.at), f"Beside its spot: {block}"
                assert _is_on(ground, block.at), f"Beside the table: {block}"
                assert all(each > 0 for each in block.size), f"Of no size: {block}"
                continue
            assert block.area in areas, f"Nowhere: {block}"
            assert inside(block.at, areas[block.area].outline), f"Beside its area: {block}"
        assert all(not block.area for block in scene.off)


def zones_and_links_name_what_there_is(walk: Walk) -> None:
    for _, _, ground, scene in pictures(walk):
        areas, blocks = {area.key for area in ground.areas}, {block.key: block for block in scene.blocks}
        for zone in scene.zones:
            assert zone.words, zone
            assert {*zone.areas} <= areas, zone
            assert zone.areas or len(zone.outline) > 2, zone
            assert all(_is_on(ground, point) for point in zone.outline), zone
            assert {key for key, _ in zone.held} <= set(zone.areas), zone
        for one, two in scene.links:
            assert blocks[one].side != blocks[two].side


def whoever_acts_is_drawn(walk: Walk) -> None:
    """The actors of options are blocks, or nobody, or a side."""
    for moment, viewer, _, scene in pictures(walk):
        known = {"", *walk.system.sides, *(block.key for block in (*scene.blocks, *scene.off))}
        for option in moment.options.get(viewer, ()):
            assert option.actor in known, f"{option.actor!r} is no block."


def deeds_are_of_blocks(walk: Walk) -> None:
    """What is shown of an event, as each viewer is told it, was done by blocks, fire and melee at another one."""
    for moment in (moment for moment in walk.played() if moment.entry is not None):
        for viewer in (*walk.system.sides, UMPIRE, PUBLIC):
            deeds = [
                deed
                for event in events_for(walk.system, moment.after, moment.entry, viewer)
                for deed in walk.system.ui.highlights(event)
            ]
            if not deeds:
                continue
            scene = walk.system.ui.scene(walk.system.secrets.view(moment.after, viewer))
            known = {block.key for block in (*scene.blocks, *scene.off)}
            for deed in deeds:
                assert deed.by, deed
                assert {*deed.by} <= known, f"By nobody: {deed}"
                assert deed.at in ({""} if deed.kind == "lost" else known - {*deed.by}), f"At nobody: {deed}"


def reaches_lie_on_the_ground(walk: Walk) -> None:
    """How far a block fires, goes or commands is told in words and by an outline on the ground; nobody has a reach."""
    for moment in (*some(walk.played(), 10, walk.chances("reaches")), walk.played()[-1]):
        for viewer in (*walk.system.sides, UMPIRE, PUBLIC):
            seen = walk.system.secrets.view(moment.state, viewer)
            ground, scene = walk.system.ui.ground(seen), walk.system.ui.scene(seen)
            for block in (*scene.blocks, *scene.off):
                found = walk.system.ui.reach(seen, block.key)
                assert block in scene.blocks or not found, f"{block} is nowhere and has {found}"
                for reach in found:
                    assert reach.kind in get_args(Reach.__annotations__["kind"]), reach
                    assert reach.name, reach
                    assert reach.words.endswith("."), reach
                    assert len(reach.outline) > 2, reach
                    assert all(_is_on(ground, point) for point in reach.outline), reach
            assert not walk.system.ui.reach(seen, "nobody")


LAWS: tuple[Callable[[Walk], None], ...] = (
    the_ground_is_the_same_for_all,
    areas_lie_on_the_ground,
    blocks_stand_on_the_ground,
    zones_and_links_name_what_there_is,
    whoever_acts_is_drawn,
    deeds_are_of_blocks,
    reaches_lie_on_the_ground,
)
