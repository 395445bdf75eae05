"""Every limit of an import: a value at the limit is accepted, one above it is refused with sentence and place."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from armies.exchange import Unreadable, limits, read, to_csv, to_json, to_text
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Source, Throw, Unit
from tests.exchange.builders import one_army, refused

UNIT = Unit(name="24e Ligne", type="line_infantry", quality="veteran", men=550)
THROW = Throw(rating="good", source="seed")
N120, N121, N4000, N4001 = "x" * 120, "x" * 121, "x" * 4000, "x" * 4001
SOURCES = "A unit may name at most 200 sources; this one names 201."
MODIFIER = "The modifier of a rating must be between -100 and 100, not"
OFTEN = "A commander may have at most 200 ratings; this one has 201."
MANY = "An army may have at most 200 sources, notes or options; this one has 201."
Write = Callable[[Army], str]


def long(what: str, most: int) -> str:
    return f"{what} may have at most {most:,} characters; this one has {most + 1:,}."


def between(what: str, most: int, says: int) -> str:
    return f"{what} must be between 1 and {most:,}, not {says:,}."


def army_with(**facts: Any) -> Army:
    """An army of one unit in a brigade in a division in a corps, with ``unit_men=5`` and the like changed."""

    def of(level: str, element: Any) -> Any:
        return structs.replace(element, **{k.removeprefix(level): v for k, v in facts.items() if k.startswith(level)})

    brigade = of("brigade_", Brigade(name="1st", kind="infantry", children=(of("unit_", UNIT),)))
    division = of("division_", Division(name="5th", children=(brigade,)))
    corps = of("corps_", Corps(name="II", children=(division,)))
    return of("army_", Army(name="French", children=(corps,)))


ELEMENTS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"unit_men": 20_000}, {"unit_men": 20_001}, between("The men of a unit", 20_000, 20_001)),
    ({"unit_men": 1}, {"unit_men": 0}, between("The men of a unit", 20_000, 0)),
    ({"unit_guns": 48}, {"unit_guns": 49}, between("The guns of a unit", 48, 49)),
    ({"unit_guns": 1}, {"unit_guns": 0}, between("The guns of a unit", 48, 0)),
    ({"unit_sub_units": 60}, {"unit_sub_units": 61}, between("The sub-units of a unit", 60, 61)),
    ({"unit_name": N120}, {"unit_name": N121}, long("The name of a unit", 120)),
    ({"brigade_name": N120}, {"brigade_name": N121}, long("The name of a brigade", 120)),
    ({"corps_name": N120}, {"corps_name": N121}, long("The name of a corps", 120)),
    ({"unit_commander": N120}, {"unit_commander": N121}, long("The name of a commander", 120)),
    ({"division_commander": N120}, {"division_commander": N121}, long("The name of a commander", 120)),
    ({"unit_note": N4000}, {"unit_note": N4001}, long("A note", 4_000)),
    ({"division_note": N4000}, {"division_note": N4001}, long("A note", 4_000)),
    ({"unit_sources": ("S",) * 200}, {"unit_sources": ("S",) * 201}, SOURCES),
    ({"corps_throws": (THROW,) * 200}, {"corps_throws": (THROW,) * 201}, OFTEN),
]  # fmt: skip


def throw(**facts: Any) -> dict[str, Any]:
    return {"division_throws": (THROW, structs.replace(THROW, **facts))}


THROWS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (throw(faces=(6,) * 12), throw(faces=(6,) * 13), "A rating may have at most 12 dice; this one has 13."),
    (throw(faces=(1, 6)), throw(faces=(0, 6)), "A die of a rating shows 1 to 6, not 0."),
    (throw(faces=(1, 6)), throw(faces=(1, 7)), "A die of a rating shows 1 to 6, not 7."),
    (throw(modifier=100), throw(modifier=101), f"{MODIFIER} 101."),
    (throw(modifier=-100), throw(modifier=-101), f"{MODIFIER} -101."),
    (throw(rule="x" * 16), throw(rule="x" * 17), long("The rule of a rating", 16)),
    (throw(by="x" * 150), throw(by="x" * 151), long("The name of the person who rolled a rating", 150)),
    (throw(at="x" * 32), throw(at="x" * 33), long("The time of a rating", 32)),
]  # fmt: skip


@pytest.mark.parametrize("write", [to_json, to_csv, to_text])
@pytest.mark.parametrize(("most", "over", "sentence"), [*ELEMENTS, *THROWS])
def test_the_limits_of_an_element(write: Write, most: dict[str, Any], over: dict[str, Any], sentence: str) -> None:
    army = army_with(**most)
    assert read(write(army).encode()).armies == (army,)
    if write is to_json:
        with pytest.raises(Unreadable) as error:
            read(write(army_with(**over)).encode())
        place, _, said = str(error.value).partition(": ")
        depth = ("corps", "division", "brigade", "unit").index(next(iter(over)).split("_")[0]) + 1
        assert (place, said) == ("army" + ".children[0]" * depth, sentence)
    else:
        found = refused(read(write(army_with(**over)).encode()))
        assert sentence in [problem.sentence for problem in found if problem.line > 1]


ARMIES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"name": N120}, {"name": N121}, long("The name of the army", 120)),
    ({"commander": N120}, {"commander": N121}, long("The name of the commander", 120)),
    ({"battle": N120}, {"battle": N121}, long("The name of the battle", 120)),
    ({"place": N4000}, {"place": N4001}, long("A text of the army", 4_000)),
    ({"scope": N4000}, {"scope": N4001}, long("A text of the army", 4_000)),
    ({"notes": (N4000,)}, {"notes": (N4001,)}, long("A text of the army", 4_000)),
    ({"notes": ("x",) * 200}, {"notes": ("x",) * 201}, MANY),
    (
        {"sources": (Source(id="S", title=N4000),)},
        {"sources": (Source(id="S", title=N4001),)},
        long("A text of a source", 4_000),
    ),
]  # fmt: skip


@pytest.mark.parametrize("write", [to_json, to_csv, to_text])
@pytest.mark.parametrize(("most", "over", "sentence"), ARMIES)
def test_the_limits_of_the_army(write: Write, most: dict[str, Any], over: dict[str, Any], sentence: str) -> None:
    army = structs.replace(army_with(), **most)
    assert read(write(army).encode()).armies == (army,)
    with pytest.raises(Unreadable) as error:
        read(write(structs.replace(army, **over)).encode())
    assert str(error.value) == f"army: {sentence}"


def wide(units: int = 0, formations: int = 0) -> Army:
    brigades = tuple(Brigade(name=f"b{n}", kind="infantry") for n in range(formations))
    return Army(name="A", children=(*(structs.replace(UNIT, name=f"u{n}") for n in range(units)), *brigades))


@pytest.mark.parametrize("write", [to_json, to_csv, to_text])
@pytest.mark.parametrize("what", ["units", "formations"])
def test_the_size_of_an_army(write: Write, what: str) -> None:
    assert read(write(wide(**{what: 1000})).encode()).armies == (wide(**{what: 1000}),)
    with pytest.raises(Unreadable, match=f"An army may have at most 1,000 {what}; this one has 1,001"):
        read(write(wide(**{what: 1001})).encode())


@pytest.mark.parametrize("head", ["24e Ligne 550\n", "unit,men\n24e Ligne,550\n"])
def test_the_lines_of_a_file(head: str) -> None:
    lines = head.count("\n")
    assert read((head + "\n" * (5000 - lines) + "\n\n\n").encode()).armies
    with pytest.raises(Unreadable, match="The file has 5,001 lines; at most 5,000 are read"):
        read((head + "\n" * (5000 - lines) + "#").encode())


def test_twenty_thousand_rows_are_refused() -> None:
    text = "unit,men\n" + "24e Ligne,550\n" * 20_000
    with pytest.raises(Unreadable, match="The file has 20,001 lines; at most 5,000 are read"):
        read(text.encode())


def test_the_length_of_a_line() -> None:
    text = "24e Ligne 550\n  > " + "x" * 1996
    assert not read(text.encode()).blocking
    (problem,) = refused(read((text + "x").encode()))
    assert (problem.line, problem.sentence) == (2, "A line may have at most 2,000 characters; this has 2,001.")


def test_the_length_of_a_line_that_goes_on() -> None:
    lines = ["24e Ligne 550", "  > x", *[">> " + "x" * 1990] * 11]
    (problem,) = [p for p in refused(read("\n".join(lines).encode())) if "continued" in p.sentence]
    assert (problem.line, problem.sentence) == (13, "A continued line may have at most 20,000 characters in all.")


def test_the_length_of_what_a_line_says_of_a_unit() -> None:
    assert "300 characters" not in refused(read(("24e Ligne " + "x" * 290 + "\n24e Ligne 5").encode()))[0].sentence
    (problem,) = refused(read(("24e Ligne " + "x" * 291 + "\n24e Ligne 5").encode()))
    assert problem.sentence == "A unit or formation may have at most 300 characters; this has 301."


def test_the_length_of_a_row() -> None:
    head = "unit,men,notes\n24e Ligne,550,"
    (problem,) = refused(read((head + "x" * 19_986).encode()))
    assert problem.sentence.startswith("A note may have at most 4,000 characters")
    (problem,) = refused(read((head + "x" * 19_987).encode()))
    assert (problem.line, problem.sentence) == (2, "A line may have at most 20,000 characters; this has 20,001.")


def test_at_most_five_faults_are_told_of() -> None:
    army = Army(name="A", children=(structs.replace(UNIT, men=0),) * 7)
    with pytest.raises(Unreadable) as error:
        read(to_json(army).encode())
    assert str(error.value).count("The men of a unit") == 5
    assert str(error.value).endswith(" And 2 more.")


def test_the_limits_fit_one_another() -> None:
    assert 2 * limits.MAX_NAME + 60 <= limits.MAX_HEAD < limits.MAX_LINE < limits.MAX_CELL
    assert one_army(read(to_text(army_with(unit_name=("x, " * 40).strip())).encode())).children
