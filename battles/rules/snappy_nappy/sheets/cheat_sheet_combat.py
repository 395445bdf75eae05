"""The cheat sheet of Snappy Nappy: fire, charges, sight, melee and checks."""

from typing import Final

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    NoteSentence,
    Row,
    Table,
    fought,
    house,
    signed,
    tabled,
)
from battles.engine.sheets.cheat_pages import own as own_unit
from battles.rules.snappy_nappy.options import Rules
from battles.rules.snappy_nappy.sheets import needs
from battles.rules.snappy_nappy.sheets.needs import added, number, ours, times
from battles.rules.snappy_nappy.tables import (
    ARTILLERY_RANGES,
    CHARGE_WHEEL,
    COLUMN_ARC,
    DIE_FLOOR,
    DIE_SIDES,
    ENEMY_GAP,
    FALTER_BACK,
    FIRE_RANGE,
    HIGHEST_LEVEL,
    LEVELS,
    PRINTED,
    PUT_BACK_MOST,
    ROUNDS_BACK,
    SIGHT_DEPTH,
    MeleeRow,
)


def dice(rules: Rules) -> Table:
    """Fire dice of foot and horse, and of batteries by range."""
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
    natural = f" A rolled {DIE_SIDES} always hits, a rolled 1 never." if rules.options.natural_extremes else ""
    note = f"Roll 1D{DIE_SIDES} for each die. With modifiers it must {beats} the to-hit number.{natural}"
    notes = (
        NoteSentence(f'Foot and horse fire up to {FIRE_RANGE}"; dice: {stands}.', fought(needs.ON_FOOT_OR_HORSE)),
        NoteSentence("Artillery dice are ours.", fought((needs.GUNS,))),
    )
    cited = ("SN-FIRE-02", "SN-FIRE-03", "SN-FIRE-05", "SN-FIRE-06", "SN-FIRE-07")
    columns = ("dice of artillery", *(f'to {inches}"' for inches in ARTILLERY_RANGES))
    return tabled("Fire: dice", columns, rows, cited, note=note, notes=notes)


def modifiers(rules: Rules) -> Table:
    """Modifiers to each fire die, by firer, target, aspect and ground (SN-FIRE-08)."""
    rows = [Row(("firer's morale level", "see ladder"), group="firer")]
    if leader := rules.options.leader_fire_bonus:
        rows.append(Row(("leader with the firer", signed(leader)), group="firer"))
    for row, printed in zip(rules.tables.fire_modifiers, PRINTED.fire_modifiers, strict=True):
        group = "aspect" if row.name.startswith("from") else "ground" if row.name in _ON_GROUND else "target"
        cells = (row.name, ours(added(row.value, printed.value), row.mark))
        rows.append(Row(cells, needs.MODIFIERS.get(row.name, ALWAYS), group))
    note = (
        "Units fire one after the other. The target checks its morale at once, once for each hit. The middle of the "
        "firer "
        "shows whether it is at the front, flank or rear."
    )
    return tabled("Fire: each die", ("", "modifier"), rows, ("SN-FIRE-08", "SN-FIRE-09", "SN-FIRE-10"), note=note)


_ON_GROUND: Final = ("target in woods or town", "target higher up")


def melee(rules: Rules) -> Table:
    """Additions and multipliers to each melee die (SN-MELEE-05)."""
    stands = ", ".join(
        f"{name} {house(value, value, PRINTED.melee_stands[name])}" for name, value in rules.tables.melee_stands.items()
    )
    rows = [Row(("morale level", "see ladder"), group="add")]
    if leader := rules.options.leader_melee_bonus:
        rows.append(Row(("leader with the unit", signed(leader)), group="add"))
    modifier_rows = list(zip(rules.tables.melee_modifiers, PRINTED.melee_modifiers, strict=True))
    rows += [_melee_row(row, printed) for row, printed in modifier_rows if row.kind == "add"]
    rows.append(Row(("grade", "see grades"), group="multiply"))
    rows += [_melee_row(row, printed) for row, printed in modifier_rows if row.kind == "multiply"]
    note = (
        f"Dice of a unit: {stands}. Add to each die first (never below {DIE_FLOOR}), then multiply it by all "
        "multipliers. Both sides add up their dice; the higher total wins. Units in contact form one melee; the moving "
        "side says which is fought first. A unit that touches several enemies uses the rows of the one it charged, "
        "else "
        "of one that it chooses. * In the first round only."
    )
    cited = (*(f"SN-MELEE-{place:02}" for place in range(1, 7)), "SN-RULING-09")
    return tabled("Melee: each die", ("", "modifier"), rows, cited, note=note)


def _melee_row(row: MeleeRow, printed: MeleeRow) -> Row:
    cell = added if row.kind == "add" else times
    words = row.name if row.lasts == "always" else f"{row.name}*"
    return Row((words, ours(cell(row.value, printed.value), row.mark)), needs.MODIFIERS.get(row.name, ALWAYS), row.kind)


def results(rules: Rules) -> Table:
    """Effects of a margin on loser and winner (SN-MELEE-08)."""
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
    retreat = {arm: house(f'{inches}"', inches, PRINTED.retreat[arm]) for arm, inches in rules.tables.retreat.items()}
    back = ours(f'{ROUNDS_BACK}"', "H")
    note = (
        "The margin is the winner's total to the loser's; 2:1 needs at least twice as much, and a loser with 0 has the "
        "widest. Every losing unit checks. Infantry and limbered guns that are forced back go "
        f"{retreat['infantry']}, cavalry {retreat['cavalry']}, straight away from the enemy and in formation. "
        f"Unlimbered "
        f'guns are lost, and units that cannot get {ENEMY_GAP}" from every enemy. A winner rises one level at most and '
        f"never above {LEVELS[HIGHEST_LEVEL].word}, also if its last enemy is removed or routs. {_pursuit(rules)} "
        f"Units still in contact fight another round. After {rules.options.max_melee_rounds} rounds the unit that "
        f"charged "
        f"goes back {back}."
    )
    cited = (*(f"SN-MELEE-{place:02}" for place in range(7, 14)), "SN-RULING-10")
    columns = ("margin", "levels lost", "checks", "forced back", "winner")
    return Table(title="Melee: results", columns=columns, rows=tuple(rows), rules=cited, note=note)


