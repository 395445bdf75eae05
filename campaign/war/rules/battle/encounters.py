"""An engagement as an encounter that a rules system makes a battle of (CM-ENG-01, CM-ENG-03)."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine import campaign as field
from battles.engine.campaign import HEADINGS, Bearing, Contingent, Encounter, Site, between, heading
from battles.engine.options import OptionValue
from campaign.war.rules import tables
from campaign.war.rules.battle.battle_units import FieldedArmy, Posted, fielded, garrison, merging_of, posted
from campaign.war.rules.campaign_map import CampaignMap, Point, Road
from campaign.war.rules.forces import garrison_men
from campaign.war.rules.state import CampaignState, Engaged, Engagement

WEATHER_WORDS: Final[Mapping[tables.Weather, str]] = {
    "dry": "The day is dry.",
    "rain": "It rains.",
    "mud": "The ground is deep mud.",
}
"""A battle is told the weather (CM-WEATHER-02)."""

FULL: Final = 360
SOUTH: Final = 180
"""Where an attacker comes from if nothing says it."""
COURSES: Final = 8
"""Bearings tried for a river whose course the map does not say."""


class Staged(Struct, frozen=True):
    """An engagement ready for a battle: the encounter, and the armies of attacker and defender."""

    encounter: Encounter
    armies: tuple[FieldedArmy, FieldedArmy]


def staged(
    state: CampaignState,
    engagement: Engagement,
    seed: bytes,
    minutes_per_turn: int,
    limit: int = 0,
    options: Mapping[str, OptionValue] | None = None,
) -> Staged:
    """The encounter of an engagement.

    Args:
        limit: the most units of a side in the rules system, 0 for no limit.
        options: options of the rules system by name.

    Raises:
        NobodyFights: a side has no unit that can fight.
    """
    chart = _Chart(state.setup.map, engagement)
    armies = _armies(state, engagement, chart, limit)
    encounter = Encounter(
        title=f"{chart.title}, {_date(state, engagement)}",
        site=chart.site(),
        sides=_contingents(engagement, chart, armies),
        minutes=engagement.light,
        minutes_per_turn=minutes_per_turn,
        seed=seed,
        meeting=engagement.meeting,
        situation=_situation(state, engagement, chart.site_name),
        options=options or {},
    )
    return Staged(encounter, armies)


def _armies(
    state: CampaignState, engagement: Engagement, chart: "_Chart", limit: int
) -> tuple[FieldedArmy, FieldedArmy]:
    """The armies of attacker and defender, merged alike (CM-RULING-41)."""
    sides = ((engagement.attacker, engagement.attackers), (engagement.defender, engagement.defenders))
    attackers = tuple(posted(state, engagement.attackers, chart.bearings, chart.front))
    defenders = (
        *posted(state, engagement.defenders, chart.bearings, chart.rear),
        *garrison(garrison_men(state, engagement)),
    )
    posts = (_present(attackers), _present(defenders))
    merging = merging_of(posts, state.setup.settings.most_units, limit)
    attacker, defender = (
        fielded(state, each, merging, _army_name(state, side), _commander(state, engagement, alliance))
        for each, (alliance, side) in zip(posts, sides, strict=True)
    )
    return attacker, defender


def _contingents(
    engagement: Engagement, chart: "_Chart", armies: Sequence[FieldedArmy]
) -> tuple[Contingent, Contingent]:
    """Attacker and defender, each with the bearing it comes from."""
    attacker, defender = (
        Contingent(army=army.army, bearing=bearing, coming=army.coming, task=task)
        for army, bearing, task in zip(
            armies, (chart.front, chart.rear), _tasks(engagement, chart.site_name), strict=True
        )
    )
    return attacker, defender


class NobodyFights(ValueError):
    """A side has no unit that can fight: it is cut off (CM-BOOK-04)."""


def _present(posts: tuple[Posted, ...]) -> tuple[Posted, ...]:
    """The units of a side, the first to come up there from the beginning if all others come later."""
    if not posts:
        raise NobodyFights("A side has no unit that is strong enough to fight (CM-BOOK-04).")
    if any(post.coming is None for post in posts):
        return posts
    first = min(post.coming.minutes for post in posts if post.coming is not None)
    return tuple(replace(post, coming=None) if post.coming and post.coming.minutes == first else post for post in posts)


def minutes_to_play(state: CampaignState, both: Staged) -> int:
    """About how long a battle takes to play: the units of both sides by ``play_minutes`` (CM-ENG-01)."""
    return sum(len(army.members) for army in both.armies) * state.setup.settings.play_minutes


def ground_seed(state: CampaignState, engagement: Engagement) -> bytes:
    """The seed of the ground: a place looks the same in every battle (CM-RULING-48)."""
    place = engagement.place
    return f"{state.setup.map.id}/{place.point or place.road}/{place.metres}".encode()


def bearing_of(start: Point, end: Point) -> Bearing:
    """The bearing from one point to another in whole degrees, by their coordinates."""
    east = (end.lon - start.lon) * heading(start.lat // 100).y
    north = (end.lat - start.lat) * HEADINGS[0].y
    return max(range(FULL), key=lambda bearing: east * HEADINGS[bearing].x + north * HEADINGS[bearing].y)


class _Chart:
    """The map around the place of an engagement."""

    def __init__(self, chart: CampaignMap, engagement: Engagement) -> None:
        self.engagement = engagement
        self.ground = engagement.ground
        self.points = {point.id: point for point in chart.points}
        self.roads = {road.id: road for road in chart.roads}
        self.rivers = {river.id: river for river in chart.rivers}
        self.crossings = chart.crossings
        self.here = self.points[self.ground.point]
        self.at_point = bool(engagement.place.point)
        self.bearings = self._bearings()
        self.front = self._side_bearing(engagement.attackers, SOUTH)
        self.rear = self._side_bearing(engagement.defenders, (self.front + FULL // 2) % FULL)

    @property
    def site_name(self) -> str:
        """The name of the point; empty on an open road."""
        return self.here.name if self.at_point else ""

    @property
    def title(self) -> str:
        """The name of the point, or the points that the road joins."""
        if self.at_point:
            return self.here.name
        road = self.roads[self.engagement.place.road]
        return f"Between {self.points[road.start].name} and {self.points[road.end].name}"

    def _bearings(self) -> dict[str, Bearing]:
        """The bearing of every point from the place of the engagement; that of a neighbour is its road's."""
        return {key: bearing_of(self.here, point) for key, point in self.points.items() if point is not self.here} | {
            end: bearing for road in self._roads() for end, bearing in self._ways(road)
        }

    def _roads(self) -> list[Road]:
        return [self.roads[key] for key in self.ground.roads]

    def _ways(self, road: Road) -> list[tuple[str, Bearing]]:
        """The ends of a road that lead away from the place, each with its bearing."""
        start, end = self.points[road.start], self.points[road.end]
        if not self.at_point:
            return [(end.id, bearing_of(start, end)), (start.id, bearing_of(end, start))]
        other = end if start.id == self.here.id else start
        return [(other.id, bearing_of(self.here, other))]

    def _side_bearing(self, engaged: Sequence[Engaged], usual: Bearing) -> Bearing:
        """The bearing from which most formations of a side came."""
        weights: dict[Bearing, int] = {}
        for part in engaged:
            if part.point in self.bearings:
                bearing = self.bearings[part.point]
                weights[bearing] = weights.get(bearing, 0) + len(part.formations)
        return max(weights, key=lambda bearing: weights[bearing], default=usual)

    def site(self) -> Site:
        return Site(
            name=self.site_name,
            size=self.here.size if self.at_point else "",
            country=self.ground.terrain,
            roads=tuple(
                field.Road(bearing=bearing, kind=road.kind, to=self.points[end].name)
                for road in self._roads()
                for end, bearing in self._ways(road)
            ),
            rivers=tuple(self._river(key) for key in self.ground.rivers),
            works=self.ground.works,
            fortress=self.ground.fortress,
            weather=self.ground.weather,
        )

    def _river(self, key: str) -> field.River:
        """A river at the place: before the attacker if its crossing is between the two, else where roads cross it."""
        river = self.rivers[key]
        crossing = next((each for each in self.crossings if each.river == key and each.at == self.here.id), None)
        if self.ground.crossing_at and any(
            each.id == self.ground.crossing_at and each.river == key for each in self.crossings
        ):
            bearing = self.front
        else:
            over = [bearing for road in self._roads() if key in road.crosses for _, bearing in self._ways(road)]
            bearing = over[0] if over else self._widest()
        return field.River(
            name=river.name, size=river.grade, bearing=bearing, crossing=crossing.kind if crossing else "bridge"
        )

    def _widest(self) -> Bearing:
        """The bearing farthest from every road."""
        roads = [bearing for road in self._roads() for _, bearing in self._ways(road)]
        tried = range(0, FULL, FULL // COURSES)
        return max(tried, key=lambda bearing: min((between(bearing, each) for each in roads), default=FULL))


def _army_name(state: CampaignState, engaged: Sequence[Engaged]) -> str:
    keys = dict.fromkeys(part.side for part in engaged)
    return " and ".join(side.name for side in state.setup.sides if side.key in keys)


def _commander(state: CampaignState, engagement: Engagement, alliance: str) -> str:
    commander = state.commanders.get(engagement.commanders.get(alliance, ""))
    return commander.name if commander else ""


def _tasks(engagement: Engagement, name: str) -> tuple[str, str]:
    place = name or "the road"
    if engagement.meeting:
        return f"Drive the enemy off and hold {place}.", f"Drive the enemy off and hold {place}."
    return f"Take {place}, or beat the enemy.", f"Hold {place} until the battle ends."


def _date(state: CampaignState, engagement: Engagement) -> str:
    day = date.fromisoformat(state.setup.date) + timedelta(days=engagement.begins // tables.DAY)
    return f"{day.day} {day:%B %Y}"


def _situation(state: CampaignState, engagement: Engagement, name: str) -> str:
    hour, minute = divmod(engagement.begins % tables.DAY, tables.HOUR)
    place = f"at {name}" if name else "on the open road"
    hours = engagement.light // tables.HOUR
    end = f"It is light for {hours} more hour{'s' if hours != 1 else ''}."
    weather = WEATHER_WORDS[engagement.ground.weather]
    return f"{_date(state, engagement)}, {hour:02}:{minute:02}, {place}. {weather} {end}"
