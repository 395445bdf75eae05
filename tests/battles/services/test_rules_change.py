"""Rules that are corrected while a battle goes on: it says so once, keeps what was done, and goes on by them."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from battles.engine.battle_file import read
from battles.engine.record import RulesChanged
from battles.models import Battle, ComputerTurn, Entry, Note, Offer, Seat, Snapshot, Status, Told
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.create.from_file import import_battle, read_file
from battles.services.jobs import computer_turns
from battles.services.play.game_controls import ask_to_undo, offer_draw, pause, resign, resume, undo_action
from battles.services.play.invitations import accept_invitation, invite, share_battle
from battles.services.play.lock import Refused, Stale
from battles.services.play.notes import add, notes_of
from battles.services.play.position import current_position, position_at, record_of
from battles.services.play.reconstruction import rebuild, update_rules
from battles.services.play.submission import last_line, submit
from battles.services.play.verification import battle_file, verify
from battles.services.view.battle_query import shown_battle
from battles.services.view.feed_lines import lines_since
from tests.battles.corrected_rules import SENTENCE, Corrected, Reshaped, rules_of
from tests.battles.services.steps import act, at, awaited, begun, deployed, first_action, fresh, play, play_until

pytestmark = pytest.mark.django_db
LINE = "The rules were corrected, version 1 to 2. All earlier moves stay; the battle continues with the new rules."


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    """Some turns by version 1; somebody may activate a unit."""
    battle = play(begun(alice, bob, setup=deployed()), 12)
    play_until(battle, "activate")
    return fresh(battle)


def change_of_formation(battle: Battle, side: str) -> Any:
    """An activation that version 1 allows and version 2 does not."""
    stands = current_position(fresh(battle))
    for option in stands.system.options(stands.state, side):
        for action in option.actions:
            if option.kind == "activate" and action.formation is not None:
                return action
    raise AssertionError("Nobody can change formation here.")


def test_looking_writes_nothing_and_shows_what_may_be_done_by_the_new_rules(battle: Battle) -> None:
    side = awaited(battle)
    before = shown_battle(at(battle, side))
    with rules_of(Corrected()):
        shown = shown_battle(at(battle, side))
        assert (shown.n, shown.seen) == (before.n, before.seen)
        offered = [action for option in shown.options for action in option.actions]
        assert offered
        assert all(getattr(action, "formation", None) is None for action in offered)
    assert fresh(battle).head == battle.head


def test_who_acts_is_told_first_and_then_acts_by_the_new_rules(battle: Battle) -> None:
    side = awaited(battle)
    forbidden = change_of_formation(battle, side)
    with rules_of(Corrected()):
        with pytest.raises(Stale):
            act(battle, side, forbidden)
        after = fresh(battle)
        row = Entry.objects.get(battle=battle, seq=battle.head + 1)
        assert (after.head, after.stands, after.rules_version) == (row.seq, row.seq, 2)
        assert (after.state_hash, after.turn, after.awaited) == (battle.state_hash, battle.turn, battle.awaited)
        assert (row.side, row.by, row.by_name, row.token, row.free) == ("", None, "", None, False)
        entry = record_of(after).entries[-1]
        assert (entry.rules, entry.rolls, entry.events) == (RulesChanged(1, 2), (), ())
        with pytest.raises(Refused, match=SENTENCE):
            act(battle, side, forbidden)
        act(battle, side)
        assert [entry.rules for entry in record_of(fresh(battle)).entries if entry.rules] == [RulesChanged(1, 2)]
        assert verify(battle) == []


def test_who_acts_whatever_was_told_does_so_at_once(battle: Battle) -> None:
    side = awaited(battle)
    with rules_of(Corrected()):
        submit(at(battle, side), side, first_action(battle, side), expect=None, token=uuid4())
        assert fresh(battle).head == battle.head + 2
        assert verify(battle) == []


def test_everybody_is_told_and_spectators_as_late_as_of_anything(battle: Battle, alice: Any) -> None:
    share_battle(access_of(fresh(battle), alice), visibility="public", delay=10)
    past = timezone.now() - timedelta(minutes=30)
    Told.objects.filter(battle=battle).update(created=past)
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        for place in "ab":
            assert shown_battle(at(battle, place)).feed[-1].lines == ((LINE, False),)
        spectator = access_of(fresh(battle), None)
        assert LINE not in str(lines_since(spectator, -1))
        assert LINE not in str(shown_battle(spectator))
        Told.objects.filter(battle=battle).update(created=past)
        assert shown_battle(spectator).feed[-1].lines == ((LINE, False),)
        assert Told.objects.filter(battle=battle, viewer="umpire").order_by("-n")[0].lines == [[LINE, False]]


def test_nothing_is_taken_back_beyond_it(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    side = play_until(battle, "activate")
    assert act(battle, side, first_action(battle, side, "activate")).free
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        with pytest.raises(Refused, match="The rules were updated since"):
            undo_action(at(battle, side), side, expect=None, token=uuid4())
        with pytest.raises(Refused, match="The rules were updated since"):
            ask_to_undo(at(battle, side), side, expect=None)
        assert shown_battle(at(battle, side)).undo.how == "no"
        play(battle, 1)
        if fresh(battle).stands > 0 and Entry.objects.filter(battle=battle).latest("seq").free:
            mine = Entry.objects.filter(battle=battle).latest("seq").side
            back = undo_action(at(battle, mine), mine, expect=None, token=uuid4())
            assert back.back == back.seq - 2
        assert verify(battle) == []


def test_not_even_by_who_plays_every_side(alice: Any) -> None:
    battle = begun(alice, alice, setup=deployed())
    side = play_until(battle, "activate")
    act(battle, side, first_action(battle, side, "activate"))
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        standing = access_of(fresh(battle), alice)
        with pytest.raises(Refused, match="The rules were updated since"):
            undo_action(standing, side, expect=None, token=uuid4())
        assert shown_battle(standing).undo.how == "no"


def test_what_was_asked_before_is_not_asked_any_more(battle: Battle) -> None:
    assert offer_draw(at(battle, "a"), "a", expect=None)
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        assert not Offer.objects.exists()
        assert offer_draw(at(battle, "b"), "b", expect=None) is not None, "it would have been agreed"


def test_it_is_said_once_however_many_see_it_first(battle: Battle) -> None:
    with rules_of(Corrected()):
        assert update_rules(battle) is not None
        assert update_rules(battle) is None
        assert update_rules(fresh(battle)) is None
        assert Entry.objects.filter(battle=battle, side="").count() == 2


def test_whatever_is_written_next_is_after_it(battle: Battle) -> None:
    with rules_of(Corrected()):
        pause(at(battle, "a"))
        assert [line.lines[0][0] for line in shown_battle(at(battle, "a")).feed[-2:]] == [LINE, "The battle is paused."]
        resume(at(battle, "b"))
        assert verify(battle) == []


def test_a_paused_battle_stays_paused(battle: Battle) -> None:
    pause(at(battle, "a"))
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        assert fresh(battle).status == Status.PAUSED
        assert verify(battle) == []


def test_a_battle_can_be_given_up_by_who_has_not_read_of_it(battle: Battle) -> None:
    with rules_of(Corrected()):
        resign(at(battle, "a"), "a", token=uuid4())
        assert (fresh(battle).winner, fresh(battle).head) == ("b", battle.head + 2)
        assert verify(battle) == []


def test_a_battle_that_is_over_keeps_the_rules_it_was_fought_by(battle: Battle) -> None:
    resign(at(battle, "a"), "a", token=uuid4())
    over = fresh(battle)
    with rules_of(Corrected()):
        assert update_rules(over) is None
        add(at(battle, "b"), 3, "Well played.", for_all=True)
        assert (fresh(battle).head, fresh(battle).rules_version) == (over.head, 1)
        assert verify(battle) == []


def test_a_battle_that_waits_for_players_begins_by_the_new_rules(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, Sitting(place="b"), setup=deployed())
    with rules_of(Corrected()):
        accept_invitation(invite(access_of(fresh(battle), alice), "b").token, bob)
        begins = fresh(battle)
        assert (begins.status, begins.head, begins.rules_version) == (Status.PLAYING, 0, 2)
        assert verify(battle) == []


def test_a_battle_of_newer_rules_is_shown_and_not_played(battle: Battle) -> None:
    with rules_of(Corrected()):
        update_rules(fresh(battle))
    side = awaited(battle)
    assert shown_battle(at(battle, side)).n == last_line(fresh(battle), side)
    with pytest.raises(Refused, match="played with version 2 of easy_napoleonics; this Muster has 1"):
        act(battle, side)
    assert verify(battle) == []


def test_the_computer_plays_on_by_the_new_rules(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, Sitting(place="b", computer="random"), setup=deployed())
    while "b" not in awaited(battle):
        play(battle, 1)
    with rules_of(Corrected()):
        head = fresh(battle).head
        for _ in range(6):
            turn = computer_turns.claim("test")
            if turn is None:
                break
            computer_turns.decide_one(turn)
        entries = record_of(fresh(battle)).entries
        assert entries[head + 1].rules == RulesChanged(1, 2)
        assert entries[head + 2].side == "b"
        assert not ComputerTurn.objects.filter(tries__gt=1).exists()
        assert verify(battle) == []


def test_states_of_another_shape_are_folded_when_they_are_looked_at_and_kept_anew(battle: Battle) -> None:
    side = awaited(battle)
    add(at(battle, side), 2, "Here they stood.", for_all=True)
    seen = shown_battle(at(battle, side)).seen
    with rules_of(Reshaped()):
        assert shown_battle(at(battle, side)).seen == seen
        assert position_at(fresh(battle), 3).state.minutes == 0
        update_rules(fresh(battle))
        after = fresh(battle)
        assert (b'"minutes":0' in bytes(after.state), after.state_hash != battle.state_hash) == (True, True)
        assert all(b'"minutes":0' in bytes(kept.state) for kept in Snapshot.objects.filter(battle=battle))
        assert [note.n for note in notes_of(at(battle, side))] == [2]
        play(battle, 8)
        assert verify(battle) == []
        moved = Entry.objects.get(battle=battle, seq=5)
        other = Entry.objects.get(battle=battle, seq=6)
        Entry.objects.filter(pk=moved.pk).update(line=bytes(other.line).replace(b'"n":6', b'"n":5'))
        assert any(problem.startswith(f"Entry {battle.head + 1}:") for problem in verify(battle))


def test_a_battle_that_is_over_is_shown_though_its_states_have_another_shape(battle: Battle) -> None:
    resign(at(battle, "a"), "a", token=uuid4())
    with rules_of(Reshaped()):
        assert shown_battle(at(battle, "b")).outcome
        assert shown_battle(at(battle, "b"), at=4).n == 4
        rebuild(fresh(battle))
        assert b'"minutes":0' in bytes(fresh(battle).state)
        assert verify(battle) == []


def test_it_stands_in_the_file_and_comes_back_with_it(battle: Battle, organiser: Any) -> None:
    with rules_of(Corrected()) as system:
        update_rules(fresh(battle))
        play(battle, 5)
        resign(at(battle, "a"), "a", token=uuid4())
        content = battle_file(at(battle, "b"))
        found = read(content, lambda key: system)
        assert (found.header.rules_version, found.version, found.changed) == (1, 2, battle.head + 1)
        brought = import_battle(read_file(content), organiser)
        assert (brought.rules_version, verify(brought)) == (2, [])


def test_a_battle_by_earlier_rules_is_brought_in_and_goes_on_by_the_new(alice: Any, bob: Any, organiser: Any) -> None:
    battle = play(begun(alice, bob, Sitting(place="umpire", user=organiser), setup=deployed()), 5)
    content = battle_file(at(battle, "umpire"))
    with rules_of(Corrected()):
        brought = import_battle(read_file(content), alice, [Sitting(place=place, user=alice) for place in "ab"])
        assert (brought.rules_version, brought.head) == (2, 6)
        assert record_of(brought).entries[-1].rules == RulesChanged(1, 2)
        play(brought, 3)
        assert verify(brought) == []
    assert Seat.objects.filter(battle=brought, user=alice).count() == 2
    assert Note.objects.count() == 0


def test_the_copy_of_the_version_is_held(battle: Battle) -> None:
    with rules_of(Corrected()):
        update_rules(fresh(battle))
        assert verify(battle) == []
        Battle.objects.update(rules_version=1)
        assert "The stored rules version differs from what the entries give." in verify(battle)
