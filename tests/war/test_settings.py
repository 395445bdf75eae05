"""The settings of a campaign: their defaults stand in the rulebook as in the code."""

import re
from importlib import resources

import pytest

from campaign.war.rules.settings import DEFAULTS
from campaign.war.rules.tables import DAYLIGHT

RULEBOOK = resources.files("campaign.war.rules").joinpath("rulebook.md").read_text(encoding="utf-8")
SECTION = RULEBOOK.partition("Settings and tables\n")[2]
UNITS = re.compile(r" (?:per mille|km|m|h)$")
HUNDREDTHS = {"metres_per_man", "metres_per_horse", "metres_per_gun"}
"""Metres in the rulebook, hundredths of a metre in the code."""
EMPTY = {"garrison": "none", "replacements": "0"}
"""Settings by side, for which the rulebook says nothing or 0."""


def stated() -> dict[str, str]:
    """The defaults that the rulebook states, by setting."""
    found: dict[str, str] = {}
    for names, values in re.findall(r"^\|(.*`.*)\|(.*)\|$", SECTION, re.MULTILINE):
        keys = re.findall(r"`(\w+)`", names)
        given = re.split(r"[,;] ", values) if len(keys) > 1 else [values]
        if names.startswith("switches of chapter"):
            given = given[1:]
        found |= dict(zip(keys, given if len(given) == len(keys) else given * len(keys), strict=True))
    return found


@pytest.mark.parametrize(("setting", "want"), stated().items())
def test_a_default_is_that_of_the_rulebook(setting: str, want: str) -> None:
    if setting == "courier_speed":
        assert want == f"{DEFAULTS.courier_day}/{DEFAULTS.courier_night}"
        return
    value = getattr(DEFAULTS, setting)
    want = UNITS.sub("", want.partition(" (")[0])
    if isinstance(value, bool):
        assert value is (want == "on")
    elif isinstance(value, int):
        assert value == round(float(want.replace(",", "")) * (100 if setting in HUNDREDTHS else 1))
    elif isinstance(value, str):
        assert value == want
    else:
        assert (dict(value), want) == ({}, EMPTY[setting])


def test_the_rulebook_states_every_setting() -> None:
    switches = {"use_luck", "use_lost_stragglers", "use_experience", "use_lost_couriers", "use_sieges"}
    switches |= {"use_pontoons", "use_weather_dice"}
    assert not any(getattr(DEFAULTS, switch) for switch in switches), "switches of advanced settings are off"
    known = {*stated(), *switches, "courier_day", "courier_night", "tables"}
    assert known - {"courier_speed"} == set(DEFAULTS.__struct_fields__)


@pytest.mark.rule("CM-TIME-03", "daylight by month, table daylight")
def test_daylight() -> None:
    rows = re.findall(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d+)-(\d+)", SECTION)
    assert [(int(first), int(last)) for first, last in rows] == list(DAYLIGHT)
