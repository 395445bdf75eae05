"""Markers, rulers and forms as anybody gets them: each reader his own, and no number that tells."""

from typing import Any

import pytest

from armies.models import Visibility
from armies.paper.section import Imprint, bind
from battles.engine import registry
from battles.engine.roll import Roll
from battles.services.starting import NewBattle, Sitting, start
from campaign.services.asking import Asker, operator
from campaign.services.subjects import source_of
from campaign.sheets.catalogue import KINDS
from campaign.sheets.kinds import Order, Sided, Subject, read_choices
from campaign.sheets.packet import offered
from tests.sheets.kit_rolls import side
from tests.sheets.reading import misplaced, pages, solid, text

QUATRE_BRAS = "scenario:mini_nap:quatre_bras"
OURS = ("markers", "chits", "losses", "hidden", "rulers", "plan", "dispatches", "forms", "result")
BY = Imprint("0.1", "23 November 2026")


def printed(subject: Subject, reader: str, kind: str, paper: str = "a4", **choices: str) -> bytes:
    order = Order(subject, reader, subject.sides, read_choices(KINDS[kind], choices), paper, BY)
    return bind(KINDS[kind].make(order), BY, title=kind, subject=kind, paper=paper).data


def had(subject: Subject) -> set[str]:
    return {kind.key for kind, lack in offered(subject) if not lack and kind.key in OURS}


def names(subject: Subject, side: str) -> set[str]:
    return {unit.name for each in subject.sides if each.key == side for unit in each.roll.units}


@pytest.mark.parametrize(
    ("key", "lacking"),
    [
        (QUATRE_BRAS, {"chits"}),
        ("scenario:easy_napoleonics:quatre_bras", {"chits", "hidden", "rulers"}),
        ("rules:mini_nap", {"chits", "hidden", "losses"}),
        ("rules:easy_napoleonics", {"chits", "hidden", "losses", "rulers"}),
        ("rules:snappy_nappy", {"hidden", "losses"}),
        ("rules:snaphance", {"chits", "hidden", "losses", "rulers"}),
    ],
)
@pytest.mark.django_db
def test_what_a_system_has_is_offered_and_printed(key: str, lacking: set[str]) -> None:
    source = source_of(key, operator())
    subject = source.subject(source.first)
    assert had(subject) == set(OURS) - lacking
    for kind in had(subject):
        for paper in ("a4", "letter"):
            assert misplaced(printed(subject, source.first, kind, paper)) == []
    assert all(lack.endswith(".") for _, lack in offered(subject) if lack)


def test_a_side_without_units_has_no_markers_of_its_own() -> None:
    empty = Roll(side="a", title="Nobody", system="mini_nap")
    rules = registry.printed("mini_nap")
    alone = Subject("army:x", "Nobody", "mini_nap", rules, (Sided("a", "Nobody", empty),), secret="s")
    lacks = {kind.key: lack for kind, lack in offered(alone)}
    assert lacks["hidden"] == lacks["losses"] == "There are no units yet."
    for kind in had(alone):
        assert misplaced(printed(alone, "a", kind)) == []
    full = alone._replace(sides=(*alone.sides, Sided("b", "Somebody", side(5))))
    assert "Somebody" in text(printed(full, "umpire", "hidden"))
    assert "Nobody" not in text(printed(full, "umpire", "hidden"))


def test_what_is_cut_apart_has_nothing_on_its_back() -> None:
    subject = Subject("rules:mini_nap", "Mini-Nap", "mini_nap", registry.printed("mini_nap"))
    order = Order(subject, "", (), read_choices(KINDS["rulers"], {}), "a4", BY)
    data = bind(KINDS["rulers"].make(order), BY, title="t", subject="s", duplex=True).data
    assert [bool(page) for page in pages(data)] == [True, False] * 3


@pytest.mark.django_db
def test_no_sheet_of_a_side_names_a_unit_of_the_other() -> None:
    source = source_of(QUATRE_BRAS, operator())
    every, mine = source.subject("umpire"), source.subject("a")
    enemy = names(every, "b") - names(every, "a")
    assert len(enemy) > 20
    for kind in had(mine):
        choices = {"names": "yes"} if kind in ("plan", "result") else {"as": "strips"} if kind == "losses" else {}
        words = text(printed(mine, "a", kind, **choices))
        assert [name for name in enemy if name in words] == [], kind


@pytest.mark.django_db
def test_markers_and_their_key_go_by_the_same_numbers_whoever_prints_them_twice() -> None:
    subject = source_of(QUATRE_BRAS, operator()).subject("a")
    for by in ("unit", "group"):
        once, twice = (printed(subject, "a", "hidden", by=by) for _ in range(2))
        assert once == twice


def test_an_enemy_who_may_print_the_same_scenario_gets_other_numbers(alice: Any, bob: Any) -> None:
    hers, his, nobody = (
        source_of(QUATRE_BRAS, Asker(**who)).subject("a") for who in ({"user": alice}, {"user": bob}, {})
    )
    assert hers.secret != his.secret
    assert printed(hers, "a", "hidden") != printed(his, "a", "hidden")
    assert nobody.secret == ""
    (lack,) = [lack for kind, lack in offered(nobody) if kind.key == "hidden"]
    assert lack == "Their numbers are your own secret: log in to print them."


def battle(alice: Any, bob: Any, organiser: Any) -> str:
    system = registry.load("mini_nap")
    seats = (("a", alice), ("b", bob), ("umpire", organiser))
    made = start(
        NewBattle(
            system=system,
            setup=system.scenario("quatre_bras"),
            title="Quatre Bras",
            sittings=tuple(Sitting(place=place, user=user) for place, user in seats),
            visibility=Visibility.PUBLIC,
            owner=alice,
        )
    )
    return f"battle:{made.slug}"


def test_the_umpire_of_a_battle_has_the_players_numbers_and_a_spectator_has_none(
    alice: Any, bob: Any, charlie: Any, organiser: Any
) -> None:
    key = battle(alice, bob, organiser)
    hers, his = (source_of(key, Asker(user)).subject(side) for user, side in ((alice, "a"), (bob, "b")))
    umpires = source_of(key, Asker(organiser)).subject("umpire")
    assert hers.secret == his.secret == umpires.secret != ""
    rows = [pages(printed(subject, reader, "hidden")) for subject, reader in ((hers, "a"), (umpires, "umpire"))]
    keys = [[solid(page) for page in found if "Key to the hidden markers" in page] for found in rows]
    assert len(keys[0]) >= 1
    assert [_rows(key) for key in keys[0]] == [_rows(key) for key in keys[1][: len(keys[0])]]
    watching = source_of(key, Asker(charlie))
    assert {"hidden", "losses"}.isdisjoint(had(watching.subject(watching.first)))


def _rows(page: str) -> str:
    """A page of a key without its foot, whose count of pages may differ."""
    return page.partition("Muster0.1")[0]


@pytest.mark.parametrize(("size", "millimetres"), [("1", 50.0), ("2", 25.0), ("5", 10.0)])
@pytest.mark.django_db
def test_a_poster_of_a_table_is_a_share_of_it(size: str, millimetres: float) -> None:
    subject = source_of(QUATRE_BRAS, operator()).subject("umpire")
    words = text(printed(subject, "umpire", "map", size=size))
    assert f"1 : {size} · row 1 of" in words
    assert subject.ground is not None
    assert subject.ground.tenths / 10 / int(size) == millimetres
