"""The cheat sheet of Snaphance: fire, charges, melee, morale and results."""

from typing import Final

from battles.engine.sheets.cheat_pages import (
    OURS,
    NoteSentence,
    Row,
    Table,
    fought,
    house,
    signed,
    tabled,
)
from battles.engine.sheets.cheat_pages import own as own_stand
from battles.rules.snaphance.options import Rules
from battles.rules.snaphance.sheets import needs
from battles.rules.snaphance.sheets.needs import dice, lines, ours, spelled
from battles.rules.snaphance.tables import (
    DIE_SIDES,
    EVADE_FROM,
    HIT_ON,
    MORALE_DISORDERED,
    MORALE_HIT,
    MORALE_LEADER,
    MORALE_LOST,
    MOST_JUMPED,
    MOST_SUPPORT,
    MOVE_AND_FIRE,
    OPPORTUNITY_RANGE,
    PAIR_OF,
    PRINTED,
    PURSUERS,
    PURSUIT,
)


def fire(rules: Rules) -> Table:
    """Dice of firing.

    Source: SH-FIRE-01, SH-FIRE-02, SH-FIRE-03, SH-FIRE-04, SH-FIRE-05, SH-FIRE-06, SH-FIRE-07, SH-FIRE-08, SH-FIRE-09,
    SH-FIRE-10, SH-FIRE-11.
    """
    pairs = "each pair of" if rules.options.double_five_mode == "per_pair" else "two or more"
    rows = dice(rules.tables.fire, PRINTED.fire)
    note = (
        "Roll 1 die for each strength point left, and add the dice of the stand at that range (see Stands). "
        f"Each {HIT_ON} is a hit, and {pairs} {PAIR_OF}s. The target takes one morale test for all hits of a shot. "
        f"Cover is "
        "woods, a town or a defended hexside."
    )
    cited = ("SH-FIRE-01", *(row.rule for row in rules.tables.fire), "SH-DICE-02", "SH-DICE-03", "SH-FIRE-15")
    return tabled("Firing: dice", ("", "dice"), lines(rows), cited, note=note)


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
    return tabled("Move and fire", ("", "dice"), lines(rows), cited, notes=notes, look="list")


def melee(rules: Rules) -> Table:
    """Dice of a melee.

    Source: SH-MELEE-01, SH-MELEE-02, SH-MELEE-03, SH-MELEE-04, SH-MELEE-05, SH-MELEE-06, SH-MELEE-07, SH-PIKE-02,
    SH-SHOT-01.
    """
    rows = list(dice(rules.tables.melee, PRINTED.melee))
    rows.insert(3, ("charging in", "charge bonus"))
    rows.insert(6, ("P&S, Tercio in front", ours("pike bonus", "H")))
    support = (
        "cover or by a combat stand beside it"
        if rules.options.shot_support_rule == "either"
        else "cover and a combat stand together"
    )
    note = (
        "Roll 1 die for each strength point left. Each charge is fought unless its target has fought already; melees "
        "that go on may be. A stand fights once, but may support others. The side with more hits wins; equal hits are "
        "a draw. Support comes from other stands with the enemy in their front hexes, "
        f"{MOST_SUPPORT} at most, but not from Artillery, nor from Skirmishers against combat stands."
    )
    notes = (NoteSentence(f"Shot is supported by {support}.", fought(needs.stands("Shot"))),)
    cited = ("SH-MELEE-01", "SH-MELEE-05", "SH-PIKE-02", *(row.rule for row in rules.tables.melee), "SH-SHOT-01")
    return tabled("Melee: dice", ("", "dice"), lines(rows), cited, note=note, notes=notes)


def charges(rules: Rules) -> Table:
    """Limits of charges, and reactions to them."""
    rows = [
        (
            "How",
            "Name a target in sight and end, or stay, beside it with it in a front hex. Combat stands and Shot go "
            "forward and turn as in a movement. The charge bonus counts in the first round of a stand that changed its "
            "hex.",
        ),
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
        (ours("Never", "H"), "Artillery does not charge; Skirmishers charge only Skirmishers and Artillery."),
    ]
    rows += _reactions(rules)
    cited = (*(f"SH-CHARGE-{place:02}" for place in range(1, 8)), "SH-EVADE-02", "SH-EVADE-03", "SH-OPP-02")
    return tabled("Charges", ("", "What"), lines(rows), cited, look="list")


