"""Combat (section 7): stands, modifiers, melees and breakthroughs."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Modifier
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import facts as easy_napoleonics_facts
from battles.rules.easy_napoleonics.actions import Advance
from battles.rules.easy_napoleonics.events import Score
from battles.rules.easy_napoleonics.facts import Fighter, Melee
from battles.rules.easy_napoleonics.fire import dice_left, volley
from battles.rules.easy_napoleonics.morale import check_of, leaders_at_risk, lowered, raised
from battles.rules.easy_napoleonics.movement.activation import run_over_leaders
from battles.rules.easy_napoleonics.reactions import answer_dice, may_advance
from battles.rules.easy_napoleonics.resolution import Resolution
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY, SQUARES, Book, ModifierSum, remember
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, other
from battles.rules.easy_napoleonics.tables import DIE, GRADE_WORDS, MELEE_TERRAIN, Aspect, MeleeResult

Role = Literal["attacker", "defender"]
"""The two units of a melee (EN-MELEE-05)."""


class Plan(Struct, frozen=True):
    """Counted stands of both units of a melee, and the modifiers to the dice of each."""

    attacker_stands: int
    attacker: ModifierSum
    defender_stands: int
    defender: ModifierSum

    @property
    def net(self) -> int:
        """The attacker's modifiers minus the defender's."""
        return self.attacker.total - self.defender.total


def stands(book: Book, melee: Melee, role: Role) -> int:
    """Stands that count; each rolls 1D10 (EN-MELEE-12, EN-MELEE-13, EN-MELEE-16, EN-RULING-79)."""
    own, enemy = _pair(melee, role)
    if own.formation in SQUARES and enemy.kind in CAVALRY:
        return max(book.tables.counted_stands[own.formation], book.options.square_stands_vs_cavalry)
    if own.formation == "column" and _has_charged(melee, role) and book.has_rule_of("france", own):
        return book.tables.french_column_stands
    return book.tables.counted_stands[own.formation]


def aspect_of_melee(book: Book, melee: Melee) -> Aspect:
    """The aspect that counts. A square has no flank or rear; a masse has none against cavalry.

    Source: EN-MELEE-11, EN-RULING-103.
    """
    formation = melee.defender.formation
    closed = formation in SQUARES and (formation != "masse" or melee.attacker.kind in CAVALRY)
    return "front" if closed and not book.options.squares_have_flanks else melee.aspect


def plan_of(book: Book, melee: Melee) -> Plan:
    """Stands and modifiers of both units."""
    cached: Plan | None = book.fights.get(melee)
    if cached is not None:
        return cached
    attack, defence = stands(book, melee, "attacker"), stands(book, melee, "defender")
    plan = Plan(
        attack, _score_rows(book, melee, "attacker", attack), defence, _score_rows(book, melee, "defender", defence)
    )
    remember(book.fights, melee, plan)
    return plan


def score_modifiers(book: Book, melee: Melee, role: Role) -> ModifierSum:
    """Modifiers to the dice of a unit, with the troop bonus (EN-MELEE-13, EN-MELEE-14)."""
    plan = plan_of(book, melee)
    return plan.attacker if role == "attacker" else plan.defender


def _pair(melee: Melee, role: Role) -> tuple[Fighter, Fighter]:
    return (melee.attacker, melee.defender) if role == "attacker" else (melee.defender, melee.attacker)


def _has_charged(melee: Melee, role: Role) -> bool:
    """True if the unit charged (EN-NATION-09). Only an attacker can have charged (EN-MELEE-05)."""
    return role == "attacker" and melee.attacker.charged


def _score_rows(book: Book, melee: Melee, role: Role, count: int) -> ModifierSum:
    tables, own = book.tables, _pair(melee, role)[0]
    words = f"{GRADE_WORDS[own.grade]}, {count} stand{'s' * (count != 1)}"
    rows = [Modifier("EN-MELEE-20", words, tables.troop_bonus[own.grade] * count)]
    for name in _stand_bonuses(book, own, role):
        bonus = tables.stand_bonuses[name]
        rows.append(Modifier(bonus.rule, bonus.what, bonus.value * count))
    level = tables.level_modifier[own.level]
    rows.append(Modifier(level.rule, level.what, level.value))
    for name in _single_modifiers(book, melee, role):
        printed = tables.melee_modifiers[name]
        rows.append(Modifier(printed.rule, printed.what, printed.value))
    times = count if book.options.melee_conditions_per_stand else 1
    for name in _conditions(book, melee, role):
        printed = tables.melee_conditions[name]
        rows.append(Modifier(printed.rule, printed.what, printed.value * times))
    return ModifierSum(sum(row.value for row in rows), tuple(row for row in rows if row.value))


def _stand_bonuses(book: Book, own: Fighter, role: Role) -> Iterator[str]:
    """Keys of the national bonuses that count for each stand (EN-MELEE-14)."""
    if book.has_rule_of("austria", own):
        yield "austrian"
    if role == "defender" and book.has_rule_of("russia", own):
        yield "russian"


def _single_modifiers(book: Book, melee: Melee, role: Role) -> Iterator[str]:
    """Keys of the modifiers that are added once under every option (EN-MELEE-22, EN-MELEE-23)."""
    own = _pair(melee, role)[0]
    if own.leader:
        yield "leader"
    if own.formation == "column" and _has_charged(melee, role):
        if book.has_rule_of("france", own):
            yield "french_column"
        if book.has_rule_of("prussia", own):
            yield "prussian_column"


def _conditions(book: Book, melee: Melee, role: Role) -> Iterator[str]:
    """Keys of the conditions that apply to the unit in this role (EN-MELEE-17).

    Source: EN-MELEE-24, EN-MELEE-25, EN-MELEE-26, EN-MELEE-27, EN-MELEE-28, EN-MELEE-29, EN-MELEE-30, EN-MELEE-31,
    EN-MELEE-32, EN-MELEE-33, EN-MELEE-34, EN-MELEE-35.
    """
    own, enemy = _pair(melee, role)
    if own.armored and own.kind in CAVALRY:
        yield "armored"
    if own.kind == "heavy_cavalry" and enemy.kind == "light_cavalry":
        yield "heavy_v_light"
    if role == "attacker":
        yield from _terrain_and_aspect(book, melee)
    if role == "attacker" or book.options.melee_conditions_both_sides:
        yield from _opposing_kinds(book, own, enemy)


def _terrain_and_aspect(book: Book, melee: Melee) -> Iterator[str]:
    """Conditions of terrain and aspect (EN-MELEE-26, EN-MELEE-32, EN-MELEE-33, EN-RULING-56)."""
    if melee.defender.terrain in MELEE_TERRAIN and melee.attacker.terrain not in MELEE_TERRAIN:
        yield "terrain"
    aspect = aspect_of_melee(book, melee)
    if aspect != "front":
        yield aspect


def _opposing_kinds(book: Book, own: Fighter, enemy: Fighter) -> Iterator[str]:
    """Conditions of kind and formation of the two units.

    Source: EN-MELEE-27, EN-MELEE-28, EN-MELEE-29, EN-MELEE-30, EN-MELEE-31, EN-RULING-34, EN-RULING-35.
    """
    if own.kind in ARTILLERY:
        return
    if enemy.kind in ARTILLERY:
        yield "v_guns"
    elif own.kind in CAVALRY:
        if enemy.formation == "hasty_square":
            yield "cavalry_v_hasty"
        elif enemy.formation in SQUARES:
            if enemy.formation == "masse" or book.options.solid_square_scope == "all_deliberate":
                yield "cavalry_v_solid"
        elif enemy.kind == "infantry":
            yield "cavalry_v_infantry"
    elif enemy.formation in SQUARES and enemy.formation != "masse":
        yield "infantry_v_square"


Risk = tuple[tuple[int, ...], tuple[int, ...]]
"""The faces of leaders' dice, and the indexes of the leaders killed."""

