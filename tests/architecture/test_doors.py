"""The doors of the house that an import contract cannot state."""

import ast
from collections import defaultdict
from pathlib import Path

from battles.rules import SYSTEMS
from tests.architecture.sources import APPS, ROOT, content, dotted, modules

LEAST_LINES = 80
MOST_SMALL = 40
FRAMEWORK = {"apps", "urls", "admin", "checks"}
"""Modules that Django wants by these names."""


def sources() -> dict[Path, str]:
    """Every file that ships and could name a system: code, templates and scripts."""
    paths = [*modules(*APPS), *(ROOT / "templates").rglob("*.html")]
    paths += [path for app in APPS for path in (ROOT / app).rglob("*.js") if "vendor" not in path.parts]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def test_no_file_outside_its_folder_names_a_system() -> None:
    """The registry's list apart."""
    registry = ROOT / "battles" / "rules" / "__init__.py"
    named = [
        f"{path.relative_to(ROOT)}: {key}"
        for path, text in sources().items()
        for key in SYSTEMS
        if key in text and path != registry and key not in path.relative_to(ROOT).parts
    ]
    assert named == []


def importers() -> dict[str, set[str]]:
    """The modules that import each module, by dotted name."""
    known = {dotted(path) for path in modules(*APPS)}
    answer: dict[str, set[str]] = defaultdict(set)
    for path in modules(*APPS):
        for module, parts in content(path).imports:
            for name in (module, *(f"{module}.{part}" for part in parts)):
                if name in known and name != dotted(path):
                    answer[name].add(dotted(path))
    return answer


def test_few_modules_are_crumbs() -> None:
    """A short module with one importer is usually a part of that importer's topic."""
    users = importers()
    crumbs = []
    for path in modules(*APPS):
        one = users[dotted(path)]
        wanted = path.stem in FRAMEWORK or {"management", "templatetags"} & set(path.parts)
        wanted = wanted or {name.rpartition(".")[2] for name in one} <= {"urls"}
        small = len(path.read_text(encoding="utf-8").splitlines()) < LEAST_LINES
        if path.name != "__init__.py" and len(one) == 1 and small and not wanted:
            crumbs.append(f"{path.relative_to(ROOT)}: {one}")
    assert len(crumbs) <= MOST_SMALL, crumbs


def test_no_protocol_asks_more_than_fourteen_questions() -> None:
    long = []
    for path in modules("battles/engine"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef) and any("Protocol" in ast.dump(base) for base in node.bases):
                methods = sum(isinstance(item, ast.FunctionDef) for item in node.body)
                if methods > 14:
                    long.append(f"{path.relative_to(ROOT)}: {node.name} has {methods}")
    assert long == []


def test_the_same_chapter_has_the_same_name_in_every_playable_system() -> None:
    """Each has these chapters, as a module or a folder; morale is a chapter only where the rules have one."""
    chapters = {"setup", "command", "movement", "fire", "combat", "reactions", "victory", "turn", "terrain"}
    for key in ("easy_napoleonics", "mini_nap"):
        folder = ROOT / "battles" / "rules" / key
        names = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert chapters - names == set()


def test_every_module_says_in_one_line_what_it_is_for() -> None:
    silent = []
    for path in modules(*APPS):
        if path.name == "__init__.py":
            continue
        if " " not in content(path).docstring.partition("\n")[0]:
            silent.append(str(path.relative_to(ROOT)))
    assert silent == []
