"""The roster of a side from its muster roll, laid out like the roster of an army."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.armies.facts import counted
from battles.engine.armies.ledger import (
    FIELD,
    Block,
    BlockHead,
    Cell,
    Column,
    CommandBlockHead,
    CommandHead,
    LedgerSheet,
    Notes,
    Row,
    RowStyle,
    Section,
    Steps,
    Strikes,
    Title,
    TitleRule,
    Words,
    boxes_width,
)
from battles.engine.armies.roster_words import Entry, Masthead, Rating, RosterStyle, sentences
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit
from battles.engine.words import joined

NAME: Final = 7.2
RINGS_KEY: Final = "fill the ring of the Turn in which you choose the command"
LOST_KEY: Final = "remove the stand when you cross off the framed loss box"


class Layout(NamedTuple):
    """The columns of a system's roster, and a line for each unit of a roll.

    ``row`` gets a unit and its notes, without those at the foot, where ``foot`` and ``signs`` are printed as well.
    ``leader`` gives the line of a commander without a command of their own. ``totals`` sums units in words.
    ``lost_x`` is where the loss boxes of a brigade begin. ``said`` are notes of units that symbols and column heads say
    already.
    """

    titles: tuple[Title | TitleRule, ...]
    columns: tuple[Column, ...]
    rows: RowStyle
    head_high: float
    row: Callable[[RollUnit, str], Row]
    leader: Callable[[RollCommander], Row]
    leader_columns: tuple[Column, ...]
    leader_rows: RowStyle
    totals: Callable[[Sequence[RollUnit]], str]
    lost_x: float
    foot: tuple[Entry, ...] = ()
    signs: tuple[str, ...] = ()
    said: Collection[str] = ()


def field_sheet(roll: Roll, system: str, occasion: str, layout: Layout, style: RosterStyle) -> LedgerSheet:
    """The roster of a roll; ``system`` is the title of its rules, ``occasion`` that of the battle."""
    roll = replace(roll, groups=tuple(_without_notes(group, layout.said) for group in roll.groups))
    common = _common(roll)
    facts = " · ".join(f"{fact.label} {fact.text}" for fact in roll.facts)
    return LedgerSheet(
        masthead=Masthead(roll.title, f"{system} roster", "", occasion, facts, ""),
        sections=(_section(roll, layout, common),),
        rows=layout.rows,
        first_style=layout.leader_rows,
        head_high=layout.head_high,
        gap=2.4,
        empty_high=5.0,
        together=True,
        page_each=style.page_each,
        turns=roll.turns,
        foot=tuple(_foot(roll, layout, common)),
    )


def _without_notes(group: RollGroup, said: Collection[str]) -> RollGroup:
    units = (replace(unit, notes=tuple(note for note in unit.notes if note not in said)) for unit in group.units)
    return replace(group, units=tuple(units))


def _section(roll: Roll, layout: Layout, common: Sequence[str]) -> Section:
    heads: list[CommandHead] = []
    blocks: list[Block] = []
    path: tuple[str, ...] | None = None
    shown: set[tuple[str, ...]] = set()
    has_heads = any(group.above for group in roll.groups)
    for group in roll.groups:
        if has_heads and group.above != path:
            heads.append(_heads(roll, group.above, shown, layout))
        path = group.above
        rows = tuple(layout.row(unit, _notes(unit, common)) for unit in group.units)
        blocks.append(Block(max(0, len(heads) - 1), _block_head(roll, group, layout), rows))
    free = [one for one in roll.commanders if not roll.below(one.path)]
    return Section(
        title=roll.title or "A force without a name",
        short=roll.title,
        detail="",
        short_detail="",
        nation=roll.nation,
        titles=layout.titles,
        columns=layout.columns,
        heads=tuple(heads),
        blocks=tuple(blocks),
        first_rows=tuple(map(layout.leader, free)),
        first_columns=layout.leader_columns,
    )


def _heads(roll: Roll, path: tuple[str, ...], shown: set[tuple[str, ...]], layout: Layout) -> CommandHead:
    """The head of the command ``path``, below those of higher commands that are not in ``shown`` yet."""
    over = {one.path: one for one in roll.commanders}
    if not path:
        units = [unit for group in roll.groups if not group.above for unit in group.units]
        return CommandHead("Directly under the army", "", None, layout.totals(units), 0, None, "", rings=False)
    paths = [path[: depth + 1] for depth in range(len(path))]
    *higher, own = [_head(roll, over.get(each), each, layout) for each in paths if each not in shown or each == path]
    shown |= set(paths)
    return replace(own, rings=True, again=" · ".join(path), above=tuple(higher))


def _head(roll: Roll, commander: RollCommander | None, path: tuple[str, ...], layout: Layout) -> CommandHead:
    """The head of a command above groups."""
    count, lost_at, lost = _losses(commander)
    return CommandHead(
        name=path[-1],
        detail=_whose(commander),
        rating=_rating(commander),
        totals=layout.totals([unit for group in roll.below(path) for unit in group.units]),
        count=count,
        lost_at=lost_at,
        loss_words="",
        lost=lost,
        symbol=commander.symbol if commander else "leader_division",
        rings=False,
        size=13.0 if len(path) > 1 else 15.0,
    )


def _block_head(roll: Roll, group: RollGroup, layout: Layout) -> BlockHead | CommandBlockHead | None:
    """The head of a group; none if it is the whole side."""
    if not group.above and group.title == roll.title:
        return None
    commander, totals = group.commander, layout.totals(group.units)
    if commander is None and not roll.turns:
        return BlockHead(group.title, "", totals)
    count, lost_at, lost = _losses(commander)
    detail = _whose(commander) if commander else "no stand"
    stand = commander is not None and commander.losses is not None
    return CommandBlockHead(group.title, detail, stand, totals, count, lost_at, "", layout.lost_x, lost)


def _whose(commander: RollCommander | None) -> str:
    """A commander's name, and what has become of them."""
    if commander is None:
        return ""
    rare = [f"{fact.label}: {fact.text}" for fact in commander.facts if fact.label == "evaded"]
    return ", ".join(filter(None, (commander.name, "out of action" if commander.gone else "", *rare)))


