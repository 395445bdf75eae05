"""Tables of the cheat sheet: fire, sight, terrain and melee."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    Need,
    NoteSentence,
    Row,
    Table,
    fought,
    ground,
    house,
    sentences,
    signed,
    span,
    tabled,
)
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets import needs
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
    MeleeResult,
    NationTag,
    Printed,
)


def value(rules: Rules, table: str, key: str) -> str:
    """A modifier of a table with its sign; marked if the club changed it."""
    own, printed = getattr(rules.tables, table)[key].value, getattr(PRINTED, table)[key].value
    return house(signed(own), own, printed)


def number(rules: Rules, name: str) -> str:
    """A number of the tables; marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


SHAKEN: Final[tuple[tuple[Level, str], ...]] = (("fair", "Fair"), ("bad", "Bad"))
_FIRING: Final = (needs.FOOT, needs.GUNS)
_GUN_KINDS: Final[tuple[tuple[Kind, str], ...]] = (("field_artillery", "field"), ("horse_artillery", "horse"))


def _band(own: Band, printed: Sequence[Band]) -> str:
    """Range and dice of a band."""
    return house(f"{span(own.near, own.far)} / {own.dice}", own, next((b for b in printed if b.label == own.label), 0))


def fire_dice(rules: Rules) -> Table:
    """Ranges and dice of fire (EN-ART-03, EN-ART-04, EN-ART-05, EN-MUSK-02, EN-MUSK-03)."""
    tables = rules.tables
    rows = []
    for kind, word in _GUN_KINDS:
        bands = {band.label: _band(band, PRINTED.fire[kind]) for band in tables.fire[kind]}
        cells = (word, *(bands.get(label, "") for label in ("close", "medium", "long")))
        rows.append(Row(cells, fought((f"kind:{kind}",)), "guns"))
    answers = f"An unlimbered battery attacked by a breakthrough answers with {number(rules, 'answer_dice')} dice."
    notes = (
        NoteSentence(_infantry(rules), fought((needs.FOOT,))),
        NoteSentence("A line may split its dice between two targets.", fought((needs.FOOT,))),
        NoteSentence(answers if rules.options.breakthrough else "", fought((needs.GUNS,))),
    )
    cited = ("EN-ART-03", "EN-ART-04", "EN-ART-05", "EN-MUSK-02", "EN-MUSK-03", "EN-RULING-71", "EN-RULING-76")
    return tabled("Fire dice", ("hexes / dice", "close", "medium", "long"), rows, cited, notes=notes)


def _infantry(rules: Rules) -> str:
    tables = rules.tables
    dice = {name: house(n, n, PRINTED.musketry_dice[name]) for name, n in tables.musketry_dice.items()}
    reach = ", ".join(dict.fromkeys(span(band.near, band.far) for band in tables.fire["infantry"]))
    each = " / ".join(dict.fromkeys(dice[name] for name in ("square", "hasty_square", "masse")))
    square = f"a square or masse {each} at each of up to {number(rules, 'square_targets')} targets"
    sets = f"a line rolls {dice['line']} dice, a column {dice['column']}, {square}"
    return f"Infantry fires {reach} hex far: {sets}."


_NATIONAL_FIRE: Final[Mapping[str, NationTag]] = MappingProxyType({"english_line": "england", "austrian": "austria"})
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
"""The group of each modifier, and the units that need it."""


def fire_modifiers(rules: Rules) -> Table:
    """Modifiers of fire, by firer, target, aspect (EN-ART-14)."""
    rows = [Row((f"firer {word}", value(rules, "level_modifier", level)), ALWAYS, "firer") for level, word in SHAKEN]
    rows += _modifiers(rules, rules.tables.fire_modifiers)
    together = "All that fire at a target in a phase roll together; name each target once."
    pooled = together if rules.options.fire_pooling == "by_target" else "Resolve each firer separately."
    note = (
        f"They are added to the die. You need the firer's grade number. A natural {DIE} hits, a natural {NATURAL_FAIL} "
        "misses. The target makes one check for each hit."
    )
    flanks = NoteSentence("Squares have flanks and a rear." if rules.options.squares_have_flanks else "")
    cited = ("EN-ART-13", "EN-ART-14", "EN-ART-18", "EN-ART-19", "EN-NATION-02", "EN-NATION-07", "EN-RULING-36")
    return tabled("Fire modifiers", ("condition", "die"), rows, cited, note=note, notes=(NoteSentence(pooled), flanks))


def _modifiers(rules: Rules, printed: Mapping[str, Printed]) -> Iterator[Row]:
    for key, row in printed.items():
        group, need = _FIRED.get(key, ("", ALWAYS))
        words = "target in square or masse" if key == "square" else row.what
        if key in _NATIONAL_FIRE:
            if _NATIONAL_FIRE[key] not in rules.options.national_rules:
                continue
            need = needs.national(rules, _NATIONAL_FIRE[key])
        yield Row((words, value(rules, "fire_modifiers", key)), need, group)


