"""The cheat sheet of Snaphance: tables, with the numbers in force."""

from typing import Final

from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    OURS_NOTE,
    Need,
    Page,
    Row,
    Table,
    chosen,
    ground,
    house,
    noted,
    signed,
    tabled,
)
from battles.engine.sheets.cheat_pages import own as own_stand
from battles.rules.snaphance.meta import OPTION_SPECS
from battles.rules.snaphance.options import Rules
from battles.rules.snaphance.sheets import needs
from battles.rules.snaphance.sheets.cheat_sheet_combat import charges, fire, melee, morale, moving, results, retreats
from battles.rules.snaphance.sheets.needs import bands, number, ours, pikes
from battles.rules.snaphance.tables import (
    BREAK_PERCENT,
    COMBAT,
    DEPLOYMENT_ROWS,
    DIE_SIDES,
    DRAW_PERCENT,
    ERAS,
    EXTRA_MOVEMENT,
    FIELD,
    FIRE_DEGREES,
    LEADER_ADDS,
    LEADER_KILLED,
    LEADER_KILLED_DESTROYED,
    MOST_RANKS,
    MOVEMENT,
    OUT_OF_RANGE,
    PASSING,
    PRINTED,
    STEPS,
    TERRAIN,
    TOWN,
)


def terrain() -> Table:
    """Effects of terrain (section 12)."""
    rows = (Row((row.word, row.enter, row.recover, row.charge, row.dice), needs.line(row.word)) for row in TERRAIN)
    columns = ("", "entering", "recover", "charge bonus, depth", "melee dice")
    note = "Gendarmes are as Lancers, Swiss Pike as Pike, Tercio as P&S."
    cited = (*(row.rule for row in TERRAIN), "SH-RULING-15")
    return tabled("Terrain", columns, rows, cited, note=note)


def town(rules: Rules) -> Table:
    """Melee in towns (section 13); one row if the option makes towns impassable."""
    cited = ("SH-TOWN-01", "SH-TOWN-02", "SH-TOWN-03", "SH-TOWN-08", "SH-TOWN-09", "SH-TOWN-10")
    columns = ("", "attacks it, dice", "defends or attacks out, dice")
    town_ground = frozenset({"ground:town"})
    if rules.options.town_mode == "impassable":
        row = Row(("every stand", "impassable", "impassable"), Need(ground=town_ground))
        return tabled("Town", columns, (row,), cited)
    rows = (Row((row.word, row.attack, row.defend), replace(needs.line(row.word), ground=town_ground)) for row in TOWN)
    note = (
        "There is no charge bonus, and none for flank or rear. A beaten stand may stay if it loses 1 strength point "
        "more. "
        "Mounted combat stands, Pike and P&S halt when they enter and are disordered."
    )
    return tabled("Town", columns, rows, cited, note=note)


def profiles(rules: Rules) -> Table:
    """Every type of stand with its values, all ours (SH-STAND-02)."""
    rows = []
    for code, own in rules.tables.profiles.items():
        printed = PRINTED.profiles[code]
        charge = "none" if own.charge is None else signed(own.charge)
        cells = (
            code,
            own.word,
            "combat" if own.kind in COMBAT else "support",
            ", ".join(era if era != "60" else "1660+" for era in own.eras),
            house(own.points, own.points, printed.points),
            house(own.moves, own.moves, printed.moves),
            house(charge, own.charge, printed.charge),
            house(bands(own), own.fire, printed.fire),
            house(pikes(own), (own.pike_foot, own.pike_horse), (printed.pike_foot, printed.pike_horse)),
            str(own.depth),
            own.other,
        )
        rows.append(Row(cells, own_stand(f"code:{code}")))
    cited = ("SH-STAND-02", "SH-STAND-03", "SH-STAND-04", "SH-STAND-07", "SH-STAND-08")
    eras = ", ".join(f"{key if key != '60' else '1660+'} {words}" for key, words in ERAS.items())
    note = (
        f"All values are ours: the army lists are not available. Eras: {eras}. Moves are hexes or movement points; "
        "charge, "
        "fire and pikes are dice that are added to the strength points. P&S are pikes and shot."
    )
    return tabled("Stands", _STANDS, rows, cited, note=note)


_STANDS: Final = (
    "code",
    "stand",
    "kind",
    "era",
    "strength",
    "moves",
    "charge",
    "dice at hexes",
    "pikes foot / horse",
    "depth",
    "",
)


