"""`manage.py explain`: what a rule says, and where it is carried out, worded, printed and tested."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from battles.rulebooks.explanation import (
    ROOT,
    TITLES,
    Citation,
    UnknownRule,
    citations,
    explain,
    has_tests,
    lines,
    rule_of,
    rules_of,
)
from battles.rules import RULEBOOKS
from campaign.pages.rulebook import rulebook

SOURCE = '''"""Checks (EN-MORALE-07)."""

LIMIT = 1
"""EN-MORALE-07: the face that always fails."""
ROWS = (("natural", "EN-MORALE-07"),)


class Tested:
    """A check.

    Source: EN-MORALE-05, EN-MORALE-07.
    """


def refuse_check(unit) -> "Refusal | None":
    """EN-MORALE-07."""
    if unit:
        rule = "EN-MORALE-07"
        return Refusal("late", rule, "No.")


def way(unit) -> "Way | Refusal":
    """Where it leads (EN-MORALE-07)."""
    return no("late", "EN-MORALE-07", "No.")


def passes(unit):
    return roll(unit, "EN-MORALE-07")


def told(face):
    if face > MOST:
        raise FaceError("No such face (EN-MORALE-07).")
    return f"Rolled {face} (EN-MORALE-07)."
'''
TEST = """
@pytest.mark.rule("EN-MORALE-07", "a natural ten always passes")
def test_a_ten_passes():
    assert rule == "EN-MORALE-07"
"""


def run(*words: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("explain", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A small project whose modules cite EN-MORALE-07 in every way, without tests."""
    for name in ("battles/rules/easy/morale", "battles/rules/easy/words_turn", "battles/sheets/cheat_sheet"):
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(SOURCE)
    (tmp_path / "battles/rules/easy/other.py").write_text('"""EN-MORALE-070, XEN-MORALE-07 and EN-MORALE-08."""\n')
    (tmp_path / "battles/migrations").mkdir()
    (tmp_path / "battles/migrations/first.py").write_text(SOURCE)
    return tmp_path


# What a rule says.


@pytest.mark.parametrize("key", RULEBOOKS)
def test_rules_are_those_of_the_rulebook_page(key: str) -> None:
    assert set(rules_of(key)) == set(rulebook(key).rules)
    assert all(rule.text for rule in rules_of(key).values())


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_rule_stands_in_its_line_of_the_rulebook(key: str) -> None:
    for rule in rules_of(key).values():
        assert rule.id in (ROOT / rule.file).read_text(encoding="utf-8").splitlines()[rule.line - 1]


@pytest.mark.parametrize(
    ("rule_id", "text"),
    [
        ("EN-INIT-04", "Turn 1: no subtraction."),
        ("EN-MELEE-24", "Condition: unit is armored cavalry; Modifier: +1; Who gets it: either side"),
        ("EN-MORALE-03", "Levels from best to worst: Good, Fair, Bad, Broken."),
        ("MNT-PLACE-04", "Severity: W; Check: villages at least 40 cm apart"),
        ("AB-04", "Check: `armored` only on heavy cavalry"),
        (
            "CM-SUPPLY-04",
            "A depot may move to a point of its alliance, 20 km a day; it serves again a day after it has come. "
            "A depot whose point the enemy comes to own\nbelongs to the enemy from the next 00:00.",
        ),
        ("MN-REACT-10", "The unit stands and fights or falls back. No test."),
    ],
)
def test_the_text_of_a_rule_is_its_item_paragraph_or_row(rule_id: str, text: str) -> None:
    rule = rule_of(rule_id)
    assert rule is not None
    assert rule.text == text


def test_a_table_and_what_follows_it_belong_to_their_rule() -> None:
    rule = rule_of("EN-MORALE-02")
    assert rule is not None
    first, *_, last = rule.text.splitlines()
    assert first.startswith("| Grade | militia |")
    assert last.startswith("Guard and old guard are two different grades")


def test_a_heading_of_the_next_rules_is_no_part_of_a_rule() -> None:
    rule = rule_of("MN-REACT-14")
    assert rule is not None
    assert rule.text == "The charger has break-through."


def test_the_title_of_a_ruling_is_part_of_it() -> None:
    rule = rule_of("EN-RULING-52")
    assert rule is not None
    assert rule.text.startswith("Range. Counting not defined.")


# Where it is cited.


def test_each_citation_has_its_kind_line_and_name(sources: Path) -> None:
    file = "battles/rules/easy/morale.py"
    assert [place for place in citations("EN-MORALE-07", sources) if place.file == file] == [
        Citation("procedure", file, 1, ""),
        Citation("table", file, 4, "LIMIT"),
        Citation("table", file, 5, "ROWS"),
        Citation("procedure", file, 11, "Tested"),
        Citation("refusal", file, 16, "refuse_check"),
        Citation("refusal", file, 18, "refuse_check"),
        Citation("procedure", file, 23, "way"),
        Citation("refusal", file, 24, "way"),
        Citation("procedure", file, 28, "passes"),
        Citation("refusal", file, 33, "told"),
        Citation("words", file, 34, "told"),
    ]


