"""The tables of the cheat sheet on fire, sight and terrain."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from battles.engine.cheat_sheet import ALWAYS, Need, Row, Said, Table, fought, ground, house, span, tabled
from battles.rules.easy_napoleonics import needs
from battles.rules.easy_napoleonics.cheat_sheet_cells import nation, number, value
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import (
    COVER,
    DIE,
    MELEE_TERRAIN,
    NATURAL_FAIL,
    PRINTED,
    TERRAINS,
    Band,
    Kind,
    Level,
    NationTag,
    Printed,
)

SHAKEN: Final[tuple[tuple[Level, str], ...]] = (("fair", "Fair"), ("bad", "Bad"))
_FIRING: Final = (needs.FOOT, needs.GUNS)
_GUN_KINDS: Final[tuple[tuple[Kind, str], ...]] = (("field_artillery", "field"), ("horse_artillery", "horse"))


def _band(own: Band, printed: Sequence[Band]) -> str:
    """Range and dice of a band."""
    return house(f"{span(own.near, own.far)} / {own.dice}", own, next((b for b in printed if b.label == own.label), 0))


def fire_dice(rules: Rules) -> Table:
    """EN-ART-03 to 05 and EN-MUSK-02, 03."""
    tables = rules.tables
    rows = []
    for kind, word in _GUN_KINDS:
        bands = {band.label: _band(band, PRINTED.fire[kind]) for band in tables.fire[kind]}
        cells = (word, *(bands.get(label, "") for label in ("close", "medium", "long")))
        rows.append(Row(cells, fought((f"kind:{kind}",)), "guns"))
    answers = f"An unlimbered battery attacked by a breakthrough answers with {number(rules, 'answer_dice')} dice."
    notes = (
        Said(_infantry(rules), fought((needs.FOOT,))),
        Said(answers if rules.options.breakthrough else "", fought((needs.GUNS,))),
    )
    known = ("EN-ART-03", "EN-ART-04", "EN-ART-05", "EN-MUSK-02", "EN-MUSK-03", "EN-RULING-71", "EN-RULING-76")
    return tabled("Fire dice", ("range / dice", "close", "medium", "long"), rows, known, notes=notes)


def _infantry(rules: Rules) -> str:
    tables = rules.tables
    dice = {name: house(n, n, PRINTED.musketry_dice[name]) for name, n in tables.musketry_dice.items()}
    reach = ", ".join(dict.fromkeys(span(band.near, band.far) for band in tables.fire["infantry"]))
    each = " / ".join(dict.fromkeys(dice[name] for name in ("square", "hasty_square", "masse")))
    square = f"square or masse {each} per target, max {number(rules, 'square_targets')}"
    return f"Infantry (range {reach}): line {dice['line']}, column {dice['column']}, {square}."


_NATIONAL: Final[Mapping[str, NationTag]] = MappingProxyType({"english_line": "england", "austrian": "austria"})
_FIRED: Final[Mapping[str, tuple[str, Need]]] = MappingProxyType(
    {
        "leader": ("firer", fought((needs.LEADER,))),
        "cover": ("target", Need(ground=frozenset(f"ground:{kind}" for kind in COVER))),
        "unlimbered": ("target", fought(_FIRING, ("form:unlimbered",))),
        "column": ("target", fought(_FIRING, ("form:column",))),
        "limbered": ("target", fought(_FIRING, ("form:limbered",))),
        "square": ("target", fought(_FIRING, needs.SQUARES)),
        "flank": ("aspect", ALWAYS),
        "rear": ("aspect", ALWAYS),
        "english_line": ("nation", ALWAYS),
        "austrian": ("nation", ALWAYS),
    }
)
"""The group of each modifier, and whom it is for."""


def fire_modifiers(rules: Rules) -> Table:
    """EN-ART-14, by firer, target, aspect."""
    rows = [Row((f"firer {word}", value(rules, "level_modifier", level)), ALWAYS, "firer") for level, word in SHAKEN]
    rows += _modifiers(rules, rules.tables.fire_modifiers)
    pooled = "" if rules.options.fire_pooling == "by_target" else "Each firer is an event of its own."
    note = (
        f"To the die: reach the firer's grade number; natural {DIE} hits, natural {NATURAL_FAIL} misses. Each hit is "
        "one check."
    )
    flanks = Said("Squares have flanks and a rear." if rules.options.squares_have_flanks else "")
    known = ("EN-ART-13", "EN-ART-14", "EN-ART-18", "EN-ART-19", "EN-NATION-02", "EN-NATION-07", "EN-RULING-36")
    return tabled("Fire modifiers", ("condition", "die"), rows, known, note=note, notes=(Said(pooled), flanks))


def _modifiers(rules: Rules, printed: Mapping[str, Printed]) -> Iterator[Row]:
    for key, row in printed.items():
        group, need = _FIRED.get(key, ("", ALWAYS))
        words = "target in square or masse" if key == "square" else row.what
        if key in _NATIONAL:
            need = needs.national(rules, _NATIONAL[key])
            words = f"{words} ({nation(rules, _NATIONAL[key])})"
        yield Row((words, value(rules, "fire_modifiers", key)), need, group)


_HILLS: Final = {
    "either_end": "hills (unless one end is on a hill)",
    "always_block": "hills",
    "never_block": "",
}


def line_of_fire(rules: Rules) -> Table:
    """EN-ART-06 to 15."""
    options = rules.options
    blocking = ["units", *(name for name in ("woods", "settlement") if name in options.blocking_terrain)]
    hills = _HILLS[options.hill_sight] if "hill" in options.blocking_terrain else ""
    arc = "ahead of the facing apex" if options.artillery_arc == "string" else "by front hexes alone"
    graze = "the better aspect for the target" if options.graze_favours == "target" else "the worse aspect for it"
    rows = (
        Row(("Line", "own facing apex to nearest apex of the target")),
        Row(("Arc", arc)),
        Row(("Blocked by", ", ".join(filter(None, [*blocking, hills])).replace("settlement", "settlements"))),
        Row(("Along a hexside", f"blocked if both its hexes block; arriving so: {graze}")),
    )
    known = ("EN-ART-06", "EN-ART-07", "EN-ART-08", "EN-ART-10", "EN-ART-11", "EN-ART-12", "EN-ART-15")
    return tabled("Line of fire", ("Matter", "Rule"), rows, known, look="list")


def terrain(rules: Rules) -> Table:
    """EN-SETUP-13: what ground does to sight, to fire at it, and to melee against it."""
    options = rules.options
    rows = []
    for kind in TERRAINS:
        if kind == "open":
            continue
        blocks = kind in options.blocking_terrain and not (kind == "hill" and options.hill_sight == "never_block")
        unless = kind == "hill" and options.hill_sight == "either_end"
        seen = ("unless on" if unless else "yes") if blocks else "no"
        at = value(rules, "fire_modifiers", "cover") if kind in COVER else "0"
        against = value(rules, "melee_conditions", "terrain") if kind in MELEE_TERRAIN else "0"
        word = f"{kind}, no entry" if kind == "pond" and options.pond_impassable else kind
        rows.append(Row((word, seen, at, against), ground(f"ground:{kind}")))
    return tabled("Terrain", ("", "blocks", "fire at", "melee v"), rows, ("EN-SETUP-13", "EN-ART-14", "EN-MELEE-26"))
