"""Propose a plausible force of a nation, year and size, from a seed."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import structs

from armies.building.element_tree import Refused
from armies.building.proposed_force import Force, corps_of
from armies.building.recruits import Chance, Depot, Worth
from battles.engine import registry
from battles.engine.armies.facts import Army, HouseRules, Source, Unit
from battles.engine.armies.group import Proposal
from battles.engine.armies.nations import establishments, nations
from battles.engine.armies.systems import proposals
from battles.engine.options import OptionValue

Measure = Literal["strength_points", "points"]
"""The unit of a force's size; each belongs to a rule system (``systems.proposals``)."""

YEARS: Final = (1792, 1865)
MOST_SEED: Final = 100
"""Characters of a seed."""

SOURCE: Final = Source(id="GK", title="General knowledge of the armies of the period", used_for="a proposed force")


def tolerance(target: int) -> int:
    """Strength points by which a proposal may miss its target: 2 or 2 per cent, whichever is more.

    Points are never above the target, and below it by less than the cheapest unit that could be added.
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
    """A force that follows MN-ORG and has ``target`` of ``measure`` (see ``tolerance``).

    Args:
        options: the army's options for the system of ``measure``.
        house: the army's house rules.
        name: the army's name; by default nation and year.

    Raises:
        Refused: an argument is not allowed; ``field`` names it, the message is a sentence for the user.
    """
    _refuse(nation, year, target, measure, seed)
    values = dict(options or {})
    system, proposal = proposals()[measure]
    rules = _rules(system, values, house)
    establishment = establishments()[nation]
    chance = Chance(nation, year, target, measure, seed)
    depot = Depot(establishment, year, chance)
    force = Force(establishment, depot, chance, _once(proposal.worth(nation, rules)))
    _raise(force, target, proposal.spent(nation, rules), proposal)
    adjective = nations()[nation].adjective
    return Army(
        name=name.strip() or f"{adjective} force, {year}",
        nation=nation,
        sources=(SOURCE,),
        notes=_notes(year, seed, adjective, depot),
        options={system: values} if values else {},
        house=house,
        children=(corps_of(force, establishment),),
    )


def _rules(system: str, values: Mapping[str, OptionValue], house: HouseRules | None) -> Any:
    """The options and tables by which a proposal is measured."""
    try:
        return registry.army(system).options(values, house)
    except ValueError as error:
        raise Refused("options", str(error)) from error


def _notes(year: int, seed: str | int, adjective: str, depot: Depot) -> tuple[str, ...]:
    note = f"A proposal for {year} from the seed “{seed}”: plausible, but no order of battle."
    if depot.repeated:
        return note, f"The {adjective} army was smaller than this force, so some names appear more than once."
    return (note,)


def years_of(nation: str) -> tuple[tuple[int, int], ...]:
    """The spans of years (first, last) for which a force of the nation can be proposed; none for an unknown nation."""
    establishment = establishments().get(nation)
    return establishment.years if establishment else ()


def _refuse(nation: str, year: int, target: int, measure: str, seed: str | int) -> None:
    if nation not in establishments():
        raise Refused(
            "nation", f"There is no nation {nation[:20] or 'without a code'}; the codes are {', '.join(nations())}."
        )
    if not YEARS[0] <= year <= YEARS[1]:
        raise Refused("year", f"The year must be between {YEARS[0]} and {YEARS[1]}, not {_short_number(year)}.")
    spans = years_of(nation)
    if not any(first <= year <= last for first, last in spans):
        words = " and ".join(f"from {first} to {last}" for first, last in spans)
        raise Refused("year", f"{nations()[nation].name} had no army of its own in {year}, only {words}.")
    measures = proposals()
    if measure not in measures:
        raise Refused("measure", f"The measure must be one of {', '.join(measures)}, not {measure[:20]}.")
    _, proposal = measures[measure]
    if not proposal.least <= target <= proposal.most:
        allowed = f"{proposal.least} to {proposal.most} {proposal.words}"
        raise Refused("target", f"The size must be {allowed}, not {_short_number(target)}.")
    long = abs(seed) >= 10**MOST_SEED if isinstance(seed, int) else len(seed) > MOST_SEED
    if long or not (isinstance(seed, int) or seed.isprintable()):
        raise Refused("seed", f"A seed has at most {MOST_SEED} characters, all of them printable.")


def _short_number(number: int) -> str:
    """The number as text, or its number of digits if there are too many."""
    return str(number) if abs(number) < 10**MOST_SEED else f"a number of more than {MOST_SEED} digits"


def _raise(force: Force, target: int, spent: int, proposal: Proposal) -> None:
    """Recruit the force and bring it to ``target`` less the points already ``spent``, or refuse."""
    force.recruit_for(target - spent)
    if proposal.meets:
        force.meet(target, tolerance(target))
    else:
        force.keep_below(target - spent)
    _refuse_missed(force.total + spent, target, proposal)


def _once(worth: Worth) -> Worth:
    """``worth``, cached for units that differ only in their names."""
    cache: dict[Unit, int] = {}

    def of(unit: Unit) -> int:
        nameless = structs.replace(unit, name="")
        if nameless not in cache:
            cache[nameless] = worth(nameless)
        return cache[nameless]

    return of


def _refuse_missed(total: int, target: int, proposal: Proposal) -> None:
    """Refuse if the total misses the target: options and house rules can make units too expensive."""
    missed = abs(total - target) > tolerance(target) if proposal.meets else total > target
    if missed:
        sentence = (
            f"No force of {target} is possible with these options; the nearest has {total}. Choose a larger size."
        )
        raise Refused("target", sentence)