def _reactions(rules: Rules) -> list[tuple[str, str]]:
    """What the enemy of a charger or mover may do (SH-CHARGE-07, SH-EVADE-02, SH-OPP-02)."""
    rows = []
    if rules.options.defensive_fire:
        rows.append((ours("Defence", "H"), "A stand charged in front may fire once at the charger at range 1."))
    if rules.options.evade:
        rows.append(
            (
                ours("Evade", "H"),
                f"Light Cavalry, Dragoons and Skirmishers may evade a charger that began {EVADE_FROM} hexes away or "
                "more: up to their points, each step farther from it, and no fire in this player turn. It may follow "
                "straight on, or with its one turn, with the points left.",
            )
        )
    if rules.options.opportunity:
        rows.append(
            (
                ours("Opportunity", "H"),
                f"When an enemy enters a hex within {OPPORTUNITY_RANGE} hexes in arc and sight, a stand in order and "
                "not in a melee may take one order test in a player turn. If it passes, it fires at the enemy or turns "
                "one face, or a mounted combat stand charges it if it is mounted or shows flank or rear. Then both "
                "have charged.",
            )
        )
    return rows


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
    disorder = f"; the stand is disordered{OURS}" if rules.options.morale_fail_disorders else ""
    note = (
        f"Roll 1D{DIE_SIDES}. The stand passes at or below its strength points at the start with these modifiers; 1 "
        "always "
        f"passes, {DIE_SIDES} always fails. If it fails, {ours(lost, 'H')}, at most the lowest number that applies"
        f"{disorder}."
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
    note = (
        f"After a draw the melee goes on in the next turn. A winner that pursues rolls 1D{DIE_SIDES} for its hexes; an "
        "attached leader may add or subtract 1 after the roll."
    )
    cited = ("SH-PURSUIT-01", "SH-PURSUIT-02", "SH-MELEE-10", "SH-MELEE-11")
    faces = tuple(str(face) for face in range(1, DIE_SIDES + 1))
    return tabled("Results and pursuit", ("hexes of pursuit", *faces), rows, cited, note=note)


def retreats(rules: Rules) -> Table:
    """How losers retreat and winners follow.

    Source: SH-MELEE-12, SH-MELEE-13, SH-RETREAT-01, SH-RETREAT-02, SH-RETREAT-03, SH-ADV-01, SH-PURSUIT-03,
    SH-PURSUIT-04, SH-PURSUIT-05.
    """
    back, was = rules.tables.retreat, PRINTED.retreat
    foot, mounted = (house(back[who], back[who], was[who]) for who in ("foot", "mounted"))
    rows = [
        Row(
            (
                "Loser",
                f"With its supporters it retreats, foot {foot} and mounted {mounted} hexes, straight away from the "
                f"enemy or "
                "one direction beside that, facing as before and disordered.",
            )
        ),
        Row(
            (
                "Blocked",
                f"It jumps up to {MOST_JUMPED} friends, who are disordered. For each hex that it cannot go it loses 1 "
                "strength point and stays in the melee. Off the map it is lost.",
            )
        ),
        Row(("Artillery", "It is destroyed when it is beaten, unless it stays in a town."), own_stand(needs.GUNS)),
        Row(
            (
                "Pursuit",
                "It goes through the hex left and toward the loser, and ends at the first enemy: that is one more "
                "melee, "
                "without charge bonus or further pursuit." + _defender(rules),
            )
        ),
    ]
    rows += _advances(rules)
    return tabled("Retreat and advance", ("", ""), (_house_rule(row) for row in rows), _RETREATS, look="list")


_RETREATS: Final = (
    *("SH-RETREAT-01", "SH-RETREAT-02", "SH-RETREAT-03", "SH-ADV-01", "SH-MELEE-12", "SH-MELEE-13"),
    *("SH-PURSUIT-03", "SH-PURSUIT-04", "SH-PURSUIT-05"),
)


def _advances(rules: Rules) -> list[Row]:
    """How winners advance and stands break off, by the options (SH-ADV-01, SH-MELEE-13)."""
    rows = []
    if rules.options.advance_after_combat:
        rows.append(Row(("Advance", "A winner in no other melee that does not pursue may enter the hex left.")))
    if rules.options.break_off:
        rows.append(
            Row(
                (
                    "Break off",
                    "In your own turn a stand that did not charge and was not charged may leave its melees: it makes "
                    "the "
                    "whole retreat without dice. An enemy that fought it alone may pursue.",
                )
            )
        )
    return rows


def _defender(rules: Rules) -> str:
    return " A defender that wins may pursue too." if rules.options.defender_may_pursue else ""


def _house_rule(row: Row) -> Row:
    """The row with its name marked as ours."""
    return Row((ours(row.cells[0], "H"), *row.cells[1:]), row.need)
