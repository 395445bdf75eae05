"""Questions for odds as JSON: exact answers, and a sentence for every question that cannot be answered."""

import json
from typing import Any

import pytest

from battles.rules.easy_napoleonics.odds import QUERIES, OddsError, ask, help_text
from battles.rules.easy_napoleonics.tables import Tables
from tests.rules.easy_napoleonics.en_facts import battery, examples, infantry, light

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
        ("volley", "{}", "There are no odds of 'volley'; there are those of fire, check, rally, melee"),
        ("fire", "{", "This is not JSON"),
        ("fire", "[" * 100_000, "This is not JSON"),
        ("fire", "[]", "[] is not an object with firers, target, options."),
        ("fire", "{}", "firers must be stated: a list of objects"),
        ("fire", {**FIRE, "firers": {}}, "firers: {} is not a list."),
        ("fire", {**FIRE, "firers": [FIRE["firers"][0]] * 51}, "firers: There are 51 here; at most 50 can be."),
        ("fire", {**FIRE, "wind": 1}, "There is no 'wind' here; there may be firers, target, options."),
        ("fire", {**FIRE, "target": {"kind": "infantry"}}, "target: grade must be stated: militia, conscript"),
        ("fire", {**FIRE, "target": infantry("crack")}, "target.grade: 'crack' is none of militia, conscript"),
        ("fire", {**FIRE, "firers": [battery(range="far")]}, "firers[0].range: 'far' is not a whole number up to"),
        ("fire", {**FIRE, "firers": [battery(range=True)]}, "firers[0].range: True is not a whole number up to"),
        ("fire", {**FIRE, "firers": [battery(range=10**400)]}, "is not a whole number up to 1,000."),
        ("fire", {**FIRE, "firers": [battery(leader=1)]}, "firers[0].leader: 1 is neither true nor false."),
        ("fire", {**FIRE, "firers": [light()]}, "firers[0].kind: Light cavalry never fires"),
        ("fire", {**FIRE, "options": []}, "options: [] is not an object of options by name."),
        ("fire", {**FIRE, "options": {"weather": 1}}, "options: Easy Napoleonics has no option weather"),
        ("fire", {**FIRE, "options": {"squares_have_flanks": []}}, "options: squares_have_flanks is true or false"),
        ("fire", {**FIRE, "options": {"fire_pooling": {}}}, "options: fire_pooling is"),
        ("fire", {**FIRE, "options": {"national_rules": ["france"]}}, "options: national_rules is"),
        ("check", {**CHECK, "checks": 0}, "checks: A unit takes 1 to 100 checks at once, not 0."),
        ("check", {**CHECK, "level": "broken"}, "level: A broken unit is removed from play"),
        ("rally", CHECK, "level: A unit at Good has nothing to rally from"),
        ("hasty_square", {**CHECK, "kind": "heavy_cavalry"}, "kind: Heavy cavalry forms no square"),
        ("melee", {**MELEE, "attacker": battery()}, "attacker.kind: Artillery never attacks; it only defends"),
        ("melee", {**MELEE, "aspect": "side"}, "aspect: 'side' is none of front, flank, rear."),
        ("initiative", {"streak": 1}, "streak: streak_side and streak go together"),
        ("initiative", {"streak_side": "a", "streak": -1}, "streak: streak_side and streak go together"),
        ("initiative", {"streak_side": "c", "streak": 1}, "streak_side: 'c' is none of a, b."),
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
    assert "  firers (must be stated): a list of objects, each with" in lines
    assert "    level (good if left out): good, fair, bad, broken" in lines
    assert "    dice: a whole number" in lines
    assert "    leader (false if left out): true or false" in lines


def test_the_help_of_another_question_is_refused() -> None:
    with pytest.raises(OddsError, match="There are no odds of 'weather'"):
        help_text("weather")
