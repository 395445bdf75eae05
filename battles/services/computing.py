"""Decisions of computer players: claiming one that is due, making it, playing it.

A player is given the view and the options of its side and a seed of its own, never the state or the battle's dice.
It thinks outside any transaction. Its action is submitted with a token that belongs to the battle, the entry and the
side, so that two workers that decide the same turn play it once.
"""

import contextlib
import time
import traceback
import uuid
from typing import Any, Final

import structlog
from django.db import Error as DatabaseFault
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from battles.ai.players import player
from battles.engine.lists import Made
from battles.models import ComputerTurn, Seat, Status
from battles.services.correcting import writing
from battles.services.locking import Gone, NotYours, Over, Paused, Refused, Stale, must_go_on, playing
from battles.services.position import now
from battles.services.recording import owe
from battles.services.standing import Standing, standing_at
from battles.services.submitting import last_line, submit

MOST_FAULTS: Final = 3
"""How often a turn is tried whose decision goes wrong."""

log = structlog.get_logger("muster.computing")
State = ComputerTurn.State


def claim(worker: str) -> ComputerTurn | None:
    """The turn that has been due longest, now claimed by ``worker``; None where none is due."""
    while True:
        due = ComputerTurn.objects.filter(state=State.DUE).order_by("created", "id")
        turn = due.select_related("battle").first()
        if turn is None:
            return None
        mine = ComputerTurn.objects.filter(pk=turn.pk, state=State.DUE)
        if mine.update(state=State.CLAIMED, claimed=timezone.now(), worker=worker, tries=F("tries") + 1):
            turn.tries += 1
            return turn


def decide_one(turn: ComputerTurn) -> None:
    """Decide a claimed turn and play it; one that nothing waits for is forgotten.

    What goes wrong in the player or the rules is written in the log and to the turn, which is tried again and then
    has failed.

    Raises:
        Error: of the database; the turn stays claimed; ``give_back`` is due.
    """
    try:
        _play(turn)
    except Stale:
        give_back(turn)
    except (Over, Paused, Gone, NotYours):
        _settle(turn)
    except DatabaseFault:
        raise
    except Exception as fault:
        _failed(turn, fault)


def give_back(turn: ComputerTurn) -> None:
    """Make a claimed turn due again, as if it had not been claimed."""
    _write(turn, state=State.DUE, worker="", claimed=None, tries=turn.tries - 1)


def try_again(standing: Standing) -> None:
    """Let the computer players of a battle that have failed try once more.

    Raises:
        NotYours: he has no seat in the battle.
        Refused: none has failed.
        Over, Paused, Gone: the battle does not go on.
    """
    if not standing.own:
        raise NotYours("Only who has a seat in a battle may ask the computer to try again.")
    with writing(standing.battle) as battle:
        must_go_on(battle)
        failed = ComputerTurn.objects.filter(battle=battle, state=State.FAILED)
        if not failed.update(state=State.DUE, worker="", claimed=None, tries=0, fault=""):
            raise Refused("The computer is not at a loss: it plays, or nothing is awaited of it.")


def _play(turn: ComputerTurn) -> None:
    battle = turn.battle
    seat = Seat.objects.filter(battle=battle, place=turn.side).exclude(computer="").first()
    awaited = battle.status == Status.PLAYING and battle.head == turn.head and turn.side in battle.awaited
    if seat is None or not awaited:
        _settle(turn)
        return
    standing = standing_at(seat, battle)
    expect = last_line(battle, turn.side)
    action = _decision(turn, seat)
    submit(standing, turn.side, action, expect=expect, token=_token(turn))


def _decision(turn: ComputerTurn, seat: Seat) -> Any:
    at = now(turn.battle)
    seed = _secret("seed", turn)
    chosen = player(seat.computer, at.system, seed, clock=time.perf_counter, seconds=seat.seconds)
    options = Made(at.system.options, at.state, turn.side)
    return chosen.choose(at.system.view(at.state, turn.side), options).action


def _token(turn: ComputerTurn) -> uuid.UUID:
    """The same for every worker, and nobody else can make it."""
    return uuid.UUID(bytes=_secret("token", turn)[:16])


def _secret(what: str, turn: ComputerTurn) -> bytes:
    return salted_hmac(
        f"muster.computing.{what}", f"{turn.battle_id}/{turn.head}/{turn.side}", algorithm="sha256"
    ).digest()


def _failed(turn: ComputerTurn, fault: Exception) -> None:
    where = traceback.extract_tb(fault.__traceback__)[-1]
    log.error(
        "a computer player failed",
        battle=turn.battle_id,
        head=turn.head,
        fault=type(fault).__name__,
        where=f"{where.filename}:{where.lineno}",
    )
    state = State.FAILED if turn.tries >= MOST_FAULTS else State.DUE
    _write(turn, state=state, fault=f"The computer player could not decide ({type(fault).__name__}).")


def _settle(turn: ComputerTurn) -> None:
    """Forget a turn that was not for anybody, and put down what is owed now: the battle may have gone on meanwhile."""
    with contextlib.suppress(Gone), playing(turn.battle) as battle:
        ComputerTurn.objects.filter(pk=turn.pk).delete()
        owe(battle)


def _write(turn: ComputerTurn, **values: Any) -> None:
    ComputerTurn.objects.filter(pk=turn.pk).update(**values)
