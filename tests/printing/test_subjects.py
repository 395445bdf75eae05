"""Who may print what of whom: readers by subject and person, and what a subject then holds."""

from typing import Any

import pytest

from armies.models import Army, HouseRules, Visibility
from armies.services.storage import create
from battles.engine import registry
from battles.engine.armies.systems import list_groups
from battles.models import Battle, Seat, TableGame
from battles.services.create import sources
from battles.services.create.battle_start import Sitting
from battles.services.play.lock import Gone
from battles.services.tracker import games
from campaign.printing.services.packet_files import sheet_file
from campaign.printing.services.subject_access import operator
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked, offered
from campaign.printing.sheets.table_sheets import kit_of
from tests.armies.builders import army
from tests.battles.services.steps import begun, deployed
from tests.printing.conftest import MINI, asker
from tests.sheets.pdf_text import text

pytestmark = pytest.mark.django_db


def readers(key: str, user: Any = None, **held: Any) -> list[str]:
    return list(source_of(key, asker(user, **held)).readers)


def test_each_prints_for_his_own_side_and_the_umpire_for_all(
    alice: Any, bob: Any, charlie: Any, organiser: Any
) -> None:
    key = f"battle:{begun(alice, bob, Sitting(place='umpire', user=organiser), setup=deployed()).slug}"
    assert readers(key, alice) == ["a"]
    assert readers(key, bob) == ["b"]
    assert readers(key, organiser) == ["a", "b", "umpire"]
    assert readers(key, charlie) == readers(key) == [""]
    for user, side in ((alice, "a"), (bob, "b")):
        assert [one.key for one in source_of(key, asker(user)).subject(side).sides] == [side]
    assert source_of(key, asker(charlie)).subject("").sides == ()
    for reader in ("b", "umpire", "", "nonsense"):
        with pytest.raises(Gone, match="cannot print for that side"):
            source_of(key, asker(alice)).subject(reader)


def test_who_plays_both_sides_prints_for_each_and_after_the_end_everybody_for_all(alice: Any, charlie: Any) -> None:
    battle = begun(alice, alice, setup=deployed())
    key = f"battle:{battle.slug}"
    assert readers(key, alice) == ["a", "b"]
    Battle.objects.update(status="over")
    assert readers(key, charlie) == ["a", "b", "umpire"]


def test_a_guest_prints_by_the_seat_that_his_browser_holds(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, Sitting(place="b", guest=True), setup=deployed())
    seat = Seat.objects.get(battle=battle, place="b")
    assert readers(f"battle:{battle.slug}", seats=(seat.pk,)) == ["b"]
    assert readers(f"battle:{battle.slug}") == [""]


def test_what_is_private_is_not_there_for_others(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    Battle.objects.update(visibility=Visibility.PRIVATE)
    mine = create(army(), alice, visibility="private")
    game = games.start(sources.find_source("sample:mini_nap", alice), alice)
    TableGame.objects.update(visibility=Visibility.PRIVATE)
    for key in (f"battle:{battle.slug}", f"army:{mine.slug}", f"table:{game.slug}"):
        assert readers(key, alice)
        for user in (charlie, None):
            with pytest.raises(Gone, match="may not see it"):
                source_of(key, asker(user))
        assert source_of(key, operator()).readers


@pytest.mark.parametrize(
    "key",
    [
        *("", "army", "army:", "army:none", "army:none:mini_nap", "battle:none", "table:none", "drawn:none"),
        *(
            "rules:none",
            "list:mini_nap:x",
            "list:snaphance:none",
            "list:",
            "scenario:mini_nap:none",
            "scenario:snaphance:x",
            "scenario:none:x",
            "nonsense:x",
        ),
        "battle:\0",
    ],
)
def test_an_unknown_key_is_nothing(key: str) -> None:
    with pytest.raises(Gone, match="nothing with that name"):
        source_of(key, operator())


def test_whoever_keeps_the_books_prints_for_all_and_others_for_none(alice: Any, bob: Any) -> None:
    game = games.start(sources.find_source("sample:mini_nap", alice), alice)
    key = f"table:{game.slug}"
    assert readers(key, alice) == ["a", "b", "umpire"]
    assert readers(key, bob) == [""]
    assert readers(key, games=(game.pk,)) == ["a", "b", "umpire"]
    subject = source_of(key, asker(bob)).subject("")
    assert subject.sides == ()
    assert all(lack for kind, lack in offered(subject) if kind.secret)


def test_a_scenario_gives_each_side_its_own_and_the_umpire_both() -> None:
    source = source_of(MINI, asker())
    assert list(source.readers) == ["a", "b", "umpire"]
    assert [[side.key for side in source.subject(reader).sides] for reader in source.readers] == [
        ["a"],
        ["b"],
        ["a", "b"],
    ]
    ours, theirs = ({unit.name for unit in source.subject(side).sides[0].roll.units} for side in "ab")
    assert ours
    assert theirs
    assert source.subject("a").address.startswith("https://club.example/battles/new/setup")


def test_an_army_is_printed_under_each_system(alice: Any) -> None:
    mine = create(army(), alice)
    source = source_of(f"army:{mine.slug}", asker(alice))
    assert source.systems == {
        f"army:{mine.slug}:{key}": title
        for key, title in (
            ("mini_nap", "Mini-Nap"),
            ("easy_napoleonics", "Easy Napoleonics"),
            ("snappy_nappy", "Snappy Nappy"),
        )
    }
    for key in source.systems:
        assert source_of(key, asker(alice)).subject("").sides[0].roll.units


@pytest.mark.parametrize("system", list_groups())
def test_a_sample_army_of_a_rulebook_is_printed_by_its_roll(client: Any, system: str) -> None:
    for name, listed in list_groups()[system].sample_lists().items():
        source = source_of(f"list:{system}:{name}", asker())
        assert len(source.subject("").sides[0].roll.units) == listed.units
        assert source.page.encode() in client.get(f"/rules/{system}/armies/").content
    at = f"/print/list/{system}/{name}/"
    assert at.encode() in client.get(source.page).content
    assert client.get(at).status_code == 200


@pytest.mark.rule("MN-RULING-96", "cheat sheet and rulers of an army have its club's radius, marked on the sheet")
def test_the_sheets_of_an_army_have_its_clubs_numbers(alice: Any) -> None:
    mine = create(army(), alice)
    overlays = {"mini_nap": {"radius.dreadful": 7}, "easy_napoleonics": {"leader_victory_points": 9}}
    Army.objects.filter(pk=mine.pk).update(house_rules=HouseRules.objects.create(name="Ours", overlays=overlays))
    for system, said in (("mini_nap", "7†"), ("easy_napoleonics", "9†")):
        source = source_of(f"army:{mine.slug}:{system}", asker(alice))
        for rows in ("all", "own"):
            wanted = checked(Wanted({"cheat_sheet": {"rows": rows}}))
            assert said in text(sheet_file(source, "", "cheat_sheet", wanted).data)
    kit = kit_of(source_of(f"army:{mine.slug}:mini_nap", asker(alice)).subject(""))
    assert 700 in {notch.at for ruler in kit.rulers for notch in ruler.notches}


def test_the_rules_of_an_army_with_an_option_that_is_not_understood_are_as_printed(alice: Any) -> None:
    mine = create(army(), alice)
    Army.objects.filter(pk=mine.pk).update(options={"mini_nap": {"no_such": 1}})
    subject = source_of(f"army:{mine.slug}:mini_nap", asker(alice)).subject("")
    assert subject.rules == registry.settings("mini_nap").rules()
    assert subject.sides[0].wanted() is None
