"""Structures at the table: which there are, what they have taken, and the die for one (MNT-STRUCT)."""

from collections.abc import Iterator
from typing import Final

from battles.engine.odds import distribution
from battles.engine.pointing import Chance, Forecast
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import structures
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.ground import lying, named
from battles.rules.mini_nap.state import Damage, State
from battles.rules.mini_nap.tabling_play import Keeping

LARGE: Final = "village"
SMALL: Final = "building"
"""What structures are called that the set-up does not have: of the greater strength and of the lesser."""


def known(state: State) -> Iterator[str]:
    """The structures that stand: of the set-up, of the table as far as they were fired at, and one new of each size."""
    laid = list(dict.fromkeys(each.feature.key for each in lying(state) if each.effect.built))
    hurt = {each.feature: each.destroyed for each in state.damage}
    yield from (key for key in (*laid, *(key for key in hurt if key not in laid)) if not hurt.get(key))
    for word in (LARGE, SMALL):
        number = 1
        while (key := f"{word} {number}") in hurt or named(state, key) is not None:
            number += 1
        yield key


def strength_of(state: State, key: str) -> int:
    """How many structural hits destroy a structure (MNT-STRUCT-04)."""
    options, found = state.setup.rules.options, named(state, key)
    if found is not None:
        return structures.strength(options, found)
    return options.structure_strength_large if key.startswith(LARGE) else options.structure_strength_small


def hits_on(state: State, key: str) -> int:
    """The structural hits that it has taken."""
    return next((each.hits for each in state.damage if each.feature == key), 0)


def structure_fact(state: State, stated: Facts, label: str, *, none: str = "") -> Fact:
    """Which structure; ``none`` is what there is to say where there may be none."""
    found = tuple(
        FactChoice(key, f"{key}, {hits_on(state, key)} of {strength_of(state, key)} hits") for key in known(state)
    )
    without = (FactChoice("none", none),) if none else ()
    value = stated.get("structure", "none" if none else "")
    return Fact(key="structure", label=label, choices=(*without, *found), value=value, rule="MNT-STRUCT-02")


def structure_in(stated: Facts) -> str:
    """The structure that is stated; ``""`` for none."""
    said = stated.get("structure", "")
    return "" if said == "none" else said


def damage(play: Keeping, number: int, key: str) -> None:
    """The die for a structure (MNT-STRUCT-03, 05)."""
    weight = play.unit(number).weight
    assert weight is not None  # noqa: S101
    play.throwing = f"{say.unit(play.state, number)}: the die for the structure"
    face, hits = structures.throw(play.dice, play.tables, weight)
    total = hits_on(play.state, key) + hits
    after = Damage(key, total, total >= strength_of(play.state, key))
    play.tell(happened.StructureHit(unit=number, face=face, hits=hits, damage=after, rolls=play.thrown()))


def damage_odds(state: State, number: int, key: str) -> Forecast:
    """What the die for a structure brings."""
    weight, tables = state.units[number].weight, state.setup.rules.tables
    assert weight is not None  # noqa: S101
    shares = distribution(lambda dice: structures.throw(dice, tables, weight)[1])
    before, holds = hits_on(state, key), strength_of(state, key)
    found = []
    for hits, share in sorted(shares.items()):
        told = say.count(hits, "structural hit") if hits else "no damage"
        ends = ", destroyed" if hits and before + hits >= holds else ""
        found.append(Chance(f"{told}{ends}", share, good=bool(hits)))
    return Forecast(f"{key}, {before} of {holds} structural hits", tuple(found), (), structures.WHY)
