"""Forecasts equal what the procedures of play do, and the rulebook's worked examples."""

from fractions import Fraction
from typing import Any

import pytest

from battles.engine.core import Modifier
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.fire import firing_phase as shooting_phase
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders import melees as fights
from tests.rules.mini_nap.builders.combat_examples import row
from tests.rules.mini_nap.builders.forecasts import duel, shares, titled, told, truth, won
from tests.rules.mini_nap.builders.manoeuvres import field, foot, go, guns, horse, light, listed, noted, on, plan, strip
from tests.rules.mini_nap.builders.shots import COLUMN, place, shooting
from tests.rules.mini_nap.builders.table_positions import playing

# Fire


def fired(play: Resolution) -> list[tuple[str, Any]]:
    """The hits of a shot, what its target has left, and the hits on a structure."""
    found: list[tuple[str, Any]] = []
    for event in play.events:
        if isinstance(event, happened.Fired):
            found.append(("hits", event.hits))
        elif isinstance(event, happened.StructureHit):
            found.append(("structure", event.hits))
    return found


def resolved(state: State, target: int = 1) -> dict[Any, Fraction]:
    """What passing does once a shot is declared and might be suppressed, or the shot itself."""
    (shot,) = [each for each in listed(state, "a", "fire") if each.target == target]

    def read(play: Resolution) -> list[tuple[str, Any]]:
        if play.state.stack and shooting_phase.current_shot(play.state).stage == "suppress":
            shooting_phase.SHOT.proceed(play)
        unit = play.unit(target)
        return [*fired(play), ("left", unit.points if unit.where == "table" else 0)]

    return truth(state, "a", shot, read)


def number(what: str) -> int:
    """The number that a chance tells; none is 0."""
    digits = "".join(letter for letter in what if letter.isdigit())
    return int(digits) if digits else 0


SHOTS: dict[str, State] = {
    "line at column": shooting(foot(), against=(foot("target", y=6, facing=180, points=3, **COLUMN),)),
    "guard at square": shooting(
        foot(rating="guard"), against=(foot("target", y=6, formation="solid_square", points=2),)
    ),
    "battery at skirmishers in a wood": shooting(
        guns(weight="heavy", nation="british"),
        against=(light("target", y=30, facing=180),),
        features=(strip("wood", 26, 34),),
    ),
    "battery at a village": shooting(
        guns(weight="heavy"), against=(foot("target", y=14, facing=180),), features=(strip("village", 10, 18, -4, 4),)
    ),
}


@pytest.mark.rule("MN-FIRE-43", "the forecast of a shot is what its dice do")
@pytest.mark.rule("MN-FIRE-44", "each hit takes a strength point")
@pytest.mark.rule("MN-LOSS-03", "a square is removed at 0")
@pytest.mark.rule("MNT-STRUCT-02", "a shot at a unit in a structure also rolls for the structure")
@pytest.mark.parametrize("name", SHOTS)
def test_the_odds_of_a_shot_are_those_of_the_shot(name: str) -> None:
    state = SHOTS[name]
    real = resolved(state)
    (shot,) = listed(state, "a", "fire")
    forecasts = told(state, shot)
    for rule, kind in (("MN-FIRE-43", "hits"), ("MN-FIRE-44", "left"), ("MNT-STRUCT-03", "structure")):
        found = [each for each in forecasts if each.rule == rule]
        said = {(kind, number(what)): share for each in found for what, share in shares(each).items()}
        assert said == {key: share for key, share in real.items() if key[0] == kind}
        assert all(sum(shares(each).values()) == 1 for each in found)


@pytest.mark.rule("MN-FIRE-42", "the dice of a shot are told with all that adds to them and halves them")
@pytest.mark.rule("MNT-COVER-03", "cover halves")
def test_every_modifier_of_a_shot_is_shown() -> None:
    state = shooting(
        guns(weight="heavy", nation="british"),
        against=(light("target", y=30, facing=180),),
        features=(strip("wood", 26, 34),),
    )
    (dice,) = told(state, listed(state, "a", "fire")[0])[0].sums
    assert dice.what == "the dice (3 basic)"
    assert dice.modifiers == (
        Modifier("MN-FIRE-38", "British artillery", 1),
        Modifier("MN-FIRE-20", "halved: target unformed", -2),
        Modifier("MNT-COVER-03", "halved: target in cover", -1),
    )
    assert dice.result == "1 die, a hit for each full 6 of their total"


