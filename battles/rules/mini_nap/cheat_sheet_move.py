"""The tables of the cheat sheet on movement and charges."""

from typing import Final

from battles.engine.cheat_sheet import Need, Row, Said, Table, fought, house, own, tabled
from battles.rules.mini_nap import needs
from battles.rules.mini_nap.cheat_sheet_cells import allowance, number, reach
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    DIE_SIDES,
    MOST_CHARGE_TURN,
    PRINTED,
    TYPES,
    Act,
    Charger,
    ChargeTarget,
    Formation,
    UnitType,
)

_MOVERS: Final[tuple[tuple[str, UnitType, Formation], ...]] = (
    ("infantry line", "line_infantry", "line"),
    ("infantry column", "line_infantry", "column"),
    ("solid square (inch)", "line_infantry", "solid_square"),
    ("light infantry skirmish line", "light_infantry", "skirmish_line"),
    ("heavy cavalry", "heavy_cavalry", "line"),
    ("medium cavalry", "medium_cavalry", "line"),
    ("light cavalry", "light_cavalry", "line"),
    ("light cavalry skirmish line", "light_cavalry", "skirmish_line"),
    ("foot artillery redeploys", "foot_artillery", "battery"),
    ("horse artillery redeploys", "horse_artillery", "battery"),
)
_FOOT: Final = own(needs.FOOT)
_HORSE: Final = own(needs.HORSE)
_GUNS: Final = own(needs.GUNS)
_ASIDE: Final = own(needs.FOOT, "form:line", "form:skirmish_line")


def movement(rules: Rules) -> Table:
    """MN-MOVE-01 to 12, with the dice of an extension."""
    rows = [
        Row((word, *_row(rules, kind, formation)), _mover(kind, formation), TYPES[kind].unit_class)
        for word, kind, formation in _MOVERS
    ]
    prolong = allowance(rules.tables.prolong, PRINTED.prolong)
    stand = allowance(rules.tables.command_stand_move, PRINTED.command_stand_move)
    rows += [Row(("artillery prolongs", *prolong, ""), _GUNS, "artillery"), Row(("command stand", *stand, ""))]
    known = (*(f"MN-MOVE-{n:02}" for n in range(1, 13)), "MN-EXTEND-03")
    return tabled("Movement", ("cm", "move", "charge", "extend"), rows, known)


def _mover(kind: UnitType, formation: Formation) -> Need:
    """A row for infantry is for all of it; others are for their type."""
    if kind == "line_infantry":
        return own(needs.FOOT, f"form:{formation}")
    return own(f"type:{kind}", f"form:{formation}")


def _row(rules: Rules, kind: UnitType, formation: Formation) -> tuple[str, str, str]:
    row = rules.tables.moves[kind][formation]
    move, charge = allowance(row, PRINTED.moves[kind][formation])
    dice = rules.tables.extension_dice.get(kind)  # type: ignore[arg-type]
    printed = PRINTED.extension_dice.get(kind)  # type: ignore[arg-type]
    return move, charge, house(f"{dice}D{DIE_SIDES}", dice, printed) if dice and row.charge is not None else ""


def manoeuvre(rules: Rules) -> Table:
    """MN-MAN-03, 04, MN-TURN-04 and what a square's inch is."""
    rows = (
        Row(("Once", "one formation change, before or after moving; a pivot before and one after, free.")),
        Row(("Turned", f"about-face or over {MOST_CHARGE_TURN}° in all: no charge."), own(needs.FOOT, needs.HORSE)),
        Row(("Guns", "so turned do not fire, nor after a redeploy."), _GUNS),
        Row(("Aside", "oblique, side-step, step back: infantry in line or skirmish line."), _ASIDE),
        Row(
            ("Square", f"the shorter inch with enemy cavalry within {number(rules, 'inch_near_cavalry')}."),
            Need(acts=frozenset({needs.HORSE}), upon=frozenset({needs.FOOT, "form:solid_square"})),
        ),
    )
    known = ("MN-MAN-03", "MN-MAN-04", "MN-TURN-04", "MN-MOVE-03", "MN-SIDE-01", "MN-BACK-01", "MN-OBLIQUE-01")
    return tabled("Manoeuvre", ("What", "How"), rows, known, look="list")


