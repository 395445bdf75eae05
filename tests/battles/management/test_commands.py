"""`battle`, `verify_battle`, `replay_battle`, `odds` and `simulate` as commands: what they print, write and refuse."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from armies.services.army_creation import from_sample
from battles.engine.battle_file import read
from battles.engine.replay import verify
from tests.battles.management.refusals import refused


def run(*words: str) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of two computer players, as the command wrote it."""
    file = tmp_path_factory.mktemp("battles") / "village.battle"
    run("battle", "--scenario", "village", "--a", "greedy", "--b", "random", "--seed", "3", "--export", str(file))
    return file


def test_a_battle_is_fought_written_verified_and_told_again(fought: Path) -> None:
    battle = read(fought.read_bytes())
    assert verify(battle) == []
    assert battle.header.players == {"a": "greedy", "b": "random"}
    assert "no problem found" in run("verify_battle", str(fought))
    told = run("replay_battle", str(fought))
    assert "Turn 1: initiative to" in told
    assert "EN-INIT-01" in told
    assert "The village under the ridge" in told


def test_a_replay_stops_where_it_is_told_and_shows_what_a_side_saw(fought: Path) -> None:
    short = run("replay_battle", str(fought), "--to", "5", "--viewer", "a", "--no-board")
    assert len(short.splitlines()) < len(run("replay_battle", str(fought), "--no-board").splitlines())
    assert "The battle is not over." in short
    assert "there is no entry 99999" in refused("replay_battle", str(fought), "--to", "99999")
    assert "--viewer must be one of a, b, public, umpire" in refused("replay_battle", str(fought), "--viewer", "c")


def test_an_edited_battle_has_problems_and_exit_code_1(fought: Path, tmp_path: Path) -> None:
    lines = fought.read_bytes().splitlines(keepends=True)
    bad = tmp_path / "bad.battle"
    bad.write_bytes(b"".join(lines[:20] + lines[21:]))
    with pytest.raises(CommandError) as caught:
        run("verify_battle", str(bad))
    assert caught.value.returncode == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file"),
        (b"", "empty"),
        (b"\x1f\x8b\x08junk", "compressed"),
        (b'{"format": "muster.battle", "v": 99}\n', "newer"),
    ],
)
def test_a_file_that_is_no_battle_gets_its_sentence(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    file = tmp_path / "x.battle"
    if content is not None:
        file.write_bytes(content)
    for command in ("verify_battle", "replay_battle"):
        assert sentence.lower() in refused(command, str(file)).lower()


def test_the_same_seed_gives_the_same_battle(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.battle", "two.battle", "three.battle")]
    for file, seed in zip(files, ("7", "7", "8"), strict=True):
        run(
            "battle", "--a", "random", "--b", "random", "--seed", seed, "--option", "max_turns=2", "--export", str(file)
        )
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()


def test_show_prints_the_log_the_board_and_the_reasons() -> None:
    words = ("--scenario", "village", "--option", "victory_points_to_win=6", "--seed", "1", "--show", "--reasons")
    told = run("battle", "--a", "greedy", "--b", "greedy", *words)
    assert "Movement: French division" in told
    assert "Places: 0604 Mill Ridge, west" in told
    assert "[French division: " in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--system", "chess"), "There is no rule system 'chess'"),
        (("--system", "snaphance"), "You cannot fight battles with snaphance yet"),
        (("--scenario", "waterloo"), "gemioncourt, ligny, meeting, mont_saint_jean, quatre_bras"),
        (("--scenario", "village", "--army-a", "x"), "not both"),
        (("--army-a", "x"), "give both --army-a and --army-b"),
        (("--army-a", "none-such", "--army-b", "none-such"), "There is no army with the slug 'none-such'"),
        (("--option", "max_turns"), "--option must be KEY=VALUE"),
        (("--option", "max_turns=8", "--option", "max_turns=9"), "given twice"),
        (("--option", "max_turn=8"), "no option max_turn"),
        (("--option", "max_turns=0"), "max_turns must be a whole number of at least 1"),
        (("--option", "victory_timing=later"), "victory_timing must be one of immediate, end_of_turn"),
        (("--option", "breakthrough=7"), "breakthrough must be true or false"),
        (("--seed", "-1"), "--seed must be a whole number from 0"),
        (("--a", "napoleon"), "There is no player 'napoleon'; there are random, greedy, marshal"),
        (("--export", "/no/such/folder/x.battle"), "there is no such folder"),
    ],
)
@pytest.mark.django_db
def test_wrong_words_get_a_sentence_and_nothing_is_fought(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("battle", "--a", "random", "--b", "random", *words)


def test_a_scenario_file_with_a_fault_says_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"format": "muster-scenario/1", "system": "easy_napoleonics", "titel": "x"}', encoding="utf-8")
    assert "titel" in refused("battle", "--scenario", str(file), "--a", "random", "--b", "random")