def orders(rules: Rules) -> Table:
    """Order tests and leaders (SH-ORDER-01, SH-ORDER-02, SH-ORDER-03, SH-ORDER-04, SH-ORDER-05)."""
    away = number(rules, "leader_range")
    rows = (
        *(
            Row(
                (f"class {each} needs", house(f"{least}+", least, PRINTED.order_need[each])), own_stand(f"class:{each}")
            )
            for each, least in rules.tables.order_need.items()
        ),
        Row(("leader attached", signed(LEADER_ADDS)), group="adds"),
        Row((f"over {away} hexes from its leader, or leader dead", signed(OUT_OF_RANGE)), group="adds"),
        Row(("each movement after the first", signed(EXTRA_MOVEMENT)), group="adds"),
    )
    cited = (
        "SH-ORDER-01",
        "SH-ORDER-02",
        "SH-ORDER-03",
        "SH-ORDER-04",
        "SH-ORDER-05",
        "SH-ORDER-07",
        *(f"SH-CMD-{place:02}" for place in range(3, 7)),
    )
    return tabled("Order test", ("", f"1D{DIE_SIDES}"), rows, cited, note=_order_note(rules))


def _order_note(rules: Rules) -> str:
    """When the test is taken, and how leaders move, lead and fall."""
    recovery = (
        "once, before the stand moves and not in a melee"
        if rules.options.recovery_timing == "before_first_movement"
        else "once; the try is a movement"
    )
    general = " The general leads every stand of the side." if rules.options.general_counts_for_all else ""
    moves = ours(f"{number(rules, 'leader_move')} hexes", "H")
    falls = ours(
        f"Roll 1D{DIE_SIDES} when that stand loses strength points: the leader is killed on {LEADER_KILLED}, or on "
        f"{LEADER_KILLED_DESTROYED}+ if the stand is destroyed",
        "H",
    )
    return (
        f"Take this test for each further movement, to recover from disorder ({recovery}) and for an opportunity. A "
        "failed test ends the movements of the stand; after a failed recovery it still makes its first. A leader moves "
        f"{moves}, is attached in the hex of a stand and moves with it. {falls}. A lone leader is killed by an enemy "
        f"that enters the hex.{general}"
    )


def movement() -> Table:
    """Costs of movement.

    Source: SH-MOVE-01, SH-MOVE-02, SH-MOVE-03, SH-MOVE-04, SH-MOVE-05, SH-MOVE-06, SH-MOVE-07, SH-MOVE-08, SH-MOVE-09,
    SH-MOVE-10, SH-MOVE-11, SH-MOVE-12, SH-MOVE-13.
    """
    rows = tuple((ours(row.name, row.mark), row.combat, row.shot, row.free) for row in MOVEMENT)
    cited = tuple(row.rule for row in MOVEMENT)
    columns = ("", "combat stand", "Shot", "other stands")
    whose = (ALWAYS, needs.COMBAT_STAND, needs.SHOT_STAND, needs.FREE_STAND)
    note = (
        "Each stand or block is activated once, in any order. A movement may cost as many points as the stand has. A "
        "stand "
        "in a melee does not move. One stand fits in a hex; a gun that only turns has not moved."
    )
    return Table(
        title="Movement",
        columns=columns,
        rows=rows,
        rules=(*cited, "SH-TURN-04", "SH-STAND-06", "SH-MOVE-14", "SH-MOVE-16"),
        column_needs=whose,
        note=note,
    )


def passing() -> Table:
    """Interpenetration and displacement of stands."""
    rows = (Row((name, what), needs.line(name)) for _, name, what in PASSING)
    return tabled("Passing", ("", "How"), rows, (rule for rule, _, _ in PASSING), look="list")


def beginning(rules: Rules) -> Table:
    """What both sides do before the first turn, on the standard field (SH-ARMY-03, SH-TURN-02)."""
    first = (
        "The attacker of the scenario is First player of the whole game."
        if rules.options.first_player_mode == "scenario"
        else "Each turn both roll one die; the higher chooses who is First player, in a tie the last one."
    )
    wide, deep = FIELD
    rows = (
        ("First player", first),
        (
            "Field",
            f"It has {wide} columns and {deep} rows. The Second player sets up a hill of 4–7 hexes, a wood of 3–5, and "
            f"a "
            "stream or two fields; the First player takes a side.",
        ),
        ("Deploy", f"The Second player deploys first. Each side has the {DEPLOYMENT_ROWS} rows at its edge."),
    )
    marked = (Row((ours(name, "H"), words)) for name, words in rows)
    return tabled("Before the battle", ("", ""), marked, ("SH-TURN-02", "SH-ARMY-03"), look="list")


def facing() -> Table:
    """The hexes around a stand, which faces a hexside (SH-HEX-01, SH-HEX-03)."""
    rows = (
        ("front", ""),
        ("front", "oblique"),
        ("flank", ""),
        ("rear", ""),
        ("flank", ""),
        ("front", "oblique"),
    )
    return tabled("Facing", ("", ""), map(Row, rows), ("SH-HEX-01", "SH-HEX-03"), look="hexes")


