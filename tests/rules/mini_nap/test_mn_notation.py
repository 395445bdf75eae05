"""Actions in short form, written and read again."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import inspect

from battles.engine.codec import decode, encode
from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.frames import Allotment, Change
from battles.rules.mini_nap.notation import FORMS, LONGEST_TEXT, NotationError, read, write

LINE = Change(to="line", anchor="front", side="left")
OUT = Change(to="column", bearing=450)

ACTIONS: tuple[tuple[Any, str], ...] = (
    (act.ChooseEdge("lower"), "edge lower"),
    (act.Deploy(12, 6_050, 4_200, 905, "skirmish_line"), "deploy 12 60.5,42 90.5 skirmish_line"),
    (act.DeployStand(3, -5, 1_001), "post 3 -0.05,10.01"),
    (act.DeployStand(3, -1, 1), "post 3 -0.01,0.01"),
    (act.Withhold(12), "withhold 12"),
    (act.ChooseBrigade(2), "brigade 2"),
    (act.DivisionManoeuvre(0), "division 0"),
    (act.MoveStand(3, ((100, 200), (150, -200))), "ride 3 1,2 1.5,-2"),
    (act.Attach(3, 12), "attach 3 12"),
    (act.Detach(3, 100, 200), "detach 3 1,2"),
    (act.Done(), "done"),
    (act.Retreat(12), "retreat 12"),
    (act.Retreat(12, leave_stand=True), "retreat 12 without-stand"),
    (act.Reman(12), "man 12"),
    (act.Manoeuvre(12), "12"),
    (act.Manoeuvre(12, move=act.Advance(650)), "12 adv 6.5"),
    (act.Manoeuvre(12, move=act.Advance(100_000)), "12 adv 1000"),
    (act.Manoeuvre(12, act.Pre(pivot=450), act.Advance(400)), "12 pivot 45 adv 4"),
    (act.Manoeuvre(12, act.Pre(about_face=True), act.SideStep("left", 205)), "12 about step left 2.05"),
    (act.Manoeuvre(12, act.Pre(change=LINE)), "12 line on front side left"),
    (
        act.Manoeuvre(12, act.Pre(change=LINE, pivot=1), act.StepBack(200)),
        "12 line on front side left pivot 0.1 back 2",
    ),
    (
        act.Manoeuvre(12, act.Pre(change=OUT, pivot=1, change_first=False)),
        "12 pivot 0.1 column facing 45",
    ),
    (act.Manoeuvre(12, act.Pre(pivot=1, change_first=False)), "12 pivot 0.1 turn-first"),
    (act.Manoeuvre(12, act.Pre(change=OUT, change_first=False)), "12 column facing 45 turn-first"),
    (act.Manoeuvre(12, move=act.Oblique("right", 100, 200)), "12 oblique right ahead 1 aside 2"),
    (
        act.Manoeuvre(12, move=act.Oblique("right", 100, 200, aside_first=True)),
        "12 oblique right aside 2 ahead 1",
    ),
    (act.Manoeuvre(12, move=act.Inch(450, 200)), "12 inch 45 2"),
    (act.Manoeuvre(12, move=act.Prolong(300)), "12 prolong 3"),
    (act.Manoeuvre(12, move=act.Prolong(300, back=True)), "12 prolong 3 back"),
    (act.Manoeuvre(12, move=act.Redeploy(450, 800, 900)), "12 redeploy 45 8 facing 90"),
    (act.Manoeuvre(12, move=act.RoadMove("high road", 800)), '12 road "high road" 8'),
    (act.Manoeuvre(12, move=act.RoadMove("then", 800, back=True)), "12 road then 8 back"),
    (act.Manoeuvre(12, move=act.RoadMove("A", 800)), "12 road A 8"),
    (act.Manoeuvre(12, move=act.RoadMove("b" * 60, 800)), f"12 road {'b' * 60} 8"),
    (
        act.Manoeuvre(12, move=act.CrossBridge('the "old" bridge', 1, 2, 3)),
        '12 cross "the \\"old\\" bridge" 0.01,0.02 facing 0.3',
    ),
    (act.Manoeuvre(12, move=act.Charge(31)), "12 charge 31"),
    (act.Manoeuvre(12, move=act.Charge(31, "bridge 1")), '12 charge 31 over "bridge 1"'),
    (act.Manoeuvre(12, move=act.ExtendedCharge(31)), "12 extend 31"),
    (
        act.Manoeuvre(12, act.Pre(pivot=0), act.Advance(0), act.Pre(change=OUT, about_face=True), "farm", leave=True),
        "12 pivot 0 adv 0 then column facing 45 about defend farm leave",
    ),
    (act.Pass(), "pass"),
    (act.OpportunityCharge(12, 650, 3_599), "meet 12 6.5 359.9"),
    (act.OpportunityCharge(12, 650, 0, "bridge 1"), 'meet 12 6.5 0 over "bridge 1"'),
    (act.GoOn(450), "onward 4.5"),
    (act.NameDefender(12), "defender 12"),
    (act.Stay(), "stand"),
    (act.FallBack(600), "fallback 6"),
    (act.FallBack(600, turn=True), "fallback 6 about"),
    (act.LimberAndFlee(), "limber"),
    (act.Flee(600, turn=True), "flee 6 about"),
    (act.FleeToSquare(12), "refuge 12"),
    (act.EmergencySquare("rear"), "square rear"),
    (act.NearbySquares(()), "squares"),
    (act.NearbySquares((act.Anchor(12, "front"), act.Anchor(3, "left"))), "squares 12:front 3:left"),
    (act.Feint(), "feint"),
    (act.FeintBack(600, 900), "rideback 6 90"),
    (act.EvadeStand(6_050, 4_200), "evade 60.5,42"),
    (act.Fire(12, 31, (6_050, 4_200)), "fire 12 31 at 60.5,42"),
    (act.Fire(12, 31, (6_050, 4_200), "left"), "fire 12 31 at 60.5,42 left"),
    (act.FireStructure(12, "bridge 1", (1, 2)), 'batter 12 "bridge 1" at 0.01,0.02'),
    (act.Suppress(12, (31,)), "suppress 12 31"),
    (act.Suppress(12, (31, 32)), "suppress 12 31 32"),
    (act.ReturnFire(12, (1, 2), "front"), "return 12 at 0.01,0.02 front"),
    (act.Join(12, 31, 900), "join 12 31 90"),
    (act.BreakSquare(12, 31, 900), "sally 12 31 90"),
    (act.ChooseGroup(0), "combat 0"),
    (act.Allot((Allotment(12, 31, 4), Allotment(12, 32, 2))), "allot 12:31:4 12:32:2"),
    (act.RallyBack(12, 600), "rallyback 12 6"),
    (act.StopAndRally(12, 900), "halt 12 90"),
    (act.RallyForward(12, 600), "rallyon 12 6"),
    (act.BreakCharge(12, 31, 900), "chargeon 12 31 90"),
)


@pytest.mark.parametrize(("action", "text"), ACTIONS, ids=lambda each: each if isinstance(each, str) else "")
def test_an_action_in_short_form(action: Any, text: str) -> None:
    assert write(action) == text
    assert read(text) == action
    assert (
        read(f"  {text.upper()}\n" if '"' not in text and "farm" not in text and "road" not in text else text) == action
    )


def test_every_kind_of_action_has_a_word_of_its_own_and_an_example_here() -> None:
    kinds = set(get_args(act.AnyAction))
    assert {type(action) for action, _ in ACTIONS} == kinds
    assert len(FORMS) == len(kinds) - 1
    assert {type(action.move) for action, _ in ACTIONS if isinstance(action, act.Manoeuvre)} == {
        *get_args(act.Movement),
        type(None),
    }


def test_every_form_that_is_shown_can_be_read() -> None:
    for word, form in FORMS.items():
        example = form.split(", ")[0].removeprefix("or ")
        assert write(read(example)) == example
        assert example.split()[0] == word


def any_of(kind: Any) -> Any:
    """Any value of a type, as JSON may bring it."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return some.integers(low, high)
        case inspect.StrType(min_length=low, max_length=high):
            return some.text(min_size=low or 0, max_size=high)
        case inspect.BoolType():
            return some.booleans()
        case inspect.NoneType():
            return some.none()
        case inspect.LiteralType(values=values):
            return some.sampled_from(values)
        case inspect.UnionType(types=types):
            return some.one_of(*map(any_of, types))
        case inspect.TupleType(item_types=types):
            return some.tuples(*map(any_of, types))
        case inspect.VarTupleType(item_type=each, min_length=low, max_length=high):
            return some.lists(any_of(each), min_size=low or 0, max_size=min(high or 5, 5)).map(tuple)
    return some.builds(kind.cls, **{field.name: any_of(field.type) for field in kind.fields})


