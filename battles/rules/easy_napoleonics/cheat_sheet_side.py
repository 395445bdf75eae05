"""The tables of the cheat sheet on grades, levels, leaders, nations and victory."""

from typing import Final

from battles.engine.cheat_sheet import Row, Said, Table, house, own, signed, span, tabled
from battles.rules.easy_napoleonics import needs, tables
from battles.rules.easy_napoleonics.cheat_sheet_cells import nation, number, value
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import DIE, NATURAL_FAIL, PRINTED, Level, NationTag

_LEVELS: Final[tuple[Level, ...]] = ("good", "fair", "bad")


def grades(rules: Rules) -> Table:
    """EN-MORALE-02 and EN-MELEE-20: a row for each grade."""
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
    known = ("EN-MORALE-02", "EN-MELEE-20", "EN-RULING-36", "EN-RULING-37")
    return tabled("Grade", ("", "fire, checks", "melee a stand"), rows, known)


def levels(rules: Rules) -> Table:
    """EN-MORALE-04 to 09: what a level adds, and the check."""
    values = [value(rules, "level_modifier", level) for level in _LEVELS]
    leader, column = value(rules, "check_modifiers", "leader"), value(rules, "check_modifiers", "french_column")
    note = (
        f"Added in fire, melee and check. Check: D{DIE} + level, leader {leader}; reach the grade number; natural "
        f"{DIE} passes, natural {NATURAL_FAIL} fails; each failure −1 level. Failing rally or hasty square costs no "
        "level."
    )
    french = f"French infantry that moved in column {column} ({nation(rules, 'france')})."
    return tabled(
        "Level",
        ("Good", "Fair", "Bad", "Broken"),
        (Row((*values, "removed")),),
        ("EN-MORALE-04", "EN-MORALE-05", "EN-MORALE-06", "EN-MORALE-07", "EN-MORALE-09"),
        note=note,
        notes=(Said(french, needs.national(rules, "france")),),
    )


_LONE: Final = {
    "displace": "rolls the same die and flees up to {} hexes",
    "remove": "is killed",
    "block": "bars the hex",
}


def leaders(rules: Rules) -> Table:
    """EN-LEADER."""
    options, numbers = rules.options, rules.tables
    tie = ", ties" if options.leader_risk_on_tie else ""
    timing = "before" if options.leader_risk_timing == "before_checks" else "after"
    points = house(numbers.leader_victory_points, numbers.leader_victory_points, PRINTED.leader_victory_points)
    killed = house(span(NATURAL_FAIL, numbers.leader_killed_on), numbers.leader_killed_on, PRINTED.leader_killed_on)
    risk = f"roll D{DIE} when his unit takes hits{tie} or loses a melee, {timing} its checks; {killed} = killed"
    bonus = _leader_bonus(rules)
    rows = (
        Row(("With a unit", f"{bonus} on each fire die, {bonus} on each check, {bonus} once in melee")),
        Row(("Danger", f"{risk} (enemy +{points})")),
        Row(("Run over alone", _LONE[options.lone_leader_contact].format(number(rules, "leader_escape")))),
        Row(("Leaders a side", str(options.leaders_per_side))),
    )
    known = ("EN-LEADER-01", "EN-LEADER-03", "EN-LEADER-06", "EN-LEADER-07", "EN-LEADER-09", "EN-VP-01")
    return tabled("Leaders", ("Matter", "Rule"), rows, known, look="list")


def _leader_bonus(rules: Rules) -> str:
    """What a leader adds, where fire, checks and melee agree; the three numbers where a club has parted them."""
    where = ("fire_modifiers", "check_modifiers", "melee_modifiers")
    return " / ".join(dict.fromkeys(value(rules, name, "leader") for name in where))


def nations(rules: Rules) -> Table:
    """Section 8.2, with the numbers in force."""
    stands = rules.tables.french_column_stands
    french = house(stands, stands, PRINTED.french_column_stands)
    texts: dict[NationTag, str] = {
        "england": f"line {value(rules, 'fire_modifiers', 'english_line')} per fire die",
        "france": f"moved column {value(rules, 'check_modifiers', 'french_column')} checks; charging column {french} "
        f"stands and {value(rules, 'melee_modifiers', 'french_column')}",
        "prussia": f"charging column {value(rules, 'melee_modifiers', 'prussian_column')}",
        "austria": f"{value(rules, 'fire_modifiers', 'austrian')} per fire die, "
        f"{value(rules, 'stand_bonuses', 'austrian')} per stand in melee; masse",
        "russia": f"defender {value(rules, 'stand_bonuses', 'russian')} per stand",
    }
    on = rules.options.national_rules
    rows = (
        Row((tag.capitalize(), text, "on" if tag in on else "off"), needs.national(rules, tag))
        for tag, text in texts.items()
    )
    known = tuple(f"EN-NATION-{number:02}" for number in range(1, 9))
    return tabled("National rules (infantry)", ("Nation", "Rule", "Option"), rows, known, look="list")


def victory(rules: Rules) -> Table:
    """EN-VP."""
    options = rules.options
    when = "at once" if options.victory_timing == "immediate" else "at the end of a turn"
    clock = "" if options.time_limit_minutes is None else f" or {options.time_limit_minutes} minutes"
    rows = (
        Row(("Win", f"{options.victory_points_to_win} points of broken enemies, counted {when}")),
        Row(("End", f"{options.max_turns} turns{clock}; nobody there: both lose")),
        Row(("No unit left", "lost at once")),
    )
    known = ("EN-VP-01", "EN-VP-02", "EN-VP-03", "EN-VP-04", "EN-VP-07", "EN-SETUP-11")
    return tabled("Victory", ("Matter", "Rule"), rows, known, look="list")
