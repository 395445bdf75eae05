"""Orders to a group in the panel: which groups a unit has, what each member does, the order as one form."""

from typing import Any

from django.utils.http import urlencode
from msgspec import Struct
from msgspec.structs import replace

from battles.pages.board.unit_blocks import of_choices
from battles.pages.panel import MOST_ASKED, Panel
from battles.services.play import action_menu, groups
from battles.services.play.action_menu import action_of
from battles.services.play.groups import GroupOrder, UnitGroup
from battles.services.play.position import system_of
from battles.services.view.battle_view import ShownBattle

ALONE = "alone"
"""The value of ``with`` for the unit alone."""


class Together(Struct, frozen=True, kw_only=True):
    """What the panel shows of groups: the groups of the unit with their queries, the chosen one, its order."""

    offered: tuple[tuple[UnitGroup, str], ...] = ()
    chosen: UnitGroup | None = None
    alone: str = ""
    order: GroupOrder | None = None
    may_repeat: bool = False
    """True if the unit or its group can move and no order is being given: it may repeat the last move."""
    heading: str = ""
    others_stay: bool = False
    """True if to finish the step means that all units that have not moved stay."""

    @property
    def key(self) -> str:
        """The chosen group's key, ``""`` for none."""
        return self.chosen.key if self.chosen else ""


def with_groups(view: ShownBattle, panel: Panel, ask: Any) -> tuple[Panel, Together]:
    """The panel with the groups of its unit.

    Parameters of the query: ``with``, the group; ``lead``, the action that the others follow.
    """
    able = () if view.acts_as is None else panel.movable
    rest = bool(able) and len(panel.docked) == 1 and _moves_now(view, able)
    if panel.block is None or panel.unit not in able or panel.weighed or not panel.poses.data:
        return panel, Together(others_stay=rest)
    offered = groups.groups_of(view, panel.unit, able)
    chosen = next((group for group in offered if group.key == ask.get("with", "")), None)
    together = Together(
        others_stay=rest,
        offered=tuple((group, _query(panel, group.key)) for group in offered if group != chosen),
        chosen=chosen,
        alone=_query(panel, ALONE),
        may_repeat=True,
    )
    if chosen is None:
        return panel, together
    panel = replace(panel, spots=tuple(replace(way, query=f"{way.query}&with={chosen.key}") for way in panel.spots))
    lead = ask.get("lead", "")[:MOST_ASKED] or (panel.shown[0].choice.text if panel.at and panel.shown else "")
    return _ordered(view, panel, together, chosen, lead) if lead else (panel, together)


def _moves_now(view: ShownBattle, able: tuple[str, ...]) -> bool:
    """True if the units that can act can move: the first action of a unit moves its block."""
    units = {block.key for block in view.scene.blocks if block.key in able and block.shape != "leader"}
    first = next((option for option in view.options if option.actor in units and not option.seldom), None)
    action = next(iter(first.actions), None) if first else None
    return action is not None and bool(view.preview_blocks([action])[0])


def _ordered(
    view: ShownBattle, panel: Panel, together: Together, chosen: UnitGroup, lead: str
) -> tuple[Panel, Together]:
    """The panel of an order: every way is drawn, and one form sends all actions."""
    choice = action_menu.legal_choice(view, lead)
    shift = groups.shift_of(view, action_of(system_of(view.facts.system), lead)) if choice else None
    if choice is None or shift is None:
        return panel, together
    order = groups.order(view, chosen.units, shift)
    moved = (block for move in order.moves for block in move.blocks)
    blocks = tuple(sorted(moved, key=lambda block: block.key != panel.unit))
    poses = of_choices((replace(choice, preview_blocks=blocks),)) if blocks else panel.poses
    heading = action_menu.place_words(view, panel.at) if panel.at else ""
    panel = replace(panel, shown=(), spots=(), reasons=(), said="", poses=poses)
    return panel, replace(together, order=order, may_repeat=False, heading=heading)


def repeated_move(view: ShownBattle, panel: Panel, together: Together) -> GroupOrder | None:
    """The last move repeated with the unit or its group; None if there was none or nobody can follow."""
    shift = view.recent.shift if together.may_repeat else None
    order = groups.order(view, together.chosen.units if together.chosen else (panel.unit,), shift) if shift else None
    return order if order and order.moves else None


def _query(panel: Panel, key: str) -> str:
    """The query of the panel with a group."""
    words = {"unit": panel.unit, "at": panel.at, "with": key}
    return urlencode({name: value for name, value in words.items() if value})
