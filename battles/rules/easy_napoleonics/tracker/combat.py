"""Fire, melees and rallies of a tracked game, from facts that the players state (sections 3, 6 and 7)."""

from collections.abc import Iterator
from typing import Any, Final

from battles.engine.core import Refusal
from battles.engine.forecast import Chance, Forecast
from battles.engine.odds import TooManyOutcomes, distribution
from battles.engine.tracker import YES, EntryKind, Fact, Facts, choice_fact
from battles.engine.words import with_verb
from battles.rules.easy_napoleonics import fire, morale
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.combat import fight
from battles.rules.easy_napoleonics.facts import Checker, Fighter, Firer, Melee, Target, Volley
from battles.rules.easy_napoleonics.names import LEVEL_WORDS
from battles.rules.easy_napoleonics.odds import questions
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY, book_of
from battles.rules.easy_napoleonics.state import NOWHERE, State, other
from battles.rules.easy_napoleonics.tables import Aspect, Terrain
from battles.rules.easy_napoleonics.tracker import events
from battles.rules.easy_napoleonics.tracker.events import (
    TrackerPlay,
    formation_in,
    in_play,
    leader_in,
    unit_choice,
    unit_facts,
    unit_in,
)

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
    """The stated aspect of the target."""
    return next((each for each in ASPECTS if each == stated.get(key)), "front")


def terrain_in(stated: Facts, key: str) -> Terrain:
    """The stated terrain of a unit."""
    return next((each for each in GROUND if each == stated.get(key)), "open")


def form_as_stated(play: TrackerPlay, number: int, stated: Facts, key: str) -> None:
    """Give a unit its stated formation, if the tracker has another."""
    formation = formation_in(play.state.units[number], stated, f"{key}_formation")
    if formation != play.state.units[number].formation:
        play.tell(events.FormationNoted(unit=number, formation=formation))


def refuse_first(errors: tuple[questions.Impossible, ...]) -> Refusal | None:
    """Refusal for the first impossible fact; None if there is none."""
    return Refusal("malformed", errors[0].rule, errors[0].sentence) if errors else None


# Fire


def firers_in(state: State, stated: Facts) -> list[tuple[str, int]]:
    """Units that fire together, each with the key of its fact."""
    units = [(key, unit_in(state, stated, key)) for key in FIRERS]
    return [(key, number) for key, number in units if number != NOWHERE]


def fire_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Facts of fire: firers, target, and what changes the dice."""
    firers = [each for each in in_play(state) if _may_fire(state, each)]
    number, target = unit_in(state, stated, "firer"), unit_in(state, stated, "target")
    facts = [unit_choice(state, "firer", "Firing unit", firers, stated)]
    if number == NOWHERE:
        return tuple(facts)
    side = state.units[number].side
    facts.append(unit_choice(state, "target", "Target", in_play(state, other(side)), stated))
    if target == NOWHERE or state.units[target].side == side:
        return tuple(facts)
    guns = state.units[number].kind in ARTILLERY
    partners = [
        each for each in firers if state.units[each].side == side and (state.units[each].kind in ARTILLERY) == guns
    ]
    for place, key in enumerate(FIRERS[1:], start=1):
        if stated.get(FIRERS[place - 1]):
            facts.append(unit_choice(state, key, "Fires together with", partners, stated, may_be_nobody=True))
    for key, firer in firers_in(state, stated):
        facts += _firer_facts(state, key, firer, stated)
    facts += unit_facts(state, "target", target, stated)
    facts.append(choice_fact("target_terrain", "The target is in", GROUND, stated, "open", "EN-ART-14"))
    return tuple(facts)


def _may_fire(state: State, number: int) -> bool:
    """True if a unit can still fire in this phase."""
    unit = state.units[number]
    other_phase = "musketry" if unit.kind in ARTILLERY else "artillery"
    return unit.kind not in CAVALRY and not unit.mute and state.phase != other_phase


def _firer_facts(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    unit = state.units[number]
    yield from unit_facts(state, key, number, stated)
    yield choice_fact(
        f"{key}_aspect", f"{with_verb(say.unit(state, number), 'fires')} at", ASPECTS, stated, "front", "EN-ART-15"
    )
    if unit.kind in ARTILLERY:
        reach = max(band.far for band in state.setup.rules.tables.fire[unit.kind])
        hexes = {str(far): say.count(far, "hex", "hexes") for far in range(1, reach + 1)}
        yield choice_fact(f"{key}_range", "Range", hexes, stated, "", "EN-ART-03")


def volley_of(state: State, stated: Facts) -> Volley:
    """The stated volley."""
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
    """Refusal of a volley by units that may be chosen; None if it is possible."""
    numbers = [number for _, number in firers_in(state, stated)]
    if len(set(numbers)) != len(numbers):
        return Refusal("malformed", "EN-ART-18", "Each unit fires once; choose each unit once.")
    guns = state.units[numbers[0]].kind in ARTILLERY
    if state.phase != ("artillery" if guns else "musketry"):
        return Refusal("wrong_phase", "EN-SEQ-01", "Batteries fire in the artillery phase, infantry after them.")
    return refuse_first(questions.impossible_volley(book_of(state.setup.rules), volley_of(state, stated)))


def perform_fire(play: TrackerPlay, stated: Facts) -> None:
    """Resolve fire as one event: dice, checks, leaders (EN-SEQ-05)."""
    state, target = play.state, unit_in(play.state, stated, "target")
    volley = volley_of(state, stated)
    leader = leader_in(state, stated, "target_leader")
    for key, number in (*firers_in(state, stated), ("target", target)):
        form_as_stated(play, number, stated, key)
    play.roll_words = f"Fire at {say.unit(state, target)}"
    outcome = fire.volley(play.dice, play.book, volley)
    play.tell(
        events.VolleyNoted(
            target=target,
            shots=outcome.shots,
            hits=outcome.hits,
            needed=outcome.needed,
            failures=outcome.failures,
            rolls=play.new_rolls(),
        )
    )
    play.level(target, outcome.level)
    if outcome.leaders_killed:
        play.leader(leader, alive=False)
    play.settle()


def fire_odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """Odds of the target's level after the fire."""
    book, volley = book_of(state.setup.rules), volley_of(state, stated)
    target = state.units[unit_in(state, stated, "target")]
    return levels_after(
        say.unit(state, unit_in(state, stated, "target")),
        target.level,
        lambda dice: fire.volley(dice, book, volley).level,
        "EN-ART-19",
    )


