"""The cheat sheet of Snappy Nappy: tables, with the numbers in force."""

from typing import Final

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    OURS,
    OURS_NOTE,
    Need,
    NoteSentence,
    Page,
    Row,
    Table,
    chosen,
    fought,
    ground,
    house,
    noted,
    signed,
    tabled,
)
from battles.engine.sheets.cheat_pages import own as own_unit
from battles.rules.snappy_nappy.meta import OPTION_SPECS
from battles.rules.snappy_nappy.rules import Rules
from battles.rules.snappy_nappy.sheets import needs
from battles.rules.snappy_nappy.sheets.kit_list import PER_CENT
from battles.rules.snappy_nappy.tables import (
    ADJACENT,
    ARTILLERY_RANGES,
    BACKWARD_TIMES,
    BREAK_DENOMINATOR,
    BREAK_NUMERATOR,
    DIE_FLOOR,
    DIE_SIDES,
    EARLY_UNTIL,
    ENEMY_GAP,
    FIRE_RANGE,
    FREE_PIVOT_DEGREES,
    HIGHEST_LEVEL,
    HIGHEST_RATING,
    INTERPRETATION,
    LATE_MINUTES,
    LEVELS,
    ORDERS,
    PHASES,
    PRINTED,
    QUARTERS,
    RALLY_CEILING,
    RALLY_CLEAR,
    REVEALS_NEEDED,
    SOON_MINUTES,
    STREAM_QUARTERS,
    Mark,
    MeleeRow,
)


