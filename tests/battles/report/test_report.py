"""The report of a battle: its laws over finished battles of every system, and odd battles."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from msgspec.structs import replace

from battles.drawing.report_charts import Word, losses_chart, strength_chart
from battles.engine.battle_file import read
from battles.engine.replay import states
from battles.models import Battle, Told
from battles.services.access import access_of
from battles.services.battle_course import Course, commanders_of, strength_of
from battles.services.battle_report import report_of
from battles.services.create.battle_start import Sitting
from battles.services.create.from_file import import_battle, read_file
from battles.services.play.game_controls import resign, undo_action
from battles.services.play.lock import Refused
from battles.sheets.report_content import NO_DICE, NO_POINTS, Report, report_text
from tests.battles.services.steps import act, at, begun, deployed, first_action, fresh, hidden, play, play_until

pytestmark = pytest.mark.django_db

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("*/*.battle"))
every = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


@pytest.fixture(autouse=True)
def no_cached_reports() -> None:
    """Battles of tests that are rolled back share their numbers."""
    caches["pictures"].clear()


@cache
def recorded(path: Path) -> Any:
    return read(path.read_bytes())


def imported(path: Path) -> Battle:
    return import_battle(read_file(path.read_bytes()), None)


def report(battle: Battle) -> Report:
    return report_of(access_of(fresh(battle), AnonymousUser()))


@every
def test_the_tally_counts_strength_and_commanders_as_the_muster_roll_does(path: Path) -> None:
    battle = recorded(path)
    system = battle.system
    for state in states(battle):
        rolls = {side: system.sheets.roll(state, side) for side in system.sides}
        tally = system.ui.tally(state)
        assert tally.strength == {side: sum(map(strength_of, roll.units)) for side, roll in rolls.items()}
        assert tally.commanders == {
            side: sum(each.gone for each in commanders_of(roll)) for side, roll in rolls.items()
        }


@every
def test_losses_and_story_and_turning_points_are_those_of_the_battle(path: Path) -> None:
    battle = imported(path)
    content = report(battle)
    check_losses(path, content)
    check_story(battle, content)
    check_turning_points(path, content)


def check_losses(path: Path, content: Report) -> None:
    """Losses add up to the strength of the armies."""
    battle = recorded(path)
    *_, end = states(battle)
    tally = battle.system.ui.tally(end)
    for number, side in enumerate(content.sides):
        units = [unit for group in side.groups for unit in group.units]
        assert side.before - side.lost == side.after == tally.strength[side.side]
        assert side.lost == sum(unit.lost for unit in units) == sum(group.lost for group in side.groups)
        assert side.gone == sum(unit.fate != "" for unit in units)
        assert (content.strengths[0].left[number], content.strengths[-1].left[number]) == (side.before, side.after)
        assert all(0 <= unit.after <= unit.before or unit.before == 0 for unit in units)
        assert all(unit.after == 0 for unit in units if unit.fate)


def check_story(battle: Battle, content: Report) -> None:
    """The story says in the words of the log who did what to whom and what came of it, without dice."""
    rows = Told.objects.filter(battle=battle, viewer="umpire")
    log = {word for row in rows for words, is_heading in row.lines if not is_heading for word in plain(words)}
    told = [sentence for turn in content.story for sentence in turn.sentences]
    told += [sentence for point in content.turning_points for sentence in point.sentences]
    for sentence in told:
        assert set(plain(sentence)) <= log | COUNTS, sentence
        assert "dice" not in plain(sentence), sentence


COUNTS = {"hit", "hits", "once", "twice", "times", "no", "did", "not", "rally"}
"""Words of the story that count hits or say no."""


def plain(sentence: str) -> list[str]:
    """The words of a sentence, without numbers and case."""
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", sentence)]


def check_turning_points(path: Path, content: Report) -> None:
    """Turning points are the largest changes of the balance."""
    battle = recorded(path)
    course = Course(battle.system, battle.header.setup, iter(battle.entries))
    strengths = [course.whole, *map(course.strength, course.played)]
    balance = [course.balance(strength)["a"] for strength in strengths]
    swings = sorted((round(abs(now - then), 1) for then, now in pairwise(balance)), reverse=True)
    gains = sorted((point.gain for point in content.turning_points), reverse=True)
    assert gains == [swing for swing in swings[:3] if swing]
    assert [point.moment.seq for point in content.turning_points] == sorted(
        point.moment.seq for point in content.turning_points
    )


def test_a_battle_that_ends_in_turn_1_by_resignation_has_a_report(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    play_until(battle, "activate")
    resign(at(battle, "b"), "b", token=uuid4())
    content = report(battle)
    blue, red = content.sides
    assert (content.result, content.turns) == (f"The {blue.name} won.", 1)
    assert content.ended == f"The {red.name} resigned. The {blue.name} won."
    assert (blue.lost, red.lost, content.turning_points, blue.player, red.player) == (0, 0, (), "alice", "bob")
    assert NO_POINTS in report_text(content)
    assert [moment.title for moment in content.moments] == ["Start", "End"]


def test_a_battle_that_ends_while_it_is_deployed_has_no_turn_and_no_dice_of_its_own(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob)
    resign(at(battle, "a"), "a", token=uuid4())
    content = report(battle)
    assert (content.turns, content.story, content.lucky, content.unlucky) == (0, (), (), ())
    assert [each.turn for each in content.strengths] == [0]
    assert report_text(content).startswith("Report: On the heights\nEasy Napoleonics, 0 of ")


def test_a_report_without_dice_says_so(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    resign(at(battle, "b"), "b", token=uuid4())
    content = report(battle)
    sides = tuple(replace(side, dice=()) for side in content.sides)
    assert NO_DICE not in report_text(content)
    assert NO_DICE in report_text(replace(content, sides=sides, others=()))


def test_what_was_undone_is_in_no_part_of_a_report(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    side = play_until(battle, "activate")
    undone = act(battle, side, first_action(battle, side, "activate"))
    undo_action(at(battle, side), side, expect=None, token=uuid4())
    play(battle, 1_000)
    content = report(battle)
    assert undone.seq not in {moment.seq for moment in content.moments}
    keys = set(Told.objects.filter(battle=battle, undone=True).values_list("key", flat=True))
    used = {roll.key for roll in (*content.lucky, *content.unlucky)} | {turn.key for turn in content.story}
    assert keys
    assert not keys & used


def test_rolls_of_undone_actions_are_counted_apart(alice: Any, bob: Any) -> None:
    """The battle goes back behind rolls with the consent of the other side."""
    path = next(each for each in FILES if each.stem == "points")
    battle = recorded(path)
    entries = list(battle.entries)
    place = next(n for n, entry in enumerate(entries) if n > 5 and entry.rolls)
    back = replace(entries[0], n=place + 1, side="a", back=place - 1, rolls=(), events=(), action=None)
    course = Course(battle.system, battle.header.setup, iter([*entries[: place + 1], back]))
    assert course.undone == len(entries[place].rolls)
    assert [step.entry.n for step in course.steps] == list(range(place))
    again = replace(back, n=place + 2, back=place)
    course = Course(battle.system, battle.header.setup, iter([*entries[: place + 1], back, again]))
    assert (course.undone, course.end.entry.n) == (0, place)


def test_a_battle_with_an_umpire_and_two_players_has_a_report(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=charlie), setup=hidden())
    play(battle, 1_000)
    reports = [report_of(access_of(fresh(battle), user)) for user in (alice, bob, charlie, AnonymousUser())]
    assert all(each == reports[0] for each in reports)
    assert [side.player for side in reports[0].sides] == ["alice", "bob"]


def test_nobody_reads_a_report_before_the_end(alice: Any, bob: Any, charlie: Any) -> None:
    battle = play(begun(alice, bob, Sitting(place="umpire", user=charlie), setup=hidden()), 20)
    for user in (alice, bob, charlie, AnonymousUser()):
        with pytest.raises(Refused, match="when the battle is over"):
            report_of(access_of(fresh(battle), user))


def test_a_report_is_made_once(alice: Any, bob: Any, django_assert_num_queries: Any) -> None:
    battle = play(begun(alice, bob, setup=hidden()), 1_000)
    access = access_of(fresh(battle), alice)
    with django_assert_num_queries(2):
        first = report_of(access)
    with django_assert_num_queries(0):
        assert report_of(access) == first
    Battle.objects.filter(pk=battle.pk).update(title="Another title")
    assert report(battle).title == "Another title"


@pytest.mark.parametrize(
    ("names", "drawn"),
    [
        (("Foy's division", "Netherlands brigade"), ["Foy's division", "Netherlands brigade"]),
        (("A" * 30, "B" * 30), ["A" * 16 + "…", "B" * 16 + "…"]),
    ],
)
def test_names_above_a_chart_share_its_width(names: tuple[str, str], drawn: list[str]) -> None:
    chart = strength_chart("strength points", names, [("Start", (9, 7)), ("Turn 1", (8, 7))])
    assert [mark.text for mark in chart.marks if isinstance(mark, Word) and mark.side >= 0] == drawn


def test_a_long_name_of_a_brigade_is_left_without_its_division() -> None:
    name = "Netherlands and Brunswick Cavalry Division, 2nd Light Brigade"
    guns = "2nd Light Cavalry Division, Division artillery"
    chart = losses_chart("strength points", 0, [(name, 6, 0), (guns, 3, 3)], 6)
    assert [mark.text for mark in chart.marks if isinstance(mark, Word) and mark.side == 0] == [
        "2nd Light Brigade",
        guns,
    ]


def test_a_chart_of_six_turns_names_them_all() -> None:
    chart = strength_chart(
        "strength points", ("A", "B"), [("Start", (9, 7)), *((f"Turn {n}", (8, 7)) for n in range(1, 7))]
    )
    words = [mark.text for mark in chart.marks if isinstance(mark, Word)]
    assert [word for word in ("Start", "1", "2", "3", "4", "5", "Turn 6") if word not in words] == []
