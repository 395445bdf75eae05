"""The settings of a campaign and their defaults (chapter 19 of the rulebook)."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, structs

from battles.engine.options import OptionSpec, choice, echoed, group, number, read_options, tick
from campaign.war.rules.tables import KM, PER_MILLE, STEP_MINUTES, TABLES, TURN_HOURS, CampaignTables


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign may set. Reaches are kilometres; ``garrison`` is men by point, ``replacements`` men by nation.

    ``information`` is who knows what a force sees (CM-SIGHT-06), ``absent`` who leads for a missing player
    (CM-ORDER-05), ``settle_default`` how an engagement nobody chooses for is settled (CM-ENG-04).
    """

    turn_hours: int = 24
    step_minutes: int = 60
    run_on: bool = False
    run_on_turns: int = 4
    absent: Literal["standing", "computer"] = "standing"
    smallest_formation: Literal["brigade", "division", "corps"] = "brigade"
    too_weak: int = 250
    night_rate: int = 600
    halt_short: int = 2000
    metres_per_man: int = 70
    """Hundredths of a metre."""
    metres_per_horse: int = 125
    """Hundredths of a metre."""
    metres_per_gun: int = 6000
    """Hundredths of a metre."""
    avoid_at: int = 20
    attack_at: int = 10
    least_light: int = 2
    scouts_needed: int = 300
    scout_reach: int = 25
    report_fades: int = 48
    information: Literal["open", "shared", "courier"] = "shared"
    support_reach: int = 12
    settle_days: int = 7
    settle_default: Literal["ask", "quick"] = "ask"
    minutes_per_turn: int = 30
    """Minutes of a battle turn where the rules system says nothing else (CM-ENG-03)."""
    most_units: int = 60
    play_minutes: int = 3
    garrison: Mapping[str, int] = {}
    supply_reach: int = 80
    courier_day: int = 8000
    courier_night: int = 5000
    """Metres an hour (``courier_speed``)."""
    men_per_point: int = 1000
    use_fatigue: bool = True
    use_works: bool = True
    use_weather: bool = True
    use_supply: bool = True
    use_couriers: bool = True
    use_luck: bool = False
    use_lost_stragglers: bool = False
    use_experience: bool = False
    use_lost_couriers: bool = False
    use_sieges: bool = False
    use_pontoons: bool = False
    use_weather_dice: bool = False
    replacements: Mapping[str, int] = {}
    garrison_days: int = 14
    tables: CampaignTables = TABLES


DEFAULTS: Final = Settings()

_HOURS: Final = {str(hours): f"{hours} hours" for hours in TURN_HOURS}
_MINUTES: Final = {str(minutes): f"{minutes} minutes" for minutes in STEP_MINUTES}

SPECS: Final[Mapping[str, OptionSpec]] = {
    **group(
        DEFAULTS,
        "Time",
        turn_hours=choice("Length of a turn", "Hours from one set of orders to the next.", "CM-TIME-01", **_HOURS),
        step_minutes=choice("Length of a step", "Minutes in which forces move at once.", "CM-TIME-02", **_MINUTES),
        run_on=tick("Run on", "Turns follow each other while no orders change and nothing happens.", "CM-TIME-06"),
        run_on_turns=number("Turns at once", "Most turns that run on.", "CM-TIME-06", least=1, most=30),
    ),
    **group(
        DEFAULTS,
        "Forces and marches",
        smallest_formation=choice(
            "Smallest formation",
            "What may march alone.",
            "CM-FORCE-01",
            brigade="Brigades",
            division="Divisions",
            corps="Corps",
        ),
        too_weak=number(
            "Too weak", "Per mille of its start below which a unit does not fight.", "CM-BOOK-04", most=999
        ),
        night_rate=number("Speed by night", "Per mille of the speed by day.", "CM-MARCH-01", least=100, most=PER_MILLE),
        halt_short=number("Halt short", "Metres before a place the enemy holds.", "CM-MARCH-08", most=5 * KM),
        metres_per_man=number("Road for a man", "Hundredths of a metre.", "CM-MARCH-03", least=10, most=500),
        metres_per_horse=number("Road for a horse", "Hundredths of a metre.", "CM-MARCH-03", least=10, most=1000),
        metres_per_gun=number("Road for a gun", "Hundredths of a metre.", "CM-MARCH-03", least=100, most=20_000),
    ),
    **group(
        DEFAULTS,
        "Contact and battle",
        avoid_at=number("Avoid at", "Tenths of own men; 0 never.", "CM-ORDER-03", most=200),
        attack_at=number("Attack at", "Tenths of the men reported.", "CM-CONTACT-08", most=200),
        least_light=number("Least light", "Hours of light in which a battle may still begin.", "CM-CONTACT-09", most=8),
        support_reach=number("Guns heard", "Kilometres.", "CM-ENG-02", most=50),
        most_units=number(
            "Most units", "Units of a side; above, brigades fight as one.", "CM-ENG-05", least=4, most=200
        ),
        minutes_per_turn=number(
            "Minutes per turn", "Of a battle, if its system does not say.", "CM-ENG-03", least=5, most=120
        ),
        play_minutes=number("Minutes per unit", "To say how long a battle takes to play.", "CM-ENG-01", most=60),
        settle_days=number("Days to choose", "Days without a choice how to settle.", "CM-ENG-04", least=0, most=60),
        settle_default=choice(
            "Then",
            "What happens after these days.",
            "CM-ENG-04",
            ask="The umpire is asked",
            quick="It is settled quickly",
        ),
    ),
    **group(
        DEFAULTS,
        "What is known",
        scouts_needed=number("Scouts", "Light horse that see far.", "CM-SIGHT-01", least=1, most=5000),
        scout_reach=number("Scouts see", "Kilometres under the order scout.", "CM-SIGHT-01", least=5, most=60),
        report_fades=number("Reports fade", "Hours after which a report is faint.", "CM-SIGHT-03", least=1, most=240),
        information=choice(
            "Information",
            "Who knows what a force sees.",
            "CM-SIGHT-06",
            open="Everybody sees all",
            shared="An alliance knows at once",
            courier="By dispatch",
        ),
        absent=choice(
            "Absent player",
            "Who leads without orders and deputy.",
            "CM-ORDER-05",
            standing="Standing orders",
            computer="The computer",
        ),
        courier_day=number("Riders by day", "Metres an hour.", "CM-CMD-01", least=1000, most=30_000),
        courier_night=number("Riders by night", "Metres an hour.", "CM-CMD-01", least=1000, most=30_000),
    ),
    **group(
        DEFAULTS,
        "Supply and victory",
        supply_reach=number("Supply reach", "Kilometres to a depot.", "CM-SUPPLY-01", most=500),
        men_per_point=number("Men for a point", "Enemies dead or captured.", "CM-WIN-01", least=1, most=100_000),
        garrison_days=number("Siege", "Days of mask until a garrison surrenders.", "CM-WORK-03", least=1, most=100),
    ),
    **group(
        DEFAULTS,
        "Parts of the game",
        use_fatigue=tick("Fatigue", "Forces tire, and men straggle.", "CM-TIRE-01"),
        use_works=tick("Works", "Forces dig, crossings break, fortresses hold.", "CM-WORK-01"),
        use_weather=tick("Weather", "Rain and mud slow marches.", "CM-WEATHER-02"),
        use_supply=tick("Supply", "Forces need a depot or forage.", "CM-SUPPLY-01"),
        use_couriers=tick("Dispatches", "Orders to others ride.", "CM-CMD-01"),
    ),
    **group(
        DEFAULTS,
        "Advanced",
        use_luck=tick("Luck of the day", "Two dice vary stragglers.", "CM-STRAG-05"),
        use_lost_stragglers=tick("Lost stragglers", "The winner of the field takes half.", "CM-STRAG-03"),
        use_experience=tick("Experience", "Units rise and fall a grade.", "CM-EXP-01"),
        use_lost_couriers=tick("Lost riders", "Riders may be taken, lost or late.", "CM-CMD-02"),
        use_sieges=tick("Sieges", "Masked garrisons surrender; fortresses are stormed.", "CM-WORK-03"),
        use_pontoons=tick("Pontoons", "Trains bridge rivers; engineers repair faster.", "CM-WORK-04"),
        use_weather_dice=tick("Weather dice", "Days without given weather are rolled.", "CM-WEATHER-01"),
    ),
}
"""The settings as options of a form; ``garrison``, ``replacements`` and the tables are not among them."""

