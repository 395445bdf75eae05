"""Cheat sheets hold every block that the specifications list for them, with its numbers, under its rules."""

import re
from collections.abc import Iterator, Mapping
from importlib import resources

import pytest

from battles.engine import registry
from battles.engine.sheets.cheat_pages import MINUS, Page, Table
from tests.architecture.rule_ids import known

BLOCKS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mini_nap": {
        "Sequence": ("Sequence",),
        "Quality": ("Quality test",),
        "Movement": ("Movement", "Other distances", "Break-through"),
        "Manoeuvre": ("Manoeuvre",),
        "Charge": ("Charges allowed", "Movement"),
        "Reactions": ("Reactions",),
        "Division manoeuvre": ("Division manoeuvre",),
        "Fire": ("Fire: batteries", "Fire: all shots", "Small arms, bonuses"),
        "Screen": ("Screen, answers",),
        "Hand-to-hand": ("Hand-to-hand", "Joining in"),
        "Break-through": ("Break-through",),
        "Removed at": ("Removed at",),
        "Command": ("Command",),
        "Commanders": ("Commanders",),
        "Markers": ("Markers",),
    },
    "snappy_nappy": {
        "Sequence": ("Sequence",),
        "Grades": ("Grades (D10)",),
        "Morale ladder": ("Morale ladder",),
        "Movement": ("Movement", "Manoeuvres"),
        "Fire": ("Fire: dice", "Fire: each die"),
        "Melee": ("Melee: each die", "Melee: results"),
        "Checks": ("Checks",),
        "Command": ("Command", "Orders"),
        "Hidden": ("Reveal a marker",),
        "Rally": ("Rally",),
    },
    "snaphance": {
        "Stands (own army only)": ("Stands",),
        "Order test": ("Order test",),
        "Movement": ("Movement",),
        "Passing": ("Passing",),
        "Firing": ("Firing: dice", "Move and fire"),
        "Melee": ("Melee: dice", "Charges"),
        "Morale": ("Morale test",),
        "Results": ("Results and pursuit",),
        "Terrain": ("Terrain",),
        "Town": ("Town",),
    },
}
"""By system and block of its specification: the tables that hold it."""


def section(system: str, file: str = "rulebook.md") -> str:
    """The section of a rulebook on the cheat sheet."""
    text = resources.files(f"battles.rules.{system}").joinpath(file).read_text(encoding="utf-8")
    found = re.search(r"^## \d+\. Cheat sheet content.*?$(.*?)^## ", text, re.M | re.S)
    assert found is not None
    return found[1]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def blocks(system: str) -> Iterator[tuple[str, str]]:
    """The blocks that the specification lists, with what they hold."""
    lines = [line for line in section(system).splitlines() if line.startswith("|")]
    end = next((place for place, line in enumerate(lines) if "| Who |" in line), len(lines))
    for line in lines[2:end]:
        name, content = cells(line)
        yield name, content


def tables(system: str) -> dict[str, Table]:
    chosen = {"national_rules": "england,france,prussia,austria,russia"} if system == "easy_napoleonics" else {}
    pages: tuple[Page, ...] = registry.sheets(system).cheat_sheet(registry.settings(system).rules(chosen))
    return {table.title: table for page in pages for table in page.tables}


def text(*found: Table) -> str:
    words = (
        " ".join([table.title, *table.columns, *(cell for row in table.rows for cell in row), table.words])
        for table in found
    )
    return " ".join(words).replace(MINUS, "-").replace("–", "-")


def ids(words: str) -> Iterator[str]:
    """The rule IDs that are named, a range as each of its rules that there is."""
    for family, first, last in re.findall(r"\b([A-Z]{2,3}(?:-[A-Z]+)+)-(\d\d)(?:(?: to |\.\.)(\d\d)\b)?", words):
        for number in range(int(first), int(last or first) + 1):
            if f"{family}-{number:02}" in known():
                yield f"{family}-{number:02}"


def numbers(words: str) -> set[str]:
    plain = re.sub(r"\b[A-Z]{2,3}(?:-[A-Z]+)+-\d\d[\d/]*(?:(?: to |\.\.)\d\d)?", "", words)
    plain = re.sub(r"(?:section|sheet) \d+|\(\d+ types\)", "", plain)
    return set(re.findall(r"\d+", plain))


@pytest.mark.parametrize("system", BLOCKS)
def test_every_block_of_the_specification_is_on_the_sheet(system: str) -> None:
    listed = dict(blocks(system))
    assert set(listed) == set(BLOCKS[system])
    found = tables(system)
    for block, titles in BLOCKS[system].items():
        assert all(found[title].rows and found[title].rules for title in titles), block


