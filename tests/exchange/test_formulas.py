"""Exported tables: no cell begins a formula, whatever the army holds, and everything comes back."""

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings

from armies.exchange import read, to_csv
from armies.exchange.csv_cells import FORMULA, guarded, unguarded
from armies.rules.facts import Army, Brigade, Corps, Source, Throw, Unit

from .strategies import armies

STARTS = (
    "=1+1",
    "+44",
    "-550",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "'=1",
    "''=1",
    "'",
    "''",
)
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def cells(text: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


def test_every_sign_that_begins_a_formula_is_guarded_against() -> None:
    assert set(DANGEROUS) <= set(FORMULA)


@pytest.mark.parametrize("cell", [*STARTS, "", "24e Ligne", "'t Hooft", 'a "=1"', "a=1"])
def test_a_guarded_cell_begins_no_formula_and_comes_back(cell: str) -> None:
    assert not guarded(cell).startswith(DANGEROUS)
    assert unguarded(guarded(cell)) == cell


@pytest.mark.parametrize("cell", ["24e Ligne", "'t Hooft", "a=1", "5"])
def test_a_harmless_cell_is_left_alone(cell: str) -> None:
    assert guarded(cell) == cell


@pytest.mark.parametrize(
    "start", ["=1+1", "+44", "-550", "@SUM(A1)", "＝1", "'=1", '"=1"', ";=1", ",=1", '=HYPERLINK("http://x","y")']
)
def test_no_text_of_an_army_becomes_a_formula(start: str) -> None:
    throw = Throw(rating="good", source="fixed", by=start, at=start, rule=start[:16])
    unit = Unit(name=start, type="line_infantry", quality="trained", commander=start, sources=(start,), note=start)
    brigade = Brigade(name=start, kind="infantry", commander=start, note=start, children=(unit,))
    corps = Corps(name=start, commander=start, note=start, throws=(throw,), children=(brigade,))
    army = Army(
        name=start,
        commander=start,
        battle=start,
        place=start,
        scope=start,
        sources=(Source(id=start, title=start, where=start, used_for=start),),
        notes=(start,),
        confidence={start: start},
        options={"mini_nap": {"max_corps_per_side": 2}},
        children=(corps,),
    )
    text = to_csv(army)
    assert not [cell for cell in cells(text) if cell.startswith(DANGEROUS)]
    assert read(text.encode()).armies == (army,)


@given(army=armies)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_no_cell_of_a_generated_army_begins_a_formula(army: Army) -> None:
    assert not [cell for cell in cells(to_csv(army)) if cell.startswith(DANGEROUS)]


def test_the_head_is_plain_words() -> None:
    head = to_csv(Army(name="A")).splitlines()[0]
    assert all(cell.replace("_", "").isalpha() for cell in head.split(","))


def test_a_table_that_a_spreadsheet_has_saved_again_is_still_whole() -> None:
    army = Army(name="=A", nation="FR", children=(Unit(name="-24e", type="line_infantry", quality="guard", men=5),))
    rows = list(csv.reader(io.StringIO(to_csv(army), newline="")))
    again = io.StringIO()
    csv.writer(again, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    assert read(("\ufeff" + again.getvalue()).encode("utf-8")).armies == (army,)
