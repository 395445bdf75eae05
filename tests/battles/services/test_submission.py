"""Playing actions: what is written, and every way in which one is turned away."""

from typing import Any
from uuid import uuid4

import pytest

from armies.models import Visibility
from battles.engine.replay import states
from battles.models import Battle, ComputerTurn, Entry, Snapshot, Status, Told
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.play import submission
from battles.services.play.game_controls import resign, undo_action
from battles.services.play.lock import Gone, NotYours, Over, Paused, Refused, Stale
from battles.services.play.position import current_position, position_at, record_of
from battles.services.play.submission import last_line, submit
from battles.services.play.verification import verify
from tests.battles.services.steps import (
    SYSTEM,
    act,
    at,
    awaited,
    begun,
    deployed,
    first_action,
    fresh,
    play,
    play_until,
)

pytestmark = pytest.mark.django_db

MOST_QUERIES = 10
"""Begin and end, the battle, the token, the entry, its lines, how it stands, offers, computer players, a kept state."""


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return begun(alice, bob, setup=deployed())


def test_an_action_is_an_entry_and_the_battle_stands_after_it(battle: Battle) -> None:
    side = awaited(battle)
    before = fresh(battle)
    entry = act(battle, side)
    after = fresh(battle)
    assert (entry.seq, entry.side, after.head, after.stands) == (1, side, 1, 1)
    assert entry.battle.state_hash == after.state_hash != before.state_hash
    assert verify(battle) == []


def test_a_battle_played_to_its_end_is_whole_and_knows_how_it_ended(battle: Battle) -> None:
    after = play(battle, 1_000)
    assert (after.status, after.awaited) == (Status.OVER, "")
    assert after.ended.startswith("The battle is over: ")
    assert verify(battle) == []
    stands = current_position(after)
    assert record_of(after).header.secret == bytes(after.secret).hex()
    with pytest.raises(Over):
        submit(at(battle, "a"), "a", None, expect=None, token=uuid4())
    assert after.winner == (SYSTEM.outcome(stands.state).winner or "")


def test_states_are_kept_so_that_any_entry_is_near_one(battle: Battle) -> None:
    after = play(battle, 160)
    kept = list(Snapshot.objects.filter(battle=battle).values_list("seq", flat=True))
    assert kept[0] == 0
    assert all(later - earlier <= 50 for earlier, later in zip(kept, [*kept[1:], after.head], strict=True))
    assert verify(battle) == []
    for seq, state in enumerate(states(record_of(after))):
        assert position_at(fresh(battle), seq).state == state
    last = kept[-2]
    Entry.objects.filter(battle=battle, seq__lte=last).update(line=b"not read again")
    assert position_at(fresh(battle), last + 1).seq == last + 1


def test_the_same_token_twice_is_one_entry(battle: Battle) -> None:
    side, token = awaited(battle), uuid4()
    action = first_action(battle, side)
    first = act(battle, side, action, token=token)
    again = act(battle, side, action, token=token)
    old = submit(at(battle, side), side, action, expect=-5, token=token)
    assert first.pk == again.pk == old.pk
    assert fresh(battle).head == 1
    assert verify(battle) == []


def test_who_looked_before_the_last_line_is_stale(battle: Battle) -> None:
    side = awaited(battle)
    act(battle, side)
    with pytest.raises(Stale) as stale:
        act(battle, awaited(battle), expect=0)
    assert stale.value.n == 1
    with pytest.raises(Stale):
        act(battle, awaited(battle), expect=7)
    assert fresh(battle).head == 1


def test_the_rules_turn_an_action_away_with_their_sentence(battle: Battle) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    with pytest.raises(Refused) as refused:
        act(battle, other, first_action(battle, side))
    assert refused.value.refusal is not None
    assert refused.value.refusal.code == "not_deciding"
    assert str(refused.value).count(f"({refused.value.refusal.rule})") == 1
    assert fresh(battle).head == 0
    assert Entry.objects.count() == 1


def test_nobody_acts_for_the_other_side(battle: Battle, alice: Any, charlie: Any) -> None:
    side = awaited(battle)
    other = "b" if side == "a" else "a"
    action = first_action(battle, side)
    with pytest.raises(NotYours, match=f"You cannot act for side {side}. Your seats in this battle: {other}"):
        act(battle, side, action, by=other)
    with pytest.raises(NotYours, match="Your seats in this battle: none"):
        submit(access_of(battle, charlie), side, action, expect=None, token=uuid4())
    with pytest.raises(NotYours):
        act(battle, "umpire", action, by="a")
    assert fresh(battle).head == 0


