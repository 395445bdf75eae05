"""The board of an encounter: settlement, roads, rivers, works and the country around, from the map and a seed.

Source: CM-ENG-03.
"""

from typing import NamedTuple

from battles.engine.campaign.encounter import Encounter, River, Road
from battles.engine.rng import Chances
from battles.kits.hex.encounter import Layout, along, exit_of, is_between, layout_of, line, patch, river_course
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.campaign import tables
from battles.rules.easy_napoleonics.state import Board, Course, CourseKind
from battles.rules.easy_napoleonics.tables import Terrain


class Ground(NamedTuple):
    """A board with its layout. ``goal`` are the hexes that win, ``far_bank`` those beyond a river between the sides."""

    layout: Layout
    board: Board
    goal: tuple[Cell, ...]
    far_bank: frozenset[Cell]


def ground_of(encounter: Encounter) -> Ground:
    """The ground of an encounter, with north at the top."""
    chances = Chances(encounter.seed)
    layout = layout_of(encounter, chances, tables.SIZES)
    builder = _Builder(layout, encounter, chances)
    builder.roads()
    builder.rivers()
    builder.settlement()
    builder.works()
    builder.country()
    return Ground(layout, builder.board(), builder.goal(), frozenset(builder.far_bank))


class _Builder:
    """Terrain, names and courses of a board in the making."""

    def __init__(self, layout: Layout, encounter: Encounter, chances: Chances) -> None:
        self.layout = layout
        self.site = encounter.site
        self.encounter = encounter
        self.chances = chances
        self.terrain: dict[Cell, Terrain] = {}
        self.names: dict[Cell, str] = {}
        self.courses: list[Course] = []
        self.on_road: set[Cell] = set()
        self.built: list[Cell] = []
        self.kept: set[Cell] = set()
        """Hexes that stay open: crossings and fords."""
        self.far_bank: set[Cell] = set()

    def board(self) -> Board:
        hexes = self.layout.hexes
        return Board(
            columns=hexes.columns,
            rows=hexes.rows,
            terrain=tuple(sorted(self.terrain.items())),
            names=tuple(sorted(self.names.items())),
            courses=tuple(self.courses),
        )

    def goal(self) -> tuple[Cell, ...]:
        """The settlement; on an open road the point and the hexes around it."""
        return tuple(self.built) or (self.layout.point, *self.layout.hexes.around[self.layout.point])

    def roads(self) -> None:
        """Every road from the point to the edge in its direction."""
        for road in self.site.roads:
            cells = line(self.layout.hexes, self.layout.point, exit_of(self.layout, road.bearing))
            kind: CourseKind = "track" if road.kind == "track" else "road"
            self.courses.append(Course(kind, cells, _road_name(road)))
            self.on_road.update(cells)

    def rivers(self) -> None:
        for river in self.site.rivers:
            cells, beyond = river_course(self.layout, self.encounter, river)
            if tables.RIVERS[river.size].barred:
                self._barred(river, cells)
                if is_between(self.layout, self.encounter, river.bearing):
                    self.far_bank |= beyond
            else:
                self.courses.append(Course("stream", cells, river.name))
                self.kept.update(cells)

    def _barred(self, river: River, cells: tuple[Cell, ...]) -> None:
        """Water that no unit enters, but for crossings and fords (EN-SETUP-13)."""
        row = tables.RIVERS[river.size]
        opened: set[Cell] = set()
        if river.crossing and not river.is_broken:
            roads = [cell for cell in cells if cell in self.on_road] or [self._nearest(cells)]
            for cell in roads:
                self.names.setdefault(cell, f"{river.name}, {river.crossing}")
            opened.update(roads)
        if row.fords:
            opened.update(cells[row.fords // 2 :: row.fords])
        self.kept.update(opened)
        self.terrain.update(dict.fromkeys((cell for cell in cells if cell not in opened), "pond"))
        named = next((cell for cell in cells if self.terrain.get(cell) == "pond"), None)
        if named is not None:
            self.names[named] = river.name

    def _nearest(self, cells: tuple[Cell, ...]) -> Cell:
        return min(cells, key=lambda cell: (self.layout.hexes.distance(self.layout.point, cell), cell))

    def settlement(self) -> None:
        """The hexes of the point, along its roads first."""
        hexes, count = self.layout.hexes, tables.SETTLEMENT_HEXES[self.site.size]
        order = sorted(
            range(hexes.size),
            key=lambda cell: (hexes.distance(self.layout.point, cell), cell not in self.on_road, cell),
        )
        self.built = [cell for cell in order if self.terrain.get(cell, "open") == "open"][:count]
        self.terrain.update(dict.fromkeys(self.built, "settlement"))
        if self.site.name:
            self.names[self.layout.point] = self.site.name

    def works(self) -> None:
        """Redoubts before the point, across the way of the attack (CM-WORK-01)."""
        count = tables.FORTRESS_REDOUBTS if self.site.fortress else tables.REDOUBTS[self.site.works]
        hexes, attack = self.layout.hexes, self.encounter.sides[0].bearing
        row = self.layout.point_depth + 1
        cells = [cell for cell in range(hexes.size) if self.layout.depths[cell] == row and cell not in self.kept]
        cells.sort(key=lambda cell: along(self.layout, cell, (attack + 90) % 360))
        middle = min(range(len(cells)), key=lambda at: abs(along(self.layout, cells[at], (attack + 90) % 360)))
        for number in range(count):
            place = middle + (number // 2 + 1) * tables.REDOUBTS_APART * (1 if number % 2 else -1)
            if 0 <= place < len(cells) and self.terrain.get(cells[place], "open") == "open":
                self.terrain[cells[place]] = "settlement"
                self.names[cells[place]] = "Redoubt"

    def country(self) -> None:
        """Woods, hills and farms, the more the larger the board; roads stay open."""
        row, size = tables.COUNTRY[self.site.country], self.layout.hexes.size
        patches: tuple[tuple[Terrain, int], ...] = (
            ("hill", row.hill),
            ("woods", row.woods),
            ("settlement", row.settlement),
        )
        for terrain, tenths in patches:
            for _ in range((tenths * size + 500) // 1000):
                self._patch(terrain)

    def _patch(self, terrain: Terrain) -> None:
        free = {cell for cell in range(self.layout.hexes.size) if self._is_free(cell)}
        least, most = (1, 1) if terrain == "settlement" else (tables.LEAST_PATCH, tables.MOST_PATCH)
        cells = patch(self.layout.hexes, free, least, most, self.chances)
        self.terrain.update(dict.fromkeys(cells, terrain))

    def _is_free(self, cell: Cell) -> bool:
        hexes = self.layout.hexes
        near_point = hexes.distance(self.layout.point, cell) <= 1
        return cell not in self.terrain and cell not in self.on_road and cell not in self.kept and not near_point


def _road_name(road: Road) -> str:
    return f"{road.to} road" if road.to else ""
