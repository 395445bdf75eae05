"""Log sentences about fire, melee and breakthrough, and their effects on leaders and levels."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from battles.engine.dice import Roll
from battles.kits.hex.grid import grid
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.morale import lowered
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import NOWHERE, State, other

_HITTING: Final = frozenset({"EN-ART-13", "EN-MUSK-05"})
_CHECKS: Final = frozenset({"EN-ART-19", "EN-MELEE-37"})
_SCORES: Final = "EN-MELEE-13"
_ASPECTS: Final = {"front": "", "flank": " in the flank", "rear": " in the rear"}


def fire_order_chosen(state: State, event: happened.FireOrderChosen) -> str:
    rules = ["EN-INIT-08" if state.setup.rules.options.initiative_chooses_fire_order else "EN-RULING-14"]
    return say.sentence_of(f"first to fire: {say.side(state, event.side)}", rules=rules)


def _range(state: State, firer: int, target: int) -> int:
    cells = state.units[firer].cell, state.units[target].cell
    return grid(state.board.columns, state.board.rows).distance(*cells)


def _musketry(state: State, firers: Iterable[int]) -> bool:
    return not any(state.units[firer].kind in ARTILLERY for firer in firers)


def _shot(state: State, target: int, shot: happened.Shot, faces: str, alone: bool) -> str:
    """Words for the dice of one unit that fires."""
    dice = f"{say.count(shot.dice, 'die', 'dice')}"
    if not alone:
        dice = f"{say.unit(state, shot.unit)} at range {_range(state, shot.unit, target)}, {dice}"
    needing = say.needing(state, state.units[shot.unit].grade, shot.needed, shot.modifiers)
    return f"{dice} {needing} rolled {faces}" if faces else f"{dice} {needing}"


def _shots(state: State, target: int, shots: Sequence[happened.Shot], rolls: Iterable[Roll]) -> str:
    left = [roll for roll in rolls if roll.why in _HITTING]
    texts = []
    for shot in shots:
        faces = say.faces([left.pop(0)]) if shot.dice and left else ""
        text = _shot(state, target, shot, faces, len(shots) == 1)
        texts.append(text if len(shots) == 1 else f"{text}, {_hits(shot.hits)}")
    return "; ".join(texts)


def _hits(number: int) -> str:
    return say.count(number, "hit") if number else "no hits"


def _fire_words(state: State, target: int, firers: Sequence[int], answer: bool) -> str:
    """Words for firers and target."""
    shooting = f"{say.units(state, firers)} {'answered with fire' if answer else 'fired'} at {say.unit(state, target)}"
    where = f" in {say.place(state, state.units[target].cell)}"
    reach = f" from range {_range(state, firers[0], target)}" if len(firers) == 1 else ""
    return f"{shooting}{where}{reach}"


def _fire_rules(state: State, firers: Sequence[int], answer: bool) -> list[str]:
    if answer:
        return ["EN-OPT-03", "EN-MUSK-05" if _musketry(state, firers) else "EN-ART-13"]
    if _musketry(state, firers):
        return ["EN-MUSK-06", "EN-MUSK-05"]
    return ["EN-ART-18", "EN-ART-13"]


def fired(state: State, event: happened.Fired) -> str:
    target, firers = event.target, [shot.unit for shot in event.shots]
    rules = _fire_rules(state, firers, event.answer)
    rules += [rule for shot in event.shots for rule in say.rules_of(shot.modifiers)]
    opening = _fire_words(state, target, firers, event.answer)
    hits = f"{_hits(event.hits)} in all" if len(event.shots) > 1 else _hits(event.hits)
    fire = f"{opening}: {_shots(state, target, event.shots, event.rolls)}: {hits}"
    if not event.hits:
        return say.sentence_of(fire, rules=rules)
    before = state.units[target].level
    needing, cited = say.checks_needing(state, target, before, event.needed, event.check_modifiers)
    faces = say.faces(roll for roll in event.rolls if roll.why in _CHECKS)
    check = f"{say.unit(state, target)} took {say.count(event.hits, 'check')} {needing} and rolled {faces}"
    check += f": {say.outcome_of_checks(event.hits, event.failures)}, {say.level_change(before, event.level)}"
    rules += ["EN-ART-19", *cited, *(["EN-MORALE-09"] if event.failures else ["EN-MORALE-05"])]
    return say.sentence_of(fire, check, rules=rules)


def fire_hidden(state: State, event: happened.FireHidden) -> str:
    """Fire under hidden morale: each side sees only its own part."""
    target, firers = event.target, [number for number, _ in event.dice]
    rules = [*_fire_rules(state, firers, event.answer), "EN-MORALE-13"]
    dice = _shots(state, target, event.shots, event.rolls) if event.shots else _dice(state, event.dice)
    fire = f"{_fire_words(state, target, firers, event.answer)}: {dice}: {_hits(event.hits)}"
    if event.level is None or not event.hits:
        return say.sentence_of(fire, rules=rules)
    faces = say.faces(roll for roll in event.rolls if roll.why in _CHECKS)
    checks = f" and rolled {faces}" if faces else ""
    check = f"{say.unit(state, target)} took {say.count(event.hits, 'check')}{checks}: "
    return say.sentence_of(
        fire, check + say.level_change(state.units[target].level, event.level), rules=[*rules, "EN-ART-19"]
    )


def _dice(state: State, dice: Sequence[tuple[int, int]]) -> str:
    if len(dice) == 1:
        return say.count(dice[0][1], "die", "dice")
    return ", ".join(f"{say.unit(state, number)} {say.count(many, 'die', 'dice')}" for number, many in dice)


def removed(state: State, event: happened.Removed) -> str:
    unit = state.units[event.unit]
    enemy = say.side(state, other(unit.side))
    points = say.count(unit.worth, "victory point")
    return say.sentence_of(
        f"{say.unit_does(state, event.unit, 'broke and was removed')}: {points} to {enemy}",
        f"score: {say.both_sides(state, event.score)}",
        rules=("EN-UNIT-06", "EN-VP-01"),
    )


def leader_tested(state: State, event: happened.LeaderTested) -> str:
    fatal = state.setup.rules.tables.leader_killed_on
    why = "was run over" if event.rule == "EN-LEADER-09" else "was in danger with the unit"
    fatal_faces = "a 1 kills" if fatal == 1 else f"1 to {fatal} kills"
    opening = f"{say.leader(state, event.leader)} {why} and rolled {event.face}"
    if not event.killed:
        return say.sentence_of(f"{opening}: unhurt, only {fatal_faces}", rules=(event.rule,))
    rules = (event.rule, "EN-LEADER-06", "EN-VP-01")
    return say.sentence_of(f"{opening}: killed", _lost(state, event.leader, event.score), rules=rules)


def leader_taken(state: State, event: happened.LeaderTaken) -> str:
    why = "was run over and removed" if event.rule == "EN-RULING-10" else "had no hex to flee to and was removed"
    lost = _lost(state, event.leader, event.score)
    return say.sentence_of(f"{say.leader(state, event.leader)} {why}", lost, rules=(event.rule, "EN-VP-01"))


def _lost(state: State, number: int, score: tuple[int, int]) -> str:
    enemy = other(state.leaders[number].side)
    gained = score[enemy == "b"] - state.score[enemy == "b"]
    points = say.count(gained, "victory point")
    return f"{points} to {say.side(state, enemy)}. Score: {say.both_sides(state, score)}"


def accepted(state: State, event: happened.Accepted) -> str:
    enemy = say.unit(state, event.defender)
    chose = f"chose to attack {enemy}" if event.fight else f"chose not to attack {enemy}"
    return say.sentence_of(f"{say.unit(state, event.attacker)} {chose}", rules=("EN-MELEE-06",))


def melees_listed(state: State, event: happened.MeleesListed) -> str:
    pairs = "; ".join(f"{say.unit(state, first)} against {say.unit(state, second)}" for first, second in event.pairs)
    return say.sentence_of(f"melees to fight: {pairs or 'none'}", rules=("EN-MELEE-05", "EN-MELEE-07"))


def melee_lapsed(state: State, event: happened.MeleeLapsed) -> str:
    broken = [number for number in (event.attacker, event.defender) if state.units[number].cell == NOWHERE]
    attacker, defender = say.unit(state, event.attacker), say.unit(state, event.defender)
    why = f"{say.units(state, broken)} broke" if broken else "the attacker no longer faced the defender"
    return say.sentence_of(f"no melee of {attacker} against {defender}: {why}", rules=("EN-MELEE-09",))


def fought(state: State, event: happened.Fought) -> str:
    attacker, defender = event.attacker, event.defender
    rules = ["EN-MELEE-13"]
    score_rolls = [roll for roll in event.rolls if roll.why == _SCORES]
    scores = []
    for place, (number, score) in enumerate(((attacker, event.attack), (defender, event.defence))):
        dice = say.faces(score_rolls[place : place + 1])
        scores.append(_score_words(state, number, score, dice))
        rules += say.rules_of(score.modifiers)
    opening = f"{_attack_words(state, attacker, defender)}{_ASPECTS[event.aspect]}"
    parts = [f"{opening}: {scores[0]}; {scores[1]}", _result(state, event)]
    checks = [roll for roll in event.rolls if roll.why in _CHECKS]
    after = ["EN-MELEE-36"]
    for number, score in ((attacker, event.attack), (defender, event.defence)):
        if score.drop:
            roll = [checks.pop(0)] if score.checks and checks else []
            text, cited = _effects(state, number, score, roll)
            parts.append(text)
            after += cited
    return say.sentence_of(*parts, rules=[*rules, *after])


def _attack_words(state: State, attacker: int, defender: int) -> str:
    charge = "charged" if defender in state.units[attacker].charged else "attacked"
    where = say.place(state, state.units[defender].cell)
    return f"{say.unit(state, attacker)} {charge} {say.unit(state, defender)} in {where}"


def _score_words(state: State, number: int, score: happened.Score, dice: str) -> str:
    added = sum(row.value for row in score.modifiers)
    why = f" ({say.modifiers(score.modifiers)})" if score.modifiers else ""
    sum_of = f"rolled {say.plus(dice + ',', added)}{why} = " if dice else ""
    return f"{say.unit(state, number)} {sum_of}{say.number(score.total)}"


def _result(state: State, event: happened.Fought) -> str:
    if event.winner == NOWHERE:
        return "A tie"
    lead = abs(event.attack.total - event.defence.total)
    return f"{say.unit(state, event.winner)} won by {lead}"


def _effects(state: State, number: int, score: happened.Score, rolls: Sequence[Roll]) -> tuple[str, list[str]]:
    """Words for the effects of a melee on a unit that did not win."""
    before = state.units[number].level
    dropped = lowered(before, score.drop)
    name = say.unit(state, number)
    if not score.checks:
        return f"{name} fell {say.level_change(before, score.level)}", ["EN-MELEE-38"] if dropped == "broken" else []
    by_level = before if state.setup.rules.options.melee_check_level == "before_drop" else dropped
    needing, cited = say.checks_needing(state, number, by_level, score.needed)
    fell = f"{name} fell {say.level_change(before, dropped)}"
    check = f"took {say.count(score.checks, 'check')} {needing} and rolled {say.faces(rolls)}"
    verdict = say.outcome_of_checks(score.checks, score.failures)
    end = f", {say.level_change(dropped, score.level)}"
    return f"{fell}, {check}: {verdict}{end}", ["EN-MELEE-37", *cited]


def melee_hidden(state: State, event: happened.MeleeHidden) -> str:
    result = "a tie" if event.winner == NOWHERE else f"{say.unit(state, event.winner)} won"
    levels = [
        f"{say.unit(state, number)}: {say.level_change(state.units[number].level, level)}"
        for number, level in event.levels
    ]
    opening = f"{_attack_words(state, event.attacker, event.defender)}{_ASPECTS[event.aspect]}"
    return say.sentence_of(f"{opening}: {result}", *levels, rules=("EN-MELEE-36", "EN-MORALE-13"))


def raised(state: State, event: happened.Raised) -> str:
    before = state.units[event.unit].level
    text = f"{say.unit(state, event.unit)} broke the enemy and rose {say.level_change(before, event.level)}"
    return say.sentence_of(text, rules=("EN-OPT-07",))


def advanced(state: State, event: happened.Advanced) -> str:
    unit = state.units[event.unit]
    steps = [f"broke through into {say.place(state, event.cell)}"]
    rules = ["EN-OPT-02"]
    if event.facing != unit.facing:
        steps.append(f"turned to face {say.facing(event.facing)}")
        rules = ["EN-OPT-04"]
    if event.target != NOWHERE:
        steps.append(f"attacked {say.unit(state, event.target)}")
    text = f"{say.unit(state, event.unit)} {say.joined(steps)}"
    if event.along:
        text += f", with {say.leaders(state, event.along)}"
        rules.append("EN-LEADER-08")
    return say.sentence_of(text, rules=rules)


def stayed(state: State, event: happened.Stayed) -> str:
    return say.sentence_of(f"{say.unit(state, event.unit)} stayed and did not follow up", rules=("EN-OPT-05",))


def answered(state: State, event: happened.Answered) -> str:
    how = {
        "hold": "held fire and waited for the attack",
        "fire": "fired at the attackers",
        "square": "tried to form square against the attack",
    }[event.how]
    return say.sentence_of(f"{say.unit(state, event.unit)} {how}", rules=("EN-OPT-03",))


def story(state: State, event: Any) -> str:
    """Fire, a melee or a try to rally by what came of it; "" for anything else."""
    if isinstance(event, happened.Rallied):
        change = say.level_change(state.units[event.unit].level, event.level)
        result = f"rallied {change}" if event.passed else f"did not rally, {change}"
        return say.sentence_of(f"{say.unit(state, event.unit)} {result}", rules=())
    if isinstance(event, happened.Fired):
        firers = [shot.unit for shot in event.shots]
        target = say.unit(state, event.target)
        fire = f"{say.units(state, firers)} {'answered with fire' if event.answer else 'fired'} at {target}"
        after = f", {say.level_change(state.units[event.target].level, event.level)}" if event.hits else ""
        return say.sentence_of(f"{fire}: {_hits(event.hits)}{after}", rules=())
    if isinstance(event, happened.Fought):
        pair = ((event.attacker, event.attack), (event.defender, event.defence))
        fell = [
            f"{say.unit(state, number)} fell {say.level_change(state.units[number].level, score.level)}"
            for number, score in pair
            if score.drop
        ]
        attack = f"{_attack_words(state, event.attacker, event.defender)}{_ASPECTS[event.aspect]}"
        return say.sentence_of(f"{attack}: {_result(state, event)}", *fell, rules=())
    return ""