@pytest.mark.rule("MN-FIRE-06", "a unit without command tests first")
@pytest.mark.rule("MN-FIRE-60", "a battery's shot may be suppressed")
def test_conditions_of_a_shot_are_shown() -> None:
    lights = light("lights", x=-6, y=3.5, facing=180)
    state = noted(shooting(guns(), against=(foot("line", x=8, y=14, facing=180), lights)), 0, command="out")
    (shot,) = [each for each in listed(state, "a", "fire") if each.target == 1]
    test, hits, left = told(state, shot)
    assert test.title == "Guns test to fire without command"
    assert shares(test) == {"may fire": Fraction(2, 3), "does not fire in this phase": Fraction(1, 3)}
    assert hits.title == "Guns fire at line, if it may fire and it is not suppressed"
    assert left.title == "Line after the fire, if it may fire and it is not suppressed"
    assert [chance.good for chance in hits.chances] == [False, True, True, True][: len(hits.chances)]


@pytest.mark.rule("MN-FIRE-50", "fire in return has odds of its own; what is refused has none")
def test_return_fire_and_what_is_refused() -> None:
    state = shooting(foot(), against=(foot("target", y=5, facing=180),))
    play = go(state, listed(state, "a", "fire")[0], 1, 1)
    (answer,) = listed(play.state, "b", "return_fire")
    hits, _ = told(play.state, answer, "b")
    assert (hits.title, shares(hits)["no hits"]) == ("Target fires at foot", Fraction(5, 18))
    assert told(play.state, answer, "a") == ()
    assert told(state, act.Fire(0, 9, place(0, 4))) == ()


@pytest.mark.rule("MNT-STRUCT-05", "the die that may destroy a structure")
def test_fire_at_a_structure() -> None:
    state = shooting(
        guns(weight="heavy"),
        against=(foot(y=40, facing=180),),
        features=(strip("village", 10, 18, -4, 4),),
        options=Options(structure_strength_large=2),
    )
    (blast,) = told(state, listed(state, "a", "fire_structure")[0])
    real = truth(state, "a", listed(state, "a", "fire_structure")[0], fired)
    assert list(shares(blast).values()) == [real["structure", 0], real["structure", 2]]
    assert list(shares(blast)) == ["no damage", "2 structural hits, which destroys it"]
    assert [chance.good for chance in blast.chances] == [False, True]


# Charges


TARGETS: dict[str, dict[str, Any]] = {
    "trained line": {"rating": "trained"},
    "trained Austrian column": {"rating": "trained", "formation": "column", "nation": "austrian"},
    "veteran British column": {"formation": "column", "nation": "british"},
    "untrained column": {"rating": "untrained", "formation": "column"},
    "elite line": {"rating": "elite"},
}

CHARGES = {
    "E01": ("trained line", 6, "veteran", 5),
    "E02": ("trained Austrian column", 6, "veteran", 5),
    "E03": ("veteran British column", 6, "elite", 5),
    "E04": ("trained line", 3, "veteran", 4),
    "E05": ("untrained column", 7, "trained", 6),
}


def charged(example: str) -> tuple[State, act.Manoeuvre]:
    """Heavy cavalry 20 cm before the infantry of an example, and its charge."""
    words, points, rating, strength = CHARGES[example]
    target = foot("foot", y=24, facing=180, points=points, **TARGETS[words])
    return field(horse(points=strength, rating=rating), against=(target,)), plan(move=act.Charge(1))


