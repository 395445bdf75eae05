"""Campaigns played with random legal orders, and what must hold after every entry.

``nice -n 19 python -m tests.war.random_campaigns leipzig-1813 0 50`` plays seeds 0 to 49 with all checks; with
``random`` in place of a campaign each seed has a map of its own.
"""

import itertools
import sys
from collections.abc import Iterator

from msgspec import structs

from battles.engine.rng import Chances
from campaign.war.rules.act import Act
from campaign.war.rules.audit import misplaced, unbalanced
from campaign.war.rules.battle.quick import settle as settle_quickly
from campaign.war.rules.campaign_map import CampaignMap, Crossing, Point, River, RiverClass, Road, network
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.dice import SeededCampaignDice
from campaign.war.rules.events import Entry
from campaign.war.rules.evolve import evolve
from campaign.war.rules.forces import traffic
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.settlement import settle
from campaign.war.rules.state import CampaignState, Depot, Force, Leg, Objective, Order, Side, TurnOrders
from campaign.war.services.creation import shipped_state
from tests.war.small_campaigns import campaign, force

POSTURES = ("attack", "accept", "avoid")
PACES = ("normal", "forced", "night")


SIZES = ("village", "village", "small-town", "town", "city")
COUNTRY = ("plain", "rolling", "hills", "mountains", "forest")
KINDS = ("chaussee", "road", "track")
SWITCHES = ("use_luck", "use_experience", "use_lost_couriers", "use_sieges", "use_weather_dice", "use_lost_stragglers")


