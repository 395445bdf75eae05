"""Packets: their contents, the same bytes, what is left out, what fits, and nothing of the other side."""

import io
import re
import zipfile
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from armies.paper.page import Page
from armies.paper.section import Imprint, Planned, Section, TooLong, lay_out, page_pdf
from battles.engine import registry
from campaign.printing.services.packet_files import EVERYBODY, File, packet_file, sheet_file
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets import packet
from campaign.printing.sheets import packet as packets
from campaign.printing.sheets.cover import Cover, Line, cover
from campaign.printing.sheets.packet import BadWanted, Wanted, checked, offered, read_saved, usual
from tests.battles.services.steps import begun, deployed
from tests.printing.conftest import EASY, MINI, asker, words
from tests.sheets.pdf_text import BY, misplaced, pages, pdf, text

SCENARIOS = (MINI, EASY)
OPERATOR = asker(operator=True)
"""Who may see everything and keep a secret: hidden markers are made for him."""


def everything(key: str, reader: str, **more: Any) -> Wanted:
    """Every kind that can be had, with the names of units where they are a choice."""
    kinds = [kind for kind, lack in offered(source_of(key, OPERATOR).subject(reader)) if not lack]
    named = {kind.key: {choice.key: "yes" for choice in kind.choices if choice.key == "names"} for kind in kinds}
    return checked(Wanted(named, **more))


def made(key: str, reader: str, wanted: Wanted | None = None, **more: Any) -> File:
    source = source_of(key, OPERATOR)
    first = source.first if reader == EVERYBODY else reader
    return packet_file(source, reader, wanted or usual(source.subject(first)), **more)


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_same_packets_have_the_same_bytes(key: str) -> None:
    assert made(key, EVERYBODY) == made(key, EVERYBODY)


