"""The computer as commander: what it is told, its orders with a reason for each, a campaign of computers (CM-AI).

It weighs places worth points and enemies that it knows of. Forces near each other go for the same goal until they are
strong enough for what is reported there. A character says how strong that is.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from campaign.war.rules.act import Act
from campaign.war.rules.battle import quick
from campaign.war.rules.campaign_map import CampaignMap, Place
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.dice import CampaignDice
from campaign.war.rules.events import Entry
from campaign.war.rules.evolve import evolve
from campaign.war.rules.network import Network, network
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
from campaign.war.rules.tables import DAY, HOUR, KM, LEVELS_OF_COMMANDERS, TENTHS, TIRED, WORN_OUT
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
"""A place of its own that no enemy is near to is worth so much less: its force may go elsewhere."""
GATHER: Final = 45 * KM
"""Friends this near to a goal count for an attack on it."""
PRESSING: Final = DAY
"""Minutes before a time or the end within which a place is marched to at forced pace."""
MARCH_METRES: Final = 2500
"""Metres an hour with which it reckons."""


class Decision(Struct, frozen=True):
    """An order, and why it was given."""

    order: Order
    reason: str


class Goal(NamedTuple):
    """A place to go to or to hold: its worth in points, the men reported there, and what it is."""

    point: str
    worth: int
    enemies: int
    what: Literal["take", "hold", "fight"]
    due: int


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
        self.sent: dict[str, int] = {}

    def decide(self) -> list[Decision]:
        goals = self._goals()
        rows: dict[str, Decision] = {}
        for own in sorted(self.own, key=lambda row: (-self._men(row), row.force.number)):
            rows[own.force.id] = self._one(own, goals)
        return [rows[own.force.id] for own in self.own if own.force.id in rows]

    @staticmethod
    def _men(own: OwnForce) -> int:
        return own.foot + own.horse

    # Goals

    def _goals(self) -> list[Goal]:
        goals = [goal for objective in self.given.objectives if (goal := self._place(objective))]
        for report in self.reports:
            worth = WORTH_OF_BATTLE * report.men // MEN_PER_WORTH + 1
            point = self.net.nearest_point(report.place)
            goals.append(Goal(point, worth, self._enemies(Place(point=point), 5 * KM), "fight", self.given.end))
        return goals

    def _place(self, objective: Objective) -> Goal | None:
        """A place that is worth points: to take if it is not ours, to hold if it is and somebody threatens it."""
        alliance = self.given.view.alliance
        mine = not objective.sides or any(self.given.alliances[side] == alliance for side in objective.sides)
        due = self.given.end if objective.when is None else objective.when
        if due < self.given.view.time and not objective.daily:
            return None
        place = Place(point=objective.point)
        enemies = self._enemies(place, 5 * KM)
        if objective.point in self.given.view.own_points:
            return Goal(objective.point, objective.points, self._enemies(place, NEAR), "hold", due)
        return Goal(objective.point, objective.points, enemies, "take", due) if mine else None

    def _enemies(self, place: Place, metres: int) -> int:
        return sum(row.men for row in self.reports if self.net.between(place, row.place) <= metres)

    # One force

    def _one(self, own: OwnForce, goals: list[Goal]) -> Decision:
        force = own.force
        if force.shaken > self.given.view.time:
            return self._fall_back(own, "It was beaten and needs rest")
        near = self._nearest_enemy(force)
        if force.fatigue >= WORN_OUT and (near is None or self.net.between(force.place, near.place) > 15 * KM):
            leg = Leg("rest", "accept", support=True)
            return Decision(Order(force.id, (leg,)), f"{force.name} is worn out and rests.")
        outnumbered = self._outnumbered(own)
        if outnumbered is not None:
            return outnumbered
        best = max(goals, key=lambda goal: (self._score(own, goal), goal.point), default=None)
        if best is None or self._score(own, best) <= 0:
            leg = Leg("hold", "accept", support=True)
            return Decision(Order(force.id, (leg,)), f"{force.name} waits: nothing worth a march is in reach.")
        self.sent[best.point] = self.sent.get(best.point, 0) + self._men(own)
        return self._go(own, best)

    def _score(self, own: OwnForce, goal: Goal) -> int:
        """How much a goal is worth to a force: points for the hours to it, less for what is sent already."""
        metres = self.net.between(own.force.place, Place(point=goal.point))
        hours = metres // MARCH_METRES
        left = max(0, (self.given.end - self.given.view.time) // HOUR)
        if hours > left:
            return 0
        needed = max(self._men(own) // 2, goal.enemies * self.attack_at // TENTHS)
        sent = self.sent.get(goal.point, 0)
        worth = goal.worth * 1000
        if goal.what == "hold":
            worth = worth * 3 // 2 if goal.enemies else worth // QUIET
        if goal.what == "fight" and metres > NEAR:
            return 0
        if sent >= needed:
            worth //= 4
        if goal.enemies and not self._strong_enough(goal, sent + self._near_men(goal)):
            worth //= 3
        return worth // (4 + hours)

    def _near_men(self, goal: Goal) -> int:
        """Own men within two days' march of a goal."""
        place = Place(point=goal.point)
        return sum(self._men(row) for row in self.friends if self.net.between(row.force.place, place) <= GATHER)

    def _strong_enough(self, goal: Goal, men: int) -> bool:
        return men * TENTHS >= goal.enemies * self.attack_at

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
            return Decision(Order(force.id, (Leg("hold", "avoid"),)), f"{why}: {force.name} stands and avoids battle.")
        leg = Leg("march", "avoid", to=goal)
        return Decision(
            Order(force.id, (leg, Leg("rest", "accept"))), f"{why}: {force.name} goes back to {self.names[goal]}."
        )

    def _go(self, own: OwnForce, goal: Goal) -> Decision:
        """March to a goal, or hold it, with the posture that the odds there allow."""
        force, name = own.force, self.names[goal.point]
        posture: Posture = "accept"
        strong = self._strong_enough(goal, max(self.sent[goal.point], self._near_men(goal)))
        if strong and (goal.what != "hold" or goal.enemies):
            posture = "attack"
        if force.place.point == goal.point:
            works = own.foot >= 2_000 and goal.what == "hold"
            leg = Leg(
                "hold",
                "attack" if goal.what == "fight" and posture == "attack" else "accept",
                support=True,
                works=works,
            )
            return Decision(Order(force.id, (leg,)), f"{force.name} holds {name}, worth {goal.worth} points.")
        hours = self.net.between(force.place, Place(point=goal.point)) // MARCH_METRES
        pressing = goal.due - self.given.view.time <= PRESSING or self.character == "bold"
        forced = pressing and hours > 6 and force.fatigue <= TIRED
        march = Leg("march", posture, to=goal.point, pace="forced" if forced else "normal", support=True)
        after = Leg("hold", "accept" if posture == "accept" else "attack", support=True)
        return Decision(Order(force.id, (march, after)), self._reason(force, goal, name, posture))

    def _reason(self, force: Force, goal: Goal, name: str, posture: Posture) -> str:
        there = f"about {goal.enemies:,} enemies are reported there" if goal.enemies else "no enemy is known there"
        if goal.what == "fight":
            verb = "attacks near" if posture == "attack" else "goes towards the enemy at"
            return f"{force.name} {verb} {name}: {there}."
        verb = "marches to hold" if goal.what == "hold" else "marches to take"
        return f"{force.name} {verb} {name}, worth {goal.worth} points; {there}."


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
