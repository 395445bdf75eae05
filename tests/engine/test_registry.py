"""Finding a rule system by its key, and saying what one lacks."""

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest
from msgspec import Struct, structs

import battles.rules
from battles.apps import rule_systems
from battles.engine.core import Action, Event
from battles.engine.options import OptionSpec
from battles.engine.registry import (
    GROUPS,
    PROTOCOLS,
    Meta,
    NotPlayable,
    UnknownSystem,
    check_contract,
    check_draft,
    keys,
    load,
    members,
    meta,
    playable,
    settings,
    sheets,
)
from battles.management.arguments import Fault, system_of

KINDS = ("foot", "horse")


class Stand(Action, frozen=True):
    pass


class Run(Action, frozen=True):
    pass


class RunAgain(Action, frozen=True, tag="run"):
    pass


class Stood(Event, frozen=True):
    pass


class Tables(Struct, frozen=True):
    cost: Mapping[Literal["foot", "horse"], int] = MappingProxyType({"foot": 1, "horse": 2})
    ranks: Mapping[Literal["front", "rear"], int] = MappingProxyType({"front": 1})


META = Meta(
    key="toy",
    version=1,
    title="Toy",
    author="Nobody",
    source="None.",
    licence="Free.",
    space="hex",
    dice=6,
    stage="playable",
    options={"loud": OptionSpec(kind="tick", default=False, label="Loud", sentence="Noise.", rule="T-1")},
    table_rules={"cost": "T-2", "ranks.front": "T-3"},
    whole=(KINDS,),
)


class Toy:
    """A system that has all it needs and plays nothing."""

    key: ClassVar[str] = "toy"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = ("a", "b")
    meta: Meta = META
    tables: Any = Tables()
    state_type = setup_type = view_type = Tables
    action_type: Any = Stand | Run
    event_type: Any = Stood

    def start(self, *asked: Any) -> Any: ...

    begin = deciding = options = refuse = decide = evolve = outcome = time_limit = start

    def __init__(self) -> None:
        for name in GROUPS:
            if not hasattr(self, name):
                setattr(self, name, SimpleNamespace(**dict.fromkeys(members(PROTOCOLS[name]), self.start)))


def test_a_whole_system_lacks_nothing() -> None:
    assert check_contract(Toy()) == ()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("evolve", None, "It has no function evolve()."),
        ("odds", SimpleNamespace(forecast=str, ask=str, readings=str), "Its group odds has no questions."),
        ("text", None, "It has no text."),
        ("action_type", Stand | Run | RunAgain, "2 classes of its actions are of kind run."),
        ("event_type", Stood | type("Stood", (Event,), {}, frozen=True), "2 classes of its events are of kind stood."),
        ("meta", None, "It has no meta."),
        ("meta", structs.replace(META, options={}), "Its meta has no options."),
        (
            "meta",
            structs.replace(META, stage="draft"),
            "Its meta says that it is a draft, but it has an engine.",
        ),
        ("version", 2, "Its meta says toy, version 1, which differs from the system itself."),
        ("tables", None, "It has no tables."),
        ("tables", Tables(cost={"foot": 1}), "Its table cost has no horse."),
        ("meta", structs.replace(META, table_rules={"cost": "T-2"}), "Its table ranks has no rule."),
    ],
)
def test_what_a_system_lacks_is_said(name: str, value: Any, sentence: str) -> None:
    assert check_contract(type("Broken", (Toy,), {name: value})()) == (sentence,)


def test_an_empty_system_lacks_every_part() -> None:
    lacking = check_contract(object())
    assert {"It has no key.", "It has no action_type.", "It has no function outcome().", "It has no tables."} <= {
        *lacking
    }


def test_every_package_of_rules_is_a_system() -> None:
    assert keys() == tuple(sorted(battles.rules.SYSTEMS))


@pytest.mark.parametrize("key", ["chess", "", "easy_napoleonics.tables", "../engine", "__init__"])
def test_an_unknown_system_is_refused_with_those_there_are(key: str) -> None:
    with pytest.raises(UnknownSystem, match=r"no rule system '.*'; the systems are easy_napoleonics, mini_nap\."):
        load(key)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages are systems as well."""
    monkeypatch.setattr(battles.rules, "__path__", [*battles.rules.__path__, str(tmp_path)])
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "__init__.py").write_text("from battles.rules.toy.system import SYSTEM\n", encoding="utf-8")
    yield tmp_path / "toy" / "system.py"
    for name in [name for name in sys.modules if name.startswith("battles.rules.toy")]:
        del sys.modules[name]
    vars(battles.rules).pop("toy", None)


def test_a_system_is_loaded_from_its_package(written: Path) -> None:
    written.write_text("SYSTEM = object()\n", encoding="utf-8")
    assert "toy" in playable()
    assert load("toy") is sys.modules["battles.rules.toy.system"].SYSTEM


def test_a_system_without_an_engine_says_so(written: Path) -> None:
    assert "toy" in keys()
    with pytest.raises(
        NotPlayable, match="You cannot fight battles with toy yet; the systems that you can play are: easy_"
    ):
        load("toy")


def test_a_broken_system_keeps_the_program_from_starting(written: Path) -> None:
    written.write_text("SYSTEM = object()\n", encoding="utf-8")
    found = [error for error in rule_systems() if "toy" in error.msg]
    assert {error.id for error in found} == {"battles.E001"}
    assert "The rule system toy: It has no tables." in [error.msg for error in found]
    assert "The rule system toy: It has no kit of markers and forms." in [error.msg for error in found]


def test_a_command_refuses_a_system_that_lacks_a_part(written: Path) -> None:
    written.write_text("SYSTEM = object()\n", encoding="utf-8")
    with pytest.raises(Fault, match="The rule system toy: It has no key"):
        system_of("toy")


def test_a_system_that_cannot_be_loaded_is_told_and_not_thrown(written: Path) -> None:
    written.write_text("import nothing_of_that_name\n", encoding="utf-8")
    (error,) = (error for error in rule_systems() if "toy" in error.msg)
    assert error.id == "battles.E002"
    assert "nothing_of_that_name" in error.msg


def test_every_shipped_system_is_whole() -> None:
    assert rule_systems() == []


def test_a_draft_that_is_not_whole_keeps_the_program_from_starting(written: Path) -> None:
    written.with_name("meta.py").write_text("META = None\n", encoding="utf-8")
    found = [error for error in rule_systems() if "toy" in error.msg]
    assert [error.id for error in found] == ["battles.E002"]


def test_every_system_without_an_engine_is_a_draft_and_no_other() -> None:
    assert {key for key in keys() if meta(key).is_draft} == {*keys()} - {*playable()}
    assert [key for key in keys() if meta(key).is_draft and check_draft(key)] == []


def test_a_draft_has_a_sheet_and_is_named_where_it_is_asked_for_by_a_wrong_key() -> None:
    assert sheets("snappy_nappy").cheat_sheet(settings("snappy_nappy").rules())
    with pytest.raises(UnknownSystem, match=r"the systems are easy_napoleonics, mini_nap, .*snappy_nappy\."):
        sheets("chess")
