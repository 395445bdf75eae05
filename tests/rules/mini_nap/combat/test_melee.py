"""Hand-to-hand combat on the table: groups, impact, melee rounds, losses, and who breaks through."""

from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat.combatants import combat_group, groups_of, with_impact_facts
from battles.rules.mini_nap.combat.losses import remove_units
from battles.rules.mini_nap.combat.melee import allotment_shadow, visible_combat
from battles.rules.mini_nap.decisions import Allotment, Combat, Group
from battles.rules.mini_nap.events import Allotted, AllottedHidden
from battles.rules.mini_nap.odds.combat import combat_odds
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.grounds import ground
from tests.rules.mini_nap.builders.melees import (
    answer,
    begin_combat,
    field,
    fight,
    foot,
    guns,
    horse,
    listed,
    noted,
    refusal,
    ring,
    rounds,
)
from tests.rules.mini_nap.builders.table_positions import kinds


def shares(*rows: tuple[int, int, int]) -> act.Allot:
    return act.Allot(tuple(Allotment(*row) for row in rows))


def two_on_one(**changes: Any) -> State:
    """Unit 0, a line of 6, with enemy columns 1 and 2 of 5 points touching its front."""
    columns = (
        foot("left", -1.25, 3, 180, formation="column", points=5),
        foot("right", 1.25, 3, 180, formation="column", points=5),
    )
    return field((foot("line", 0, 0),), columns, **changes)


def frame(state: State) -> Combat:
    found = state.stack[-1]
    assert isinstance(found, Combat)
    return found


# Groups


@pytest.mark.rule("MN-HTH-01", "every pair of enemies in contact must fight")
@pytest.mark.rule("MN-HTH-10", "units linked by contact with enemies are one group")
def test_groups_are_those_linked_by_contact() -> None:
    state = field(
        (foot("one", 0, 0), foot("two", 20, 0), foot("three", 5, 0), foot("free", -20, -20)),
        (foot("enemy", 2.5, 2, 180), foot("other", 20, 2, 180), guns("far", -30, 30)),
    )
    assert groups_of(state) == (Group(((0, 4), (2, 4))), Group(((1, 5),)))
    abandoned = noted(state, 5, crew_in=6)
    assert groups_of(abandoned) == (Group(((0, 4), (2, 4))),)


@pytest.mark.rule("MN-RULING-32", "the active side picks the next group")
def test_the_active_side_picks_the_next_group() -> None:
    state = field(
        (foot("one", 0, 0), foot("two", 20, 0)),
        (foot("enemy", 0, 2, 180, points=2), foot("other", 20, 2, 180, points=2)),
        active="b",
    )
    play = begin_combat(state, *[6] * 99)
    assert turn.deciders(play.state) == ("b",)
    assert listed(play.state, "b") == [act.ChooseGroup(0), act.ChooseGroup(1)]
    wrong = refusal(play.state, "b", act.ChooseGroup(2))
    assert wrong is not None
    assert (wrong.code, wrong.rule) == ("no_such", "MN-RULING-32")
    early = refusal(play.state, "b", shares())
    assert early is not None
    assert early.code == "bad_order"
    answer(play, "b", act.ChooseGroup(1))
    assert frame(play.state).group == Group(((1, 3),))
    assert frame(play.state).waiting == (Group(((0, 2),)),)
    while play.state.stack:
        assert not turn.deciders(play.state)
        turn.current_handler(play.state).proceed(play)
    assert [event.points for event in rounds(play)[1::2]] == [((1, 4), (3, 0)), ((0, 4), (2, 0))]


# Rounds


@pytest.mark.rule("MN-HTH-24", "a unit with no set rolls nothing on impact")
@pytest.mark.rule("MN-HTH-30", "in melee every unit has a set")
@pytest.mark.rule("MN-HTH-14", "losses of both sides apply together at the end of a round")
@pytest.mark.rule("MN-HTH-34", "winning in a melee round gives no break-through")
@pytest.mark.rule("MN-LOSS-05", "in combat losses apply at the end of the round")
def test_two_lines_fight_without_pause() -> None:
    state = field((foot("line", 0, 0),), (foot("enemy", 0, 2, 180, points=3),))
    play = fight(state, *(3, 1, 1, 1, 1, 1), *(1, 2, 2), *(3, 4, 5, 6, 6, 2), *(1, 1))
    assert [(each.round, len(each.throws), each.points) for each in rounds(play)] == [
        (0, 0, ((0, 6), (1, 3))),
        (1, 2, ((0, 6), (1, 2))),
        (2, 2, ((0, 6), (1, 0))),
    ]
    last = rounds(play)[2]
    assert [(each.unit, each.enemy, each.allotted, each.sets, each.dice, each.hits) for each in last.throws] == [
        (0, 1, 6, ("melee",), 6, 5),
        (1, 0, 2, ("melee",), 2, 0),
    ]
    assert [roll.why for roll in last.rolls] == ["MN-HTH-12", "MN-HTH-12"]
    assert kinds(play).index("gone") > max(at for at, kind in enumerate(kinds(play)) if kind == "fought")
    assert not play.unit(0).white
    assert play.unit(1).where == "destroyed"


