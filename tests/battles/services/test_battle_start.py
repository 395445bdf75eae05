"""Making a battle: what is kept, when it begins, and what is not taken."""

from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.dice import commitment
from battles.models import Battle, Seat, Snapshot, Status
from battles.services.create import battle_start
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.lock import Refused
from battles.services.play.position import dice_key, record_of
from battles.services.play.verification import verify
from tests.battles.services.steps import SYSTEM, begun, fresh, seen_by

pytestmark = pytest.mark.django_db


def test_a_battle_with_every_side_taken_begins(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, title="  On the\theights ")
    assert (battle.status, battle.head, battle.title) == (Status.PLAYING, 0, "On the heights")
    assert battle.commitment == commitment(bytes(battle.secret))
    assert list(Snapshot.objects.filter(battle=battle).values_list("seq", flat=True)) == [0]
    assert [(seat.place, seat.name) for seat in battle.seats.all()] == [("a", "alice"), ("b", "bob")]
    assert verify(battle) == []


def test_a_battle_with_an_open_side_waits_and_has_thrown_no_die(alice: Any) -> None:
    new = NewBattle(
        system=SYSTEM, setup=SYSTEM.scenarios.sample({}), title="Waiting", sittings=(Sitting(place="a", user=alice),)
    )
    battle = start(new)
    assert (battle.status, battle.head, battle.begun) == (Status.GATHERING, -1, None)
    shown = seen_by(battle, alice)
    assert (shown.status, shown.n, shown.feed, shown.may_act, shown.options) == ("gathering", -1, (), (), ())
    assert [side.kind for side in shown.sides] == ["user", "open"]
    assert verify(battle) == []
    assert not battle_start.begin(battle)


def test_every_seat_has_its_say_in_the_dice(alice: Any, bob: Any) -> None:
    salted = Sitting(place="a", user=alice, salt=b"a pinch")
    plain, seasoned = begun(alice, bob), begun(alice, bob, salted)
    assert seasoned.salts == [b"a pinch".hex(), ""]
    assert record_of(seasoned).header.salts == (b"a pinch".hex(), "")
    Battle.objects.filter(pk=plain.pk).update(secret=seasoned.secret)
    assert dice_key(fresh(plain)) != dice_key(fresh(seasoned))


def test_two_battles_have_two_secrets(alice: Any, bob: Any) -> None:
    assert bytes(begun(alice, bob).secret) != bytes(begun(alice, bob).secret)


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"title": " \u200b "}, "title", "Enter a title."),
        ({"title": "x" * 121}, "title", "A title has at most 120 characters; this one has 121."),
        ({"visibility": "secret"}, "visibility", "The visibility is one of private, club, unlisted, public."),
        ({"delay": -1}, "delay", "Spectators can be 0 to 1,440 minutes behind."),
        ({"delay": 1_441}, "delay", "Spectators can be 0 to 1,440 minutes behind."),
        ({"sittings": (Sitting(place="c"),)}, "sittings", "The seats of this battle are a, b, umpire, one each."),
        ({"sittings": (Sitting(place="a"), Sitting(place="a"))}, "sittings", "The seats of this battle are"),
        ({"sittings": (Sitting(place="a", computer="napoleon"),)}, "computer", "There is no player 'napoleon'"),
        ({"sittings": (Sitting(place="umpire", computer="greedy"),)}, "computer", "cannot be the umpire"),
        ({"sittings": (Sitting(place="a", computer="marshal", seconds=9.0),)}, "seconds", "at most 1.5 seconds"),
        ({"sittings": (Sitting(place="a", salt=b"x" * 65),)}, "salt", "The words for the dice have at most 64 bytes"),
    ],
)
def test_what_cannot_be_kept_is_refused(change: dict[str, Any], field: str, words: str) -> None:
    given: dict[str, Any] = {"system": SYSTEM, "setup": SYSTEM.scenarios.sample({}), "title": "Battle", **change}
    with pytest.raises(Refused) as refused:
        start(NewBattle(**given))
    assert refused.value.field == field
    assert words in str(refused.value)
    assert not Battle.objects.exists()


def test_a_setup_that_cannot_be_played_leaves_nothing(alice: Any, bob: Any) -> None:
    from msgspec.structs import replace

    setup = SYSTEM.scenarios.sample({})
    empty = replace(setup, forces=(replace(setup.forces[0], units=()), setup.forces[1]))
    with pytest.raises(SetupError):
        begun(alice, bob, setup=empty)
    assert not Battle.objects.exists()
    assert not Seat.objects.exists()


def test_an_umpire_plays_no_side(alice: Any, bob: Any) -> None:
    with pytest.raises(Refused, match="An umpire sees both sides"):
        begun(alice, bob, Sitting(place="umpire", user=bob))


def test_an_owner_has_so_many_battles_at_a_time(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_start, "MOST_OPEN", 2)
    monkeypatch.setattr(battle_start, "MOST_GUESTS", 1)
    begun(alice, bob)
    begun(alice, bob)
    with pytest.raises(Refused, match="You have 2 unfinished battles"):
        begun(alice, bob)
    begun(alice, bob, owner=bob)
    begun(alice, bob, owner=None)
    with pytest.raises(Refused, match="Guests have too many unfinished battles"):
        begun(alice, bob, owner=None)
    Battle.objects.update(status=Status.OVER)
    begun(alice, bob)
