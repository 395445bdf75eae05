"""The cheat sheet (section 15): tables on turn, movement, levels, leaders and victory, and the order of all tables."""

from collections.abc import Iterator
from typing import Final

from battles.engine.sheets.cheat_pages import (
    HOUSE,
    Need,
    NoteSentence,
    Page,
    Row,
    Table,
    chosen,
    fought,
    ground,
    house,
    noted,
    own,
    sentences,
    signed,
    span,
    tabled,
)
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.meta import OPTION_SPECS
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets import cheat_sheet_combat as fight
from battles.rules.easy_napoleonics.sheets import cheat_sheet_combat as fire
from battles.rules.easy_napoleonics.sheets import needs
from battles.rules.easy_napoleonics.sheets.cheat_sheet_combat import number, value
from battles.rules.easy_napoleonics.tables import DIE, NATURAL_FAIL, PRINTED, Formation, Kind, Level, NationTag

_LEVELS: Final[tuple[Level, ...]] = ("good", "fair", "bad")


def grades(rules: Rules) -> Table:
    """Numbers and melee bonuses of the grades (EN-MORALE-02, EN-MELEE-20)."""
    numbers, bonus = rules.tables.grade_number, rules.tables.troop_bonus
    rows = (
        Row(
            (
                tables.GRADE_WORDS[grade],
                house(f"{least}+", least, PRINTED.grade_number[grade]),
                house(signed(bonus[grade]), bonus[grade], PRINTED.troop_bonus[grade]),
            ),
            own(f"grade:{grade}"),
        )
        for grade, least in numbers.items()
    )
    cited = ("EN-MORALE-02", "EN-MELEE-20", "EN-RULING-36", "EN-RULING-37")
    return tabled("Grade", ("", "fire, checks", "melee a stand"), rows, cited)


def levels(rules: Rules) -> Table:
    """Modifiers of the levels, and the morale check.

    Source: EN-MORALE-04, EN-MORALE-05, EN-MORALE-06, EN-MORALE-07, EN-MORALE-08, EN-MORALE-09.
    """
    values = [value(rules, "level_modifier", level) for level in _LEVELS]
    leader, column = value(rules, "check_modifiers", "leader"), value(rules, "check_modifiers", "french_column")
    note = (
        f"It counts in fire, melee and checks. Check: D{DIE} + level, leader {leader}; you need the grade number. A "
        f"natural {DIE} passes, a natural {NATURAL_FAIL} fails. A unit rolls all its checks for one fire or melee "
        "together. Each failure costs 1 level, but not in a rally or a hasty square."
    )
    french = f"French infantry that moved in column adds {column}." if "france" in rules.options.national_rules else ""
    return tabled(
        "Level",
        ("Good", "Fair", "Bad", "Broken"),
        (Row((*values, "removed")),),
        ("EN-MORALE-04", "EN-MORALE-05", "EN-MORALE-06", "EN-MORALE-07", "EN-MORALE-09", "EN-MORALE-10"),
        note=note,
        notes=(NoteSentence(french, needs.national(rules, "france")),),
    )


_LONE: Final = {
    "displace": "It rolls the same die, then flees up to {} hexes.",
    "remove": "It is killed.",
    "block": "It blocks the hex.",
}


def leaders(rules: Rules) -> Table:
    """What leaders add, and their risk (EN-LEADER)."""
    options, numbers = rules.options, rules.tables
    tie = ", ties" if options.leader_risk_on_tie else ""
    timing = "before" if options.leader_risk_timing == "before_checks" else "after"
    points = house(numbers.leader_victory_points, numbers.leader_victory_points, PRINTED.leader_victory_points)
    killed = house(span(NATURAL_FAIL, numbers.leader_killed_on), numbers.leader_killed_on, PRINTED.leader_killed_on)
    risk = f"Roll D{DIE} when the unit takes hits{tie} or loses a melee, {timing} its checks. On {killed} it is killed"
    bonus = _leader_bonus(rules)
    rows = (
        Row(
            (
                "Moves",
                f"Up to {number(rules, 'leader_move')} hexes a turn any way, past friends, in rally and movement.",
            )
        ),
        Row(("With a unit", f"It adds {bonus} to each fire die and check, and {bonus} once in melee.")),
        Row(("Danger", f"{risk}, for {points} victory points.")),
        Row(("Run over alone", _LONE[options.lone_leader_contact].format(number(rules, "leader_escape")))),
        Row(("Leaders per side", str(options.leaders_per_side))),
    )
    cited = ("EN-LEADER-01", "EN-LEADER-03", "EN-LEADER-04", "EN-LEADER-06", "EN-LEADER-07", "EN-LEADER-09", "EN-VP-01")
    return tabled("Leaders", ("Matter", "Rule"), rows, cited, look="list")


