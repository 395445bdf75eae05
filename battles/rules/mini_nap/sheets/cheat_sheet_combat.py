"""Tables of the cheat sheet on fire, hand-to-hand combat, break-through and losses."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    Need,
    NoteSentence,
    Row,
    Table,
    fought,
    house,
    own,
    sentences,
    span,
    tabled,
)
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.tables import (
    FORMATIONS,
    MOST_CHARGE_TURN,
    PRINTED,
    REMOVED_AT,
    REMOVED_AT_EXEMPT,
    Act,
    Band,
    FireBonusRow,
    Formation,
    MoveRow,
    Situation,
)


def number(rules: Rules, name: str) -> str:
    """A number of the tables, marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def reach(rules: Rules, act: Act) -> str:
    """A distance that the player chooses: ``12–18`` (MN-MOVE-16)."""
    own = rules.tables.reaches[act]
    return house(span(own.least, own.most), own, PRINTED.reaches[act])


def allowance(own: MoveRow, printed: MoveRow) -> tuple[str, str]:
    """The move and the charge of a row; ``no`` for units that cannot charge."""
    moves = " or ".join(map(str, own.moves))
    charge = "no" if own.charge is None else str(own.charge)
    return house(moves, own.moves, printed.moves), house(charge, own.charge, printed.charge)


_SQUARE: Final = (needs.FOOT, *needs.SQUARES)
_FORMED_FOOT: Final = (needs.FOOT, needs.FORMED)
_MEETING: Final[Mapping[Situation, Need]] = MappingProxyType(
    {
        "impact_square_v_cavalry": fought((needs.FOOT, "form:solid_square"), (needs.HORSE,)),
        "impact_charging_cavalry": fought((needs.HORSE, needs.FORMED)),
        "impact_lancers_v_square": fought(("lancer:yes",), _SQUARE),
        "melee_square_v_cavalry": fought(_SQUARE, (needs.HORSE,)),
        "melee_cavalry_v_foot": fought((needs.HORSE,), (needs.FOOT, needs.GUNS)),
        "melee_formed_v_unformed": fought((needs.FORMED,), (needs.UNFORMED,)),
        "melee_infantry_v_square": fought(_FORMED_FOOT, _SQUARE),
    }
)
_BOUNDS: Final[Mapping[Situation, str]] = MappingProxyType(
    {
        "impact_outflanking": " (not a square)",
        "impact_charging_cavalry": " or counter-charged, formed, not at a square",
        "melee_cavalry_v_foot": " not in square",
        "melee_infantry_v_square": ", formed",
    }
)
"""Limits of a situation, added to its printed words."""


def combat(rules: Rules) -> Table:
    """Sets of dice in both kinds of round.

    Source: MN-HTH-10, MN-HTH-11, MN-HTH-12, MN-HTH-14, MN-HTH-15, MN-HTH-24, MN-HTH-25, MN-HTH-35.
    """
    tables = rules.tables.sets
    rows = []
    for each, row in tables.items():
        kind = "impact" if each.startswith("impact") else "melee"
        words = f"{kind}: {row.word}{_BOUNDS.get(each, '')}"
        rows.append(Row((words, house(row.sets, row.sets, PRINTED.sets[each].sets)), _MEETING.get(each, ALWAYS), kind))
    halves = "melee rounds" if rules.options.hth_advantage_rounds == "melee_only" else "both rounds"
    note = (
        "Fight an impact round, then melee rounds until no enemies are in contact. Each strength point goes at one "
        "enemy in contact. A set is 1 die for each strength point; a die that reaches the QR hits. A feature that the "
        f"enemy defends halves each set ({halves}). A unit without a set rolls no dice. Both sides take losses at the "
        "end of the round. If no enemy is left after impact, the unit breaks through."
    )
    cited = ("MN-HTH-10", "MN-HTH-11", "MN-HTH-12", "MN-HTH-14", "MN-HTH-15", "MN-HTH-24", "MN-HTH-25", "MN-HTH-35")
    return tabled(
        "Hand-to-hand", ("condition", "sets"), rows, (*cited, *(row.rule for row in tables.values())), note=note
    )


def joining(rules: Rules) -> Table:
    """Units that join a combat (MN-HTH-02, MN-HTH-04, MN-HTH-05)."""
    how = (
        f"Units {reach(rules, 'join')} cm away join, after a pivot up to {MOST_CHARGE_TURN}°: active infantry "
        f"must, then "
        "active cavalry and squares may (QR), then the passive side may."
    )
    rows = (Row(("In line, column", how), own(needs.FORMED)),)
    cited = ("MN-HTH-02", "MN-HTH-04", "MN-HTH-05")
    return tabled("Joining in", ("Who", "How"), rows, cited, look="list")


