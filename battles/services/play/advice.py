"""Advice from a computer player; let it finish a phase."""

from dataclasses import replace
from typing import Any, Final
from uuid import UUID, uuid5

from msgspec import Struct

from battles.ai.players import player
from battles.services.access import Access, computer_for
from battles.services.play.action_menu import json_of
from battles.services.play.lock import Refused, Stale, must_be_playing
from battles.services.play.position import system_of
from battles.services.play.submission import submit
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle

ADVISER: Final = "greedy"
MOST_DECISIONS: Final = 60
"""Decisions that the computer makes in one request."""


class Advice(Struct, frozen=True):
    """An action, its JSON, and the reason for it in a sentence."""

    action: Any
    text: str
    reason: str


def advice(view: ShownBattle) -> Advice | None:
    """What a computer player would do in the viewer's place, with the viewer's knowledge.

    None if the viewer has nothing to decide, sees more than one side does, or no computer player knows these rules.
    """
    if view.acts_as is None or view.viewer != view.acts_as:
        return None
    try:
        adviser = player(ADVISER, system_of(view.facts.system), b"")
    except ValueError:
        return None
    choice = adviser.choose(view.seen, view.options)
    return Advice(choice.action, json_of(choice.action), choice.why)


def leave_to_computer(access: Access, *, expect: int | None, token: UUID) -> None:
    """Let a computer player decide for the viewer's side until the current step of the turn is finished.

    Each decision is an entry of its own; the same request sent twice writes it once.

    Raises:
        Refused: the viewer has nothing to decide, or no computer player knows the rules.
        Stale, Over, Paused, NotYours: as ``submit``.
    """
    must_be_playing(access.battle)
    view = shown_battle(access, tail=1)
    if expect is not None and expect != view.n:
        raise Stale(view.n)
    side, stages = view.acts_as, view.stages
    suggestion = advice(view)
    if side is None or suggestion is None:
        raise Refused("There is no decision of yours now that the computer could make.")
    access = replace(access, name=computer_for(access.name))
    for number in range(MOST_DECISIONS):
        entry = submit(access, side, suggestion.action, expect=view.n, token=uuid5(token, str(number)))
        access = replace(access, battle=entry.battle)
        view = shown_battle(access, tail=1)
        suggestion = advice(view)
        if suggestion is None or view.acts_as != side or view.stages != stages:
            return