def zones() -> Table:
    """Hexes in front of enemies, blocks, and the front of a stand.

    Source: SH-HEX-04, SH-HEX-05, SH-ZOC-02, SH-ZOC-03, SH-ZOC-04, SH-BLOCK-01, SH-BLOCK-02, SH-BLOCK-03, SH-BLOCK-04.
    """
    rows = (
        Row(("Behind the front", "A hex behind the line through the stand, across its facing. A level hex is not.")),
        Row((ours("Arc of fire", "H"), f"{FIRE_DEGREES}° to each side of straight ahead.")),
        Row(
            (
                ours("Enemy’s front hexes", "H"),
                "To enter one ends a movement; Skirmishers and Artillery have none. A movement that begins in one is a "
                "turn, a charge at that enemy, or leaves them. Skirmishers and Light Cavalry may begin as they like.",
            )
        ),
        *_block_rows(),
    )
    cited = (
        *("SH-HEX-04", "SH-HEX-05"),
        *(f"SH-ZOC-{place:02}" for place in range(2, 5)),
        *(f"SH-BLOCK-{place:02}" for place in range(1, 5)),
    )
    return tabled("Front, rear and blocks", ("", ""), rows, cited, look="list")


def _block_rows() -> tuple[Row, ...]:
    """How the ranks of a block move and fight."""
    block = own_stand(needs.BLOCK)
    return (
        Row(
            (
                "Block",
                f"Up to {MOST_RANKS} ranks of one type, one behind the other. The first rank moves and fights, tests "
                f"and "
                "loses strength points; the others follow into the hexes behind it. Without points it is removed and "
                "the "
                "next steps forward. Fire into the rear hits the last rank.",
            ),
            block,
        ),
        Row(
            (
                "Shared",
                "Disorder, melee and leader count for the whole block. Where one rank cannot go, the block cannot.",
            ),
            block,
        ),
    )


def sight(rules: Rules) -> Table:
    """The line of sight and who may be fired at.

    Source: SH-LOS-01, SH-LOS-02, SH-LOS-03, SH-LOS-04, SH-LOS-05, SH-FIRE-12.
    """
    defence = ", except in defence" if rules.options.defensive_fire else ""
    rows = (
        Row(("Line", "It goes between the middles of two hexes. Woods, towns and stands between block it.")),
        Row(
            (
                "Over stands",
                "Artillery on a higher hex fires over stands, and a second rank of Pistols over the first.",
            ),
            own_stand(needs.GUNS, *needs.stands("Pistols")),
        ),
        Row(
            ("Hills", "From the flat you see a hill as far as its edge. Only a stand on the edge sees off it."),
            ground("ground:hill"),
        ),
        Row(
            (
                "Targets",
                f"Any enemy in range, arc and sight that is not in a melee. Stands in a melee do not fire{defence}.",
            )
        ),
    )
    cited = ("SH-LOS-01", "SH-LOS-02", "SH-LOS-03", "SH-LOS-04", "SH-LOS-05", "SH-FIRE-12")
    return tabled("Sight", ("", ""), rows, cited, look="list")


def victory(rules: Rules) -> Table:
    """When a side is broken, and who wins at the end (SH-WIN-01, SH-WIN-02)."""
    rows = (
        Row(
            (
                "Broken",
                f"A side is broken when stands worth {BREAK_PERCENT} per cent of its strength points are lost. The "
                "other wins.",
            )
        ),
        Row(
            (
                "End",
                f"After turn {rules.options.turn_limit} the side that lost the smaller per cent wins. Less than "
                f"{DRAW_PERCENT} per cent apart is a draw.",
            )
        ),
    )
    return tabled("Victory", ("", ""), rows, ("SH-WIN-01", "SH-WIN-02"), look="list")


def pages(rules: Rules) -> tuple[Page, ...]:
    """Moving and fighting on the first page; terrain, sight, victory and stands on the second."""
    return Page("Cheat sheet", fighting(rules)), Page("Ground and stands", reference(rules))


def fighting(rules: Rules) -> tuple[Table, ...]:
    """The tables of the first page, in order."""
    tables = (
        _sequence(rules),
        orders(rules),
        movement(),
        passing(),
        fire(rules),
        moving(),
        melee(rules),
        charges(rules),
        morale(rules),
        results(rules),
        retreats(rules),
    )
    return tuple(noted(table) for table in tables)


def reference(rules: Rules) -> tuple[Table, ...]:
    """The tables of the second page, with the options that are not the usual ones."""
    tables = (
        beginning(rules),
        facing(),
        zones(),
        profiles(rules),
        terrain(),
        town(rules),
        sight(rules),
        victory(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in tables if table.rows)


def _sequence(rules: Rules) -> Table:
    rows = tuple((str(place), *step) for place, step in enumerate(STEPS, start=1))
    note = (
        f"In each turn the first player has a player turn, then the second. The game has {rules.options.turn_limit} "
        "turns. "
        f"The steps are ours. {OURS_NOTE}"
    )
    cited = ("SH-TURN-01", "SH-TURN-03", "SH-TURN-04", "SH-TURN-05")
    return Table(title="Player turn", columns=("", "Step", "What"), rows=rows, rules=cited, note=note, look="steps")
