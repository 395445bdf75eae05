"""The roster's block of units from random cards, which do not count in the budget."""

from battles.engine.armies.facts import Army, Draw
from battles.engine.armies.ledger import Block, BlockHead, HeadLine, Row, TitleHead, Words
from battles.engine.armies.nations import nations
from battles.engine.armies.roster_style import Loss, Losses
from battles.engine.armies.roster_words import counted
from battles.engine.armies.sheet_words import Entry, Part
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.cards import (
    CardUnit,
    awaits_choice,
    card_nations,
    card_units,
    card_words,
    cards_cost,
    cards_victory_points,
)
from battles.rules.easy_napoleonics.army.options import Options
from battles.rules.easy_napoleonics.army.roster_columns import Line, Places, line_row
from battles.rules.easy_napoleonics.sheets.muster_roll import SYMBOLS

TITLE = "Random cards"


def cards_head(army: Army, options: Options) -> TitleHead:
    """The head above the units of the last draw (EN-COST-05)."""
    detail = "choose a unit for the choice card (EN-COST-09)" if awaits_choice(army.draws[-1]) else ""
    totals = f"{_totals(army, options)} · outside the budget (EN-COST-05)"
    line = HeadLine(TITLE, 12, detail, 11, 7.6, 5.4, totals)
    return TitleHead((line,), HeadLine(TITLE, 12, "continued", 11, 7.6, 5.4))


def cards_block(army: Army, options: Options, losses: Losses, over: int, where: Places) -> Block:
    """The units of the last draw as one block, with boxes to cross off."""
    rows = (_row(unit, losses.of(f"card {at}"), where) for at, unit in enumerate(card_units(army, options), 1))
    return Block(over, BlockHead(_drawn(army.draws[-1])), tuple(rows))


def cards_part(army: Army, options: Options) -> Part:
    """Cost, victory points and nation of the card units; no entries without a draw."""
    if not army.draws:
        return Part(TITLE, ())
    entries = [
        Entry("Cost", f"{cards_cost(army, options).sentence}."),
        Entry("Victory points", f"{cards_victory_points(army, options).sentence}."),
    ]
    if names := [nations()[code].adjective for code in card_nations(army) if code in nations()]:
        nation = names[0] if len(names) == 1 else f"one of these, chosen by the owner: {', '.join(names)}"
        entries.append(Entry("Nation", f"{nation}; none is armored (EN-RULING-83)."))
    return Part(TITLE, tuple(entries))


def _drawn(draw: Draw) -> str:
    cards = ", ".join(card_words(card) for card in draw.cards)
    faces = ", ".join(map(str, draw.faces))
    return f"Dice {faces}: {cards}" if faces else f"Drawn: {cards}"


def _totals(army: Army, options: Options) -> str:
    units = counted(len(card_units(army, options)), "unit")
    cost = cards_cost(army, options).value
    return f"{units} · cost {cost} · {cards_victory_points(army, options).value} VP"


def _row(unit: CardUnit, loss: Loss, where: Places) -> Row:
    line = Line(
        symbol=SYMBOLS[unit.kind],
        name=f"{unit.words[0].upper()}{unit.words[1:]}",
        basis="",
        kind=tables.KIND_WORDS[unit.kind],
        grade=tables.GRADE_WORDS[unit.grade].capitalize(),
        needed=f"{tables.GRADE_NUMBER[unit.grade]}+",
        stands=tables.STANDS[unit.kind],
        cost=Words(str(unit.cost.value)),
        worth=Words(str(unit.victory_points.value)),
        notes=", ".join(filter(None, (loss.gone, "chosen (EN-COST-09)" if unit.by_choice else "card (EN-COST-08)"))),
        struck=loss.struck,
        gone=loss.gone,
    )
    return line_row(line, where)
