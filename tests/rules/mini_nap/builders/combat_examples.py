"""Combats of the rulebook (8.8 to 8.10) as facts; their results are read from the rulebook."""

from importlib import resources
from typing import Any

from battles.rules.mini_nap.combat.combatants import Combatant, CombatGroup, Fighter, Opposition, duel
from battles.rules.mini_nap.tables import Quality

RULEBOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook.md").read_text(encoding="utf-8")

Words = tuple[Quality, str, int]
"""Rating, formation or ``cavalry``, ``lancers``, ``cossacks``; strength points."""


def row(example: str, columns: int) -> list[str]:
    """The cells after the ID of an example in the table of the rulebook that has so many of them."""
    for line in RULEBOOK.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == example and len(cells) == columns + 1:
            return cells[1:]
    raise AssertionError(f"The rulebook has no {example} of {columns} cells.")


def fighter(rating: Quality, word: str) -> Fighter:
    """``veteran line``, ``veteran lancers``."""
    if word in ("cavalry", "lancers", "cossacks"):
        formation: Any = "skirmish_line" if word == "cossacks" else "line"
        return Fighter(unit_class="cavalry", rating=rating, formation=formation, lancer=word == "lancers")
    if word == "battery":
        return Fighter(unit_class="artillery", rating=rating, formation="battery")
    words: Any = {"square": "solid_square", "skirmish": "skirmish_line"}
    return Fighter(unit_class="infantry", rating=rating, formation=words.get(word, word))


def combatant(side: str, words: Words, **more: Any) -> Combatant:
    rating, word, points = words
    return Combatant(side=side, fighter=fighter(rating, word), points=points, **more)


def against(one: Words, other: Words, **facts: Any) -> CombatGroup:
    """Facts: ``charging``, ``counter``, ``outflanking`` and ``halved`` times of the first."""
    return duel(
        combatant("a", one, charging=facts.get("charging", False)),
        combatant("b", other, charging=facts.get("counter", False)),
        Opposition(0, 1, facts.get("outflanking", False), facts.get("halved", 0)),
        Opposition(1, 0, False, facts.get("back_halved", 0)),
    )


V6: Words = ("veteran", "line", 6)
HORSE: Words = ("veteran", "cavalry", 5)
LANCERS: Words = ("veteran", "lancers", 5)

DUELS: dict[str, CombatGroup] = {
    "D01": against(V6, V6),
    "D02": against(V6, ("trained", "line", 6)),
    "D03": against(("elite", "column", 6), V6),
    "D04": against(("guard", "line", 6), V6),
    "D05": against(("trained", "line", 6), ("untrained", "line", 6)),
    "D06": against(("guard", "line", 6), ("guard", "line", 6)),
    "D07": against(("veteran", "column", 6), V6, outflanking=True),
    "D08": against(HORSE, ("trained", "line", 6), charging=True),
    "D09": against(HORSE, ("trained", "line", 6), charging=True, outflanking=True),
    "D10": against(HORSE, ("trained", "line", 4), charging=True),
    "D11": against(HORSE, ("veteran", "square", 6), charging=True),
    "D12": against(HORSE, ("veteran", "emergency_square", 6), charging=True),
    "D13": against(LANCERS, ("veteran", "square", 6), charging=True),
    "D14": against(LANCERS, ("veteran", "emergency_square", 6), charging=True),
    "D15": against(HORSE, HORSE, charging=True, counter=True),
    "D16": against(HORSE, HORSE, charging=True),
    "D17": against(("elite", "cavalry", 4), ("veteran", "cavalry", 6), charging=True, counter=True),
    "D18": against(V6, ("veteran", "battery", 4)),
    "D19": against(HORSE, ("veteran", "battery", 3), charging=True),
    "D20": against(V6, ("veteran", "skirmish", 5)),
    "D21": against(("veteran", "skirmish", 5), ("veteran", "battery", 4), outflanking=True),
    "D22": against(("veteran", "column", 6), ("trained", "square", 6)),
    "D23": against(("veteran", "column", 6), V6, halved=1),
    "D24": against(("veteran", "column", 6), V6, halved=2),
    "D25": against(("guard", "column", 6), ("trained", "line", 6), halved=1),
    "D26": against(("untrained", "cossacks", 4), ("trained", "line", 5), outflanking=True),
    "D27": against(HORSE, ("veteran", "skirmish", 5), charging=True),
    "D28": against(("elite", "line", 2), ("trained", "line", 2)),
    "D29": against(("guard", "line", 1), ("veteran", "line", 2)),
    "D30": against(("veteran", "column", 5), ("veteran", "square", 5), halved=1),
    "D31": against(("veteran", "skirmish", 1), ("veteran", "skirmish", 1), halved=1, back_halved=1),
}
"""8.8."""

_PAIR = (Opposition(0, 2), Opposition(1, 2), Opposition(2, 0), Opposition(2, 1))
_TWO = (combatant("a", ("veteran", "line", 5)), combatant("a", ("veteran", "line", 5)))

FRAYS: dict[str, CombatGroup] = {
    "M01": CombatGroup((*_TWO, combatant("b", V6)), _PAIR),
    "M02": CombatGroup((*_TWO, combatant("b", V6, plan="even")), _PAIR),
    "M03": CombatGroup((*_TWO, combatant("b", V6)), (Opposition(0, 2), Opposition(1, 2, True), *_PAIR[2:])),
    "M04": CombatGroup(
        (
            combatant("a", ("veteran", "line", 4)),
            combatant("a", ("veteran", "cavalry", 4)),
            combatant("b", ("veteran", "cavalry", 6), charging=True),
        ),
        _PAIR,
    ),
}
"""8.9: the pair and then the single unit."""
