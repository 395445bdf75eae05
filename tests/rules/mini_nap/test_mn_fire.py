"""The dice of a shot and their hits, by the worked examples of the rulebook (8.1, 8.2, 8.3)."""

import re
from fractions import Fraction
from importlib import resources
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import aiming, board, firing
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import CM, PRINTED
from tests.rules.mini_nap.mn_board import mm, recruit
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_fire import hits, shooting, verdict

BOOK = resources.files("battles.rules.mini_nap")
RULEBOOK = BOOK.joinpath("rulebook.md").read_text(encoding="utf-8")
TERRAIN = BOOK.joinpath("rulebook_terrain.md").read_text(encoding="utf-8")
PRINTED_HITS = {
    int(row[0]): [Fraction(cell) for cell in row[1:8]]
    for row in (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in RULEBOOK.split("### 8.2 ")[1].split("### 8.3")[0].splitlines()
        if re.match(r"^\| \d ", line)
    )
}
MEANS = {1: "0.166667", 2: "0.750000", 3: "1.333333", 4: "1.916667", 5: "2.500000", 6: "3.083333"}
SHOTS = re.findall(r"^\| ([VW]\d\d) \| (.*?) \| (.*?) \| (.*) \|$", RULEBOOK + TERRAIN, re.MULTILINE)


@pytest.mark.rule("MN-FIRE-43", "hits are the sum of the dice by sixes")
@pytest.mark.parametrize("dice", range(1, 7))
def test_distribution_of_hits(dice: int) -> None:
    found = hits(dice)
    assert [found.get(number, Fraction()) for number in range(7)] == PRINTED_HITS[dice]
    assert format(float(sum(number * chance for number, chance in found.items())), ".6f") == MEANS[dice]


@pytest.mark.rule("MN-FIRE-43", "0 to 5 none, 6 to 11 one, and so on to 42 and over")
def test_hits_of_a_sum() -> None:
    ends = [5, 6, 11, 12, 17, 18, 23, 24, 29, 30, 35, 36, 41, 42, 47, 48]
    assert [firing.hits_of(PRINTED, total) for total in ends] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
    assert firing.hits_of(replace(PRINTED, sum_per_hit=5), 10) == 2


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


def firer_of(words: str) -> Recruit:
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


def target_of(words: str) -> Recruit:
    """The target that a shot's words name."""
    formation = FORMATIONS[words.removeprefix("cavalry ")]
    kind = {"battery": "foot_artillery", "skirmish_line": "light_infantry"}.get(formation, "line_infantry")
    made: dict[str, Any] = {"type": "heavy_cavalry" if words.startswith("cavalry ") else kind, "formation": formation}
    if formation == "battery":
        made |= {"points": 4, "weight": "medium"}
    return recruit("target", **made, at=(X, Y), facing=180)


def deep(unit: Recruit) -> float:
    """Half the depth of a unit that has a place, in centimetres."""
    assert unit.place
    return board.size(Rules(), unit_class(unit), unit.place.formation)[1] / 2 / CM


def ahead(unit: Recruit, y: float) -> Recruit:
    """A unit with its centre so far up from the middle of the table."""
    assert unit.place
    return replace(unit, place=replace(unit.place, y=mm(Y + y)))


def position(words: str) -> State:
    """The shot as it stands on the table."""
    who, rest = words.split(" at ", 1)
    band = re.search(r", (?:range )?(\d+(?:\.\d)?)", rest)
    far = float(band[1]) if band else 3.0
    firer, target = firer_of(who), target_of(rest.split(",")[0])
    units = [ahead(target, deep(firer) + far + deep(target))]
    screen = re.search(r", enemy (skirmishers|battery) in the zone", rest)
    if screen:
        between = target_of({"skirmishers": "skirmish line"}.get(screen[1], screen[1]))
        units.append(ahead(between, deep(firer) + far / 2))
    return shooting(firer, against=tuple(units))


@pytest.mark.rule("MN-FIRE-42", "the dice of each printed shot as they are counted on the table")
@pytest.mark.rule("MN-FIRE-20", "half dice at unformed units")
@pytest.mark.rule("MN-FIRE-40", "one die more at squares and columns")
@pytest.mark.rule("MN-FIRE-13", "no shot out of range; the band is that of the range")
@pytest.mark.parametrize(("name", "words", "dice", "odds"), [shot for shot in SHOTS if shot[0][0] == "V"])
def test_printed_shots(name: str, words: str, dice: str, odds: str) -> None:
    state = position(words)
    best = aiming.best(state, 0, 1)
    assert (str(best[2].count.dice) if best else "no shot") == dice
    if best:
        agree(best[2].count.dice, odds)


def agree(dice: int, odds: str) -> None:
    """The chances printed for so many dice are those of the dice."""
    *chances, mean = (Fraction(cell) for cell in odds.split(" | "))
    found = hits(dice)
    more = sum((chance for number, chance in found.items() if number > 2), Fraction())
    assert [*(found.get(number, Fraction()) for number in range(3)), more] == chances
    assert sum(number * chance for number, chance in found.items()) == mean


def test_every_printed_shot_is_read() -> None:
    assert len(SHOTS) == 32 + 14
    assert verdict(aiming.aim(position(SHOTS[0][1]), 0, 1, (0, 0), "")) == "MN-FIRE-10"
