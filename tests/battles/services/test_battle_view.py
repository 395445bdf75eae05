"""What is shown, to whom, and at what cost."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from battles.models import Battle, ComputerTurn, Entry, Note, Told
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.play.lock import Gone
from battles.services.play.position import current_position
from battles.services.play.verification import verify
from battles.services.view.battle_query import shown_battle
from battles.services.view.feed_lines import lines_since, lines_until
from tests.battles.services.steps import act, at, awaited, begun, deployed, fresh, hidden, play, seen_by

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8
"""The battle, its owner and seats, the feed, notes, offers; for the past the next line, a state, the entries since."""


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def names(battle: Battle) -> dict[str, str]:
    stands = current_position(fresh(battle))
    return {side: stands.system.text.side_name(stands.state, side) for side in "ab"}


def test_a_player_sees_his_side_and_what_he_may_do(battle: Battle, alice: Any, bob: Any) -> None:
    side = awaited(battle)
    mine, his = (alice, bob) if side == "a" else (bob, alice)
    shown, other = seen_by(battle, mine), seen_by(battle, his)
    assert (shown.viewer, shown.may_act, shown.acts_as, shown.own) == (side, (side,), side, (side,))
    assert [each.side for each in shown.awaited] == [side]
    assert [each.mine for each in shown.sides] == [each.side == side for each in shown.sides]
    stands = current_position(fresh(battle))
    legal = stands.system.options(stands.state, side)
    assert [(option.kind, option.actor, list(option.actions)) for option in shown.options] == [
        (option.kind, option.actor, list(option.actions)) for option in legal
    ]
    assert shown.offer(shown.options[0])
    assert shown.choice(shown.options[0].actions[0])
    assert shown.read_notation(shown.notation(shown.options[0].actions[0])) == shown.options[0].actions[0]
    assert {each.side: each.name for each in shown.sides} == names(battle)
    assert (other.may_act, other.options, other.acts_as) == ((), (), None)
    assert other.options_of(side) == ()
    assert (shown.status_words, shown.n, shown.turn) == ("Being fought", 0, shown.turn)


def test_a_stranger_is_a_spectator(battle: Battle, charlie: Any) -> None:
    for user in (charlie, AnonymousUser()):
        shown = seen_by(battle, user)
        assert (shown.viewer, shown.own, shown.may_act, shown.undo.how) == ("public", (), (), "no")


def test_who_plays_both_sides_sees_the_one_that_is_awaited(alice: Any) -> None:
    battle = begun(alice, alice, setup=deployed())
    for _ in range(8):
        side = awaited(battle)
        shown = seen_by(battle, alice)
        assert (shown.viewer, shown.may_act) == (side, (side,))
        play(battle, 1)


def test_a_guest_plays_by_his_own_link(alice: Any) -> None:
    battle = begun(alice, None, Sitting(place="b", guest=True, name="Ney"))
    seat = battle.seats.get(place="b")
    assert seen_by(battle, AnonymousUser(), (seat.pk,)).viewer == "b"
    assert seen_by(battle, AnonymousUser(), (seat.pk + 1,)).viewer == "public"
    assert seen_by(battle, AnonymousUser()).viewer == "public"
    assert [side.who for side in seen_by(battle, alice).sides] == ["alice", "Ney"]


def test_an_umpire_sees_all_and_may_act_for_all(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed())
    shown = seen_by(battle, charlie)
    assert shown.viewer == "umpire"
    assert shown.may_act == (awaited(battle), "umpire")
    assert (shown.acts_as, bool(shown.options_of("umpire"))) == (awaited(battle), True)
    assert (shown.umpire, shown.undo.how) == ("charlie", "no")


def test_after_the_end_everybody_sees_all(battle: Battle, alice: Any, charlie: Any) -> None:
    Battle.objects.update(delay=60)
    after = play(battle, 1_000)
    shown, strange = seen_by(battle, alice), seen_by(battle, charlie)
    assert shown.feed == strange.feed
    assert shown.viewer == strange.viewer == "umpire"
    assert shown.facts.secret == strange.facts.secret == bytes(after.secret).hex()
    assert (shown.is_over, shown.awaited, shown.may_act, shown.options) == (True, (), (), ())
    assert (shown.outcome, shown.winner) == (after.ended, after.winner or None)


def test_the_past_is_shown_as_it_was_at_a_line(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=hidden())
    before = []
    for _ in range(70):
        before.append(seen_by(battle, alice))
        play(battle, 1, seed=b"%d" % len(before))
    for shown in before:
        past = seen_by(battle, alice, at=shown.n)
        assert (past.n, past.seen, past.turn, past.phase, past.score) == (
            shown.n,
            shown.seen,
            shown.turn,
            shown.phase,
            shown.score,
        )
        assert [line.n for line in past.feed] == [line.n for line in shown.feed]
        assert [side.awaited for side in past.sides] == [side.awaited for side in shown.sides]
        assert (past.is_past, past.may_act, past.undo.how) == (True, (), "no")
    newest = seen_by(battle, alice)
    assert seen_by(battle, alice, at=newest.n) == newest
    for wrong in (-1, newest.n + 1, 10**9):
        with pytest.raises(Gone):
            seen_by(battle, alice, at=wrong)
    assert verify(battle) == []


def test_spectators_are_behind_by_the_delay(battle: Battle, alice: Any, charlie: Any) -> None:
    Battle.objects.update(delay=10)
    early = seen_by(battle, charlie)
    assert (early.n, early.feed, early.turn) == (-1, (), 0)
    assert early.status == "gathering"
    play(battle, 30)
    Told.objects.filter(seq__lte=12).update(created=timezone.now() - timedelta(minutes=11))
    shown = seen_by(battle, charlie)
    line = Told.objects.filter(viewer="public", seq__lte=12).order_by("-n")[0]
    assert shown.n == shown.last == line.n
    Battle.objects.update(delay=0)
    prompt = seen_by(battle, charlie, at=line.n)
    assert (shown.seen, shown.score, shown.awaited, shown.feed) == (
        prompt.seen,
        prompt.score,
        prompt.awaited,
        prompt.feed,
    )
    Battle.objects.update(delay=10)
    with pytest.raises(Gone):
        seen_by(battle, charlie, at=line.n + 1)
    standing = access_of(fresh(battle), charlie)
    assert lines_since(standing, -1)[-1].n == lines_until(standing, 10**6)[-1].n == line.n
    assert seen_by(battle, alice).n > shown.n


def test_a_feed_is_read_from_any_line_on(battle: Battle) -> None:
    play(battle, 60)
    standing = at(battle, "a")
    whole = lines_since(standing, -1)
    assert [line.n for line in whole] == list(range(len(whole)))
    assert lines_since(standing, 20) == whole[21:]
    assert lines_since(standing, 20, most=3) == whole[21:24]
    assert lines_until(standing, 20, most=3) == whole[18:21]
    shown = shown_battle(standing)
    assert shown.feed == whole[-40:]
    assert shown.phase == next(text for line in reversed(whole) for text, head in reversed(line.lines) if head)


def queries(django_assert_max_num_queries: Any, battle: Battle, user: Any, **given: Any) -> int:
    with django_assert_max_num_queries(MOST_QUERIES) as asked:
        shown = seen_by(battle, user, **given)
        _ = shown.options, shown.stages
    return len(asked)


def lengthen(battle: Battle, entries: int) -> None:
    """Add entries and lines before the last, as a long battle has them; the position stays."""
    row = fresh(battle)
    at_head = Entry.objects.get(battle=row, seq=row.head)
    Entry.objects.bulk_create(
        Entry(battle=row, seq=seq, side="a", line=at_head.line) for seq in range(row.head + 1, row.head + 1 + entries)
    )
    told = []
    for viewer, (n, phase) in row.lines.items():
        made = range(n, n + entries)
        told += [Told(battle=row, viewer=viewer, n=line, seq=row.head, lines=[["It rains.", False]]) for line in made]
        row.lines[viewer] = [n + entries, phase]
    Told.objects.bulk_create(told)
    row.save()


def test_a_look_asks_as_often_in_a_long_battle_as_in_a_short_one(
    battle: Battle, alice: Any, bob: Any, charlie: Any, django_assert_max_num_queries: Any
) -> None:
    play(battle, 30)
    Note.objects.create(battle=battle, seq=3, by_name="alice", text="Well fought.")
    users = (alice, bob, charlie)
    short = [queries(django_assert_max_num_queries, battle, user) for user in users]
    past = [queries(django_assert_max_num_queries, battle, user, at=4) for user in users]
    lengthen(battle, 3_000)
    assert [queries(django_assert_max_num_queries, battle, user) for user in users] == short
    assert [queries(django_assert_max_num_queries, battle, user, at=4) for user in users] == past
    assert len(seen_by(battle, alice).feed) == 40


def test_notes_are_counted_beside_the_lines_of_those_who_may_read_them(battle: Battle, alice: Any, bob: Any) -> None:
    play(battle, 5)
    for viewer in ("a", "a", "b", ""):
        Note.objects.create(battle=battle, seq=3, by_name="x", text="A note.", viewer=viewer)

    def counted(user: Any) -> int:
        return sum(line.notes for line in seen_by(battle, user).feed)

    assert (counted(alice), counted(bob)) == (3, 2)


def test_a_computer_player_is_shown_to_think_until_it_fails(alice: Any) -> None:
    battle = begun(alice, None, Sitting(place="b", computer="greedy"), setup=deployed())
    while awaited(battle) != "b":
        play(battle, 1)
    side = seen_by(battle, alice).sides[1]
    assert (side.thinking, side.fault, side.kind, side.who) == (True, "", "computer", "the computer, greedy")
    ComputerTurn.objects.update(state=ComputerTurn.State.FAILED, fault="It broke.")
    side = seen_by(battle, alice).sides[1]
    assert (side.awaited, side.thinking, side.fault) == (True, False, "It broke.")


def test_an_own_last_action_may_be_taken_back_until_dice_fall_or_the_other_acts(
    battle: Battle, alice: Any, bob: Any
) -> None:
    users = {"a": alice, "b": bob}
    side = awaited(battle)
    assert seen_by(battle, users[side]).undo.how == "no"
    entry = act(battle, side)
    other = "b" if side == "a" else "a"
    assert seen_by(battle, users[side]).undo.how == ("free" if entry.free else "ask")
    assert seen_by(battle, users[other]).undo.how == "no"
    while awaited(battle) != other:
        act(battle, side)
    act(battle, other)
    assert seen_by(battle, users[side]).undo == seen_by(battle, users[side]).undo
    assert seen_by(battle, users[side]).undo.how == "ask"
