"""The sheet of a campaign map: where points, roads and places lie on it."""

from collections.abc import Iterable, Mapping
from math import cos, hypot, radians
from typing import Final, NamedTuple

from campaign.war.rules.campaign_map import CampaignMap, Place, Stretch
from campaign.war.rules.network import Network, network

XY = tuple[float, float]

LONG: Final = 1000.0
"""Units of the longer side of the sheet, without its margins."""
SPAN: Final = 30.0
"""Units between neighbouring points, at least on average: a wide country gets a larger sheet."""
MARGIN_X: Final = 150.0
MARGIN_Y: Final = 60.0
KM_OF_LATITUDE: Final = 1.112
"""Kilometres in a hundredth of a degree of latitude."""


class Sheet(NamedTuple):
    """Places of points in units from the upper left, the size of the sheet, and the units of a kilometre."""

    points: Mapping[str, XY]
    width: float
    height: float
    kilometre: float
    net: Network

    def at(self, place: Place) -> XY:
        """Where a place lies."""
        if place.point:
            return self.points[place.point]
        return self.on_road(place.road, place.metres)

    def on_road(self, key: str, metres: int) -> XY:
        """Where a part of a road lies, some metres from its start."""
        road = self.net.roads[key]
        (x1, y1), (x2, y2) = self.points[road.start], self.points[road.end]
        share = metres / max(1, road.metres)
        return round(x1 + (x2 - x1) * share, 1), round(y1 + (y2 - y1) * share, 1)

    def stretches(self, column: Iterable[Stretch]) -> list[tuple[XY, XY]]:
        """The parts of roads under a column."""
        return [(self.on_road(row.road, row.near), self.on_road(row.road, row.far)) for row in column]


def sheet_of(ground: CampaignMap) -> Sheet:
    """The sheet of a map; north is up, and a degree of longitude as wide as it is in the middle of the map."""
    lats, lons = [p.lat for p in ground.points], [p.lon for p in ground.points]
    narrow = cos(radians((min(lats) + max(lats)) / 200))
    wide, tall = (max(lons) - min(lons)) * narrow or 1, max(lats) - min(lats) or 1
    long = max(LONG, SPAN * len(ground.points))
    scale = long / max(wide, tall)
    points = {
        p.id: (
            round(MARGIN_X + (p.lon - min(lons)) * narrow * scale, 1),
            round(MARGIN_Y + (max(lats) - p.lat) * scale, 1),
        )
        for p in ground.points
    }
    return Sheet(
        points,
        round(wide * scale + 2 * MARGIN_X, 1),
        round(tall * scale + 2 * MARGIN_Y, 1),
        scale / KM_OF_LATITUDE,
        network(ground),
    )


def towards(start: XY, end: XY, units: float) -> XY:
    """A place some units from ``start`` in the direction of ``end``."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return round(start[0] + (end[0] - start[0]) * units / far, 1), round(
        start[1] + (end[1] - start[1]) * units / far, 1
    )
