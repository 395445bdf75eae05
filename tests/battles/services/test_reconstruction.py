"""`rebuild_battles` and `verify_battles`: what is kept of battles is made again from their entries, and checked."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from battles.models import Battle, Entry, Snapshot, Told
from battles.services.create.battle_start import Sitting
from battles.services.play.game_controls import resign
from battles.services.play.invitations import leave_seat
from battles.services.play.reconstruction import renew_logs
from battles.services.play.verification import verify
from battles.services.view.feed import notice
from tests.battles.corrected_rules import Corrected, Reshaped, rules_of
from tests.battles.services.steps import at, begun, deployed, fresh, play

pytestmark = pytest.mark.django_db


def said(command: str, *slugs: str) -> list[str]:
    out = StringIO()
    try:
        call_command(command, *slugs, stdout=out)
    except CommandError as error:
        out.write(f"exit {error.returncode}: {error}\n")
    return out.getvalue().splitlines()


@pytest.fixture
def battle(alice: Any, bob: Any) -> Battle:
    return play(begun(alice, bob, setup=deployed()), 10)


def kept(battle: Battle) -> list[Any]:
    told = Told.objects.filter(battle=battle).order_by("viewer", "n")
    rows = told.values_list("viewer", "n", "seq", "lines", "phase", "turn", "by_name", "undone", "created")
    states = Snapshot.objects.filter(battle=battle).order_by("seq").values_list("seq", "turn", "state")
    return [*rows, *((seq, turn, bytes(state)) for seq, turn, state in states)]


def test_what_is_kept_is_made_again_as_it_was(battle: Battle) -> None:
    leave_seat(at(battle, "b"), "b")
    before, row = kept(battle), fresh(battle)
    lines = Told.objects.count()
    states = Snapshot.objects.count()
    assert said("rebuild_battles") == [
        f"{battle.slug}: 11 entries, {states} stored {'state' if states == 1 else 'states'}, {lines} lines.",
        "1 battle rebuilt: 0 had a different state before, 0 continue with corrected rules.",
    ]
    after = fresh(battle)
    assert kept(battle) == before
    assert (after.lines, bytes(after.state), after.updated) == (row.lines, bytes(row.state), row.updated)
    assert verify(battle) == []


def test_what_was_spoilt_is_put_right_and_the_entries_are_left_alone(battle: Battle) -> None:
    entries = list(Entry.objects.order_by("seq").values())
    good = kept(battle)
    Battle.objects.update(state=b"{}", state_hash="0" * 32, turn=9, awaited="", stands=2, lines={})
    Snapshot.objects.all().delete()
    Told.objects.filter(viewer="a").delete()
    Told.objects.filter(viewer="b").update(lines=[["Nothing.", False]])
    wrong = said("verify_battles")
    assert wrong[-1] == "exit 1: 1 battle checked, 1 with problems."
    assert f"{battle.slug}: The stored state differs from what the entries give." in wrong
    assert "it had a different state before" in said("rebuild_battles", battle.slug)[0]
    strip = [row[:-1] for row in good]
    assert [row[:-1] for row in kept(battle)] == strip
    assert list(Entry.objects.order_by("seq").values()) == entries
    assert said("verify_battles") == ["1 battle checked, no problem found."]


def test_states_of_another_shape_are_folded_again(battle: Battle, alice: Any, bob: Any) -> None:
    resign(at(battle, "a"), "a", token=uuid4())
    going = play(begun(alice, bob, setup=deployed()), 4)
    with rules_of(Reshaped()):
        told = said("rebuild_battles")
        assert "it had a different state before" in told[0]
        assert told[2] == f"{going.slug}: continues with version 2 of its rules from entry 5."
        assert told[-1] == "2 battles rebuilt: 2 had a different state before, 1 continue with corrected rules."
        assert all(b'"minutes":0' in bytes(row.state) for row in Battle.objects.all())
        assert all(b'"minutes":0' in bytes(row.state) for row in Snapshot.objects.all())
        assert said("verify_battles") == ["2 battles checked, no problem found."]


def test_battles_that_go_on_go_on_by_corrected_rules(battle: Battle, alice: Any, bob: Any) -> None:
    waits = begun(alice, bob, Sitting(place="b"), setup=deployed())
    with rules_of(Corrected()):
        told = said("rebuild_battles")
        assert told[1:] == [
            f"{battle.slug}: continues with version 2 of its rules from entry 11.",
            f"{waits.slug}: has not started.",
            "2 battles rebuilt: 0 had a different state before, 1 continue with corrected rules.",
        ]
        assert said("rebuild_battles")[-1].endswith("0 continue with corrected rules.")
        assert verify(battle) == []


def test_one_that_cannot_be_folded_is_named_and_left_and_the_others_are_made_again(
    battle: Battle, alice: Any, bob: Any
) -> None:
    other = play(begun(alice, bob, setup=deployed()), 2)
    Entry.objects.filter(battle=battle, seq=3).update(line=b"junk")
    Battle.objects.filter(pk=other.pk).update(turn=99)
    before = kept(battle)
    told = said("rebuild_battles")
    assert told[0].startswith(f"{battle.slug}: left unchanged. Unreadable: JSON is malformed")
    assert told[-1] == "exit 1: 1 battle could not be rebuilt."
    assert kept(battle) == before
    assert fresh(other).turn != 99
    Battle.objects.filter(pk=battle.pk).update(system="chess")
    assert "It cannot be checked. UnknownSystem: There is no rule system" in said("verify_battles")[0]
    assert said("verify_battles", other.slug) == ["1 battle checked, no problem found."]


def test_a_battle_that_is_not_there_is_said(battle: Battle) -> None:
    for command in ("rebuild_battles", "verify_battles"):
        assert said(command, battle.slug, "no-such") == ["exit 2: There is no battle no-such."]


def test_notices_keep_their_place_and_time(battle: Battle) -> None:
    notice(fresh(battle), "The umpire has gone for a walk.", "Charlie")
    play(battle, 2)
    before = kept(battle)
    said("rebuild_battles")
    assert kept(battle) == before


def of_an_earlier_version(battle: Battle) -> Battle:
    """The battle as if an earlier version of Muster had worded its log."""
    for line in Told.objects.filter(battle=battle):
        line.lines = [["It was otherwise told.", is_heading] for _, is_heading in line.lines]
        line.save()
    Battle.objects.filter(pk=battle.pk).update(wording=0)
    return fresh(battle)


def test_a_log_in_the_words_of_an_earlier_version_is_sound_and_is_written_again(battle: Battle) -> None:
    good = kept(battle)
    old = of_an_earlier_version(battle)
    assert verify(old) == []
    assert renew_logs() == 1
    assert renew_logs() == 0
    assert kept(battle) == good
    assert verify(battle) == []


def test_a_line_of_an_earlier_version_that_is_missing_is_still_found(battle: Battle) -> None:
    old = of_an_earlier_version(battle)
    Told.objects.filter(battle=battle, viewer="a").order_by("-n")[:1].get().delete()
    assert len(verify(old)) == 1


def test_playing_on_renews_the_log_first(battle: Battle) -> None:
    old = of_an_earlier_version(battle)
    play(old, 1)
    assert "It was otherwise told." not in str(list(Told.objects.values_list("lines", flat=True)))
    assert verify(battle) == []


def test_a_log_that_cannot_be_written_again_keeps_its_words_and_is_not_tried_for_ever(battle: Battle) -> None:
    old = of_an_earlier_version(battle)
    Entry.objects.filter(battle=battle, seq=3).update(line=b"{}")
    assert renew_logs() == 1
    assert renew_logs() == 0
    assert Told.objects.filter(battle=old, lines__icontains="otherwise told").exists()
