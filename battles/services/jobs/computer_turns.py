"""Turns of computer players: claim one, decide it, play it; dead workers; advice, and a phase handed over."""

import contextlib
import os
import secrets
import socket
import time
import traceback
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import structlog
from django.db import Error as DatabaseFault
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from msgspec import Struct

from battles.ai.players import player
from battles.engine.actions import LazyActions
from battles.models import ComputerTurn, Seat, Status, Worker
from battles.services.access import Access, access_at, computer_for
from battles.services.play.action_menu import json_of
from battles.services.play.entry_writer import queue_computer_turns
from battles.services.play.lock import Gone, NotYours, Over, Paused, Refused, Stale, locked, must_be_playing
from battles.services.play.position import current_position, system_of
from battles.services.play.reconstruction import locked_for_writing
from battles.services.play.submission import last_line, submit
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle

SILENT: Final = timedelta(seconds=30)
"""A worker counts as dead after so long without a heartbeat."""

LONGEST_CLAIM: Final = timedelta(minutes=10)
MOST_CLAIMS: Final = 10
"""A turn fails after so many of its workers have died."""


ADVISER: Final = "greedy"
MOST_DECISIONS: Final = 60
"""Decisions that the computer makes in one request."""


def worker_name() -> str:
    """A name for this process."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{secrets.token_hex(4)}"


def heartbeat(name: str) -> None:
    """Record that the worker ``name`` is alive."""
    Worker.objects.update_or_create(name=name, defaults={"beat": timezone.now()})


def retire(name: str) -> None:
    """Record that the worker ``name`` has ended normally."""
    Worker.objects.filter(name=name).delete()


def requeue() -> int:
    """Make the turns of dead workers due again, and delete these workers; return how many turns."""
    with transaction.atomic():
        dead = list(_dead())
        Worker.objects.filter(name__in=dead).delete()
        alive = Worker.objects.values("name")
        left = ComputerTurn.objects.filter(state=ComputerTurn.State.CLAIMED).filter(
            ~Q(worker__in=alive) | Q(claimed__lt=timezone.now() - LONGEST_CLAIM)
        )
        left.filter(tries__gte=MOST_CLAIMS).update(
            state=ComputerTurn.State.FAILED, fault="Every worker that tried to decide this turn has died."
        )
        return left.update(state=ComputerTurn.State.DUE, worker="", claimed=None)


def stall_reason() -> str:
    """A sentence that says why computer players do not move: dead workers or no worker; "" if they do."""
    since = timezone.now() - SILENT
    beats = Worker.objects.order_by("-beat").values_list("beat", flat=True)
    newest = beats.first()
    if newest is not None and newest >= since:
        return ""
    if newest is not None:
        return f"The last heartbeat of a worker was at {newest:%Y-%m-%d %H:%M:%S} UTC. Run `python3 manage.py work`."
    if ComputerTurn.objects.filter(state=ComputerTurn.State.DUE, created__lt=since).exists():
        return "Turns of computer players are due, but no worker is running. Run `python3 manage.py work`."
    return ""


def _dead() -> Iterator[str]:
    since = timezone.now() - SILENT
    for worker in Worker.objects.all():
        if worker.beat < since or _gone(worker.name):
            yield worker.name


def _gone(name: str) -> bool:
    """True if the worker ran on this machine and its process has ended."""
    host, process, _ = name.rsplit(":", 2)
    if os.name != "posix" or host != socket.gethostname()[:50]:
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


MOST_FAULTS: Final = 3
"""How often a turn is tried before it counts as failed."""

log = structlog.get_logger("muster.computing")
State = ComputerTurn.State


def claim(worker: str) -> ComputerTurn | None:
    """Claim the turn that has been due longest for ``worker``; None if no turn is due."""
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
    """Decide a claimed turn and play it; delete a turn that nothing waits for.

    An error in the player or the rules is logged and stored with the turn, which is tried again until it has failed
    `MOST_FAULTS` times.

    Raises:
        Error: a database error. The turn stays claimed; call ``release``.
    """
    try:
        _play(turn)
    except Stale:
        release(turn)
    except (Over, Paused, Gone, NotYours):
        _settle(turn)
    except DatabaseFault:
        raise
    except Exception as fault:
        _failed(turn, fault)


def release(turn: ComputerTurn) -> None:
    """Make a claimed turn due again; the try does not count."""
    _write(turn, state=State.DUE, worker="", claimed=None, tries=turn.tries - 1)


def retry_failed(access: Access) -> None:
    """Make the failed turns of a battle's computer players due again.

    Raises:
        NotYours: the user has no seat in the battle.
        Refused: no turn has failed.
        Over, Paused, Gone: the battle is not being played.
    """
    if not access.own:
        raise NotYours("Only the players of a battle may ask the computer to try again.")
    with locked_for_writing(access.battle) as battle:
        must_be_playing(battle)
        failed = ComputerTurn.objects.filter(battle=battle, state=State.FAILED)
        if not failed.update(state=State.DUE, worker="", claimed=None, tries=0, fault=""):
            raise Refused("The computer has not failed: it is deciding, or it is not its turn.")


def _play(turn: ComputerTurn) -> None:
    battle = turn.battle
    seat = Seat.objects.filter(battle=battle, place=turn.side).exclude(computer="").first()
    awaited = battle.status == Status.PLAYING and battle.head == turn.head and turn.side in battle.awaited
    if seat is None or not awaited:
        _settle(turn)
        return
    access = access_at(seat, battle)
    if seat.sits_in:
        access = replace(access, name=computer_for(access.name))
    expect = last_line(battle, turn.side)
    action = _decision(turn, seat)
    submit(access, turn.side, action, expect=expect, token=_token(turn))


def _decision(turn: ComputerTurn, seat: Seat) -> Any:
    at = current_position(turn.battle)
    seed = _secret("seed", turn)
    chosen = player(seat.computer, at.system, seed, clock=time.perf_counter, seconds=seat.seconds)
    options = LazyActions(at.system.options, at.state, turn.side)
    return chosen.choose(at.system.secrets.view(at.state, turn.side), options).action


def _token(turn: ComputerTurn) -> uuid.UUID:
    """The token of the turn's action: the same in every worker, and no outsider can compute it."""
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
    """Delete a turn that nothing waits for, and queue the turns due now: the battle may have changed meanwhile."""
    with contextlib.suppress(Gone), locked(turn.battle) as battle:
        ComputerTurn.objects.filter(pk=turn.pk).delete()
        queue_computer_turns(battle)


def _write(turn: ComputerTurn, **values: Any) -> None:
    ComputerTurn.objects.filter(pk=turn.pk).update(**values)


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
