"""Tables of the cheat sheet on movement, charges, reactions and terrain (section 8 of the terrain volume)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import (
    ALWAYS,
    Need,
    NoteSentence,
    Row,
    Table,
    fought,
    ground,
    house,
    own,
    sentences,
    span,
    tabled,
)
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.sheets.cheat_sheet_combat import allowance, number, reach
from battles.rules.mini_nap.tables import (
    DIE_SIDES,
    HALF_RATE,
    MOST_CHARGE_TURN,
    PRINTED,
    TYPES,
    Act,
    Charger,
    ChargeTarget,
    FeatureKind,
    Formation,
    Going,
    GroundUser,
    UnitType,
)
from battles.rules.mini_nap.terrain_tables import (
    EFFECTS,
    GOING,
    VILLAGE_ACROSS,
    VILLAGES_APART,
    WOOD_ACROSS,
    WOODS_APART,
)

_MOVERS: Final[tuple[tuple[str, UnitType, Formation], ...]] = (
    ("infantry line", "line_infantry", "line"),
    ("infantry column", "line_infantry", "column"),
    ("solid square", "line_infantry", "solid_square"),
    ("light infantry skirmish line", "light_infantry", "skirmish_line"),
    ("heavy cavalry", "heavy_cavalry", "line"),
    ("medium cavalry", "medium_cavalry", "line"),
    ("light cavalry", "light_cavalry", "line"),
    ("light cavalry skirmish line", "light_cavalry", "skirmish_line"),
    ("foot artillery redeploys", "foot_artillery", "battery"),
    ("horse artillery redeploys", "horse_artillery", "battery"),
)
_FOOT: Final = own(needs.FOOT)
_HORSE: Final = own(needs.HORSE)
_GUNS: Final = own(needs.GUNS)
_ASIDE: Final = own(needs.FOOT, "form:line", "form:skirmish_line")


def movement(rules: Rules) -> Table:
    """Moves, charges and extension dice of every kind of unit.

    Source: MN-MOVE-01, MN-MOVE-02, MN-MOVE-03, MN-MOVE-04, MN-MOVE-05, MN-MOVE-06, MN-MOVE-07, MN-MOVE-08, MN-MOVE-09,
    MN-MOVE-10, MN-MOVE-11, MN-MOVE-12.
    """
    rows = [
        Row((word, *_row(rules, kind, formation)), _mover(kind, formation), TYPES[kind].unit_class)
        for word, kind, formation in _MOVERS
    ]
    prolong = allowance(rules.tables.prolong, PRINTED.prolong)
    stand = allowance(rules.tables.command_stand_move, PRINTED.command_stand_move)
    rows += [Row(("artillery prolongs", *prolong, ""), _GUNS, "artillery"), Row(("command stand", *stand, ""))]
    cited = (
        "MN-MOVE-01",
        "MN-MOVE-02",
        "MN-MOVE-03",
        "MN-MOVE-04",
        "MN-MOVE-05",
        "MN-MOVE-06",
        "MN-MOVE-07",
        "MN-MOVE-08",
        "MN-MOVE-09",
        "MN-MOVE-10",
        "MN-MOVE-11",
        "MN-MOVE-12",
        "MN-EXTEND-03",
    )
    return tabled("Movement", ("cm", "move", "charge", "extend"), rows, cited)


def _mover(kind: UnitType, formation: Formation) -> Need:
    """The units a row is for: all infantry, or one type of cavalry or artillery."""
    if kind == "line_infantry":
        return own(needs.FOOT, f"form:{formation}")
    return own(f"type:{kind}", f"form:{formation}")


def _row(rules: Rules, kind: UnitType, formation: Formation) -> tuple[str, str, str]:
    row = rules.tables.moves[kind][formation]
    move, charge = allowance(row, PRINTED.moves[kind][formation])
    dice = rules.tables.extension_dice.get(kind)  # type: ignore[arg-type]
    printed = PRINTED.extension_dice.get(kind)  # type: ignore[arg-type]
    return move, charge, house(f"{dice}D{DIE_SIDES}", dice, printed) if dice and row.charge is not None else ""


def manoeuvre(rules: Rules) -> Table:
    """Limits of manoeuvre (MN-MAN-03, MN-MAN-04, MN-TURN-04, MN-MOVE-03)."""
    rows = (
        Row(
            (
                "Once",
                "A unit may change formation before or after its move (before a charge), and pivot about its centre "
                "once before and once after. It moves straight ahead, and touches an enemy only by a charge.",
            )
        ),
        Row(
            ("Turned", f"After an about-face, or over {MOST_CHARGE_TURN}° of pivots in total, a unit does not charge."),
            own(needs.FOOT, needs.HORSE),
        ),
        Row(("Guns", "They do not fire after such a turn or after they redeploy."), _GUNS),
        Row(("Sideways", "Only infantry in line or skirmish line moves obliquely, side-steps or steps back."), _ASIDE),
        Row(
            (
                "Square",
                f"It makes the shorter move if enemy cavalry is within {number(rules, 'inch_near_cavalry')} cm.",
            ),
            Need(acts=frozenset({needs.HORSE}), upon=frozenset({needs.FOOT, "form:solid_square"})),
        ),
    )
    of_moves = ("MN-TURN-04", "MN-MOVE-03", "MN-SIDE-01", "MN-BACK-01", "MN-OBLIQUE-01")
    cited = ("MN-MAN-03", "MN-MAN-04", "MN-MAN-12", *of_moves)
    return tabled("Manoeuvre", ("What", "How"), rows, cited, look="list")


_DISTANCES: Final[tuple[tuple[str, tuple[Act, ...], Need], ...]] = (
    ("side-step, step back", ("side_step", "step_back"), _ASIDE),
    ("oblique, forward and sideways each", ("oblique",), _ASIDE),
    ("command stand evades", ("stand_evade",), Need()),
)


def distances(rules: Rules) -> Table:
    """Distances of MN-MOVE-16 that no other table has; acts with the same distance share a row."""
    distance_words = {what: dict.fromkeys(reach(rules, act) for act in acts) for what, acts, _ in _DISTANCES}
    rows = (Row((what, " / ".join(distance_words[what])), need) for what, _, need in _DISTANCES)
    return tabled("Other distances", ("", "cm"), rows, ("MN-MOVE-16",))


def passing_through() -> Table:
    """Who may pass through whom.

    Source: MN-INTERPEN-01, MN-INTERPEN-02, MN-INTERPEN-03, MN-INTERPEN-04, MN-INTERPEN-05, MN-INTERPEN-06, MN-MAN-09.
    """
    rows = (
        Row(("Formed", "It passes through no unit.")),
        Row(
            ("Unformed", "It passes through friends when it moves or evades, but charges through no unit."),
            own(needs.UNFORMED),
        ),
        Row(("Command stands", "They pass through friends and friends through them; the stand makes room.")),
        Row(("Abandoned battery", "Units move, charge and fire over it."), fought((needs.GUNS,))),
        Row(("In the end", "No unit lies over another, also after a change of formation.")),
    )
    cited = (*(f"MN-INTERPEN-{each:02}" for each in range(1, 7)), "MN-MAN-09")
    return tabled("Passing through units", ("Who", "Through whom"), rows, cited, look="list")


_CHARGER_WORDS: Final[tuple[tuple[Charger, str], ...]] = (
    ("formed_infantry", "formed inf."),
    ("unformed_infantry", "unformed inf."),
    ("formed_cavalry", "formed cav."),
    ("unformed_cavalry", "unformed cav."),
)
_TARGETS: Final[tuple[tuple[ChargeTarget, str], ...]] = (
    ("unformed_infantry", "unf. inf."),
    ("formed_infantry", "f’d inf."),
    ("unformed_cavalry", "unf. cav."),
    ("formed_cavalry", "f’d cav."),
    ("artillery", "guns"),
)
_ANSWERS: Final = {"yes": "yes", "no": "no", "outflanking": "flank"}


def charges(rules: Rules) -> Table:
    """Units that may charge each other (MN-CHARGE-09)."""
    matrix, printed = rules.tables.charge_matrix, PRINTED.charge_matrix
    rows = (
        Row(
            (word, *(house(_ANSWERS[matrix[row][to]], matrix[row][to], printed[row][to]) for to, _ in _TARGETS)),
            _charger(row),
        )
        for row, word in _CHARGER_WORDS
    )
    note = (
        "Flank: only if it outflanks: no part of it is ahead of the target's front. Skirmish lines are "
        "unformed. A unit charges straight and touches only its target. It does not charge with a "
        "blue marker, in square or out of command."
    )
    notes = (
        NoteSentence(
            "Extension: test, then move exactly the cm of the dice. If you fail or fall short, the unit gets a "
            "blue marker."
        ),
    )
    cited = ("MN-CHARGE-03", "MN-CHARGE-04", "MN-CHARGE-07", "MN-CHARGE-09", "MN-CHARGE-12", "MN-EXTEND-05")
    columns = ("", *(word for _, word in _TARGETS))
    return tabled("Charges allowed", columns, rows, cited, note=note, notes=notes)


def _charger(row: str) -> Need:
    """The charger of a row; charges of either side concern both."""
    state, _, arm = row.partition("_")
    return fought((f"arm:{arm}", f"state:{state}"))


def division(rules: Rules) -> Table:
    """Division manoeuvres (MN-DIVMAN-02)."""
    rows = (
        (f"within {number(rules, 'division_barred')}", "none", ""),
        (
            f"within {number(rules, 'division_far_over')}",
            reach(rules, "division_near"),
            number(rules, "division_stand_off_near"),
        ),
        ("further", reach(rules, "division_far"), number(rules, "division_stand_off_far")),
    )
    note = "Units change formation, pivot or about-face, then move straight. They do not charge or fire."
    cited = ("MN-DIVMAN-01", "MN-DIVMAN-02", "MN-DIVMAN-04", "MN-DIVMAN-08")
    columns = ("enemy, cm", "move, cm", "stay away, cm")
    need, notes = own(needs.DIVISION), (NoteSentence("Batteries may redeploy.", _GUNS),)
    return tabled("Division manoeuvre", columns, (Row(cells, need) for cells in rows), cited, note=note, notes=notes)


_CHARGED_BY = (needs.FOOT, needs.HORSE)
_THROUGH = "the charger breaks through"


def reactions(rules: Rules) -> Table:
    """A row for each reaction.

    Source: MN-REACT-10, MN-REACT-20, MN-REACT-30, MN-REACT-40, MN-REACT-50, MN-REACT-60, MN-REACT-70.
    """
    note = (
        "Each passive unit without a blue marker reacts once per initiative. Go down the list and take the first line "
        "that fits. Test: QR is a quality test. Each reaction gives a blue marker, except standing and a feint."
    )
    cited = ("MN-REACT-01", "MN-REACT-10", "MN-REACT-20", "MN-REACT-30", "MN-REACT-40", "MN-REACT-50")
    rows = (*_leaving(rules), *_standing(rules))
    columns = ("", "who", "against", "test", "result")
    return tabled("Reactions", columns, rows, (*cited, "MN-REACT-60", "MN-REACT-70"), note=note)


def _leaving(rules: Rules) -> Iterator[Row]:
    """Reactions that avoid the charge."""
    back = (
        f"it goes back: infantry {reach(rules, 'fall_back_infantry')} cm, "
        f"cavalry {reach(rules, 'fall_back_cavalry')} cm"
    )
    cells = ("fall back", "skirmish line charged", "any charger", "none", f"{back}; {_THROUGH}")
    yield Row(cells, fought(("form:skirmish_line",), _CHARGED_BY))
    flight = (
        f"it goes {reach(rules, 'limber_and_flee')} cm away without return fire; if it fails it is lost; {_THROUGH}"
    )
    yield Row(
        ("limber and flee", "horse artillery", "infantry", "QR", flight),
        fought(("type:horse_artillery",), (needs.FOOT,)),
    )
    cells = (
        "flee to square",
        "guns touching a solid square",
        "any charger",
        "none",
        f"the guns are abandoned; {_THROUGH}",
    )
    yield Row(cells, fought((needs.GUNS,), _CHARGED_BY))


def _standing(rules: Rules) -> Iterator[Row]:
    """Reactions that meet the charge."""
    tables, options = rules.tables, rules.options
    limit = {kind: house(far, far, PRINTED.opportunity_limit[kind]) for kind, far in tables.opportunity_limit.items()}
    over, near, hits = (number(rules, name) for name in ("square_charge_over", "square_nearby", "square_failed_hits"))
    square = (needs.FOOT, "form:emergency_square")
    who = f"formed infantry charged, and others within {near} cm"
    failed = f"it is in square; if it fails and cavalry touches it, it takes {hits} hits"
    cells = ("emergency square", who, f"cavalry from over {over} cm away", "QR", failed)
    yield Row(cells, fought(square, (needs.HORSE,)))
    ride = f"it rides back {reach(rules, 'feint')} cm and may pivot {MOST_CHARGE_TURN}°; if it fails it fights"
    yield Row(("feint", "active cavalry", "emergency square", "QR", ride), fought((needs.HORSE,), square))
    idle = "it is idle for the initiative" if options.failed_opportunity_charge_idle else "it only gets a blue marker"
    who = f"formed infantry within {limit['infantry']} cm, cavalry within {limit['cavalry']} cm"
    met = f"they are in contact; guns are destroyed; if it fails {idle}"
    cells = ("opportunity charge", who, "a moving enemy; infantry not against cavalry", "QR", met)
    yield Row(cells, fought((*_CHARGED_BY, needs.FORMED)))
    test = "cautious: QR" if options.cautious_counter_charge_tests else "none"
    who = "target of a charge" if options.unformed_may_counter_charge else "formed target of a charge"
    formed = () if options.unformed_may_counter_charge else (needs.FORMED,)
    yield Row(
        ("counter-charge", who, "its charger; infantry not against cavalry", test, "they meet"),
        fought((*_CHARGED_BY, *formed), _CHARGED_BY),
    )


_WORDS: Final = {"free": "free", "half": "half", "no": "no", "over": "over"}
_ADVANTAGE: Final = {"none": "–", "defender": "yes", "over_those_in": "over those in it"}


def features(rules: Rules) -> Table:
    """Movement of each kind of unit, cover and advantage, by terrain."""
    rows = (Row(tuple(_terrain_row(rules, kind)), ground(f"ground:{kind}")) for kind in EFFECTS)
    columns = (
        "",
        "infantry move / charge",
        "cavalry move / charge / intercept",
        "guns prolong / redeploy",
        "cover",
        "advantage",
        "levels, notes",
    )
    column_needs = (ALWAYS, own(needs.FOOT), own(needs.HORSE), own(needs.GUNS), ALWAYS, ALWAYS, ALWAYS)
    cited = (row.rule for row in EFFECTS.values())
    return tabled("Features", columns, rows, cited, column_needs=column_needs)


_CROSSED: Final = ground("ground:bridge")
_COVERING: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.cover))
_HELPING: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.advantage != "none"))
_LEVELS: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.levels != (0,)))
_BUILT: Final = ground(*(f"ground:{kind}" for kind, row in EFFECTS.items() if row.built))


def terrain_movement() -> Table:
    """Meaning of the words for movement in the table of features."""
    rows = (
        Row(("Half rate", f"1 cm costs {HALF_RATE} cm of the move, however many features there are.")),
        Row(("Two words", "The first is for formed units, the second for unformed ones.")),
        Row(("Intercept", "An opportunity charge."), own(needs.HORSE)),
        Row(("Over", "A move that touches the bridge ends on its far side; a charge goes over it."), _CROSSED),
    )
    return tabled("Movement in terrain", ("", ""), rows, ("MNT-MOVE-01", "MNT-BRIDGE-02"), look="list")


def cover(rules: Rules) -> Table:
    """Cover (MNT-COVER)."""
    inside = "counts" if rules.options.own_area_counts else "does not count"
    hills = ", except that a hill higher than both ends stops artillery" if rules.options.hill_blocks_artillery else ""
    rows = (
        Row(("Cover", f"It halves the dice; {number(rules, 'covers_that_bar')} covers stop the shot."), _COVERING),
        Row(("Fire out of", f"The area that holds the firer {inside}."), _COVERING),
        Row(("Heights", f"They stop no shot{hills}."), _LEVELS),
    )
    return tabled("Cover", ("", ""), rows, ("MNT-COVER-03", "MNT-COVER-04", "MNT-LOS-01", "MNT-LOS-02"), look="list")


def advantage() -> Table:
    """Advantage in combat (MNT-HTH)."""
    rows = (
        Row(("Advantage", "It halves the enemy's dice; several add up."), _HELPING),
        Row(
            (
                "Defending",
                "A unit defends an area it is wholly inside, and a line that it touches while the enemy is on it.",
            ),
            _HELPING,
        ),
    )
    return tabled("Advantage", ("", ""), rows, ("MNT-HTH-03",), look="list")


def _terrain_row(rules: Rules, kind: FeatureKind) -> Iterator[str]:
    effect = EFFECTS[kind]
    yield effect.word
    yield _movement_words(kind, ("formed_infantry", "unformed_infantry"), ("move", "charge"))
    yield _movement_words(kind, ("formed_cavalry", "unformed_cavalry"), ("move", "charge", "intercept"))
    yield _movement_words(kind, ("artillery",), ("prolong", "redeploy"))
    yield "yes" if effect.cover else "–"
    advantage = _ADVANTAGE[effect.advantage]
    yield "yes" if kind == "ditch" and rules.options.ditch_occupant_advantage else advantage
    yield sentences(*_notes(rules, kind))


def _movement_words(kind: FeatureKind, users: tuple[GroundUser, ...], ways: tuple[Going, ...]) -> str:
    """``half / no``; ``no, half`` if formed and unformed units differ."""
    cells = []
    for way in ways:
        words = dict.fromkeys(_WORDS[GOING[kind][user].way(way)] for user in users)
        cells.append(", ".join(words))
    return " / ".join(cells)


_SPACING: Final = {
    "wood": (WOOD_ACROSS, WOODS_APART),
    "village": (VILLAGE_ACROSS, VILLAGES_APART),
}


def _notes(rules: Rules, kind: FeatureKind) -> Iterator[str]:
    effect = EFFECTS[kind]
    if effect.levels != (0,):
        yield f"level {'–'.join(str(each) for each in dict.fromkeys((effect.levels[0], effect.levels[-1])))}."
    if kind in _SPACING:
        (least, most), apart = _SPACING[kind]
        yield f"{least // CM}–{most // CM} cm across, {apart // CM} cm apart."
    width = rules.tables.linear_widths.get(kind)
    if width is not None:
        yield f"{house(f'{width / CM:g}', width, PRINTED.linear_widths[kind])} cm wide."
    if effect.bars_all:
        yield "No fire out of it."
    elif effect.bars_guns:
        yield "Guns in it do not fire."
    if kind == "landmark":
        yield "One infantry unit in square defends it; only infantry charges it."
    if kind == "bridge":
        yield "One defender, one charger."
    if kind == "road":
        yield "Columns and batteries ignore the ground along it."


def structures(rules: Rules) -> Table:
    """Damage to structures (MNT-STRUCT-02, MNT-STRUCT-03, MNT-STRUCT-04, MNT-STRUCT-05)."""
    options = rules.options
    hits = ", ".join(
        f"{weight} {house(own, own, PRINTED.structure_hits[weight])}"
        for weight, own in rules.tables.structure_hits.items()
    )
    large, small = options.structure_strength_large, options.structure_strength_small
    who = "Only artillery, at a structure or at the unit in it (then after the shot)."
    faces = span(1, rules.tables.structure_hit_up_to)
    face = house(faces, rules.tables.structure_hit_up_to, PRINTED.structure_hit_up_to)
    need = replace(_BUILT, acts=frozenset({needs.GUNS}))
    rows = (
        Row(("Who", who), need),
        Row(("Hit on", f"A {face} of 1D{DIE_SIDES} takes so many points: {hits}."), need),
        Row(("Destroyed at", f"A village at {large} points, a landmark or bridge at {small}."), need),
    )
    cited = ("MNT-STRUCT-02", "MNT-STRUCT-03", "MNT-STRUCT-04", "MNT-STRUCT-05")
    return tabled("Structures", ("", ""), rows, cited, look="list")
