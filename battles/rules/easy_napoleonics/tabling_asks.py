"""Fire at a real table, from stated facts (section 6), and what every question of these rules shares."""

from collections.abc import Iterator
from typing import Any, Final

from battles.engine.core import Refusal
from battles.engine.odds import TooManyOutcomes, distribution
from battles.engine.pointing import Chance, Forecast
from battles.engine.tabling import Fact, Facts
from battles.rules.easy_napoleonics import fire, impossible
from battles.rules.easy_napoleonics import tabling_events as noted
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, book_of
from battles.rules.easy_napoleonics.facts import Firer, Target, Volley
from battles.rules.easy_napoleonics.state import NOWHERE, State, other
from battles.rules.easy_napoleonics.tables import Aspect, Terrain
from battles.rules.easy_napoleonics.tabling_facts import (
    Kind,
    formation_in,
    gone,
    in_play,
    leader_in,
    of_unit,
    pick,
    unit_in,
    who,
)
from battles.rules.easy_napoleonics.tabling_play import Keeping
from battles.rules.easy_napoleonics.words_names import LEVEL_WORDS

FIRERS: Final = ("firer", "second", "third")
ASPECTS: Final[dict[Aspect, str]] = {"front": "its front", "flank": "its flank", "rear": "its rear"}
GROUND: Final[dict[Terrain, str]] = {
    "open": "open ground",
    "woods": "woods",
    "hill": "a hill",
    "settlement": "a settlement",
    "stream": "a stream",
}


def aspect_in(stated: Facts, key: str) -> Aspect:
    """How somebody lies to his target, as it is stated."""
    return next((each for each in ASPECTS if each == stated.get(key)), "front")


def terrain_in(stated: Facts, key: str) -> Terrain:
    """The ground that somebody stands on, as it is stated."""
    return next((each for each in GROUND if each == stated.get(key)), "open")


def form_as_stated(play: Keeping, number: int, stated: Facts, key: str) -> None:
    """Put a unit in the books into the formation that is stated of it."""
    formation = formation_in(play.state.units[number], stated, f"{key}_formation")
    if formation != play.state.units[number].formation:
        play.tell(noted.FormationNoted(unit=number, formation=formation))


def refuse_first(found: tuple[impossible.Impossible, ...]) -> Refusal | None:
    """The first of the facts that cannot be, as a refusal."""
    return Refusal("malformed", found[0].rule, found[0].sentence) if found else None


# Fire


def firers_in(state: State, stated: Facts) -> list[tuple[str, int]]:
    """Those who fire together, each with the key of its fact."""
    found = [(key, unit_in(state, stated, key)) for key in FIRERS]
    return [(key, number) for key, number in found if number != NOWHERE]