_NO_RISK: Final[Risk] = ((), ())


class Fight(Struct, frozen=True, gc=False):
    """Result of a melee. ``winner`` is None in a tie; ``difference`` is never below 0.

    The faces are the dice of leaders at risk (EN-LEADER-06); ``..._leaders_killed`` are indexes of those faces.
    """

    attack: Score
    defence: Score
    winner: Role | None
    difference: int
    attack_leader_faces: tuple[int, ...] = ()
    attack_leaders_killed: tuple[int, ...] = ()
    defence_leader_faces: tuple[int, ...] = ()
    defence_leaders_killed: tuple[int, ...] = ()


def fight(dice: Dice, book: Book, melee: Melee) -> Fight:
    """Roll a melee: both scores, the automatic drop, the checks, the leaders' dice.

    Source: EN-SEQ-05, EN-MELEE-36, EN-MELEE-15, EN-MELEE-18, EN-RULING-04, EN-RULING-75, EN-RULING-109.

    With ``leader_risk_timing = before_checks`` the leaders roll first, and leaders killed do not help the checks.
    """
    plan = plan_of(book, melee)
    attacker, defender = melee.attacker, melee.defender
    attack = dice.total(plan.attacker_stands, DIE, "EN-MELEE-13") + plan.attacker.total
    defence = dice.total(plan.defender_stands, DIE, "EN-MELEE-13") + plan.defender.total
    difference = attack - defence
    row = book.result(abs(difference))
    attacker_row = row if difference <= 0 else None
    defender_row = row if difference >= 0 else None
    attacker_rolls = attacker.leader and difference <= 0 and risks_leader(book, attacker, difference != 0)
    defender_rolls = defender.leader and difference >= 0 and risks_leader(book, defender, difference != 0)
    attacker_risk = defender_risk = _NO_RISK
    if book.risk_first:
        attacker_risk = leaders_at_risk(dice, book, attacker) if attacker_rolls else attacker_risk
        defender_risk = leaders_at_risk(dice, book, defender) if defender_rolls else defender_risk
    attack_score = _result_score(
        dice, book, attacker, (plan.attacker_stands, plan.attacker, attack), attacker_row, attacker_risk
    )
    defence_score = _result_score(
        dice, book, defender, (plan.defender_stands, plan.defender, defence), defender_row, defender_risk
    )
    if not book.risk_first:
        attacker_risk = leaders_at_risk(dice, book, attacker) if attacker_rolls else attacker_risk
        defender_risk = leaders_at_risk(dice, book, defender) if defender_rolls else defender_risk
    winner: Role | None = "attacker" if difference > 0 else "defender" if difference else None
    return Fight(attack_score, defence_score, winner, abs(difference), *attacker_risk, *defender_risk)


