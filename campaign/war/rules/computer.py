"""The computer as commander: what it is told, its orders with a reason for each, a campaign of computers (CM-AI).

It weighs places worth points and enemies that it knows of. Forces near each other go for the same goal until they are
strong enough for what is reported there. A character says how strong that is.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from battles.engine.words import body_does
from campaign.war.rules.act import Act
from campaign.war.rules.battle import quick
from campaign.war.rules.campaign_map import CampaignMap, Network, Place, network
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.dice import CampaignDice
from campaign.war.rules.events import Entry
from campaign.war.rules.evolve import evolve
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.settings import Settings
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import (
    CampaignState,
    Engagement,
    Force,
    Formation,
    Leg,
    Objective,
    Order,
    Posture,
    Report,
    TurnOrders,
)
from campaign.war.rules.tables import DAY, HOUR, KM, LEVELS_OF_COMMANDERS, TENTHS, TIRED, WORKS_MEN, WORN_OUT
from campaign.war.rules.view import CampaignView, OwnForce, view

Character = Literal["steady", "bold", "careful"]


class Briefing(Struct, frozen=True):
    """A side's view, the map, the settings, the objectives, its own formations, and the public times."""

    view: CampaignView
    map: CampaignMap
    settings: Settings
    objectives: tuple[Objective, ...]
    formations: Mapping[str, Formation]
    alliances: Mapping[str, str]
    date: str
    start: int
    end: int


def briefing(state: CampaignState, side: str) -> Briefing:
    """What the commander of ``side`` is told now."""
    setup = state.setup
    seen = view(state, side)
    own = {key for row in seen.forces for key in row.force.formations}
    return Briefing(
        view=seen,
        map=setup.map,
        settings=setup.settings,
        objectives=setup.objectives,
        formations={key: setup.formations[key] for key in sorted(own)},
        alliances={row.key: row.alliance for row in setup.sides},
        date=setup.date,
        start=setup.start,
        end=setup.end,
    )


CHARACTERS: Final[tuple[Character, ...]] = Character.__args__  # type: ignore[attr-defined]

WORTH_OF_BATTLE: Final = 3
"""What an enemy force in reach is worth, in points of places, for each of its parts of ``MEN_PER_WORTH``."""
MEN_PER_WORTH: Final = 10_000
NEAR: Final = 25 * KM
"""How far an enemy threatens a place, and how far a force looks for enemies to fight."""
QUIET: Final = 10
"""A place of its own that no enemy can be near to is worth so much less: its force may go elsewhere."""
AT_THE_FRONT: Final = 2
"""The same for a place of its own with a road to a point that is not its own: nobody is reported, yet it is open."""
HELD: Final = 4
"""A place that is held counts as so many hours away at least: to stand there gains nothing that is not had."""
HOLD_WITH: Final = 30
"""Tenths of the enemies known near an own place with which it is held: more come than are reported."""
HOLD_AT: Final = 7
"""Tenths of them with which holding it is not hopeless."""
SUPPORT: Final = 8 * KM
"""Enemies this near to a place may fight for it, and friends this much farther from it than a force come up with it."""
GATHER: Final = 15 * KM
"""Friends this near to a goal always count for an attack on it."""
PRESSING: Final = DAY
"""Minutes before a time or the end within which a place is marched to at forced pace."""
FRESH_HOURS: Final = 6
"""Hours of marching in a day from which it thinks of a forced march."""
MARCH_METRES: Final = 2500
"""Metres an hour with which it reckons."""


class Decision(Struct, frozen=True):
    """An order, and why it was given."""

    order: Order
    reason: str


class Goal(NamedTuple):
    """A place to go to or to hold: what it is worth until when, and the men reported there.

    ``prizes`` are minutes with the points that the place gives then. ``is_open`` is true for an own place at the front.
    """

    point: str
    prizes: tuple[tuple[int, int], ...]
    enemies: int
    what: Literal["take", "hold", "fight"]
    is_open: bool = False

    @property
    def due(self) -> int:
        """The next minute at which it counts."""
        return min(due for due, _ in self.prizes)

    def worth(self, since: int) -> int:
        """The points that it gives to who is there from a minute on."""
        return sum(points for due, points in self.prizes if due >= since)


