"""The fire and melee tables of the cheat sheet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from battles.engine.cheat_sheet import MINUS, Table, house, span
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.cheat_sheet_cells import nation, number, value
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import DIE, NATURAL_FAIL, PRINTED, Band, Level, MeleeResult, Printed


def _band(own: Band, printed: Sequence[Band]) -> str:
    """Range and dice of a band."""
    return house(f"{span(own.near, own.far)} / {own.dice}", own, next((b for b in printed if b.label == own.label), 0))


def fire_dice(rules: Rules) -> Table:
    own = rules.tables
    rows = []
    for kind, word in (("field_artillery", "field: range / dice"), ("horse_artillery", "horse: range / dice")):
        bands = {band.label: _band(band, PRINTED.fire[kind]) for band in own.fire[kind]}  # type: ignore[index]
        rows.append((word, *(bands.get(label, "") for label in ("close", "medium", "long"))))
    dice = {name: house(n, n, PRINTED.musketry_dice[name]) for name, n in own.musketry_dice.items()}
    reach = ", ".join(dict.fromkeys(span(band.near, band.far) for band in own.fire["infantry"]))
    each = " / ".join(dict.fromkeys(dice[name] for name in ("square", "hasty_square", "masse")))
    square = f"square or masse {each} per target, max {number(rules, 'square_targets')}"
    rows.append((f"infantry (range {reach})", f"line {dice['line']}", f"column {dice['column']}", square))
    note = (
        f"An unlimbered battery attacked by a breakthrough answers with {number(rules, 'answer_dice')} dice."
        if rules.options.breakthrough
        else ""
    )
    return Table(
        title="Fire dice",
        columns=("", "close", "medium", "long"),
        rows=tuple(rows),
        rules=("EN-ART-03", "EN-ART-04", "EN-ART-05", "EN-MUSK-02", "EN-MUSK-03", "EN-RULING-71", "EN-RULING-76"),
        note=note,
    )


_NATIONAL_FIRE: Final = {"english_line": "england", "austrian": "austria"}


def _rows(rules: Rules, table: str, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A row for each modifier of a table; ``words`` where they differ from the printed ones."""
    printed: Mapping[str, Printed] = getattr(rules.tables, table)
    for key, row in printed.items():
        yield words.get(key, row.what), value(rules, table, key)


def fire_modifiers(rules: Rules) -> Table:
    own = rules.tables.fire_modifiers
    levels = [(f"firer {word}", value(rules, "level_modifier", level)) for level, word in _SHAKEN]
    words = {key: f"{own[key].what} ({nation(rules, tag)})" for key, tag in _NATIONAL_FIRE.items()}
    words["square"] = "target in square or masse"
    pooled = "" if rules.options.fire_pooling == "by_target" else " Each firer is an event of its own."
    note = f"To the die: reach the firer's grade number; natural {DIE} hits, natural {NATURAL_FAIL} misses. "
    note += f"Each hit is one check.{pooled}"
    if rules.options.squares_have_flanks:
        note += " Squares have flanks and a rear."
    return Table(
        title="Fire modifiers",
        columns=("Condition", "Die"),
        rows=(*levels, *_rows(rules, "fire_modifiers", words)),
        rules=("EN-ART-13", "EN-ART-14", "EN-ART-18", "EN-ART-19", "EN-NATION-02", "EN-NATION-07", "EN-RULING-36"),
        note=note,
    )


_SHAKEN: Final[tuple[tuple[Level, str], ...]] = (("fair", "Fair"), ("bad", "Bad"))
_HILLS: Final = {
    "either_end": "hills (unless one end is on a hill)",
    "always_block": "hills",
    "never_block": "",
}


def line_of_fire(rules: Rules) -> Table:
    options = rules.options
    blocking = ["units", *(name for name in ("woods", "settlement") if name in options.blocking_terrain)]
    hills = _HILLS[options.hill_sight] if "hill" in options.blocking_terrain else ""
    arc = "ahead of the facing apex" if options.artillery_arc == "string" else "by front hexes alone"
    graze = "the better aspect for the target" if options.graze_favours == "target" else "the worse aspect for it"
    rows = (
        ("Line", "own facing apex to nearest apex of the target"),
        ("Arc", arc),
        ("Blocked by", ", ".join(filter(None, [*blocking, hills])).replace("settlement", "settlements")),
        ("Along a hexside", f"blocked if both its hexes block; arriving so: {graze}"),
    )
    known = ("EN-ART-06", "EN-ART-07", "EN-ART-08", "EN-ART-10", "EN-ART-11", "EN-ART-12", "EN-ART-15")
    return Table(title="Line of fire", columns=("Matter", "Rule"), rows=rows, rules=known)


