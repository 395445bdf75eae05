"""Explain a rule: its text in the rulebook, and every place in code, sentences, sheets and tests that cites it."""

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from battles.rulebooks.citations import ROOT, Citation, Kind, citations, has_tests, reason_not_code
from battles.rulebooks.rule_text import near_ids, rule_of
from battles.rules import SYSTEMS

TITLES: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "table": "Tables",
        "procedure": "Procedures",
        "refusal": "Refusals",
        "words": "Words",
        "sheet": "Sheets",
        "test": "Tests",
    }
)
_WIDTH: Final = 100
_MOST_ECHOED: Final = 40


class UnknownRule(LookupError):
    """No rulebook has a rule of that ID; the text is a sentence for the user, with similar IDs."""


class Place(Struct, frozen=True):
    """A line that cites the rule."""

    file: str
    line: int
    name: str
    sentence: str


class Explanation(Struct, frozen=True):
    """A rule with its text and its places by kind.

    ``not_code`` says why the software does not carry the rule out; None if it does. Without ``tests_installed`` its
    tests are unknown.
    """

    rule: str
    system: str
    file: str
    line: int
    text: str
    not_code: str | None
    tests_installed: bool
    places: Mapping[Kind, tuple[Place, ...]]


def explain(rule_id: str, root: Path = ROOT) -> Explanation:
    """The explanation of a rule, from the sources below ``root``; upper and lower case are the same.

    Raises:
        UnknownRule: no rulebook has such a rule.
    """
    rule = rule_of(rule_id.strip().upper())
    if rule is None:
        raise UnknownRule(_unknown(rule_id.strip()))
    cited = citations(rule.id, root)
    return Explanation(
        rule=rule.id,
        system=rule.system,
        file=rule.file,
        line=rule.line,
        text=rule.text,
        not_code=reason_not_code(rule, root) or None,
        tests_installed=has_tests(root),
        places={kind: tuple(_place(each) for each in cited if each.kind == kind) for kind in TITLES},
    )


def lines(explanation: Explanation) -> Iterator[str]:
    """The explanation as lines of text."""
    title = SYSTEMS[explanation.system].title
    yield f"{explanation.rule} ({title}, {explanation.file}:{explanation.line})"
    yield ""
    for paragraph in explanation.text.split("\n"):
        yield from [paragraph] if paragraph.startswith("|") else textwrap.wrap(paragraph, _WIDTH) or [""]
    if explanation.not_code:
        yield from ("", f"The software does not carry out this rule: {explanation.not_code}.")
    for kind, places in explanation.places.items():
        if places:
            yield from ("", TITLES[kind], *(f"  {_line(place)}" for place in places))
    if not explanation.tests_installed:
        yield from ("", "The tests are not installed here.")
    elif not explanation.places["test"]:
        yield from ("", "No test cites this rule.")


def _unknown(rule_id: str) -> str:
    sentence = f"No rulebook has a rule {rule_id[:_MOST_ECHOED]}."
    near = near_ids(rule_id.upper())
    if near:
        return f"{sentence} Did you mean {', '.join(near)}?"
    prefixes = ", ".join(prefix for system in SYSTEMS.values() for prefix in system.prefixes)
    return f"{sentence} Rule IDs begin with {prefixes}."


def _place(cited: Citation) -> Place:
    return Place(cited.file, cited.line, cited.name, cited.sentence)


def _line(place: Place) -> str:
    where = " ".join(part for part in (f"{place.file}:{place.line}", place.name) if part)
    return f"{where}: {place.sentence}" if place.sentence else where
