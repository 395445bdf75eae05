"""The page of the cheat sheet on terrain (section 8 of the terrain volume)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import ALWAYS, Row, Table, ground, house, own, sentences, span, tabled
from battles.kits.open_table.bearings import CM
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.sheets.cheat_sheet_combat import number
from battles.rules.mini_nap.tables import DIE_SIDES, HALF_RATE, PRINTED, FeatureKind, Going, GroundUser
from battles.rules.mini_nap.terrain_tables import (
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
    """Movement of each kind of unit, cover and advantage, by terrain."""
    rows = (Row(tuple(_row(rules, kind)), ground(f"ground:{kind}")) for kind in EFFECTS)
    columns = (
        "",
        "infantry move / charge",
        "cavalry move / charge / intercept",
        "guns prolong / redeploy",
        "cover",
        "advantage",
        "levels, notes",
    )
    column_needs = (ALWAYS, own(needs.FOOT), own(needs.HORSE), own(needs.GUNS), ALWAYS, ALWAYS, ALWAYS)
    cited = (row.rule for row in EFFECTS.values())
    return tabled("Features", columns, rows, cited, column_needs=column_needs)


_CROSSED: Final = ground("ground:bridge")
_COVERING: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.cover))
_HELPING: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.advantage != "none"))
_BUILT: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.built))


def movement() -> Table:
    """Meaning of the words for movement in the table of features."""
    rows = (
        Row(("Half rate", f"1 cm costs {HALF_RATE} cm of the move, however many features there are.")),
        Row(("Two words", "The first is for formed units, the second for unformed ones.")),
        Row(("Intercept", "An opportunity charge."), own(needs.HORSE)),
        Row(("Over", "A move that touches the bridge ends on its far side; a charge goes over it."), _CROSSED),
    )
    return tabled("Movement in terrain", ("", ""), rows, ("MNT-MOVE-01", "MNT-BRIDGE-02"), look="list")


def cover(rules: Rules) -> Table:
    """Cover (MNT-COVER)."""
    inside = "counts" if rules.options.own_area_counts else "does not count"
    rows = (
        Row(("Cover", f"It halves the dice; {number(rules, 'covers_that_bar')} covers stop the shot."), _COVERING),
        Row(("Fire out of", f"The area that holds the firer {inside}."), _COVERING),
    )
    return tabled("Cover", ("", ""), rows, ("MNT-COVER-03", "MNT-COVER-04"), look="list")


def advantage() -> Table:
    """Advantage in combat (MNT-HTH)."""
    rows = (
        Row(("Advantage", "It halves the enemy's dice; several add up."), _HELPING),
        Row(
            (
                "Defending",
                "A unit defends an area it is wholly inside, and a line that it touches while the enemy is on it.",
            ),
            _HELPING,
        ),
    )
    return tabled("Advantage", ("", ""), rows, ("MNT-HTH-03",), look="list")


def _row(rules: Rules, kind: FeatureKind) -> Iterator[str]:
    effect = EFFECTS[kind]
    yield effect.word
    yield _movement_words(kind, ("formed_infantry", "unformed_infantry"), ("move", "charge"))
    yield _movement_words(kind, ("formed_cavalry", "unformed_cavalry"), ("move", "charge", "intercept"))
    yield _movement_words(kind, ("artillery",), ("prolong", "redeploy"))
    yield "yes" if effect.cover else "–"
    advantage = _ADVANTAGE[effect.advantage]
    yield "yes" if kind == "ditch" and rules.options.ditch_occupant_advantage else advantage
    yield sentences(*_notes(rules, kind))


def _movement_words(kind: FeatureKind, users: tuple[GroundUser, ...], ways: tuple[Going, ...]) -> str:
    """``half / no``; ``no, half`` if formed and unformed units differ."""
    cells = []
    for way in ways:
        words = dict.fromkeys(_WORDS[GOING[kind][user].way(way)] for user in users)
        cells.append(", ".join(words))
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
        yield f"{least // CM}–{most // CM} cm across, {apart // CM} cm apart."
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
    """Damage to structures (MNT-STRUCT-02, MNT-STRUCT-03, MNT-STRUCT-04, MNT-STRUCT-05)."""
    options = rules.options
    hits = ", ".join(
        f"{weight} {house(own, own, PRINTED.structure_hits[weight])}"
        for weight, own in rules.tables.structure_hits.items()
    )
    large, small = options.structure_strength_large, options.structure_strength_small
    who = "Only artillery, at a structure or at the unit in it (then after the shot)."
    faces = span(1, rules.tables.structure_hit_up_to)
    face = house(faces, rules.tables.structure_hit_up_to, PRINTED.structure_hit_up_to)
    need = replace(_BUILT, acts=frozenset({needs.GUNS}))
    rows = (
        Row(("Who", who), need),
        Row(("Hit on", f"A {face} of 1D{DIE_SIDES} takes so many points: {hits}."), need),
        Row(("Destroyed at", f"A village at {large} points, a landmark or bridge at {small}."), need),
    )
    cited = ("MNT-STRUCT-02", "MNT-STRUCT-03", "MNT-STRUCT-04", "MNT-STRUCT-05")
    return tabled("Structures", ("", ""), rows, cited, look="list")
