"""The campaign map as values: points, roads, rivers and crossings (CM-MAP-01)."""

from typing import Literal

from msgspec import Struct

from campaign.war.rules.tables import RoadKind

Size = Literal["city", "town", "small-town", "village"]
Terrain = Literal["plain", "rolling", "hills", "mountains", "forest"]
Fortified = Literal["", "fortress", "old-works", "fieldworks"]
RiverClass = Literal["major", "medium", "minor", "stream"]
CrossingKind = Literal["bridge", "ford", "ferry", "pontoon"]


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A town or crossroads. ``lat`` and ``lon`` are hundredths of a degree; ``owner`` is a nation's code."""

    id: str
    name: str
    lat: int
    lon: int
    size: Size
    terrain: Terrain
    fortified: Fortified = ""
    owner: str = ""
    rivers: tuple[str, ...] = ()


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """A river; its crossings stand in the map."""

    id: str
    name: str
    grade: RiverClass


class Crossing(Struct, frozen=True, forbid_unknown_fields=True):
    """A bridge, ford, ferry or pontoon at a point, or the own one of a road that has none at either end (CM-MAP-03).

    ``id`` is ``river@point`` or ``river@road``. An own crossing has no ``at``: it lies, for each force, at the end of
    the road nearer to that force.
    """

    id: str
    river: str
    kind: CrossingKind
    at: str = ""


class Road(Struct, frozen=True, forbid_unknown_fields=True):
    """A road between two points, ``metres`` long, measured from ``start``; ``crosses`` are the rivers it crosses."""

    id: str
    start: str
    end: str
    metres: int
    kind: RoadKind
    crosses: tuple[str, ...] = ()


class CampaignMap(Struct, frozen=True, forbid_unknown_fields=True):
    """Points and roads, all joined up; ``id`` and ``name`` are those of the map they come from."""

    id: str
    name: str
    points: tuple[Point, ...]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...] = ()
    crossings: tuple[Crossing, ...] = ()


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point, or a road and the metres from its ``start`` (CM-MAP-01)."""

    point: str = ""
    road: str = ""
    metres: int = 0


class Stretch(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """Part of a road under a column, from its near end (to the head) to its far end, both metres from ``start``."""

    road: str
    near: int
    far: int

    @property
    def length(self) -> int:
        return abs(self.near - self.far)
