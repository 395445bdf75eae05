"""The tables of the cheat sheet on fire, hand-to-hand combat and break-through."""

from battles.engine.cheat_sheet import Table, house, sentences
from battles.rules.mini_nap.cheat_sheet_cells import number, reach
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    DIE_SIDES,
    FORMATIONS,
    MOST_CHARGE_TURN,
    PRINTED,
    REMOVED_AT,
    REMOVED_AT_EXEMPT,
    Formation,
    Situation,
)

_FOOT: tuple[Formation, ...] = ("line", "skirmish_line", "column", "solid_square", "emergency_square")


def fire(rules: Rules) -> Table:
    """MN-FIRE-13, 30 to 44."""
    own = rules.tables
    reaches = {band: house(f"to {far}", far, PRINTED.battery_range[band]) for band, far in own.battery_range.items()}
    guns = []
    for weight, row in own.battery_dice.items():
        printed = PRINTED.battery_dice[weight]
        dice = [(getattr(row, band), getattr(printed, band)) for band in ("close", "medium", "long")]
        guns.append((f"{weight} battery", *(house(n, n, known) for n, known in dice)))
    rows = (*guns, ("unformed screen", "no shot", "half, formed target only", "ignored"))
    note = (
        f"Add the dice up: a hit for each {number(rules, 'sum_per_hit')} of the sum, one strength point. Half dice at "
        "an unformed target or for cover, a quarter for both; fractions dropped; no die, no shot."
    )
    columns = ("Artillery", *(f"{band} {reaches[band]}" for band in ("close", "medium", "long")))
    known = ("MN-FIRE-13", "MN-FIRE-20", "MN-FIRE-21", "MN-FIRE-22", "MN-FIRE-23", "MN-FIRE-34", "MN-FIRE-35")
    more = ("MN-FIRE-36", "MN-FIRE-42", "MN-FIRE-43", "MN-HALVE-01", "MNT-COVER-03")
    return Table(title="Fire: artillery dice (cm)", columns=columns, rows=rows, rules=(*known, *more), note=note)


def small_arms(rules: Rules) -> Table:
    """MN-FIRE-30 to 33, 37 to 40, 50 to 62."""
    own = rules.tables
    dice = [(FORMATIONS[each].word, own.small_arms_dice[each][1], PRINTED.small_arms_dice[each][1]) for each in _FOOT]
    printed = {row.rule: row.dice for row in PRINTED.fire_bonuses}
    rows = (
        *((f"infantry in {word}", house(n, n, known)) for word, n, known in dice),
        *((row.word, house(f"+{row.dice}", row.dice, printed.get(row.rule))) for row in own.fire_bonuses),
        (
            "target in square or column",
            house(f"+{own.dense_target_dice[1]}", own.dense_target_dice, PRINTED.dense_target_dice),
        ),
    )
    note = sentences(
        f"Small arms to {number(rules, 'small_arms_range')} cm. Nothing formed and no friend in the zone of fire; "
        "squares fire from one face. Return fire once an initiative: the target, and batteries within "
        f"{number(rules, 'support_distance')}. Skirmishers suppress one battery, two with "
        f"{number(rules, 'suppress_two_from')} points; both yellow.",
        "" if rules.options.fire_into_contact else "No fire at enemies in contact.",
        "" if rules.options.charged_units_may_fire else "Who charged does not fire.",
    )
    cited = tuple(
        dict.fromkeys([*(own.small_arms_dice[each][0] for each in _FOOT), *(row.rule for row in own.fire_bonuses)])
    )
    known = ("MN-FIRE-11", "MN-FIRE-15", "MN-FIRE-50", "MN-FIRE-53", "MN-FIRE-60", "MN-FIRE-61")
    return Table(
        title="Fire: small arms and bonuses",
        columns=("What", "Dice"),
        rows=rows,
        rules=(*cited, "MN-FIRE-40", *known),
        note=note,
    )