def random_map(chances: Chances) -> CampaignMap:
    """A map of 8 to 20 points, all joined up: a tree of roads, some more roads, a river, a fortress or two."""
    count = 8 + chances.below(13)
    names = [f"p{number:02}" for number in range(count)]
    pairs = [(names[chances.below(number)], names[number]) for number in range(1, count)]
    pairs += [tuple(sorted(chances.shuffled(names)[:2])) for _ in range(count // 2)]
    roads = tuple(
        Road(
            f"{start}--{end}",
            start,
            end,
            3_000 + 500 * chances.below(50),
            chances.choice(KINDS),
            ("river",) if chances.below(4) == 0 else (),
        )
        for start, end in dict.fromkeys(pairs)
    )
    bridges = {name for name in names if chances.below(4) == 0}
    crossings = [Crossing(f"river@{name}", "river", "bridge", name) for name in sorted(bridges)]
    crossings += [
        Crossing(f"river@{road.id}", "river", "bridge")
        for road in roads
        if road.crosses and not {road.start, road.end} & bridges
    ]
    points = tuple(
        Point(
            name,
            name.upper(),
            5000 + chances.below(200),
            400 + chances.below(200),
            chances.choice(SIZES),
            chances.choice(COUNTRY),
            chances.choice(("fortress", "old-works", "", "", "", "")),
        )
        for name in names
    )
    grade: RiverClass = chances.choice(("major", "medium", "minor", "stream"))
    return CampaignMap("random", "Random", points, roads, (River("river", "River", grade),), tuple(crossings))


def random_state(seed: bytes) -> CampaignState:
    """A campaign of two or three alliances on a random map, with random settings; it lasts 30 turns at least."""
    chances = Chances(seed)
    ground = random_map(chances)
    keys = ("red", "blue", "green")[: 2 + chances.below(2)]
    forces, depots = [], []
    for key in keys:
        for number in range(1, 3 + chances.below(3)):
            arms = {
                "foot": 3000 * chances.below(6),
                "horse": 200 * (1 + chances.below(8)),
                "guns": 2 * chances.below(20),
            }
            at = chances.choice(ground.points).id
            if all(side == key or place != at for side, place in depots):
                depots.append((key, at))
                forces.append(force(key, number, at, brigades=1 + chances.below(3), **arms))
    fortresses = [point.id for point in ground.points if point.fortified == "fortress"]
    switches = {name: chances.below(2) == 0 for name in SWITCHES}
    state = campaign(
        ground,
        *forces,
        days=31,
        sides=tuple(Side(key, key.title(), key) for key in keys),
        depots=tuple(Depot(key, at, 0) for key, at in depots[::2]),
        weather={day: chances.choice(("dry", "dry", "rain", "mud")) for day in range(31)},
        objectives=(Objective(ground.points[0].id, 5, daily=True),),
        turn_hours=chances.choice((6, 8, 12, 24)),
        step_minutes=60,
        information=chances.choice(("shared", "open")),
        garrison=dict.fromkeys(fortresses, 1000),
        **switches,
    )
    taken = {at for _, at in depots}
    return structs.replace(state, garrisons={point: 1000 for point in fortresses if point not in taken})


def random_legs(state: CampaignState, force: Force, chances: Chances) -> tuple[Leg, ...]:
    """One or two parts of an order; most march, often to where an enemy stands."""
    points = [point.id for point in state.setup.map.points]
    posture = chances.choice(POSTURES)
    enemies = [other.place.point for other in state.forces.values() if other.side != force.side and other.place.point]
    goal = chances.choice(enemies) if enemies and chances.below(2) else chances.choice(points)
    pick = chances.below(20)
    if pick < 12:
        pace = chances.choice(PACES)
        march = Leg("march", posture, to=goal, pace=pace, support=chances.below(2) == 0, enter=chances.below(3) == 0)
        return (march, Leg("hold", posture, hours=chances.below(12))) if chances.below(3) == 0 else (march,)
    if pick == 12:
        return (Leg("rest", "accept", support=True),)
    if pick == 13:
        return (Leg("delay", "accept", back_to=chances.choice(points)),)
    if pick == 14:
        return (Leg("scout", "avoid", hours=6),)
    if pick == 15:
        return (Leg("hold", posture, works=True),)
    if pick == 16 and len(force.formations) > 1:
        return (Leg("detach", posture, formations=(chances.choice(force.formations),)),)
    if pick == 17:
        mates = [other.id for other in state.forces.values() if other.side == force.side and other.id != force.id]
        return (Leg("join", posture, force=chances.choice(mates)),) if mates else ()
    if pick == 18 and state.setup.map.crossings:
        crossing = chances.choice(state.setup.map.crossings)
        return (Leg("march", posture, to=crossing.at or goal), Leg("break_crossing", posture, crossing=crossing.id))
    return (Leg("hold", posture, support=True),)


def random_orders(state: CampaignState, seed: bytes) -> TurnOrders:
    """Orders for most forces, all of them allowed."""
    chances = Chances(seed + str(state.turn).encode())
    orders = []
    for key in sorted(state.forces):
        force = state.forces[key]
        if chances.below(3):
            order = Order(key, random_legs(state, force, chances), repeat=chances.below(4) == 0)
            if refuse(state, force.side, order) is None:
                orders.append(order)
    return TurnOrders(orders=tuple(orders))


def played(state: CampaignState, seed: bytes, turns: int) -> Iterator[tuple[CampaignState, Entry, CampaignState]]:
    """Each entry of a campaign with the states before and after it; battles are settled quickly."""
    dice = SeededCampaignDice(seed.ljust(8, b"-"))
    for _ in range(turns):
        if state.phase == "orders":
            for entry in resolve_turn(state, random_orders(state, seed), dice).entries:
                after = evolve(state, entry)
                yield state, entry, after
                state = after
        while state.phase == "engagements":
            rows = [row for row in state.engagements.values() if row.status == "open"]
            engagement = min(rows, key=lambda row: (row.begins, row.id))
            result = settle_quickly(state, engagement, Act(state, dice).roll)
            for entry in settle(state, result, dice):
                after = evolve(state, entry)
                yield state, entry, after
                state = after
        if state.phase == "over":
            return


def overtaken(state: CampaignState) -> list[tuple[str, str, str]]:
    """Columns of one alliance that lie on one stretch of road in one direction (CM-MARCH-05)."""
    roads = network(state.setup.map).roads
    wrong = []
    for alliance in state.setup.alliances:
        own = [force for force in state.forces.values() if state.setup.alliance(force.side) == alliance]
        for (road, _), parts in traffic(own, roads).items():
            parts.sort()
            for first, second in itertools.pairwise(parts):
                if first.force != second.force and second.tail < first.head:
                    wrong.append((road, first.force, second.force))
    return wrong


def check(state: CampaignState, seed: int, turns: int) -> int:
    """Play one campaign with every check after every entry; how many entries it had."""
    count = 0
    for _, entry, after in played(state, str(seed).encode(), turns):
        count += 1
        wrong = [*unbalanced(after), *misplaced(after), *overtaken(after)]
        if wrong:
            raise AssertionError(f"Seed {seed}, entry {count}, {type(entry.event).__name__}: {wrong[:3]}")
    return count


if __name__ == "__main__":
    template, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for number in range(first, last):
        start = random_state(str(number).encode()) if template == "random" else shipped_state(template)
        print(number, check(start, number, 30))  # noqa: T201
