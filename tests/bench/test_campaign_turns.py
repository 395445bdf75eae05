"""A turn of a large campaign beside random chess in the same run: 200 forces, 500 points, 24 steps."""

import time

import pytest

from battles.engine.armies.facts import UnitType
from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import CampaignMap, Place, Point, Road
from campaign.war.rules.dice import SeededCampaignDice
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import CampaignState, Depot, Force, Formation, Leg, Setup, Side, TurnOrders, Unit
from tests.bench.measures import chess_game, rate

pytestmark = pytest.mark.bench

WIDTH = 22
MOST_DECISIONS = 20_000
"""CPU of one turn, in decisions of random chess."""
ARMS: tuple[UnitType, ...] = ("line_infantry", "line_infantry", "light_cavalry", "foot_artillery")


def grid() -> CampaignMap:
    """A square of points 8 and 9 km from each other."""
    points, roads = [], []
    for y in range(WIDTH):
        for x in range(WIDTH):
            points.append(Point(f"p{y:02}{x:02}", f"P{y}{x}", 5000 + y * 10, 400 + x * 10, "village", "plain"))
            for dy, dx, metres in ((0, 1, 8_000), (1, 0, 9_000)):
                if x + dx < WIDTH and y + dy < WIDTH:
                    ends = (f"p{y:02}{x:02}", f"p{y + dy:02}{x + dx:02}")
                    roads.append(Road(f"{ends[0]}--{ends[1]}", *ends, metres, "road" if dx else "chaussee"))
    return CampaignMap("grid", "Grid", tuple(points), tuple(roads))


def large(count: int) -> CampaignState:
    """So many forces of three brigades, all on forced marches across the map."""
    units, formations, forces = {}, {}, {}
    for number in range(count):
        side = "ab"[number % 2]
        brigades = []
        for brigade in range(3):
            path = f"{side}{number}/{brigade}"
            own = [
                Unit(f"{path}/{place}", arm, side, arm, (600, 600, 150, 0)[place], (0, 0, 0, 8)[place], "trained", "FR")
                for place, arm in enumerate(ARMS)
            ]
            units.update({unit.id: unit for unit in own})
            formations[path] = Formation(path, path, "brigade", units=tuple(u.id for u in own), order=len(formations))
            brigades.append(path)
        y, x = number * 7 % WIDTH, number * 3 % (WIDTH // 2) + (WIDTH // 2 if side == "b" else 0)
        goal = f"p{(y + 5) % WIDTH:02}{(x + (8 if side == 'a' else -8)) % WIDTH:02}"
        key = f"{side}.{number // 2 + 1}"
        legs = (Leg("march", to=goal, pace="forced"),)
        place = Place(point=f"p{y:02}{x:02}")
        forces[key] = Force(key, side, number // 2 + 1, key, f"{side}:{key}", tuple(brigades), place, legs=legs)
    sides = (Side("a", "A", "a", depots=("p0000",)), Side("b", "B", "b", depots=("p2121",)))
    setup = Setup("grid", "Grid", grid(), "1815-06-15", 0, 7200, sides, Settings(supply_reach=300), units, formations)
    books = {unit.id: Account(unit.men, unit.guns) for unit in units.values()}
    return CampaignState(setup, 0, forces=forces, books=books, depots=(Depot("a", "p0000"), Depot("b", "p2121")))


def cpu(count: int) -> float:
    """The least CPU of three resolutions of one turn."""
    state, dice = large(count), SeededCampaignDice(b"bench")
    seconds = []
    for _ in range(3):
        start = time.process_time()
        resolve_turn(state, TurnOrders(), dice)
        seconds.append(time.process_time() - start)
    return min(seconds)


def test_a_turn_of_200_forces() -> None:
    assert cpu(200) * rate(chess_game, 0.5, b"campaign") <= MOST_DECISIONS


def test_a_turn_grows_no_faster_than_its_forces() -> None:
    assert cpu(200) / cpu(50) <= 4 * 1.5
