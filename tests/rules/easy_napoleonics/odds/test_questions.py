"""Questions for odds as JSON: exact answers, what cannot be answered, facts that cannot be."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from battles.rules.easy_napoleonics.odds.questions import (
    QUERIES,
    Impossible,
    OddsError,
    ask,
    help_text,
    impossible_check,
    impossible_hasty_square,
    impossible_melee,
    impossible_rally,
    impossible_volley,
)
from battles.rules.easy_napoleonics.tables import FORMATIONS, Tables
from tests.rules.easy_napoleonics.builders.facts import (
    battery,
    book,
    checker,
    examples,
    heavy,
    infantry,
    light,
    melee,
    volley,
)

LINE, SQUARE, MASSE = infantry(), infantry(formation="square"), infantry(formation="masse", nation="austria")


def places(wrong: tuple[Impossible, ...]) -> list[tuple[str, str]]:
    """Path and rule of each; every sentence must name its rule."""
    assert all(fault.sentence.endswith(f"({fault.rule}).") for fault in wrong)
    return [(fault.path, fault.rule) for fault in wrong]


@pytest.mark.rule("EN-ART-01", "volleys that cannot be")
@pytest.mark.rule("EN-ART-03", "volleys that cannot be")
@pytest.mark.rule("EN-ART-18", "volleys that cannot be")
@pytest.mark.rule("EN-MUSK-01", "volleys that cannot be")
@pytest.mark.rule("EN-MUSK-02", "volleys that cannot be")
@pytest.mark.rule("EN-MUSK-03", "volleys that cannot be")
@pytest.mark.rule("EN-SQUARE-02", "volleys that cannot be")
@pytest.mark.rule("EN-SEQ-01", "volleys that cannot be")
@pytest.mark.rule("EN-RULING-53", "a battery has one target")
@pytest.mark.parametrize(
    ("target", "firers", "wrong"),
    [
        (LINE, [battery(range=9)], []),
        (LINE, [infantry(), infantry(formation="column", dice=1)], []),
        (LINE, [], [("firers", "EN-ART-18")]),
        (infantry(leader=True, leaders=1), [battery()], []),
        (infantry(leader=True, leaders=0), [battery()], [("target.leaders", "EN-LEADER-01")]),
        (infantry(leader=True, leaders=2), [battery()], [("target.leaders", "EN-LEADER-01")]),
        (LINE, [battery(formation="limbered")], [("firers[0].formation", "EN-ART-01")]),
        (LINE, [battery(range=9), battery(range=10)], [("firers[1].range", "EN-ART-03")]),
        (LINE, [battery(range=0)], [("firers[0].range", "EN-ART-03")]),
        (LINE, [battery(range=1, dice=2)], [("firers[0].dice", "EN-ART-18")]),
        (LINE, [light()], [("firers[0].kind", "EN-MUSK-01")]),
        (LINE, [infantry(range=2)], [("firers[0].range", "EN-MUSK-02")]),
        (LINE, [infantry(dice=3)], [("firers[0].dice", "EN-MUSK-03")]),
        (LINE, [infantry(formation="square", dice=2)], [("firers[0].dice", "EN-MUSK-03")]),
        (SQUARE, [infantry(aspect="rear")], [("firers[0].aspect", "EN-SQUARE-02")]),
        (LINE, [infantry(), battery()], [("firers", "EN-SEQ-01")]),
    ],
)
def test_volleys_that_cannot_be(target: dict, firers: list[dict], wrong: list[tuple[str, str]]) -> None:
    assert places(impossible_volley(book(), volley(target, *firers))) == wrong


@pytest.mark.rule("EN-RULING-02", "by_firer: each unit's fire is an event of its own")
def test_pooled_fire_is_no_event_where_each_unit_fires_alone() -> None:
    rules, facts = book(fire_pooling="by_firer"), volley(LINE, battery(), battery())
    assert places(impossible_volley(rules, facts)) == [("firers", "EN-RULING-02")]
    assert impossible_volley(rules, volley(LINE, battery())) == ()
    assert impossible_volley(book(), facts) == ()


@pytest.mark.rule("EN-UNIT-03", "formations by kind")
@pytest.mark.rule("EN-UNIT-05", "heavy cavalry alone may be armored")
@pytest.mark.rule("EN-UNIT-06", "a broken unit is removed")
@pytest.mark.rule("EN-NATION-06", "masse is Austrian, by its rule")
@pytest.mark.rule("EN-MELEE-03", "squares and guns never attack, a masse not cavalry")
@pytest.mark.rule("EN-RULING-59", "guns and squares only defend")
@pytest.mark.rule("EN-MELEE-05", "melees that cannot be")
@pytest.mark.rule("EN-MELEE-11", "melees that cannot be")
@pytest.mark.parametrize(
    ("attacker", "defender", "aspect", "wrong"),
    [
        (LINE, LINE, "rear", []),
        (heavy(armored=True), MASSE, "front", []),
        (MASSE, battery(), "front", []),
        (LINE, MASSE, "flank", []),
        (LINE, light(formation="square"), "front", [("defender.formation", "EN-UNIT-03")]),
        (LINE, battery(formation="line"), "front", [("defender.formation", "EN-UNIT-03")]),
        (LINE, infantry(formation="masse"), "front", [("defender.formation", "EN-NATION-06")]),
        (light(armored=True), LINE, "front", [("attacker.armored", "EN-UNIT-05")]),
        (infantry(level="broken"), LINE, "front", [("attacker.level", "EN-UNIT-06")]),
        (battery(), LINE, "front", [("attacker.kind", "EN-MELEE-03")]),
        (SQUARE, LINE, "front", [("attacker.formation", "EN-MELEE-03")]),
        (MASSE, light(), "front", [("attacker.formation", "EN-MELEE-03")]),
        (LINE, infantry(charged=True), "front", [("defender.charged", "EN-MELEE-05")]),
        (LINE, SQUARE, "flank", [("aspect", "EN-MELEE-11")]),
        (light(), MASSE, "rear", [("aspect", "EN-MELEE-11")]),
        (infantry(terrain="pond"), LINE, "front", [("attacker.terrain", "EN-MOVE-04")]),
        (infantry(leader=True, leaders=2), LINE, "front", [("attacker.leaders", "EN-LEADER-01")]),
        (infantry(moved_in_column=True), LINE, "front", [("attacker.moved_in_column", "EN-ACTION-04")]),
    ],
)
def test_melees_that_cannot_be(attacker: dict, defender: dict, aspect: str, wrong: list[tuple[str, str]]) -> None:
    found = places(impossible_melee(book(national_rules="austria"), melee(attacker, defender, aspect)))
    assert found == wrong


@pytest.mark.rule("EN-RALLY-01", "Fair or Bad units rally")
@pytest.mark.rule("EN-SQUARE-01", "only infantry forms square")
@pytest.mark.rule("EN-SQUARE-04", "from line or column")
@pytest.mark.parametrize(
    ("ask", "facts", "wrong"),
    [
        (impossible_rally, {"level": "fair"}, []),
        (impossible_rally, {}, [("level", "EN-RALLY-01")]),
        (impossible_hasty_square, {"formation": "column", "moved_in_column": True}, []),
        (impossible_hasty_square, {"kind": "light_cavalry"}, [("kind", "EN-SQUARE-01")]),
        (impossible_hasty_square, {"formation": "square"}, [("formation", "EN-SQUARE-04")]),
        (impossible_check, {"kind": "field_artillery"}, []),
        (impossible_check, {"level": "broken"}, [("level", "EN-UNIT-06")]),
    ],
)
def test_checks_that_cannot_be(ask: Any, facts: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    assert places(ask(book(), checker(**facts))) == wrong


@pytest.mark.rule("EN-RULING-51", "pond_impassable = false: entered like open ground")
@pytest.mark.rule("EN-RULING-26", "with squares_have_flanks a square shows its recorded facing")
def test_options_make_facts_possible() -> None:
    assert not impossible_melee(book(pond_impassable=False), melee(infantry(terrain="pond"), LINE))
    assert not impossible_melee(book(squares_have_flanks=True), melee(LINE, SQUARE, "rear"))
    assert not impossible_melee(book(leaders_per_side=2), melee(infantry(leader=True, leaders=2), LINE))


@pytest.mark.rule("EN-UNIT-03", "each kind has its formations and no others; a hasty square is a square")
@pytest.mark.parametrize(
    ("unit", "formations"),
    [
        (infantry, {"line", "column", "square", "hasty_square"}),
        (light, {"line", "column"}),
        (heavy, {"line", "column"}),
        (battery, {"limbered", "unlimbered"}),
    ],
)
def test_a_unit_has_the_formations_of_its_kind(unit: Callable[..., dict[str, Any]], formations: set[str]) -> None:
    for formation in FORMATIONS:
        wrong = places(impossible_melee(book(), melee(infantry(), unit(formation=formation))))
        own = ("defender.formation", "EN-NATION-06" if formation == "masse" else "EN-UNIT-03")
        assert wrong == ([] if formation in formations else [own]), formation


FIRE = {"firers": [battery(range=5)], "target": infantry()}
MELEE = {"attacker": infantry(), "defender": infantry()}
CHECK = {"grade": "seasoned"}


def answer(what: str, facts: Any) -> Any:
    """The answer, once through JSON and back."""
    return json.loads(json.dumps(ask(what, json.dumps(facts))))


def fractions(chances: dict[str, dict[str, str]]) -> list[str]:
    return [chance["fraction"] for chance in chances.values()]


@pytest.mark.parametrize("row", examples("fire_examples"), ids=lambda row: row["id"])
def test_odds_of_every_printed_volley(row: dict[str, Any]) -> None:
    found = answer("fire", {key: row[key] for key in ("firers", "target", "options")})
    assert [[shot["dice"], shot["needed"]] for shot in found["shots"]] == row["shots"]
    assert fractions(found["levels"]) == row["levels"]


@pytest.mark.parametrize("row", examples("melee_examples"), ids=lambda row: row["id"])
def test_odds_of_every_printed_melee(row: dict[str, Any]) -> None:
    found = answer("melee", {key: row[key] for key in ("attacker", "defender", "aspect", "options")})
    assert [found[role]["score"] for role in ("attacker", "defender")] == row["scores"]
    assert fractions(found["results"]) == row["bands"]
    assert fractions(found["attacker"]["levels"]) == row["attacker_levels"]
    assert fractions(found["defender"]["levels"]) == row["defender_levels"]


@pytest.mark.rule("EN-EX-F01", "an answer says everything about a volley")
def test_an_answer_says_everything_about_a_volley() -> None:
    found = answer("fire", {"firers": [battery(range=5, leader=True)], "target": infantry(leader=True)})
    rows = [{"rule": "EN-ART-14", "what": "leader with the firer", "value": 1}]
    hit = {"fraction": "3/5", "percent": "60.0%"}
    assert found["shots"] == [{"unit": -1, "dice": 2, "needed": 5, "hit": hit, "modifier": 1, "modifiers": rows}]
    assert found["check"]["needed"] == 6
    assert found["hits"]["0"] == {"fraction": "4/25", "percent": "16.0%"}
    assert found["leader_killed"] == {"fraction": "21/250", "percent": "8.4%"}


@pytest.mark.rule("EN-RULING-12", "a volley says what its checks need once the leader is killed")
def test_a_volley_says_what_its_checks_need_once_the_leader_is_killed() -> None:
    facts = {**FIRE, "target": infantry(leader=True), "options": {"leader_risk_timing": "before_checks"}}
    found = answer("fire", facts)
    assert (found["check"]["needed"], found["check_without_leader"]["needed"]) == (6, 7)


@pytest.mark.rule("EN-EX-M1", "odds of checks")
def test_odds_of_checks() -> None:
    found = answer("check", {**CHECK, "checks": 2})
    assert fractions(found["levels"]) == ["4/25", "12/25", "9/25", "0"]
    assert fractions(found["failures"]) == ["4/25", "12/25", "9/25"]


@pytest.mark.rule("EN-EX-M6", "odds of a rally")
def test_odds_of_a_rally() -> None:
    found = answer("rally", {"grade": "veteran", "level": "bad", "leader": True})
    assert (found["check"]["needed"], found["success"]["fraction"], found["level_after_success"]) == (7, "2/5", "fair")


@pytest.mark.rule("EN-EX-M7", "odds of a hasty square")
@pytest.mark.rule("EN-RULING-40", "lost_always: any attempt")
@pytest.mark.parametrize(("when", "lost"), [("lost_on_failure", "2/5"), ("lost_always", "1")])
def test_odds_of_a_hasty_square(when: str, lost: str) -> None:
    found = answer("hasty_square", {"grade": "elite", "options": {"hasty_square_fire": when}})
    assert (found["success"]["fraction"], found["fire_lost"]["fraction"]) == ("3/5", lost)


@pytest.mark.rule("EN-EX-I3", "odds of the initiative")
def test_odds_of_the_initiative() -> None:
    found = answer("initiative", {"streak_side": "b", "streak": 2})
    assert (found["a"]["wins"]["fraction"], found["b"]["wins"]["fraction"]) == ("79/94", "15/94")
    assert found["b"]["modifiers"] == [{"rule": "EN-INIT-02", "what": "initiative in the last 2 turns", "value": -4}]


def test_a_melee_gives_the_chance_of_each_leader() -> None:
    found = answer("melee", {**MELEE, "attacker": infantry(leader=True, level="fair")})
    assert found["attacker"]["leader_killed"]["fraction"] == "933/20000"
    assert "leader_killed" not in found["defender"]


def test_results_of_a_melee_are_in_words() -> None:
    assert list(answer("melee", MELEE)["results"]) == [
        "attacker wins by 5 or more",
        "attacker wins by 1 to 4",
        "tie",
        "defender wins by 1 to 4",
        "defender wins by 5 or more",
    ]


def test_odds_can_use_a_clubs_own_numbers() -> None:
    tables = Tables(grade_number={**Tables().grade_number, "seasoned": 5})
    assert ask("check", json.dumps(CHECK), tables)["check"]["needed"] == 5


@pytest.mark.parametrize(
    ("what", "text", "message"),
    [
        ("volley", "{}", "There are no odds for 'volley'. Choose one of fire, check, rally, melee"),
        ("fire", "{", "This is not JSON"),
        ("fire", "[" * 100_000, "This is not JSON"),
        ("fire", "[]", "[] is not an object with firers, target, options."),
        ("fire", "{}", "firers is required: a list of objects"),
        ("fire", {**FIRE, "firers": {}}, "firers: {} is not a list."),
        (
            "fire",
            {**FIRE, "firers": [FIRE["firers"][0]] * 51},
            "firers: The list has 51 items; at most 50 are allowed.",
        ),
        ("fire", {**FIRE, "wind": 1}, "There is no key 'wind' here; the keys are firers, target, options."),
        ("fire", {**FIRE, "target": {"kind": "infantry"}}, "target: grade is required: militia, conscript"),
        ("fire", {**FIRE, "target": infantry("crack")}, "target.grade: 'crack' is not one of militia, conscript"),
        ("fire", {**FIRE, "firers": [battery(range="far")]}, "firers[0].range: 'far' is not a whole number up to"),
        ("fire", {**FIRE, "firers": [battery(range=True)]}, "firers[0].range: True is not a whole number up to"),
        ("fire", {**FIRE, "firers": [battery(range=10**400)]}, "is not a whole number up to 1,000."),
        ("fire", {**FIRE, "firers": [battery(leader=1)]}, "firers[0].leader: 1 is neither true nor false."),
        ("fire", {**FIRE, "firers": [light()]}, "firers[0].kind: Light cavalry never fires"),
        ("fire", {**FIRE, "options": []}, "options: [] is not an object of options by name."),
        ("fire", {**FIRE, "options": {"weather": 1}}, "options: Easy Napoleonics has no option weather"),
        (
            "fire",
            {**FIRE, "options": {"squares_have_flanks": []}},
            "options: squares_have_flanks must be true or false",
        ),
        ("fire", {**FIRE, "options": {"fire_pooling": {}}}, "options: fire_pooling must be"),
        ("fire", {**FIRE, "options": {"national_rules": ["france"]}}, "options: national_rules must be"),
        ("check", {**CHECK, "checks": 0}, "checks: A unit takes 1 to 100 checks at once, not 0."),
        ("check", {**CHECK, "level": "broken"}, "level: A broken unit is removed; it can do nothing"),
        ("rally", CHECK, "level: A unit at Good cannot rally"),
        ("hasty_square", {**CHECK, "kind": "heavy_cavalry"}, "kind: Heavy cavalry cannot form square"),
        ("melee", {**MELEE, "attacker": battery()}, "attacker.kind: Artillery never attacks; it only defends"),
        ("melee", {**MELEE, "aspect": "side"}, "aspect: 'side' is not one of front, flank, rear."),
        ("initiative", {"streak": 1}, "streak: streak_side and streak go together"),
        ("initiative", {"streak_side": "a", "streak": -1}, "streak: streak_side and streak go together"),
        ("initiative", {"streak_side": "c", "streak": 1}, "streak_side: 'c' is not one of a, b."),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(what: str, text: Any, message: str) -> None:
    with pytest.raises(OddsError) as raised:
        ask(what, text if isinstance(text, str) else json.dumps(text))
    assert message in str(raised.value)


@pytest.mark.parametrize("text", [b"\xff", '{"grade": "\ud800"}'])
def test_text_that_is_no_unicode_is_no_json(text: bytes | str) -> None:
    with pytest.raises(OddsError, match="This is not JSON"):
        ask("check", text)


@pytest.mark.parametrize("what", QUERIES)
def test_the_help_names_every_key(what: str) -> None:
    text = help_text(what)
    assert "options: an object of options by name" in text
    assert QUERIES[what].sentence in text


def test_the_help_says_words_and_defaults() -> None:
    lines = help_text("fire").splitlines()
    assert "  firers (required): a list of objects, each with" in lines
    assert "    level (default: good): good, fair, bad, broken" in lines
    assert "    dice: a whole number" in lines
    assert "    leader (default: false): true or false" in lines


def test_the_help_of_another_question_is_refused() -> None:
    with pytest.raises(OddsError, match="There are no odds for 'weather'"):
        help_text("weather")
