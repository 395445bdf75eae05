"""Explain a rule: its text in the rulebook, and every place in code, sentences, sheets and tests that cites it."""

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from battles.rules import RULEBOOKS, System, system_of

_NEAR: Final = 6
"""Most similar rules offered for an unknown ID."""
_BULLET: Final = re.compile(r"(?:- |\| )?")
_RULED_OFF: Final = re.compile(r"^\|[\s:|-]+\|$")


Kind = Literal["table", "procedure", "refusal", "words", "sheet", "test"]
ROOT: Final = Path(__file__).resolve().parents[2]
"""The folder with the packages, and the tests if they are installed."""
PACKAGES: Final = ("armies", "battles", "campaign")
TESTS: Final = "tests"
_SKIPPED: Final = frozenset({"migrations", "static", "__pycache__"})
_SHEETS: Final = frozenset({"sheet", "sheets", "cheat", "kit", "paper", "roll", "rolls", "roster", "rosters"})
_WORDS: Final = frozenset({"words", "wording", "labels", "labelling", "notation"})
_REFUSES: Final = re.compile(r"Refusal$|Error$|Refused$|^refus|^no$")
"""Names of classes, exceptions and functions that refuse an action."""


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


class Citation(NamedTuple):
    """A line that cites a rule. ``name`` is the function, class or table there; ``sentence`` is from a test."""

    kind: Kind
    file: str
    line: int
    name: str
    sentence: str = ""


def has_tests(root: Path = ROOT) -> bool:
    """True if the tests are installed beside the packages."""
    return (root / TESTS).is_dir()


def citations(rule_id: str, root: Path = ROOT) -> tuple[Citation, ...]:
    """Every line of the software and of its tests that cites a rule, in the order of the files."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(rule_id)}(?![\w])")
    cited: list[Citation] = []
    for folder in (*PACKAGES, TESTS):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".json") and not _SKIPPED & set(path.parts):
                text = path.read_text(encoding="utf-8")
                if rule_id in text and pattern.search(text):
                    cited += _in_file(path.relative_to(root), text, pattern)
    return tuple(cited)


def reason_not_code(rule: Rule, root: Path = ROOT) -> str:
    """Why the software does not carry out a rule, from the system's ``not_code.toml``; empty without an entry."""
    path = root / RULEBOOKS[rule.system].path.replace(".", "/") / "not_code.toml"
    if not path.is_file():
        return ""
    return str(tomllib.loads(path.read_text(encoding="utf-8")).get(rule.id, ""))


def _in_file(path: Path, text: str, pattern: re.Pattern[str]) -> Iterator[Citation]:
    """One citation for each line of a file; if a line has two kinds, the first."""
    lines = text.splitlines()
    if path.suffix == ".json":
        if path.parts[0] == TESTS:
            hits = (number for number, line in enumerate(lines, 1) if pattern.search(line))
            yield from (Citation("test", path.as_posix(), number, "") for number in hits)
        return
    seen: set[int] = set()
    for place in _places(ast.parse(text)):
        if pattern.search(place.text):
            for number in range(place.first, place.last + 1):
                if number not in seen and pattern.search(lines[number - 1]):
                    seen.add(number)
                    kind = _kind(path, place)
                    yield Citation(kind, path.as_posix(), number, place.name, place.sentence if kind == "test" else "")


class _Place(NamedTuple):
    """A text in the source: its lines, the name it belongs to, and its use."""

    text: str
    first: int
    last: int
    name: str = ""
    is_doc: bool = False
    is_table: bool = False
    refuses: bool = False
    sentence: str = ""


def _places(tree: ast.Module) -> Iterator[_Place]:
    """Every string of a module: docstrings, texts after a constant, and strings in the code."""
    yield from _of_body(tree.body, _Place("", 0, 0))


def _of_body(body: list[ast.stmt], within: _Place) -> Iterator[_Place]:
    """All strings in the statements of a module, class or function."""
    table = within
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _of_definition(statement, within)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            yield from _of_text(statement.value, table._replace(is_doc=True))
        else:
            target = _assigned(statement)
            table = within._replace(name=target, is_table=True) if target and not within.name else within
            yield from _of_code(statement, table)


def _of_definition(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, within: _Place) -> Iterator[_Place]:
    name = f"{within.name}.{node.name}" if within.name else node.name
    returns = "" if isinstance(node, ast.ClassDef) or node.returns is None else ast.unparse(node.returns)
    answers = set(re.findall(r"\w+", returns)) - {"None"}
    in_code = any(_REFUSES.search(word) for word in (node.name.lstrip("_"), *answers))
    refuses = in_code and len(answers) < 2
    for decorator in node.decorator_list:
        arguments = decorator.args if isinstance(decorator, ast.Call) else []
        sentence = next((str(a.value) for a in arguments[1:] if isinstance(a, ast.Constant)), "")
        yield from _of_code(decorator, within._replace(name=name, sentence=sentence))
    first, rest = node.body[0], node.body
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        yield from _of_text(first.value, within._replace(name=name, is_doc=True, refuses=refuses))
        rest = node.body[1:]
    yield from _of_body(rest, within._replace(name=name, refuses=in_code))


def _of_code(node: ast.AST, within: _Place) -> Iterator[_Place]:
    """All strings of a statement or expression, including its blocks and calls."""
    if isinstance(node, ast.Constant):
        yield from _of_text(node, within)
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from _of_definition(node, within)
        return
    if isinstance(node, ast.Call) and _REFUSES.search(ast.unparse(node.func).rpartition(".")[2]):
        within = within._replace(refuses=True)
    for child in ast.iter_child_nodes(node):
        yield from _of_code(child, within)


def _of_text(node: ast.Constant, within: _Place) -> Iterator[_Place]:
    if isinstance(node.value, str):
        yield within._replace(text=node.value, first=node.lineno, last=node.end_lineno or node.lineno)


def _assigned(statement: ast.stmt) -> str:
    """The name that a statement assigns; empty if it assigns none."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    return ", ".join(name.id for name in names if isinstance(name, ast.Name))


def _kind(path: Path, place: _Place) -> Kind:
    words = {word for part in path.with_suffix("").parts[1:] for word in part.split("_")}
    if path.parts[0] == TESTS:
        return "test"
    if words & _SHEETS:
        return "sheet"
    if place.refuses:
        return "refusal"
    if words & _WORDS:
        return "words"
    if place.is_table or "tables" in words:
        return "table"
    if " " in place.text and not place.is_doc:
        return "words"
    return "procedure"


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
    title = RULEBOOKS[explanation.system].title
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
    prefixes = ", ".join(prefix for system in RULEBOOKS.values() for prefix in system.prefixes)
    return f"{sentence} Rule IDs begin with {prefixes}."


def _place(cited: Citation) -> Place:
    return Place(cited.file, cited.line, cited.name, cited.sentence)


def _line(place: Place) -> str:
    where = " ".join(part for part in (f"{place.file}:{place.line}", place.name) if part)
    return f"{where}: {place.sentence}" if place.sentence else where