def _losses(commander: RollCommander | None) -> tuple[int, int | None, int]:
    """The number of boxes for units lost, the framed one, and how many are crossed off."""
    track = commander.losses if commander else None
    return (len(track.boxes), track.last + 1, track.struck) if track else (0, None, 0)


def _rating(commander: RollCommander | None) -> Rating | None:
    """The boxes of a rating that is still open, or the rating with its radius."""
    if commander is None:
        return None
    if commander.rating:
        radius = next((fact.text for fact in commander.facts if fact.label == "radius"), "")
        return Rating((f"{commander.rating} {radius}".strip(),), 0, "")
    return Rating(commander.choices, None, "") if commander.choices else None


def _common(roll: Roll) -> tuple[str, ...]:
    """Notes that at least half of the units share; they are printed once at the foot."""
    times = Counter(note for unit in roll.units for note in unit.notes)
    return tuple(note for note, count in times.items() if count * 2 >= len(roll.units) > 1)


def _notes(unit: RollUnit, common: Sequence[str]) -> str:
    words = [note for note in unit.notes if note not in common]
    return ", ".join(words if not unit.gone or words else ["gone"])


def _foot(roll: Roll, layout: Layout, common: Sequence[str]) -> Iterator[Entry]:
    leading = [group.commander for group in roll.groups if group.commander]
    shared = [fact for fact in leading[0].facts if all(fact in one.facts for one in leading)] if leading else []
    yield from layout.foot
    if shared:
        yield Entry("Commanders of brigades.", f"Each {joined(_words(shared))}.")
    signs = [*layout.signs, *([LOST_KEY] if any(one.losses for one in (*roll.commanders, *leading)) else [])]
    signs += [RINGS_KEY] if roll.turns else []
    if signs:
        yield Entry("Signs.", sentences(signs))
    if common:
        yield Entry("All units.", sentences(common))


