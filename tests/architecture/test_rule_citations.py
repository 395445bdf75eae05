"""Every rule of a playable system is cited where the software carries it out, or listed with the reason why not."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from battles.engine import registry
from battles.rulebooks.explanation import mention_of, rules_of
from battles.rules import SYSTEMS
from tests.architecture.sources import APPS, ROOT, modules

MENTION = mention_of(prefix for system in SYSTEMS.values() for prefix in system.prefixes)
PLAYABLE = registry.playable()
ASIDE = re.compile(r"-(?:EX|VAR|ERR)-")
"""Examples, variants and errata."""
NUMBERS = r"(?:,? (?:to|and|or) |, ?| ?[-\u2013] ?)\d{1,3}\b(?![.%])"
"""Numbers after an ID that stand for further IDs."""
RANGE = re.compile(rf"{MENTION.pattern}(?:{NUMBERS}|(?: to | ?\u2013 ?){MENTION.pattern})")
SHOWS_A_RANGE = {"tests/sheets/test_cheat_sheet.py", "tests/architecture/test_rule_citations.py"}


@cache
def cited() -> dict[str, str]:
    """Every rule ID that the software names, with a file that does."""
    return {
        rule_id: str(path.relative_to(ROOT))
        for path in modules(*APPS)
        for rule_id in MENTION.findall(path.read_text(encoding="utf-8"))
    }


def not_code(key: str) -> dict[str, str]:
    """The rules of a system that the software need not carry out, with the reasons."""
    path = ROOT / SYSTEMS[key].path.replace(".", "/") / "not_code.toml"
    reasons: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return reasons


def written() -> Iterator[Path]:
    """Everything that we write but the rulebooks: code, tests, documents, templates and scripts."""
    for folder in (*APPS, "tests", "templates"):
        for kind in ("py", "md", "html", "js", "toml"):
            for path in sorted((ROOT / folder).rglob(f"*.{kind}")):
                if not {"migrations", "vendor"} & set(path.parts) and not path.name.startswith("rulebook"):
                    yield path
    yield ROOT / "README.md"


def test_two_systems_are_playable() -> None:
    assert set(PLAYABLE) == {"easy_napoleonics", "mini_nap"}


@pytest.mark.parametrize("key", PLAYABLE)
def test_every_rule_is_cited_in_the_code_or_excluded_with_a_reason(key: str) -> None:
    excluded, known = not_code(key), cited()
    rules = [rule_id for rule_id in rules_of(key) if not ASIDE.search(rule_id)]
    assert len(rules) > 300
    assert [rule_id for rule_id in rules if rule_id not in known and rule_id not in excluded] == []


@pytest.mark.parametrize("key", PLAYABLE)
def test_no_rule_is_both_cited_and_excluded(key: str) -> None:
    known = cited()
    assert {rule_id: known[rule_id] for rule_id in not_code(key) if rule_id in known} == {}


@pytest.mark.parametrize("key", SYSTEMS)
def test_excluded_rules_exist_and_have_a_reason(key: str) -> None:
    excluded = not_code(key)
    assert [rule_id for rule_id in excluded if rule_id not in rules_of(key)] == []
    assert [rule_id for rule_id, reason in excluded.items() if len(reason.split()) < 3] == []


def test_every_cited_rule_stands_in_a_rulebook() -> None:
    known = {rule_id for key in SYSTEMS for rule_id in rules_of(key)}
    assert {rule_id: path for rule_id, path in cited().items() if rule_id not in known} == {}


def test_every_rule_id_is_written_in_full() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in written()
        if str(path.relative_to(ROOT)) not in SHOWS_A_RANGE
        for match in RANGE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