def checks_after(book: Book, fighter: Fighter, row: MeleeResult, leader: bool) -> tuple[int, int]:
    """Number of checks that ``fighter`` takes after ``row``, and the natural face that each needs.

    ``leader`` says whether a leader helps. The checks use the level after the drop, or before it with
    ``melee_check_level = before_drop``. A broken unit takes none (EN-MELEE-37, EN-MELEE-38).
    """
    level = lowered(fighter.level, row.drop)
    if level == "broken" or not row.checks:
        return 0, 0
    return row.checks, check_of(book, fighter, fighter.level if book.checks_before_drop else level, leader)[0]


def risks_leader(book: Book, fighter: Fighter, lost: bool) -> bool:
    """True if leaders with ``fighter`` roll for risk after a loss, or after a tie if not ``lost``.

    Source: EN-LEADER-06, EN-LEADER-07.
    """
    return fighter.leader and (lost or book.options.leader_risk_on_tie)


def _result_score(
    dice: Dice,
    book: Book,
    fighter: Fighter,
    roll: tuple[int, ModifierSum, int],
    row: MeleeResult | None,
    risk: Risk,
) -> Score:
    """Score of one unit after the drop and the checks of ``row``, which is None for a winner.

    ``risk`` holds the dice of leaders who have rolled already.
    """
    count, modifiers, total = roll
    if row is None:
        return Score(stands=count, modifiers=modifiers.rows, total=total, level=fighter.level)
    faces, killed = risk
    leader = fighter.leader and (not faces or len(killed) < len(faces))
    checks, face = checks_after(book, fighter, row, leader)
    failures = checks - dice.successes(checks, DIE, face, "EN-MELEE-37")
    return Score(
        stands=count,
        modifiers=modifiers.rows,
        total=total,
        level=lowered(fighter.level, row.drop + failures),
        drop=row.drop,
        checks=checks,
        failures=failures,
        needed=face,
    )


def resolve_mission(play: Resolution, target: int, dice: tuple[tuple[int, int], ...], answer: bool = False) -> None:
    """Carry out one mission (EN-ART-18, EN-ART-19); ``answer`` says that it is fire against a breakthrough.

    Source: EN-OPT-03, EN-MORALE-12, EN-SEQ-04.
    """
    field, occupancy = play.field, play.occupancy
    left = () if answer else tuple(dice_left(field, occupancy, number, count) for number, count in dice)
    at_risk = occupancy.attached(target)
    result = volley(play.dice, field.book, easy_napoleonics_facts.volley(field, occupancy, target, dice))
    shots = result.shots
    if not answer:
        shots = tuple(replace(shot, left=count) for shot, count in zip(shots, left, strict=True))
    play.tell(
        happened.Fired(
            target=target,
            shots=shots,
            hits=result.hits,
            failures=result.failures,
            level=result.level,
            needed=result.needed,
            check_modifiers=result.check_modifiers,
            answer=answer,
            rolls=play.new_rolls(),
        )
    )
    _leaders(play, at_risk, result.leader_faces, result.leaders_killed)
    play.remove_broken(target)
    play.end_if_decided()


