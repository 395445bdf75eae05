"""The cheat sheet of a battle (section 15): tables only, from the numbers and options that it is fought by.

For the page, the paper and the rulebook alike. A number that the club has put in the place of the printed one carries
a dagger, and so does the note of its table.
"""

from typing import Final

from battles.engine.cheat_sheet import HOUSE, Page, Table, chosen, house, noted, sentences, signed, span
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.cheat_sheet_cells import nation, number, on, value
from battles.rules.easy_napoleonics.cheat_sheet_fight import (
    fire_dice,
    fire_modifiers,
    line_of_fire,
    melee_modifiers,
    results,
    stands,
)
from battles.rules.easy_napoleonics.meta import OPTION_SPECS
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import DIE, NATURAL_FAIL, PRINTED, Kind, Level

__all__ = ["HOUSE", "Table", "pages", "sheet"]


def pages(rules: Rules) -> tuple[Page, ...]:
    """The sheet on its one page."""
    return (Page("Cheat sheet", sheet(rules)),)


def sheet(rules: Rules) -> tuple[Table, ...]:
    """Every table of the sheet, in its order, with the values that ``rules`` has chosen."""
    found = (
        _turn(rules),
        _grades(rules),
        _levels(rules),
        _movement(rules),
        _contact(rules),
        fire_dice(rules),
        fire_modifiers(rules),
        line_of_fire(rules),
        stands(rules),
        melee_modifiers(rules),
        results(rules),
        _leaders(rules),
        _nations(rules),
        _victory(rules),
        chosen(OPTION_SPECS, rules.options),
    )
    return tuple(noted(table) for table in found if table.rows)


def _turn(rules: Rules) -> Table:
    options = rules.options
    own, printed = rules.tables.streak_penalty, PRINTED.streak_penalty
    bonus = [f"side {side} {signed(n)}" for side, n in zip("AB", options.initiative_bonus, strict=True) if n]
    initiative = f"initiative D{DIE}, last winner {house(signed(-own), own, printed)} per win in a row"
    fire = "initiative says who fires first" if options.initiative_chooses_fire_order else "initiative fires first"
    solid = "; hasty squares become solid" if options.hasty_square_duration == "end_of_turn" else ""
    steps = (
        ", ".join([initiative, *bonus]),
        "rally: Fair and Bad check, pass = +1 level",
        "first moves",
        "second moves",
        f"artillery; {fire}",
        "small arms",
        "melees",
        f"end{solid}",
    )
    numbers = tuple(str(place) for place in range(1, len(steps) + 1))
    known = ("EN-SEQ-01", "EN-INIT-01", "EN-INIT-02", "EN-INIT-08", "EN-RALLY-01", "EN-SEQ-06")
    return Table(title="Turn", columns=numbers, rows=(steps,), rules=known)


def _grades(rules: Rules) -> Table:
    own = rules.tables
    numbers = [house(f"{n}+", n, PRINTED.grade_number[grade]) for grade, n in own.grade_number.items()]
    bonus = [house(signed(n), n, PRINTED.troop_bonus[grade]) for grade, n in own.troop_bonus.items()]
    return Table(
        title="Grade",
        columns=("", *(tables.GRADE_WORDS[grade] for grade in own.grade_number)),
        rows=(("fire and checks", *numbers), ("melee per stand", *bonus)),
        rules=("EN-MORALE-02", "EN-MELEE-20", "EN-RULING-36", "EN-RULING-37"),
    )


def _levels(rules: Rules) -> Table:
    levels: tuple[Level, ...] = ("good", "fair", "bad")
    values = [value(rules, "level_modifier", level) for level in levels]
    leader, column = value(rules, "check_modifiers", "leader"), value(rules, "check_modifiers", "french_column")
    note = (
        f"Check: D{DIE} + level, leader {leader}, French infantry that moved in column {column} "
        f"({nation(rules, 'france')}); reach the grade number; natural {DIE} passes, natural {NATURAL_FAIL} fails; "
        "each failure −1 level. Failing rally or hasty square costs no level."
    )
    return Table(
        title="Level",
        columns=("", "Good", "Fair", "Bad", "Broken"),
        rows=(("fire, melee, check", *values, "removed"),),
        rules=("EN-MORALE-04", "EN-MORALE-05", "EN-MORALE-06", "EN-MORALE-07", "EN-MORALE-09"),
        note=note,
    )


