"""The cheat sheet of Snaphance: tables, with the numbers in force."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

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
from battles.engine.sheets.cheat_pages import own as own_stand
from battles.rules.snaphance.meta import OPTION_SPECS
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.sheets import needs
from battles.rules.snaphance.sheets.needs import spelled
from battles.rules.snaphance.tables import (
    BREAK_PERCENT,
    COMBAT,
    DIE_SIDES,
    DRAW_PERCENT,
    ERAS,
    EVADE_FROM,
    EXTRA_MOVEMENT,
    HIT_ON,
    LEADER_ADDS,
    LEADER_KILLED,
    LEADER_KILLED_DESTROYED,
    MORALE_DISORDERED,
    MORALE_HIT,
    MORALE_LEADER,
    MORALE_LOST,
    MOST_SUPPORT,
    MOVE_AND_FIRE,
    MOVEMENT,
    OPPORTUNITY_RANGE,
    OUT_OF_RANGE,
    PAIR_OF,
    PASSING,
    PRINTED,
    PURSUERS,
    PURSUIT,
    STEPS,
    TERRAIN,
    TOWN,
    Mark,
    ModifierRow,
    ProfileRow,
)


def number(rules: Rules, name: str) -> str:
    """A number of the tables by name, marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, with a mark if it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def dice(rows: tuple[ModifierRow, ...], printed: tuple[ModifierRow, ...]) -> list[tuple[str, str]]:
    """Modifiers by their names in the tables, with signs, in order."""
    return [
        (ours(row.name, row.mark), house(signed(row.dice), row.dice, was.dice))
        for row, was in zip(rows, printed, strict=True)
    ]


def bands(row: ProfileRow) -> str:
    """Hexes and dice, such as ``1: +1, 2: 0``; ``–`` for a stand that cannot fire."""
    near, words = 1, []
    for band in row.fire:
        reach = str(near) if near == band.far else f"{near}–{band.far}"
        words.append(f"{reach}: {signed(band.dice)}")
        near = band.far + 1
    return ", ".join(words) or "–"


def pikes(row: ProfileRow) -> str:
    """Dice of the pike bonus against foot and horse, or ``–``."""
    if row.pike_foot is None or row.pike_horse is None:
        return "–"
    return f"{signed(row.pike_foot)} / {signed(row.pike_horse)}"


def fire(rules: Rules) -> Table:
    """Dice of firing.

    Source: SH-FIRE-01, SH-FIRE-02, SH-FIRE-03, SH-FIRE-04, SH-FIRE-05, SH-FIRE-06, SH-FIRE-07, SH-FIRE-08, SH-FIRE-09,
    SH-FIRE-10, SH-FIRE-11.
    """
    pairs = "each pair of" if rules.options.double_five_mode == "per_pair" else "two or more"
    rows = (("the stand at its range", "strength points + dice"), *dice(rules.tables.fire, PRINTED.fire))
    note = f"Each {HIT_ON} is a hit, and {pairs} {PAIR_OF}s. The target takes one morale test for all hits of a shot."
    cited = ("SH-FIRE-01", *(row.rule for row in rules.tables.fire), "SH-DICE-02", "SH-DICE-03", "SH-FIRE-15")
    return tabled("Firing: dice", ("", "dice"), _lines(rows), cited, note=note)


def moving() -> Table:
    """Firing after movement (section 9.1)."""
    rows = [(who, what) for _, who, what in MOVE_AND_FIRE]
    light = own_stand(*needs.stands("Dragoons", "Light Cavalry", "Skirmishers"))
    notes = (
        NoteSentence(
            "For Dragoons, Light Cavalry and Skirmishers each movement after the first costs one more die.", light
        ),
    )
    cited = (*(rule for rule, _, _ in MOVE_AND_FIRE), "SH-MFIRE-06")
    return tabled("Move and fire", ("", "dice"), _lines(rows), cited, notes=notes, look="list")


