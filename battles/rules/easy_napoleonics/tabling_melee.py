"""Melees and rallies at a real table, from stated facts (sections 3 and 7)."""

from typing import Final

from battles.engine.core import Refusal
from battles.engine.odds import distribution
from battles.engine.pointing import Chance, Forecast
from battles.engine.tabling import Fact, Facts
from battles.rules.easy_napoleonics import impossible, morale
from battles.rules.easy_napoleonics import tabling_events as noted
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.book import book_of
from battles.rules.easy_napoleonics.facts import Checker, Fighter, Melee
from battles.rules.easy_napoleonics.melee import fight
from battles.rules.easy_napoleonics.state import NOWHERE, State, other
from battles.rules.easy_napoleonics.tabling_asks import (
    ASPECTS,
    GROUND,
    aspect_in,
    form_as_stated,
    levels_after,
    refuse_first,
    terrain_in,
)
from battles.rules.easy_napoleonics.tabling_facts import (
    YES,
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


def melee_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Who attacks whom, and what their scores depend on."""
    number, enemy = unit_in(state, stated, "attacker"), unit_in(state, stated, "defender")
    found = [who(state, "attacker", "Who attacks", in_play(state), stated)]
    if number == NOWHERE:
        return tuple(found)
    side = state.units[number].side
    found.append(who(state, "defender", "Whom", in_play(state, other(side)), stated))
    if enemy == NOWHERE or state.units[enemy].side == side:
        return tuple(found)
    name = say.unit(state, number)
    found.append(pick("aspect", f"{name} attacks", ASPECTS, stated, "front", "EN-MELEE-11"))
    charged = stated.get("charged", "")
    found.append(Fact(key="charged", label=f"{name} charged", kind="tick", value=charged, rule="EN-MELEE-04"))
    for key, each in (("attacker", number), ("defender", enemy)):
        found += of_unit(state, key, each, stated)
        label = f"{say.unit(state, each)} stands in"
        found.append(pick(f"{key}_terrain", label, GROUND, stated, "open", "EN-MELEE-12"))
    return tuple(found)


def melee_of(state: State, stated: Facts) -> Melee:
    """The melee as it is stated."""
    fighters = []
    for key in ("attacker", "defender"):
        unit = state.units[unit_in(state, stated, key)]
        fighters.append(
            Fighter(
                kind=unit.kind,
                grade=unit.grade,
                level=unit.level,
                formation=formation_in(unit, stated, f"{key}_formation"),
                armored=unit.armored,
                leader=leader_in(state, stated, f"{key}_leader") != NOWHERE,
                nation=unit.nation,
                charged=key == "attacker" and stated.get("charged") == YES,
                terrain=terrain_in(stated, f"{key}_terrain"),
            )
        )
    return Melee(attacker=fighters[0], defender=fighters[1], aspect=aspect_in(stated, "aspect"))


def refuse_melee(state: State, stated: Facts) -> Refusal | None:
    """Why there can be no such melee."""
    for key in ("attacker", "defender"):
        if (found := gone(state, unit_in(state, stated, key), "EN-MELEE-05")) is not None:
            return found
    if state.phase != "melee":
        return Refusal("wrong_phase", "EN-SEQ-01", "Melees are fought in the melee phase.")
    return refuse_first(impossible.impossible_melee(book_of(state.setup.rules), melee_of(state, stated)))


def perform_melee(play: Keeping, stated: Facts) -> None:
    """Both scores, the drop, the checks, the leaders (EN-SEQ-05)."""
    state = play.state
    attacker, defender = unit_in(state, stated, "attacker"), unit_in(state, stated, "defender")
    melee = melee_of(state, stated)
    for key, number in (("attacker", attacker), ("defender", defender)):
        form_as_stated(play, number, stated, key)
    play.throwing = f"{say.unit(state, attacker)} against {say.unit(state, defender)}"
    done = fight(play.dice, play.book, melee)
    winner = {"attacker": attacker, "defender": defender}.get(done.winner or "", NOWHERE)
    play.tell(
        noted.MeleeNoted(
            attacker=attacker,
            defender=defender,
            attack=done.attack,
            defence=done.defence,
            winner=winner,
            rolls=play.thrown(),
        )
    )
    play.level(attacker, done.attack.level)
    play.level(defender, done.defence.level)
    for key, killed in (("attacker", done.attack_leaders_killed), ("defender", done.defence_leaders_killed)):
        if killed:
            play.leader(leader_in(state, stated, f"{key}_leader"), alive=False)
    play.settle()


def melee_odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """The levels that both may come to."""
    book, melee = book_of(state.setup.rules), melee_of(state, stated)
    one, other = (say.unit(state, unit_in(state, stated, key)) for key in ("attacker", "defender"))
    rule = "EN-MELEE-36"
    return (
        *levels_after(one, melee.attacker.level, lambda dice: fight(dice, book, melee).attack.level, rule, own=True),
        *levels_after(other, melee.defender.level, lambda dice: fight(dice, book, melee).defence.level, rule),
    )


# Rally


def rally_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Who rallies, and who leads it."""
    able = [each for each in in_play(state) if state.units[each].level != "good" and not state.units[each].rallied]
    number = unit_in(state, stated)
    found = [who(state, "unit", "Who rallies", able, stated)]
    if number != NOWHERE:
        found += [fact for fact in of_unit(state, "unit", number, stated) if fact.key == "unit_leader"]
    return tuple(found)


def _checker(state: State, stated: Facts) -> Checker:
    unit = state.units[unit_in(state, stated)]
    led = leader_in(state, stated, "unit_leader") != NOWHERE
    return Checker(grade=unit.grade, level=unit.level, leader=led, kind=unit.kind, nation=unit.nation)


def refuse_rally(state: State, stated: Facts) -> Refusal | None:
    """Why a unit cannot rally now."""
    number = unit_in(state, stated)
    if (found := gone(state, number, "EN-RALLY-01")) is not None:
        return found
    if state.phase != "rally":
        return Refusal("wrong_phase", "EN-RALLY-01", "Units rally in the rally phase, before any movement.")
    if state.units[number].rallied:
        return Refusal("done_already", "EN-RALLY-02", f"{state.units[number].name} has tried to rally this turn.")
    return refuse_first(impossible.impossible_rally(book_of(state.setup.rules), _checker(state, stated)))


def perform_rally(play: Keeping, stated: Facts) -> None:
    """EN-RALLY-01."""
    number, checker = unit_in(play.state, stated), _checker(play.state, stated)
    play.throwing = f"{say.unit(play.state, number)} rallies"
    passed = morale.rally(play.dice, play.book, checker)
    face = morale.check_of(play.book, checker, checker.level, checker.leader)[0]
    play.tell(noted.RallyNoted(unit=number, needed=face, passed=passed, rolls=play.thrown()))
    if passed:
        play.level(number, morale.raised(checker.level))


def rally_odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """The chance of the check."""
    book, checker = book_of(state.setup.rules), _checker(state, stated)
    shares = distribution(lambda dice: morale.rally(dice, book, checker))
    found = [
        Chance(words, shares[passed], good=passed)
        for passed, words in ((True, "It rallies"), (False, "It does not"))
        if passed in shares
    ]
    return (Forecast(f"{state.units[unit_in(state, stated)].name} rallies", tuple(found), (), "EN-RALLY-01"),)


MELEE: Final = Kind(
    title="Melee", facts=melee_facts, refuse=refuse_melee, perform=perform_melee, odds=melee_odds, question=True
)
RALLY: Final = Kind(
    title="Rally", facts=rally_facts, refuse=refuse_rally, perform=perform_rally, odds=rally_odds, question=True
)
