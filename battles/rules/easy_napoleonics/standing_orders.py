"""Standing orders: answers that a side gives without being asked each time."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import ALWAYS, ASK, SKIP, Option, SideId, order, order_value
from battles.engine.options import OptionSpec, OptionValue
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.fire import has_mission
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.terrain import field_of

ORDERS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "hasty_square": order(
            "Form hasty square", "Infantry tries to form square when cavalry charges it.", "EN-SQUARE-04"
        ),
        "accept": order(
            "Attack after contact",
            "A unit attacks an enemy that came into contact with it without a charge.",
            "EN-MELEE-06",
        ),
        "answer": order(
            "Answer a breakthrough",
            "What a unit does when a breakthrough attacks it, if it may.",
            "EN-OPT-03",
            {"hold": "Hold fire", "fire": "Fire", "square": "Try to form square"},
        ),
        "fire_order": order(
            "Which side fires first",
            "You choose it in each fire phase while you have the initiative. If you are not asked, the only side with "
            "a target fires first; you still choose when both sides have one.",
            "EN-INIT-08",
            {SKIP: "Do not ask me who fires first when only one side has a target"},
        ),
    }
)
"""Standing orders by name, in the order of a form."""


def standing_answer(
    seen: View, side: SideId, options: Sequence[Option], orders: Mapping[str, OptionValue]
) -> Any | None:
    """The action that the standing orders choose; None if they choose none, or one that is not legal."""
    wanted: list[Any] = []
    if order_value(orders, "hasty_square") != ASK:
        wanted.append(act.HastySquare(order_value(orders, "hasty_square") == ALWAYS))
    if order_value(orders, "accept") != ASK:
        wanted.append(act.Accept(order_value(orders, "accept") == ALWAYS))
    if order_value(orders, "answer") != ASK:
        wanted.append(act.Answer(order_value(orders, "answer")))  # type: ignore[arg-type]
    if order_value(orders, "fire_order") == SKIP and seen.pending and seen.pending[-1].kind == "fire_order":
        wanted += _only_side_to_fire(seen)
    listed = (action for option in options for action in option.actions) if wanted else ()
    return next((action for action in listed if action in wanted), None)


def _only_side_to_fire(seen: View) -> list[act.ChooseFireOrder]:
    """The choice of the side that alone has a target; none if both have one (EN-INIT-08)."""
    state = state_from_view(seen)
    field = field_of(state)
    occupancy = field.occupancy(state)
    sides = [side for side in ("a", "b") if has_mission(field, occupancy, side, state.phase == "artillery")]
    return [act.ChooseFireOrder(side) for side in sides] if len(sides) == 1 else []