def test_a_token_of_the_other_side_opens_nothing(battle: Battle) -> None:
    side, token = awaited(battle), uuid4()
    action = first_action(battle, side)
    act(battle, side, action, token=token)
    with pytest.raises(NotYours):
        act(battle, side, action, by="b" if side == "a" else "a", token=token)


def test_nobody_acts_while_it_is_paused_waits_or_is_gone(battle: Battle, alice: Any) -> None:
    side = awaited(battle)
    action, standing = first_action(battle, side), at(battle, side)
    Battle.objects.update(status=Status.PAUSED)
    with pytest.raises(Paused, match="The battle is paused"):
        submit(standing, side, action, expect=None, token=uuid4())
    Battle.objects.update(status=Status.GATHERING)
    with pytest.raises(Paused, match="has not begun"):
        submit(standing, side, action, expect=None, token=uuid4())
    Battle.objects.all().delete()
    with pytest.raises(Gone):
        submit(standing, side, action, expect=None, token=uuid4())


def test_an_umpire_acts_for_a_side_and_the_log_says_so(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed())
    side = awaited(battle)
    entry = act(battle, side, by="umpire")
    assert (entry.for_other, entry.by_name) == (True, "charlie")
    name = SYSTEM.text.side_name(current_position(fresh(battle)).state, side)
    told = Told.objects.filter(battle=battle, entry=entry)
    assert {line.by_name for line in told} == {f"charlie for the {name}"}
    called = act(battle, "umpire", first_action(battle, "umpire"), by="umpire")
    assert (called.for_other, called.side) == (False, "umpire")
    assert verify(battle) == []


def test_a_free_action_is_one_without_dice_that_shows_nothing(battle: Battle) -> None:
    side = play_until(battle, "activate")
    assert act(battle, side, first_action(battle, side, "activate")).free
    side = play_until(battle, "fire")
    assert not act(battle, side, first_action(battle, side, "fire")).free


def test_computer_players_who_are_awaited_owe_a_decision(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, Sitting(place="b", computer="random"), setup=deployed())
    for _ in range(6):
        side = awaited(battle)
        owed = list(ComputerTurn.objects.filter(battle=battle).values_list("head", "side", "state"))
        assert owed == ([(fresh(battle).head, "b", "due")] if side == "b" else [])
        play(battle, 1)
    assert verify(battle) == []


def undo(battle: Battle, side: str) -> Entry:
    return undo_action(at(battle, side), side, expect=None, token=uuid4())


def test_a_battle_has_so_many_entries_and_can_still_be_ended(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "MOST_ENTRIES", 2)
    play(battle, 2)
    for late in (lambda: act(battle, awaited(battle)), lambda: undo(battle, awaited(battle))):
        with pytest.raises(Refused, match="This battle has 2 entries, the maximum"):
            late()
    resign(at(battle, "a"), "a", token=uuid4())
    assert verify(battle) == []


def queries(battle: Battle, count: Any) -> int:
    side = awaited(battle)
    action, standing = first_action(battle, side), at(battle, side)
    with count(MOST_QUERIES) as asked:
        submit(standing, side, action, expect=last_line(standing.battle, side), token=uuid4())
    return len(asked)


def lengthen(battle: Battle, entries: int) -> None:
    """Make the battle as long as if so many entries had been taken back and played again; it stands as it stood."""
    row = fresh(battle)
    line = Entry.objects.get(battle=row, seq=row.head).line
    first = row.head + 1
    added = [Entry(battle=row, seq=seq, side="a", line=line) for seq in range(first, first + entries)]
    Entry.objects.bulk_create(added, batch_size=500)
    for viewer, (n, phase) in row.lines.items():
        told = [
            Told(battle=row, viewer=viewer, n=n + each, seq=first + each, entry=entry, lines=[["It rains.", False]])
            for each, entry in enumerate(added)
        ]
        Told.objects.bulk_create(told, batch_size=500)
        row.lines[viewer] = [n + entries, phase]
    row.head = row.stands = first + entries - 1
    Snapshot.objects.create(battle=row, seq=row.head, turn=row.turn, state=row.state)
    row.save()


def test_an_action_asks_as_often_in_a_long_battle_as_in_a_short_one(
    battle: Battle, django_assert_max_num_queries: Any
) -> None:
    play(battle, 4)
    short = queries(battle, django_assert_max_num_queries)
    lengthen(battle, 3_000)
    assert queries(battle, django_assert_max_num_queries) == short
    assert fresh(battle).head == 3_006


def test_a_private_battle_is_there_for_its_people_only(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, visibility=Visibility.PRIVATE)
    assert access_of(battle, bob).viewer == "b"
    with pytest.raises(Gone):
        access_of(battle, charlie)