MOST_GARRISON: Final = 20_000
DECIMALS: Final = ("metres_per_man", "metres_per_horse", "metres_per_gun")
"""Metres with two decimals in a file, hundredths here."""
_WHOLE_NUMBERS: Final = ("turn_hours", "step_minutes")
"""Numbers of which only some are allowed."""


def read_settings(values: Mapping[str, Any]) -> Settings:
    """The settings that a campaign's file or form gives, the defaults for all others.

    Raises:
        ValueError: a name or value that the rules do not have; a sentence for the user.
    """
    plain: dict[str, Any] = {}
    own: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for name, value in values.items():
        if name in ("garrison", "replacements"):
            own[name] = _men_by_name(name, value)
        elif name == "courier_speed":
            plain["courier_day"], plain["courier_night"] = _two(name, value)
        elif name in CampaignTables.__struct_fields__:
            tables[name] = value
        elif name in DECIMALS:
            plain[name] = _hundredths(name, value)
        else:
            plain[name] = str(value) if name in _WHOLE_NUMBERS else value
    given = read_options("A campaign", SPECS, plain, noun="setting")
    for name in _WHOLE_NUMBERS:
        if name in given:
            given[name] = int(given[name])
    return structs.replace(DEFAULTS, **given, **own, tables=_tables(tables))


def _men_by_name(name: str, value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} must give men by name, not {echoed(str(value))} (CM-MAP-04).")
    for key, men in value.items():
        if not isinstance(men, int) or isinstance(men, bool) or not 0 < men <= MOST_GARRISON:
            raise ValueError(f"{name} of {key} must be 1 to {MOST_GARRISON:,} men, not {echoed(str(men))} (CM-MAP-04).")
    return dict(value)


def _two(name: str, value: Any) -> tuple[Any, Any]:
    parts = value.split("/") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or len(parts) != 2:
        raise ValueError(f"{name} must be two speeds, by day and by night, not {echoed(str(value))} (CM-CMD-01).")
    return parts[0], parts[1]


def _hundredths(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < KM:
        raise ValueError(f"{name} must be a number of metres, not {echoed(str(value))} (CM-MARCH-03).")
    return round(value * 100)


def _tables(given: Mapping[str, Any]) -> CampaignTables:
    """The tables with the rows that a campaign changes; a row that is left out stays."""
    if not given:
        return TABLES
    merged = msgspec.to_builtins(TABLES, enc_hook=dict)
    for name, rows in given.items():
        merged[name] = _merged(merged[name], rows)
    try:
        tables = msgspec.convert(merged, CampaignTables)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"A table does not fit: {wrong}.") from None
    for name, length in (("daylight", 12), ("report_error", 11), ("day_luck", 11)):
        if len(getattr(tables, name)) != length:
            raise ValueError(f"{name} must have {length} rows (chapter 19).")
    return tables


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, Mapping):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return new
