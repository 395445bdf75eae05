"""Battles out of a campaign's encounters: board, zones, arrivals, objectives and results (CM-ENG-03, CM-ENG-07)."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.group import Fielded
from battles.engine.armies.tree import walk
from battles.engine.campaign import (
    CampaignGroup,
    Contingent,
    Encounter,
    Fate,
    River,
    Road,
    Share,
    arrival_of,
    arrival_turn,
    turns_of,
)
from battles.engine.core import SideId
from battles.engine.rng import Chances
from battles.engine.scenario_file import MOST_NAME
from battles.kits.hex.encounter import (
    Layout,
    along,
    entries,
    exit_of,
    is_between,
    layout_of,
    line,
    patch,
    river_course,
    zones,
)
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.army.battle_force import full_force
from battles.rules.easy_napoleonics.campaign import tables
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.scenario.check import MOST_UNITS, check, impassable
from battles.rules.easy_napoleonics.state import (
    Arrival,
    Board,
    Captain,
    Course,
    CourseKind,
    Force,
    Objective,
    Recruit,
    Setup,
    State,
)
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


def setup_of(encounter: Encounter) -> Fielded:
    """The set-up: side a attacks, side b defends.

    Raises:
        SetupError: an army cannot be fielded.
        ValueError: a wrong option.
    """
    layout, board, goal, far_bank = ground_of(encounter)
    rules = Rules(meta.read(_values(encounter, board)))
    barred = impassable(board, rules)
    own_zones = zones(layout, encounter, barred, far_bank)
    forces = tuple(
        replace(_force(side, encounter, layout, rules, barred), zone=zone)
        for side, zone in zip(encounter.sides, own_zones, strict=True)
    )
    points, points_win = _points(forces)
    values = {**_values(encounter, board), "victory_points_to_win": points, **encounter.options}
    rules = Rules(meta.read(values))
    setup = Setup(
        title=encounter.title[:MOST_NAME],
        board=board,
        forces=(forces[0], forces[1]),
        rules=rules,
        objectives=_objectives(encounter, goal, rules.options.max_turns),
        points_win=points_win or "victory_points_to_win" in encounter.options,
        situation=encounter.situation,
    )
    check(setup)
    return setup, ()


def _values(encounter: Encounter, board: Board) -> dict[str, Any]:
    """The options that the encounter decides."""
    return {
        "board_columns": board.columns,
        "board_rows": board.rows,
        "deployment_order": "rolled" if encounter.meeting else "b_first",
        "first_mover": "rolled" if encounter.meeting else "a",
        "max_turns": turns_of(encounter.minutes, encounter.minutes_per_turn),
        "time_limit_minutes": "none",
        "leaders_per_side": _leaders(encounter),
    }


def _leaders(encounter: Encounter) -> int:
    units = max(sum(isinstance(place.element, Unit) for place in walk(side.army)) for side in encounter.sides)
    return max(1, min(tables.MOST_LEADERS, units // tables.UNITS_PER_LEADER))


def _points(forces: tuple[Force, ...]) -> tuple[int, bool]:
    """Victory points that win, and if points win at all: not where the units are too unequal for one number.

    Source: EN-VP-02, CM-RULING-45.
    """
    weaker, stronger = sorted(sum(unit.worth for unit in force.units) for force in forces)
    points = max(1, weaker * tables.WEAKER_SHARE // 1000, stronger * tables.STRONGER_SHARE // 1000)
    return points, points * 1000 <= weaker * tables.MOST_WEAKER_SHARE


def _force(side: Contingent, encounter: Encounter, layout: Layout, rules: Rules, barred: frozenset[int]) -> Force:
    """The force of a side, with the arrivals of its units and leaders (EN-RULING-120)."""
    force = full_force(side.army, rules)
    above = [
        (place.element.id, *(each.id for each in place.above))
        for place in walk(side.army)
        if isinstance(place.element, Unit)
    ]

    def arrival(ids: tuple[str, ...]) -> Arrival | None:
        coming = arrival_of(ids, side.coming)
        if coming is None or coming.minutes <= 0:
            return None
        turn = arrival_turn(coming.minutes, encounter.minutes_per_turn)
        return Arrival(turn, entries(layout, coming.bearing, barred))

    recruits: tuple[Recruit, ...] = tuple(
        replace(unit, arrival=arrival(ids)) for unit, ids in zip(force.units, above, strict=True)
    )
    captains = tuple(replace(man, arrival=_of_leader(man, side.army, above, recruits)) for man in force.leaders)
    return replace(force, units=recruits, leaders=captains, task=side.task)


def _of_leader(man: Captain, army: Army, above: list[tuple[str, ...]], recruits: tuple[Recruit, ...]) -> Arrival | None:
    """A leader comes with the first unit of the formation; at once if a unit of it is there, or over the army."""
    posts = [place.element.id for place in walk(army) if _leads(place.element, man.name)]
    if not posts or man.name == army.commander:
        return None
    below = [recruit.arrival for recruit, ids in zip(recruits, above, strict=True) if posts[0] in ids]
    coming = [arrival for arrival in below if arrival is not None]
    return min(coming, key=lambda each: each.turn) if coming and len(coming) == len(below) else None


def _leads(element: Any, name: str) -> bool:
    return not isinstance(element, Unit) and bool(element.commander) and element.commander == name


def _objectives(encounter: Encounter, goal: tuple[int, ...], last: int) -> tuple[Objective, ...]:
    """Who holds the point when the battle ends has held the field (EN-SETUP-12)."""
    return tuple(_goals(encounter, goal, last))


def _goals(encounter: Encounter, goal: tuple[int, ...], last: int) -> Iterator[Objective]:
    name = encounter.site.name or "the road"
    most = len(goal) // 2 + 1
    if encounter.meeting:
        yield Objective(name=f"Hold {name}", cells=goal, hold=most, from_turn=last)
        return
    yield Objective(name=f"Take {name}", cells=goal, hold=most, side="a", from_turn=last)
    held = len(goal) - most + 1
    yield Objective(name=f"Hold {name}", cells=goal, hold=held, side="b", from_turn=last, held_from_start=True)


class EasyCampaigns(CampaignGroup):
    """Battles of campaigns under Easy Napoleonics. The game counts no men: a unit's level says what it has lost."""

    minutes_per_turn = tables.MINUTES_PER_TURN
    result_words = tables.RESULT_WORDS
    grade_map = tables.GRADE_MAP
    most_units = MOST_UNITS

    def ground(self, encounter: Encounter) -> Board:
        return ground_of(encounter).board

    def setup(self, encounter: Encounter) -> Fielded:
        return setup_of(encounter)

    def turns_played(self, state: State) -> int:
        return state.turn

    def shares(self, state: State, side: SideId) -> tuple[Share | None, ...]:
        units = (unit for unit in state.units if unit.side == side)
        return tuple(None if unit.arrival is not None else tables.LOSSES[unit.level] for unit in units)

    def fates(self, state: State, side: SideId) -> Mapping[str, Fate]:
        lost = (leader for leader in state.leaders if leader.side == side and not leader.alive)
        return {leader.name: tables.REMOVED_LEADER for leader in lost}


CAMPAIGN = EasyCampaigns()