_DISTANCES: Final[tuple[tuple[str, tuple[Act, ...], Need], ...]] = (
    ("side-step, step back", ("side_step", "step_back"), _ASIDE),
    ("oblique, ahead and aside each", ("oblique",), _ASIDE),
    ("command stand evades", ("stand_evade",), Need()),
)


def distances(rules: Rules) -> Table:
    """Lines of MN-MOVE-16 that stand nowhere else: the others are with reactions, joining in and break-through.

    Two acts with one distance share it.
    """
    told = {what: dict.fromkeys(reach(rules, act) for act in acts) for what, acts, _ in _DISTANCES}
    rows = (Row((what, " / ".join(told[what])), need) for what, _, need in _DISTANCES)
    return tabled("Other distances", ("", "cm"), rows, ("MN-MOVE-16",))


_CHARGERS: Final[tuple[tuple[Charger, str], ...]] = (
    ("formed_infantry", "formed inf."),
    ("unformed_infantry", "unformed inf."),
    ("formed_cavalry", "formed cav."),
    ("unformed_cavalry", "unformed cav."),
)
_TARGETS: Final[tuple[tuple[ChargeTarget, str], ...]] = (
    ("unformed_infantry", "unf. inf."),
    ("formed_infantry", "f’d inf."),
    ("unformed_cavalry", "unf. cav."),
    ("formed_cavalry", "f’d cav."),
    ("artillery", "guns"),
)
_ANSWERS: Final = {"yes": "yes", "no": "no", "outflanking": "flank"}


def charges(rules: Rules) -> Table:
    """MN-CHARGE-09."""
    matrix, printed = rules.tables.charge_matrix, PRINTED.charge_matrix
    rows = (
        Row(
            (word, *(house(_ANSWERS[matrix[row][to]], matrix[row][to], printed[row][to]) for to, _ in _TARGETS)),
            _charger(row),
        )
        for row, word in _CHARGERS
    )
    note = (
        "Flank: only if it outflanks. Straight into contact with the target alone. Never with a blue marker, in "
        "square, out of command."
    )
    notes = (Said("Extension: test, then exactly the dice; fail or too short: blue."),)
    known = ("MN-CHARGE-03", "MN-CHARGE-04", "MN-CHARGE-07", "MN-CHARGE-09", "MN-CHARGE-12", "MN-EXTEND-05")
    columns = ("", *(word for _, word in _TARGETS))
    return tabled("Who may charge whom", columns, rows, known, note=note, notes=notes)


def _charger(row: str) -> Need:
    """Either side's charge is a matter for both."""
    state, _, arm = row.partition("_")
    return fought((f"arm:{arm}", f"state:{state}"))


def division(rules: Rules) -> Table:
    """MN-DIVMAN-02."""
    rows = (
        (f"within {number(rules, 'division_barred')}", "none", ""),
        (
            f"within {number(rules, 'division_far_over')}",
            reach(rules, "division_near"),
            number(rules, "division_stand_off_near"),
        ),
        ("further", reach(rules, "division_far"), number(rules, "division_stand_off_far")),
    )
    note = "Change, pivot or about-face, then straight on. No charge, no fire."
    known = ("MN-DIVMAN-01", "MN-DIVMAN-02", "MN-DIVMAN-04", "MN-DIVMAN-08")
    columns = ("enemy, cm", "move", "keep off")
    need, notes = own(needs.DIVISION), (Said("Batteries redeploy.", _GUNS),)
    return tabled("Division manoeuvre", columns, (Row(cells, need) for cells in rows), known, note=note, notes=notes)