def break_through(rules: Rules) -> Table:
    """Choices after a break-through (MN-BREAK-04, MN-BREAK-05, MN-BREAK-06, MN-BREAK-07, MN-BREAK-08)."""
    hits = rules.tables.break_charge_hits
    mark = house(f"{hits} hit{'s' * (hits != 1)}", hits, PRINTED.break_charge_hits)
    foot, horse = Need(own=frozenset({needs.FOOT})), Need(own=frozenset({needs.HORSE}))
    rows = (
        Row(("rally back, infantry", reach(rules, "rally_back_infantry")), foot),
        Row(("rally back, cavalry", reach(rules, "rally_back_cavalry")), horse),
        Row(("stop and rally", f"pivot up to {MOST_CHARGE_TURN}°"), own(needs.FOOT, needs.HORSE)),
        Row(("rally forward, infantry", reach(rules, "rally_forward_infantry")), foot),
        Row(("rally forward, cavalry", reach(rules, "rally_forward_cavalry")), horse),
        Row(("charge again", f"{mark} first"), own(needs.FOOT, needs.HORSE)),
    )
    note = sentences(
        "The active side acts first.",
        "A disordered unit, or one that the hit removes, does not charge.",
        "A unit that rallies back keeps its facing.",
    )
    cited = ("MN-BREAK-04", "MN-BREAK-05", "MN-BREAK-06", "MN-BREAK-07", "MN-BREAK-08")
    return tabled("Break-through", ("action", "cm"), rows, cited, note=note)


def removed() -> Table:
    """Strength points at which units are removed (MN-LOSS-02, MN-LOSS-03)."""
    rows = (
        Row(("formed units", f"{REMOVED_AT} SP"), own(needs.FORMED)),
        Row(
            ("Guard, unformed, any square", f"{REMOVED_AT_EXEMPT} SP"),
        ),
    )
    return tabled("Removed at", ("", ""), rows, ("MN-LOSS-02", "MN-LOSS-03"))


def retreat(rules: Rules) -> Table:
    """Units that their owner takes out of the battle, and crews that come back (MN-RETREAT-01, MN-REACT-33)."""
    clear = number(rules, "reman_clear")
    rows = [
        Row(
            (
                "Retreat",
                "In your initiative you may take units in command out of the battle, if they have not charged or "
                "fired in it.",
            )
        ),
        Row(
            (
                "Crews",
                "When an initiative of your side ends, a square may man again the battery that it still touches, if no "
                f"enemy unit is within {clear} cm of either.",
            ),
            own(needs.GUNS),
        ),
    ]
    if not rules.options.retreat_from_contact:
        rows.insert(1, Row(("In contact", "A unit that touches an enemy may not retreat.")))
    if rules.options.retreated_units_count_as_losses:
        rows.insert(1, Row(("Losses", "Retreated units count as lost.")))
    cited = ("MN-RETREAT-01", "MN-RETREAT-02", "MN-RETREAT-05", "MN-REACT-33")
    return tabled("Retreat", ("", ""), rows, cited, look="list")


_BANDS: tuple[Band, ...] = ("close", "medium", "long")
_FOOT: tuple[Formation, ...] = ("line", "skirmish_line", "column", "solid_square", "emergency_square")
_DENSE = ("form:column", *needs.SQUARES)


def artillery(rules: Rules) -> Table:
    """Dice of batteries (MN-FIRE-13, MN-FIRE-34, MN-FIRE-35, MN-FIRE-36)."""
    tables = rules.tables
    reaches = [house(f"to {far}", far, PRINTED.battery_range[band]) for band, far in tables.battery_range.items()]
    rows = []
    for weight, row in tables.battery_dice.items():
        printed = PRINTED.battery_dice[weight]
        dice = [(getattr(row, band), getattr(printed, band)) for band in _BANDS]
        need = fought((needs.GUNS, f"weight:{weight}"))
        rows.append(Row((weight, *(house(count, count, basic) for count, basic in dice)), need))
    cited = ("MN-FIRE-13", "MN-FIRE-34", "MN-FIRE-35", "MN-FIRE-36")
    return tabled("Fire: batteries", ("dice, cm", *reaches), rows, cited)


def hits(rules: Rules) -> Table:
    """What the dice of batteries and small arms do (MN-FIRE-40, MN-FIRE-42, MN-FIRE-43, MN-HALVE-01, MN-HALVE-02)."""
    rows = (
        ("Hits", f"Add up the dice of a shot: each full {number(rules, 'sum_per_hit')} is a hit."),
        ("Bonuses", "Those below count for batteries and small arms, before dice are halved."),
        ("Half", "Roll half the dice at an unformed target, half for cover, a quarter for both; round down."),
    )
    cited = ("MN-FIRE-40", "MN-FIRE-42", "MN-FIRE-43", "MN-HALVE-01", "MN-HALVE-02", "MNT-COVER-03")
    return tabled("Fire: all shots", ("", ""), map(Row, rows), cited, look="list")


