"""The rules of a rulebook: text, file and line of each."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

from battles.rules import RULEBOOKS, System, system_of

_NEAR: Final = 6
"""Most similar rules offered for an unknown ID."""
_BULLET: Final = re.compile(r"(?:- |\| )?")
_RULED_OFF: Final = re.compile(r"^\|[\s:|-]+\|$")


class Rule(NamedTuple):
    """A rule of a rulebook. ``file`` is the rulebook's path in the project, ``line`` counts from 1."""

    id: str
    system: str
    text: str
    file: str
    line: int


def mention_of(prefixes: Iterable[str]) -> re.Pattern[str]:
    """A pattern for rule IDs: one of ``prefixes``, families in capitals, and a number with or without a letter."""
    longest_first = "|".join(sorted(prefixes, key=len, reverse=True))
    return re.compile(rf"\b(?:{longest_first})(?:-[A-Z]+)*-[A-Z]?\d+[a-z]?\b")


@cache
def rules_of(key: str) -> Mapping[str, Rule]:
    """Every rule of a rulebook by its ID, in the order of the text."""
    system = RULEBOOKS[key]
    rules: dict[str, Rule] = {}
    for name, _ in system.volumes:
        text = files(system.path).joinpath(name).read_text(encoding="utf-8")
        for rule in _rules(system, f"{system.path.replace('.', '/')}/{name}", text.splitlines()):
            rules.setdefault(rule.id, rule)
    return MappingProxyType(rules)


def rule_of(rule_id: str) -> Rule | None:
    """The rule of that ID in any rulebook; None if there is none."""
    key = system_of(rule_id)
    return rules_of(key).get(rule_id) if key else None


def near_ids(rule_id: str) -> list[str]:
    """IDs similar to ``rule_id``, the most similar first."""
    key = system_of(rule_id)
    ids = [each for system in ([key] if key else RULEBOOKS) for each in rules_of(system)]
    return get_close_matches(rule_id, ids, _NEAR, 0.6)


def _rules(system: System, file: str, lines: list[str]) -> Iterator[Rule]:
    """The rules of one volume.

    A list item, table row or paragraph that starts with a bold ID defines the rule; else a row or paragraph that starts
    with the plain ID.
    """
    mention = mention_of(system.prefixes).pattern.removeprefix(r"\b")
    bold = _starts(lines, re.compile(rf"\*\*({mention})"))
    plain = _starts(lines, re.compile(rf"({mention})(?:$|[.:]| \|)"))
    starts = {line: rule_id for rule_id, line in (plain | bold).items()}
    for line, rule_id in sorted(starts.items()):
        text = _row(lines, line) if lines[line].startswith("|") else _passage(lines, line, starts, rule_id)
        yield Rule(rule_id, system.key, text, file, line + 1)


def _starts(lines: list[str], pattern: re.Pattern[str]) -> dict[str, int]:
    """The first line that starts with each ID, counted from 0."""
    first: dict[str, int] = {}
    for number, line in enumerate(lines):
        bullet = _BULLET.match(line)
        match = pattern.match(line, bullet.end() if bullet else 0)
        if match:
            first.setdefault(match[1], number)
    return first


def _row(lines: list[str], line: int) -> str:
    """The cells of a table row after its ID, each with its column head."""
    head = line
    while head > 0 and lines[head - 1].startswith("|"):
        head -= 1
    heads, cells = _cells(lines[head]), _cells(lines[line])
    named = zip(heads[1:], cells[1:], strict=False)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)


def _cells(row: str) -> list[str]:
    return [_plain(cell.strip()) for cell in row.strip().strip("|").split("|")]


def _passage(lines: list[str], line: int, starts: Mapping[int, str], rule_id: str) -> str:
    """A list item or paragraph without its ID, and the tables and paragraphs that belong to it."""
    text = lines[line].removeprefix("- ").replace("**", "")
    passage = [_plain(text).removeprefix(rule_id).lstrip(" .:")]
    for number in range(line + 1, len(lines)):
        following = lines[number]
        if number in starts or following.startswith(("#", "- ", "---")):
            break
        if not _RULED_OFF.match(following):
            passage.append(_plain(following).strip())
    while passage and (not passage[-1] or passage[-1].endswith(":") or (passage[-1].startswith("| ID "))):
        passage.pop()
    return "\n".join(part for part, before in zip(passage, ["", *passage], strict=False) if part or before).strip()


def _plain(text: str) -> str:
    return text.replace("**", "").rstrip()
