"""The Break-through phase: four ways, the combats that follow at once, and what is lost."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat import break_through
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.movement.progress import move_in_progress
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.grounds import ground
from tests.rules.mini_nap.builders.melees import X, Y, answer, field, foot, go, guns, horse, listed, noted, refusal
from tests.rules.mini_nap.builders.table_positions import kinds, mm, playing


def phase(a: tuple[Any, ...], b: tuple[Any, ...], *white: int, step: str = "break_active", **changes: Any) -> State:
    """The Break-through phase with white markers on some units; everybody is in command."""
    state = field(a, b, step=step, **changes)
    for number in range(len(state.units)):
        state = noted(state, number, command="in", white=number in white)
    return state


def then(play: Resolution) -> tuple[str, ...]:
    """On to the next decision; combats without a decision are fought."""
    return go(play)


def code_of(state: State, side: str, action: Any) -> tuple[str, str] | None:
    found = refusal(state, side, action)
    return None if found is None else (found.code, found.rule)


ALONE = (foot("far", 60, 50, 180),)


@pytest.mark.rule("MN-RULING-152", "who rallies or stops counts as charging no more; who charges again does")
@pytest.mark.parametrize(
    ("action", "counts"),
    [
        (act.StopAndRally(0, 0), False),
        (act.RallyForward(0, 300), False),
        (act.RallyBack(0, 600), False),
        (act.BreakCharge(0, 1, 0), True),
    ],
)
def test_a_charge_is_over_with_its_break_through(action: Any, counts: bool) -> None:
    state = noted(phase((horse("one", 0, 0),), (horse("enemy", 0, 20, 180), *ALONE), 0), 0, impact=True)
    play = playing(state, 6, 6)
    answer(play, "a", action)
    assert play.unit(0).impact is counts


# Whose turn


@pytest.mark.rule("MN-BREAK-03", "the active side resolves all its break-throughs first, then the passive side")
@pytest.mark.rule("MN-BREAK-04", "each unit with a white marker must take one of the four ways")
@pytest.mark.rule("MN-MARKER-03", "the marker goes when the break-through is spent")
def test_active_first_then_passive() -> None:
    state = phase((foot("one", 0, 0), foot("two", 20, 0)), (foot("enemy", 0, 40, 180), *ALONE), 0, 1, 2)
    play = playing(state)
    assert turn.deciders(play.state) == ("a",)
    assert not any(isinstance(action, act.Pass) for action in listed(play.state, "a"))
    answer(play, "a", act.StopAndRally(1, 0))
    assert (play.unit(1).white, play.unit(1).broke_through) == (False, True)
    assert code_of(play.state, "a", act.StopAndRally(1, 0)) == ("no_action_left", "MN-BREAK-04")
    assert code_of(play.state, "a", act.StopAndRally(2, 0)) == ("not_yours", "MN-BREAK-04")
    assert code_of(play.state, "a", act.StopAndRally(99, 0)) == ("no_such", "MN-BREAK-04")
    answer(play, "a", act.StopAndRally(0, 0))
    turn.current_handler(play.state).proceed(play)
    assert play.state.step == "break_passive"
    assert turn.deciders(play.state) == ("b",)
    answer(play, "b", act.StopAndRally(2, 1800))
    turn.current_handler(play.state).proceed(play)
    assert play.state.step == "end"


@pytest.mark.rule("MN-RULING-77", "a unit that formed square has lost its break-through")
def test_a_square_has_lost_its_marker() -> None:
    state = phase((foot("one", 0, 0),), (foot("square", 0, 40, 180, formation="emergency_square"), *ALONE), 1)
    play = playing(state)
    assert turn.deciders(play.state) == ()
    turn.current_handler(play.state).proceed(play)
    assert turn.deciders(play.state) == ()
    turn.current_handler(play.state).proceed(play)
    assert play.state.step == "end"
    assert not play.unit(1).white


@pytest.mark.rule("MN-SEQ-03", "the phase is skipped when no unit has a white marker")
def test_the_phase_is_skipped_without_markers() -> None:
    plain = playing(phase((foot("one", 0, 0),), ALONE, step="hand_to_hand"))
    turn.current_handler(plain.state).proceed(plain)
    assert plain.state.step == "end"
    marked = playing(phase((foot("one", 0, 0),), ALONE, 1, step="hand_to_hand"))
    turn.current_handler(marked.state).proceed(marked)
    assert marked.state.step == "break_active"


# Stop and rally


@pytest.mark.rule("MN-BREAK-06", "it stays, and may pivot up to 90 degrees if that contacts nothing")
def test_stopping() -> None:
    state = phase((foot("one", 0, 0), foot("friend", 5, 0)), ALONE, 0)
    assert code_of(state, "a", act.StopAndRally(0, 0)) is None
    assert code_of(state, "a", act.StopAndRally(0, 300)) == ("occupied", "MN-TURN-02")
    assert listed(state, "a", "stop_and_rally") == [act.StopAndRally(0, 0)]
    free = phase((foot("one", 0, 0),), ALONE, 0)
    assert code_of(free, "a", act.StopAndRally(0, 900)) is None
    assert code_of(free, "a", act.StopAndRally(0, 901)) == ("out_of_arc", "MN-BREAK-06")
    assert code_of(free, "a", act.StopAndRally(0, 2699)) == ("out_of_arc", "MN-BREAK-06")
    play = playing(noted(free, 0, turned=100))
    answer(play, "a", act.StopAndRally(0, 450))
    assert (play.unit(0).facing, play.unit(0).turned) == (450, 100)


# Rally back and forward


BACK: list[tuple[Any, list[int]]] = [
    (foot("one", 0, 0), [300, 400, 500, 600]),
    (horse("one", 0, 0), [600, 700, 800, 900, 1000, 1100, 1200]),
]


@pytest.mark.rule("MN-BREAK-05", "straight back, infantry 3 to 6 cm, cavalry 6 to 12, facing kept")
@pytest.mark.parametrize(("unit", "travels"), BACK)
def test_rallying_back(unit: Any, travels: list[int]) -> None:
    state = phase((unit,), ALONE, 0)
    assert [action.travel for action in listed(state, "a", "rally_back")] == travels
    assert code_of(state, "a", act.RallyBack(0, travels[0] - 1)) == ("out_of_reach", "MN-BREAK-05")
    assert code_of(state, "a", act.RallyBack(0, travels[-1] + 1)) == ("out_of_reach", "MN-BREAK-05")
    play = playing(state)
    answer(play, "a", act.RallyBack(0, travels[0] + 17))
    then(play)
    after = play.unit(0)
    assert (after.x, after.y, after.facing) == (mm(X), mm(Y) - travels[0] - 17, 0)
    assert (after.white, after.broke_through) == (False, True)


@pytest.mark.rule("MN-BREAK-07", "straight ahead, infantry up to 6 cm, cavalry up to 12, no pivot")
@pytest.mark.parametrize(("unit", "most"), [(foot("one", 0, 0), 600), (horse("one", 0, 0), 1200)])
def test_rallying_forward(unit: Any, most: int) -> None:
    state = phase((unit,), ALONE, 0)
    assert [action.travel for action in listed(state, "a", "rally_forward")] == list(range(0, most + 1, 100))
    assert code_of(state, "a", act.RallyForward(0, most + 1)) == ("out_of_reach", "MN-BREAK-07")
    play = playing(state)
    answer(play, "a", act.RallyForward(0, most))
    then(play)
    assert (play.unit(0).x, play.unit(0).y) == (mm(X), mm(Y) + most)


@pytest.mark.rule("MN-BREAK-05", "no contact with any unit, friend or enemy")
@pytest.mark.rule("MN-BREAK-07", "no contact")
@pytest.mark.rule("MN-BREAK-13", "all normal rules of movement hold")
def test_rallying_contacts_no_unit() -> None:
    behind = phase((foot("one", 0, 0), foot("friend", 0, -5.5)), (foot("enemy", 0, 5, 180), *ALONE), 0)
    assert [action.travel for action in listed(behind, "a", "rally_back")] == [300]
    assert code_of(behind, "a", act.RallyBack(0, 400)) == ("occupied", "MN-INTERPEN-03")
    assert [action.travel for action in listed(behind, "a", "rally_forward")] == [0, 100, 200]
    assert code_of(behind, "a", act.RallyForward(0, 291)) == ("occupied", "MN-MAN-12")
    assert code_of(behind, "a", act.RallyForward(0, 290)) is None
    loose = {"type": "light_infantry", "formation": "skirmish_line"}
    through = phase((foot("one", 0, 0, **loose), foot("friend", 0, -3.5)), ALONE, 0)
    assert listed(through, "a", "rally_back") == []
    assert code_of(through, "a", act.RallyBack(0, 600)) == ("occupied", "MN-BREAK-05")


@pytest.mark.rule("MN-BREAK-05", "no contact with prohibited terrain, else it is not available")
@pytest.mark.rule("MNT-MOVE-07", "distances with a least are allowance: terrain makes less of them")
def test_ground_counts_for_rallying() -> None:
    barred = phase((foot("one", 0, 0),), ALONE, 0, features=(ground("bog", -9, -9, 9, -3),))
    assert listed(barred, "a", "rally_back") == []
    assert code_of(barred, "a", act.RallyBack(0, 300)) == ("impassable", "MNT-BOG-01")
    hill = phase((foot("one", 0, 0),), ALONE, 0, features=(ground("hill", -9, -9, 9, 9),))
    play = playing(hill)
    answer(play, "a", act.RallyBack(0, 400))
    then(play)
    assert play.unit(0).y == mm(Y) - 200


@pytest.mark.rule("MN-BREAK-11", "rally movement of the active side can be reacted to")
@pytest.mark.rule("MN-RULING-82", "one that is stopped so fights at once, its marker spent")
def test_rallying_may_be_met_by_an_opportunity_charge() -> None:
    state = phase((horse("one", 0, 0),), (horse("enemy", 14, 10, 270), *ALONE), 0)
    play = playing(state, *[6] * 40)
    answer(play, "a", act.RallyForward(0, 1200))
    assert then(play) == ("b",)
    charge = next(action for action in listed(play.state, "b") if isinstance(action, act.OpportunityCharge))
    answer(play, "b", charge)
    then(play)
    assert "fought" in kinds(play)
    assert not play.unit(0).white


@pytest.mark.rule("MN-MOVE-15", "rallying either way and charging again are movement for reactions")
@pytest.mark.rule("MN-BREAK-11", "stopping and pivoting are not")
@pytest.mark.parametrize(
    ("action", "travel"),
    [
        (act.RallyForward(0, 1200), "rally_forward"),
        (act.RallyBack(0, 1200), "rally_back"),
        (act.BreakCharge(0, 1, 0), "break_charge"),
        (act.StopAndRally(0, 0), ""),
        (act.StopAndRally(0, 900), ""),
    ],
)
def test_what_may_be_met_after_break_through(action: Any, travel: str) -> None:
    enemies = (foot("enemy", 0, 18, 90), horse("beside", 14, 4, 270), horse("behind", 14, -8, 270), *ALONE)
    play = playing(phase((horse("one", 0, 0),), enemies, 0), *[6] * 40)
    answer(play, "a", action)
    met = then(play) == ("b",) and bool(listed(play.state, "b", "opportunity_charge"))
    assert met is bool(travel)
    if travel:
        assert move_in_progress(play.state).travel == travel


@pytest.mark.rule("MN-REACT-06", "the active side never reacts: rally movement of the passive side opens no window")
def test_passive_rallying_opens_no_window() -> None:
    state = phase((horse("one", 0, 0),), (horse("enemy", 14, 10, 270), *ALONE), 1, step="break_passive")
    play = playing(state)
    answer(play, "b", act.RallyForward(1, 600))
    assert then(play) == ()
    assert play.state.step == "end"


# Charging again


def pursuit(*more: Any, enemy: Any = None, white: int = 0, **changes: Any) -> State:
    """Cavalry, unit 0, has broken through; infantry, unit 1, stands 14 cm ahead with its side to it."""
    return phase(
        (horse("horse", 0, 0),), (enemy or foot("enemy", 0, 18, 90, points=2), *more, *ALONE), white, **changes
    )


@pytest.mark.rule("MN-BREAK-08", "first one hit marker, then a charge by all charge rules")
@pytest.mark.rule("MN-BREAK-09", "the combat is resolved at once, and may give break-through again")
@pytest.mark.rule("MN-BREAK-10", "a new charge starts from where the unit stands after the last one")
@pytest.mark.rule("MN-HTH-22", "a break-through charge has its set on impact")
def test_charging_again_and_again() -> None:
    """X23: one hit marker for each charge."""
    state = pursuit(foot("next", 0, 40, 90, points=2), options=Options())
    play = playing(state, *[6] * 60)
    charges = listed(play.state, "a", "break_charge")
    assert charges[0] == act.BreakCharge(0, 1, 0)
    answer(play, "a", charges[0])
    asked = then(play)
    while asked == ("b",):
        answer(play, "b", next(a for a in listed(play.state, "b") if isinstance(a, (act.Pass, act.Stay))))
        asked = then(play)
    (mark,) = [event for event in play.events if isinstance(event, happened.Hit)]
    assert (mark.unit, mark.points, mark.rule) == (0, 5, "MN-BREAK-08")
    assert play.unit(1).where == "destroyed"
    assert play.unit(0).white
    assert asked == ("a",)
    again = listed(play.state, "a", "break_charge")
    assert again[0] == act.BreakCharge(0, 2, 0)
    answer(play, "a", again[0])
    assert play.unit(0).points == 4


@pytest.mark.rule("MN-BREAK-12", "a unit that the hit marker would remove is not offered a charge")
@pytest.mark.rule("MN-RULING-29", "nor may it be given one")
def test_a_unit_that_the_hit_marker_would_remove() -> None:
    """Y26."""
    weak = noted(pursuit(), 0, points=2)
    assert listed(weak, "a", "break_charge") == []
    assert code_of(weak, "a", act.BreakCharge(0, 1, 0)) == ("not_for_kind", "MN-BREAK-12")
    guard = noted(pursuit(), 0, points=2, rating="guard")
    assert code_of(guard, "a", act.BreakCharge(0, 1, 0)) is None


BLUE: list[tuple[str, str, tuple[str, str] | None]] = [
    ("disorder", "disorder", ("not_for_kind", "MN-BREAK-12")),
    ("disorder", "any", ("not_for_kind", "MN-BREAK-12")),
    ("reaction", "disorder", None),
    ("reaction", "any", ("not_for_kind", "MN-RULING-28")),
]


@pytest.mark.rule("MN-RULING-28", "disorder bars the charge, a reaction only by option")
@pytest.mark.rule("MN-MARKER-10", "blue from a reaction does not bar a break-through charge")
@pytest.mark.parametrize(("blue", "option", "expected"), BLUE)
def test_blue_markers_and_the_charge(blue: str, option: Any, expected: tuple[str, str] | None) -> None:
    """Y20."""
    state = noted(pursuit(options=Options(blue_bars_breakthrough_charge=option)), 0, blue=blue)
    assert code_of(state, "a", act.BreakCharge(0, 1, 0)) == expected
    assert bool(listed(state, "a", "break_charge")) == (expected is None)
    assert listed(state, "a", "rally_back")
    assert listed(state, "a", "rally_forward")
    assert listed(state, "a", "stop_and_rally")


@pytest.mark.rule("MN-RULING-84", "each charge has its own 90 degrees, but none who turned further before")
@pytest.mark.rule("MN-RULING-30", "a break-through charge may pivot by 90 degrees, and changes no formation")
def test_turns_of_the_manoeuvre_phase() -> None:
    assert set(act.BreakCharge.__struct_fields__) == {"unit", "target", "facing", "bridge"}
    assert code_of(noted(pursuit(), 0, turned=900), "a", act.BreakCharge(0, 1, 0)) is None
    assert code_of(noted(pursuit(), 0, turned=901), "a", act.BreakCharge(0, 1, 0)) == ("out_of_arc", "MN-RULING-84")
    aside = noted(pursuit(), 0, facing=900, turned=900)
    assert code_of(aside, "a", act.BreakCharge(0, 1, 0)) is None
    over = noted(pursuit(), 0, facing=905)
    assert code_of(over, "a", act.BreakCharge(0, 1, 0)) == ("out_of_arc", "MN-BREAK-06")


@pytest.mark.rule("MN-RULING-28", "not in command: no charge; cautious: a test after the hit marker and the pivot")
@pytest.mark.rule("MN-CMD-20", "who fails stays for the rest of the phase")
def test_command_and_the_charge() -> None:
    assert code_of(noted(pursuit(), 0, command="out"), "a", act.BreakCharge(0, 1, 0)) == ("not_for_kind", "MN-CMD-21")
    play = playing(noted(pursuit(), 0, command="cautious", facing=150), 2)
    answer(play, "a", act.BreakCharge(0, 1, 0))
    assert kinds(play) == ["marked", "opened", "hit", "turned", "tested", "marked"]
    then(play)
    assert (play.unit(0).y, play.unit(0).facing, play.unit(0).points) == (mm(Y), 0, 5)
    assert not play.unit(0).white


@pytest.mark.rule("MN-RULING-78", "units outside the chosen Brigade are checked when they choose")
def test_command_is_checked_when_a_unit_chooses() -> None:
    far = noted(pursuit(), 0, command="")
    assert code_of(far, "a", act.BreakCharge(0, 1, 0)) == ("not_for_kind", "MN-CMD-21")


@pytest.mark.rule("MN-BREAK-08", "the target must be within the normal charge allowance, and legal")
def test_targets_of_a_break_through_charge() -> None:
    assert code_of(pursuit(enemy=foot("enemy", 0, 40, 90)), "a", act.BreakCharge(0, 1, 0)) == (
        "out_of_reach",
        "MN-CHARGE-03",
    )
    cavalry = phase((foot("one", 0, 0),), (horse("enemy", 0, 8, 180), *ALONE), 0)
    assert code_of(cavalry, "a", act.BreakCharge(0, 1, 0)) == ("no_target", "MN-CHARGE-07")
    assert listed(cavalry, "a", "break_charge") == []
    wooded = pursuit(features=(ground("wood", -5, 5, 5, 10),))
    assert code_of(wooded, "a", act.BreakCharge(0, 1, 0)) == ("impassable", "MNT-WOOD-03")


@pytest.mark.rule("MN-BREAK-08", "the pivot before the charge must contact nothing")
def test_a_charge_is_listed_only_where_the_unit_can_turn_to_it() -> None:
    """The friend ahead is swept by a turn to the right, though not in the way once it is made."""
    aside = foot("enemy", 14, 0, 180)
    free = phase((horse("horse", 0, 0),), (aside, *ALONE), 0)
    assert act.BreakCharge(0, 1, 900) in listed(free, "a", "break_charge")
    hemmed = phase((horse("horse", 0, 0), foot("friend", 0, 4.1)), (aside, *ALONE), 0)
    assert listed(hemmed, "a", "break_charge") == []
    assert code_of(hemmed, "a", act.BreakCharge(0, 2, 900)) == ("occupied", "MN-TURN-02")


@pytest.mark.rule("MN-BREAK-09", "a target that leaves gives break-through again")
def test_a_target_that_falls_back_gives_break_through_again() -> None:
    """X23."""
    loose = foot("enemy", 0, 18, 180, type="light_infantry", formation="skirmish_line")
    play = playing(pursuit(enemy=loose))
    answer(play, "a", act.BreakCharge(0, 1, 0))
    asked = then(play)
    assert asked == ("b",)
    fall = next(action for action in listed(play.state, "b") if isinstance(action, act.FallBack))
    answer(play, "b", fall)
    assert then(play) == ("a",)
    assert play.unit(0).white
    assert play.unit(0).points == 5
    assert "fought" not in kinds(play)


# The passive side


@pytest.mark.rule("MN-BREAK-03", "what the active side gains while the passive side breaks through is lost")
def test_active_break_through_gained_late_is_lost() -> None:
    state = phase((foot("one", 0, 0),), ALONE, step="break_passive")
    play = playing(state)
    mark_break_through(play, 0, "MN-HTH-25")
    assert not play.unit(0).white
    mark_break_through(play, 1, "MN-HTH-25")
    assert play.unit(1).white


@pytest.mark.rule("MN-BREAK-03", "the passive side may charge too; no unit may react to it")
@pytest.mark.rule("MN-REACT-06", "the active side never reacts")
def test_a_passive_break_through_charge() -> None:
    state = phase(
        (foot("one", 0, 0), horse("guard", 14, 10, 270)),
        (horse("horse", 0, 18, 180), *ALONE),
        2,
        step="break_passive",
    )
    play = playing(state, *[6] * 40)
    answer(play, "b", act.BreakCharge(2, 0, 1800))
    assert then(play) == ("b",)
    assert play.unit(0).where == "destroyed"
    assert play.unit(2).white
    answer(play, "b", act.StopAndRally(2, 1800))
    assert then(play) == ()
    assert play.state.step == "end"


@pytest.mark.rule("MN-RULING-77", "a unit that waits to break through and is charged fights, and keeps its marker")
def test_a_waiting_unit_that_is_charged_keeps_its_marker() -> None:
    state = phase((foot("one", 0, 0, formation="column"),), (foot("enemy", 0, 7, 180, points=9), *ALONE), 0, 1)
    play = playing(state, *[1] * 5, *[6] * 9)
    answer(play, "a", act.BreakCharge(0, 1, 0))
    asked = then(play)
    while asked == ("b",) and play.state.step == "break_active":
        answer(play, "b", next(a for a in listed(play.state, "b") if isinstance(a, (act.Pass, act.Stay))))
        asked = then(play)
    assert play.unit(0).where == "destroyed"
    assert play.unit(1).white
    assert (play.state.step, asked) == ("break_passive", ("b",))


# Who breaks through


@pytest.mark.rule("MN-BREAK-02", "only a unit that no enemy touches any more")
@pytest.mark.rule("MN-BREAK-01", "one marker, never on squares and guns")
def test_who_obtains_break_through() -> None:
    state = phase(
        (foot("one", 0, 0), foot("square", 20, 0, formation="solid_square"), guns("guns", 30, 0), foot("free", 40, 0)),
        (foot("enemy", 0, 2, 180), *ALONE),
    )
    play = playing(state)
    for number in range(4):
        mark_break_through(play, number, "MN-BREAK-02")
    assert [unit.white for unit in play.state.units[:4]] == [False, False, False, True]
    before = len(play.events)
    mark_break_through(play, 3, "MN-BREAK-02")
    assert len(play.events) == before


@pytest.mark.rule("MN-BREAK-03", "active is who holds the initiative, whichever side that is")
def test_whose_side_is_asked() -> None:
    state = phase((foot("one", 0, 0),), ALONE, 0, active="b", step="break_passive")
    assert break_through.resolving_side(state) == "a"
    assert break_through.resolving_side(replace(state, step="break_active")) == "b"
