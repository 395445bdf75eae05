"""What a side prints is the same whatever its enemy hides: every kind, byte for byte, names and digests too."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from battles.models import Battle
from battles.services.play.position import current_position
from campaign.printing.services import subjects
from campaign.printing.services.packet_files import File, packet_file
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked, offered
from tests.battles.services.hidden_battles import with_cards
from tests.battles.services.steps import begun, fresh, hidden, play
from tests.printing.conftest import asker

pytestmark = pytest.mark.django_db
NAMED = {"names": "yes", "units": "yes", "rows": "own", "fill": "known", "by": "group", "state": "after"}


def everything(subject: Any) -> Wanted:
    """Every kind, with the choices that tell most."""
    kinds = [kind for kind, lack in offered(subject) if not lack]
    return checked(
        Wanted({kind.key: {one.key: NAMED[one.key] for one in kind.choices if one.key in NAMED} for kind in kinds})
    )


def printed(battle: Battle, user: Any, reader: str, state: Any, monkeypatch: pytest.MonkeyPatch) -> File:
    with monkeypatch.context() as patch:
        patch.setattr(subjects, "current_position", lambda row: SimpleNamespace(state=state))
        source = source_of(f"battle:{battle.slug}", asker(user))
        return packet_file(source, reader, everything(source.subject(reader)))


@pytest.mark.rule("EN-MORALE-13", "levels of enemy units are secret where that is chosen, on paper too")
def test_levels_of_the_enemy_change_nothing_that_is_printed(
    alice: Any, bob: Any, charlie: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = play(begun(alice, bob, setup=hidden()), 30)
    assert not battle.is_over
    state = current_position(fresh(battle)).state
    for side, user, enemy, foe in (("a", alice, "b", bob), ("b", bob, "a", alice)):
        other = replace(
            state,
            units=tuple(
                replace(unit, level="fair" if unit.level == "good" else "good", rallied=False)
                if unit.side == enemy and unit.level != "broken"
                else unit
                for unit in state.units
            ),
        )
        assert other != state
        assert printed(battle, user, side, state, monkeypatch) == printed(battle, user, side, other, monkeypatch)
        assert printed(battle, charlie, "", state, monkeypatch) == printed(battle, charlie, "", other, monkeypatch)
        assert printed(battle, foe, enemy, state, monkeypatch) != printed(battle, foe, enemy, other, monkeypatch)


@pytest.mark.rule("EN-COST-09", "what a side took for a choice card is its own until both have answered")
def test_what_the_enemy_took_for_a_card_changes_nothing_that_is_printed(
    alice: Any, bob: Any, charlie: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = with_cards(alice, bob, b"print")
    state = current_position(fresh(battle)).state
    a, b = state.hands
    first, second = (
        replace(state, hands=(a, replace(b, chosen=chosen, chooses=b.chooses - 1)))
        for chosen in (("elite_infantry",), ("guard_infantry",))
    )
    assert printed(battle, alice, "a", first, monkeypatch) == printed(battle, alice, "a", second, monkeypatch)
    assert printed(battle, charlie, "", first, monkeypatch) == printed(battle, charlie, "", second, monkeypatch)
