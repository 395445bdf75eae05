"""The cheat sheet of Snappy Nappy: tables, with the numbers in force."""

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    OURS_NOTE,
    Need,
    NoteSentence,
    Page,
    Row,
    Table,
    chosen,
    ground,
    house,
    noted,
    tabled,
)
from battles.engine.sheets.cheat_pages import own as own_unit
from battles.rules.snappy_nappy.meta import OPTION_SPECS
from battles.rules.snappy_nappy.options import Rules
from battles.rules.snappy_nappy.sheets import needs
from battles.rules.snappy_nappy.sheets.cheat_sheet_combat import charges, checks, dice, melee, modifiers, results, sight
from battles.rules.snappy_nappy.sheets.needs import PER_CENT, added, number, ours, quarters, share, times
from battles.rules.snappy_nappy.tables import (
    ADJACENT,
    ATTACK_HALT,
    BACKWARD_TIMES,
    BREAK_DENOMINATOR,
    BREAK_NUMERATOR,
    DEPLOYMENT,
    DIE_SIDES,
    DRAW_POINTS,
    EARLY_UNTIL,
    ENEMY_GAP,
    FOOTPRINTS,
    FREE_PIVOT_DEGREES,
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
    SUCCESSOR_RATING,
)


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
        ("inches", "line", "column", "road march", "square"),
        rows,
        ("SN-MOVE-01", "SN-MOVE-02", "SN-MOVE-05", "SN-MOVE-08"),
        note=(
            "A unit moves once, this far in a whole phase; parts of a move add up to one phase. A wheel costs the path "
            "of its outer front corner."
        ),
        notes=(
            NoteSentence("Artillery is unlimbered in line and limbered in column.", own_unit(needs.GUNS)),
            NoteSentence("Units in column or road march pass through friends, and may not stop on them."),
        ),
        column_needs=(ALWAYS, ALWAYS, ALWAYS, ALWAYS, own_unit(needs.FOOT)),
    )


def manoeuvres(rules: Rules) -> Table:
    """Costs of manoeuvres and terrain, as parts of the allowance."""
    forced = quarters(QUARTERS + rules.tables.forced_march_quarters)
    forced_cell = house(
        f"{forced} of road march",
        rules.tables.forced_march_quarters,
        PRINTED.forced_march_quarters,
    )
    woods = ours(number(rules, "woods_cavalry", '{}"'), "H")
    rows = (
        Row(("change formation, limber, unlimber", ours(f"{share(rules, 'change_quarters')} phase", "H"))),
        Row(("about-face", ours(f"{share(rules, 'about_face_quarters')} phase", "H"))),
        Row(("move backward", ours(f"{BACKWARD_TIMES} × the distance", "H"))),
        Row(("unlimbered guns pivot", ours(f"free up to {FREE_PIVOT_DEGREES}°", "H")), own_unit(needs.GUNS)),
        Row(("infantry in woods", ours("half rate", "H")), _ground("woods", needs.FOOT)),
        Row(("cavalry in woods, only in column", woods), _ground("woods", needs.HORSE)),
        Row(("guns or road march in woods, only along a road", ours("half rate", "H")), ground("ground:woods")),
        Row(("rough ground or town", ours("half rate", "H")), ground("ground:rough", "ground:town")),
        Row(("cross a stream", ours(f"{quarters(STREAM_QUARTERS)} phase", "H")), ground("ground:stream")),
        Row(("forced march, then one check", ours(forced_cell, "H"))),
    )
    note = f'Only a charge may bring a unit within {ENEMY_GAP}" of an enemy. A unit that is nearer may stay or leave.'
    notes = (
        NoteSentence("Cavalry and guns enter a town only along a road.", ground("ground:town")),
        NoteSentence("Cross a river at bridges and fords only.", ground("ground:river")),
    )
    cited = ("SN-MOVE-03", "SN-MOVE-04", "SN-MOVE-06", "SN-MOVE-07", "SN-MOVE-09")
    return tabled("Manoeuvres", ("", "costs"), rows, cited, note=note, notes=notes)


def _ground(kind: str, arm: str) -> Need:
    return Need(own=frozenset({arm}), ground=frozenset({f"ground:{kind}"}))


