"""The quality test (section 1, MN-RATE-07)."""

from battles.engine.dice import Dice
from battles.rules.mini_nap.tables import DIE_SIDES, Quality, Tables


def quality_test(dice: Dice, tables: Tables, rating: Quality, rule: str, bonus: int = 0) -> tuple[int, bool]:
    """Throw a quality test for what ``rule`` says: the face, and whether it and ``bonus`` reach the unit's QR."""
    face = dice.total(1, DIE_SIDES, rule)
    return face, face + bonus >= tables.qualities[rating].needed