@pytest.mark.parametrize("key", SCENARIOS)
def test_everybody_gets_a_packet_and_each_has_his_name(key: str) -> None:
    source, file = source_of(key, asker()), made(key, EVERYBODY)
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        assert len(archive.namelist()) == len(source.readers) == 3
        for name, title in zip(archive.namelist(), source.readers.values(), strict=True):
            first = pages(archive.read(name))[0]
            assert f"{title[0].lower() if title.startswith('The ') else title[0]}{title[1:]}" in " ".join(first.split())
            assert archive.getinfo(name).date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize("duplex", [False, True], ids=["one side", "both sides"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("key", SCENARIOS)
def test_the_contents_lead_to_each_sheet(key: str, paper: str, duplex: bool) -> None:
    wanted = everything(key, "umpire", paper=paper, duplex=duplex)
    file = packet_file(source_of(key, OPERATOR), "umpire", wanted)
    read = PdfReader(io.BytesIO(file.data))
    assert len(read.pages) == file.pages
    cover_words = " ".join(pages(file.data)[0].split())
    starts = [
        int(span)
        for span in re.findall(
            r"(\d+)(?: – \d+)?(?= [A-Z]|$)", cover_words.partition("PAGE ")[2].partition(f" {file.pages} pages of")[0]
        )
    ]
    outline = [entry for entry in read.outline if not isinstance(entry, list)]
    found = [read.get_destination_page_number(entry) + 1 for entry in outline]
    assert found == [1, *starts]
    if duplex:
        assert all(start % 2 for start in found)
    assert read.trailer["/Root"]["/Lang"] == "en"
    assert "packet" in read.metadata.title


@pytest.mark.parametrize("key", SCENARIOS)
def test_nothing_stands_outside_the_margins(key: str) -> None:
    for paper in ("a4", "letter"):
        wanted = Wanted({}, paper)
        lines = tuple(Line("Cards", "Unit cards", f"Brigade {n} " + "W" * 300, n, n) for n in range(2, 30))
        said = Cover(
            "Q" * 300, "R" * 200, "Mini-Nap", lines, ("x" * 400,), "1 May", ("note " * 200,), "https://x.example"
        )
        assert misplaced(pdf(cover(said), wanted.paper)) == []
        assert len(pages(pdf(cover(said), wanted.paper))) == 1


def test_a_cover_of_very_many_sheets_tells_them_by_kind() -> None:
    lines = tuple(Line(kind, kind, f"Sheet {n}", n, n) for kind in ("Rosters", "Cards") for n in range(2, 600))
    said = text(pdf(cover(Cover("Wagram", "", "Mini-Nap", lines, (), "", (), ""))))
    assert "Rosters 598 sheets" in said
    assert "2 – 599" in said


@pytest.mark.parametrize("key", SCENARIOS)
def test_no_packet_of_a_side_names_a_unit_or_commander_of_the_other(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name of side b is a word that stands nowhere else; a map without units is all that both share."""
    sheets = registry.load(key.split(":")[1]).sheets
    honest = sheets.roll

    def poisoned(seen: Any, side: str) -> Any:
        roll = honest(seen, side)
        if side == "a":
            return roll
        groups = tuple(
            replace(
                group, title=f"Venom {n}", units=tuple(replace(unit, name=f"Venom {unit.key}") for unit in group.units)
            )
            for n, group in enumerate(roll.groups)
        )
        return replace(roll, groups=groups)

    monkeypatch.setattr(sheets, "roll", poisoned)
    names = {unit.name for unit in source_of(key, asker()).subject("b").sides[0].roll.units}
    assert all(name.startswith("Venom") for name in names)
    assert "Venom" not in words(made(key, "a", everything(key, "a")).data)
    assert "Venom" in words(made(key, "b", everything(key, "b")).data)
    assert "Venom" in words(made(key, "umpire", everything(key, "umpire")).data)


@pytest.mark.django_db
def test_a_spectator_gets_no_sheet_of_a_side(alice: Any, bob: Any, charlie: Any) -> None:
    key = f"battle:{begun(alice, bob, setup=deployed()).slug}"
    source = source_of(key, asker(charlie))
    assert all(lack for kind, lack in offered(source.subject("")) if kind.secret)
    file = packet_file(source, "", checked(Wanted({key: {} for key in packet.KINDS})))
    names = [
        unit.name
        for side in "ab"
        for unit in source_of(key, asker(alice if side == "a" else bob)).subject(side).sides[0].roll.units
    ]
    assert names
    said = words(file.data)
    assert [name for name in names if len(name) > 6 and name in said] == []


def test_only_what_changed_is_printed_and_what_did_not_is_named() -> None:
    first = made(MINI, "umpire")
    with pytest.raises(BadWanted, match="Nothing has changed since the last print on 1 May"):
        made(MINI, "umpire", last=first.digests, since="1 May")
    source = source_of(MINI, asker())
    plain = usual(source.subject("umpire"))
    other = checked(Wanted({**plain.kinds, "map": {"units": "yes"}}))
    again = packet_file(source, "umpire", other, last=first.digests, since="1 May")
    assert again.pages == 2
    said = words(again.data)
    assert "Unchanged since 1 May and not printed again: " in said
    assert "Map with units" in said
    assert again.digests["umpire"].keys() == first.digests["umpire"].keys()


def test_a_wrong_choice_has_its_sentence_and_its_field() -> None:
    with pytest.raises(BadWanted) as caught:
        checked(Wanted({"map": {"size": "vast", "no": "x"}, "nonesuch": {}}, "a0"))
    assert set(caught.value.faults) == {"paper", "map.size", "map.no", "nonesuch"}
    assert "Size must be one of page, " in caught.value.faults["map.size"]


def test_a_set_up_of_other_days_gives_what_there_still_is() -> None:
    wanted, said = read_saved({"kinds": {"map": {"size": "gone"}, "nonesuch": {}, "cheat_sheet": {}}, "paper": "folio"})
    assert set(wanted.kinds) == {"map", "cheat_sheet"}
    assert wanted.paper == "a4"
    assert len(said) == 2
    assert read_saved(["junk"])[1] == ("This set-up cannot be read any more. Choose again and save it.",)


def test_nothing_chosen_and_nothing_to_be_had_are_refused() -> None:
    for kinds in ({}, {"chart": {}}):
        with pytest.raises(BadWanted, match="Choose at least one available sheet"):
            made("rules:mini_nap", "", checked(Wanted(kinds)))
    with pytest.raises(BadWanted, match="no kind of sheet"):
        sheet_file(source_of(MINI, asker()), "a", "nonesuch", Wanted({}))
    with pytest.raises(TooLong, match="pages"):
        made(MINI, "a", checked(Wanted({"map": {"size": "poster"}})), at_once=True)


def test_what_does_not_fit_is_told_once_and_by_name() -> None:
    assert packets.shortened_troubles(["A", "B", "A"]) == ("A", "B")
    assert packets.shortened_troubles([str(n) for n in range(100)])[-1] == "And 60 more like these."


def test_a_page_alone_is_the_page_of_the_whole() -> None:
    def draw(sheet: Any, folio: Any) -> None:
        sheet.text(30, 40, f"This is {folio.number} of {folio.pages}")

    section = Section("Proof", "Test", "abc", lambda sheet: Planned([Page(draw)] * 3, ("Wide does not fit.",)))
    alone = page_pdf(section, Imprint("1", "today"), "a4", 2)
    assert (
        pages(alone)[0].split()
        == pages(pdf(section))[1].replace("0.1", "1").replace("21 November 2026", "today").split()
    )
    assert lay_out(section, "letter") == (((215.9, 279.4),) * 3, ("Wide does not fit.",))
    with pytest.raises(IndexError, match="no page 4"):
        page_pdf(section, Imprint("1", "today"), "a4", 4)


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_first_and_the_last_page_of_every_kind_can_be_drawn_alone_as_pictures_need(key: str) -> None:
    wanted = everything(key, "a")
    wanted = checked(Wanted({**wanted.kinds, "map": {"size": "poster", "step": "60"}}))
    parts = packets.parts_of(source_of(key, OPERATOR).subject("a"), "a", wanted, BY)
    assert {part.kind.key for part in parts} == set(wanted.kinds)
    for part in parts:
        whole = pages(pdf(part.section))
        for number, said in {1: whole[0], len(whole): whole[-1]}.items():
            assert pages(page_pdf(part.section, BY, "a4", number))[0] == said, (part.kind.key, number)