@pytest.mark.django_db
def test_two_armies_of_the_army_manager_fight(django_user_model: Any) -> None:
    owner = django_user_model.objects.create_user("birch", password="x")
    slugs = [from_sample(nation, f"Army of {nation}", owner).slug for nation in ("FR", "PR")]
    told = run("battle", "--army-a", slugs[0], "--army-b", slugs[1], "--a", "greedy", "--b", "greedy", "--seed", "1")
    assert "units left" in told


def test_odds_are_exact_and_name_their_rules() -> None:
    facts = {
        "firers": [{"kind": "field_artillery", "grade": "veteran", "formation": "unlimbered", "range": 5}],
        "target": {"kind": "infantry", "grade": "seasoned", "formation": "column"},
    }
    answer = json.loads(run("odds", "easy_napoleonics", "fire", json.dumps(facts)))
    assert answer["shots"][0]["needed"] == 5
    assert [row["rule"] for row in answer["shots"][0]["modifiers"]] == ["EN-ART-14"]
    assert answer["hits"]["2"]["fraction"] == "9/25"


def test_each_system_has_odds_of_its_own() -> None:
    facts = {"type": "medium_cavalry", "rating": "veteran", "shortfall": 4, "cautious": True}
    answer = json.loads(run("odds", "mini_nap", "extend", json.dumps(facts)))
    assert answer["charge_made"] == {"fraction": "11/27", "percent": "40.7%"}
    sentence = "Mini-Nap has no odds for melee; it has fire, hand_to_hand"
    assert sentence in refused("odds", "mini_nap", "melee", "{}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", "fire", "{}"), "There is no rule system 'chess'"),
        (("easy_napoleonics", "march", "{}"), "has no odds for march; it has fire"),
        (("easy_napoleonics", "check", "{"), "JSON"),
        (("easy_napoleonics", "check", "{}"), "grade"),
        (("easy_napoleonics", "check", '{"grade": "superb"}'), "militia, conscript"),
        (("easy_napoleonics", "check", '{"grade": "guard", "mood": 1}'), "mood"),
    ],
)
def test_odds_of_wrong_facts_get_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("odds", *words)


def test_simulate_gives_the_same_numbers_for_any_number_of_jobs() -> None:
    words = ("--scenario", "village", "--a", "greedy", "--b", "random", "--battles", "4", "--seed", "5", "--json")
    one, two = (json.loads(run("simulate", *words, "--jobs", jobs)) for jobs in ("1", "2"))
    assert one == two
    assert one["battles"] == 4
    assert sum(row["wins"] for row in one["players"].values()) + one["nobody"] == 4


def test_simulate_tells_wins_with_their_intervals() -> None:
    told = run("simulate", "--a", "random", "--b", "random", "--battles", "2", "--option", "max_turns=1", "--swap")
    assert "2 battles" in told
    assert "95 %" in told
    assert "mutual defeat 2" in told
    assert "--battles must be a whole number from 1" in refused("simulate", "--battles", "0")
    assert "--jobs must be a whole number from 1" in refused("simulate", "--jobs", "0")
