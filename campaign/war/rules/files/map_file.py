"""Read, check and write ``map/1``: towns as nodes, roads as edges."""

import json
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, to_builtins

from campaign.war.rules.campaign_map import CampaignMap, Crossing, CrossingKind, Point, River, RiverClass, Road, Terrain
from campaign.war.rules.campaign_map import Size as PointSize
from campaign.war.rules.files.faults import Faults, decode_file
from campaign.war.rules.tables import KM, RoadKind

FORMAT = "map/1"
MOST_POINTS = 1000
MOST_ROADS = 4000
MOST_KM = 500


class NodeRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point as the file has it, with degrees."""

    id: str
    name: str
    lat: float
    lon: float
    size: PointSize
    terrain: Terrain
    fortified: Literal["", "fortress", "old-works", "fieldworks"] = ""
    owner: str = ""
    on_river: tuple[str, ...] = ()


class CrossingRow(Struct, frozen=True, forbid_unknown_fields=True):
    river: str
    at: str
    kind: CrossingKind


class RiverRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"grade": "class"}):
    id: str
    name: str
    grade: RiverClass
    crossings: tuple[CrossingRow, ...] = ()


class EdgeRow(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"start": "from", "end": "to"}
):
    start: str
    end: str
    km: float
    road: RoadKind
    days: float = 0
    crosses: tuple[str, ...] = ()


class SourceRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    where: str = ""
    used_for: str = ""


class March(Struct, frozen=True, forbid_unknown_fields=True):
    km_per_day: Mapping[str, int] = {}
    note: str = ""


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the format ``map/1``."""

    format: Literal["map/1"]
    id: str
    name: str
    nodes: tuple[NodeRow, ...]
    edges: tuple[EdgeRow, ...]
    rivers: tuple[RiverRow, ...] = ()
    year: int = 0
    scope: str = ""
    march: March = March()
    sources: tuple[SourceRow, ...] = ()
    notes: tuple[str, ...] = ()


def read_map(content: bytes) -> MapFile:
    """The map in a file.

    Raises:
        FaultyFile: it does not fit its format, a name stands twice, or a road or crossing leads nowhere, or points are
            not joined up; all faults with their paths.
    """
    file: MapFile = decode_file(content, MapFile, FORMAT)
    faults = Faults()
    _check_nodes(file, faults)
    _check_rivers(file, faults)
    _check_edges(file, faults)
    faults.check()
    _check_joined(file, faults)
    faults.check()
    return file


def write_map(file: MapFile) -> bytes:
    """The file of a map; ``read_map`` reads it back."""
    return json.dumps(to_builtins(file), ensure_ascii=False, indent=1).encode()


def campaign_map(file: MapFile, area: tuple[str, ...] = ()) -> CampaignMap:
    """The map of a campaign: all of a map, or the points of ``area`` with the roads between them (CM-MAP-01).

    A road that has no crossing at either end gets its own for each river it crosses (CM-MAP-03).
    """
    used = set(area) or {node.id for node in file.nodes}
    points = tuple(_point(node) for node in file.nodes if node.id in used)
    roads = tuple(_road(edge) for edge in file.edges if edge.start in used and edge.end in used)
    at_points = tuple(
        Crossing(f"{row.river}@{row.at}", row.river, row.kind, row.at)
        for river in file.rivers
        for row in river.crossings
        if row.at in used
    )
    known = {crossing.id for crossing in at_points}
    own = tuple(
        Crossing(f"{river}@{road.id}", river, "bridge")
        for road in roads
        for river in road.crosses
        if not {f"{river}@{road.start}", f"{river}@{road.end}"} & known
    )
    rivers = tuple(River(river.id, river.name, river.grade) for river in file.rivers)
    return CampaignMap(file.id, file.name, points, roads, rivers, at_points + own)


def road_id(start: str, end: str) -> str:
    """The id of the road that a map lists from ``start`` to ``end``."""
    return f"{start}--{end}"


def _point(node: NodeRow) -> Point:
    return Point(
        id=node.id,
        name=node.name,
        lat=round(node.lat * 100),
        lon=round(node.lon * 100),
        size=node.size,
        terrain=node.terrain,
        fortified=node.fortified,
        owner=node.owner,
        rivers=node.on_river,
    )