def _hexes(rules: Rules, kind: Kind) -> str:
    printed = {move.formation: move.hexes for move in PRINTED.moves[kind]}
    moves = [(move.formation, move.hexes, printed.get(move.formation)) for move in rules.tables.moves[kind]]
    found = [f"{formation} {house(hexes, hexes, known)}" for formation, hexes, known in moves]
    if kind == "infantry":
        own = rules.tables.masse.hexes
        found.append(f"masse {house(own, own, PRINTED.masse.hexes)}")
    return ", ".join(found)


def _movement(rules: Rules) -> Table:
    options, own = rules.options, rules.tables
    rows = [
        (
            tables.KIND_WORDS[kind].capitalize(),
            _hexes(rules, kind),
            house(own.actions[kind], own.actions[kind], PRINTED.actions[kind]),
        )
        for kind in tables.KINDS
    ]
    rows.append(("Leader", f"{number(rules, 'leader_move')} a turn", ""))
    note = sentences(
        "Actions: form, face, move, sidestep, fire. Form and face before moving; guns may unlimber after moving "
        "(field: then no fire).",
        "" if options.horse_limber_move_unlimber else "Horse artillery may not limber, move and unlimber.",
        "Infantry that changed and moved may still fire." if options.musketry_after_change_and_move else "",
        "A change of formation may bring a new facing." if options.formation_change_free_facing else "",
        "Ponds are impassable." if options.pond_impassable else "Ponds are open ground.",
        "A stream ends a move." if options.stream_effect == "halt" else "",
        "Two batteries may share a hex." if options.grand_battery else "",
    )
    known = ("EN-MOVE-01", "EN-ACTION-01", "EN-ACTION-02", "EN-ACTION-04", "EN-FORM-07", "EN-RULING-76")
    return Table(title="Movement", columns=("Unit", "Hexes", "Actions"), rows=tuple(rows), rules=known, note=note)


_LOCKED: Final = {"own_move": "when own movement begins", "turn_start": "when the turn begins"}
_LOCKED_BY: Final = {"any_adjacent": "Adjacent to an enemy", "front_contact": "In contact with an enemy"}
_PASSIVE: Final = {
    "owner_choice": "the unit that may attack does so if its owner wishes",
    "always": "the unit that may attack must",
    "never": "no melee this turn",
}
_CONTINUING: Final = {"initiative": "side with initiative", "original": "the first attacker of the pair"}


def _contact(rules: Rules) -> Table:
    options = rules.options
    lost = "any try: no fire" if options.hasty_square_fire == "lost_always" else "fail: no fire"
    again = "" if options.hasty_square_when_locked else "; not if an enemy was adjacent before"
    standing = "Also against cavalry that came up without a charge." if options.standing_attack_hasty_square else ""
    duration = "" if options.hasty_square_duration == "end_of_turn" else "It stays hasty until the unit changes."
    square = f"Infantry charged by cavalry may try it (one check; {lost}{again})."
    rows = (
        ("Halt", "Stop next to any enemy."),
        ("Locked", f"{_LOCKED_BY[options.lock_scope]} {_LOCKED[options.lock_timing]}: no move, no change."),
        ("Charge", "Unchanged unit that moves into contact; must fight. Changed form or facing: no charge."),
        ("Hasty square", sentences(square, standing, duration)),
        ("Contact without charge", f"New this turn: {_PASSIVE[options.passive_contact_melee]}."),
        ("Contact carried over", f"Must fight, attacker = {_CONTINUING[options.continuing_melee_attacker]}."),
        ("Breakthrough", f"{on(options.breakthrough)}, {number(rules, 'breakthroughs')} a turn"),
        ("Melee bonus", f"{on(options.melee_morale_bonus)}; enemy broken in melee: +1 level"),
    )
    known = ("EN-MOVE-06", "EN-ZOC-03", "EN-MELEE-04", "EN-SQUARE-04", "EN-SQUARE-05", "EN-MELEE-05", "EN-MELEE-06")
    return Table(title="Contact", columns=("Case", "Rule"), rows=rows, rules=(*known, "EN-OPT-01", "EN-OPT-07"))