@pytest.mark.rule("MN-HTH-14", "both may be gone together")
def test_both_may_be_removed_in_one_round() -> None:
    play = fight(field((foot("line", 0, 0, points=2),), (foot("enemy", 0, 2, 180, points=2),)), 6, 6, 3, 1)
    assert [unit.where for unit in play.state.units] == ["destroyed", "destroyed"]
    assert kinds(play).count("gone") == 1


@pytest.mark.rule("MN-HTH-22", "formed cavalry that charged has its set on impact")
@pytest.mark.rule("MN-HTH-25", "who has no enemy left when the impact round ends breaks through")
@pytest.mark.rule("MN-RULING-35", "a unit counts as charging until its first impact round ends")
def test_a_charge_that_wins_on_impact_breaks_through() -> None:
    state = field((horse("horse", 0, 0),), (foot("enemy", 0, 3, 180),))
    play = fight(noted(state, 0, impact=True), 3, 3, 3, 3, 3, 3)
    (impact,) = rounds(play)
    assert impact.throws[0].sets == ("impact_charging_cavalry",)
    assert play.unit(0).white
    assert not play.unit(0).impact
    again = fight(noted(state, 0, impact=True), 3, 3, 3, 3, 1, 1, *[6] * 12, 1, 1)
    assert not again.unit(0).white
    assert not again.unit(0).impact
    assert again.unit(1).where == "destroyed"


@pytest.mark.rule("MN-HTH-20", "a unit that outflanks has a set on impact")
@pytest.mark.rule("MN-HTH-36", "outflanking is judged as the impact round begins")
@pytest.mark.rule("MN-GEO-13", "no corner ahead of the front edge line outflanks")
def test_outflanking_on_the_table() -> None:
    """G26: an enemy column at the right end of a line."""
    state = field((foot("line", 0, 0),), (foot("enemy", 4.5, -0.25, 270, formation="column"),))
    begun = with_impact_facts(state, groups_of(state)[0])
    assert begun.outflanked == ((1, 0),)
    play = fight(state, *[3] * 6)
    assert rounds(play)[0].throws[0].sets == ("impact_outflanking",)
    assert play.unit(1).white
    front = field((foot("line", 0, 0),), (foot("enemy", 0, 3, 180, formation="column"),))
    assert with_impact_facts(front, groups_of(front)[0]).outflanked == ()


@pytest.mark.rule("MN-RULING-34", "by option an enemy outflanks that no point of the front edge is near")
def test_the_other_outflank_test() -> None:
    aside = (foot("line", 0, 0),), (foot("enemy", 4.5, 1.0, 270, formation="column"),)
    assert with_impact_facts(field(*aside), groups_of(field(*aside))[0]).outflanked == ()
    other = field(*aside, options=Options(outflank_test="contact_part"))
    assert (1, 0) in with_impact_facts(other, groups_of(other)[0]).outflanked


@pytest.mark.rule("MN-BREAK-01", "squares and artillery never break through")
def test_squares_and_guns_never_break_through() -> None:
    square = field((horse("horse", 0, -4),), (foot("square", 0, 0, formation="solid_square"),))
    play = fight(square, *[6] * 6)
    assert play.unit(0).where == "destroyed"
    assert not play.unit(1).white


@pytest.mark.rule("MNT-HTH-06", "advantages are judged for each pair as the impact round begins")
@pytest.mark.rule("MN-HTH-15", "they halve each set of the disadvantaged side")
def test_advantages_of_ground_halve() -> None:
    """Z16, Z17."""
    lines = (foot("line", 0, 0),), (foot("enemy", 0, 2, 180, points=5),)
    state = field(*lines, features=(ground("village", -3, -2, 3, 1.02),))
    begun = with_impact_facts(state, groups_of(state)[0])
    assert begun.defended == ((0, 1, 1),)
    play = begin_combat(state, *[1] * 8, *[6] * 99)
    melee = rounds(play)[1]
    assert [(each.unit, each.halved, each.dice) for each in melee.throws] == [(0, 0, 6), (1, 1, 2)]


@pytest.mark.rule("MN-HTH-35", "where no unit has a die each set with a point has one")
def test_a_stalemate_on_one_hill() -> None:
    """D31."""
    skirmishers = {"type": "light_infantry", "formation": "skirmish_line", "points": 1}
    state = field(
        (foot("one", 0, 0, **skirmishers),),
        (foot("other", 0, 2, 180, **skirmishers),),
        features=(ground("hill", -20, -20, 20, 20),),
    )
    play = fight(state, 1, 2, 3, 1)
    assert [each.stalemate for each in rounds(play)] == [False, True, True]
    assert play.unit(0).where == "table"
    assert play.unit(1).where == "destroyed"


