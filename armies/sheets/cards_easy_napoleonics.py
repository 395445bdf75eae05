"""The units of the random cards on the Easy Napoleonics roster: a block of their own, outside the budget."""

from armies.paper.words import Entry, Part
from armies.rules import easy_napoleonics
from armies.rules.easy_napoleonics import CardUnit, Options
from armies.rules.facts import Army, Draw
from armies.rules.nations import nations
from armies.sheets.model import EasyBrigade, EasyDivision, EasyLine
from armies.sheets.roster_style import NONE_LOST, Loss, Losses
from armies.sheets.wording import counted
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rolls import SYMBOLS

TITLE = "Random cards"


def cards_division(army: Army, options: Options, losses: Losses = NONE_LOST) -> tuple[EasyDivision, ...]:
    """The units that the army's last draw adds, as one block with boxes to strike; none without a draw (EN-COST-05)."""
    if not army.draws:
        return ()
    draw = army.draws[-1]
    units = easy_napoleonics.card_units(army, options)
    block = EasyBrigade(
        name=_drawn(draw),
        detail="",
        totals="",
        units=tuple(_line(unit, losses.of(f"card {at}")) for at, unit in enumerate(units, 1)),
    )
    return (
        EasyDivision(
            corps=None,
            path=TITLE,
            name=TITLE,
            detail="the choice card is open (EN-COST-09)" if easy_napoleonics.awaits_choice(draw) else "",
            totals=f"{_totals(army, options)} · outside the budget (EN-COST-05)",
            brigades=(block,),
        ),
    )


def cards_part(army: Army, options: Options) -> Part:
    """What the cards come to and whose units they are; no entries without a draw."""
    if not army.draws:
        return Part(TITLE, ())
    entries = [
        Entry("Cost", f"{easy_napoleonics.cards_cost(army, options).sentence}."),
        Entry("Victory points", f"{easy_napoleonics.cards_victory_points(army, options).sentence}."),
    ]
    if names := [nations()[code].adjective for code in easy_napoleonics.card_nations(army) if code in nations()]:
        whose = names[0] if len(names) == 1 else f"of one nation, as their owner names it: {', '.join(names)}"
        entries.append(Entry("Nation", f"{whose}; none is armored (EN-RULING-83)."))
    return Part(TITLE, tuple(entries))


def _drawn(draw: Draw) -> str:
    cards = ", ".join(easy_napoleonics.card_words(card) for card in draw.cards)
    faces = ", ".join(map(str, draw.faces))
    return f"Drawn by dice {faces}: {cards}" if faces else f"Drawn: {cards}"


def _totals(army: Army, options: Options) -> str:
    units = counted(len(easy_napoleonics.card_units(army, options)), "unit")
    cost = easy_napoleonics.cards_cost(army, options).value
    return f"{units} · cost {cost} · {easy_napoleonics.cards_victory_points(army, options).value} VP"


def _line(unit: CardUnit, loss: Loss) -> EasyLine:
    return EasyLine(
        symbol=SYMBOLS[unit.kind],
        name=f"{unit.words[0].upper()}{unit.words[1:]}",
        kind=tables.KIND_WORDS[unit.kind],
        grade=tables.GRADE_WORDS[unit.grade].capitalize(),
        needed=f"{tables.GRADE_NUMBER[unit.grade]}+",
        stands=tables.STANDS[unit.kind],
        cost=unit.cost.value,
        victory_points=unit.victory_points.value,
        notes=", ".join(filter(None, (loss.gone, "chosen (EN-COST-09)" if unit.by_choice else "card (EN-COST-08)"))),
        basis="",
        struck=loss.struck,
        gone=loss.gone,
    )