class Way(NamedTuple):
    """A goal as one force sees it: the hours to it, its points then, men needed there, and friends about as near."""

    goal: Goal
    hours: int
    worth: int
    score: int
    needed: int
    friends: int


def decisions(given: Briefing, character: Character) -> list[Decision]:
    """An order for each force of the side that is told, in the order of its forces."""
    return _Commander(given, character).decide()


def orders_of(given: Briefing, character: Character) -> TurnOrders:
    """The same as the orders of a turn."""
    return TurnOrders(orders=tuple(row.order for row in decisions(given, character)))


class _Commander:
    """One side's plan for one turn."""

    def __init__(self, given: Briefing, character: Character) -> None:
        self.given = given
        self.attack_at = LEVELS_OF_COMMANDERS[character]
        self.character = character
        self.net: Network = network(given.map)
        self.names = {point.id: point.name for point in given.map.points}
        self.own = [row for row in given.view.forces if row.force.side == given.view.side]
        self.friends = list(given.view.forces)
        self.reports = list(given.view.reports)
        self.rumours = [*given.view.reports, *given.view.faint]
        self.sent: dict[str, int] = {}

    def decide(self) -> list[Decision]:
        """Forces choose one after the other, the one to which its goal is worth most first."""
        rows = {own.force.id: row for own in self.own if (row := self._in_need(own)) is not None}
        goals = self._goals()
        left = [own for own in self.own if own.force.id not in rows]
        ways = {own.force.id: [self._way(own, goal) for goal in goals] for own in left}
        while left:
            pairs = [(self._score(own, way), self._men(own), own, way) for own in left for way in ways[own.force.id]]
            score, _, own, way = max(pairs, key=lambda row: (row[0], row[1], -row[2].force.number, row[3].goal.point))
            if score <= 0:
                break
            self.sent[way.goal.point] = self.sent.get(way.goal.point, 0) + self._men(own)
            rows[own.force.id] = self._go(own, way)
            left.remove(own)
        return [rows.get(own.force.id) or self._wait(own) for own in self.own]

    @staticmethod
    def _wait(own: OwnForce) -> Decision:
        leg = Leg("hold", "accept", support=True)
        return Decision(
            Order(own.force.id, (leg,)), f"{body_does(own.force.name, 'waits')}: nothing worth a march is in reach."
        )

    @staticmethod
    def _men(own: OwnForce) -> int:
        return own.foot + own.horse

    # Goals

    def _goals(self) -> list[Goal]:
        places: dict[str, list[Objective]] = {}
        for objective in self.given.objectives:
            if objective.when is None or objective.when >= self.given.view.time or objective.daily:
                places.setdefault(objective.point, []).append(objective)
        goals = [goal for point, rows in places.items() if (goal := self._place(point, rows))]
        for report in self.reports:
            worth = WORTH_OF_BATTLE * report.men // MEN_PER_WORTH + 1
            point = self.net.nearest_point(report.place)
            goals.append(Goal(point, ((self.given.end, worth),), self._enemies(Place(point=point), SUPPORT), "fight"))
        return goals

    def _place(self, point: str, objectives: list[Objective]) -> Goal | None:
        """A place that is worth points: to hold if it is ours, else to take if it gives us any."""
        place = Place(point=point)
        if point in self.given.view.own_points:
            return Goal(point, self._prizes(objectives), self._threat(place), "hold", self._is_open(point))
        alliance, alliances = self.given.view.alliance, self.given.alliances
        ours = [row for row in objectives if not row.sides or any(alliances[side] == alliance for side in row.sides)]
        return Goal(point, self._prizes(ours), self._enemies(place, SUPPORT), "take") if ours else None

    def _prizes(self, objectives: list[Objective]) -> tuple[tuple[int, int], ...]:
        return tuple((self.given.end if row.when is None else row.when, row.points) for row in objectives)

    def _is_open(self, point: str) -> bool:
        """True if a road leads from a point of ours to one that is not."""
        return any(other not in self.given.view.own_points for _, other in self.net.out[point])

    def _threat(self, place: Place) -> int:
        """Enemies who may be near a place: an old report counts as far as its force can have marched since."""
        now = self.given.view.time
        return sum(
            row.men
            for row in self.rumours
            if self.net.between(place, row.place) <= NEAR + (now - row.time) // HOUR * MARCH_METRES
        )

    def _enemies(self, place: Place, metres: int) -> int:
        return sum(row.men for row in self.reports if self.net.between(place, row.place) <= metres)

    # One force

    def _in_need(self, own: OwnForce) -> Decision | None:
        """The order of a force that was beaten, is worn out, or has far too many enemies near it."""
        force = own.force
        if force.shaken > self.given.view.time:
            return self._fall_back(own, "It was beaten and needs rest")
        near = self._nearest_enemy(force)
        if force.fatigue >= WORN_OUT and (near is None or self.net.between(force.place, near.place) > 15 * KM):
            leg = Leg("rest", "accept", support=True)
            return Decision(Order(force.id, (leg,)), f"{body_does(force.name, 'is worn out and rests')}.")
        return self._outnumbered(own)

    def _way(self, own: OwnForce, goal: Goal) -> Way:
        """A goal as a force sees it."""
        metres = self.net.between(own.force.place, Place(point=goal.point))
        hours = metres // MARCH_METRES
        worth = goal.worth(self.given.view.time + hours * HOUR)
        score = worth * 1000
        if goal.what == "hold":
            score = score if goal.enemies else score // (AT_THE_FRONT if goal.is_open else QUIET)
            hours = max(hours, HELD)
            needed = goal.enemies * HOLD_WITH // TENTHS
        else:
            needed = goal.enemies * self.attack_at // TENTHS
        if goal.what == "fight" and metres > NEAR:
            score = 0
        return Way(goal, hours, worth, score, max(self._men(own) // 2, needed), self._near_men(goal, metres))

    def _score(self, own: OwnForce, way: Way) -> int:
        """How much a goal is worth to a force: points for the hours to it, less for what is sent already."""
        sent, score = self.sent.get(way.goal.point, 0), way.score
        if sent >= way.needed:
            score //= 4
        if way.goal.enemies and not self._strong_enough(way.goal, sent + way.friends):
            score //= 3
        return score // (4 + way.hours)

    def _near_men(self, goal: Goal, metres: int) -> int:
        """Own men who can be at a goal about as soon as a force ``metres`` away from it."""
        place, reach = Place(point=goal.point), max(GATHER, metres + SUPPORT)
        return sum(self._men(row) for row in self.friends if self.net.between(row.force.place, place) <= reach)

    def _strong_enough(self, goal: Goal, men: int) -> bool:
        return men * TENTHS >= goal.enemies * (HOLD_AT if goal.what == "hold" else self.attack_at)

    def _nearest_enemy(self, force: Force) -> Report | None:
        return min(self.reports, key=lambda row: (self.net.between(force.place, row.place), row.of), default=None)

    def _outnumbered(self, own: OwnForce) -> Decision | None:
        """Falls back before an enemy who is much stronger than all friends in reach; a bold one stands longer."""
        place = own.force.place
        enemies = self._enemies(place, 8 * KM)
        friends = sum(self._men(row) for row in self.friends if self.net.between(row.force.place, place) <= 12 * KM)
        limit = {"bold": 25, "steady": 20, "careful": 15}[self.character]
        if enemies * TENTHS > friends * limit:
            return self._fall_back(own, f"About {enemies:,} enemies are near, too many")
        return None

    def _fall_back(self, own: OwnForce, why: str) -> Decision:
        force = own.force
        friends = {row.force.place.point for row in self.friends if row.force.id != force.id and row.force.place.point}
        safe = [
            point
            for point in sorted({*(depot.point for depot in self.given.view.depots), *friends})
            if self._enemies(Place(point=point), 8 * KM) == 0 and point != force.place.point
        ]
        goal = min(safe, key=lambda point: (self.net.between(force.place, Place(point=point)), point), default="")
        if not goal:
            return Decision(
                Order(force.id, (Leg("hold", "avoid"),)),
                f"{why}: {body_does(force.name, 'stands and avoids')} battle.",
            )
        leg = Leg("march", "avoid", to=goal)
        return Decision(
            Order(force.id, (leg, Leg("rest", "accept"))),
            f"{why}: {body_does(force.name, 'goes')} back to {self.names[goal]}.",
        )

    def _go(self, own: OwnForce, way: Way) -> Decision:
        """March to a goal, or hold it, with the posture that the odds there allow."""
        force, goal, name = own.force, way.goal, self.names[way.goal.point]
        posture: Posture = "accept"
        strong = self._strong_enough(goal, max(self.sent[goal.point], way.friends))
        if strong and (goal.what != "hold" or goal.enemies):
            posture = "attack"
        if force.place.point == goal.point:
            stands: Posture = "attack" if goal.what == "fight" and posture == "attack" else "accept"
            works = own.foot >= WORKS_MEN and goal.what == "hold"
            leg = Leg("hold", stands, support=True, works=works)
            return Decision(
                Order(force.id, (leg,)), f"{body_does(force.name, 'holds')} {name}, worth {way.worth} points."
            )
        pressing = goal.due - self.given.view.time <= PRESSING or self.character == "bold"
        forced = pressing and way.hours + force.day.light // HOUR > FRESH_HOURS and force.fatigue <= TIRED
        march = Leg("march", posture, to=goal.point, pace="forced" if forced else "normal", support=True)
        after = Leg("hold", "accept" if posture == "accept" else "attack", support=True)
        return Decision(Order(force.id, (march, after)), self._reason(force, way, name, posture))

    def _reason(self, force: Force, way: Way, name: str, posture: Posture) -> str:
        goal = way.goal
        there = f"about {goal.enemies:,} enemies are reported there" if goal.enemies else "no enemy is known there"
        if goal.what == "fight":
            words = "attacks near" if posture == "attack" else "goes towards the enemy at"
            return f"{body_does(force.name, words)} {name}: {there}."
        words = "marches to hold" if goal.what == "hold" else "marches to take"
        return f"{body_does(force.name, words)} {name}, worth {way.worth} points; {there}."


def reasons(rows: list[Decision]) -> Mapping[str, str]:
    """The reason of each force's order."""
    return {row.order.force: row.reason for row in rows}


class PlayedTurn(NamedTuple):
    """One turn: what was decided, what the ledger gained, and the state after it."""

    turn: int
    decisions: tuple[Decision, ...]
    entries: tuple[Entry, ...]
    state: CampaignState


def commanded(state: CampaignState, characters: Mapping[str, Character]) -> tuple[Decision, ...]:
    """What the computer commanders of some sides decide now, without what the rules refuse."""
    rows = [
        (side, row)
        for side, character in sorted(characters.items())
        if side not in state.given_up
        for row in decisions(briefing(state, side), character)
    ]
    return tuple(row for side, row in rows if refuse(state, side, row.order) is None)


def play(
    state: CampaignState, characters: Mapping[str, Character], dice: CampaignDice, most_turns: int = 1000
) -> Iterator[PlayedTurn]:
    """Turn after turn to the end of the campaign; battles are settled quickly."""
    for _ in range(most_turns):
        if state.phase == "over":
            return
        turn = state.turn
        chosen = commanded(state, characters)
        resolved = resolve_turn(state, TurnOrders(orders=tuple(row.order for row in chosen)), dice)
        entries = list(resolved.entries)
        state = resolved.state
        while state.phase == "engagements":
            engagement = next_engagement(state)
            result = quick.settle(state, engagement, Act(state, dice).roll)
            for entry in settle(state, result, dice):
                state = evolve(state, entry)
                entries.append(entry)
        yield PlayedTurn(turn, chosen, tuple(entries), state)


def next_engagement(state: CampaignState) -> Engagement:
    """The open engagement that began first: it is settled next (CM-TIME-05)."""
    rows = [row for row in state.engagements.values() if row.status == "open"]
    return min(rows, key=lambda row: (row.begins, row.id))
