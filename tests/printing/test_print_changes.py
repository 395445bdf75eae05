"""Only what changed since the last print: a unit, the name of the army, an option of the rules, a choice."""

from typing import Any

import pytest
from msgspec.structs import replace

from armies.models import Army, Element
from armies.services.storage import create
from armies.sheets.cards.base_labels import base_labels
from armies.sheets.cards.commander_cards import commander_cards
from armies.sheets.cards.unit_cards import unit_cards
from campaign.printing.services.packet_files import File, packet_file
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import BadWanted, Wanted, checked, offered, parts_of
from tests.armies.builders import army
from tests.printing.conftest import asker
from tests.sheets.pdf_text import BY, pdf

pytestmark = pytest.mark.django_db
OF_UNITS = {"roster", "casualties", "chart", "unit_cards", "base_labels", "commander_cards", "hidden"}
"""The kinds of sheets that name units."""


class Printed:
    """An army of Alice with the first print of every kind of sheet under Mini-Nap."""

    def __init__(self, alice: Any) -> None:
        self.alice, self.row = alice, create(army(), alice)
        lacks = {kind.key: lack for kind, lack in offered(self.source().subject(""))}
        self.every = checked(Wanted({key: {} for key in lacks if not lacks[key]}))
        self.first = self.again(None)

    def source(self) -> Any:
        return source_of(f"army:{self.row.slug}:mini_nap", asker(self.alice))

    def again(self, last: Any, wanted: Wanted | None = None) -> File:
        return packet_file(self.source(), "", wanted or self.every, last=last, since="1 May")

    def changed(self, wanted: Wanted | None = None) -> set[str]:
        """The kinds of which something is printed that was not in the first print."""
        try:
            digests = self.again(self.first.digests, wanted).digests[""]
        except BadWanted as nothing:
            return set(nothing.faults) - {"changed"}
        parts = parts_of(self.source().subject(""), "", wanted or self.every, BY)
        before = self.first.digests[""]
        return {part.kind.key for part in parts if before.get(part.key) != digests[part.key]}


@pytest.fixture
def printed(alice: Any) -> Printed:
    return Printed(alice)


def test_another_name_of_a_unit_prints_the_sheets_that_name_it_and_back_none(printed: Printed) -> None:
    unit = Element.objects.filter(army=printed.row, level="unit").first()
    assert unit is not None
    Element.objects.filter(pk=unit.pk).update(name="Grenadiers of Oudinot")
    assert printed.changed() == OF_UNITS
    Element.objects.filter(pk=unit.pk).update(name=unit.name)
    assert printed.changed() == set()


def test_another_name_of_the_army_prints_all_that_bear_it(printed: Printed) -> None:
    Army.objects.update(name="Right wing")
    assert printed.changed() == set(printed.every.kinds) - {"blank_roster", "rulers"}


def test_an_option_of_the_rules_prints_the_sheets_that_tell_of_it(printed: Printed) -> None:
    Army.objects.update(options={"mini_nap": {"hth_allotment": "active_first"}})
    assert {"cheat_sheet"} <= printed.changed() < set(printed.every.kinds)


def test_another_choice_prints_its_sheet_alone(printed: Printed) -> None:
    kinds = {**printed.every.kinds, "unit_cards": {"size": "tarot"}}
    assert printed.changed(checked(Wanted(kinds))) == {"unit_cards"}


@pytest.mark.parametrize("other", [{"paper": "letter"}, {"duplex": True}])
def test_another_paper_prints_every_sheet_again(printed: Printed, other: Any) -> None:
    assert printed.changed(checked(Wanted(printed.every.kinds, **other))) == set(printed.every.kinds)


def test_what_a_unit_loses_prints_neither_labels_nor_cards_of_commanders_again(printed: Printed) -> None:
    roll = printed.source().subject("").sides[0].roll
    units = [replace(unit, track=replace(unit.track, struck=1), notes=("tired",)) for unit in roll.groups[0].units]
    hurt = replace(roll, groups=(replace(roll.groups[0], units=tuple(units)), *roll.groups[1:]))
    for same in (base_labels(roll), base_labels(hurt)), (commander_cards(roll, BY), commander_cards(hurt, BY)):
        assert same[0].digest == same[1].digest
        assert pdf(same[0]) == pdf(same[1])
    assert unit_cards(roll, BY).digest != unit_cards(hurt, BY).digest