@pytest.mark.rule("MN-HTH-23", "lancers have a set against a square; by option irregulars are lancers")
@pytest.mark.rule("MN-RULING-51", "irregular cavalry is not lancer unless an option says so")
@pytest.mark.parametrize(("option", "sets"), [(False, ()), (True, ("impact_lancers_v_square",))])
def test_irregulars_are_lancers_by_option_only(option: bool, sets: tuple[str, ...]) -> None:
    cossacks = horse("cossacks", 0, -4, type="light_cavalry", irregular=True, formation="skirmish_line", points=2)
    square = foot("square", 0, 0, formation="emergency_square")
    state = field((cossacks,), (square,), options=Options(irregulars_are_lancers=option))
    play = begin_combat(state, *[1] * len(sets) * 2, *[1] * 2, *[6] * 18)
    assert tuple(situation for throw in rounds(play)[0].throws for situation in throw.sets) == sets


# Sharing out


@pytest.mark.rule("MN-HTH-11", "each point of a unit goes to one enemy in contact, chosen by its owner each round")
def test_points_are_shared_out_in_melee() -> None:
    play = begin_combat(two_on_one(), 6, 6, 6, 6, 1, 1, *[1] * 10, *[6] * 99)
    assert rounds(play)[0].throws == ()
    assert turn.deciders(play.state) == ("a",)
    ways = listed(play.state, "a")
    assert len(ways) == 7
    assert ways[0] == shares((0, 1, 6))
    answer(play, "a", shares((0, 1, 4), (0, 2, 2)))
    turn.current_handler(play.state).proceed(play)
    fought = rounds(play)[-1]
    assert [(each.unit, each.enemy, each.allotted, each.hits) for each in fought.throws] == [
        (0, 1, 4, 4),
        (0, 2, 2, 0),
        (1, 0, 5, 0),
        (2, 0, 5, 0),
    ]
    assert fought.points == ((0, 6), (1, 1), (2, 5))
    assert not turn.deciders(play.state), "one enemy is left: nothing to share out"


@pytest.mark.rule("MN-HTH-13", "hits beyond an enemy's points are lost")
def test_hits_beyond_an_enemys_points_are_lost() -> None:
    """X18."""
    columns = (
        foot("left", -1.25, 3, 180, formation="column", points=2),
        foot("right", 1.25, 3, 180, formation="column", points=5),
    )
    play = begin_combat(field((foot("line", 0, 0),), columns), 6, 6, 6, 6, 1, 1, *[1] * 7, *[6] * 99)
    answer(play, "a", shares((0, 1, 4), (0, 2, 2)))
    turn.current_handler(play.state).proceed(play)
    assert rounds(play)[-1].points == ((0, 6), (1, 0), (2, 5))


REFUSED: list[tuple[str, act.Allot, str]] = [
    ("too few", shares((0, 3, 5)), "malformed"),
    ("too many", shares((0, 3, 4), (0, 4, 3)), "malformed"),
    ("no points", shares((0, 3, 6), (0, 4, 0)), "malformed"),
    ("out of order", shares((0, 4, 3), (0, 3, 3)), "malformed"),
    ("twice", shares((0, 3, 3), (0, 3, 3)), "malformed"),
    ("not touched", shares((0, 5, 6)), "no_target"),
    ("the enemy's", shares((3, 0, 5)), "not_yours"),
    ("nobody", shares((0, 9, 6)), "no_such"),
    ("nothing", shares(), "malformed"),
    ("a friend who fights one enemy", shares((0, 3, 6), (1, 4, 6)), "not_needed"),
    ("a friend who does not fight", shares((0, 3, 6), (2, 3, 6)), "not_needed"),
]


@pytest.mark.rule("MN-HTH-11", "points are shared out between enemies in contact, all of them")
@pytest.mark.parametrize(("words", "action", "code"), REFUSED)
def test_what_may_not_be_shared_out(words: str, action: act.Allot, code: str) -> None:
    state = field(
        (foot("line", 0, 0), foot("second", 5, 0, 0), foot("spare", 30, 30)),
        (
            foot("left", -1.25, 3, 180, formation="column", points=5),
            foot("right", 2.5, 3, 180, formation="column", points=5),
            foot("far", 20, 20, 180),
        ),
    )
    play = begin_combat(state)
    found = refusal(play.state, "a", action)
    assert found is not None, words
    assert (found.code, found.rule) == (code, "MN-HTH-11")