def test_modules_of_sheets_and_of_words_have_one_kind(sources: Path) -> None:
    found = citations("EN-MORALE-07", sources)
    assert {place.kind for place in found if "cheat_sheet" in place.file} == {"sheet"}
    assert {place.kind for place in found if "words_turn" in place.file} == {"words", "refusal"}


def test_other_ids_and_migrations_are_no_citations(sources: Path) -> None:
    found = {place.file for place in citations("EN-MORALE-07", sources)}
    assert found.isdisjoint({"battles/rules/easy/other.py", "battles/migrations/first.py"})


def test_tests_are_cited_with_what_they_say(sources: Path) -> None:
    assert not has_tests(sources)
    (sources / "tests/rules").mkdir(parents=True)
    (sources / "tests/rules/test_morale.py").write_text(TEST)
    (sources / "tests/rules/rows.json").write_text('[\n{"rule": "EN-MORALE-07"}\n]\n')
    assert has_tests(sources)
    name = "test_a_ten_passes"
    assert [place for place in citations("EN-MORALE-07", sources) if place.kind == "test"] == [
        Citation("test", "tests/rules/rows.json", 2, ""),
        Citation("test", "tests/rules/test_morale.py", 2, name, "a natural ten always passes"),
        Citation("test", "tests/rules/test_morale.py", 4, name),
    ]


@pytest.mark.parametrize("rule_id", ["EN-MORALE-07", "MN-REACT-42", "MNT-STREAM-04", "SH-FIRE-02", "SN-MOVE-03"])
def test_every_place_has_the_rule_in_its_line(rule_id: str) -> None:
    found = citations(rule_id)
    assert len(found) > 3
    for place in found:
        assert rule_id in (ROOT / place.file).read_text(encoding="utf-8").splitlines()[place.line - 1]


def test_a_rule_that_is_played_has_places_of_every_kind() -> None:
    explanation = explain("EN-SQUARE-05")
    assert all(explanation.places[kind] for kind in TITLES)


# The command.


def test_the_command_prints_the_text_and_the_places_by_kind() -> None:
    told = run("en-morale-07").splitlines()
    assert told[0].startswith("EN-MORALE-07 (Easy Napoleonics, battles/rules/easy_napoleonics/rulebook.md:")
    assert told[2].startswith("A natural 10 always passes and a natural 1 always fails")
    titles = [line for line in told if line in TITLES.values()]
    assert titles == [title for title in TITLES.values() if title in titles]
    assert {"Tables", "Procedures", "Sheets", "Tests"} <= set(titles)
    assert any(line.startswith("  tests/") and ": " in line for line in told[told.index("Tests") :])


@pytest.mark.parametrize(
    "rule_id", ["MN-SEQ-06", "MNT-WOOD-02", "EN-INIT-02", "SH-FIRE-02", "SN-FIRE-05", "AB-06", "CM-MARCH-01"]
)
def test_the_command_knows_every_system(rule_id: str) -> None:
    assert run(rule_id).startswith(f"{rule_id} (")


def test_the_reason_of_a_rule_that_is_not_carried_out_is_printed() -> None:
    assert "The software does not carry out this rule: bounce-through is not part of the game." in run("MNT-BOUNCE-02")


def test_json_has_the_same_in_one_object() -> None:
    told = json.loads(run("MN-SEQ-06", "--json"))
    assert told["rule"] == "MN-SEQ-06"
    assert told["system"] == "mini_nap"
    assert told["text"].startswith("When an initiative ends")
    assert told["not_code"] is None
    assert told["tests_installed"] is True
    assert list(told["places"]) == list(TITLES)
    assert {"file", "line", "name", "sentence"} == set(told["places"]["table"][0])


@pytest.mark.parametrize(
    ("rule_id", "sentence"),
    [
        ("EN-MORALE-70", "No rulebook has a rule EN-MORALE-70. Did you mean EN-MORALE-10, "),
        ("en-moral-07", "No rulebook has a rule en-moral-07. Did you mean EN-MORALE-07, "),
        ("nothing", "No rulebook has a rule nothing. Rule IDs begin with MN, MNT, EN, AB, SH, SN, CM."),
    ],
)
def test_an_unknown_rule_is_refused_with_ids_like_it(rule_id: str, sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        run(rule_id)
    assert str(caught.value).startswith(sentence)
    assert caught.value.returncode == 1
    with pytest.raises(UnknownRule):
        explain(rule_id)


def test_without_tests_the_explanation_says_so(sources: Path) -> None:
    told = list(lines(explain("EN-MORALE-07", sources)))
    assert told[-1] == "The tests are not installed here."
    assert "Procedures" in told


def test_a_rule_that_no_test_cites_is_named_as_such(sources: Path) -> None:
    (sources / "tests").mkdir()
    assert list(lines(explain("EN-MORALE-07", sources)))[-1] == "No test cites this rule."