def _words(facts: Iterable[Fact]) -> Iterator[str]:
    return (f"{fact.label} {fact.text}" for fact in facts)


# any system -------------------------------------------------------------------------------------

ROWS: Final = RowStyle(heights=(6.0, 5.6, 5.2, 4.8, 4.6, 4.4))
MOST_BOXES: Final = 10
KIND: Final = 25.0
QUALITY: Final = 17.0
FACTS: Final = 46.0
NOTES: Final = 20.0
LETTERS: Final = 4.4
WORDS: Final = 7.6
"""From box to box under letters, and under words, in mm."""


def plain_layout(roll: Roll) -> Layout:
    """The columns of a system without a roster of its own: kind, quality, boxes, what the unit does and its notes."""
    words = max((unit.track.boxes for unit in roll.units if unit.track and any(unit.track.boxes)), key=len, default=())
    most = max((len(unit.track.boxes) for unit in roll.units if unit.track), default=0)
    per_row = max(5, min(MOST_BOXES, most))
    pitch = LETTERS if max(map(len, words), default=0) < 3 else WORDS
    boxes_wide = len(words) * pitch if words else boxes_width(per_row)
    boxes = FIELD - NOTES - boxes_wide - 2.0
    facts = boxes - FACTS - 1.4
    quality, kind = facts - QUALITY, facts - QUALITY - KIND
    steps = tuple(boxes + index * pitch for index in range(len(words)))
    return Layout(
        titles=tuple(_plain_titles(roll, (kind, quality, facts, boxes), words, steps)),
        columns=(
            Column(NAME, kind - NAME - 1.4, face="semi", size=9.4),
            Column(kind, KIND - 1.4),
            Column(quality, QUALITY - 1.4, face="bold", size=9.0),
            Column(facts, FACTS, size=7.4),
            Column(boxes, steps=steps),
            Column(FIELD - NOTES, NOTES),
        ),
        rows=ROWS,
        head_high=8.8,
        row=lambda unit, notes: _plain_row(unit, notes, per_row),
        leader=_plain_leader,
        leader_columns=(Column(NAME, 90.0, face="semi", size=9.4), Column(NAME + 92.0, FIELD - NAME - 92.0, size=7.6)),
        leader_rows=ROWS,
        totals=lambda units: counted(len(units), "unit"),
        lost_x=boxes,
    )


def _plain_titles(
    roll: Roll, at: tuple[float, float, float, float], words: Sequence[str], steps: Sequence[float]
) -> Iterator[Title]:
    kind, quality, facts, boxes = at
    base, below = 3.8, 6.8
    track = next((unit.track.title for unit in roll.units if unit.track), "Strength")
    for text, x in (("Unit", NAME), ("Type", kind), ("Quality", quality), ("Numbers", facts)):
        yield Title(text, x, base)
    yield Title(track.partition(",")[0], boxes, base)
    for word, x in zip(words, steps, strict=True):
        yield Title(word, x + 1.6, below, "ital", 7.0, "c", soft=True)
    yield Title("Notes", FIELD - NOTES, base)


def _plain_row(unit: RollUnit, notes: str, per_row: int) -> Row:
    track = unit.track
    boxes: Cell | None = None
    if track and any(track.boxes):
        boxes = Steps(len(track.boxes), None if track.last < 0 else track.last, track.struck)
    elif track:
        boxes = Strikes(len(track.boxes), per_row, track.last + 1 or None, track.struck)
    cells = (Words(unit.kind), Words(unit.quality), Words(" · ".join(_words(unit.facts))), boxes, Notes(notes))
    return Row(unit.symbol, unit.name or "A unit without a name", cells, gone=unit.gone)


def _plain_leader(commander: RollCommander) -> Row:
    name = commander.name or f"Commander of {commander.of}"
    words = " · ".join(filter(None, (commander.rating, *_words(commander.facts))))
    return Row(commander.symbol, name, (Words(words),), gone=commander.gone)
