"""What is hidden stays hidden: from the other side, from spectators, and from whoever counts lines."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from battles.engine.codec import encode
from battles.models import Battle, Told
from battles.services.create.battle_start import Sitting
from battles.services.play.position import current_position
from battles.services.play.reconstruction import rebuild
from battles.services.play.verification import verify
from battles.services.view.battle_view import ShownBattle
from tests.battles.services.hidden_battles import RALLIES, drawn, with_cards
from tests.battles.services.steps import act, begun, deployed, first_action, fresh, hidden, play, seen_by

pytestmark = pytest.mark.django_db


LONG_AGO = datetime(1815, 6, 18, tzinfo=UTC)


def still(shown: ShownBattle, **changes: Any) -> tuple[ShownBattle, tuple[Any, ...]]:
    """The look and its feed without what tells two battles apart that were made alike: addresses and times."""
    facts = replace(shown.facts, slug="", created=LONG_AGO, begun=LONG_AGO)
    feed = tuple(replace(line, created=LONG_AGO) for line in shown.feed)
    times = replace(shown.times, begun=LONG_AGO, since=LONG_AGO)
    return replace(shown, facts=facts, times=times, **changes), feed


def told(battle: Battle, viewer: str) -> list[str]:
    rows = Told.objects.filter(battle=battle, viewer=viewer).order_by("n")
    return [text for row in rows for text, _ in row.lines]


@pytest.fixture
def people(alice: Any, bob: Any, charlie: Any) -> dict[str, Any]:
    return {"a": alice, "b": bob, "public": charlie}


def test_a_card_chosen_at_the_same_time_shows_nowhere_before_both_have_chosen(
    alice: Any, bob: Any, people: dict[str, Any]
) -> None:
    first = with_cards(alice, bob, b"cards")
    second = drawn(alice, bob, bytes(first.secret), {})
    stands = current_position(fresh(first))
    (option,) = stands.system.options(stands.state, "a")
    one, other = option.actions[0], option.actions[-1]
    assert one != other
    act(first, "a", one)
    act(second, "a", other)
    for viewer in ("b", "public"):
        assert still(seen_by(first, people[viewer])) == still(seen_by(second, people[viewer]))
        assert told(first, viewer) == told(second, viewer)
    assert told(first, "a") != told(second, "a")
    assert told(first, "umpire") != told(second, "umpire")
    assert verify(first) == verify(second) == []


def test_an_action_that_shows_what_was_hidden_is_not_taken_back_unasked(alice: Any, bob: Any) -> None:
    battle = with_cards(alice, bob, b"cards", deployment_order="a_first")
    assert act(battle, "a").free
    for _ in range(6):
        last = act(battle, fresh(battle).awaited[-1])
        entry = json.loads(bytes(last.line))
        if "cards_joined" in [event["kind"] for event in entry["events"]]:
            break
    assert fresh(battle).awaited in ("a", "b")
    assert "rolls" not in entry
    assert not last.free


@pytest.mark.rule("EN-MORALE-13", "a side is told the levels of its own units only")
def test_a_rally_under_hidden_morale_leaves_the_other_sides_look_as_it_was(people: dict[str, Any]) -> None:
    battle = begun(people["a"], people["b"], setup=hidden())
    play(battle, 16, RALLIES)
    before = {viewer: seen_by(battle, people[viewer]) for viewer in ("a", "public")}
    act(battle, "b", first_action(battle, "b", "rally"))
    assert fresh(battle).awaited == "b"
    for viewer, shown in before.items():
        assert seen_by(battle, people[viewer]) == shown
    assert set(Told.objects.filter(entry__seq=17).values_list("viewer", flat=True)) == {"b", "umpire"}
    assert verify(battle) == []


def test_the_lines_of_every_viewer_are_counted_without_gaps(people: dict[str, Any]) -> None:
    battle = begun(people["a"], people["b"], setup=hidden())
    row = play(battle, 300, RALLIES)
    counts = {}
    for viewer in ("a", "b", "umpire", "public"):
        numbers = list(Told.objects.filter(battle=row, viewer=viewer).order_by("n").values_list("n", flat=True))
        assert numbers == list(range(len(numbers)))
        assert row.lines[viewer][0] == len(numbers)
        counts[viewer] = len(numbers)
    assert counts["umpire"] == row.head + 1
    assert counts["public"] <= counts["a"] < counts["b"]
    assert counts["a"] < counts["umpire"]
    assert verify(battle) == []


def test_a_level_that_is_hidden_is_in_no_line_of_the_other_side(people: dict[str, Any]) -> None:
    battle = begun(people["a"], people["b"], setup=hidden())
    play(battle, 300, RALLIES)

    def rallies(viewer: str) -> list[str]:
        return [text for text in told(battle, viewer) if "rall" in text.lower() and not text.startswith("Rally: ")]

    assert rallies("b") == rallies("umpire") != []
    assert rallies("a") == rallies("public") == []


def test_the_secret_of_the_dice_is_shown_nowhere_before_the_end(people: dict[str, Any], organiser: Any) -> None:
    battle = begun(people["a"], people["b"], Sitting(place="umpire", user=organiser), setup=deployed())
    row = play(battle, 40)
    secret = bytes(row.secret)
    for user in (*people.values(), organiser):
        shown = seen_by(battle, user)
        assert shown.facts.secret == ""
        text = repr(shown)
        assert secret.hex() not in text
        assert repr(secret) not in text
        with pytest.raises(TypeError):
            encode(shown._position)
    assert secret.hex() not in " ".join(str(row) for row in Told.objects.values_list())


def test_a_feed_made_again_is_the_same(people: dict[str, Any]) -> None:
    battle = begun(people["a"], people["b"], setup=hidden())
    play(battle, 60)
    columns = ("viewer", "n", "entry_id", "seq", "turn", "phase", "lines", "by_name", "undone", "created")
    before = list(Told.objects.order_by("viewer", "n").values_list(*columns))
    Told.objects.filter(viewer="a", n__gt=3).delete()
    Told.objects.filter(viewer="b", n=2).update(lines=[["Nothing happened.", False]])
    assert any("Line" in problem for problem in verify(battle))
    rebuild(battle)
    assert list(Told.objects.order_by("viewer", "n").values_list(*columns)) == before
    assert verify(battle) == []