def _leader_bonus(rules: Rules) -> str:
    """The leader's modifier; three numbers if a club made them differ in fire, checks and melee."""
    where = ("fire_modifiers", "check_modifiers", "melee_modifiers")
    return " / ".join(dict.fromkeys(value(rules, name, "leader") for name in where))


def nations(rules: Rules) -> Table:
    """National rules with the numbers in force.

    Source: EN-NATION-01, EN-NATION-02, EN-NATION-03, EN-NATION-04, EN-NATION-05, EN-NATION-06, EN-NATION-07,
    EN-NATION-08.
    """
    stands = rules.tables.french_column_stands
    french = house(stands, stands, PRINTED.french_column_stands)
    texts: dict[NationTag, str] = {
        "england": f"A line adds {value(rules, 'fire_modifiers', 'english_line')} to each fire die.",
        "france": f"A column that moved adds {value(rules, 'check_modifiers', 'french_column')} to checks. A charging "
        f"column counts {french} stands and adds {value(rules, 'melee_modifiers', 'french_column')} in melee.",
        "prussia": f"A charging column adds {value(rules, 'melee_modifiers', 'prussian_column')} in melee.",
        "austria": f"Infantry adds {value(rules, 'fire_modifiers', 'austrian')} to each fire die and "
        f"{value(rules, 'stand_bonuses', 'austrian')} for each stand in melee; it may form masse.",
        "russia": f"A defender adds {value(rules, 'stand_bonuses', 'russian')} for each stand.",
    }
    rows = (
        Row((tag.capitalize(), text), needs.national(rules, tag))
        for tag, text in texts.items()
        if tag in rules.options.national_rules
    )
    cited = tuple(f"EN-NATION-{each:02}" for each in range(1, 9))
    return tabled("National rules (infantry)", ("Nation", "Rule"), rows, cited, look="list")


def victory(rules: Rules) -> Table:
    """How to win (EN-VP)."""
    options = rules.options
    when = "at once" if options.victory_timing == "immediate" else "at the end of a turn"
    clock = "" if options.time_limit_minutes is None else f" or {options.time_limit_minutes} minutes"
    rows = (
        Row(("Win", f"You need {options.victory_points_to_win} victory points of broken enemies, counted {when}.")),
        Row(("End", f"After {options.max_turns} turns{clock}. If nobody has won by then, both lose.")),
        Row(("No unit left", "That side loses at once.")),
    )
    cited = ("EN-VP-01", "EN-VP-02", "EN-VP-03", "EN-VP-04", "EN-VP-07", "EN-SETUP-11")
    return tabled("Victory", ("Matter", "Rule"), rows, cited, look="list")


_HORSE_GUNS: Final = own("kind:horse_artillery")
_ANY_GUNS: Final = own(needs.GUNS)
_CHARGED: Final = fought((needs.HORSE,), (needs.FOOT,))


def turn(rules: Rules) -> Table:
    """The turn in eight steps (EN-SEQ-01)."""
    options = rules.options
    less, printed = rules.tables.streak_penalty, PRINTED.streak_penalty
    bonus = [f"Side {side} {signed(n)}" for side, n in zip("AB", options.initiative_bonus, strict=True) if n]
    if options.first_mover != "rolled":
        bonus.append(f"In turn 1 side {options.first_mover.upper()} has it without a roll, which counts as a win")
    streak = house(signed(-less), less, printed)
    initiative = f"Each side rolls D{DIE} (equal: again); the last winner has {streak} for each win in a row"
    chooses = options.initiative_chooses_fire_order
    fire = "The side with initiative says who fires first." if chooses else "The side with initiative fires first."
    solid = "Hasty squares become solid." if options.hasty_square_duration == "end_of_turn" else ""
    steps = (
        Row(("Initiative.", f"{'. '.join([initiative, *bonus])}.")),
        Row(("Rally.", "Each Fair or Bad unit checks; if it passes it gains a level (+1).")),
        Row(("First side moves.", "The side with initiative names which side moves first.")),
        Row(("Second side moves.", "")),
        Row(("Artillery.", fire), fought((needs.GUNS,))),
        Row(("Musketry.", fire), fought((needs.FOOT,))),
        Row(("Melees.", "The side with initiative says which is next.")),
        Row(("End.", solid)),
    )
    rows = (Row((str(place), *row.cells), row.need) for place, row in enumerate(steps, start=1))
    cited = ("EN-SEQ-01", "EN-INIT-01", "EN-INIT-02", "EN-INIT-08", "EN-RALLY-01", "EN-SEQ-06")
    return tabled("Turn", ("", "Phase", "What"), rows, cited, look="steps")


