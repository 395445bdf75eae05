"""An army as text for a forum or a message: no code, depth shown by dots, totals at every formation."""

from collections.abc import Callable
from typing import Final

from armies.exchange.words import TYPE_NAMES
from armies.rules.facts import ARTILLERY, Army, Brigade, Element, Formation, Unit
from armies.rules.nations import nations
from armies.rules.tree import Place, Totals, totals, walk

DOT: Final = "· "


def to_forum(army: Army, points: Callable[[Place], int] | None = None) -> str:
    """``army`` as plain lines that survive the loss of leading spaces.

    Args:
        points: what a unit costs, asked for each unit with its place; then the sums stand at each formation.
    """
    units = [place for place in walk(army) if isinstance(place.element, Unit)]
    costs = {id(place.element): points(place) for place in units} if points else {}
    nation = nations().get(army.nation)
    title = army.name + (f" ({nation.adjective})" if nation else "")
    lines = [title + (f", {army.commander}" if army.commander else "")]
    if when := ", ".join(text for text in (army.battle, army.date, army.place) if text):
        lines.append(when)
    lines += [_sum(army, costs), ""]
    for place in walk(army):
        element = place.element
        told = _unit(element, costs) if isinstance(element, Unit) else _formation(element, costs)
        lines.append(f"{DOT * place.depth}{told}")
    return "\n".join(lines).rstrip() + "\n"


def _formation(formation: Formation, costs: dict[int, int]) -> str:
    facts = [formation.commander] if formation.commander else []
    if not isinstance(formation, Brigade) and formation.throws:
        facts.append(formation.throws[-1].rating)
    who = f" ({', '.join(facts)})" if facts else ""
    return f"{formation.name}{who}: {_sum(formation, costs)}"


def _sum(of: Army | Element, costs: dict[int, int]) -> str:
    whole = totals(of)
    told = _told(whole) or ["no figures"]
    told.append(f"{whole.units} unit" + ("" if whole.units == 1 else "s"))
    if costs:
        told.append(f"{_cost(of, costs):,} points")
    return ", ".join(told)


def _cost(of: Army | Element, costs: dict[int, int]) -> int:
    if isinstance(of, Unit):
        return costs[id(of)]
    return sum(_cost(child, costs) for child in of.children)


def _told(whole: Totals) -> list[str]:
    counts = ((whole.foot, "foot"), (whole.horse, "horse"), (whole.guns, "guns"))
    return [f"{count:,} {what}" for count, what in counts if count]


def _unit(unit: Unit, costs: dict[int, int]) -> str:
    facts = [TYPE_NAMES[unit.type]]
    if unit.guns is not None:
        facts.append(f"{unit.guns} {unit.gun_weight + ' ' if unit.gun_weight else ''}guns")
    if unit.men is not None:
        facts.append(f"{unit.men:,} {'gunners' if unit.type in ARTILLERY else 'men'}")
    facts.append(unit.quality)
    facts += [flag for flag in ("lancer", "irregular", "armoured") if getattr(unit, flag)]
    if costs:
        facts.append(f"{costs[id(unit)]:,} points")
    return f"{unit.name}: {', '.join(facts)}"
