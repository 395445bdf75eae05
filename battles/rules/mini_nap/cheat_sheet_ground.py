"""The page of the cheat sheet on terrain (section 8 of the terrain volume)."""

from collections.abc import Iterator
from typing import Final

from battles.engine.cheat_sheet import Table, house, sentences
from battles.rules.mini_nap.cheat_sheet_cells import number
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import CM, HALF_RATE, PRINTED, FeatureKind, Going, GroundUser
from battles.rules.mini_nap.tables_ground import (
    EFFECTS,
    GOING,
    VILLAGE_ACROSS,
    VILLAGES_APART,
    WOOD_ACROSS,
    WOODS_APART,
)

_WORDS: Final = {"free": "free", "half": "half", "no": "no", "over": "over"}
_ADVANTAGE: Final = {"none": "–", "defender": "yes", "over_those_in": "over those in it"}


def features(rules: Rules) -> Table:
    """T1 to T3: how each kind of unit goes, cover, advantage."""
    rows = tuple(tuple(_row(rules, kind)) for kind in EFFECTS)
    note = sentences(
        f"Half rate: {HALF_RATE} cm of allowance for 1. Two ways in a cell: unformed units differ. Over: a bridge is "
        "crossed by a move that ends there, and charged over.",
        f"Cover halves dice; {number(rules, 'covers_that_bar')} covers stop the shot.",
        "The area a firer stands in counts."
        if rules.options.own_area_counts
        else "The area a firer stands in does not count.",
        "Advantage halves the enemy's dice, cumulative: wholly inside an area, or at a line that the enemy stands on.",
    )
    known = ("MNT-MOVE-01", "MNT-COVER-03", "MNT-COVER-04", "MNT-HTH-03", "MNT-BRIDGE-02")
    return Table(
        title="Features",
        columns=(
            "Feature",
            "Inf. move / charge",
            "Cav. move / charge / intercept",
            "Guns prolong / redeploy",
            "Cover",
            "Advantage",
            "Levels, notes",
        ),
        rows=rows,
        rules=(*known, *dict.fromkeys(row.rule for row in EFFECTS.values())),
        note=note,
    )


def _row(rules: Rules, kind: FeatureKind) -> Iterator[str]:
    effect = EFFECTS[kind]
    yield effect.word
    yield _going(kind, ("formed_infantry", "unformed_infantry"), ("move", "charge"))
    yield _going(kind, ("formed_cavalry", "unformed_cavalry"), ("move", "charge", "intercept"))
    yield _going(kind, ("artillery",), ("prolong", "redeploy"))
    yield "yes" if effect.cover else "–"
    advantage = _ADVANTAGE[effect.advantage]
    yield "yes" if kind == "ditch" and rules.options.ditch_occupant_advantage else advantage
    yield sentences(*_notes(rules, kind))


def _going(kind: FeatureKind, users: tuple[GroundUser, ...], ways: tuple[Going, ...]) -> str:
    """``half / no``; where unformed units go otherwise, both: ``no, half``."""
    cells = []
    for way in ways:
        found = dict.fromkeys(_WORDS[GOING[kind][user].way(way)] for user in users)
        cells.append(", ".join(found))
    return " / ".join(cells)


_SPACING: Final = {
    "wood": (WOOD_ACROSS, WOODS_APART),
    "village": (VILLAGE_ACROSS, VILLAGES_APART),
}


def _notes(rules: Rules, kind: FeatureKind) -> Iterator[str]:
    effect = EFFECTS[kind]
    if effect.levels != (0,):
        yield f"level {'–'.join(str(each) for each in dict.fromkeys((effect.levels[0], effect.levels[-1])))}."
    if kind in _SPACING:
        (least, most), apart = _SPACING[kind]
        yield f"{least // CM}–{most // CM} cm across, {apart // CM} apart."
    width = rules.tables.linear_widths.get(kind)
    if width is not None:
        yield f"{house(f'{width / CM:g}', width, PRINTED.linear_widths[kind])} cm wide."
    if effect.bars_all:
        yield "No fire out of it."
    elif effect.bars_guns:
        yield "Guns in it do not fire."
    if kind == "landmark":
        yield "One infantry unit in square defends it; only infantry charges it."
    if kind == "bridge":
        yield "One defender, one charger."
    if kind == "road":
        yield "Columns and batteries ignore the ground along it."


def structures(rules: Rules) -> Table:
    """MNT-STRUCT-02 to 05."""
    options = rules.options
    hits = ", ".join(
        f"{weight} {house(own, own, PRINTED.structure_hits[weight])}"
        for weight, own in rules.tables.structure_hits.items()
    )
    rows = (
        ("who", "artillery, at a structure or at whom it holds (then after the shot)"),
        ("hit on", f"1–{number(rules, 'structure_hit_up_to')} of a D6: {hits}"),
        (
            "destroyed at",
            f"village {options.structure_strength_large}, landmark or bridge {options.structure_strength_small}",
        ),
    )
    known = ("MNT-STRUCT-02", "MNT-STRUCT-03", "MNT-STRUCT-04", "MNT-STRUCT-05")
    return Table(title="Structures", columns=("Matter", "Rule"), rows=rows, rules=known)
