"""A plausible force of a nation and year, of so many strength points or points, drawn from a seed.

The same arguments give the same army. Its regiments, qualities and strengths follow ``armies/data/troops.json``;
every unit is ``derived``: a proposal is no order of battle.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import structs

from armies.building.proposing_chance import Chance
from armies.building.proposing_force import Force
from armies.building.proposing_tree import set_out
from armies.building.proposing_troops import Depot, Worth
from armies.building.refusing import Refused
from armies.rules import easy_napoleonics, mini_nap
from armies.rules.facts import Army, HouseRules, Source, Unit
from armies.rules.nations import nations
from armies.rules.tree import Place
from armies.rules.troops import establishments
from battles.engine.option_spec import OptionValue

Measure = Literal["strength_points", "points"]
"""Strength points of Mini-Nap (MN-SP), or points of Easy Napoleonics, leaders included (EN-COST-01)."""

YEARS: Final = (1792, 1815)
BOUNDS: Final[Mapping[Measure, tuple[int, int]]] = MappingProxyType({"strength_points": (20, 400), "points": (40, 400)})
"""The least and the most that may be asked for."""

MOST_SEED: Final = 100
"""Characters of a seed."""

SOURCE: Final = Source(id="GK", title="General knowledge of the armies of the period", used_for="a proposed force")


def tolerance(target: int) -> int:
    """Strength points by which a proposal may miss its target: 2, or 2 in a hundred.

    Points are never more than the target, and fewer by less than the cheapest unit that could have been added.
    """
    return max(2, target // 50)


def propose(
    nation: str,
    year: int,
    target: int,
    measure: Measure,
    seed: str | int,
    *,
    options: Mapping[str, OptionValue] | None = None,
    house: HouseRules | None = None,
    name: str = "",
) -> Army:
    """A force that keeps to MN-ORG and comes to ``target`` of ``measure`` (``tolerance``).

    Args:
        options: options of the system that ``measure`` belongs to; the army is made with them.
        house: house rules that the army is built under.
        name: the army's name; without it nation and year.

    Raises:
        Refused: an argument that cannot be; ``field`` names it, the text is a sentence for the user.
    """
    _refuse(nation, year, target, measure, seed)
    values = dict(options or {})
    worth, spent = _measured(nation, measure, values, house)
    establishment = establishments()[nation]
    chance = Chance(nation, year, target, measure, seed)
    depot = Depot(establishment, year, chance)
    force = Force(establishment, depot, chance, _once(worth))
    _raise(force, target, spent, measure)
    adjective = nations()[nation].adjective
    system = "easy_napoleonics" if measure == "points" else "mini_nap"
    return Army(
        name=name.strip() or f"{adjective} force, {year}",
        nation=nation,
        sources=(SOURCE,),
        notes=_notes(year, seed, adjective, depot),
        options={system: values} if values else {},
        house=house,
        children=(set_out(force, establishment),),
    )


def _notes(year: int, seed: str | int, adjective: str, depot: Depot) -> tuple[str, ...]:
    said = f"A proposal for {year} from the seed “{seed}”: plausible, but no order of battle."
    if depot.repeated:
        return said, f"So large a force is more than the {adjective} army had: some names come again."
    return (said,)


def years_of(nation: str) -> tuple[tuple[int, int], ...]:
    """The spans of years, first and last, for which a force of the nation can be proposed; none for an unknown one."""
    known = establishments().get(nation)
    return known.years if known else ()


def _refuse(nation: str, year: int, target: int, measure: str, seed: str | int) -> None:
    if nation not in establishments():
        raise Refused("nation", f"{nation[:20] or 'Nothing'} is no nation's code: one of {', '.join(nations())}.")
    if not YEARS[0] <= year <= YEARS[1]:
        raise Refused("year", f"The year is from {YEARS[0]} to {YEARS[1]}, not {_shown(year)}.")
    spans = years_of(nation)
    if not any(first <= year <= last for first, last in spans):
        words = " and ".join(f"from {first} to {last}" for first, last in spans)
        raise Refused("year", f"{nations()[nation].name} had no army of its own in {year}, but {words}.")
    if measure not in BOUNDS:
        raise Refused("measure", f"The measure is one of {', '.join(BOUNDS)}, not {measure[:20]}.")
    least, most = BOUNDS[measure]  # type: ignore[index]
    if not least <= target <= most:
        what = "points" if measure == "points" else "strength points"
        raise Refused("target", f"A proposed force has {least} to {most} {what}, not {_shown(target)}.")
    long = abs(seed) >= 10**MOST_SEED if isinstance(seed, int) else len(seed) > MOST_SEED
    if long or not (isinstance(seed, int) or seed.isprintable()):
        raise Refused("seed", f"A seed has at most {MOST_SEED} characters, all of them ones that can be printed.")


def _shown(number: int) -> str:
    """The number for a sentence; one that has too many digits is not written out."""
    return str(number) if abs(number) < 10**MOST_SEED else f"a number of more than {MOST_SEED} digits"


def _measured(
    nation: str, measure: Measure, values: Mapping[str, OptionValue], house: HouseRules | None
) -> tuple[Worth, int]:
    """What a unit counts, and what is spent before there is one: the leaders' cost."""
    try:
        if measure == "strength_points":
            rules = mini_nap.options(values, house)
            return lambda unit: mini_nap.map_unit(Place(unit, (), nation), rules).points, 0
        points = easy_napoleonics.options(values, house)
    except ValueError as error:
        raise Refused("options", str(error)) from error
    spent = easy_napoleonics.army_cost(Army(name="", nation=nation), points).value

    def cost(unit: Unit) -> int:
        return easy_napoleonics.map_unit(Place(unit, (), nation), points).cost.value

    return cost, spent


def _raise(force: Force, target: int, spent: int, measure: Measure) -> None:
    """Recruit the force and bring it to what is left of ``target``, or refuse."""
    force.raise_for(target - spent)
    if measure == "points":
        force.keep_below(target - spent)
    else:
        force.meet(target, tolerance(target))
    _refuse_missed(force.total + spent, target, measure)


def _once(worth: Worth) -> Worth:
    """``worth``, worked out once for units that differ in their names only."""
    known: dict[Unit, int] = {}

    def of(unit: Unit) -> int:
        nameless = structs.replace(unit, name="")
        if nameless not in known:
            known[nameless] = worth(nameless)
        return known[nameless]

    return of


def _refuse_missed(total: int, target: int, measure: Measure) -> None:
    """Options and house rules can make units so dear that no force comes to the target."""
    missed = total > target if measure == "points" else abs(total - target) > tolerance(target)
    if missed:
        sentence = f"No force of {target} could be found under these options: the nearest has {total}. Ask for more."
        raise Refused("target", sentence)