def fire_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Who fires at whom, and what the dice depend on."""
    able = [each for each in in_play(state) if _may_fire(state, each)]
    number, target = unit_in(state, stated, "firer"), unit_in(state, stated, "target")
    found = [who(state, "firer", "Who fires", able, stated)]
    if number == NOWHERE:
        return tuple(found)
    side = state.units[number].side
    found.append(who(state, "target", "At whom", in_play(state, other(side)), stated))
    if target == NOWHERE or state.units[target].side == side:
        return tuple(found)
    guns = state.units[number].kind in ARTILLERY
    mates = [each for each in able if state.units[each].side == side and (state.units[each].kind in ARTILLERY) == guns]
    for place, key in enumerate(FIRERS[1:], start=1):
        if stated.get(FIRERS[place - 1]):
            found.append(who(state, key, "Together with", mates, stated, may_be_nobody=True))
    for key, firer in firers_in(state, stated):
        found += _of_firer(state, key, firer, stated)
    found += of_unit(state, "target", target, stated)
    found.append(pick("target_terrain", "The target is in", GROUND, stated, "open", "EN-ART-14"))
    return tuple(found)


def _may_fire(state: State, number: int) -> bool:
    """Whether a unit fires in this phase and has not yet."""
    unit = state.units[number]
    other_phase = "musketry" if unit.kind in ARTILLERY else "artillery"
    return unit.kind not in CAVALRY and not unit.mute and state.phase != other_phase


def _of_firer(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    unit = state.units[number]
    yield from of_unit(state, key, number, stated)
    yield pick(f"{key}_aspect", f"{say.unit(state, number)} fires at", ASPECTS, stated, "front", "EN-ART-15")
    if unit.kind in ARTILLERY:
        reach = max(band.far for band in state.setup.rules.tables.fire[unit.kind])
        hexes = {str(far): say.count(far, "hex", "hexes") for far in range(1, reach + 1)}
        yield pick(f"{key}_range", "Range", hexes, stated, "", "EN-ART-03")


def volley_of(state: State, stated: Facts) -> Volley:
    """The volley as it is stated."""
    firers = []
    for key, number in firers_in(state, stated):
        unit = state.units[number]
        firers.append(
            Firer(
                kind=unit.kind,
                grade=unit.grade,
                level=unit.level,
                formation=formation_in(unit, stated, f"{key}_formation"),
                leader=leader_in(state, stated, f"{key}_leader") != NOWHERE,
                nation=unit.nation,
                aspect=aspect_in(stated, f"{key}_aspect"),
                range=int(stated.get(f"{key}_range") or 1),
                unit=number,
            )
        )
    unit = state.units[unit_in(state, stated, "target")]
    target = Target(
        kind=unit.kind,
        grade=unit.grade,
        level=unit.level,
        formation=formation_in(unit, stated, "target_formation"),
        leader=leader_in(state, stated, "target_leader") != NOWHERE,
        nation=unit.nation,
        terrain=terrain_in(stated, "target_terrain"),
    )
    return Volley(firers=tuple(firers), target=target)


def refuse_fire(state: State, stated: Facts) -> Refusal | None:
    """Why there can be no such volley."""
    numbers = [number for _, number in firers_in(state, stated)]
    for number in (*numbers, unit_in(state, stated, "target")):
        if (found := gone(state, number, "EN-ART-18")) is not None:
            return found
    if len(set(numbers)) != len(numbers):
        return Refusal("malformed", "EN-ART-18", "Each unit fires once; name each of them once.")
    for number in numbers:
        if state.units[number].mute:
            return Refusal("done_already", "EN-ACTION-05", f"{state.units[number].name} has fired this turn.")
    guns = state.units[numbers[0]].kind in ARTILLERY
    if state.phase != ("artillery" if guns else "musketry"):
        return Refusal("wrong_phase", "EN-SEQ-01", "Batteries fire in the artillery phase, infantry after them.")
    return refuse_first(impossible.impossible_volley(book_of(state.setup.rules), volley_of(state, stated)))


def perform_fire(play: Keeping, stated: Facts) -> None:
    """One event: dice, checks, leaders (EN-SEQ-05)."""
    state, target = play.state, unit_in(play.state, stated, "target")
    volley = volley_of(state, stated)
    leader = leader_in(state, stated, "target_leader")
    for key, number in (*firers_in(state, stated), ("target", target)):
        form_as_stated(play, number, stated, key)
    play.throwing = f"Fire at {say.unit(state, target)}"
    done = fire.volley(play.dice, play.book, volley)
    play.tell(
        noted.VolleyNoted(
            target=target,
            shots=done.shots,
            hits=done.hits,
            needed=done.needed,
            failures=done.failures,
            rolls=play.thrown(),
        )
    )
    play.level(target, done.level)
    if done.leaders_killed:
        play.leader(leader, alive=False)
    play.settle()


def fire_odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """The level that the target may come to."""
    book, volley = book_of(state.setup.rules), volley_of(state, stated)
    target = state.units[unit_in(state, stated, "target")]
    return levels_after(
        say.unit(state, unit_in(state, stated, "target")),
        target.level,
        lambda dice: fire.volley(dice, book, volley).level,
        "EN-ART-19",
    )


def levels_after(name: str, before: str, thrown: Any, rule: str, *, own: bool = False) -> tuple[Forecast, ...]:
    """The odds of the levels that a unit may come to; nothing where there are too many ways.

    What is bad for a unit is good for who asks, unless it is his ``own``.
    """
    try:
        shares = distribution(thrown)
    except TooManyOutcomes:
        return ()
    found = [
        Chance(
            f"{name} {'stays' if level == before else 'falls to'} {words}", shares[level], good=(level == before) == own
        )
        for level, words in LEVEL_WORDS.items()
        if level in shares
    ]
    return (Forecast(f"What becomes of {name}", tuple(found), (), rule),)


FIRE: Final = Kind(
    title="Fire", facts=fire_facts, refuse=refuse_fire, perform=perform_fire, odds=fire_odds, question=True
)
