"""Static files for serving: compressed, one style sheet for all pages, scripts with their imports."""

import posixpath
import re
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.compress import Compressor

DAY: Final = 24 * 60 * 60
"""Seconds for which collected files of another version are kept, because another server may use them."""

STYLE_SHEET: Final = "campaign/css/muster.css"
"""The style sheet of every page. Its source imports the others; as it is served it contains them."""

IMPORTED_SHEET: Final = re.compile(r'@import url\("([^"]+)"\) layer\((\w+)\);')
FILE: Final = re.compile(r'url\("([^":]+)"\)')
"""A file that a style sheet names, such as a font, from the folder of the style sheet."""

IMPORTED_SCRIPT: Final = re.compile(r'^(?:import|export)\b(?:[\w\s{},*$]*\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE)
REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def prepare_assets() -> Path:
    """Collect the static files and their gzip variants into STATIC_ROOT, unless that is done. Returns the folder.

    The folder's name is the digest of its content. It is created under another name and then renamed, so that it is
    always complete, even if several processes start at once.
    """
    root = Path(settings.STATIC_ROOT)
    if root.is_dir():
        return root
    root.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=root.parent))
    _collect(draft)
    draft.chmod(0o755)
    try:
        draft.rename(root)
    except OSError:
        shutil.rmtree(draft)
    for folder in root.parent.iterdir():
        if folder != root and time.time() - folder.stat().st_mtime > DAY:
            shutil.rmtree(folder, ignore_errors=True)
    return root


def _collect(folder: Path) -> None:
    compressor = Compressor(use_brotli=False, quiet=True)
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            target = folder / name
            if target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if name == STYLE_SHEET:
                target.write_text(bundled(Path(storage.path(name))), encoding="utf-8")
            else:
                with storage.open(name) as source, target.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
            if compressor.should_compress(name):
                compressor.compress(str(target))


def bundled(sheet: Path) -> str:
    """A style sheet with its imports replaced by the imported sheets, each in its layer.

    Comments and extra white space are removed. Imports inside imported sheets stay imports.
    """

    def sheet_in_layer(match: re.Match[str]) -> str:
        name, layer = match.groups()
        text = (sheet.parent / name).read_text(encoding="utf-8")
        moved = FILE.sub(
            lambda file: f'url("{posixpath.normpath(posixpath.join(posixpath.dirname(name), file[1]))}")', text
        )
        return f"@layer {layer} {{ {moved} }}"

    text = IMPORTED_SHEET.sub(sheet_in_layer, sheet.read_text(encoding="utf-8"))
    return re.sub(r"\s+", " ", REMARK.sub("", text)).strip() + "\n"


def script_and_imports(name: str) -> tuple[str, ...]:
    """A script and all scripts that it imports, directly or through others, as names of static files; nearest first.

    They are read from the sources: once in a process, or each time with ``DEBUG``.

    Raises:
        FileNotFoundError: one of them does not exist.
    """
    return _read_imports(name) if settings.DEBUG else _imports_once(name)


@cache
def _imports_once(name: str) -> tuple[str, ...]:
    return _read_imports(name)


def _read_imports(name: str) -> tuple[str, ...]:
    names = [name]
    for script in names:  # grows meanwhile
        path = finders.find(script)
        if path is None:
            raise FileNotFoundError(f"There is no script {script}.")
        for address in IMPORTED_SCRIPT.findall(Path(str(path)).read_text(encoding="utf-8")):
            imported = posixpath.normpath(f"{posixpath.dirname(script)}/{address}")
            if imported not in names:
                names.append(imported)
    return tuple(names)
