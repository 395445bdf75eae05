"""Deployment in each zone and the moves of commanders, against expected text."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.ai import command
from battles.rules.mini_nap.ai import deployment as ai_deployment
from battles.rules.mini_nap.ai.situation import situation
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.setup import deployment
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.manoeuvres import strip
from tests.rules.mini_nap.builders.random_positions import GROUND, keep, kept, melee, told
from tests.rules.mini_nap.builders.table_positions import battle, brigade, corps, division, force, mm, playing, recruit

TEXT = kept("judged_places")

ZONES = {
    "lower": (0, 0, 18_000, 3_000),
    "upper": (0, 9_000, 18_000, 12_000),
    "left": (0, 1_000, 3_000, 11_000),
    "right": (15_000, 2_000, 18_000, 9_000),
    "narrow": (8_000, 0, 10_500, 2_600),
    "river": (2_000, 0, 15_000, 3_500),
}
"""Deployment zones of side a; a river runs through the last."""


def waiting(zone: str) -> State:
    """A Corps that has yet to be put down: foot, guns, horse, and a mixed Brigade."""

    def some(word: str, count: int, *types: str) -> Any:
        guns = {"weight": "medium"} if types[0].endswith("artillery") else {}
        units = [recruit(f"{word} {n}", types[n % len(types)], at=None, **guns) for n in range(count)]
        return brigade(*units, name=word, place=None)

    first = division(
        some("horse", 2, "light_cavalry", "heavy_cavalry"),
        some("foot", 4, "line_infantry", "light_infantry"),
        some("guns", 1, "foot_artillery"),
        name="first",
        place=None,
    )
    second = division(some("mixed", 5, "line_infantry", "light_cavalry"), name="second", place=None)
    water = (strip("river", -46, -44, -90, 90),) if zone == "river" else ()
    state = battle(force(corps(first, second, place=None)), features=water, step="deployment", turn=0)
    own, enemy = state.setup.forces
    return replace(state, setup=replace(state.setup, forces=(replace(own, zone=ZONES[zone]), enemy)))


def open_to(state: State) -> tuple[Option, ...]:
    """Blocks that side a may deploy, each with one listed place."""
    units = (Option("deploy", f"unit {n}", (act.Withhold(n),)) for n in deployment.deployable_units(state, "a"))
    stands = (
        Option("deploy_stand", f"stand {n}", (act.DeployStand(n, 0, 0),))
        for n in deployment.deployable_stands(state, "a")
    )
    return (*units, *stands)


def deployed(zone: str) -> Iterator[str]:
    """A whole side deployed block by block, with the wanted places."""
    play = playing(waiting(zone))
    zone_of = ZONES[zone]
    facing = ai_deployment.places.bearing_to_enemy(play.state, zone_of)
    field = situation(play.state, "a", zone == "left")
    yield f"wanted {told([ai_deployment._wanted(field, n, zone_of, facing) for n in range(12)])}"
    while options := open_to(play.state):
        advice = ai_deployment.best_deployment(situation(play.state, "a", zone == "left"), options)
        yield f"{told(advice.action)} {advice.value} {advice.reason}"
        if isinstance(advice.action, act.Withhold) or getattr(advice.action, "x", 0) == 0:
            return
        turn.perform(play, "a", advice.action)


STARTS = ((90, 60), (20, 20), (150, 110), (40, 60), (90, 110))
"""The place of a commander before the move, in centimetres."""


def rides(seed: str) -> Iterator[str]:
    """From each of some places where commanders would ride, how well units are led there, and from where."""
    made = melee(int(seed), features=GROUND if int(seed) % 2 else (), step="command", brigade=int(seed) % 2)
    for number, stand in enumerate(made.stands):
        if stand.side == "b" or stand.level == "brigade":
            continue
        for rating, (x, y) in zip(("excellent", "good", "average", "poor", None), STARTS, strict=True):
            state = stand_with(made, number, x=mm(x), y=mm(y), rating=rating)
            field, here = situation(state, "a"), state.stands[number]
            found = command._to_units(field, number, here)
            places = list(command._places(field, here, field.own))
            led = [command._place_value(field, here, field.own, *each) for each in places]
            ride = "stays" if found is None else f"{told(found.action)} {found.value} {found.reason}"
            yield f"{number} {rating} at {x} {y}: {ride}; {told(places)} {led}"


SHEETS: dict[str, Callable[[str], Iterator[str]]] = {"deployed": deployed, "rides": rides}
HEADINGS = [*(f"deployed {zone}" for zone in ZONES), *(f"rides {seed}" for seed in range(3))]


def lines(heading: str) -> Iterator[str]:
    name, which = heading.split()
    return SHEETS[name](which)


@pytest.mark.parametrize("heading", HEADINGS)
def test_where_troops_and_commanders_are_put(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("judged_places", HEADINGS, lines)