def _road(edge: EdgeRow) -> Road:
    return Road(
        id=road_id(edge.start, edge.end),
        start=edge.start,
        end=edge.end,
        metres=round(edge.km * KM),
        kind=edge.road,
        crosses=edge.crosses,
    )


def _check_nodes(file: MapFile, faults: Faults) -> None:
    if not 2 <= len(file.nodes) <= MOST_POINTS:
        faults.add("$.nodes", f"A map has 2 to {MOST_POINTS:,} points, not {len(file.nodes)}.")
    if len(file.edges) > MOST_ROADS:
        faults.add("$.edges", f"A map has at most {MOST_ROADS:,} roads, not {len(file.edges)}.")
    seen: set[str] = set()
    rivers = {river.id for river in file.rivers}
    for place, node in enumerate(file.nodes):
        path = f"$.nodes[{place}]"
        if not node.id or "--" in node.id or "@" in node.id or len(node.id) > 60:
            faults.add(f"{path}.id", "An id has 1 to 60 characters, without -- and @.")
        if node.id in seen:
            faults.add(f"{path}.id", f"{node.id} stands twice.")
        seen.add(node.id)
        if not (-90 <= node.lat <= 90 and -180 <= node.lon <= 180):
            faults.add(path, "The latitude is at most 90 degrees, the longitude at most 180.")
        for river in node.on_river:
            if river not in rivers:
                faults.add(f"{path}.on_river", f"There is no river {river}.")


def _check_rivers(file: MapFile, faults: Faults) -> None:
    nodes = {node.id for node in file.nodes}
    seen: set[str] = set()
    for place, river in enumerate(file.rivers):
        path = f"$.rivers[{place}]"
        if river.id in seen:
            faults.add(f"{path}.id", f"{river.id} stands twice.")
        seen.add(river.id)
        for number, crossing in enumerate(river.crossings):
            if crossing.river != river.id:
                faults.add(f"{path}.crossings[{number}].river", f"This must be {river.id}, not {crossing.river}.")
            if crossing.at not in nodes:
                faults.add(f"{path}.crossings[{number}].at", f"There is no point {crossing.at}.")


def _check_edges(file: MapFile, faults: Faults) -> None:
    nodes = {node.id for node in file.nodes}
    rivers = {river.id for river in file.rivers}
    pairs: set[frozenset[str]] = set()
    for place, edge in enumerate(file.edges):
        path = f"$.edges[{place}]"
        for name, point in (("from", edge.start), ("to", edge.end)):
            if point not in nodes:
                faults.add(f"{path}.{name}", f"There is no point {point}.")
        if edge.start == edge.end:
            faults.add(path, "A road joins two points.")
        pair = frozenset((edge.start, edge.end))
        if pair in pairs:
            faults.add(path, f"The road between {edge.start} and {edge.end} stands twice.")
        pairs.add(pair)
        if not 0 < edge.km <= MOST_KM:
            faults.add(f"{path}.km", f"A road is more than 0 and at most {MOST_KM} km long.")
        for river in edge.crosses:
            if river not in rivers:
                faults.add(f"{path}.crosses", f"There is no river {river}.")


def _check_joined(file: MapFile, faults: Faults) -> None:
    for component in islands({node.id for node in file.nodes}, file.edges):
        faults.add("$.edges", f"No road joins {', '.join(sorted(component)[:5])} to {file.nodes[0].id}.")


def islands(points: set[str], edges: tuple[EdgeRow, ...]) -> Iterator[set[str]]:
    """Groups of points that no road joins to the first point in order, if any."""
    near: dict[str, set[str]] = {point: set() for point in points}
    for edge in edges:
        if edge.start in near and edge.end in near:
            near[edge.start].add(edge.end)
            near[edge.end].add(edge.start)
    left, first = set(points), True
    while left:
        todo, component = [min(left)], set()
        while todo:
            point = todo.pop()
            if point not in component:
                component.add(point)
                todo += near[point]
        left -= component
        if not first:
            yield component
        first = False
