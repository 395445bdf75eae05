"""A melee fought to its end (section 7.3). What its scores are made of is in ``scoring``."""

from typing import Final

from msgspec import Struct

from battles.engine.dice import Dice
from battles.rules.easy_napoleonics.book import Book, Labelled
from battles.rules.easy_napoleonics.events import Score
from battles.rules.easy_napoleonics.facts import Fighter, Melee
from battles.rules.easy_napoleonics.morale import check_of, leaders_at_risk, lowered
from battles.rules.easy_napoleonics.scoring import Role, plan_of
from battles.rules.easy_napoleonics.tables import DIE, MeleeResult

Risk = tuple[tuple[int, ...], tuple[int, ...]]
"""The faces of leaders' dice, and the places of those killed among them."""

_NO_RISK: Final[Risk] = ((), ())


class Fight(Struct, frozen=True, gc=False):
    """What a melee did; ``winner`` is None in a tie, ``difference`` is never below 0.

    The faces are the dice of leaders at risk (EN-LEADER-06), ``..._leaders_killed`` their places among them.
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
    """Fight a melee: both scores, the automatic drop, the checks, the leaders' dice (EN-SEQ-05, EN-MELEE-36).

    With ``leader_risk_timing = before_checks`` the leaders roll before the checks, and killed ones add nothing.
    """
    plan = plan_of(book, melee)
    attacker, defender = melee.attacker, melee.defender
    attack = dice.total(plan.attacker_stands, DIE, "EN-MELEE-13") + plan.attacker.total
    defence = dice.total(plan.defender_stands, DIE, "EN-MELEE-13") + plan.defender.total
    difference = attack - defence
    row = book.result(abs(difference))
    struck = row if difference <= 0 else None
    beaten = row if difference >= 0 else None
    at_risk = attacker.leader and difference <= 0 and risks_leader(book, attacker, difference != 0)
    in_danger = defender.leader and difference >= 0 and risks_leader(book, defender, difference != 0)
    risk = danger = _NO_RISK
    if book.risk_first:
        risk = leaders_at_risk(dice, book, attacker) if at_risk else risk
        danger = leaders_at_risk(dice, book, defender) if in_danger else danger
    attacked = _score(dice, book, attacker, (plan.attacker_stands, plan.attacker, attack), struck, risk)
    defended = _score(dice, book, defender, (plan.defender_stands, plan.defender, defence), beaten, danger)
    if not book.risk_first:
        risk = leaders_at_risk(dice, book, attacker) if at_risk else risk
        danger = leaders_at_risk(dice, book, defender) if in_danger else danger
    winner: Role | None = "attacker" if difference > 0 else "defender" if difference else None
    return Fight(attacked, defended, winner, abs(difference), *risk, *danger)


def checks_after(book: Book, fighter: Fighter, row: MeleeResult, leader: bool) -> tuple[int, int]:
    """Checks that ``fighter`` takes after ``row``, and the natural face that each needs, with ``leader`` or without.

    At the level after the drop, or at the one before it with ``melee_check_level = before_drop``; none once broken
    (EN-MELEE-37, 38).
    """
    level = lowered(fighter.level, row.drop)
    if level == "broken" or not row.checks:
        return 0, 0
    return row.checks, check_of(book, fighter, fighter.level if book.checks_before_drop else level, leader)[0]


def risks_leader(book: Book, fighter: Fighter, lost: bool) -> bool:
    """Whether leaders with ``fighter`` roll when it has lost, or else tied (EN-LEADER-06, 07)."""
    return fighter.leader and (lost or book.options.leader_risk_on_tie)


def _score(
    dice: Dice, book: Book, fighter: Fighter, thrown: tuple[int, Labelled, int], row: MeleeResult | None, risk: Risk
) -> Score:
    """The drop and the checks of ``row``, None for a winner. ``risk`` is that of leaders who have rolled already."""
    count, modifiers, total = thrown
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
