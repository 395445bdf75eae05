"""What is printed of a game on a real table: as it was set up, or as its books stand, for whoever keeps them."""

from typing import Any

import pytest
from django.test import Client

from battles.models import TableGame
from battles.services.create import sources
from battles.services.play.lock import Gone
from battles.services.tracker import games
from battles.services.tracker.games import Editor
from campaign.printing.services.packet_files import sheet_file
from campaign.printing.services.subject_access import Asker, operator
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked, parts_of
from tests.sheets.pdf_text import BY, text
from tests.tracker.builders import begun, make

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(game: TableGame, keeper: Editor) -> TableGame:
    """A hit on unit 1, a blue marker on unit 2, unit 3 gone, and a command stand that has evaded."""
    begun(game, keeper)
    make(game, keeper, "strike", unit="unit 1")
    make(game, keeper, "mark", unit="unit 2", marker="blue", on="yes")
    make(game, keeper, "destroy", unit="unit 3")
    make(game, keeper, "stand", stand="stand 1", what="evaded")
    return TableGame.objects.get(pk=game.pk)


def roll(key: str, alice: Any) -> Any:
    return source_of(key, Asker(user=alice)).subject("a").sides[0].roll


@pytest.mark.rule("MN-MARKER-01", "the roster of a game that goes on tells of the blue marker on a unit")
def test_as_the_books_stand_has_losses_markers_and_what_is_gone(fought: TableGame, alice: Any) -> None:
    fresh, kept = (roll(f"table:{fought.slug}{when}", alice) for when in ("", ":now"))
    assert [unit.name for unit in fresh.units] == [unit.name for unit in kept.units]
    assert not any(unit.track.struck or unit.gone for unit in fresh.units)
    assert [unit.track.struck for unit in kept.units[:3]] == [0, 1, 0]
    assert "blue marker" in kept.units[2].notes
    assert "blue marker" not in fresh.units[2].notes
    assert [unit.gone for unit in kept.units[:4]] == [False, False, False, True]
    stands = [*kept.commanders, *(group.commander for group in kept.groups if group.commander)]
    assert sum(fact.label == "evaded" for man in stands for fact in man.facts) == 1


def test_the_sheets_say_of_which_turn_they_are(fought: TableGame, alice: Any) -> None:
    source = source_of(f"table:{fought.slug}:now", Asker(user=alice))
    data = sheet_file(source, "a", "field_roster", checked(Wanted({"field_roster": {}}))).data
    words = text(data)
    assert f"{fought.title}, Turn 1".casefold() in words.casefold()
    assert "blue marker" in words
    assert source.home == source_of(f"table:{fought.slug}", Asker(user=alice)).home


def test_a_map_and_hidden_numbers_are_the_same_at_both_times(fought: TableGame, alice: Any) -> None:
    wanted = checked(Wanted({"map": {}, "hidden": {}}))
    found = []
    for when in ("", ":now"):
        subject = source_of(f"table:{fought.slug}{when}", Asker(user=alice)).subject("a")._replace(title="The game")
        parts = {part.section.heading: part.section.digest for part in parts_of(subject, "a", wanted, BY)}
        found.append({name: digest for name, digest in parts.items() if "key" not in name})
    assert found[0] == found[1]
    assert len(found[0]) > 1


def test_only_who_keeps_the_books_prints_what_stands_in_them(fought: TableGame, alice: Any, bob: Any) -> None:
    for asker in (Asker(user=bob), Asker()):
        with pytest.raises(Gone):
            source_of(f"table:{fought.slug}:now", asker)
        assert source_of(f"table:{fought.slug}", asker).states == {}
    assert roll(f"table:{fought.slug}:now", alice)
    assert source_of(f"table:{fought.slug}:now", operator()).states
    for wrong in ("then", "now:now"):
        with pytest.raises(Gone):
            source_of(f"table:{fought.slug}:{wrong}", operator())


def test_the_page_offers_both(fought: TableGame, client: Client, alice: Any) -> None:
    client.force_login(alice)
    at = f"/print/table/{fought.slug}/"
    page = client.get(at).content.decode()
    assert f'<a href="{at}now/">Now, Turn 1</a>' in page
    assert f'<a href="{at}" aria-current="page">As set up</a>' in page
    assert client.get(f"{at}now/").status_code == 200
    assert client.get(f"/api/v1/sheets/table:{fought.slug}:now").json()["subject"] == f"table:{fought.slug}:now"


def test_easy_napoleonics_has_books_to_print_from_too(alice: Any) -> None:
    game = games.start(sources.find_source("sample:easy_napoleonics", alice), alice)
    make(game, Editor("alice", alice), "strike", unit="unit 0")
    found = roll(f"table:{game.slug}:now", alice)
    assert found.units[0].track.struck == 1