@pytest.mark.rule("MN-REACT-42", "the square, the feint and the combats of a charge together are those of the rulebook")
@pytest.mark.rule("MN-REACT-44", "a failed test costs two points before the combat")
@pytest.mark.rule("MN-REACT-50", "the cavalry may feint from the square")
@pytest.mark.parametrize("example", CHARGES)
def test_a_charge_on_infantry_that_may_form_square(example: str) -> None:
    state, action = charged(example)
    told_ = told(state, action)
    said = row(example, 7)
    formed = shares(titled(told_, "Foot tests to form an emergency square, if it tries"))["forms square"]
    feint = shares(titled(told_, "Horse tests to feint, if the square forms"))["rides back"]
    assert [str(formed), str(formed * feint)] == said[2:4]
    in_square = shares(titled(told_, "Horse fights foot, if the square forms"))
    broken = [each for each in told_ if each.title == "Horse fights foot, if no square forms"]
    out = shares(broken[0]) if broken else {"horse wins": Fraction(1)}
    fights = formed * (1 - feint)
    found = [
        fights * in_square.get(what, Fraction(0)) + (1 - formed) * out.get(what, Fraction(0))
        for what in ("horse wins", "foot wins", "both are destroyed")
    ]
    assert [f"{float(share):.6f}" for share in found] == said[4:]


@pytest.mark.rule("MN-HTH-22", "a combat is forecast as a chain of rounds, reckoned here in another way")
@pytest.mark.rule("MN-HTH-25", "a unit that wins on impact breaks through")
@pytest.mark.rule("MN-HTH-31", "cavalry has two sets against foot in melee")
def test_a_charge_that_is_stood() -> None:
    state, action = charged("E01")
    told_ = told(state, action)
    impact, ends = duel((5, 6), (3, 4), (1, 0), (2, 1))
    fight = titled(told_, "Horse fights foot, if foot stands")
    assert tuple(shares(fight).values()) == won(ends)
    assert [chance.good for chance in fight.chances] == [True, False, None]
    left = shares(titled(told_, "Foot after the combat, if foot stands"))
    assert {number(what): share for what, share in left.items()} == {
        points: sum(share for pair, share in ends.items() if pair[1] == points) for points in {pair[1] for pair in ends}
    }
    through = shares(titled(told_, "Horse after the impact, if foot stands"))
    assert through["breaks through"] == sum(share for pair, share in impact.items() if pair[0] and not pair[1])
    assert [(each.what, each.result) for each in fight.sums] == [
        ("horse against foot, impact", "5 dice, a hit on 3 or more of a D6"),
        ("horse against foot, melee", "10 dice, a hit on 3 or more of a D6"),
        ("foot against horse, melee", "6 dice, a hit on 4 or more of a D6"),
    ]
    assert fight.sums[0].modifiers == (Modifier("MN-HTH-22", "cavalry that charged", 5),)


@pytest.mark.rule("MN-REACT-70", "the target's counter-charge is forecast beside its standing")
@pytest.mark.rule("MN-CMD-20", "a cautious unit tests before it charges")
def test_a_charge_that_may_be_countered() -> None:
    target = horse("enemy", y=20, facing=180, points=5)
    state = noted(field(horse(points=5), against=(target,)), 0, command="cautious")
    told_ = told(state, plan(move=act.Charge(1)))
    assert shares(told_[0]) == {"may charge": Fraction(2, 3), "stays for the rest of the phase": Fraction(1, 3)}
    stands = titled(told_, "Horse fights enemy, if it may charge and enemy stands")
    counters = titled(told_, "Horse fights enemy, if it may charge and enemy counter-charges")
    for found, impact in ((stands, (1, 0)), (counters, (1, 1))):
        assert tuple(shares(found).values()) == won(duel((5, 5), (3, 3), impact, (1, 1))[1])
    assert [f"{float(share):.6f}" for share in shares(counters).values()] == row("D15", 9)[5:8]


@pytest.mark.rule("MN-REACT-21", "horse artillery that infantry charges may try to flee")
@pytest.mark.rule("MN-HTH-32", "formed against unformed has one more set")
def test_a_charge_at_horse_artillery() -> None:
    target = guns("battery", y=6, facing=180, type="horse_artillery")
    told_ = told(field(foot(), against=(target,)), plan(move=act.Charge(1)))
    flight = titled(told_, "Battery tests to limber up and flee, if it tries")
    assert shares(flight) == {"flees": Fraction(2, 3), "destroyed": Fraction(1, 3)}
    assert [chance.good for chance in flight.chances] == [False, True]
    fight = titled(told_, "Foot fights battery, if battery stands")
    assert tuple(shares(fight).values()) == won(duel((6, 4), (3, 3), (0, 0), (2, 1), (1, 0))[1])
    assert not any("after the impact" in each.title for each in told_)