def combat(rules: Rules) -> Table:
    """MN-HTH-20 to 33: the sets of both kinds of round."""
    own = rules.tables.sets
    rows = []
    for each, row in own.items():
        kind = "impact" if each.startswith("impact") else "melee"
        rows.append((kind, _what(each, row.word), house(row.sets, row.sets, PRINTED.sets[each].sets)))
    halves = "melee rounds" if rules.options.hth_advantage_rounds == "melee_only" else "both"
    note = (
        "A set is a die for each strength point put on that enemy; a hit on the unit's QR. Ground that the enemy "
        f"defends halves each set ({halves}). Losses at the end of the round. No enemy left after impact: "
        "break-through. No dice at all in a melee round: one a set."
    )
    known = ("MN-HTH-10", "MN-HTH-11", "MN-HTH-12", "MN-HTH-14", "MN-HTH-15", "MN-HTH-25", "MN-HTH-35")
    cited = tuple(dict.fromkeys(row.rule for row in own.values()))
    return Table(
        title="Hand-to-hand: sets",
        columns=("Round", "Who", "Sets"),
        rows=tuple(rows),
        rules=(*known, *cited),
        note=note,
    )


def _what(situation: Situation, word: str) -> str:
    """A situation as the sheet has it: the printed word, and what bounds it."""
    more = {
        "impact_outflanking": " (not a square)",
        "impact_charging_cavalry": ", formed, not at a square",
        "melee_cavalry_v_foot": " not in square",
        "melee_infantry_v_square": ", formed",
    }
    return word + more.get(situation, "")


def joining(rules: Rules) -> Table:
    """MN-HTH-02 to 06, MN-BREAK-04 to 08, MN-LOSS-02, 03."""
    hits = rules.tables.break_charge_hits
    mark = house(f"{hits} hit{'s' * (hits != 1)}", hits, PRINTED.break_charge_hits)
    back = f"infantry {reach(rules, 'rally_back_infantry')}, cavalry {reach(rules, 'rally_back_cavalry')}"
    ahead = f"infantry {reach(rules, 'rally_forward_infantry')}, cavalry {reach(rules, 'rally_forward_cavalry')}"
    rows = (
        (
            "join in",
            f"formed, line or column, {reach(rules, 'join')} cm after a pivot to {MOST_CHARGE_TURN}°; active "
            "infantry must; then active cavalry, squares (QR); passive the same",
        ),
        ("rally back", f"{back}, facing kept"),
        ("stop and rally", f"pivot to {MOST_CHARGE_TURN}°"),
        ("rally forward", ahead),
        ("charge again", f"{mark} first; not if that removes it, or disordered"),
        ("removed at", f"{REMOVED_AT} point; Guard, unformed and squares at {REMOVED_AT_EXEMPT}"),
    )
    known = ("MN-HTH-02", "MN-HTH-04", "MN-HTH-05", "MN-BREAK-05", "MN-BREAK-06", "MN-BREAK-07", "MN-BREAK-08")
    return Table(
        title="Joining in, break-through, losses",
        columns=("What", "How"),
        rows=rows,
        rules=(*known, "MN-LOSS-02", "MN-LOSS-03"),
    )


def quality(rules: Rules) -> Table:
    """MN-RATE-01 to 07."""
    own = rules.tables.qualities
    needed = (house(f"{row.needed}+", row.needed, PRINTED.qualities[each].needed) for each, row in own.items())
    note = (
        "For: extension, limber and flee, emergency square, feint, opportunity charge, breaking out of square, a "
        "cautious unit's charge, fire without command, and each die hand to hand."
    )
    return Table(
        title=f"Quality (D{DIE_SIDES})",
        columns=("", *(row.word for row in own.values())),
        rows=(("QR", *needed),),
        rules=(*(row.rule for row in own.values()), "MN-RATE-07"),
        note=note,
    )
