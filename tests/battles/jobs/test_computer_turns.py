"""Decisions of computer players: each is made and played once, whoever makes it, and a bad one stops nobody else."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from battles.engine import registry
from battles.engine.codec import encode
from battles.engine.rng import Chances
from battles.models import Battle, ComputerTurn, Entry, Seat, Status
from battles.services.create.battle_start import Sitting
from battles.services.jobs import computer_turns
from battles.services.jobs.computer_turns import claim, decide_one, release
from battles.services.play.entry_writer import queue_computer_turns
from battles.services.play.invitations import return_to_seat
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from tests.battles.live.listener import tell
from tests.battles.services.steps import act, at, begun, deployed, fresh, hidden

pytestmark = pytest.mark.django_db(transaction=True)
State = ComputerTurn.State


def against(alice: Any, computer: str = "greedy", **more: Any) -> Battle:
    """A battle of Alice against a computer player, played to where it is awaited."""
    battle = begun(alice, None, Sitting(place="b", computer=computer, seconds=0.02), **{"setup": deployed(), **more})
    while fresh(battle).awaited == "a":
        act(battle, "a")
    return fresh(battle)


def both(computer: str = "random") -> Battle:
    """A battle of two computer players."""
    sittings = (Sitting(place="a", computer=computer), Sitting(place="b", computer=computer))
    return begun(None, None, *sittings, setup=deployed())


def claimed(battle: Battle) -> ComputerTurn:
    turn = claim("worker")
    assert turn is not None
    assert turn.battle_id == battle.pk
    return turn


def together(*calls: Callable[[], Any]) -> None:
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> None:
        try:
            barrier.wait(30)
            call()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("computer", ["random", "greedy", "marshal"])
def test_it_plays_until_the_other_side_is_awaited(alice: Any, computer: str) -> None:
    battle = against(alice, computer)
    before = battle.head
    while turn := claim("worker"):
        decide_one(turn)
    battle = fresh(battle)
    assert battle.head > before
    assert battle.awaited == "a"
    assert set(Entry.objects.filter(battle=battle, seq__gt=before).values_list("side", flat=True)) == {"b"}
    assert not ComputerTurn.objects.exists()
    assert verify(battle) == []


def test_two_computers_play_a_battle_to_its_end() -> None:
    battle = both()
    while turn := claim("worker"):
        decide_one(turn)
    assert fresh(battle).status == Status.OVER
    assert verify(battle) == []


def test_what_is_decided_twice_is_played_once(alice: Any) -> None:
    battle = against(alice, "marshal")
    turn = claimed(battle)
    decide_one(turn)
    decide_one(turn)
    turn.battle = battle  # as one read before
    decide_one(turn)
    assert fresh(battle).head == battle.head + 1
    assert verify(battle) == []


def test_two_workers_with_one_turn_play_it_once(alice: Any) -> None:
    battle = against(alice)
    turn = claimed(battle)
    again = ComputerTurn.objects.select_related("battle").get(pk=turn.pk)
    together(lambda: decide_one(turn), lambda: decide_one(again))
    assert fresh(battle).head == battle.head + 1
    assert verify(battle) == []


def test_each_due_turn_is_claimed_by_one_worker_the_oldest_first() -> None:
    battles = [both() for _ in range(6)]
    first = claim("first")
    assert first is not None
    assert (first.battle_id, first.tries) == (battles[0].pk, 1)
    found: list[int] = []

    def take(worker: str) -> None:
        while turn := claim(worker):
            found.append(turn.pk)

    together(*(lambda worker=f"worker {number}": take(worker) for number in range(4)))
    turns = ComputerTurn.objects.all()
    assert sorted([first.pk, *found]) == sorted(turn.pk for turn in turns)
    assert {turn.state for turn in turns} == {State.CLAIMED}


def test_a_turn_given_back_is_as_it_was(alice: Any) -> None:
    battle = against(alice)
    release(claimed(battle))
    (turn,) = ComputerTurn.objects.all()
    assert (turn.state, turn.worker, turn.claimed, turn.tries) == (State.DUE, "", None, 0)


@pytest.mark.parametrize(
    "change",
    [
        lambda b: Battle.objects.filter(pk=b.pk).update(status=Status.PAUSED),
        lambda b: Battle.objects.filter(pk=b.pk).update(status=Status.OVER),
        lambda b: act(b, "b"),
        lambda b: Seat.objects.filter(battle=b, place="b").update(computer="", guest=True),
        lambda b: b.delete(),
    ],
)
def test_a_turn_that_nothing_waits_for_is_forgotten(alice: Any, change: Callable[[Battle], Any]) -> None:
    battle = against(alice)
    turn = claimed(battle)
    change(battle)
    entries = Entry.objects.count()
    if Battle.objects.filter(pk=turn.battle_id).exists():
        turn.battle.refresh_from_db()
    decide_one(turn)
    assert Entry.objects.count() == entries
    assert not ComputerTurn.objects.filter(pk=turn.pk).exists()


def test_a_pause_that_comes_while_it_thinks_is_kept_and_then_it_goes_on(alice: Any) -> None:
    battle = against(alice)
    turn = claimed(battle)
    Battle.objects.filter(pk=battle.pk).update(status=Status.PAUSED)
    decide_one(turn)
    assert fresh(battle).head == battle.head
    Battle.objects.filter(pk=battle.pk).update(status=Status.PLAYING)
    queue_computer_turns(fresh(battle))
    decide_one(claimed(battle))
    assert fresh(battle).head == battle.head + 1
    assert verify(battle) == []


def test_a_battle_let_go_on_in_the_moment_that_it_is_given_up_is_not_forgotten(alice: Any) -> None:
    battle = against(alice)
    turn = claimed(battle)
    Battle.objects.filter(pk=battle.pk).update(status=Status.PAUSED)
    selects = iter(range(10))

    def go_on(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SELECT") and 'FROM "battles_battle"' in sql and next(selects) == 1:
            Battle.objects.filter(pk=battle.pk).update(status=Status.PLAYING)
        return execute(sql, *rest)

    with connection.execute_wrapper(go_on):
        decide_one(turn)
    assert next(selects) > 1
    decide_one(claimed(battle))
    assert fresh(battle).head == battle.head + 1


def test_a_computer_that_sat_in_plays_no_more_once_its_player_is_back(alice: Any) -> None:
    battle = against(alice)
    Seat.objects.filter(battle=battle, place="b").update(user=alice)
    turn = claimed(battle)
    return_to_seat(at(battle, "b"), "b")
    decide_one(turn)
    assert fresh(battle).head == battle.head
    assert claim("worker") is None
    assert verify(battle) == []


def test_a_line_told_while_it_thinks_makes_it_think_anew(alice: Any) -> None:
    battle = against(alice)
    turn = claimed(battle)
    told = threading.Event()

    def tell_first(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("SELECT") and "battles_battle" in sql and not told.is_set():
            told.set()
            tell(battle, "b")  # it goes with the transaction that it is told in
        return execute(sql, *rest)

    with connection.execute_wrapper(tell_first):
        decide_one(turn)
    assert told.is_set()
    (turn,) = ComputerTurn.objects.all()
    assert (turn.state, turn.tries) == (State.DUE, 0)
    decide_one(claimed(battle))
    assert fresh(battle).head == battle.head + 1
    assert verify(battle) == []


def test_a_player_that_breaks_is_tried_three_times_and_others_go_on(
    alice: Any, bob: Any, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = against(alice), against(bob)
    Seat.objects.filter(battle=bad, place="b").update(computer="hidden-name")
    for _ in range(6):
        if turn := claim("worker"):
            decide_one(turn)
    turn = ComputerTurn.objects.get(battle=bad)
    assert (turn.state, turn.tries) == (State.FAILED, 3)
    assert turn.fault == "The computer player could not decide (ValueError)."
    assert "hidden-name" not in caplog.text
    assert fresh(good).head > good.head
    assert verify(bad) == verify(good) == []


def test_a_seat_given_to_another_player_gets_another_chance(alice: Any) -> None:
    battle = against(alice)
    ComputerTurn.objects.update(state=State.FAILED, tries=3, fault="It broke.")
    assert claim("worker") is None
    queue_computer_turns(battle)
    decide_one(claimed(battle))
    assert fresh(battle).head == battle.head + 1


@pytest.mark.parametrize("computer", ["random", "greedy"])
def test_what_is_hidden_from_its_side_changes_nothing_in_what_it_does(alice: Any, computer: str) -> None:
    battle = against(alice, computer, setup=hidden())
    system: Any = registry.load(battle.system)
    for _ in range(4):
        turn = claimed(battle)
        state = current_position(turn.battle).state
        others = [system.secrets.resample(system.secrets.view(state, "b"), Chances(b"%d" % n)) for n in range(4)]
        seat = Seat.objects.get(battle=battle, place="b")
        chosen = []
        for number, other in enumerate((state, *others)):
            row = fresh(battle)
            row.state, row.secret = encode(other), bytes([number]) * 32
            turn.battle = row
            chosen.append(computer_turns._decision(turn, seat))
        assert chosen == chosen[:1] * 5
        turn.battle = fresh(battle)
        decide_one(turn)
        while fresh(battle).awaited == "a":
            act(battle, "a")


def test_its_token_is_the_same_for_every_worker_and_nobody_else_can_make_it(alice: Any, settings: Any) -> None:
    turn = claimed(against(alice))
    assert computer_turns._token(turn) == computer_turns._token(ComputerTurn.objects.get())
    mine = computer_turns._token(turn)
    settings.SECRET_KEY = "another"
    assert computer_turns._token(turn) != mine
