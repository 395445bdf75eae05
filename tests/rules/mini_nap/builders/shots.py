"""Positions of the Firing phase in the middle of the table."""

import re
from fractions import Fraction
from importlib import resources
from typing import Any

from battles.engine.core import Refusal
from battles.engine.odds import distribution
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Feature, ForceUnit, State
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import field
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.table_positions import mm, recruit

COLUMN: dict[str, Any] = {"formation": "column"}


def shooting(
    *a: ForceUnit,
    against: tuple[ForceUnit, ...],
    features: tuple[Feature, ...] = (),
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Side a's only Brigade fires, all in command. ``a`` and then ``against`` are the units from 0."""
    return field(*a, against=against, features=features, options=options, **{"step": "fire", **changes})


def place(x: float, y: float) -> tuple[int, int]:
    """A place from the middle of the table, in centimetres."""
    return mm(X + x), mm(Y + y)


def aimed(state: State, target: int, x: float, y: float, firer: int = 0) -> targets.AimedShot | Refusal:
    """A shot at a point in centimetres from the middle of the table."""
    return targets.aim_shot(state, firer, target, place(x, y), "")


def verdict(made: targets.AimedShot | Refusal) -> int | str:
    """The dice of a shot, or the rule that bars it."""
    return made.rule if isinstance(made, Refusal) else made.count.dice


def hits(dice: int) -> dict[int, Fraction]:
    """The chance of each number of hits with so many dice."""
    return distribution(lambda thrown: fire_dice.roll_shot(thrown, PRINTED, dice)[1])


BOOK = resources.files("battles.rules.mini_nap")


RULEBOOK = BOOK.joinpath("rulebook.md").read_text(encoding="utf-8")


TERRAIN = BOOK.joinpath("rulebook_terrain.md").read_text(encoding="utf-8")


SHOTS = re.findall(r"^\| ([VW]\d\d) \| (.*?) \| (.*?) \| (.*) \|$", RULEBOOK + TERRAIN, re.MULTILINE)


FORMATIONS = {
    "line": "line",
    "column": "column",
    "square": "solid_square",
    "solid square": "solid_square",
    "emergency square": "emergency_square",
    "skirmish line": "skirmish_line",
    "battery": "battery",
}


NATIONS = {"British": "british", "KGL": "british", "French": "french"}


FIRER = re.compile(r"^(light|medium|heavy|veteran|guard) ?(Prussian|British|KGL|Russian|French|Austrian)? ?(.*)$")


def firer_of(words: str) -> ForceUnit:
    """The unit that a shot's words name, at the middle of the table."""
    found = FIRER.match(words)
    assert found, words
    first, nation, rest = found.groups()
    rated = {"rating": rest or "veteran"}
    if first in ("light", "medium", "heavy"):
        facts: dict[str, Any] = {"type": "foot_artillery", "points": 4, "weight": first, **rated}
        facts |= {"nation": NATIONS.get(nation, "other"), "kgl": nation == "KGL"}
    else:
        kind = "light_infantry" if rest == "skirmish line" else "line_infantry"
        facts = {"type": kind, "rating": first, "formation": FORMATIONS[rest]}
    return recruit("firer", **facts, at=(X, Y))


def agree(dice: int, odds: str) -> None:
    """The chances printed for so many dice are those of the dice."""
    *chances, mean = (Fraction(cell) for cell in odds.split(" | "))
    found = hits(dice)
    more = sum((chance for number, chance in found.items() if number > 2), Fraction())
    assert [*(found.get(number, Fraction()) for number in range(3)), more] == chances
    assert sum(number * chance for number, chance in found.items()) == mean