def levels_after(name: str, before: str, roll: Any, rule: str, *, own: bool = False) -> tuple[Forecast, ...]:
    """Odds of a unit's level after ``roll``; empty if there are too many outcomes.

    A loss of the enemy's unit counts as good, a loss of your ``own`` unit as bad.
    """
    try:
        shares = distribution(roll)
    except TooManyOutcomes:
        return ()
    chances = [
        Chance(
            f"{name} {'stays' if level == before else 'drops to'} {words}", shares[level], good=(level == before) == own
        )
        for level, words in LEVEL_WORDS.items()
        if level in shares
    ]
    return (Forecast(f"What happens to {name}", tuple(chances), (), rule),)


FIRE: Final = EntryKind(
    title="Fire", facts=fire_facts, refuse=refuse_fire, perform=perform_fire, odds=fire_odds, question=True
)


def melee_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Facts of a melee: attacker, defender, and what changes their scores."""
    number, enemy = unit_in(state, stated, "attacker"), unit_in(state, stated, "defender")
    facts = [unit_choice(state, "attacker", "Attacker", in_play(state), stated)]
    if number == NOWHERE:
        return tuple(facts)
    side = state.units[number].side
    facts.append(unit_choice(state, "defender", "Defender", in_play(state, other(side)), stated))
    if enemy == NOWHERE or state.units[enemy].side == side:
        return tuple(facts)
    name = say.unit(state, number)
    facts.append(choice_fact("aspect", f"{with_verb(name, 'attacks')}", ASPECTS, stated, "front", "EN-MELEE-11"))
    charged = stated.get("charged", "")
    facts.append(Fact(key="charged", label=f"{name} charged", kind="tick", value=charged, rule="EN-MELEE-04"))
    for key, each in (("attacker", number), ("defender", enemy)):
        facts += unit_facts(state, key, each, stated)
        label = f"{with_verb(say.unit(state, each), 'is')} in"
        facts.append(choice_fact(f"{key}_terrain", label, GROUND, stated, "open", "EN-MELEE-12"))
    return tuple(facts)


def melee_of(state: State, stated: Facts) -> Melee:
    """The stated melee."""
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
    """Refusal of a melee; None if it is possible."""
    if state.phase != "melee":
        return Refusal("wrong_phase", "EN-SEQ-01", "Units fight melees in the melee phase.")
    return refuse_first(questions.impossible_melee(book_of(state.setup.rules), melee_of(state, stated)))


def perform_melee(play: TrackerPlay, stated: Facts) -> None:
    """Resolve a melee: both scores, the drop, the checks, the leaders (EN-SEQ-05)."""
    state = play.state
    attacker, defender = unit_in(state, stated, "attacker"), unit_in(state, stated, "defender")
    melee = melee_of(state, stated)
    for key, number in (("attacker", attacker), ("defender", defender)):
        form_as_stated(play, number, stated, key)
    play.roll_words = f"{say.unit(state, attacker)} against {say.unit(state, defender)}"
    outcome = fight(play.dice, play.book, melee)
    winner = {"attacker": attacker, "defender": defender}.get(outcome.winner or "", NOWHERE)
    play.tell(
        events.MeleeNoted(
            attacker=attacker,
            defender=defender,
            attack=outcome.attack,
            defence=outcome.defence,
            winner=winner,
            rolls=play.new_rolls(),
        )
    )
    play.level(attacker, outcome.attack.level)
    play.level(defender, outcome.defence.level)
    for key, killed in (("attacker", outcome.attack_leaders_killed), ("defender", outcome.defence_leaders_killed)):
        if killed:
            play.leader(leader_in(state, stated, f"{key}_leader"), alive=False)
    play.settle()


def melee_odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """Odds of both units' levels after the melee."""
    book, melee = book_of(state.setup.rules), melee_of(state, stated)
    attacker, defender = (say.unit(state, unit_in(state, stated, key)) for key in ("attacker", "defender"))
    rule = "EN-MELEE-36"
    return (
        *levels_after(
            attacker, melee.attacker.level, lambda dice: fight(dice, book, melee).attack.level, rule, own=True
        ),
        *levels_after(defender, melee.defender.level, lambda dice: fight(dice, book, melee).defence.level, rule),
    )