_LONE: Final = {
    "displace": "rolls the same die and flees up to {} hexes",
    "remove": "is killed",
    "block": "bars the hex",
}


def _leaders(rules: Rules) -> Table:
    options, own = rules.options, rules.tables
    tie = ", ties" if options.leader_risk_on_tie else ""
    timing = "before" if options.leader_risk_timing == "before_checks" else "after"
    points = house(own.leader_victory_points, own.leader_victory_points, PRINTED.leader_victory_points)
    killed = house(span(NATURAL_FAIL, own.leader_killed_on), own.leader_killed_on, PRINTED.leader_killed_on)
    risk = f"roll D{DIE} when his unit takes hits{tie} or loses a melee, {timing} its checks; {killed} = killed"
    rows = (
        ("With a unit", "+1 on each fire die, on each check and once in melee".replace("+1", _leader_bonus(rules))),
        ("Danger", f"{risk} (enemy +{points})"),
        ("Run over alone", _LONE[options.lone_leader_contact].format(number(rules, "leader_escape"))),
        ("Leaders a side", str(options.leaders_per_side)),
    )
    known = ("EN-LEADER-01", "EN-LEADER-03", "EN-LEADER-06", "EN-LEADER-07", "EN-LEADER-09", "EN-VP-01")
    return Table(title="Leaders", columns=("Matter", "Rule"), rows=rows, rules=known)


def _leader_bonus(rules: Rules) -> str:
    """What a leader adds, where fire, checks and melee agree; the three numbers where a club has parted them."""
    where = ("fire_modifiers", "check_modifiers", "melee_modifiers")
    return " / ".join(dict.fromkeys(value(rules, name, "leader") for name in where))


def _nations(rules: Rules) -> Table:
    """Section 8.2, with the numbers in force."""
    own = rules.tables
    french = house(own.french_column_stands, own.french_column_stands, PRINTED.french_column_stands)
    texts = {
        "england": f"line {value(rules, 'fire_modifiers', 'english_line')} per fire die",
        "france": f"moved column {value(rules, 'check_modifiers', 'french_column')} checks; charging column {french} "
        f"stands and {value(rules, 'melee_modifiers', 'french_column')}",
        "prussia": f"charging column {value(rules, 'melee_modifiers', 'prussian_column')}",
        "austria": f"{value(rules, 'fire_modifiers', 'austrian')} per fire die, "
        f"{value(rules, 'stand_bonuses', 'austrian')} per stand in melee; masse",
        "russia": f"defender {value(rules, 'stand_bonuses', 'russian')} per stand",
    }
    on = rules.options.national_rules
    rows = tuple((tag.capitalize(), text, "on" if tag in on else "off") for tag, text in texts.items())
    known = tuple(f"EN-NATION-{number:02}" for number in range(1, 9))
    return Table(title="National rules (infantry)", columns=("Nation", "Rule", "Option"), rows=rows, rules=known)


def _victory(rules: Rules) -> Table:
    options = rules.options
    when = "at once" if options.victory_timing == "immediate" else "at the end of a turn"
    clock = "" if options.time_limit_minutes is None else f" or {options.time_limit_minutes} minutes"
    rows = (
        ("Win", f"{options.victory_points_to_win} points of broken enemies, counted {when}"),
        ("End", f"{options.max_turns} turns{clock}; nobody there: both lose"),
        ("No unit left", "lost at once"),
    )
    known = ("EN-VP-01", "EN-VP-02", "EN-VP-03", "EN-VP-04", "EN-VP-07", "EN-SETUP-11")
    return Table(title="Victory", columns=("Matter", "Rule"), rows=rows, rules=known)