def _pursuit(rules: Rules) -> str:
    """What a winner may do when no enemy is left in contact."""
    if not rules.options.breakthrough:
        return "Nobody pursues."
    return (
        f'Cavalry that charged and has no enemy left may go straight on for half its rate, to {ENEMY_GAP}" from an '
        f"enemy."
    )


def checks(rules: Rules) -> Table:
    """Modifiers to a check, and the procedure of checks."""
    own = rules.tables.levels[HIGHEST_LEVEL]
    rows = (
        ("leader attached", number(rules, "leader_bonus", "+{}")),
        (own.word, added(own.check, PRINTED.levels[HIGHEST_LEVEL].check)),
        ("in woods or town", ours(number(rules, "cover_bonus", "+{}"), "H")),
    )
    line_needs = (ALWAYS, ALWAYS, needs.IN_COVER)
    special = (
        ""
        if rules.options.forced_march_check == "normal"
        else " After a forced march roll once; a failure costs a level."
    )
    beats = "reach" if rules.options.success_rule == "at_least" else "beat"
    note = (
        f"Roll 1D{DIE_SIDES} with these modifiers; it must {beats} the number of the grade. A failure costs one level "
        "at once. Roll again until you have passed once for each hit or each check of the result. A try out of "
        "command, for a hasty square or to rally is one roll and costs nothing." + special
    )
    cited = ("SN-MORALE-02", "SN-MORALE-03", "SN-MORALE-05", "SN-MORALE-06", "SN-MORALE-10", "SN-CHARGE-06")
    return tabled("Checks", ("", "modifier"), map(Row, rows, line_needs), cited, note=note)


def sight() -> Table:
    """Front, flank and rear, the arc of fire, and what blocks the line of sight (SN-GEO-04, SN-GEO-05, SN-GEO-06)."""
    rows = (
        Row(
            (
                "Front, rear",
                "They lie between two rays at 45° from the corners; between them is the flank. The middle of the enemy "
                "counts.",
            )
        ),
        Row(("Square", "It has a front on all sides and fires all round."), own_unit(needs.FOOT)),
        Row(
            (
                "Arc of fire",
                "A line and unlimbered guns fire into their front, a column into one that widens on each side by "
                f'1" for each {COLUMN_ARC}" ahead.',
            )
        ),
        Row(("Target", "Its type or its miniatures show, and its middle or a corner is in the arc.")),
        Row(
            (
                "No fire",
                "Units in road march and limbered guns do not fire. In contact fire only at an enemy in contact.",
            )
        ),
        Row(("Sight", f'Measure between nearest points. Woods and towns block it beyond {SIGHT_DEPTH}" of depth.')),
        Row(
            (
                "Blocked",
                "Any unit between blocks it, and a hill higher than both ends. Guns on higher ground see over units.",
            )
        ),
    )
    marked = tuple(
        Row((ours(row.cells[0], "H" if row.cells[0] != "Front, rear" else "I"), row.cells[1]), row.need) for row in rows
    )
    cited = ("SN-GEO-04", "SN-GEO-05", "SN-GEO-06", "SN-FIRE-04")
    return tabled("Arcs and line of sight", ("", ""), marked, cited, look="list")


def charges(rules: Rules) -> Table:
    """Charges, fire at chargers, and chargers that falter.

    Source: SN-CHARGE-01, SN-CHARGE-02, SN-CHARGE-03, SN-CHARGE-04, SN-CHARGE-05, SN-CHARGE-06, SN-CHARGE-07,
    SN-CHARGE-08, SN-CHARGE-09.
    """
    options = rules.options
    square = (
        "Infantry charged by cavalry may try one check to form square, but not from road march or in contact with "
        "another "
        "enemy. If it fails, it does not fire in the next Fire Phase."
    )
    falter = (
        f'A charger that falls to Disrupted or worse in the next Fire Phase falters: it goes back {FALTER_BACK}" and '
        f'there is no melee. If that place is taken it goes on, up to {PUT_BACK_MOST}", or is forced back.'
    )
    rows = (
        Row(("Who", ours("Infantry and cavalry in line or column may charge, unless Disrupted or worse.", "H"))),
        Row(
            (
                "How",
                f"At its normal rate, wheel once by at most {CHARGE_WHEEL}°, then go straight into contact with a "
                f"target "
                "that the unit saw before it moved. Line up with the edge that it meets.",
            )
        ),
        Row(("Flank, rear", "Charge a flank or rear only if the move began on that side of the target.")),
        Row(("Targets", ours("A unit charges one target. Several may charge the same one.", "H"))),
        Row(("Fire", "The target fires at its chargers in the next Fire Phase, at contact range.")),
        Row(("Hasty square", square if options.hasty_square else ""), own_unit(needs.FOOT)),
        Row(("Falter", ours(falter, "H") if options.charge_falters else "")),
    )
    cited = (f"SN-CHARGE-{number:02}" for number in range(1, 10))
    return tabled("Charges", ("", ""), (row for row in rows if row.cells[1]), cited, look="list")