def stands(rules: Rules) -> Table:
    own = rules.tables.counted_stands
    dice = {name: house(n, n, PRINTED.counted_stands[name]) for name, n in own.items()}
    against = max(own["square"], rules.options.square_stands_vs_cavalry)
    rows = (
        ("line", dice["line"]),
        ("column", dice["column"]),
        (
            "square, hasty or solid; masse",
            ", ".join(dict.fromkeys(dice[n] for n in ("square", "hasty_square", "masse"))),
        ),
        ("the same against cavalry", house(against, own["square"], PRINTED.counted_stands["square"])),
        ("guns, limbered or not", ", ".join(dict.fromkeys(dice[name] for name in ("limbered", "unlimbered")))),
        (f"French charging column ({nation(rules, 'france')})", number(rules, "french_column_stands")),
    )
    note = f"Each counted stand: D{DIE} + its grade's bonus. Both sides roll; the higher total wins."
    known = ("EN-MELEE-12", "EN-MELEE-13", "EN-RULING-32", "EN-NATION-04")
    return Table(title="Melee: stands", columns=("Formation", "Stands"), rows=rows, rules=known, note=note)


_EITHER: Final = ("armored", "heavy_v_light")
_MATCHES: Final = ("v_guns", "cavalry_v_infantry", "cavalry_v_hasty", "cavalry_v_solid", "infantry_v_square")
_NATIONAL_MELEE: Final = {"french_column": "france", "prussian_column": "prussia"}
_NATIONAL_STANDS: Final = {"austrian": "austria", "russian": "russia"}


def melee_modifiers(rules: Rules) -> Table:
    options, own = rules.options, rules.tables
    either = (*_EITHER, *(_MATCHES if options.melee_conditions_both_sides else ()))
    conditions = {key: row.what for key, row in own.melee_conditions.items()}
    if options.solid_square_scope == "masse_only":
        conditions["cavalry_v_solid"] = "cavalry against masse"
    starred = {key: f"{what} *" if key in either else what for key, what in conditions.items()}
    once = {key: f"{own.melee_modifiers[key].what} ({nation(rules, tag)})" for key, tag in _NATIONAL_MELEE.items()}
    once["leader"] = f"{own.melee_modifiers['leader'].what} *"
    stands = {key: f"{own.stand_bonuses[key].what} ({nation(rules, tag)})" for key, tag in _NATIONAL_STANDS.items()}
    stands["austrian"] += " *"
    rows = (
        *((f"level {word} *", value(rules, "level_modifier", level)) for level, word in _SHAKEN),
        *_rows(rules, "melee_modifiers", once),
        *_rows(rules, "melee_conditions", starred),
        *_rows(rules, "stand_bonuses", stands),
    )
    note = "Attacker only unless marked *."
    if options.melee_conditions_per_stand:
        note += " Conditions from armored cavalry on count for each counted stand."
    if options.squares_have_flanks:
        note += " Squares have flanks and a rear."
    known = ("EN-MELEE-14", "EN-MELEE-17", "EN-MELEE-21", "EN-MELEE-22", "EN-MELEE-23")
    cited = dict.fromkeys(row.rule for row in (*own.melee_conditions.values(), *own.stand_bonuses.values()))
    return Table(
        title="Melee: modifiers",
        columns=("Condition", "Total"),
        rows=rows,
        rules=(*known, *cited, "EN-RULING-36"),
        note=note,
    )


def results(rules: Rules) -> Table:
    own = sorted(rules.tables.melee_results, key=lambda row: row.least)
    columns, cells = [], []
    for place, row in enumerate(own):
        last = own[place + 1].least - 1 if place + 1 < len(own) else None
        known = next((printed for printed in PRINTED.melee_results if printed.least == row.least), None)
        for words, who in _differences(row.least, last):
            columns.append(words)
            cells.append(house(_effect(row, who), row, known))
    before = rules.options.melee_check_level == "before_drop"
    note = f"The drop first, then the checks, at the level {'before' if before else 'after'} it."
    return Table(
        title="Melee: results",
        columns=("Difference", *columns),
        rows=(("", *cells),),
        rules=("EN-MELEE-36", "EN-MELEE-37", "EN-MELEE-38", "EN-RULING-76"),
        note=note,
    )


def _differences(least: int, last: int | None) -> Iterator[tuple[str, str]]:
    """The differences that a row is for, in words, and who suffers: both in a tie."""
    if least == 0:
        yield "0", "both"
        least = 1
    if last is None:
        yield f"{least}+", "loser"
    elif least <= last:
        yield span(least, last), "loser"


def _effect(row: MeleeResult, who: str) -> str:
    if row.drop >= len(tables.LEVELS) - 1:
        return f"{who} Broken"
    each = " each" if who == "both" else ""
    parts = [f"{MINUS}{row.drop} level{'s' * (row.drop != 1)}"] if row.drop else []
    if row.checks:
        parts.append(f"{row.checks} check{'s' * (row.checks != 1)}{each}")
    return f"{who} {', '.join(parts)}" if parts else "nothing"
