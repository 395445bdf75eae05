"""The commands for armies."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pypdf
import pytest
from django.core.management import CommandError, call_command

from armies.models import Army
from armies.services.storage import create
from tests.armies.builders import army

pytestmark = pytest.mark.django_db
OOB = Path(__file__).parents[2] / "armies/data/oob"


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_import_gives_a_list_of_what_was_made(alice: Any) -> None:
    made = json.loads(run("import_army", str(OOB / "quatre-bras-1815.json"), "--owner", "alice", "--json"))
    assert [m["name"] for m in made] == ["French left wing", "Anglo-allied army"]
    assert list(made[0]) == [
        "slug",
        "name",
        "nation",
        "units",
        "men",
        "guns",
        "strength_points",
        "cost",
        "errors",
        "warnings",
    ]
    assert (made[0]["men"], made[0]["guns"], made[0]["nation"]) == (21426, 56, "FR")
    assert Army.objects.get(slug=made[0]["slug"]).owner == alice


def test_one_side_only() -> None:
    made = json.loads(run("import_army", str(OOB / "salamanca-1812.json"), "--side", "Allied army", "--json"))
    assert [(m["name"], m["men"], m["guns"]) for m in made] == [("Allied army", 50981, 54)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.json"], "cannot be read"),
        ([str(OOB / "salamanca-1812.json"), "--owner", "nobody"], "no user"),
        ([str(OOB / "salamanca-1812.json"), "--side", "Zulus"], "Zulus"),
        ([str(OOB / "salamanca-1812.json"), "--owner", "\udcff"], "no user"),
        (["/dev/zero"], "is too large: at most 5,000,000 bytes are allowed"),
        ([str(OOB)], "cannot be read: Is a directory"),
        ([str(OOB / "README.md")], "line 5: .* is not understood"),
    ],
)
def test_import_refuses_in_a_sentence(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        run("import_army", *arguments)
    assert not Army.objects.exists()


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_what_is_exported_is_imported_again_the_same(form: str, tmp_path: Path) -> None:
    row = create(army())
    file = tmp_path / f"army.{form}"
    run("export_army", row.slug, "--format", form, "-o", str(file))
    again = json.loads(run("import_army", str(file), "--json"))
    assert len(again) == 1
    assert run("export_army", again[0]["slug"], "--format", form) == run("export_army", row.slug, "--format", form)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_roster_writes_a_pdf(paper: str, system: str, tmp_path: Path) -> None:
    row = create(army())
    file = tmp_path / "roster.pdf"
    run("roster", row.slug, "--paper", paper, "--system", system, "-o", str(file))
    assert "I/72e Ligne" in "".join(page.extract_text() for page in pypdf.PdfReader(file).pages)


def test_rate_with_a_seed_is_repeatable() -> None:
    first, second = create(army()), create(army())
    assert run("rate", first.slug, "--seed", "4") == run("rate", second.slug, "--seed", "4")
    assert "Every commander has a rating" in run("rate", first.slug)


def test_rate_is_refused_in_a_sentence_where_ratings_are_fixed() -> None:
    row = create(army(options={"mini_nap": {"commander_ratings": "fixed"}}))
    with pytest.raises(CommandError, match="ratings are fixed in this army"):
        run("rate", row.slug)


@pytest.mark.parametrize("command", [["export_army"], ["rate"], ["roster", "-o", "x.pdf"]])
def test_an_unknown_slug_is_refused(command: list[str]) -> None:
    with pytest.raises(CommandError, match="no army with the slug 'nonesuch'"):
        run(command[0], "nonesuch", *command[1:])
    with pytest.raises(CommandError, match="no army with the slug"):
        run(command[0], "\udcff", *command[1:])


@pytest.mark.parametrize("command", [["export_army"], ["roster"]])
def test_a_file_that_cannot_be_written_gets_a_sentence(command: list[str], tmp_path: Path) -> None:
    slug = create(army()).slug
    for place in (tmp_path, tmp_path / "none" / "x", tmp_path / ("x" * 300)):
        with pytest.raises(CommandError, match="cannot be written"):
            run(*command, slug, "-o", str(place))
