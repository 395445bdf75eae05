"""Help from a computer player: what it would do now, and the rest of a step done by it."""

from dataclasses import replace
from typing import Any, Final
from uuid import UUID, uuid5

from msgspec import Struct

from battles.ai.players import player
from battles.services.acting import json_of
from battles.services.locking import Refused, Stale, must_go_on
from battles.services.look import Look
from battles.services.position import system_of
from battles.services.reading import look as look_at
from battles.services.standing import Standing
from battles.services.submitting import submit

ADVISER: Final = "greedy"
MOST_DECISIONS: Final = 60
"""Decisions that are made for somebody at one asking."""


class Advice(Struct, frozen=True):
    """An action, the same as JSON, and why, in a sentence."""

    action: Any
    text: str
    reason: str


def advice(look: Look) -> Advice | None:
    """What a computer player would do in the place of the viewer, knowing what he knows.

    None where he owes no decision, sees more than a side does, or nobody can judge by these rules.
    """
    if look.acts_as is None or look.viewer != look.acts_as:
        return None
    try:
        adviser = player(ADVISER, system_of(look.facts.system), b"")
    except ValueError:
        return None
    choice = adviser.choose(look.seen, look.options)
    return Advice(choice.action, json_of(choice.action), choice.why)


def leave_to_computer(standing: Standing, *, expect: int | None, token: UUID) -> None:
    """Let a computer player decide for the viewer's side until the step of the turn is done.

    Each decision is an entry of its own, made once however often this is asked for.

    Raises:
        Refused: nothing is awaited of him, or no computer player knows the rules.
        Stale, Over, Paused, NotYours: as ``submit``.
    """
    must_go_on(standing.battle)
    look = look_at(standing, tail=1)
    if expect is not None and expect != look.n:
        raise Stale(look.n)
    side, stages = look.acts_as, look.stages
    found = advice(look)
    if side is None or found is None:
        raise Refused("Nothing is awaited of you now that the computer could decide.")
    for number in range(MOST_DECISIONS):
        entry = submit(standing, side, found.action, expect=look.n, token=uuid5(token, str(number)))
        standing = replace(standing, battle=entry.battle)
        look = look_at(standing, tail=1)
        found = advice(look)
        if found is None or look.acts_as != side or look.stages != stages:
            return