def actions() -> Any:
    """Any action whatever."""
    return some.one_of(*(any_of(inspect.type_info(kind)) for kind in get_args(act.AnyAction)))


@settings(max_examples=300, deadline=None)
@given(actions())
def test_any_action_comes_back_as_it_was(action: Any) -> None:
    text = write(action)
    assert "\n" not in text
    assert read(text) == action


@settings(max_examples=100, deadline=None)
@given(actions(), some.randoms(use_true_random=False))
def test_garbled_text_is_an_action_or_a_sentence(action: Any, chance: Any) -> None:
    letters = list(write(action))
    for _ in range(3):
        place = chance.randrange(len(letters))
        letters[place] = chance.choice((*'0.,:-"\\ x9é', "", letters[place] * 2))
    found = _read("".join(letters))
    if isinstance(found, str):
        assert found.endswith(".")
    else:
        assert decode(encode(found), act.AnyAction) == found


def _read(text: str) -> Any:
    """The action of a text, or the sentence of its fault."""
    try:
        return read(text)
    except NotationError as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "An empty text is no action: one begins with the number of a unit, or with one of edge, deploy,"),
        ("hop 12", "hop is no action:"),
        ("12 charge x", "A unit has a number, such as 12: not x. It is written charge 31, or charge 31 over"),
        ("12 charge", "Here a unit is missing at the end."),
        ("12 adv -3", "A distance is centimetres, such as 6.5: not -3."),
        ("12 adv -0.01", "A distance is centimetres, such as 6.5: not -0.01."),
        ("12 adv 6.555", "A distance is centimetres, such as 6.5: not 6.555."),
        ("12 adv 1000.01", "A distance is centimetres, such as 6.5: not 1000.01."),
        ("12 adv 1001", "A distance is centimetres, such as 6.5: not 1001."),
        ("12 pivot 360", "A bearing is degrees from 0 to 359.9, such as 45: not 360."),
        ('batter 0 "\\ud800" at 0,0', "A structure has half of a letter, which no file can hold:"),
        ("12 hop", "Nothing may follow from word 2, hop. A plan is written 12,"),
        ("99999 adv 3", "A unit has a number, such as 12: not 99999."),
        ("12 step up 2", "A side is one of left, right: not up. It is written step left 2."),
        ("12 road", "Here a road is missing at the end."),
        ('12 road "high', 'A road in quotes ends with a quote: not ".'),
        ("12 redeploy 4 5 6", "The next word is one of facing: not 6."),
        ("fire 12 31 at 60", "A place is centimetres from the left and from below, such as 60.5,42: not 60."),
        ("fire 12 31 at 60,42 top", "A face of a square is one of front, rear, left, right: not top."),
        ("deploy 12 60,42 90 wedge", "A formation is one of line, column,"),
        ("squares 12", "A unit and the stand that stays are written like 12:front: not 12."),
        ("allot 12:31", "A unit, its enemy and the points it puts on him are written like 12:31:4: not 12:31."),
        ("done 3", "Nothing may follow from word 2, 3. It is written done."),
        ("12 road " + "a" * 61 + " 3", "A road has 1 to 60 characters: not aaa"),
        ('12 road "" 3', 'A road has 1 to 60 characters: not "". It is written road'),
        ("x" * 40, f"{'x' * 40} is no action:"),
        ("x" * 41, f"{'x' * 40}… is no action:"),
        ("12 adv", "Here a distance is missing at the end. It is written adv 6.5."),
        ("12 pivot", "Here a bearing is missing at the end. A plan is written 12,"),
        ("ride 3", "Here a place is missing at the end. It is written ride 3 60.5,42 62,45."),
        ("x" * (LONGEST_TEXT + 1), "The short form of an action has at most 4,000 characters, not 4,001."),
    ],
)
def test_what_is_no_action_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")


def test_the_longest_actions_fit() -> None:
    far = -99_999
    for action in (
        act.MoveStand(9_999, ((far, far),) * 40),
        act.NearbySquares(tuple(act.Anchor(9_999, "front") for _ in range(60))),
        act.Allot((Allotment(9_999, 9_999, 9_999),) * 200),
    ):
        assert read(write(action)) == action


def test_the_system_reads_what_it_writes() -> None:
    action = act.Manoeuvre(0, move=act.Advance(650))
    state: Any = None
    assert SYSTEM.read_notation(state, SYSTEM.notation(state, action)) == action