def number(rules: Rules, name: str, text: str = "{}") -> str:
    """A number of the tables by name, within ``text``, marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(text.format(own), own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, with a mark if it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def added(own: int | None, printed: int | None) -> str:
    """A modifier with its sign; ``–`` for none."""
    return house("–" if own is None else signed(own), own, printed)


def times(own: int, printed: int) -> str:
    """A multiplier from halves: ``× 3/2``."""
    return house(f"× {own // 2}" if own % 2 == 0 else f"× {own}/2", own, printed)


def share(rules: Rules, name: str) -> str:
    """A part of the allowance from quarters: ``1/2``."""
    own = getattr(rules.tables, name)
    return house(quarters(own), own, getattr(PRINTED, name))


def quarters(count: int) -> str:
    """A number of quarters as text: ``1/4``, ``1/2``, ``1``."""
    for part in (QUARTERS, QUARTERS // 2):
        if count % part == 0:
            rest = QUARTERS // part
            return str(count // part) if rest == 1 else f"{count // part}/{rest}"
    return f"{count}/{QUARTERS}"


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
    natural = f" {DIE_SIDES} hits, 1 misses." if rules.options.natural_extremes else ""
    note = f"Each die: {beats} the to-hit number.{natural}"
    notes = (
        NoteSentence(f"Foot and horse to {FIRE_RANGE}: {stands}.", fought(needs.ON_FOOT_OR_HORSE)),
        NoteSentence("Artillery dice are ours.", fought((needs.GUNS,))),
    )
    cited = ("SN-FIRE-02", "SN-FIRE-03", "SN-FIRE-05", "SN-FIRE-06", "SN-FIRE-07")
    columns = ("artillery", *(f'to {inches}"' for inches in ARTILLERY_RANGES))
    return tabled("Fire: dice", columns, rows, cited, note=note, notes=notes)


def modifiers(rules: Rules) -> Table:
    """Modifiers to each fire die, by firer, target, aspect and ground (SN-FIRE-08)."""
    rows = [Row(("firer's morale level", "ladder"), group="firer")]
    if leader := rules.options.leader_fire_bonus:
        rows.append(Row(("leader with the firer", signed(leader)), group="firer"))
    for row, printed in zip(rules.tables.fire_modifiers, PRINTED.fire_modifiers, strict=True):
        group = "aspect" if row.name.startswith("from") else "ground" if row.name in _ON_GROUND else "target"
        cells = (row.name, ours(added(row.value, printed.value), row.mark))
        rows.append(Row(cells, needs.MODIFIERS.get(row.name, ALWAYS), group))
    return tabled("Fire: each die", ("", "modifier"), rows, ("SN-FIRE-08", "SN-FIRE-09"))


_ON_GROUND: Final = ("target in woods or town", "target higher up")


def melee(rules: Rules) -> Table:
    """Additions and multipliers to each melee die (SN-MELEE-05)."""
    stands = ", ".join(
        f"{name} {house(value, value, PRINTED.melee_stands[name])}" for name, value in rules.tables.melee_stands.items()
    )
    rows = [Row(("morale level", "ladder"), group="add")]
    if leader := rules.options.leader_melee_bonus:
        rows.append(Row(("leader with the unit", signed(leader)), group="add"))
    modifier_rows = list(zip(rules.tables.melee_modifiers, PRINTED.melee_modifiers, strict=True))
    rows += [_melee_row(row, printed) for row, printed in modifier_rows if row.kind == "add"]
    rows.append(Row(("grade", "grades"), group="multiply"))
    rows += [_melee_row(row, printed) for row, printed in modifier_rows if row.kind == "multiply"]
    note = (
        f"Dice: {stands}. First add (never below {DIE_FLOOR}), then multiply by all; both sides total their dice. "
        "* In the first round only."
    )
    cited = ("SN-MELEE-02", "SN-MELEE-03", "SN-MELEE-04", "SN-MELEE-05", "SN-MELEE-06", "SN-RULING-09")
    return tabled("Melee: each die", ("", ""), rows, cited, note=note)


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
    retreat = {arm: house(inches, inches, PRINTED.retreat[arm]) for arm, inches in rules.tables.retreat.items()}
    note = (
        "An exact margin uses the better row. Forced back: infantry and limbered guns "
        f"{retreat['infantry']}, cavalry {retreat['cavalry']}; unlimbered guns are lost. The winner rises to "
        f"{LEVELS[HIGHEST_LEVEL].word} at most. Else fight another round, {rules.options.max_melee_rounds} at most."
    )
    cited = ("SN-MELEE-07", "SN-MELEE-08", "SN-MELEE-10", "SN-MELEE-12", "SN-MELEE-13", "SN-RULING-10")
    columns = ("margin", "loses", "checks", "back", "winner")
    return Table(title="Melee: results", columns=columns, rows=tuple(rows), rules=cited, note=note)


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
        "" if rules.options.forced_march_check == "normal" else " Forced march: one roll, a failure costs a level."
    )
    note = (
        "A failure costs a level at once; roll again until you pass; n hits need n passes. "
        "Out of command, hasty square and rally: one roll, no loss." + special
    )
    cited = ("SN-MORALE-02", "SN-MORALE-03", "SN-MORALE-05", "SN-MORALE-06", "SN-MORALE-10", "SN-CHARGE-06")
    return tabled("Checks", ("", "modifier"), map(Row, rows, line_needs), cited, note=note)


def rates(rules: Rules) -> Table:
    """Movement in inches by unit and formation."""
    rows = []
    for mover, own in rules.tables.rates.items():
        printed = PRINTED.rates[mover]
        cells = [
            ours(house(value, value, getattr(printed, name)), mark)
            for name, mark in zip(("line", "column", "road_march"), own.marks, strict=True)
            for value in (getattr(own, name),)
        ]
        square = "–" if own.square is None else ours(house(own.square, own.square, printed.square), "H")
        rows.append(Row((own.word, *cells, square), own_unit(f"mover:{mover}")))
    return tabled(
        "Movement",
        ("inches", "line", "column", "road", "square"),
        rows,
        ("SN-MOVE-01", "SN-MOVE-02", "SN-MOVE-05"),
        note="In a whole phase. A wheel costs the path of its outer front corner.",
        notes=(NoteSentence("Artillery: line is unlimbered, column limbered.", own_unit(needs.GUNS)),),
        column_needs=(ALWAYS, ALWAYS, ALWAYS, ALWAYS, own_unit(needs.FOOT)),
    )


def manoeuvres(rules: Rules) -> Table:
    """Costs of manoeuvres and terrain, as parts of the allowance."""
    forced = quarters(QUARTERS + rules.tables.forced_march_quarters)
    forced_cell = house(
        f"{forced} of road",
        rules.tables.forced_march_quarters,
        PRINTED.forced_march_quarters,
    )
    woods = ours(number(rules, "woods_cavalry"), "H")
    rows = (
        Row(("change formation, limber", ours(share(rules, "change_quarters"), "H"))),
        Row(("about-face", ours(share(rules, "about_face_quarters"), "H"))),
        Row(("backward", ours(f"× {BACKWARD_TIMES}", "H"))),
        Row(("guns pivot", ours(f"free to {FREE_PIVOT_DEGREES}°", "H")), own_unit(needs.GUNS)),
        Row(("woods, infantry", ours("half", "H")), _ground("woods", needs.FOOT)),
        Row(("woods, cavalry in column", woods), _ground("woods", needs.HORSE)),
        Row(("woods, guns", ours("by road", "H")), _ground("woods", needs.GUNS)),
        Row(("rough, town", ours("half", "H")), ground("ground:rough", "ground:town")),
        Row(("stream", ours(f"+{quarters(STREAM_QUARTERS)}", "H")), ground("ground:stream")),
        Row(("forced march, then a check", ours(forced_cell, "H"))),
    )
    note = f"Parts of the allowance. Stay over {ENEMY_GAP} away from enemies unless you charge."
    cited = ("SN-MOVE-03", "SN-MOVE-04", "SN-MOVE-06", "SN-MOVE-07", "SN-MOVE-09")
    return tabled("Manoeuvres", ("", "costs"), rows, cited, note=note)


def _ground(kind: str, arm: str) -> Need:
    return Need(own=frozenset({arm}), ground=frozenset({f"ground:{kind}"}))


def command(rules: Rules) -> Table:
    """Radius, units out of command, leaders, couriers, changes of orders."""
    radii: dict[str, list[str]] = {}
    led: dict[str, set[str]] = {}
    for nation, own in rules.tables.nations.items():
        printed = PRINTED.nations[nation]
        text = house(own.radius, own.radius, printed.radius)
        early = house(own.early_radius, own.early_radius, printed.early_radius)
        text = text if own.radius == own.early_radius else f"{text} (to {EARLY_UNTIL}: {early})"
        radii.setdefault(text, []).append(own.word if nation != "other" else ours(own.word, "H"))
        led.setdefault(text, {"leader:yes"}).add(f"nation:{nation}")
    bonus = number(rules, "leader_bonus", "+{}")
    may = "; ".join(f"{rating}: {INTERPRETATION[rating]}" for rating in range(HIGHEST_RATING, -1, -1))
    rows = (
        *(Row((", ".join(names), text), own_unit(*led[text])) for text, names in radii.items()),
        Row(("Out of command", "one check: passed, moves at half rate; failed, stays")),
        Row(("Leader", f"moves {number(rules, 'leader_move')}; attached {bonus} on checks")),
        Row(("Leader dies", f"on {_killed(rules)} of 1D{DIE_SIDES}, if the unit is hit or loses")),
        Row(("Courier", ours(_courier(rules), "H"))),
        Row(("Interpretation", ours(f"by rating {may}", "H"))),
    )
    cited = ("SN-CMD-02", "SN-CMD-04", "SN-CMD-05", "SN-LEAD-02", "SN-LEAD-03", "SN-ORDER-05", "SN-ORDER-07")
    return tabled("Command (inches)", ("", "Radius and rules"), rows, cited, look="list")


def _killed(rules: Rules) -> str:
    highest = rules.options.leader_killed_on
    return "never" if not highest else "1" if highest == 1 else f"1–{highest}"


def _courier(rules: Rules) -> str:
    soon = rules.tables.soon
    near = house(f"1–{soon}", soon, PRINTED.soon)
    late = f"{soon + 1}–{DIE_SIDES}"
    return (
        f"{near} {SOON_MINUTES} min, next turn; {late} {LATE_MINUTES} min, the turn after; within {ADJACENT}: at once"
    )


def charges(rules: Rules) -> Table:
    """Charges, fire at chargers, and chargers that falter.

    Source: SN-CHARGE-01, SN-CHARGE-02, SN-CHARGE-03, SN-CHARGE-04, SN-CHARGE-06, SN-CHARGE-07, SN-CHARGE-08.
    """
    options = rules.options
    square = "charged by cavalry may try to form square by one command roll; if it fails, no fire this turn."
    falter = "a charger that falls to Disrupted or worse in the next Fire Phase goes back 1 inch: no melee."
    rows = (
        Row(("Who", ours("infantry and cavalry in line or column, not Disrupted or worse.", "H"))),
        Row(("How", "one wheel of at most 45°, then straight into contact with a target that it saw before it moved.")),
        Row(("Flank, rear", "only from a start on that side of the target.")),
        Row(("Targets", ours("one for each charger; several may charge the same one.", "H"))),
        Row(("Infantry", square if options.hasty_square else ""), own_unit(needs.FOOT)),
        Row(("Falter", ours(falter, "H") if options.charge_falters else "")),
    )
    cited = (*("SN-CHARGE-01", "SN-CHARGE-02", "SN-CHARGE-03", "SN-CHARGE-04"), "SN-CHARGE-06", "SN-CHARGE-07")
    return tabled("Charges", ("", ""), (row for row in rows if row.cells[1]), (*cited, "SN-CHARGE-08"), look="list")


def victory(rules: Rules) -> Table:
    """Broken corps, and what wins (SN-WIN-01, SN-WIN-02)."""
    share = BREAK_NUMERATOR * PER_CENT // BREAK_DENOMINATOR
    rows = (
        Row(("Corps broken", f"when {share} per cent of its points are lost; its order becomes Retreat.")),
        Row(("Defeat", "when half of the corps are broken, rounded up, or the scenario’s objectives are lost.")),
        Row(("End", f"after turn {rules.options.turn_limit} the side with the smaller per cent of points lost wins.")),
    )
    return tabled("Victory", ("", ""), rows, ("SN-WIN-01", "SN-WIN-02"), look="list")


def orders() -> Table:
    """Orders with their demands and charges (SN-ORDER-02)."""
    rows = tuple((ours(row.word, row.mark), row.demands, f"charges: {row.charges}") for row in ORDERS.values())
    cited = ("SN-ORDER-02", "SN-ORDER-03", "SN-ORDER-08", "SN-ORDER-09")
    columns = ("Order", "Each Movement Phase", "Charges")
    return Table(title="Orders", columns=columns, rows=rows, rules=cited, look="list")


def hidden(rules: Rules) -> Table:
    """Reveal rolls by distance, and acts that reveal a unit."""
    own, printed = rules.tables.reveal, PRINTED.reveal
    cells = ["certain" if row.needed <= 1 else f"{row.needed}+" for row in own]
    bands = tuple(f"to {row.inches}" for row in own)
    numbers = tuple(ours(house(cell, a, b), "H") for cell, a, b in zip(cells, own, printed, strict=True))
    automatic = "Firing, charging or being charged reveals at once. " if rules.options.auto_reveal else ""
    note = (
        f"In woods or town {number(rules, 'reveal_cover', '+{}')} beyond {own[0].inches}. "
        f"{REVEALS_NEEDED} successes: first the type, then the miniatures. {automatic}"
        "One roll per unit, at the end of its movement; cavalry may move, roll and move on."
    )
    cited = ("SN-HIDE-02", "SN-HIDE-03", "SN-HIDE-05", "SN-HIDE-06", "SN-HIDE-07")
    return Table(
        title="Reveal (D10, inches)", columns=("", *bands), rows=(("needs", *numbers),), rules=cited, note=note
    )


def pages(rules: Rules) -> tuple[Page, ...]:
    """The page of the sheet."""
    return (Page("Cheat sheet of a draft", sheet(rules)),)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """The tables of the sheet, in order."""
    tables = (
        _sequence(rules),
        _grades(rules),
        _levels(rules),
        rates(rules),
        manoeuvres(rules),
        dice(rules),
        modifiers(rules),
        melee(rules),
        results(rules),
        checks(rules),
        command(rules),
        orders(),
        hidden(rules),
        _rally(),
        charges(rules),
        victory(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in tables if table.rows)


def _sequence(rules: Rules) -> Table:
    rows = tuple((str(place), *phase) for place, phase in enumerate(PHASES, start=1))
    note = f"Last turn: {rules.options.turn_limit}. {OURS_NOTE}"
    cited = ("SN-TURN-01", "SN-TURN-02", "SN-TURN-04")
    return Table(title="Sequence", columns=("", "Phase", "What"), rows=rows, rules=cited, note=note, look="steps")


def _grades(rules: Rules) -> Table:
    shift, printed_shift = rules.tables.cavalry_to_hit_shift, PRINTED.cavalry_to_hit_shift
    rows = []
    for grade, own in rules.tables.grades.items():
        printed = PRINTED.grades[grade]
        cavalry = house(own.to_hit + shift, own.to_hit + shift, printed.to_hit + printed_shift)
        cells = (
            own.word[:1].upper() + own.word[1:],
            house(own.check, own.check, printed.check),
            house(own.to_hit, own.to_hit, printed.to_hit),
            ours(cavalry, "H"),
            times(own.halves, printed.halves),
        )
        rows.append(Row(cells, own_unit(f"grade:{grade}")))
    columns = ("", "check", "to hit", "cavalry to hit", "melee")
    cited = ("SN-UNIT-04", "SN-FIRE-05", "SN-MORALE-01", "SN-MELEE-05")
    needs_of = (ALWAYS, ALWAYS, ALWAYS, own_unit(needs.HORSE), ALWAYS)
    return tabled("Grades (D10)", columns, rows, cited, column_needs=needs_of)


def _levels(rules: Rules) -> Table:
    rows = []
    for level, own in rules.tables.levels.items():
        printed = PRINTED.levels[level]
        cells = [
            added(getattr(own, name), getattr(printed, name)) if getattr(own, name) is not None else "none"
            for name in ("check", "fire", "melee")
        ]
        rows.append((own.word, *cells))
    cited = ("SN-UNIT-08", "SN-UNIT-09", "SN-UNIT-07", "SN-MORALE-04", "SN-MORALE-08", "SN-MORALE-11")
    bars = " ".join(f"{row.word}: {row.may_not}." for row in rules.tables.levels.values() if row.may_not)
    note = (
        f"{bars} Below {rows[-1][0]}: removed. Modifiers of the new level count at once. Disrupted and Panic are ours."
    )
    columns = ("", "check", "fire", "melee")
    return Table(title="Morale ladder", columns=columns, rows=tuple(rows), rules=cited, note=note)


def _rally() -> Table:
    rows = (
        ("When", "Command Phase, First Player first; once per unit"),
        ("Who", f"below {LEVELS[RALLY_CEILING].word}, no revealed enemy within {RALLY_CLEAR}"),
        ("What", f"one check; passed: one level up, at most {LEVELS[RALLY_CEILING].word}; failed: no effect"),
    )
    cited = ("SN-MORALE-09", "SN-MORALE-10")
    return Table(title="Rally", columns=("", "What"), rows=rows, rules=cited, look="list")