def melee(rules: Rules) -> Table:
    """Dice of a melee.

    Source: SH-MELEE-01, SH-MELEE-02, SH-MELEE-03, SH-MELEE-04, SH-MELEE-05, SH-MELEE-06, SH-MELEE-07, SH-PIKE-02,
    SH-SHOT-01.
    """
    rows = [("the stand", "strength points left"), *dice(rules.tables.melee, PRINTED.melee)]
    rows.insert(4, ("charging in", "charge bonus"))
    rows.insert(7, ("P&S, Tercio in front", ours("pike bonus", "H")))
    support = (
        "cover or by a combat stand beside it"
        if rules.options.shot_support_rule == "either"
        else "cover and a combat stand together"
    )
    note = f"The side with more hits wins; equal hits are a draw. At most {MOST_SUPPORT} stands support."
    notes = (NoteSentence(f"Shot is supported by {support}.", fought(needs.stands("Shot"))),)
    cited = ("SH-MELEE-01", "SH-MELEE-05", "SH-PIKE-02", *(row.rule for row in rules.tables.melee), "SH-SHOT-01")
    return tabled("Melee: dice", ("", "dice"), _lines(rows), cited, note=note, notes=notes)


def charges(rules: Rules) -> Table:
    """Limits of charges, and reactions to them."""
    rows = [
        (
            "Foot",
            "It never charges mounted combat stands, except Shot, Dragoons, Pike and P&S in woods and all foot in or "
            "from towns.",
        ),
        (
            "No bonus",
            "Mounted stands have no charge bonus at the front of Pike, P&S and Tercio, nor where terrain says so.",
        ),
        ("Flank, rear", "The target is disordered if the charge began behind its front."),
    ]
    if rules.options.defensive_fire:
        rows.append((ours("Defence", "H"), "A stand charged in front may fire once at the charger at range 1."))
    if rules.options.evade:
        rows.append(
            (
                ours("Evade", "H"),
                f"Light Cavalry, Dragoons and Skirmishers may evade a charger that began {EVADE_FROM} hexes away or "
                "more.",
            )
        )
    if rules.options.opportunity:
        rows.append(
            (
                ours("Opportunity", "H"),
                f"When an enemy enters a hex within {OPPORTUNITY_RANGE} hexes in arc and sight, take an order test. "
                "If it passes, fire "
                "at it or turn one face; mounted combat stands may charge it.",
            )
        )
    cited = ("SH-CHARGE-02", "SH-CHARGE-03", "SH-CHARGE-04", "SH-CHARGE-05", "SH-CHARGE-07", "SH-EVADE-02", "SH-OPP-02")
    return tabled("Charges", ("", "What"), _lines(rows), cited, look="list")


def morale(rules: Rules) -> Table:
    """The morale test, and caps on losses.

    Source: SH-MORALE-01, SH-MORALE-02, SH-MORALE-03, SH-MORALE-04, SH-MORALE-05, SH-MORALE-06, SH-MORALE-07,
    SH-MORALE-08, SH-MORALE-09, SH-MORALE-10.
    """
    adds = (
        ("leader attached", signed(MORALE_LEADER)),
        ("disordered", signed(MORALE_DISORDERED)),
        ("each strength point lost earlier", signed(MORALE_LOST)),
        ("each hit just taken", signed(MORALE_HIT)),
    )
    caps = tuple(
        Row(
            (f"most lost, {spelled(row.name)}", house(row.points, row.points, was.points)), needs.line(row.name), "caps"
        )
        for row, was in zip(rules.tables.caps, PRINTED.caps, strict=True)
    )
    lost = {
        "hits": "lose 1 strength point for each hit",
        "margin": "lose strength points by the margin",
        "fixed_one": "lose 1 strength point",
    }[rules.options.sp_loss_mode]
    note = (
        f"Roll 1D{DIE_SIDES}. The stand passes at or below its strength points at the start with these modifiers; 1 "
        "always "
        f"passes, {DIE_SIDES} always fails. If it fails, {ours(lost, 'H')}, at most the lowest number that applies."
    )
    cited = ("SH-MORALE-01", "SH-MORALE-02", "SH-MORALE-03", "SH-MORALE-04", *(row.rule for row in rules.tables.caps))
    rows = (*(Row(each, group="adds") for each in adds), *caps)
    return tabled("Morale test", ("", ""), rows, cited, note=note)