_HILLS: Final = {
    "either_end": "hills (unless one end is on a hill)",
    "always_block": "hills",
    "never_block": "",
}


def line_of_fire(rules: Rules) -> Table:
    """The line of fire.

    Source: EN-ART-06, EN-ART-07, EN-ART-08, EN-ART-09, EN-ART-10, EN-ART-11, EN-ART-12, EN-ART-13, EN-ART-14,
    EN-ART-15.
    """
    options = rules.options
    blocking = ["units", *(name for name in ("woods", "settlement") if name in options.blocking_terrain)]
    hills = _HILLS[options.hill_sight] if "hill" in options.blocking_terrain else ""
    arc = "ahead of the facing apex" if options.artillery_arc == "string" else "in line with its front hexes"
    graze = (
        "the better aspect for the target" if options.graze_favours == "target" else "the worse aspect for the target"
    )
    rows = (
        Row(("Line", "It runs from the firer's facing apex to the nearest apex of the target.")),
        Row(("Arc of guns", f"The target is {arc}."), fought((needs.GUNS,))),
        Row(
            ("Arc of infantry", "It fires at enemies in its two front hexes, a square in all six."),
            fought((needs.FOOT,)),
        ),
        Row(("Blocked by", f"{', '.join(filter(None, [*blocking, hills])).replace('settlement', 'settlements')}.")),
        Row(("Along a hexside", f"It is blocked if both hexes block it. It counts {graze}.")),
    )
    cited = ("EN-ART-06", "EN-ART-07", "EN-ART-08", "EN-ART-10", "EN-ART-11", "EN-ART-12", "EN-ART-15")
    return tabled("Line of fire", ("Matter", "Rule"), rows, cited, look="list")


def terrain(rules: Rules) -> Table:
    """Effects of terrain on sight, fire and melee (EN-SETUP-13)."""
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


_FIGHTING: Final = (needs.FOOT, needs.HORSE)


def stands(rules: Rules) -> Table:
    """Stands that count in melee, by formation (EN-MELEE-12)."""
    own = rules.tables.counted_stands
    dice = {name: house(n, n, PRINTED.counted_stands[name]) for name, n in own.items()}
    against = max(own["square"], rules.options.square_stands_vs_cavalry)
    squares = ", ".join(dict.fromkeys(dice[n] for n in ("square", "hasty_square", "masse")))
    guns = ", ".join(dict.fromkeys(dice[name] for name in ("limbered", "unlimbered")))
    horse = house(against, own["square"], PRINTED.counted_stands["square"])
    rows = (
        Row(("line", dice["line"])),
        Row(("column", dice["column"])),
        Row(("square, hasty or solid; masse", squares), fought((needs.FOOT,))),
        *(
            (Row(("the same against cavalry", horse), fought((needs.FOOT,), (needs.HORSE,))),)
            if horse != squares
            else ()
        ),
        Row(("guns, limbered or not", guns), fought((needs.GUNS,))),
        Row(
            ("French charging column", number(rules, "french_column_stands")),
            needs.national(rules, "france"),
        ),
    )[: None if "france" in rules.options.national_rules else -1]
    note = f"Each counted stand: D{DIE} + its grade's bonus. Both sides roll; the higher total wins."
    cited = ("EN-MELEE-12", "EN-MELEE-13", "EN-RULING-32", "EN-NATION-04")
    return tabled("Melee: stands", ("formation", "stands"), rows, cited, note=note)


_EITHER: Final = ("armored", "heavy_v_light")
_MATCHES: Final = ("v_guns", "cavalry_v_infantry", "cavalry_v_hasty", "cavalry_v_solid", "infantry_v_square")
_NATIONAL_MELEE: Final[Mapping[str, NationTag]] = MappingProxyType(
    {"french_column": "france", "prussian_column": "prussia", "austrian": "austria", "russian": "russia"}
)
_MET: Final[Mapping[str, Need]] = MappingProxyType(
    {
        "leader": fought((needs.LEADER,)),
        "armored": fought((needs.ARMORED,)),
        "heavy_v_light": fought(("kind:heavy_cavalry",), ("kind:light_cavalry",)),
        "terrain": Need(ground=frozenset(f"ground:{kind}" for kind in MELEE_TERRAIN)),
        "v_guns": fought(_FIGHTING, (needs.GUNS,)),
        "cavalry_v_infantry": fought((needs.HORSE,), (needs.FOOT,)),
        "cavalry_v_hasty": fought((needs.HORSE,), ("form:hasty_square",)),
        "cavalry_v_solid": fought((needs.HORSE,), ("form:square", "form:masse")),
        "infantry_v_square": fought((needs.FOOT,), needs.SQUARES),
    }
)
_GROUPS: Final[Mapping[str, str]] = MappingProxyType(
    {"terrain": "ground", "flank": "aspect", "rear": "aspect"}
    | dict.fromkeys(_MATCHES, "match")
    | dict.fromkeys(("austrian", "russian", "french_column", "prussian_column"), "nation")
)


