"""The table of the cheat sheet on reactions."""

from collections.abc import Iterator

from battles.engine.cheat_sheet import Row, Table, fought, house, tabled
from battles.rules.mini_nap import needs
from battles.rules.mini_nap.cheat_sheet_cells import number, reach
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import MOST_CHARGE_TURN, PRINTED

_CHARGERS = (needs.FOOT, needs.HORSE)
_THROUGH = "charger breaks through"


def reactions(rules: Rules) -> Table:
    """MN-REACT-10 to 73, a row for each."""
    note = "Passive side, once an initiative, no blue marker; each gives blue but standing and a feint."
    known = ("MN-REACT-01", "MN-REACT-10", "MN-REACT-20", "MN-REACT-30", "MN-REACT-40", "MN-REACT-50")
    rows = (*_leaving(rules), *_standing(rules))
    columns = ("", "who", "against", "test", "result")
    return tabled("Reactions", columns, rows, (*known, "MN-REACT-60", "MN-REACT-70"), note=note)


def _leaving(rules: Rules) -> Iterator[Row]:
    """Those that do not wait for the charge."""
    back = f"infantry {reach(rules, 'fall_back_infantry')}, cavalry {reach(rules, 'fall_back_cavalry')} away"
    cells = ("fall back", "skirmish line charged", "any charger", "none", f"{back}; {_THROUGH}")
    yield Row(cells, fought(("form:skirmish_line",), _CHARGERS))
    flight = f"{reach(rules, 'limber_and_flee')} away, no return fire; fail: lost; {_THROUGH}"
    yield Row(
        ("limber and flee", "horse artillery", "infantry", "QR", flight),
        fought(("type:horse_artillery",), (needs.FOOT,)),
    )
    cells = ("flee to square", "guns touching a solid square", "any charger", "none", f"abandoned; {_THROUGH}")
    yield Row(cells, fought((needs.GUNS,), _CHARGERS))


def _standing(rules: Rules) -> Iterator[Row]:
    """Those that meet it."""
    tables, options = rules.tables, rules.options
    limit = {kind: house(far, far, PRINTED.opportunity_limit[kind]) for kind, far in tables.opportunity_limit.items()}
    over, near, hits = (number(rules, name) for name in ("square_charge_over", "square_nearby", "square_failed_hits"))
    square = (needs.FOOT, "form:emergency_square")
    who = f"formed infantry charged, others within {near}"
    failed = f"square; fail when touched by cavalry: {hits} hits"
    cells = ("emergency square", who, f"cavalry from over {over}", "QR", failed)
    yield Row(cells, fought(square, (needs.HORSE,)))
    ride = f"back {reach(rules, 'feint')}, pivot {MOST_CHARGE_TURN}°; fail: fight"
    yield Row(("feint", "active cavalry", "emergency square", "QR", ride), fought((needs.HORSE,), square))
    idle = "idle for the initiative" if options.failed_opportunity_charge_idle else "blue only"
    who = f"formed infantry within {limit['infantry']}, cavalry within {limit['cavalry']}"
    met = f"contact; guns destroyed; fail: {idle}"
    cells = ("opportunity charge", who, "moving enemy; infantry not cavalry", "QR", met)
    yield Row(cells, fought((*_CHARGERS, needs.FORMED)))
    test = "cautious: QR" if options.cautious_counter_charge_tests else "none"
    who = "target of a charge" if options.unformed_may_counter_charge else "formed target of a charge"
    formed = () if options.unformed_may_counter_charge else (needs.FORMED,)
    yield Row(("counter-charge", who, "its charger", test, "contact"), fought((*_CHARGERS, *formed), _CHARGERS))
