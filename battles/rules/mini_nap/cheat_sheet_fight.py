"""The tables of the cheat sheet on hand-to-hand combat, break-through and losses."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.cheat_sheet import ALWAYS, Need, Row, Table, fought, house, own, sentences, tabled
from battles.rules.mini_nap import needs
from battles.rules.mini_nap.cheat_sheet_cells import reach
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    MOST_CHARGE_TURN,
    PRINTED,
    REMOVED_AT,
    REMOVED_AT_EXEMPT,
    Situation,
)

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
        "impact_charging_cavalry": ", formed, not at a square",
        "melee_cavalry_v_foot": " not in square",
        "melee_infantry_v_square": ", formed",
    }
)
"""What bounds a situation, after its printed word."""


def combat(rules: Rules) -> Table:
    """MN-HTH-10 to 35: the sets of both kinds of round."""
    tables = rules.tables.sets
    rows = []
    for each, row in tables.items():
        kind = "impact" if each.startswith("impact") else "melee"
        words = f"{kind}: {row.word}{_BOUNDS.get(each, '')}"
        rows.append(Row((words, house(row.sets, row.sets, PRINTED.sets[each].sets)), _MEETING.get(each, ALWAYS), kind))
    halves = "melee rounds" if rules.options.hth_advantage_rounds == "melee_only" else "both rounds"
    note = (
        f"A set: a die a strength point; QR hits. Ground the enemy defends halves each set ({halves}). None of these "
        "on impact: no dice. Losses at the end of the round. No enemy left after impact: break-through."
    )
    known = ("MN-HTH-10", "MN-HTH-11", "MN-HTH-12", "MN-HTH-14", "MN-HTH-15", "MN-HTH-24", "MN-HTH-25", "MN-HTH-35")
    return tabled("Hand-to-hand", ("Who", "sets"), rows, (*known, *(row.rule for row in tables.values())), note=note)


def joining(rules: Rules) -> Table:
    """MN-HTH-02 to 06."""
    how = (
        f"{reach(rules, 'join')} cm after a pivot to {MOST_CHARGE_TURN}°: active infantry must, then active cavalry, "
        "squares (QR) may; then the passive side's."
    )
    rows = (Row(("In line, column", how), own(needs.FORMED)),)
    known = ("MN-HTH-02", "MN-HTH-04", "MN-HTH-05")
    return tabled("Joining in", ("Who", "How"), rows, known, look="list")


def break_through(rules: Rules) -> Table:
    """MN-BREAK-04 to 08: the four things that it may do."""
    hits = rules.tables.break_charge_hits
    mark = house(f"{hits} hit{'s' * (hits != 1)}", hits, PRINTED.break_charge_hits)
    foot, horse = Need(own=frozenset({needs.FOOT})), Need(own=frozenset({needs.HORSE}))
    rows = (
        Row(("rally back, infantry", reach(rules, "rally_back_infantry")), foot),
        Row(("rally back, cavalry", reach(rules, "rally_back_cavalry")), horse),
        Row(("stop and rally", f"pivot to {MOST_CHARGE_TURN}°"), own(needs.FOOT, needs.HORSE)),
        Row(("rally forward, infantry", reach(rules, "rally_forward_infantry")), foot),
        Row(("rally forward, cavalry", reach(rules, "rally_forward_cavalry")), horse),
        Row(("charge again", f"{mark} first"), own(needs.FOOT, needs.HORSE)),
    )
    note = sentences("No charge if the hit removes it, or disordered.", "Rally back keeps the facing.")
    known = ("MN-BREAK-04", "MN-BREAK-05", "MN-BREAK-06", "MN-BREAK-07", "MN-BREAK-08")
    return tabled("Break-through", ("What", "cm"), rows, known, note=note)


def removed() -> Table:
    """MN-LOSS-02, 03."""
    rows = (
        Row(("formed units", f"{REMOVED_AT} SP"), own(needs.FORMED)),
        Row(
            ("Guard, unformed, any square", f"{REMOVED_AT_EXEMPT} SP"),
        ),
    )
    return tabled("Removed at", ("", ""), rows, ("MN-LOSS-02", "MN-LOSS-03"))