def _leaders(play: Resolution, men: tuple[int, ...], faces: tuple[int, ...], killed: tuple[int, ...]) -> None:
    """Add the events of the leaders' dice (EN-LEADER-06)."""
    for place, face in enumerate(faces):
        number = men[place]
        is_killed = place in killed
        score = play.score_without_leader(play.state.leaders[number]) if is_killed else play.state.score
        play.tell(happened.LeaderTested(leader=number, face=face, killed=is_killed, rule="EN-LEADER-06", score=score))


def resolve_melee(play: Resolution, attacker: int, defender: int) -> None:
    """Carry out one melee; ask about a breakthrough if one is possible.

    Source: EN-MELEE-36, EN-MELEE-37, EN-MELEE-38, EN-MELEE-39, EN-MELEE-40, EN-MELEE-42, EN-MELEE-10, EN-RULING-57,
    EN-RULING-58.
    """
    field, occupancy = play.field, play.occupancy
    facts = easy_napoleonics_facts.melee(field, occupancy, attacker, defender)
    with_attacker, with_defender = occupancy.attached(attacker), occupancy.attached(defender)
    ground = {attacker: occupancy.units[attacker].cell, defender: occupancy.units[defender].cell}
    result = fight(play.dice, field.book, facts)
    winner = {"attacker": attacker, "defender": defender, None: NOWHERE}[result.winner]
    play.tell(
        happened.Fought(
            attacker=attacker,
            defender=defender,
            aspect=facts.aspect,
            attack=result.attack,
            defence=result.defence,
            winner=winner,
            rolls=play.new_rolls(),
        )
    )
    _leaders(play, with_attacker, result.attack_leader_faces, result.attack_leaders_killed)
    _leaders(play, with_defender, result.defence_leader_faces, result.defence_leaders_killed)
    play.remove_broken(attacker, defender)
    if field.options.melee_morale_bonus:
        _raise(play, attacker, defender)
        _raise(play, defender, attacker)
    play.end_if_decided()
    if winner != NOWHERE and not play.is_over:
        _offer_breakthrough(play, winner, attacker + defender - winner, ground)


def _raise(play: Resolution, unit: int, enemy: int) -> None:
    """Raise a unit by one level if its enemy broke (EN-OPT-07, EN-RULING-61)."""
    level = play.state.units[unit].level
    if level not in ("broken", "good") and play.state.units[enemy].level == "broken":
        play.tell(happened.Raised(unit=unit, level=raised(level)))


def _offer_breakthrough(play: Resolution, winner: int, loser: int, ground: dict[int, int]) -> None:
    """Ask the winner about a breakthrough, if the option is on and the loser broke (EN-OPT-01)."""
    unit = play.state.units[winner]
    if not play.field.options.breakthrough or play.state.units[loser].level != "broken":
        return
    if may_advance(play.field, play.occupancy, unit, ground[loser]):
        play.ask_first(Pending(kind="breakthrough", side=unit.side, unit=winner, cell=ground[loser]))


def resolve_advance(play: Resolution, decision: Pending, action: Advance) -> None:
    """Move a winner in; turn it or attack again as chosen (EN-OPT-02, EN-OPT-04)."""
    number = decision.unit
    unit = play.state.units[number]
    lone = play.occupancy.lone[other(unit.side)] >> decision.cell & 1
    run_over = list(play.occupancy.men[decision.cell]) if lone else []
    play.tell(
        happened.Advanced(
            unit=number,
            cell=decision.cell,
            facing=unit.facing if action.facing is None else action.facing,
            target=action.target,
            along=play.occupancy.attached(number),
        )
    )
    flights = run_over_leaders(play, run_over)
    if play.is_over:
        return
    answers = []
    if action.target != NOWHERE:
        enemy = play.state.units[action.target]
        answers = [Pending(kind="answer", side=enemy.side, unit=action.target, other=number)]
    play.ask_first(*flights, *answers)


def resolve_answer(play: Resolution, unit: int, winner: int, fires: bool) -> None:
    """Carry out the fire at a breakthrough, if the unit ``fires``, and then the melee (EN-OPT-03)."""
    if fires:
        dice = answer_dice(play.field, play.state.units[unit], play.state.units[winner])
        resolve_mission(play, winner, ((unit, dice),), answer=True)
    if not play.is_over and play.state.units[winner].level != "broken":
        resolve_melee(play, winner, unit)