FREE: Final = "Woods, hills and settlements cost nothing."


def movement(rules: Rules) -> Table:
    """Moves and actions of each kind (EN-MOVE-01)."""
    rows = [Row((*cells, _actions(rules, kind)), need, kind) for kind, cells, need in _moves(rules)]
    rows.append(Row(("leader", number(rules, "leader_move"), ""), own(needs.LEADER), "leader"))
    notes = (
        NoteSentence(FREE, ground("ground:woods", "ground:hill", "ground:settlement")),
        NoteSentence("" if not rules.options.pond_impassable else "Ponds are impassable.", ground("ground:pond")),
        NoteSentence("Ponds are open ground." if not rules.options.pond_impassable else "", ground("ground:pond")),
        NoteSentence("A stream ends a move." if rules.options.stream_effect == "halt" else "", ground("ground:stream")),
        NoteSentence("Two batteries may share a hex." if rules.options.grand_battery else "", _ANY_GUNS),
    )
    cited = ("EN-MOVE-01", "EN-ACTION-01", "EN-RULING-76")
    return tabled("Movement", ("", "hexes", "actions"), rows, cited, notes=notes)


def _moves(rules: Rules) -> Iterator[tuple[Kind, tuple[str, str], Need]]:
    for kind in tables.KINDS:
        printed = {move.formation: move.hexes for move in PRINTED.moves[kind]}
        word = tables.KIND_WORDS[kind]
        for move in rules.tables.moves[kind]:
            hexes = house(move.hexes, move.hexes, printed.get(move.formation))
            yield kind, (f"{word} {move.formation}", hexes), own(f"kind:{kind}", _form(move.formation))
        if kind == "infantry":
            masse = rules.tables.masse.hexes
            yield kind, (f"{word} masse", house(masse, masse, PRINTED.masse.hexes)), own(_form("masse"))


def _form(formation: Formation) -> str:
    return f"form:{formation}"


def _actions(rules: Rules, kind: Kind) -> str:
    count = rules.tables.actions[kind]
    return house(count, count, PRINTED.actions[kind])


def facing(rules: Rules) -> Table:
    """A diagram of the hexes around a unit, with what fire and attacks from them add (EN-FACE-04)."""
    added = {
        aspect: f"{value(rules, 'fire_modifiers', aspect)} fire, {value(rules, 'melee_conditions', aspect)} melee"
        for aspect in ("flank", "rear")
    }
    rows = (("front", ""), ("flank", added["flank"]), ("rear", added["rear"]))
    return tabled("Facing", ("", ""), map(Row, rows), ("EN-FACE-04", "EN-ART-14", "EN-MELEE-23"), look="hexes")


_FIRST: Final = {
    "rolled": "Each side rolls D{}; the lower roll deploys first.",
    "a_first": "Side A, at the southern edge, deploys first.",
    "b_first": "Side B, at the northern edge, deploys first.",
}


def deployment(rules: Rules) -> Table:
    """Deployment and arrivals (EN-SETUP-07, EN-SETUP-09, EN-SETUP-10, EN-RULING-120)."""
    first = _FIRST.get(rules.options.deployment_order, "").format(DIE)
    arrivals = (
        "As your movement of that turn begins they come on in the first hex named that is free and not next to "
        "an enemy: "
        "in column or limbered, facing away from the edge. They may act at once. If no hex is free they wait a turn."
    )
    units = "In any empty hex of your zone, in any formation but a hasty square, with any facing. All are Good."
    placing = (("First", first), ("Units", units), ("Leaders", "With a unit or alone.")) if first else ()
    rows = (*placing, ("Arrivals", arrivals))
    cited = ("EN-SETUP-07", "EN-SETUP-09", "EN-SETUP-10", "EN-RULING-120")
    return tabled("Deployment, arrivals" if first else "Arrivals", ("", ""), map(Row, rows), cited, look="list")


