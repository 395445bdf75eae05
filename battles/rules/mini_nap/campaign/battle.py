"""Battles out of a campaign's encounters: table, zones, arrivals and results (CM-ENG-03, CM-ENG-07)."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from battles.engine.armies.group import Fielded
from battles.engine.armies.tree import units
from battles.engine.campaign import (
    PER_MILLE,
    Bearing,
    CampaignGroup,
    Coming,
    Contingent,
    Encounter,
    Fate,
    River,
    Share,
    arrival_of,
    arrival_turn,
    between,
    turns_of,
)
from battles.engine.core import SideId
from battles.engine.dice import SeededDice
from battles.engine.rng import Chances, key
from battles.engine.scenario_file import MOST_NAME
from battles.kits.open_table.encounter import Layout, ahead, entry, exit_of, layout_of, river_line, zones
from battles.kits.open_table.footprints import CM
from battles.kits.open_table.polygons import crossings, line_length, part_of, place_along
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.army.battle_force import force_of
from battles.rules.mini_nap.campaign import tables
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.scenario.check import check, warnings
from battles.rules.mini_nap.setup.features import ScatterTable, key_for, span_outline, usual_outline
from battles.rules.mini_nap.state import NONE, BrigadeForce, Feature, Force, Point, Setup, State, Table, Unit
from battles.rules.mini_nap.tables import MOST_UNITS, PRINTED, FeatureKind
from battles.rules.mini_nap.terrain_tables import PART_OF_TABLE

Line = tuple[Point, ...]


def ground_of(encounter: Encounter) -> tuple[Layout, Table]:
    """The layout and the table, with north at the upper edge."""
    chances = Chances(encounter.seed)
    layout = layout_of(encounter, chances, tables.SIZES)
    builder = _Builder(layout, encounter)
    builder.settlement()
    builder.rivers_and_roads()
    builder.works()
    return layout, builder.with_country()


class _Builder:
    """Features of a table in the making."""

    def __init__(self, layout: Layout, encounter: Encounter) -> None:
        self.layout = layout
        self.site = encounter.site
        self.attack = encounter.sides[0].bearing
        self.encounter = encounter
        self.features: list[Feature] = []

    def add(self, kind: FeatureKind, points: Line, **more: object) -> Feature:
        feature = Feature(key=key_for(kind, [each.key for each in self.features]), kind=kind, points=points, **more)  # type: ignore[arg-type]
        self.features.append(feature)
        return feature

    def settlement(self) -> None:
        """The houses of the point side by side, across the way of the attack."""
        row = tables.SETTLEMENT[self.site.size]
        for number in range(row.villages):
            by = (number + 1) // 2 * tables.HOUSES_APART * (1 if number % 2 else -1)
            middle = ahead(self.layout.point, (self.attack + 90) % 360, by)
            self.add("village", usual_outline("village", middle), name=self.site.name if number == 0 else "")
        if row.churches:
            middle = ahead(self.layout.point, self._clear_bearing(), tables.CHURCH_ASIDE)
            self.add("landmark", usual_outline("landmark", middle), church=True, name=f"{self.site.name} church")

    def _clear_bearing(self) -> Bearing:
        """The bearing farthest from every road, away from the attack."""
        back = (self.attack + 180) % 360
        busy = [road.bearing for road in self.site.roads] or [self.attack]
        tried = range(0, 360, 360 // tables.BEARINGS_TRIED)
        return max(tried, key=lambda bearing: (min(between(bearing, each) for each in busy), -between(bearing, back)))

    def rivers_and_roads(self) -> None:
        """Rivers, and every road from the point to the edge in its direction, with bridges where they meet."""
        waters = [(river, self._river(river)) for river in self.site.rivers]
        for road in self.site.roads:
            line: Line = (self.layout.point, exit_of(self.layout, road.bearing))
            for river, water in waters:
                line = self._crossed(line, river, water)
            self.add("road", line, name=f"{road.to} road" if road.to else "")
        for river, water in waters:
            self._fords(river, water)

    def _river(self, river: River) -> Feature:
        row = tables.RIVERS[river.size]
        return self.add(row.kind, river_line(self.layout, self.encounter, river), width=row.width, name=river.name)

    def _crossed(self, line: Line, river: River, water: Feature) -> Line:
        """A road over a river: by its bridge or ford, or cut at the bank where there is none."""
        met = crossings(line, water.points)
        if not met:
            return line
        along, on_water = met[0]
        if river.is_broken or not river.crossing:
            end = max(1, along - water.width)
            return part_of(line, 0, end) if end < line_length(line) else line
        kind: FeatureKind = "ford" if river.crossing == "ford" else "bridge"
        (middle, _), (_, bearing) = place_along(water.points, on_water), place_along(line, along)
        self.add(kind, span_outline(kind, water.width, middle, bearing), over=water.key)
        return line

    def _fords(self, river: River, water: Feature) -> None:
        """Fords of a small river, away from its bridges."""
        apart, length = tables.RIVERS[river.size].fords, line_length(water.points)
        taken = [
            on_water
            for road in self.features
            if road.kind == "road"
            for _, on_water in crossings(road.points, water.points)
        ]
        for along in range(apart // 2, length, apart) if apart else ():
            if all(abs(along - other) > apart // 3 for other in taken):
                middle, bearing = place_along(water.points, along)
                self.add("ford", span_outline("ford", water.width, middle, (bearing + 900) % 3600), over=water.key)

    def works(self) -> None:
        """Walls before the point, across the way of the attack (CM-WORK-01)."""
        count = tables.FORTRESS_WALLS if self.site.fortress else tables.WALLS[self.site.works]
        front = ahead(self.layout.point, self.attack, tables.WALL_AHEAD)
        across: Bearing = (self.attack + 90) % 360
        for number in range(count):
            by = (number // 2 + 1) * tables.WALLS_APART * (1 if number % 2 else -1)
            middle = ahead(front, across, by)
            half = tables.WALL_LENGTH // 2
            self.add("wall", (ahead(middle, across, -half), ahead(middle, across, half)), name="Field works")

    def with_country(self) -> Table:
        """The table with hills, woods and farms, the more the larger it is; roads and houses stay clear."""
        layout = self.layout
        table = Table(layout.width, layout.height, tuple(self.features))
        ground = ScatterTable(SeededDice(key(self.encounter.seed, ()), 0), PRINTED, table, ())
        for _ in range(max(1, layout.width * layout.height // (PART_OF_TABLE * CM * CM))):
            for kind in self._areas():
                ground.area(kind)
        return ground.table

    def _areas(self) -> Iterator[FeatureKind]:
        for kind, count in tables.COUNTRY[self.site.country].areas:
            yield from (kind for _ in range(count))


def setup_of(encounter: Encounter) -> Fielded:
    """The set-up: side a attacks, side b defends.

    Raises:
        SetupError: an army cannot be fielded.
        ValueError: a wrong option.
    """
    layout, table = ground_of(encounter)
    first = "rolled" if encounter.meeting else "a"
    options = meta.read({"first_initiative": first, **encounter.options})
    rules = Rules(
        replace(
            options,
            table_w=table.width,
            table_h=table.height,
            turn_limit=turns_of(encounter.minutes, encounter.minutes_per_turn),
            max_corps_per_side=max(options.max_corps_per_side, *(len(side.army.children) for side in encounter.sides)),
        )
    )
    forces = tuple(
        replace(_force(side, encounter, layout, rules), zone=zone, task=side.task)
        for side, zone in zip(encounter.sides, zones(layout, encounter), strict=True)
    )
    setup = Setup(
        title=encounter.title[:MOST_NAME],
        table=table,
        forces=(forces[0], forces[1]),
        rules=rules,
        situation=encounter.situation,
    )
    check(setup)
    return setup, warnings(setup)


def _force(side: Contingent, encounter: Encounter, layout: Layout, rules: Rules) -> Force:
    """The force of a side, with the arrivals of its Brigades (MN-RULING-97)."""
    force, ids = force_of(side.army, rules), iter(units(side.army))

    def brigade(each: BrigadeForce) -> BrigadeForce:
        own = [next(ids).id for _ in each.units]
        coming = _coming(own, side.coming)
        if coming is None:
            return each
        turn = arrival_turn(coming.minutes, encounter.minutes_per_turn)
        return replace(each, arrives=turn, entry=entry(layout, coming.bearing))

    corps = tuple(
        replace(
            each,
            divisions=tuple(
                replace(division, brigades=tuple(brigade(one) for one in division.brigades))
                for division in each.divisions
            ),
        )
        for each in force.corps
    )
    return replace(force, corps=corps)


def _coming(unit_ids: Sequence[str], coming: Sequence[Coming]) -> Coming | None:
    """The arrival of a Brigade: that of its units, which come together; the latest counts."""
    found = [each for key in unit_ids if (each := arrival_of((key,), coming)) is not None and each.minutes > 0]
    return max(found, key=lambda each: each.minutes, default=None)


class MiniNapCampaigns(CampaignGroup):
    """Battles of campaigns under Mini-Nap. Lost strength points are lost men, in part."""

    minutes_per_turn = tables.MINUTES_PER_TURN
    result_words = tables.RESULT_WORDS
    grade_map = tables.GRADE_MAP
    most_units = MOST_UNITS

    def ground(self, encounter: Encounter) -> Table:
        return ground_of(encounter)[1]

    def setup(self, encounter: Encounter) -> Fielded:
        return setup_of(encounter)

    def turns_played(self, state: State) -> int:
        return state.turn

    def shares(self, state: State, side: SideId) -> tuple[Share | None, ...]:
        return tuple(share_of(unit) for unit in state.units if unit.side == side)

    def fates(self, state: State, side: SideId) -> Mapping[str, Fate]:
        gone = (stand for stand in state.stands if stand.side == side and stand.where == "removed")
        return {stand.name: tables.REMOVED_STAND for stand in gone if tables.REMOVED_STAND != "unhurt"}


def share_of(unit: Unit) -> Share | None:
    """What a unit lost; None for one that has not arrived.

    A unit that is destroyed or has left the table for good has lost all its points; one that retreated only those that
    it had lost before.
    """
    if unit.where == "waiting":
        return None
    fled = unit.where in tables.FLED
    lost = unit.start if fled else unit.start - unit.points
    guns = PER_MILLE if unit.crew_in != NONE else tables.GUNS_LOST[unit.where]
    return Share(tables.LOST_POINTS * lost // max(1, unit.start), guns, fled)


CAMPAIGN = MiniNapCampaigns()
