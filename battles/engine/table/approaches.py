"""Ways into contact: a turn on the spot, then straight ahead into one unit and no other."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from battles.engine.table.bearings import Angle, Length
from battles.engine.table.footprints import Footprint, Shape, moved, settled, turned
from battles.engine.table.measures import touching
from battles.engine.table.places import swing_meets
from battles.engine.table.sweeps import ahead, first_contact


class Approach(Struct, frozen=True, gc=False):
    """A turn, the travel straight ahead after it, and where the mover then stands, on a whole place."""

    turn: Angle
    travel: Length
    end: Footprint


def approach(
    mover: Footprint, target: Footprint, others: Sequence[Shape], turn: Angle, allowance: Length, slack: Length
) -> Approach | None:
    """The way into contact after one turn, or None.

    Args:
        others: what may be neither turned nor moved into, deeper than ``slack``.
        allowance: the most travel.
        slack: how near counts as contact with the target; a mere meeting of corners does not.

    The turn may not overlap the target either. The mover stops where it meets the target, or within ``slack`` of it
    at the end of its allowance.
    """
    start = turned(mover, turn)
    way = ahead(start)
    met = first_contact(start, way, (target,))
    if met is None or met.travel > allowance + slack:
        return None
    travel = min(met.travel, allowance)
    end = settled(moved(start, way, travel))
    if not touching(end, target, slack) or first_contact(start, ahead(start, travel), others, slack) is not None:
        return None
    if turn and swing_meets(mover, turn, (target, *others), slack) is not None:
        return None
    return Approach(turn, travel, end)


def approaches(
    mover: Footprint,
    target: Footprint,
    others: Sequence[Shape],
    turns: Iterable[Angle],
    allowance: Length,
    slack: Length,
) -> list[Approach]:
    """The ways into contact among some turns, in their order. See `approach` and `turns_toward`."""
    found = (approach(mover, target, others, turn, allowance, slack) for turn in turns)
    return [one for one in found if one is not None]