def command(rules: Rules) -> Table:
    """Radius, units out of command, leaders, couriers, changes of orders."""
    radii: dict[str, list[str]] = {}
    led: dict[str, set[str]] = {}
    for nation, own in rules.tables.nations.items():
        printed = PRINTED.nations[nation]
        text = house(f'{own.radius}"', own.radius, printed.radius)
        early = house(f'{own.early_radius}"', own.early_radius, printed.early_radius)
        text = f"{text}." if own.radius == own.early_radius else f"{text}; up to {EARLY_UNTIL} {early}."
        radii.setdefault(text, []).append(own.word if nation != "other" else ours(own.word, "H"))
        led.setdefault(text, {"leader:yes"}).add(f"nation:{nation}")
    may = "; ".join(f"with rating {rating} {INTERPRETATION[rating]}" for rating in range(HIGHEST_RATING, -1, -1))
    rows = (
        *(Row((", ".join(names), f"Radius {text}"), own_unit(*led[text])) for text, names in radii.items()),
        Row(
            (
                "Out of command",
                "Measure to a unit when it is to move, from its corps commander or the C-in-C. Beyond the radius it "
                "stays "
                "where it is, but may fire and form square. Try one check to move it at half rate.",
            )
        ),
        _leader(rules),
        Row(("Leader’s death", _killed(rules))),
        *_successor(rules),
        Row(("Courier", ours(_courier(rules), "H"))),
        Row(("Interpretation", ours(f"Counted from the order received, a corps commander may change it: {may}.", "H"))),
    )
    cited = (
        *(f"SN-CMD-{place:02}" for place in range(2, 6)),
        *(f"SN-LEAD-{place:02}" for place in (1, 2, 3, 4, 6)),
        *("SN-ORDER-05", "SN-ORDER-06", "SN-ORDER-07"),
    )
    return tabled("Command", ("", "Radius and rules"), rows, cited, look="list")


def _leader(rules: Rules) -> Row:
    """How leaders move and are attached (SN-LEAD-01, SN-LEAD-02)."""
    move, bonus = number(rules, "leader_move", '{}"'), number(rules, "leader_bonus", "+{}")
    return Row(
        (
            "Leader",
            f"In their own Movement Phase leaders move {move} in any direction, also through units. A leader who "
            f"ends "
            f"in contact with a unit may be attached to it: the leader then moves with it and adds {bonus} to its "
            "checks.",
        )
    )


def _killed(rules: Rules) -> str:
    highest = rules.options.leader_killed_on
    if not highest:
        return "A leader is never killed."
    rolled = "a 1" if highest == 1 else f"1–{highest}"
    return (
        f"When the leader’s unit is hit by fire, loses a round or is removed, roll 1D{DIE_SIDES}: the leader is killed "
        f"on "
        f"{rolled}. A survivor of a removed unit, and a lone leader whom an enemy touches, joins the nearest friend."
    )


def _successor(rules: Rules) -> tuple[Row, ...]:
    """What follows a leader's death; nothing if leaders are never killed."""
    if not rules.options.leader_killed_on:
        return ()
    words = (
        "One comes in the next Command Phase to the nearest unit of the corps, with rating "
        f"{SUCCESSOR_RATING} and half of the radius."
    )
    return (Row((ours("Successor", "H"), words)),)


def _courier(rules: Rules) -> str:
    soon = rules.tables.soon
    near = house(f"1–{soon}", soon, PRINTED.soon)
    return (
        f"Roll 1D{DIE_SIDES}. On {near} the order takes {SOON_MINUTES} minutes and counts from the next turn, on "
        f'{soon + 1}–{DIE_SIDES} {LATE_MINUTES} minutes and from the turn after. Within {ADJACENT}" and in the corps '
        f"of the C-in-C it counts at "
        "once. Send one order to a corps in a phase."
    )


def victory(rules: Rules) -> Table:
    """Broken corps, and what wins (SN-WIN-01, SN-WIN-02)."""
    share = BREAK_NUMERATOR * PER_CENT // BREAK_DENOMINATOR
    rows = (
        Row(
            (
                "Broken corps",
                f"A corps is broken when {share} per cent of its points are lost. Its order becomes Retreat.",
            )
        ),
        Row(
            (
                "Defeat",
                "A side loses when half of its corps, rounded up, are broken or the scenario’s objectives are lost.",
            )
        ),
        Row(
            (
                "End",
                f"After turn {rules.options.turn_limit}, or if both lose at once, the side that lost the smaller per "
                f"cent of its points wins. Less than {DRAW_POINTS} per cent apart is a draw.",
            )
        ),
    )
    return tabled("Victory", ("", ""), rows, ("SN-WIN-01", "SN-WIN-02"), look="list")


def orders(rules: Rules) -> Table:
    """Orders with their demands and charges, and who must comply (SN-ORDER-02, SN-ORDER-03, SN-ORDER-08)."""
    rows = tuple((ours(row.word, row.mark), f"{row.demands} {row.charges}") for row in ORDERS.values())
    cited = ("SN-ORDER-02", "SN-ORDER-03", "SN-ORDER-08", "SN-ORDER-09")
    columns = ("Order", "Each Movement Phase")
    must = "They comply if they can. " if rules.options.order_enforcement else ""
    note = (
        f"Orders bind units that are in command, not in contact and not Disrupted or worse. {must}The enemy is the "
        "nearest visible unit or marker, else the objective, else the enemy’s edge. No order forces a charge or a "
        "forced "
        f'march. A unit that attacks may stay within {ATTACK_HALT}" of a visible enemy.'
    )
    return Table(title="Orders", columns=columns, rows=rows, rules=cited, look="list", note=note)