@pytest.mark.rule("MN-RULING-32", "both owners allot in secret at the same time")
def test_both_sides_share_out_at_once_and_in_secret() -> None:
    play = begin_combat(ring())
    assert turn.deciders(play.state) == ("a", "b")
    answer(play, "a", shares((0, 2, 6)))
    (told,) = [event for event in play.events if isinstance(event, Allotted)]
    assert told.audience == ("a",)
    assert turn.deciders(play.state) == ("b",)
    seen = {
        viewer: visible_combat(play.state, frame(play.state), viewer).shares
        for viewer in ("a", "b", "public", "umpire")
    }
    assert seen == {"a": (Allotment(0, 2, 6),), "b": (), "public": (), "umpire": (Allotment(0, 2, 6),)}
    assert [allotment_shadow(told, viewer) for viewer in ("a", "umpire")] == [told, told]
    assert [allotment_shadow(told, viewer) for viewer in ("b", "public")] == [AllottedHidden(side="a")] * 2
    answer(play, "b", shares((3, 0, 2), (3, 1, 4)))
    assert turn.deciders(play.state) == ()


@pytest.mark.rule("MN-RULING-32", "by option the active owner allots openly, then the passive owner")
def test_the_active_side_may_share_out_first() -> None:
    state = ring()
    first = Options(hth_allotment="active_first")
    state = field(
        (foot("one", 0, 0), foot("two", 5, 0)),
        (foot("left", -1.25, 3, 180, formation="column"), foot("middle", 2.5, 3, 180, formation="column")),
        options=first,
        active="b",
    )
    play = begin_combat(state)
    assert turn.deciders(play.state) == ("b",)
    answer(play, "b", shares((3, 0, 6)))
    told = play.events[-1]
    assert told.audience is None
    assert allotment_shadow(told, "a") == told
    assert visible_combat(play.state, frame(play.state), "a").shares == (Allotment(3, 0, 6),)
    assert turn.deciders(play.state) == ("a",)


@pytest.mark.rule("MN-HTH-11", "on impact only those who have a set share out")
def test_on_impact_only_those_with_a_set_are_asked() -> None:
    columns = (foot("left", -1.25, 4, 180, formation="column"), foot("right", 1.25, 4, 180, formation="column"))
    state = field((horse("horse", 0, 0),), columns)
    assert frame(begin_combat(state).state).round == 1
    charging = begin_combat(noted(state, 0, impact=True), *[6] * 6)
    assert frame(charging.state).round == 0
    answer(charging, "a", shares((0, 1, 5), (0, 2, 1)))
    turn.current_handler(charging.state).proceed(charging)
    assert rounds(charging)[0].points == ((0, 6), (1, 1), (2, 5))
    assert not charging.unit(0).white


@pytest.mark.rule("MN-HTH-11", "of very many ways to share out the plain ones are listed")
def test_very_many_ways_are_sampled() -> None:
    columns = tuple(foot(f"column {x}", x, 3, 180, formation="column", points=5) for x in (-1.25, 2.5, 6.25))
    state = field((foot("line", 0, 0, points=60), foot("more", 5, 0, points=60)), columns)
    play = begin_combat(state)
    (option,) = turn.current_handler(play.state).options(play.state, "a")
    assert not option.complete
    assert len(option.actions) == 9
    assert shares((0, 2, 30), (0, 3, 30), (1, 3, 60)) in option.actions
    assert option.domains["shares"][0] == {"unit": 0, "enemies": [2, 3], "points": 60}
    assert all(refusal(play.state, "a", action) is None for action in option.actions)
    assert refusal(play.state, "a", shares((0, 2, 1), (0, 3, 59), (1, 3, 17), (1, 4, 43))) is None


# Leaving


@pytest.mark.rule("MN-RETREAT-03", "contact does not forbid retreat; the enemy then has no opponent")
def test_a_unit_that_leaves_before_its_combat_is_not_fought() -> None:
    state = field(
        (foot("one", 0, 0), foot("two", 20, 0)),
        (foot("enemy", 0, 2, 180), foot("other", 20, 2, 180)),
    )
    play = begin_combat(state, *[6] * 99)
    remove_units(play, (0,), "retreated", "MN-RETREAT-01")
    assert turn.deciders(play.state) == ()
    while play.state.stack:
        turn.current_handler(play.state).proceed(play)
    assert {number for event in rounds(play) for number, _ in event.points} == {1, 3}


# Odds of what stands on the table


@pytest.mark.rule("MN-HTH-10", "the odds of a combat on the table are those of its facts")
def test_odds_of_a_combat_on_the_table() -> None:
    """M01, M02 by the table: two lines of 5 against one of 6."""
    state = two_on_one()
    fray, units = combat_group(state, with_impact_facts(state, groups_of(state)[0]))
    assert units == (0, 1, 2)
    ends = combat_odds(fray)
    assert f"{float(ends.chance(lambda left: bool(left[0]))):.6f}" == "0.000241"
