"""A drawing on a table of another size: what does not lie on it any more is gone."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.rules.mini_nap.drafting_chain import brigades, changed, everybody
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Feature, Force, Setup, Table

Zone = tuple[int, int, int, int]


def edge_zone(side: SideId, options: Options) -> Zone:
    """The depth of deployment along the edge of a side (MN-RULING-60)."""
    low = 0 if side == "a" else options.table_h - options.deploy_depth
    return 0, low, options.table_w, low + options.deploy_depth


def resized(setup: Setup, options: Options) -> Setup:
    """``setup`` on a table of the size of ``options``, and otherwise under its own.

    Zones along the edges go to the new edges, as deep as ``options`` say; others keep what of them lies on the table.
    """
    before = setup.rules.options
    table = Table(options.table_w, options.table_h)
    features = tuple(each for each in setup.table.features if _is_on(each, table))
    kept = {each.key for each in features}
    features = tuple(each for each in features if not each.over or each.over in kept)
    a, b = (_force(side, force, before, options, table) for side, force in zip("ab", setup.forces, strict=True))
    sized = replace(
        setup,
        table=replace(table, features=features),
        forces=(a, b),
        rules=replace(setup.rules, options=replace(before, table_w=table.width, table_h=table.height)),
    )
    for key, _ in brigades(sized):
        sized = changed(sized, key, lambda one: replace(one, entry=_within(one.entry, table)))
    return everybody(sized, lambda one: _placed(one, table))


def _is_on(feature: Feature, table: Table) -> bool:
    """Whether any of a feature lies on the table, by its box."""
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    return max(xs) >= 0 and min(xs) <= table.width and max(ys) >= 0 and min(ys) <= table.height


def _force(side: SideId, force: Force, before: Options, options: Options, table: Table) -> Force:
    at_edge = force.zone == edge_zone(side, before)
    return replace(force, zone=edge_zone(side, options) if at_edge else _within(force.zone, table))


def _within(zone: Zone | None, table: Table) -> Zone | None:
    """What of a rectangle lies on the table; None where nothing does."""
    if zone is None:
        return None
    left, bottom = max(zone[0], 0), max(zone[1], 0)
    right, top = min(zone[2], table.width), min(zone[3], table.height)
    return (left, bottom, right, top) if left < right and bottom < top else None


def _placed(one: Any, table: Table) -> Any:
    if one.place is None or (0 <= one.place.x <= table.width and 0 <= one.place.y <= table.height):
        return one
    return replace(one, place=None)
