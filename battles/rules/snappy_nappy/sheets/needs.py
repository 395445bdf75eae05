"""What a force needs at the table: lines of the cheat sheet, markers, rulers and forms."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.sheets.cheat_pages import OURS, Need, Profile, fought, ground, house, sentences, signed
from battles.engine.sheets.cheat_pages import own as needed
from battles.engine.sheets.kit_list import INCH, Form, Grid, Hidden, Kit, Marker, Ruler, Step, Tally, notches
from battles.engine.sheets.kit_list import Mark as RulerMark
from battles.engine.words import capitalized
from battles.rules.snappy_nappy.options import Rules
from battles.rules.snappy_nappy.tables import (
    ADJACENT,
    ARTILLERY_RANGES,
    BREAK_DENOMINATOR,
    BREAK_NUMERATOR,
    CATALOGUE,
    ENEMY_GAP,
    FALTER_BACK,
    FIRE_RANGE,
    ORDERS,
    PRINTED,
    QUARTERS,
    RALLY_CLEAR,
    TURN_MINUTES,
    Arm,
    Code,
    Grade,
    Mark,
    NationGroup,
)

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
ON_FOOT_OR_HORSE = (FOOT, HORSE)
IN_COVER = ground("ground:woods", "ground:town")


def profile(code: Code, grade: Grade) -> Profile:
    """The profile of a unit of the catalogue: arm, mover, grade, weight of guns."""
    row = CATALOGUE[code]
    words = {f"arm:{row.arm}", f"mover:{row.mover}", f"grade:{grade}"}
    return frozenset(words | ({f"weight:{row.weight}"} if row.weight else set()))


def leader(group: NationGroup) -> Profile:
    """The profile of a leader of a nation."""
    return frozenset({"leader:yes", f"nation:{group}"})


MODIFIERS: Final[Mapping[str, Need]] = MappingProxyType(
    {
        "target cavalry in column": fought((), (HORSE,)),
        "target infantry in column, or limbered": fought((), (FOOT, GUNS)),
        "target in square": fought((), (FOOT,)),
        "target unlimbered artillery": fought((), (GUNS,)),
        "target in woods or town": IN_COVER,
        "target higher up": ground("ground:hill"),
        "enemy in woods, behind a stream, or uphill": ground("ground:woods", "ground:stream", "ground:hill"),
        "enemy in town": ground("ground:town"),
        "cavalry charging infantry in line": fought((HORSE,), (FOOT,)),
        "cavalry charging column or road march": fought((HORSE,)),
        "cavalry against square": fought((HORSE,), (FOOT,)),
        "infantry charging a square": fought((FOOT,), (FOOT,)),
        "heavy against light cavalry": fought(("mover:heavy_cavalry",), ("mover:light_cavalry",)),
        "artillery in melee": fought((GUNS,)),
    }
)
"""Needs of modifiers, by their names in the tables; all others are for everybody."""


# Numbers as text


def number(rules: Rules, name: str, text: str = "{}") -> str:
    """A number of the tables by name, within ``text``, marked if the club changed it."""
    own = getattr(rules.tables, name)
    return house(text.format(own), own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, with a mark if it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def added(own: int | None, printed: int | None) -> str:
    """A modifier with its sign; ``–`` for none."""
    return house("–" if own is None else signed(own), own, printed)


def times(own: int, printed: int) -> str:
    """A multiplier from halves: ``× 3/2``."""
    return house(f"× {own // 2}" if own % 2 == 0 else f"× {own}/2", own, printed)


def share(rules: Rules, name: str) -> str:
    """A part of the allowance from quarters: ``1/2``."""
    own = getattr(rules.tables, name)
    return house(quarters(own), own, getattr(PRINTED, name))


def quarters(count: int) -> str:
    """A number of quarters as text: ``1/4``, ``1/2``, ``1``."""
    for part in (QUARTERS, QUARTERS // 2):
        if count % part == 0:
            rest = QUARTERS // part
            return str(count // part) if rest == 1 else f"{count // part}/{rest}"
    return f"{count}/{QUARTERS}"


PER_CENT: Final = 100
_SHARE: Final[dict[str, int]] = {"bold": 4, "firm": 4, "wary": 4, "disrupted": 3, "panic": 2, "rout": 1}
"""Estimate: how many of ten units are at a level at the same time."""
_SYMBOLS: Final[dict[Arm, tuple[str, ...]]] = {
    "infantry": ("line_infantry", "light_infantry"),
    "cavalry": ("light_cavalry", "medium_cavalry", "heavy_cavalry", "lancers"),
    "artillery": ("foot_artillery", "horse_artillery"),
}
"""Types that a marker shows in its second step, with the symbols of their units (SN-HIDE-03)."""

_TURN: Final = (
    Marker(
        key="first_player",
        word="First Player",
        short="1st",
        what="It moves first and fires second.",
        rule="SN-TURN-02",
        on="The side that won the die has it.",
        until="at the end of the turn",
        per="side",
        share=10,
    ),
    Marker(
        key="out_of_command",
        word="out of command",
        short="OC",
        what="It stays; after a passed check it moves at half rate.",
        rule="SN-CMD-04",
        on="The unit is outside the radius when it should move.",
        until="at its next movement",
        share=2,
    ),
    Marker(
        key="square",
        word="square",
        short="□",
        what="It cannot move.",
        rule="SN-CHARGE-06",
        on="Infantry in square has it.",
        until="when it changes formation",
        share=2,
    ),
    Marker(
        key="no_fire",
        word="no fire",
        short="×",
        what="It does not fire in this turn.",
        rule="SN-CHARGE-06",
        on="Its hasty square failed.",
        until="at the end of the turn",
        share=1,
    ),
    Marker(
        key="courier",
        word="courier",
        short="C",
        what="An order is on its way.",
        rule="SN-ORDER-05",
        on="Put it beside the corps commander.",
        until="when the order is in force",
        per="command",
        share=5,
    ),
)
"""Markers other than levels."""


def kit(rules: Rules) -> Kit:
    """The kit: markers (SN-UNIT, SN-CMD, SN-TURN), orders (SN-ORDER), hidden units (SN-HIDE), rulers and forms."""
    levels = rules.tables.levels
    return Kit(
        markers=(*_levels(rules), *_TURN),
        tally=Tally(
            title="Morale levels",
            what="It shows the level of the unit. Below the last one the unit is removed.",
            rule="SN-UNIT-08",
            start=levels[rules.options.starting_level].word,
            faces=tuple(row.word for level, row in levels.items() if level != rules.options.starting_level),
        ),
        orders=tuple(
            Marker(
                key=key,
                word=row.word,
                short=row.word[:2],
                what=f"{row.demands} {row.charges}",
                rule=row.rule,
                per="command",
                share=10,
            )
            for key, row in ORDERS.items()
        ),
        hidden=Hidden(
            rule="SN-HIDE-01",
            text="Replace the number by the type after the first success, and by the miniatures after the second.",
            steps=tuple(Step(word=arm, symbol=symbols[0], of=symbols) for arm, symbols in _SYMBOLS.items()),
            dummies=rules.options.dummy_markers,
        ),
        rulers=tuple(_rulers(rules)),
        forms=(_orders(),),
        reckoning=_reckoning(rules),
    )


def _levels(rules: Rules) -> Iterator[Marker]:
    start = rules.options.starting_level
    for level, row in rules.tables.levels.items():
        if level == start:
            continue
        fire = "no fire" if row.fire is None else f"fire {row.fire:+}" if row.fire else ""
        melee = "no melee" if row.melee is None else f"melee {row.melee:+}" if row.melee else ""
        check = f"checks {row.check:+}" if row.check else ""
        numbers = ", ".join(filter(None, (check, fire, melee))) or "no modifier"
        yield Marker(
            key=level,
            word=row.word,
            short=row.word[0],
            what=sentences(f"{capitalized(numbers)}.".replace("-", "−"), row.may_not),
            rule=row.rule,
            on="A unit at this level has it.",
            until="when it rises or falls",
            share=_SHARE[level],
        )


def _rulers(rules: Rules) -> Iterator[Ruler]:
    own = rules.tables
    radii = [(row.radius, row.word, row.rule, needed(f"nation:{key}")) for key, row in own.nations.items()]
    early = [
        (row.early_radius, f"{row.word} (early)", row.rule, needed(f"nation:{key}"))
        for key, row in own.nations.items()
        if row.early_radius != row.radius
    ]
    yield _ruler("command", "Command radius", [*radii, *early, (ADJACENT, "no courier", "SN-ORDER-06")])
    fire = [(FIRE_RANGE, "small arms", "SN-FIRE-02")]
    for band, far in enumerate(ARTILLERY_RANGES):
        dice = ", ".join(f"{weight} {row[band]}" for weight, row in own.artillery_dice.items())
        fire.append((far, f"guns: {dice}", "SN-FIRE-03"))
    yield _ruler("fire", "Fire", fire, bands=True, text="each band includes its far end; dice for each band")
    reveal = [(row.inches, "certain" if row.needed <= 1 else f"{row.needed}+", "SN-HIDE-06") for row in own.reveal]
    yield _ruler("reveal", "Reveal", reveal, bands=True, text="D10 needed, in line of sight")
    moves = [
        (rate, f"{row.word} {word}", row.rule, needed(f"mover:{mover}"))
        for mover, row in own.rates.items()
        for word, rate in (("line", row.line), ("column", row.column), ("road march", row.road_march))
    ]
    yield _ruler("moves", "Movement", [*moves, (own.leader_move, "leader", "SN-LEAD-01")])
    back = [(far, f"{arm} retreats", "SN-MELEE-13") for arm, far in own.retreat.items()]
    near = [
        (ENEMY_GAP, "stay away from an enemy", "SN-MOVE-06"),
        (FALTER_BACK, "faltering charger moves back", "SN-CHARGE-07"),
    ]
    yield _ruler("distances", "Distances", [*near, (RALLY_CLEAR, "clear to rally", "SN-MORALE-09"), *back])


def _ruler(key: str, title: str, marks: Iterable[RulerMark], *, bands: bool = False, text: str = "") -> Ruler:
    return Ruler(key=key, title=title, unit="in", notches=notches(marks, INCH), bands=bands, text=text)


def _orders() -> Form:
    """The form for orders in force and on their way (SN-ORDER-01, SN-ORDER-04, SN-ORDER-05)."""
    grid = Grid(
        title="Orders",
        columns=("Corps", "Written in turn", "Order", "Objective", "Courier (min)", "In force from"),
        blank=18,
        rule="SN-ORDER-05",
    )
    words = ", ".join(row.word for row in ORDERS.values())
    text = f"A turn is {TURN_MINUTES} minutes. Orders: {words}."
    return Form(key="orders", title="Orders", text=text, lines=("Side", "Commander-in-chief"), grids=(grid,))


def _reckoning(rules: Rules) -> tuple[Grid, ...]:
    """The grids for broken corps and victory (SN-WIN-01, SN-WIN-02)."""
    share = BREAK_NUMERATOR * PER_CENT // BREAK_DENOMINATOR
    corps = Grid(
        title="Corps",
        columns=("Corps", "Points at the start", "Points lost", "Per cent", f"{share} or more: broken"),
        blank=8,
        rule="SN-WIN-01",
    )
    verdict = Grid(
        title="Victory",
        columns=("", "First side", "Second side"),
        rows=(
            "Corps at the start",
            "Corps broken",
            "Half of them or more: loses",
            "Objectives lost",
            f"End of turn {rules.options.turn_limit}: per cent of points lost",
        ),
        rule="SN-WIN-02",
    )
    return corps, verdict