@pytest.mark.parametrize(
    ("system", "block", "content"), [(system, *block) for system in BLOCKS for block in blocks(system)]
)
def test_a_block_holds_the_numbers_and_cites_the_rules_that_its_specification_names(
    system: str, block: str, content: str
) -> None:
    held = [tables(system)[title] for title in BLOCKS[system][block]]
    assert numbers(content) - numbers(text(*held)) == set()
    cited = {rule for table in held for rule in table.rules}
    assert set(ids(content)) - cited == set()


@pytest.mark.rule("MN-REACT-01", "every reaction of the specification's table stands on the sheet, cell by cell")
def test_the_reactions_are_those_of_the_specification() -> None:
    lines = section("mini_nap").splitlines()
    start = next(place for place, line in enumerate(lines) if "| Who |" in line)
    listed = [cells(line) for line in lines[start + 2 :] if line.startswith("|")]
    told = {row[0]: " ".join(row) for row in tables("mini_nap")["Reactions"].rows}
    assert [name for name, *_ in listed] == list(told)
    for name, *rest in listed:
        assert numbers(" ".join(rest)) <= numbers(told[name]), name


@pytest.mark.rule("MNT-MOVE-01", "every feature of the terrain volume's table stands on its sheet")
def test_the_terrain_sheet_is_that_of_the_specification() -> None:
    content = section("mini_nap", "rulebook_terrain.md")
    listed = [cells(line) for line in content.splitlines() if line.startswith("|")][2:]
    told = {row[0]: row for row in tables("mini_nap")["Features"].rows}
    for name, foot, horse, guns, cover, *_ in listed:
        for word in name.lower().split(", "):
            row = next(row for key, row in told.items() if key.startswith(word.replace("earthwork", "wall")))
            if "/" in foot:
                assert row[1] == foot, name
            if horse.count("/") == 2:
                assert row[2] == horse, name
            assert (row[4] == "yes") == (cover == "yes"), name
            assert "half" not in guns.split(",")[0] or "half" in row[3], name
    rest = content.rpartition("|")[2]
    below = [tables("mini_nap")[title] for title in ("Movement in terrain", "Cover", "Advantage", "Structures")]
    assert numbers(rest) - {"2"} <= numbers(text(*below))
    cited = {rule for table in below for rule in table.rules}
    assert {"MNT-MOVE-01", "MNT-COVER-03", "MNT-COVER-04", "MNT-HTH-03", "MNT-STRUCT-03"} <= cited


EASY: Mapping[str, tuple[str, ...]] = {
    "Turn": ("Turn",),
    "Grade and level": ("Grade", "Level"),
    "Movement": ("Movement", "Actions", "Contact"),
    "Fire dice": ("Fire dice",),
    "Fire modifiers": ("Fire modifiers",),
    "Melee": (
        "Melee: stands",
        "Melee: modifiers",
        "Melee: results",
        "Line of fire",
        "Leaders",
        "National rules (infantry)",
        "Victory",
    ),
}


def easy_blocks() -> Iterator[tuple[str, str]]:
    """The parts of the section on Easy Napoleonics, which stand under bold words."""
    parts = re.split(r"^\*\*(.+?)\*\*", section("easy_napoleonics"), flags=re.M)
    yield from zip(parts[1::2], parts[2::2], strict=True)


@pytest.mark.parametrize(("block", "content"), list(easy_blocks()))
def test_a_part_of_easy_napoleonics_is_on_the_sheet_with_its_numbers(block: str, content: str) -> None:
    held = [tables("easy_napoleonics")[title] for title in EASY[block]]
    words = text(*held)
    plain = content.replace("two hours", "120 minutes")
    assert numbers(plain) - numbers(words) == set()
    assert set(re.findall(r"[+-]\d+", plain)) - set(re.findall(r"[+-]\d+", words)) == set()


@pytest.mark.rule("EN-ART-14", "every modifier of the specification's sheet is on ours, with its number")
@pytest.mark.parametrize("block", ["Fire modifiers", "Melee"])
def test_every_modifier_of_easy_napoleonics_has_its_number(block: str) -> None:
    content = dict(easy_blocks())[block]
    pairs = re.findall(r"\| ([a-zA-Z][^|]*?) \| ([+-]\d)(?: / (-\d))?(?= )", content)
    assert len(pairs) >= 10
    told = [
        value.replace(MINUS, "-") for title in EASY[block][:2] for *_, value in tables("easy_napoleonics")[title].rows
    ]
    for name, value, other in pairs:
        assert value in told, name
        assert not other or other in told, name