def melee_modifiers(rules: Rules) -> Table:
    """Melee modifiers: those of both sides, then by ground, match, aspect and nation.

    Source: EN-MELEE-14, EN-MELEE-17, EN-MELEE-21, EN-MELEE-22, EN-MELEE-23.
    """
    options, own = rules.options, rules.tables
    rows = [Row((f"level {word} *", value(rules, "level_modifier", level)), ALWAYS, "side") for level, word in SHAKEN]
    once = {key: own.melee_modifiers[key].what for key in own.melee_modifiers}
    rows += _rows(rules, "melee_modifiers", {"leader": once["leader"]})
    rows += _rows(rules, "melee_conditions", _conditions(rules))
    rows += _rows(rules, "melee_modifiers", {key: what for key, what in once.items() if key != "leader"})
    rows += _rows(rules, "stand_bonuses", {key: row.what for key, row in own.stand_bonuses.items()})
    per_stand = "Conditions from armored cavalry down count for each counted stand."
    notes = (
        NoteSentence(per_stand if options.melee_conditions_per_stand else ""),
        NoteSentence("Squares have flanks and a rear." if options.squares_have_flanks else ""),
    )
    cited = ("EN-MELEE-14", "EN-MELEE-17", "EN-MELEE-21", "EN-MELEE-22", "EN-MELEE-23")
    of_rows = (row.rule for row in (*own.melee_conditions.values(), *own.stand_bonuses.values()))
    note = "For the attacker only, unless marked *."
    columns = ("condition", "total")
    return tabled("Melee: modifiers", columns, rows, (*cited, *of_rows, "EN-RULING-36"), note=note, notes=notes)


def _conditions(rules: Rules) -> dict[str, str]:
    words = {key: row.what for key, row in rules.tables.melee_conditions.items()}
    if rules.options.solid_square_scope == "masse_only":
        words["cavalry_v_solid"] = "cavalry against masse"
    return words


def _rows(rules: Rules, table: str, words: Mapping[str, str]) -> Iterator[Row]:
    """A row for each modifier of a table; a star marks those that both sides may use."""
    both = {"leader", "austrian", *_EITHER, *(_MATCHES if rules.options.melee_conditions_both_sides else ())}
    for key, what in words.items():
        tag = _NATIONAL_MELEE.get(key)
        if tag and tag not in rules.options.national_rules:
            continue
        need = needs.national(rules, tag) if tag else _MET.get(key, ALWAYS)
        cells = (f"{what} *" if key in both else what, value(rules, table, key))
        yield Row(cells, need, _GROUPS.get(key, "side"))


def results(rules: Rules) -> Table:
    """Results of melee, a row for each difference (EN-MELEE-36)."""
    own = sorted(rules.tables.melee_results, key=lambda row: row.least)
    rows = []
    for place, row in enumerate(own):
        last = own[place + 1].least - 1 if place + 1 < len(own) else None
        printed_row = next((printed for printed in PRINTED.melee_results if printed.least == row.least), None)
        rows += [
            Row((words, house(_effect(row, loser), row, printed_row))) for words, loser in _differences(row.least, last)
        ]
    before = rules.options.melee_check_level == "before_drop"
    note = sentences(
        f"Levels are lost first; the checks are made at the level {'before' if before else 'after'} that.",
        "" if rules.options.breakthrough else "Nobody retreats or advances.",
    )
    cited = ("EN-MELEE-36", "EN-MELEE-37", "EN-MELEE-38", "EN-RULING-76")
    return tabled("Melee: results", ("Difference", ""), rows, cited, note=note, look="list")


def _differences(least: int, last: int | None) -> Iterator[tuple[str, str]]:
    """The differences of a row in words, and who loses levels: both in a tie."""
    if least == 0:
        yield "0", "both"
        least = 1
    if last is None:
        yield f"{least}+", "loser"
    elif least <= last:
        yield span(least, last), "loser"


def _effect(row: MeleeResult, loser: str) -> str:
    if row.drop >= len(tables.LEVELS) - 1:
        return f"{loser} Broken"
    both = loser == "both"
    parts = [f"lose{'s' * (not both)} {row.drop} level{'s' * (row.drop != 1)}"] if row.drop else []
    if row.checks:
        parts.append(f"make{'s' * (not both)} {row.checks} check{'s' * (row.checks != 1)}{' each' * both}")
    return f"{loser} {' and '.join(parts)}" if parts else "nothing"