def results(rules: Rules) -> Table:
    """Retreat and pursuit after a melee (SH-PURSUIT-01)."""
    rows = []
    for who, words in PURSUERS.items():
        own, printed = rules.tables.pursuit[who], PURSUIT[who]
        cells = (house(hexes, hexes, was) for hexes, was in zip(own, printed, strict=True))
        rows.append(Row((words, *cells), needs.line(words)))
    back, was = rules.tables.retreat, PRINTED.retreat
    foot = house(back["foot"], back["foot"], was["foot"])
    mounted = house(back["mounted"], back["mounted"], was["mounted"])
    note = (
        f"The loser and its supporters retreat disordered, foot {foot} and mounted {mounted} hexes. After a draw the "
        "melee "
        f"goes on in the next turn. A winner that pursues rolls 1D{DIE_SIDES} for its hexes; an attached leader adds "
        "or "
        "subtracts 1."
    )
    cited = ("SH-PURSUIT-01", "SH-PURSUIT-02", "SH-MELEE-10", "SH-MELEE-11", "SH-RETREAT-01")
    faces = tuple(str(face) for face in range(1, DIE_SIDES + 1))
    return tabled("Results and pursuit", ("hexes of pursuit", *faces), rows, cited, note=note)


def _lines(rows: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Rows with the stands they are for, without abbreviations."""
    return (Row((spelled(name), value), needs.line(name)) for name, value in rows)


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
    cited = ("SH-ORDER-01", "SH-ORDER-02", "SH-ORDER-03", "SH-ORDER-04", "SH-ORDER-05", "SH-CMD-03", "SH-CMD-04")
    moves = ours(f"{number(rules, 'leader_move')} hexes", "H")
    falls = ours(
        f"Roll 1D{DIE_SIDES} for him when his stand loses strength points: he is killed on {LEADER_KILLED}, or on "
        f"{LEADER_KILLED_DESTROYED}+ if the stand is destroyed",
        "H",
    )
    note = (
        "Take this test for each further movement, to recover from disorder (once, before the stand moves) and for an "
        f"opportunity. A leader moves {moves}. {falls}."
    )
    return tabled("Order test", ("", f"1D{DIE_SIDES}"), rows, cited, note=note)


def movement() -> Table:
    """Costs of movement.

    Source: SH-MOVE-01, SH-MOVE-02, SH-MOVE-03, SH-MOVE-04, SH-MOVE-05, SH-MOVE-06, SH-MOVE-07, SH-MOVE-08, SH-MOVE-09,
    SH-MOVE-10, SH-MOVE-11, SH-MOVE-12, SH-MOVE-13.
    """
    rows = tuple((ours(row.name, row.mark), row.combat, row.shot, row.free) for row in MOVEMENT)
    cited = tuple(row.rule for row in MOVEMENT)
    columns = ("", "combat stand", "Shot", "other stands")
    whose = (ALWAYS, needs.COMBAT_STAND, needs.SHOT_STAND, needs.FREE_STAND)
    note = "A movement may cost as many points as the stand has. To enter an enemy's front hexes ends it."
    return Table(
        title="Movement", columns=columns, rows=rows, rules=(*cited, "SH-ZOC-03"), column_needs=whose, note=note
    )


def passing() -> Table:
    """Interpenetration and displacement of stands."""
    rows = (Row((name, what), needs.line(name)) for _, name, what in PASSING)
    return tabled("Passing", ("", "How"), rows, (rule for rule, _, _ in PASSING), look="list")


def sight() -> Table:
    """The line of sight and who may be fired at.

    Source: SH-LOS-01, SH-LOS-02, SH-LOS-03, SH-LOS-04, SH-LOS-05, SH-FIRE-12.
    """
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
        Row(("Targets", "Any enemy in range, arc and sight that is not in a melee. Stands in a melee do not fire.")),
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
    return Page("Cheat sheet of a draft", fighting(rules)), Page("Ground and stands", reference(rules))


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
    )
    return tuple(noted(table) for table in tables)


def reference(rules: Rules) -> tuple[Table, ...]:
    """The tables of the second page, with the options that are not the usual ones."""
    tables = (
        profiles(rules),
        terrain(),
        town(rules),
        sight(),
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