def small_arms(rules: Rules) -> Table:
    """Dice of small arms, and bonuses to dice.

    Source: MN-FIRE-11, MN-FIRE-30, MN-FIRE-31, MN-FIRE-32, MN-FIRE-33, MN-FIRE-37, MN-FIRE-38, MN-FIRE-39, MN-FIRE-40.
    """
    tables = rules.tables
    far = number(rules, "small_arms_range")
    printed = {row.rule: row.dice for row in PRINTED.fire_bonuses}
    rows = [
        *_by_formation(rules),
        *(
            Row((row.word, house(f"+{row.dice}", row.dice, printed.get(row.rule))), _bonus(row), "firer")
            for row in tables.fire_bonuses
        ),
        Row(
            (
                "target in square or column",
                house(f"+{tables.dense_target_dice[1]}", tables.dense_target_dice, PRINTED.dense_target_dice),
            ),
            fought((), _DENSE),
            "target",
        ),
    ]
    row_rules = [tables.small_arms_dice[each][0] for each in _FOOT] + [row.rule for row in tables.fire_bonuses]
    note = sentences(
        f"Units of the chosen Brigade fire one by one, each at one target; small arms reach {far} cm. Measure from the "
        "nearest point of the firer to the point you aim at. The zone of fire "
        "runs from the two front corners to the point you aim at: no formed unit and no friend may be in it. Cavalry "
        "and units in contact do not fire.",
        "Squares fire from one side.",
    )
    notes = (
        NoteSentence(
            f"{'Others may fire' if rules.options.fire_into_contact else 'Nobody fires'} at enemies in contact."
        ),
        NoteSentence("" if rules.options.charged_units_may_fire else "Units that charged do not fire."),
    )
    cited = (*row_rules, "MN-FIRE-40", "MN-FIRE-11", "MN-FIRE-15", "MN-FIRE-16")
    return tabled("Small arms, bonuses", ("condition", "dice"), rows, cited, note=note, notes=notes)


def _by_formation(rules: Rules) -> Iterator[Row]:
    """Rows of dice by formation; formations with the same dice share one."""
    shared: dict[str, list[Formation]] = {}
    for form in _FOOT:
        dice, printed = rules.tables.small_arms_dice[form][1], PRINTED.small_arms_dice[form][1]
        shared.setdefault(house(dice, dice, printed), []).append(form)
    for text, forms in shared.items():
        words = ", ".join(FORMATIONS[form].word for form in forms).replace("solid square, emergency square", "square")
        yield Row((f"infantry in {words}", text), fought((needs.FOOT, *(f"form:{form}" for form in forms))), "form")


def _bonus(row: FireBonusRow) -> Need:
    """The units that get a bonus: by arm, by nation if it has one, by rating."""
    words = {f"arm:{row.unit_class}", *(f"grade:{each}" for each in row.qualities)}
    return fought(words | ({f"nation:{row.nation}"} if row.nation else set()))


def screen(rules: Rules) -> Table:
    """Fire through enemy units, return fire and suppression.

    Source: MN-FIRE-20, MN-FIRE-21, MN-FIRE-22, MN-FIRE-23, MN-FIRE-50, MN-FIRE-53, MN-FIRE-60, MN-FIRE-61, MN-FIRE-62.
    """
    through = fought((needs.GUNS,), (needs.UNFORMED,))
    rows = (
        Row(("Screen, long", "Batteries ignore it."), through),
        Row(("Screen, medium", "Batteries roll half the dice, at a formed target only."), through),
        Row(("Screen, close", "Nobody fires past it. Small arms never fire past one."), fought((), (needs.UNFORMED,))),
        Row(("Return fire", f"Once per initiative the target and batteries within {number(rules, 'support_distance')} "
             "cm of it fire back; they get a yellow marker."), own(needs.FOOT, needs.GUNS)),
        Row(
            (
                "Suppression",
                "A skirmish line in range of a firing battery suppresses it without a roll: both get a yellow marker. "
                f"With {number(rules, 'suppress_two_from')} strength points or more it suppresses two batteries.",
            ),
            fought((needs.FOOT, "form:skirmish_line"), (needs.GUNS,)),
        ),
    )  # fmt: skip
    cited = (
        "MN-FIRE-20",
        "MN-FIRE-21",
        "MN-FIRE-22",
        "MN-FIRE-23",
        "MN-FIRE-50",
        "MN-FIRE-53",
        "MN-FIRE-60",
        "MN-FIRE-61",
        "MN-FIRE-62",
    )
    return tabled("Screen, answers", ("Case", "What"), rows, cited, look="list")
