"""The melee tables of the cheat sheet."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.cheat_sheet import ALWAYS, MINUS, Need, Row, Said, Table, fought, house, span, tabled
from battles.rules.easy_napoleonics import needs, tables
from battles.rules.easy_napoleonics.cheat_sheet_cells import nation, number, value
from battles.rules.easy_napoleonics.cheat_sheet_fire import SHAKEN
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import DIE, MELEE_TERRAIN, PRINTED, MeleeResult, NationTag

_FIGHTING: Final = (needs.FOOT, needs.HORSE)


def stands(rules: Rules) -> Table:
    """EN-MELEE-12."""
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
        Row(("the same against cavalry", horse), fought((needs.FOOT,), (needs.HORSE,))),
        Row(("guns, limbered or not", guns), fought((needs.GUNS,))),
        Row(
            (f"French charging column ({nation(rules, 'france')})", number(rules, "french_column_stands")),
            needs.national(rules, "france"),
        ),
    )
    note = f"Each counted stand: D{DIE} + its grade's bonus. Both sides roll; the higher total wins."
    known = ("EN-MELEE-12", "EN-MELEE-13", "EN-RULING-32", "EN-NATION-04")
    return tabled("Melee: stands", ("formation", "stands"), rows, known, note=note)


_EITHER: Final = ("armored", "heavy_v_light")
_MATCHES: Final = ("v_guns", "cavalry_v_infantry", "cavalry_v_hasty", "cavalry_v_solid", "infantry_v_square")
_NATIONAL: Final[Mapping[str, NationTag]] = MappingProxyType(
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
    """EN-MELEE-14 to 33: those of either side, then by ground, match, aspect and nation."""
    options, own = rules.options, rules.tables
    rows = [Row((f"level {word} *", value(rules, "level_modifier", level)), ALWAYS, "side") for level, word in SHAKEN]
    once = {key: own.melee_modifiers[key].what for key in own.melee_modifiers}
    rows += _rows(rules, "melee_modifiers", {"leader": once["leader"]})
    rows += _rows(rules, "melee_conditions", _conditions(rules))
    rows += _rows(rules, "melee_modifiers", {key: what for key, what in once.items() if key != "leader"})
    rows += _rows(rules, "stand_bonuses", {key: row.what for key, row in own.stand_bonuses.items()})
    per_stand = "Conditions from armored cavalry on count for each counted stand."
    notes = (
        Said(per_stand if options.melee_conditions_per_stand else ""),
        Said("Squares have flanks and a rear." if options.squares_have_flanks else ""),
    )
    known = ("EN-MELEE-14", "EN-MELEE-17", "EN-MELEE-21", "EN-MELEE-22", "EN-MELEE-23")
    cited = (row.rule for row in (*own.melee_conditions.values(), *own.stand_bonuses.values()))
    note = "Attacker only unless marked *."
    columns = ("condition", "total")
    return tabled("Melee: modifiers", columns, rows, (*known, *cited, "EN-RULING-36"), note=note, notes=notes)


def _conditions(rules: Rules) -> dict[str, str]:
    found = {key: row.what for key, row in rules.tables.melee_conditions.items()}
    if rules.options.solid_square_scope == "masse_only":
        found["cavalry_v_solid"] = "cavalry against masse"
    return found


def _rows(rules: Rules, table: str, words: Mapping[str, str]) -> Iterator[Row]:
    """A row for each modifier of a table, by its words, with a star where either side may use it."""
    both = {"leader", "austrian", *_EITHER, *(_MATCHES if rules.options.melee_conditions_both_sides else ())}
    for key, what in words.items():
        tag = _NATIONAL.get(key)
        told = f"{what} ({nation(rules, tag)})" if tag else what
        need = needs.national(rules, tag) if tag else _MET.get(key, ALWAYS)
        cells = (f"{told} *" if key in both else told, value(rules, table, key))
        yield Row(cells, need, _GROUPS.get(key, "side"))


def results(rules: Rules) -> Table:
    """EN-MELEE-36: a row for each difference."""
    own = sorted(rules.tables.melee_results, key=lambda row: row.least)
    rows = []
    for place, row in enumerate(own):
        last = own[place + 1].least - 1 if place + 1 < len(own) else None
        known = next((printed for printed in PRINTED.melee_results if printed.least == row.least), None)
        rows += [Row((words, house(_effect(row, who), row, known))) for words, who in _differences(row.least, last)]
    before = rules.options.melee_check_level == "before_drop"
    note = f"The drop first, then the checks, at the level {'before' if before else 'after'} it."
    known_rules = ("EN-MELEE-36", "EN-MELEE-37", "EN-MELEE-38", "EN-RULING-76")
    return tabled("Melee: results", ("Difference", ""), rows, known_rules, note=note, look="list")


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