RATINGS = ("untrained", "trained", "veteran", "elite", "guard")
EXTENDED = {
    ("infantry", "trained", 1): "1/2",
    ("infantry", "veteran", 3): "4/9",
    ("infantry", "elite", 6): "5/36",
    ("light_cavalry", "untrained", 2): "5/18",
    ("light_cavalry", "veteran", 4): "1/3",
    ("medium_cavalry", "veteran", 4): "11/18",
    ("medium_cavalry", "elite", 7): "35/72",
    ("medium_cavalry", "trained", 12): "1/72",
    ("heavy_cavalry", "elite", 3): "5/6",
    ("heavy_cavalry", "guard", 11): "1/2",
    ("heavy_cavalry", "elite", 18): "5/1296",
}
"""8.7: the chance that the charge is made."""


@pytest.mark.rule("MN-EXTEND-02", "the quality test")
@pytest.mark.rule("MN-EXTEND-03", "the dice of an extension by kind, exactly that distance")
@pytest.mark.rule("MN-EXTEND-05", "a unit that does not reach its target is disordered")
@pytest.mark.parametrize(("kind", "rating", "short"), EXTENDED)
def test_the_odds_of_an_extended_charge_are_those_of_the_rulebook(kind: str, rating: str, short: int) -> None:
    allowance = {"infantry": 6, "light_cavalry": 25}.get(kind, 30)
    own = foot(rating=rating) if kind == "infantry" else horse(type=kind, rating=rating)
    deep = 1 if kind == "infantry" else 2
    far = field(own, against=(foot("target", y=deep + allowance + short + 1, facing=180),))
    action = plan(move=act.ExtendedCharge(1))
    made = titled(
        told(far, action), f"{'Foot' if kind == 'infantry' else 'Horse'} charges target, all tests and dice together"
    )
    assert shares(made)["charges"] == Fraction(EXTENDED[kind, rating, short])
    cautious = told(noted(far, 0, command="cautious"), action)
    together = titled(cautious, made.title)
    needed = Fraction(RATINGS.index(rating) + 2, 6)
    assert shares(together)["charges"] == Fraction(EXTENDED[kind, rating, short]) * needed


@pytest.mark.rule("MN-REACT-70", "a counter-charge that changes nothing of the combat is no combat of its own")
def test_a_combat_is_shown_once_if_a_counter_charge_does_not_change_it() -> None:
    far = noted(field(foot(), against=(foot("enemy", y=9, facing=180),)), 0, command="in")
    fights = [each.title for each in told(far, plan(move=act.ExtendedCharge(1))) if "fights" in each.title]
    assert fights == ["Foot fights enemy, if it charges and enemy stands or counter-charges"]
    mounted = noted(field(horse(), against=(horse("enemy", y=40, facing=180),)), 0, command="in")
    fights = [each.title for each in told(mounted, plan(move=act.ExtendedCharge(1))) if "fights" in each.title]
    assert [title.rpartition("enemy ")[2] for title in fights] == ["stands", "counter-charges"]


@pytest.mark.rule("MN-REACT-64", "a cautious unit that charges a mover takes two tests")
@pytest.mark.rule("MN-REACT-67", "a battery that is met on its way is destroyed")
def test_charges_at_a_moving_enemy() -> None:
    play = go(field(guns("battery"), against=(horse("enemy", x=14, facing=270),)), plan(move=act.Redeploy(0, 500, 0)))
    state = noted(play.state, 1, command="cautious")
    (first, *_) = listed(state, "b", "opportunity_charge")
    caution, test, together = told(state, first, "b")
    assert (caution.rule, test.rule) == ("MN-CMD-20", "MN-REACT-64")
    assert shares(together) == {"charges, and battery is destroyed": Fraction(4, 9), "does not charge": Fraction(5, 9)}


