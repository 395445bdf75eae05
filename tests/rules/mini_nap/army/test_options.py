"""The army options of Mini-Nap: their names, values and defaults."""

import re
from importlib import resources

import pytest

from battles.rules.mini_nap.army import OPTION_SPECS, Options, options
from battles.rules.mini_nap.meta import OPTION_SPECS as BATTLE_SPECS

RULEBOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook.md").read_text(encoding="utf-8")
SECTION = RULEBOOK.split("\n## 4. Options\n")[1].split("\n## 5.")[0]


@pytest.mark.rule("MN-RULING-66", "nothing set gives the rules as specified")
def test_defaults_are_those_of_the_rulebook() -> None:
    assert options({}) == Options()
    for name, spec in OPTION_SPECS.items():
        kind, default = re.search(rf"\| `{name}` \| (.*?) \| (.*?) \|", SECTION).groups()
        assert str(spec.default).lower() == default.strip('"')
        assert kind == "bool" if spec.kind == "tick" else kind != "bool"
        if spec.kind == "choice":
            assert set(re.findall(r'"(\w+)"', kind)) == set(spec.allowed)
        assert f"**{spec.rule}**" in RULEBOOK
        assert getattr(Options(), name) == spec.default


@pytest.mark.rule("MN-RULING-66", "every option has a spec, and every value a spec allows is taken")
def test_every_allowed_value_is_taken() -> None:
    assert {*OPTION_SPECS, "house"} == set(Options.__struct_fields__)
    for name, spec in OPTION_SPECS.items():
        values = {"choice": spec.allowed, "tick": (True, False), "number": (spec.least, 7)}[spec.kind]
        for value in values:
            assert getattr(options({name: value}), name) == value


@pytest.mark.rule("MN-RULING-66", "an unknown name or value is refused by name")
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"overhead_fire": True}, "no army option overhead_fire"),
        ({"command_loss_rule": "half"}, "not 'half' (MN-RULING-03)"),
        ({"max_corps_per_side": 0}, "max_corps_per_side must be a whole number of at least 1"),
        ({"max_corps_per_side": True}, "not True (MN-RULING-06)"),
        ({"max_corps_per_side": "two"}, "not 'two'"),
        ({"org_strict": 1}, "org_strict must be true or false, not 1"),
        ({"commander_ratings": "dice"}, "one of roll, fixed"),
    ],
)
def test_what_is_refused(values: dict[str, bool | int | str], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        options(values)


@pytest.mark.rule("MN-RULING-66", "numbers are taken within the bounds of the rulebook, and no others")
def test_bounds_are_those_of_the_rulebook() -> None:
    table = SECTION.split("| Number | From | To |")[1].split("\n\n")[0]
    bounds = {}
    for names, least, most in re.findall(r"^\| (`.*`) \| ([\d.]+) \| ([\d.-]+) \|$", table, re.MULTILINE):
        bounds |= dict.fromkeys(re.findall(r"`(\w+)`", names), (least, most))
    numbers = {name: spec for name, spec in BATTLE_SPECS.items() if spec.kind not in ("tick", "choice")}
    assert set(bounds) == set(numbers)
    for name, spec in numbers.items():
        unit = 100 if name.endswith("_cm") or name in ("table_w", "table_h", "deploy_depth") else 1
        least, most = bounds[name]
        assert spec.least == round(float(least) * unit)
        assert most == "-" or spec.most == round(float(most) * unit)