def beginning(rules: Rules) -> Table:
    """What both sides do before the first turn.

    Source: SN-ARMY-03, SN-HIDE-01, SN-HIDE-09, SN-MORALE-07, SN-ORDER-01.
    """
    dummies = rules.options.dummy_markers
    more = f" Each side adds {dummies} markers without a unit." if dummies else ""
    rows = (
        Row((ours("Place", "H"), f'In secret both sides put their markers within {DEPLOYMENT}" of their own edges.')),
        Row(
            (
                "Markers",
                f"Every unit begins as a numbered marker, and moves and forms as what it is.{more}",
            )
        ),
        Row(("Level", "The grey box on the roster is the level at which the unit begins.")),
        Row(("Orders", "The C-in-C gives each corps commander one order and an objective.")),
        Row((ours("Objectives", "H"), "They are the towns that the scenario names.")),
    )
    cited = ("SN-ARMY-03", "SN-HIDE-01", "SN-HIDE-08", "SN-HIDE-09", "SN-MORALE-07", "SN-ORDER-01")
    return tabled("Before the battle", ("", ""), rows, cited, look="list")


def formations() -> Table:
    """Width and depth of formations (SN-GEO-02)."""
    whose = {"square": own_unit(needs.FOOT), "battery": own_unit(needs.GUNS)}
    rows = (
        Row((name, ours(f'{wide}" × {deep}"', "H")), whose.get(name, own_unit(*needs.ON_FOOT_OR_HORSE)))
        for name, wide, deep in FOOTPRINTS
    )
    note = "A change of formation keeps the middle of the unit where it is. Units never overlap."
    return tabled("Formations", ("", "wide × deep"), rows, ("SN-GEO-02", "SN-GEO-03", "SN-GEO-07"), note=note)


def hidden(rules: Rules) -> Table:
    """Reveal rolls by distance, and acts that reveal a unit."""
    own, printed = rules.tables.reveal, PRINTED.reveal
    cells = ["certain" if row.needed <= 1 else f"{row.needed}+" for row in own]
    bands = tuple(f'to {row.inches}"' for row in own)
    numbers = tuple(ours(house(cell, a, b), "H") for cell, a, b in zip(cells, own, printed, strict=True))
    automatic = "A unit that fires, charges or is charged is revealed at once. " if rules.options.auto_reveal else ""
    note = (
        f"At the end of its movement each unit may roll once for one marker that it sees. Add "
        f'{number(rules, "reveal_cover")} to the number needed for a marker in woods or town beyond {own[0].inches}". '
        f"A marker needs {REVEALS_NEEDED} successes: the first shows its type, the second the miniatures. {automatic}"
        "Cavalry may roll in mid-move and then move on."
    )
    cited = ("SN-HIDE-02", "SN-HIDE-03", "SN-HIDE-05", "SN-HIDE-06", "SN-HIDE-07")
    return Table(
        title="Reveal a marker",
        columns=("", *bands),
        rows=((f"1D{DIE_SIDES} needs", *numbers),),
        rules=cited,
        note=note,
    )


def pages(rules: Rules) -> tuple[Page, ...]:
    """Moving and fighting on the first page, command and sight on the second."""
    return (Page("Cheat sheet", fighting(rules)), Page("Command and sight", commanding(rules)))


def sheet(rules: Rules) -> tuple[Table, ...]:
    """All tables of the sheet, in order."""
    return (*fighting(rules), *commanding(rules))


def fighting(rules: Rules) -> tuple[Table, ...]:
    """The tables of the first page."""
    tables = (
        _sequence(rules),
        _grades(rules),
        _levels(rules),
        rates(rules),
        manoeuvres(rules),
        dice(rules),
        modifiers(rules),
        charges(rules),
        melee(rules),
        results(rules),
        checks(rules),
    )
    return tuple(noted(table) for table in tables)


def commanding(rules: Rules) -> tuple[Table, ...]:
    """The tables of the second page, with the options that are not the usual ones."""
    tables = (
        beginning(rules),
        command(rules),
        orders(rules),
        hidden(rules),
        formations(),
        sight(),
        _rally(),
        victory(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in tables if table.rows)


def _sequence(rules: Rules) -> Table:
    rows = tuple((str(place), *phase) for place, phase in enumerate(PHASES, start=1))
    note = f"The game ends after turn {rules.options.turn_limit}. {OURS_NOTE}"
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
    columns = ("", "check", "to hit", "to hit as cavalry", "melee")
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
    bars = " ".join(row.may_not for row in rules.tables.levels.values() if row.may_not)
    note = (
        f"{bars} A unit that falls below {rows[-1][0]} is removed. Modifiers of the new level count at once. "
        "Disrupted and Panic are ours."
    )
    columns = ("", "check", "fire", "melee")
    return Table(title="Morale ladder", columns=columns, rows=tuple(rows), rules=cited, note=note)


def _rally() -> Table:
    ceiling = LEVELS[RALLY_CEILING].word
    rows = (
        ("When", "In the Command Phase, First Player first, each unit may try once."),
        ("Who", f'It is below {ceiling}, and no revealed enemy is within {RALLY_CLEAR}".'),
        ("What", f"Roll one check. If it passes, the unit rises one level, to {ceiling} at most."),
    )
    cited = ("SN-MORALE-09", "SN-MORALE-10")
    return Table(title="Rally", columns=("", "What"), rows=rows, rules=cited, look="list")
