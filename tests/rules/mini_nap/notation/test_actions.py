"""Actions in short form, written and read; each kind as a choice in words."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import inspect
from msgspec.structs import replace

from battles.engine.codec import decode, encode
from battles.engine.words import NotationError
from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import (
    Allotment,
    Change,
    Combat,
    Contact,
    Frame,
    Group,
    Joining,
    Leg,
    MoveContinuation,
    MoveInProgress,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.notation.actions import FORMS, LONGEST_TEXT, read, write
from battles.rules.mini_nap.ui.questions import CHOICES
from tests.rules.mini_nap.builders import full_battle as rich

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
    (act.Manoeuvre(12, act.FreeSteps(pivot=450), act.Advance(400)), "12 pivot 45 adv 4"),
    (act.Manoeuvre(12, act.FreeSteps(about_face=True), act.SideStep("left", 205)), "12 about step left 2.05"),
    (act.Manoeuvre(12, act.FreeSteps(change=LINE)), "12 line on front side left"),
    (
        act.Manoeuvre(12, act.FreeSteps(change=LINE, pivot=1), act.StepBack(200)),
        "12 line on front side left pivot 0.1 back 2",
    ),
    (
        act.Manoeuvre(12, act.FreeSteps(change=OUT, pivot=1, change_first=False)),
        "12 pivot 0.1 column facing 45",
    ),
    (act.Manoeuvre(12, act.FreeSteps(pivot=1, change_first=False)), "12 pivot 0.1 turn-first"),
    (act.Manoeuvre(12, act.FreeSteps(change=OUT, change_first=False)), "12 column facing 45 turn-first"),
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
        act.Manoeuvre(
            12, act.FreeSteps(pivot=0), act.Advance(0), act.FreeSteps(change=OUT, about_face=True), "farm", leave=True
        ),
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


def examples() -> Any:
    """Any action whatever."""
    return some.one_of(*(any_of(inspect.type_info(kind)) for kind in get_args(act.AnyAction)))


@settings(max_examples=120, deadline=None)
@given(examples())
def test_any_action_comes_back_as_it_was(action: Any) -> None:
    text = write(action)
    assert "\n" not in text
    assert read(text) == action


@settings(max_examples=60, deadline=None)
@given(examples(), some.randoms(use_true_random=False))
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
        ("", "An empty text is not an action. An action starts with a unit number or with one of: edge, deploy,"),
        ("hop 12", "hop is not an action."),
        ("12 charge x", "A unit must be a number, such as 12: not x. It is written charge 31, or charge 31 over"),
        ("12 charge", "A unit is missing at the end."),
        ("12 adv -3", "A distance must be in centimetres, such as 6.5: not -3."),
        ("12 adv -0.01", "A distance must be in centimetres, such as 6.5: not -0.01."),
        ("12 adv 6.555", "A distance must be in centimetres, such as 6.5: not 6.555."),
        ("12 adv 1000.01", "A distance must be in centimetres, such as 6.5: not 1000.01."),
        ("12 adv 1001", "A distance must be in centimetres, such as 6.5: not 1001."),
        ("12 pivot 360", "A bearing must be in degrees from 0 to 359.9, such as 45: not 360."),
        ('batter 0 "\\ud800" at 0,0', "A structure has half of a character, which cannot be stored:"),
        ("12 hop", "Nothing may follow: word 2 is hop. A plan is written 12,"),
        ("99999 adv 3", "A unit must be a number, such as 12: not 99999."),
        ("12 step up 2", "A side must be one of left, right: not up. It is written step left 2."),
        ("12 road", "A road is missing at the end."),
        ('12 road "high', 'A road in quotes must end with a quote: not ".'),
        ("12 redeploy 4 5 6", "The next word must be one of facing: not 6."),
        (
            "fire 12 31 at 60",
            "A place must be in centimetres from the left and the southern edge, such as 60.5,42: not 60.",
        ),
        ("fire 12 31 at 60,42 top", "A face of a square must be one of front, rear, left, right: not top."),
        ("deploy 12 60,42 90 wedge", "A formation must be one of line, column,"),
        ("squares 12", "A unit and the stand that stays are written like 12:front: not 12."),
        ("allot 12:31", "A unit, its enemy and the points allotted to it are written like 12:31:4: not 12:31."),
        ("done 3", "Nothing may follow: word 2 is 3. It is written done."),
        ("12 road " + "a" * 61 + " 3", "A road must have 1 to 60 characters: not aaa"),
        ('12 road "" 3', 'A road must have 1 to 60 characters: not "". It is written road'),
        ("x" * 40, f"{'x' * 40} is not an action."),
        ("x" * 41, f"{'x' * 40}… is not an action."),
        ("12 adv", "A distance is missing at the end. It is written adv 6.5."),
        ("12 pivot", "A bearing is missing at the end. A plan is written 12,"),
        ("ride 3", "A place is missing at the end. It is written ride 3 60.5,42 62,45."),
        ("x" * (LONGEST_TEXT + 1), "The notation of an action has at most 4,000 characters, not 4,001."),
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
    assert SYSTEM.text.read_notation(state, SYSTEM.text.notation(state, action)) == action


COURSE = MoveInProgress(unit=0, travel="charge", legs=(Leg(0, 600, 0),), target=12, window=True)
CONTACT = Contact(charger=4, target=12, travel="charge")
SHOT = Shot(unit=7, target=11, aim=(0, 0))
FRAMES: dict[str, tuple[Frame, ...]] = {
    "nothing": (),
    "course": (COURSE,),
    "onward": (COURSE, MoveContinuation(unit=0)),
    "stand": (COURSE, StandEvasion(stand=9, mover=0)),
    "contact": (CONTACT,),
    "feint": (replace(CONTACT, stage="feint"),),
    "shot": (SHOT,),
    "return": (replace(SHOT, stage="return"),),
    "joining": (Joining(stage=2),),
    "combat": (Combat(waiting=(Group(((0, 11),)), Group(((4, 15), (6, 15), (6, 16))))),),
}
WINDOWS: tuple[Any, ...] = (
    act.Pass(),
    act.OpportunityCharge(12, 0, 450),
    act.OpportunityCharge(11, 650, 900, "bridge"),
    act.GoOn(0),
    act.GoOn(450),
    act.Stay(),
    act.FallBack(600),
    act.FallBack(600, turn=True),
    act.LimberAndFlee(),
    act.Flee(50, turn=True),
    act.FleeToSquare(3),
    act.EmergencySquare("rear"),
    act.Feint(),
    act.FeintBack(600, 900),
    act.EvadeStand(6_050, -4_200),
    act.ReturnFire(12, (1, 2), "front"),
    act.ChooseGroup(0),
    act.ChooseGroup(1),
    act.ChooseGroup(2),
)
"""Answers that are about somebody."""

PLANS: tuple[act.Manoeuvre, ...] = (
    act.Manoeuvre(0, leave=True),
    act.Manoeuvre(0, act.FreeSteps(pivot=450, about_face=True), act.Advance(50)),
    act.Manoeuvre(0, act.FreeSteps(about_face=True), act.Oblique("right", 100, 200)),
    act.Manoeuvre(0, move=act.Oblique("left", 100, 200, aside_first=True), defend="church"),
    act.Manoeuvre(
        0, act.FreeSteps(change=Change(to="column", anchor="left", side="rear"), pivot=0), act.Charge(11, "bridge")
    ),
    act.Manoeuvre(
        0, act.FreeSteps(change=Change(to="line", bearing=1_800), pivot=0, change_first=False), act.Charge(12)
    ),
    act.Manoeuvre(
        0, act.FreeSteps(change=Change(to="solid_square"), change_first=False), None, act.FreeSteps(pivot=900)
    ),
    act.Manoeuvre(0, move=act.RoadMove("road", 800, back=True)),
    act.Manoeuvre(0, move=act.RoadMove("nowhere", 800)),
    act.Manoeuvre(0, move=act.CrossBridge("bridge", 100, -50, 900), defend="town"),
    *(
        act.Manoeuvre(0, act.FreeSteps(change=Change(to="line", anchor="front", side=side)))  # type: ignore[arg-type]
        for side in ("left", "right", "front", "rear")
    ),
)
OTHERS: tuple[Any, ...] = (
    act.Allot(()),
    act.Allot((Allotment(0, 11, 2), Allotment(0, 12, 3), Allotment(1, 12, 1))),
    act.MoveStand(3, ((100, 200),)),
    act.MoveStand(3, ((100, 200), (300, 400), (500, 650))),
    act.NearbySquares((act.Anchor(11, "front"), act.Anchor(12, "left"))),
    act.FireStructure(7, "hamlet", (0, 0)),
    act.Fire(0, 11, (0, 0), "rear"),
    act.ChooseBrigade(4),
    act.DivisionManoeuvre(9),
)


CALLED = [
    ("edge lower", "take the lower edge of the table"),
    ("deploy 12 60.5,42 90.5 skirmish_line", "Line: at 60.5, 42 cm, in skirmish line, facing east (90.5°)"),
    ("post 3 -0.05,10.01", "the horse: at -0.05, 10.01 cm"),
    ("post 3 -0.01,0.01", "the horse: at -0.01, 0.01 cm"),
    ("withhold 12", "Line: stay off the table for good"),
    ("brigade 2", "give Guns the initiative"),
    ("division 0", "make a Division manoeuvre with First Division"),
    ("ride 3 1,2 1.5,-2", "the horse: ride to 1.5, -2 cm by way of 1, 2 cm"),
    ("attach 3 12", "the horse: join Line"),
    ("detach 3 1,2", "the horse: detach to 1, 2 cm"),
    ("done", "finish the manoeuvres"),
    ("retreat 12", "Line: retreat from the table"),
    ("retreat 12 without-stand", "Line: retreat from the table without its command stand"),
    ("man 12", "Line: man the guns again"),
    ("12", "Line: stand still"),
    ("12 adv 6.5", "Line: advance 6.5 cm"),
    ("12 adv 1000", "Line: advance 1000 cm"),
    ("12 pivot 45 adv 4", "Line: turn to face north-east (45°), then advance 4 cm"),
    ("12 about step left 2.05", "Line: face about, then side-step 2.05 cm to the left"),
    ("12 line on front side left", "Line: form line on its front stand, the other to its left"),
    ("12 pivot 0.1 column facing 45", "Line: turn to face north (0.1°), then form column facing north-east (45°)"),
    ("12 pivot 0.1 turn-first", "Line: turn to face north (0.1°)"),
    ("12 column facing 45 turn-first", "Line: form column facing north-east (45°)"),
    ("12 oblique right ahead 1 aside 2", "Line: move obliquely, 1 cm ahead and 2 cm to the right"),
    ("12 oblique right aside 2 ahead 1", "Line: move obliquely, 2 cm to the right and 1 cm ahead"),
    ("12 inch 45 2", "Line: inch 2 cm north-east (45°)"),
    ("12 prolong 3", "Line: prolong 3 cm forward"),
    ("12 prolong 3 back", "Line: prolong 3 cm back"),
    ("12 redeploy 45 8 facing 90", "Line: redeploy 8 cm north-east (45°), to face east (90°)"),
    ('12 road "high road" 8', "Line: march 8 cm along high road"),
    ("12 road then 8 back", "Line: march 8 cm back along then"),
    ("12 road A 8", "Line: march 8 cm along A"),
    (
        "12 road bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb 8",
        "Line: march 8 cm along bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
    ),
    (
        '12 cross "the \\"old\\" bridge" 0.01,0.02 facing 0.3',
        'Line: cross the "old" bridge to 0.01, 0.02 cm, facing north (0.3°)',
    ),
    ("12 charge 31", "Line: charge unit 31"),
    ('12 charge 31 over "bridge 1"', "Line: charge unit 31 over bridge 1"),
    ("12 extend 31", "Line: extend its charge and charge unit 31"),
    ("pass", "pass"),
    ("meet 12 6.5 359.9", "Line: charge the enemy after it has moved 6.5 cm, facing north (359.9°)"),
    (
        'meet 12 6.5 0 over "bridge 1"',
        "Line: charge the enemy over bridge 1 after it has moved 6.5 cm, facing north (0°)",
    ),
    ("onward 4.5", "the unit: continue 4.5 cm"),
    ("defender 12", "Line: defend the bridge"),
    ("stand", "the unit: stand and fight"),
    ("fallback 6", "the unit: fall back 6 cm"),
    ("fallback 6 about", "the unit: face about and fall back 6 cm"),
    ("limber", "the unit: try to limber up and flee"),
    ("flee 6 about", "the unit: face about and flee 6 cm"),
    ("refuge 12", "the unit: the crew runs to the square of Line"),
    ("square rear", "the unit: try to form square on the rear stand"),
    ("squares", "form no squares nearby"),
    ("squares 12:front 3:left", "try to form square: Line on its front stand, then Carré on its left stand"),
    ("feint", "the unit: try to feint and ride back"),
    ("rideback 6 90", "the unit: ride back 6 cm, then face east (90°)"),
    ("evade 60.5,42", "the command stand: evade to 60.5, 42 cm"),
    ("fire 12 31 at 60.5,42", "Line: fire at unit 31"),
    ("fire 12 31 at 60.5,42 left", "Line: fire at unit 31 from its left face"),
    ('batter 12 "bridge 1" at 0.01,0.02', "Line: fire at bridge 1"),
    ("suppress 12 31", "Line: suppress unit 31"),
    ("suppress 12 31 32", "Line: suppress unit 31 and unit 32"),
    ("return 12 at 0.01,0.02 front", "Line: fire back at the firer from its front face"),
    ("join 12 31 90", "Line: join in against unit 31, facing east (90°)"),
    ("sally 12 31 90", "Line: break out of square against unit 31, facing east (90°)"),
    ("combat 0", "fight combat 0"),
    ("allot 12:31:4 12:32:2", "Line allots 4 strength points to unit 31 and 2 strength points to unit 32"),
    ("rallyback 12 6", "Line: rally back 6 cm"),
    ("halt 12 90", "Line: stop and rally, facing east (90°)"),
    ("rallyon 12 6", "Line: rally forward 6 cm"),
    ("chargeon 12 31 90", "Line: charge on at unit 31, facing east (90°)"),
    ("0 leave", "King's Own: stop defending"),
    ("0 pivot 45 about adv 0.5", "King's Own: turn to face north-east (45°) and face about, then advance 0.5 cm"),
    (
        "0 about oblique right ahead 1 aside 2",
        "King's Own: face about, then move obliquely, 1 cm ahead and 2 cm to the right",
    ),
    (
        "0 oblique left aside 2 ahead 1 defend church",
        "King's Own: move obliquely, 2 cm to the left and 1 cm ahead, then defend the Ligny church",
    ),
    (
        "0 pivot 0 line facing 180 charge 12",
        "King's Own: turn to face north (0°), then form line facing south (180°), then charge Line",
    ),
    ("0 solid_square turn-first then pivot 90", "King's Own: form solid square, then turn to face east (90°)"),
    ("0 road road 8 back", "King's Own: march 8 cm back along the High road"),
    ("0 road nowhere 8", "King's Own: march 8 cm along nowhere"),
    (
        "0 cross bridge 1,-0.5 facing 90 defend town",
        "King's Own: cross the Old bridge to 1, -0.5 cm, facing east (90°), then defend Ligny",
    ),
    ("0 line on front side left", "King's Own: form line on its front stand, the other to its left"),
    ("0 line on front side right", "King's Own: form line on its front stand, the other to its right"),
    ("0 line on front side front", "King's Own: form line on its front stand, the other in front of it"),
    ("0 line on front side rear", "King's Own: form line on its front stand, the other behind it"),
    ("allot", "allot no strength points"),
    ("ride 3 1,2", "the horse: ride to 1, 2 cm"),
    ("ride 3 1,2 3,4 5,6.5", "the horse: ride to 5, 6.5 cm by way of 1, 2 cm and 3, 4 cm"),
    ("squares 11:front 12:left", "try to form square: Grenadiers on its front stand, then Line on its left stand"),
    ("batter 7 hamlet at 0,0", "Twelves: fire at the village"),
    ("fire 0 11 at 0,0 rear", "King's Own: fire at Grenadiers from its rear face"),
    ("brigade 4", "give Left (Maitland) the initiative"),
    ("division 9", "make a Division manoeuvre with Division 9"),
]
"""An action and what it is called."""

CALLED_IN_WINDOWS = [
    ("nothing", "pass", "pass"),
    ("course", "pass", "let King's Own continue"),
    ("shot", "pass", "do not suppress"),
    ("return", "pass", "finish return fire"),
    ("joining", "pass", "go on to hand-to-hand combat"),
    ("nothing", "meet 12 0 45", "Line: charge the enemy as it starts, facing north-east (45°)"),
    ("course", "meet 12 0 45", "Line: counter-charge King's Own as it starts, facing north-east (45°)"),
    (
        "nothing",
        "meet 11 6.5 90 over bridge",
        "Grenadiers: charge the enemy over the Old bridge after it has moved 6.5 cm, facing east (90°)",
    ),
    (
        "course",
        "meet 11 6.5 90 over bridge",
        "Grenadiers: charge King's Own over the Old bridge after it has moved 6.5 cm, facing east (90°)",
    ),
    ("nothing", "onward 0", "the unit: stop here"),
    ("onward", "onward 0", "King's Own: stop here"),
    ("nothing", "onward 4.5", "the unit: continue 4.5 cm"),
    ("onward", "onward 4.5", "King's Own: continue 4.5 cm"),
    ("nothing", "stand", "the unit: stand and fight"),
    ("contact", "stand", "Line: stand and fight"),
    ("feint", "stand", "Hussars: fight the square"),
    ("nothing", "fallback 6", "the unit: fall back 6 cm"),
    ("contact", "fallback 6", "Line: fall back 6 cm"),
    ("nothing", "fallback 6 about", "the unit: face about and fall back 6 cm"),
    ("contact", "fallback 6 about", "Line: face about and fall back 6 cm"),
    ("nothing", "limber", "the unit: try to limber up and flee"),
    ("contact", "limber", "Line: try to limber up and flee"),
    ("nothing", "flee 0.5 about", "the unit: face about and flee 0.5 cm"),
    ("contact", "flee 0.5 about", "Line: face about and flee 0.5 cm"),
    ("nothing", "refuge 3", "the unit: the crew runs to the square of Carré"),
    ("contact", "refuge 3", "Line: the crew runs to the square of Carré"),
    ("nothing", "square rear", "the unit: try to form square on the rear stand"),
    ("contact", "square rear", "Line: try to form square on the rear stand"),
    ("nothing", "feint", "the unit: try to feint and ride back"),
    ("contact", "feint", "Hussars: try to feint and ride back"),
    ("nothing", "rideback 6 90", "the unit: ride back 6 cm, then face east (90°)"),
    ("contact", "rideback 6 90", "Hussars: ride back 6 cm, then face east (90°)"),
    ("nothing", "evade 60.5,-42", "the command stand: evade to 60.5, -42 cm"),
    ("stand", "evade 60.5,-42", "Friant: evade to 60.5, -42 cm"),
    ("nothing", "return 12 at 0.01,0.02 front", "Line: fire back at the firer from its front face"),
    ("shot", "return 12 at 0.01,0.02 front", "Line: fire back at Twelves from its front face"),
    ("nothing", "combat 0", "fight combat 0"),
    ("combat", "combat 0", "fight King's Own against Grenadiers next"),
    ("nothing", "combat 1", "fight combat 1"),
    ("combat", "combat 1", "fight Hussars and Dragoons against Lancers and Cuirassiers next"),
    ("nothing", "combat 2", "fight combat 2"),
]
"""What is under way, an answer to it, and what the answer is called."""


@pytest.mark.rule("MN-MAN-07", "what each choice is called, with whom and what it is about")
@pytest.mark.parametrize(("text", "words"), CALLED)
def test_choices_in_words(text: str, words: str) -> None:
    action = read(text)
    assert CHOICES[type(action)](rich.rich(), action) == words


@pytest.mark.rule("MN-MAN-07", "an answer is called by who gives it to what is under way")
@pytest.mark.parametrize(("frames", "text", "words"), CALLED_IN_WINDOWS)
def test_answers_in_words(frames: str, text: str, words: str) -> None:
    action = read(text)
    assert CHOICES[type(action)](replace(rich.rich(), stack=FRAMES[frames]), action) == words