def actions(rules: Rules) -> Table:
    """Rules of actions (EN-ACTION-02, EN-ACTION-04, EN-FORM-07)."""
    options = rules.options
    rows = (
        Row(
            (
                "Actions",
                "Change formation, turn to any apex, move or sidestep, fire: each once. A unit changes and turns "
                "first, and needs an action left to fire.",
            )
        ),
        Row(("Move", "Each step goes into one of its two front hexes, past no unit but friendly unlimbered guns.")),
        Row(
            ("Sidestep", "It goes one hex into a flank or rear hex, keeps facing and formation, and moves no further.")
        ),
        Row(("Guns", "They may unlimber after they move."), _ANY_GUNS),
        Row(("Field guns", "If they unlimber after they move they do not fire."), own("kind:field_artillery")),
        Row(
            ("Horse guns", "They may not limber, move and unlimber." if not options.horse_limber_move_unlimber else ""),
            _HORSE_GUNS,
        ),
        Row(
            (
                "Infantry",
                "It may still fire after it changed formation and moved."
                if options.musketry_after_change_and_move
                else "",
            ),
            own(needs.FOOT),
        ),
        Row(
            (
                "Change",
                "A change of formation may include a new facing." if options.formation_change_free_facing else "",
            )
        ),
    )
    cited = ("EN-ACTION-02", "EN-ACTION-03", "EN-ACTION-04", "EN-ACTION-05", "EN-FORM-07", "EN-MOVE-03")
    return tabled("Actions", ("", ""), (row for row in rows if row.cells[1]), cited, look="list")


_LOCKED_UNIT: Final = "A unit that is {} {} may not move or change."
BONUS: Final = "A unit that breaks an enemy in melee gains 1 level."
_LOCKED: Final = {"own_move": "when its own movement begins", "turn_start": "when the turn begins"}
_LOCKED_BY: Final = {"any_adjacent": "adjacent to an enemy", "front_contact": "in contact with an enemy"}
_PASSIVE: Final = {
    "owner_choice": "the owner of the unit that may attack decides",
    "always": "the unit that may attack must attack",
    "never": "there is no melee this turn",
}
_CONTINUING: Final = {"initiative": "the side with initiative", "original": "the side that attacked first"}


def contact(rules: Rules) -> Table:
    """Rules of contact: halts, locks, charges, hasty squares."""
    options = rules.options
    times = "time" if rules.tables.breakthroughs == 1 else "times"
    passes = f"A unit may break through {number(rules, 'breakthroughs')} {times} a turn."
    rows = (
        Row(("Halt.", "A unit stops next to any enemy.")),
        Row(("Locked.", f"{_LOCKED_UNIT.format(_LOCKED_BY[options.lock_scope], _LOCKED[options.lock_timing])}")),
        Row(
            (
                "Charge.",
                "A unit that moves or sidesteps up to an enemy in front must fight. Squares, guns and changed units do "
                "not attack. Units of which neither faces the other do not fight.",
            )
        ),
        Row(("Hasty square.", _hasty(rules)), _CHARGED),
        Row(("Contact without charge.", f"If it is new this turn, {_PASSIVE[options.passive_contact_melee]}.")),
        Row(("Contact carried over.", f"Both must fight; {_CONTINUING[options.continuing_melee_attacker]} attacks.")),
        *([Row(("Breakthrough.", passes))] if options.breakthrough else []),
        *([Row(("Melee bonus.", BONUS))] if options.melee_morale_bonus else []),
    )
    of_melee = ("EN-MELEE-02", "EN-MELEE-04", "EN-MELEE-05", "EN-MELEE-06")
    cited = ("EN-MOVE-06", "EN-ZOC-03", "EN-SQUARE-04", "EN-SQUARE-05", *of_melee)
    return tabled("Contact", ("Case", "Rule"), rows, (*cited, "EN-OPT-01", "EN-OPT-07"), look="list")


def _hasty(rules: Rules) -> str:
    options = rules.options
    lost = "after any try" if options.hasty_square_fire == "lost_always" else "if it fails"
    again = "" if options.hasty_square_when_locked else ", but not if an enemy was adjacent before"
    return sentences(
        f"Infantry charged by cavalry may try it with one check{again}. It does not fire {lost}.",
        "It may also try it against cavalry that moved up without a charge."
        if options.standing_attack_hasty_square
        else "",
        "" if options.hasty_square_duration == "end_of_turn" else "It stays hasty until the unit changes formation.",
    )


__all__ = ["HOUSE", "Table", "pages", "sheet"]


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet as one page."""
    return (Page("Cheat sheet", sheet(rules)),)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the sheet in order, with the values of ``rules``."""
    all_tables = (
        turn(rules),
        grades(rules),
        levels(rules),
        movement(rules),
        facing(rules),
        actions(rules),
        contact(rules),
        fire.fire_dice(rules),
        fire.fire_modifiers(rules),
        fire.line_of_fire(rules),
        fight.stands(rules),
        fight.melee_modifiers(rules),
        fight.results(rules),
        fire.terrain(rules),
        leaders(rules),
        nations(rules),
        victory(rules),
        deployment(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in all_tables if table.rows)
