"""Battles as files: out whole, in again, finished or to be played on."""

import json
from pathlib import Path
from typing import Any

import pytest

from battles.engine.battle_file import read, write
from battles.engine.core import Outcome
from battles.engine.record import Record
from battles.engine.replay import verify as audited
from battles.models import Battle, Status
from battles.services.access import access_of
from battles.services.create import from_file
from battles.services.create.battle_start import Sitting
from battles.services.create.from_file import import_battle, read_file
from battles.services.play.lock import NotYours, Refused
from battles.services.play.verification import battle_file, verify
from tests.battles.services.steps import SYSTEM, act, at, awaited, begun, deployed, fresh, hidden, play, seen_by

pytestmark = pytest.mark.django_db

KEPT = Path(__file__).parents[2] / "playthroughs" / "easy_napoleonics"
STORED = sorted((Path(__file__).parents[2] / "engine" / "data").glob("easy_napoleonics.*.battle"))


def test_a_battle_that_is_over_comes_back_from_its_file_as_it_was(alice: Any, bob: Any, charlie: Any) -> None:
    battle = play(begun(alice, bob, setup=hidden()), 1_000)
    content = battle_file(access_of(battle, charlie))
    assert json.loads(content.splitlines()[0])["secret"] == bytes(battle.secret).hex()
    assert audited(read(content)) == []
    again = import_battle(read_file(content), charlie)
    assert (again.status, again.title, again.state_hash) == (Status.OVER, battle.title, battle.state_hash)
    assert again.slug != battle.slug
    assert battle_file(access_of(again, alice)) == content
    assert [(line.lines, line.turn) for line in seen_by(again, alice).feed] == [
        (line.lines, line.turn) for line in seen_by(battle, alice).feed
    ]
    assert [side.who for side in seen_by(again, alice).sides] == ["alice", "bob"]
    assert verify(again) == []


def test_only_an_umpire_takes_a_battle_out_while_it_goes_on(alice: Any, bob: Any, charlie: Any, organiser: Any) -> None:
    battle = play(begun(alice, bob, Sitting(place="umpire", user=charlie), setup=hidden()), 20)
    for user in (alice, bob, organiser):
        with pytest.raises(NotYours, match="when the battle is over"):
            battle_file(access_of(battle, user))
    content = battle_file(access_of(battle, charlie))
    assert bytes(battle.secret).hex().encode() not in content
    assert audited(read(content)) == []


def test_a_battle_that_was_broken_off_is_played_on_with_new_dice(alice: Any, bob: Any, charlie: Any) -> None:
    battle = play(begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed()), 40)
    content = battle_file(access_of(battle, charlie))
    again = import_battle(
        read_file(content),
        charlie,
        (Sitting(place="a", user=charlie), Sitting(place="b", computer="random")),
        title="Second day",
    )
    assert (again.status, again.title, again.head, again.turn) == (Status.PLAYING, "Second day", 40, battle.turn)
    assert again.commitment != battle.commitment
    assert again.awaited == battle.awaited
    play(again, 1_000)
    assert fresh(again).is_over
    assert verify(again) == []
    sources = [
        {roll.source for roll in entry.rolls} for entry in read(battle_file(access_of(fresh(again), bob))).entries
    ]
    assert {"import"} in sources[:41]
    assert {"seed"} in sources[41:]
    assert not any("seed" in found for found in sources[:41])


@pytest.mark.parametrize("path", [*sorted(KEPT.glob("*.battle")), *STORED], ids=lambda path: path.name)
def test_every_kept_battle_can_be_brought_in(path: Path, charlie: Any) -> None:
    battle = import_battle(read_file(path.read_bytes()), charlie)
    assert battle.is_over
    assert battle.ended
    assert seen_by(battle, charlie, at=5).is_past
    assert verify(battle) == []


def test_a_battle_that_was_taken_back_and_resigned_can_be_brought_in(charlie: Any) -> None:
    record = Record.new(SYSTEM, deployed(), bytes(32))
    for _ in range(5):
        side = min(SYSTEM.deciding(record.state))
        record.play(side, SYSTEM.options(record.state, side)[0].actions[0])
    record.undo_to("a", 2)
    record.end("b", Outcome("a", "resigned", ""))
    battle = import_battle(read_file(write(record)), charlie)
    assert (battle.winner, battle.head, battle.is_over) == ("a", 7, True)
    assert [line.undone for line in seen_by(battle, charlie).feed] == [*[False] * 3, *[True] * 3, False, False]
    assert verify(battle) == []


def changed(content: bytes, line: int, **values: Any) -> bytes:
    lines = content.splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **values}, ensure_ascii=False).encode()
    return b"\n".join(lines) + b"\n"


def test_a_file_with_faults_is_turned_away_and_nothing_is_kept(charlie: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (KEPT / "points.battle").read_bytes()
    whole = content.splitlines(keepends=True)
    faults = {
        b"": "The file is empty.",
        b"\xff\xfe": "Line 1: It is not text in UTF-8.",
        b'{"format":"muster.army"}\n': "This is not a battle file",
        content[:-30]: "The file is cut off here.",
        whole[0]: "This battle breaks its rules. The battle has no entry 0.",
        b"".join(whole[:-1]): "The secret is published, but the battle has not ended.",
        changed(content, 3, hash="0" * 32): "Entry 2: Its events do not lead to the state that its hash names.",
        changed(content, 0, system="chess"): "There is no rule system",
        changed(content, 0, secret="00" * 32): "The published secret does not match the commitment",
    }
    for wrong, words in faults.items():
        with pytest.raises(Refused) as refused:
            read_file(wrong)
        assert refused.value.field == "file"
        assert words in str(refused.value)
    monkeypatch.setattr(from_file, "MOST_ENTRIES", 10)
    with pytest.raises(Refused, match="at most 10 entries"):
        read_file(content)
    monkeypatch.setattr(from_file, "MOST_BYTES", 100)
    with pytest.raises(Refused, match="has at most 100 bytes"):
        read_file(content)
    assert not Battle.objects.exists()


def test_a_battle_by_newer_rules_is_looked_at_and_not_played_on(
    alice: Any, bob: Any, charlie: Any, organiser: Any
) -> None:
    battle = play(begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed()), 5)
    content = changed(battle_file(at(battle, "umpire")), 0, rules_version=9)
    with pytest.raises(Refused, match="played with version 9 of easy_napoleonics; this Muster has 1"):
        read_file(content)
    act(battle, awaited(battle))
    over = changed((KEPT / "points.battle").read_bytes(), 0, rules_version=0)
    assert import_battle(read_file(over), organiser).rules_version == 0
