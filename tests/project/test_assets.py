"""Static files as they are served: one style sheet for all pages, and scripts whose imports are known beforehand."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.test import Client

from campaign.project import assets as served
from campaign.project.assets import REMARK, STYLE_SHEET, bundled, script_and_imports

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "campaign/static" / STYLE_SHEET
IMPORTS = re.findall(r'@import url\("([^"]+)"\) layer\((\w+)\);', SOURCE.read_text(encoding="utf-8"))
STRING = re.compile(r'"[^"]*"')
SCRIPT = re.compile(r"""\{% module '([^']+)' %\}""")
PAGE_SCRIPTS = sorted({name for path in ROOT.glob("templates/**/*.html") for name in SCRIPT.findall(path.read_text())})


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", REMARK.sub("", text))


def test_the_served_style_sheet_holds_every_sheet_in_its_layer_and_order_and_imports_none(assets: Path) -> None:
    text = (assets / STYLE_SHEET).read_text(encoding="utf-8")
    assert "@import" not in text
    assert text.startswith("@layer tokens, base, components, pages, print; @layer tokens {")
    wanted = [(SOURCE.parent / name).read_text(encoding="utf-8") for name, _ in IMPORTS]
    wanted = [re.sub(r'url\("[./]+', 'url("../', sheet) for sheet in wanted]
    layered = "".join(f"@layer {layer} {{{sheet}}}" for sheet, (_, layer) in zip(wanted, IMPORTS, strict=True))
    assert len(IMPORTS) > 50
    assert squeezed(text) == squeezed(f"@layer tokens, base, components, pages, print; {layered}")


def test_the_served_style_sheet_names_files_that_exist(assets: Path) -> None:
    sheet = assets / STYLE_SHEET
    files = set(re.findall(r'url\("([^"]+)"\)', sheet.read_text(encoding="utf-8")))
    assert len(files) > 10
    assert [name for name in files if not (sheet.parent / name).is_file()] == []


def test_bundling_changes_no_text_that_a_sheet_shows() -> None:
    before = [
        text for name, _ in IMPORTS for text in STRING.findall(REMARK.sub("", (SOURCE.parent / name).read_text()))
    ]
    after = STRING.findall(bundled(SOURCE))
    assert [text for text in after if "/" not in text] == [text for text in before if "/" not in text]


def test_a_style_sheet_of_a_folder_names_its_files_from_the_folder_of_the_whole(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "all.css").write_text('@layer a;\n@import url("parts/one.css") layer(a);\n')
    (tmp_path / "parts/one.css").write_text('/* a remark */ .x {\n  src: url("../../img/x.svg"), url("y.svg");\n}\n')
    whole = '@layer a; @layer a { .x { src: url("../img/x.svg"), url("parts/y.svg"); } }\n'
    assert bundled(tmp_path / "all.css") == whole


def test_the_compressed_style_sheet_is_the_same(assets: Path) -> None:
    packed = assets / f"{STYLE_SHEET}.gz"
    assert gzip.decompress(packed.read_bytes()) == (assets / STYLE_SHEET).read_bytes()
    assert packed.stat().st_size < 30_000


@pytest.mark.django_db
def test_a_page_has_one_style_sheet() -> None:
    for address in ("/", "/rules/", "/accounts/login/"):
        sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', Client().get(address).content.decode())
        assert [sheet.endswith(STYLE_SHEET) for sheet in sheets] == [True]


def test_no_template_leaves_out_the_imports_of_a_script() -> None:
    plain = re.compile(r'<script type="module" src')
    assert [path.name for path in ROOT.glob("templates/**/*.html") if plain.search(path.read_text())] == []
    assert len(PAGE_SCRIPTS) > 8


@pytest.mark.parametrize("name", PAGE_SCRIPTS)
def test_a_script_comes_with_all_that_it_imports(name: str) -> None:
    """Whatever one of the scripts names in an import is among them."""
    names = script_and_imports(name)
    assert names[0] == name
    assert len(set(names)) == len(names)
    files = [Path(str(finders.find(each))).read_text(encoding="utf-8") for each in names]
    wanted = {
        Path(address).name for text in files for address in re.findall(r'^(?:.*\bfrom|import) "([^"]+)"', text, re.M)
    }
    assert wanted == {Path(each).name for each in names[1:]}


def test_imports_over_several_lines_and_without_names_count_and_types_in_remarks_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DEBUG = True
    monkeypatch.setattr(
        served.finders, "find", lambda name: str(tmp_path / name) if (tmp_path / name).exists() else None
    )
    (tmp_path / "js").mkdir()
    (tmp_path / "js/a.js").write_text('import {\n  b,\n  c as d,\n} from "./b.js";\nimport "../e.js";\n')
    (tmp_path / "js/b.js").write_text('/** @typedef {import("./f.js").F} F */\nexport { c } from "./a.js";\n')
    (tmp_path / "e.js").write_text('export function e(x) {\n  x.find(".e");\n}\n')
    assert script_and_imports("js/a.js") == ("js/a.js", "js/b.js", "e.js")
    (tmp_path / "e.js").write_text('import "./g.js";\n')
    with pytest.raises(FileNotFoundError, match=r"g\.js"):
        script_and_imports("js/a.js")


def test_the_tag_of_a_script_preloads_its_imports_and_loads_it_last() -> None:
    html = Template("{% load look %}{% module 'battles/js/tracker.js' %}").render(Context())
    names = [re.sub(r"^/static/\w+/", "", name) for name in re.findall(r'(?:href|src)="([^"]+)"', html)]
    assert html.count('<link rel="modulepreload" href="') == len(names) - 1
    assert names == [*script_and_imports("battles/js/tracker.js")[1:], "battles/js/tracker.js"]


@pytest.mark.browser
def test_a_browser_fetches_every_script_once_and_none_that_was_not_announced(page: Any) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto("/", wait_until="networkidle")
    announced = page.locator("link[rel=modulepreload], script[src]").evaluate_all(
        "all => all.map(e => e.href || e.src)"
    )
    assert sorted(url for url in fetched if url.endswith(".js")) == sorted(announced)
    assert len(announced) > 6
    assert [url.rpartition("/")[2] for url in fetched if url.endswith(".css")] == ["muster.css"]
