"""Sheets of a kit for shipped armies, and for each reader of a battle."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

from armies.models import Visibility
from armies.paper.section import Bound, Imprint, bind
from armies.paper.typography import MM
from battles.engine import registry
from battles.engine.armies.systems import roll_of
from battles.engine.sheets.muster_roll import Roll
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.sheets.hidden_markers import numbered, type_markers
from battles.sheets.markers import SIZES, loss_markers, order_chits, status_markers
from campaign.printing.services.subject_access import Asker, operator
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.kinds import Order, Sided, Subject, read_choices
from campaign.printing.sheets.packet import KINDS, offered
from tests.sheets.builders import BATTLES, ODD, side, sides
from tests.sheets.pdf_text import (
    BY,
    PAPERS,
    Box,
    Path,
    letters,
    misplaced,
    overlapping,
    pages,
    paths,
    pdf,
    text,
    without_spaces,
)

NAMED = {
    "losses": {"as": "strips"},
    "hidden": {},
    "plan": {"names": "yes"},
    "dispatches": {},
    "result": {"names": "yes"},
}
"""Kinds that hold words of an army; the others are the same for all."""

FITS = 50
"""Characters of a name that is never shortened."""
SYSTEMS = ("mini_nap", "easy_napoleonics", "snappy_nappy")


def every(sided: Sided, system: str, paper: str) -> Bound:
    """The sheets of a kit with words of a side, in one file."""
    subject = Subject("army:x", sided.title, system, registry.settings(system).rules(), (sided,), secret="a secret")
    sections = []
    for key, given in NAMED.items():
        if not KINDS[key].lacks(subject):
            choices = read_choices(KINDS[key], given)
            sections += KINDS[key].make(Order(subject, "a", subject.sides, choices, paper, BY))
    return bind(sections, BY, title="Kit", subject="Kit", paper=paper)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("battle", BATTLES[::3])
def test_all_sheets_of_a_historical_army_are_clean(battle: str, system: str) -> None:
    place = SYSTEMS.index(system) % 2
    army = sides(battle)[place]
    bound = every(Sided("a", army.name, roll_of(army, system), army), system, PAPERS[place])
    too_long = [re.search(r"“(.+)” does not fit and is shortened", each) for each in bound.troubles]
    assert all(name and len(name[1]) > FITS for name in too_long), bound.troubles
    assert misplaced(bound.data) == []
    assert overlapping(bound.data) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_odd_names_leave_the_sheets_clean_and_are_told(paper: str) -> None:
    bound = every(Sided("a", ODD[4], side(60, names=ODD)), "snappy_nappy", paper)
    assert misplaced(bound.data) == []
    assert overlapping(bound.data) == []
    assert any("does not fit" in trouble for trouble in bound.troubles)
    assert all(len(trouble) < 320 for trouble in bound.troubles)


@pytest.mark.parametrize("size", [min(SIZES), max(SIZES)])
@pytest.mark.parametrize("system", registry.keys())
def test_no_letter_of_a_marker_lies_on_a_cut(system: str, size: int) -> None:
    kit, roll = registry.sheets(system).kit(registry.settings(system).rules()), side(20)
    sections = [status_markers(kit.markers, "x", roll, size), loss_markers(kit.tally, "x", roll, size)]
    if kit.orders:
        sections.append(order_chits(kit.orders, "x", roll, size))
    if kit.hidden and kit.hidden.steps:
        sections.append(type_markers(numbered(roll, kit.hidden, "s"), kit.hidden.steps, "x", "FR", size))
    for section in sections:
        data = pdf(section)
        assert [
            box for lines, boxes in zip(paths(data), letters(data), strict=True) for box in on_cuts(lines, boxes)
        ] == []


def on_cuts(lines: Iterable[Path], boxes: Iterable[Box]) -> list[Box]:
    """Letters among the markers that a cut goes through."""
    cuts = [line for line in lines if line.points == 2 and line.pen == 0.25 and line.bottom < (297 - 22) * MM]
    columns = [line.x0 for line in cuts if line.x1 - line.x0 < 0.01]
    rows = [line.top for line in cuts if line.bottom - line.top < 0.01 and line.x1 - line.x0 < 189 * MM]
    if not columns:
        return []
    head, foot = min(rows), max(rows)
    hair = 0.2
    return [
        (x0, top, x1, bottom)
        for x0, top, x1, bottom in boxes
        if (head < top and bottom < foot)
        and (any(x0 + hair < x < x1 - hair for x in columns) or any(top + hair < y < bottom - hair for y in rows))
    ]


QUATRE_BRAS = "scenario:mini_nap:quatre_bras"
OURS = ("markers", "chits", "losses", "hidden", "rulers", "plan", "dispatches", "forms", "result")
KIT_IMPRINT = Imprint("0.1", "23 November 2026")


def printed(subject: Subject, reader: str, kind: str, paper: str = "a4", **choices: str) -> bytes:
    order = Order(subject, reader, subject.sides, read_choices(KINDS[kind], choices), paper, KIT_IMPRINT)
    return bind(KINDS[kind].make(order), KIT_IMPRINT, title=kind, subject=kind, paper=paper).data


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
        for paper in ("a4", "letter") if key.startswith("rules") else ("a4",):
            assert misplaced(printed(subject, source.first, kind, paper)) == []
    assert all(lack.endswith(".") for _, lack in offered(subject) if lack)


def test_a_side_without_units_has_no_markers_of_its_own() -> None:
    empty = Roll(side="a", title="Nobody", system="mini_nap")
    rules = registry.settings("mini_nap").rules()
    alone = Subject("army:x", "Nobody", "mini_nap", rules, (Sided("a", "Nobody", empty),), secret="s")
    lacks = {kind.key: lack for kind, lack in offered(alone)}
    assert lacks["hidden"] == lacks["losses"] == "There are no units yet."
    for kind in had(alone):
        assert misplaced(printed(alone, "a", kind)) == []
    full = alone._replace(sides=(*alone.sides, Sided("b", "Somebody", side(5))))
    assert "Somebody" in text(printed(full, "umpire", "hidden"))
    assert "Nobody" not in text(printed(full, "umpire", "hidden"))


def test_what_is_cut_apart_has_nothing_on_its_back() -> None:
    subject = Subject("rules:mini_nap", "Mini-Nap", "mini_nap", registry.settings("mini_nap").rules())
    order = Order(subject, "", (), read_choices(KINDS["rulers"], {}), "a4", KIT_IMPRINT)
    data = bind(KINDS["rulers"].make(order), KIT_IMPRINT, title="t", subject="s", duplex=True).data
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
    assert lack == "The numbers are your secret. Sign in to print them."


def battle(alice: Any, bob: Any, organiser: Any) -> str:
    system = registry.load("mini_nap")
    seats = (("a", alice), ("b", bob), ("umpire", organiser))
    made = start(
        NewBattle(
            system=system,
            setup=system.scenarios.load("quatre_bras"),
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
    keys = [[without_spaces(page) for page in found if "Key to the hidden markers" in page] for found in rows]
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
