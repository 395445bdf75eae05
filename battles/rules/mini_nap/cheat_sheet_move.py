"""The tables of the cheat sheet on movement, charges and reactions."""

from collections.abc import Iterator
from typing import Final

from battles.engine.cheat_sheet import Table, house, sentences
from battles.rules.mini_nap.cheat_sheet_cells import allowance, number, reach
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    DIE_SIDES,
    MOST_CHARGE_TURN,
    PRINTED,
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


def movement(rules: Rules) -> Table:
    """MN-MOVE-01 to 12, with the dice of an extension."""
    rows = [(word, *_row(rules, kind, formation)) for word, kind, formation in _MOVERS]
    rows.append(("artillery prolongs", *allowance(rules.tables.prolong, PRINTED.prolong), ""))
    rows.append(("command stand", *allowance(rules.tables.command_stand_move, PRINTED.command_stand_move), ""))
    note = (
        f"Square: the shorter inch with enemy cavalry within {number(rules, 'inch_near_cavalry')}. One formation "
        f"change, before or after moving; one pivot before, one after, free. About-face or over {MOST_CHARGE_TURN}° in "
        "all: no charge, and a battery no fire. Redeploy: no fire."
    )
    known = (*(f"MN-MOVE-{n:02}" for n in range(1, 13)), "MN-EXTEND-03", "MN-MAN-03", "MN-MAN-04", "MN-TURN-04")
    return Table(
        title="Movement (cm)", columns=("Unit", "Move", "Charge", "Extend"), rows=tuple(rows), rules=known, note=note
    )


def _row(rules: Rules, kind: UnitType, formation: Formation) -> tuple[str, str, str]:
    move, charge = allowance(rules.tables.moves[kind][formation], PRINTED.moves[kind][formation])
    dice = rules.tables.extension_dice.get(kind, 0)  # type: ignore[arg-type]
    printed = PRINTED.extension_dice.get(kind, 0)  # type: ignore[arg-type]
    return move, charge, house(f"{dice}D{DIE_SIDES}", dice, printed) if dice and charge != "no" else ""


_DISTANCES: Final[tuple[tuple[str, tuple[Act, ...]], ...]] = (
    ("side-step, step back (infantry line, skirmish line)", ("side_step",)),
    ("oblique: ahead and aside, each", ("oblique",)),
    ("fall back, infantry / cavalry", ("fall_back_infantry", "fall_back_cavalry")),
    ("limber up and flee", ("limber_and_flee",)),
    ("feint, back", ("feint",)),
    ("join in", ("join",)),
    ("rally back, infantry / cavalry", ("rally_back_infantry", "rally_back_cavalry")),
    ("rally forward, infantry / cavalry", ("rally_forward_infantry", "rally_forward_cavalry")),
    ("Division manoeuvre, enemy near / far", ("division_near", "division_far")),
    ("command stand evades", ("stand_evade",)),
)


def distances(rules: Rules) -> Table:
    """MN-MOVE-16."""
    rows = tuple((what, " / ".join(reach(rules, act) for act in acts)) for what, acts in _DISTANCES)
    return Table(title="Other distances (cm)", columns=("Action", "cm"), rows=rows, rules=("MN-MOVE-16",))


_CHARGERS: Final[tuple[tuple[Charger, str], ...]] = (
    ("formed_infantry", "formed infantry"),
    ("unformed_infantry", "unformed infantry"),
    ("formed_cavalry", "formed cavalry"),
    ("unformed_cavalry", "unformed cavalry"),
)
_TARGETS: Final[tuple[tuple[ChargeTarget, str], ...]] = (
    ("unformed_infantry", "unf. inf."),
    ("formed_infantry", "formed inf."),
    ("unformed_cavalry", "unf. cav."),
    ("formed_cavalry", "formed cav."),
    ("artillery", "artillery"),
)
_ANSWERS: Final = {"yes": "yes", "no": "no", "outflanking": "if it outflanks"}


