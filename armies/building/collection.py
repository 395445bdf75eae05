"""What an army needs on the table against what a player owns: stands and figures, by nation and type.

Whoever counts the stands of a unit is the rule system; here they are only added up and shared out.
"""

from collections.abc import Iterable

from msgspec import Struct

from armies.exchange.holdings import ANY, Holding, order
from armies.rules.facts import Army, Brigade, Corps, Division, Unit
from armies.rules.mini_nap import has_command_stand
from armies.rules.tree import Place, walk
from battles.rules.mini_nap.tables import COMMAND_FIGURES


class Need(Struct, frozen=True):
    """The units of one nation and type in an army, and the stands that they take together."""

    nation: str
    type: str
    units: int
    stands: int


class Row(Struct, frozen=True):
    """One need against what is owned, in stands.

    ``owned`` are the player's stands of this nation, used or not; ``own`` of them and ``of_any`` of those that
    fit any nation are used here. ``ratio`` is how many figures stand on how many stands of the player's own, the
    nation's before those of any; None where he has said neither.
    """

    need: Need
    owned: int
    own: int
    of_any: int
    ratio: tuple[int, int] | None

    @property
    def missing(self) -> int:
        """Stands that the player has not."""
        return self.need.stands - self.own - self.of_any

    @property
    def figures(self) -> int | None:
        """Figures on all stands that are needed."""
        return self._figures(self.need.stands)

    @property
    def missing_figures(self) -> int | None:
        """Figures on the stands that are missing."""
        return self._figures(self.missing)

    def _figures(self, stands: int) -> int | None:
        """Figures on so many stands at the player's own ratio; a part of a figure is a figure."""
        return None if self.ratio is None else -(-stands * self.ratio[0] // self.ratio[1])


class CommandStands(Struct, frozen=True):
    """Command stands of one kind: how many, the mounted figures on each (None: not laid down), and their rules."""

    kind: str
    stands: int
    figures: int | None
    rules: tuple[str, ...]


def needs(units: Iterable[tuple[Place, int]]) -> tuple[Need, ...]:
    """What an army needs, by nation and type in the order of the lists.

    Args:
        units: every unit of the army where it stands, with the stands that the rule system gives it.
    """
    found: dict[tuple[str, str], list[int]] = {}
    for place, stands in units:
        assert isinstance(place.element, Unit)  # noqa: S101  # the caller gives units only
        counted = found.setdefault((place.nation, place.element.type), [0, 0])
        counted[0] += 1
        counted[1] += stands
    made = (Need(nation, kind, *counted) for (nation, kind), counted in found.items())
    return tuple(sorted(made, key=lambda need: order(need.nation, need.type)))


def compare(needed: Iterable[Need], owned: Iterable[Holding]) -> tuple[Row, ...]:
    """Each need against what is owned. Stands that fit any nation are used last, and each only once."""
    of = {(holding.nation, holding.type): holding for holding in owned}
    left = {kind: holding.stands for (nation, kind), holding in of.items() if nation == ANY}
    rows = []
    for need in needed:
        own = of.get((need.nation, need.type)) if need.nation != ANY else None
        anyone = of.get((ANY, need.type))
        used = min(need.stands, own.stands) if own else 0
        of_any = min(need.stands - used, left.get(need.type, 0))
        if of_any:
            left[need.type] -= of_any
        ratio = next((ratio for holding in (own, anyone) if holding and (ratio := ratio_of(holding))), None)
        rows.append(Row(need, own.stands if own else 0, used, of_any, ratio))
    return tuple(rows)


def ratio_of(holding: Holding) -> tuple[int, int] | None:
    """Figures and the stands they are on; None where one of them is not said."""
    return (holding.figures, holding.stands) if holding.figures and holding.stands else None


def command_stands(army: Army) -> tuple[CommandStands, ...]:
    """The command stands of an army in Mini-Nap: one for each corps, division and brigade (MN-ORG-16)."""
    counts = {"corps": 0, "division": 0, "brigade": 0}
    for place in walk(army):
        element = place.element
        counts["corps"] += isinstance(element, Corps)
        counts["division"] += isinstance(element, Division)
        counts["brigade"] += isinstance(element, Brigade) and has_command_stand(element)
    rows = []
    for level, (rule, figures) in sorted(COMMAND_FIGURES.items(), key=lambda item: -item[1][1]):
        if counts[level]:
            rows.append(CommandStands(level, counts[level], figures, ("MN-ORG-16", rule)))
    return tuple(rows)
