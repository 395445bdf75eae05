"""Every rule a test names stands in a rulebook, and every mark says its rule in a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.rule_ids import known
from tests.architecture.sources import ROOT


def marks() -> Iterator[tuple[Path, ast.Call]]:
    """Every `pytest.mark.rule(...)` in the tests."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "mark.rule(" in text else ():
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "rule":
                continue
            if ast.unparse(node.func) == "pytest.mark.rule":
                yield path, node


def test_the_rulebooks_define_rules() -> None:
    assert {"MN-ORG-01", "MN-SP-01", "EN-COST-04"} <= known()


def test_every_mark_names_a_known_rule_and_says_it() -> None:
    """An ID may come from a row of examples; those stand in files of their own beside the tests."""
    rules, wrong = known(), []
    found = list(marks())
    assert len(found) > 20
    for path, call in found:
        rule, *said = [word.value if isinstance(word, ast.Constant) else None for word in call.args] or [""]
        known_rule = rule in rules or (rule is None and isinstance(call.args[0], ast.Name | ast.Subscript))
        if not known_rule or len(said) != 1 or not isinstance(said[0], str) or " " not in said[0].strip():
            wrong.append(f"{path.relative_to(ROOT)}:{call.lineno} {ast.unparse(call)}")
    assert wrong == []