def charges(rules: Rules) -> Table:
    """MN-CHARGE-09."""
    own, printed = rules.tables.charge_matrix, PRINTED.charge_matrix
    rows = tuple(
        (word, *(house(_ANSWERS[own[row][to]], own[row][to], printed[row][to]) for to, _ in _TARGETS))
        for row, word in _CHARGERS
    )
    note = (
        "Straight ahead into contact with the target alone. Blue marker, square, guns, not in command: no charge. "
        "Extension: test, then exactly the dice, then the charge; fail or too short: blue."
    )
    known = ("MN-CHARGE-03", "MN-CHARGE-04", "MN-CHARGE-07", "MN-CHARGE-09", "MN-CHARGE-12", "MN-EXTEND-05")
    return Table(
        title="Who may charge whom",
        columns=("Charger", *(word for _, word in _TARGETS)),
        rows=rows,
        rules=known,
        note=note,
    )


def reactions(rules: Rules) -> Table:
    """MN-REACT-10 to 73, a row for each."""
    note = "Passive side, once an initiative, no blue marker; each gives blue but standing and a feint."
    known = ("MN-REACT-01", "MN-REACT-10", "MN-REACT-20", "MN-REACT-30", "MN-REACT-40", "MN-REACT-50")
    return Table(
        title="Reactions",
        columns=("Reaction", "Who", "Against", "Test", "Result"),
        rows=tuple(_reactions(rules)),
        rules=(*known, "MN-REACT-60", "MN-REACT-70"),
        note=note,
    )


def _reactions(rules: Rules) -> Iterator[tuple[str, str, str, str, str]]:
    tables, options = rules.tables, rules.options
    limit = {kind: house(far, far, PRINTED.opportunity_limit[kind]) for kind, far in tables.opportunity_limit.items()}
    over, near, hits = (number(rules, name) for name in ("square_charge_over", "square_nearby", "square_failed_hits"))
    bonus = ", ".join(
        house(f"{nation.capitalize()} column +{more}", more, PRINTED.square_test_bonus.get(nation))
        for nation, more in tables.square_test_bonus.items()
        if more
    )
    back = f"infantry {reach(rules, 'fall_back_infantry')}, cavalry {reach(rules, 'fall_back_cavalry')} away"
    through = "charger breaks through"
    yield "fall back", "skirmish line charged", "any charger", "none", f"{back}; {through}"
    flight = f"{reach(rules, 'limber_and_flee')} away, no return fire; fail: lost; {through}"
    yield "limber and flee", "horse artillery", "infantry", "QR", flight
    yield "flee to square", "guns touching a solid square", "any charger", "none", f"abandoned; {through}"
    failed = f"square; fail when touched by cavalry: {hits} hits"
    who = f"formed infantry charged, others within {near}"
    yield "emergency square", who, f"cavalry from over {over}", f"QR; {bonus}" if bonus else "QR", failed
    ride = f"back {reach(rules, 'feint')}, pivot {MOST_CHARGE_TURN}°; fail: fight"
    yield "feint", "active cavalry", "emergency square", "QR", ride
    idle = "idle for the initiative" if options.failed_opportunity_charge_idle else "blue only"
    met = f"contact; guns destroyed; fail: {idle}"
    who = f"formed infantry within {limit['infantry']}, cavalry within {limit['cavalry']}"
    yield "opportunity charge", who, "moving enemy; infantry not cavalry", "QR", met
    test = "cautious: QR" if options.cautious_counter_charge_tests else "none"
    who = "target of a charge" if options.unformed_may_counter_charge else "formed target of a charge"
    yield "counter-charge", who, "its charger", test, "contact"


def division(rules: Rules) -> Table:
    """MN-DIVMAN-02."""
    rows = (
        (f"within {number(rules, 'division_barred')}", "not allowed", ""),
        (
            f"within {number(rules, 'division_far_over')}",
            reach(rules, "division_near"),
            number(rules, "division_stand_off_near"),
        ),
        ("further", reach(rules, "division_far"), number(rules, "division_stand_off_far")),
    )
    note = sentences("Change, pivot or about-face, then straight on; batteries redeploy.", "No charge, no fire.")
    known = ("MN-DIVMAN-01", "MN-DIVMAN-02", "MN-DIVMAN-04", "MN-DIVMAN-08")
    return Table(
        title="Division manoeuvre (cm)",
        columns=("Nearest enemy", "Move", "Keep off"),
        rows=rows,
        rules=known,
        note=note,
    )
