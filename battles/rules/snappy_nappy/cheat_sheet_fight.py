"""The cheat sheet's tables of fire, melee and morale checks."""

from typing import Final

from battles.engine.cheat_sheet import ALWAYS, Row, Said, Table, fought, house, signed, tabled
from battles.rules.snappy_nappy import needs
from battles.rules.snappy_nappy.cheat_sheet_cells import added, number, ours, times
from battles.rules.snappy_nappy.rules import Rules
from battles.rules.snappy_nappy.tables import (
    ARTILLERY_RANGES,
    DIE_FLOOR,
    DIE_SIDES,
    FIRE_RANGE,
    HIGHEST_LEVEL,
    LEVELS,
    PRINTED,
    MeleeRow,
)


def dice(rules: Rules) -> Table:
    """Dice of stands in contact range, and of batteries by range."""
    stands = ", ".join(
        ours(f"{row.word} {house(row.dice, row.dice, PRINTED.fire_stands[key].dice)}", row.mark)
        for key, row in rules.tables.fire_stands.items()
    )
    rows = []
    for weight, own in rules.tables.artillery_dice.items():
        printed = PRINTED.artillery_dice[weight]
        cells = (weight, *(house(a or "–", a, b) for a, b in zip(own, printed, strict=True)))
        rows.append(Row(cells, fought((f"weight:{weight}",))))
    beats = "reach" if rules.options.success_rule == "at_least" else "beat"
    natural = f" {DIE_SIDES} hits, 1 misses." if rules.options.natural_extremes else ""
    note = f"Each die: {beats} the to-hit number.{natural}"
    notes = (
        Said(f"Foot and horse to {FIRE_RANGE}: {stands}.", fought(needs.ON_FOOT_OR_HORSE)),
        Said("Artillery dice are ours.", fought((needs.GUNS,))),
    )
    known = ("SN-FIRE-02", "SN-FIRE-03", "SN-FIRE-05", "SN-FIRE-06", "SN-FIRE-07")
    columns = ("artillery", *(f'to {inches}"' for inches in ARTILLERY_RANGES))
    return tabled("Fire: dice", columns, rows, known, note=note, notes=notes)


def modifiers(rules: Rules) -> Table:
    """SN-FIRE-08: what is added to each fire die, by firer, target, aspect and ground."""
    rows = [Row(("firer's morale level", "ladder"), group="firer")]
    if leader := rules.options.leader_fire_bonus:
        rows.append(Row(("leader with the firer", signed(leader)), group="firer"))
    for row, printed in zip(rules.tables.fire_modifiers, PRINTED.fire_modifiers, strict=True):
        group = "aspect" if row.name.startswith("from") else "ground" if row.name in _ON_GROUND else "target"
        cells = (row.name, ours(added(row.value, printed.value), row.mark))
        rows.append(Row(cells, needs.MODIFIERS.get(row.name, ALWAYS), group))
    return tabled("Fire: each die", ("", "adds"), rows, ("SN-FIRE-08", "SN-FIRE-09"))


_ON_GROUND: Final = ("target in woods or town", "target higher up")


def melee(rules: Rules) -> Table:
    """SN-MELEE-05: what is added to, then what multiplies each melee die."""
    stands = ", ".join(
        f"{name} {house(value, value, PRINTED.melee_stands[name])}" for name, value in rules.tables.melee_stands.items()
    )
    rows = [Row(("morale level", "ladder"), group="add")]
    if leader := rules.options.leader_melee_bonus:
        rows.append(Row(("leader with the unit", signed(leader)), group="add"))
    found = list(zip(rules.tables.melee_modifiers, PRINTED.melee_modifiers, strict=True))
    rows += [_melee_row(row, printed) for row, printed in found if row.kind == "add"]
    rows.append(Row(("grade", "grades"), group="multiply"))
    rows += [_melee_row(row, printed) for row, printed in found if row.kind == "multiply"]
    note = (
        f"Dice: {stands}. First add (never below {DIE_FLOOR}), then multiply by all; both sides total their dice. "
        "* In the first round only."
    )
    known = ("SN-MELEE-02", "SN-MELEE-03", "SN-MELEE-04", "SN-MELEE-05", "SN-MELEE-06", "SN-RULING-09")
    return tabled("Melee: each die", ("", ""), rows, known, note=note)


def _melee_row(row: MeleeRow, printed: MeleeRow) -> Row:
    cell = added if row.kind == "add" else times
    words = row.name if row.lasts == "always" else f"{row.name}*"
    return Row((words, ours(cell(row.value, printed.value), row.mark)), needs.MODIFIERS.get(row.name, ALWAYS), row.kind)


def results(rules: Rules) -> Table:
    """SN-MELEE-08: what a margin does to loser and winner."""
    rows = []
    for margin, own in rules.tables.results.items():
        printed = PRINTED.results[margin]
        who = " each" if margin == "tie" else ""
        gain = f"{signed(own.gain)} level" if own.gain else "–"
        rows.append(
            (
                ours(own.word, own.mark),
                house(own.levels or "–", own.levels, printed.levels),
                house(own.checks, own.checks, printed.checks) + who,
                "yes" if own.retreat else "no",
                house(gain, own.gain, printed.gain),
            )
        )
    retreat = {arm: house(inches, inches, PRINTED.retreat[arm]) for arm, inches in rules.tables.retreat.items()}
    note = (
        "An exact margin reaches the better row. Forced back: infantry and limbered guns "
        f"{retreat['infantry']}, cavalry {retreat['cavalry']}; unlimbered guns are lost. The winner rises to "
        f"{LEVELS[HIGHEST_LEVEL].word} at most. Else the next round follows, {rules.options.max_melee_rounds} at most."
    )
    known = ("SN-MELEE-07", "SN-MELEE-08", "SN-MELEE-10", "SN-MELEE-12", "SN-MELEE-13", "SN-RULING-10")
    columns = ("margin", "loses", "checks", "back", "winner")
    return Table(title="Melee: results", columns=columns, rows=tuple(rows), rules=known, note=note)


def checks(rules: Rules) -> Table:
    """What is added to a check, and how checks are taken."""
    own = rules.tables.levels[HIGHEST_LEVEL]
    rows = (
        ("leader attached", number(rules, "leader_bonus", "+{}")),
        (own.word, added(own.check, PRINTED.levels[HIGHEST_LEVEL].check)),
        ("in woods or town", ours(number(rules, "cover_bonus", "+{}"), "H")),
    )
    whom = (ALWAYS, ALWAYS, needs.IN_COVER)
    special = (
        "" if rules.options.forced_march_check == "normal" else " Forced march: one roll, a failure costs a level."
    )
    note = (
        "A failure costs a level at once and the check is thrown again until it passes; n hits ask for n passes. "
        "Out of command, hasty square and rally: one roll, no loss." + special
    )
    known = ("SN-MORALE-02", "SN-MORALE-03", "SN-MORALE-05", "SN-MORALE-06", "SN-MORALE-10", "SN-CHARGE-06")
    return tabled("Checks", ("", "adds"), map(Row, rows, whom), known, note=note)