# Rally


def rally_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Facts of a rally: the unit and its leader."""
    units = [each for each in in_play(state) if state.units[each].level != "good" and not state.units[each].rallied]
    number = unit_in(state, stated)
    facts = [unit_choice(state, "unit", "Unit that rallies", units, stated)]
    if number != NOWHERE:
        facts += [fact for fact in unit_facts(state, "unit", number, stated) if fact.key == "unit_leader"]
    return tuple(facts)


def _checker(state: State, stated: Facts) -> Checker:
    unit = state.units[unit_in(state, stated)]
    has_leader = leader_in(state, stated, "unit_leader") != NOWHERE
    return Checker(grade=unit.grade, level=unit.level, leader=has_leader, kind=unit.kind, nation=unit.nation)


def refuse_rally(state: State, stated: Facts) -> Refusal | None:
    """Refusal of a rally; None if it is possible."""
    if state.phase != "rally":
        return Refusal("wrong_phase", "EN-RALLY-01", "Units rally in the rally phase, before any movement.")
    return refuse_first(questions.impossible_rally(book_of(state.setup.rules), _checker(state, stated)))


def perform_rally(play: TrackerPlay, stated: Facts) -> None:
    """Resolve a rally (EN-RALLY-01)."""
    number, checker = unit_in(play.state, stated), _checker(play.state, stated)
    play.roll_words = f"{with_verb(say.unit(play.state, number), 'rallies')}"
    passed = morale.rally(play.dice, play.book, checker)
    face = morale.check_of(play.book, checker, checker.level, checker.leader)[0]
    play.tell(events.RallyNoted(unit=number, needed=face, passed=passed, rolls=play.new_rolls()))
    if passed:
        play.level(number, morale.raised(checker.level))


def rally_odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """Odds of the check."""
    book, checker = book_of(state.setup.rules), _checker(state, stated)
    shares = distribution(lambda dice: morale.rally(dice, book, checker))
    chances = [
        Chance(words, shares[passed], good=passed)
        for passed, words in ((True, "It rallies"), (False, "It does not rally"))
        if passed in shares
    ]
    return (
        Forecast(
            f"{with_verb(state.units[unit_in(state, stated)].name, 'rallies')}", tuple(chances), (), "EN-RALLY-01"
        ),
    )


MELEE: Final = EntryKind(
    title="Melee", facts=melee_facts, refuse=refuse_melee, perform=perform_melee, odds=melee_odds, question=True
)
RALLY: Final = EntryKind(
    title="Rally", facts=rally_facts, refuse=refuse_rally, perform=perform_rally, odds=rally_odds, question=True
)