@pytest.mark.rule("MN-REACT-41", "nearby infantry tests each for itself")
@pytest.mark.rule("MN-REACT-51", "the feint, or the fight with the square")
def test_the_answers_to_a_charge() -> None:
    near = foot("near", x=9, y=24, facing=180, formation="column", nation="austrian")
    state = field(horse(points=5), against=(foot("foot", y=24, facing=180), near))
    play = go(state, plan(move=act.Charge(1)))
    (anchor, *_) = listed(play.state, "b", "emergency_square")
    tried = told(play.state, anchor, "b")
    assert tried[0].title == "Foot tests to form an emergency square"
    assert shares(tried[0])["stays in line with 4 strength points left"] == Fraction(1, 3)
    assert charge_answers.allows_squares(play.state, 0)
    after = go_on(play.state, anchor, 6)
    (both, *_) = [each for each in listed(after.state, "b", "nearby_squares") if each.tries]
    (test,) = told(after.state, both, "b")
    assert shares(test) == {"forms square": Fraction(5, 6), "stays in column": Fraction(1, 6)}
    assert test.sums[0].modifiers == (Modifier("MN-REACT-42", "British or Austrian column", 1),)
    passed = go_on(after.state, act.NearbySquares(()))
    feint, fight, *_ = told(passed.state, act.Feint())
    assert shares(feint) == {"rides back": Fraction(2, 3), "fights": Fraction(1, 3)}
    assert tuple(shares(fight).values()) == won(duel((5, 6), (3, 3), (0, 0), (1, 2), (1, 0))[1])


def go_on(state: State, action: Any, *faces: int) -> Resolution:
    """An answer to a charge, and nothing that follows."""
    side = "b" if isinstance(action, act.EmergencySquare | act.NearbySquares) else "a"
    return on(playing(state, *faces), side, action)


@pytest.mark.rule("MN-RULING-26", "with the last test after the extension, passing on the way leads to that test")
@pytest.mark.rule("MN-CMD-20", "which is forecast for him who passes: what is bad for the charger is good for him")
def test_passing_forecasts_the_command_test_that_follows() -> None:
    rider = horse("rider", x=-13, y=22, facing=90)
    goal, late = foot("goal", y=43, facing=180), Options(cautious_test_order="last")
    state = field(horse(type="medium_cavalry"), against=(goal, rider), options=late)
    extended = plan(move=act.ExtendedCharge(1))
    play = go(noted(state, 0, command="cautious"), extended, 6, 6, 6, 6)
    (answer,) = listed(play.state, "b", "pass")
    (test,) = told(play.state, answer, "b")
    assert (test.title, test.rule) == ("Horse tests for caution", "MN-CMD-20")
    assert [(each.what, each.share, each.good) for each in test.chances] == [
        ("passes", Fraction(2, 3), False),
        ("fails", Fraction(1, 3), True),
    ]
    assert told(go(state, extended, 6, 6, 6, 6).state, answer, "b") == ()


@pytest.mark.rule("MN-SEQ-05", "when no unit fires any more the combats of those in contact are forecast")
def test_the_end_of_the_fire_phase_forecasts_the_combats() -> None:
    far = foot("far", x=30, y=10, facing=180)
    state = shooting(foot("one"), guns("guns", x=30), against=(foot("two", y=2, facing=180), far))
    assert told(state, act.Done())[0].title == "One fights two"
    large = shooting(foot("one", points=200), guns("guns", x=30), against=(foot("two", y=2, points=200), far))
    (found,) = told(large, act.Done())
    assert found.title == "One fights two: too many strength points for exact odds"
    assert (found.chances, found.whole) == ((), False)
    assert found.sums != ()


@pytest.mark.rule("MN-HTH-25", "after the impact no unit breaks through, and no odds of it are told")
def test_a_melee_round_after_the_impact_has_no_odds_of_it() -> None:
    two = (fights.foot("one", 0, 0), fights.foot("other", 2.6, 0))
    foes = (fights.foot("three", 0, 2, 180), fights.foot("four", 2.6, 2, 180))
    state = fights.begin_combat(fights.field(two, foes)).state
    found = told(state, fights.listed(state, "a", "allot")[0])
    assert found[0].title.startswith("One and other fight three and four, if ")
    assert len(found) == 5
    assert not [each for each in found if "after the impact" in each.title]


@pytest.mark.rule("MN-FIRE-60", "a shot hangs on nothing where no unit can suppress it")
def test_a_shot_that_no_unit_can_suppress_has_plain_odds() -> None:
    state = shooting(guns(), against=(foot("target", y=12, facing=180),))
    (shot,) = [each for option in SYSTEM.options(state, "a") if option.kind == "fire" for each in option.actions]
    assert [each.title for each in told(state, shot)] == ["Guns fire at target", "Target after the fire"]
