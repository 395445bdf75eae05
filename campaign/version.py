"""Muster's version and the mark of its static files, both read from the files themselves."""

import hashlib
import re
from pathlib import Path

APPS = ("campaign", "armies", "battles")


def version(root: Path) -> str:
    """The version: the first heading `## ...` of CHANGELOG.md, up to the first space.

    Raises:
        ValueError: the file has no such heading.
    """
    found = re.search(r"^## +\[?([0-9][^\s\]]*)", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise ValueError("CHANGELOG.md has no heading such as `## 0.1.0`.")
    return found[1]


def assets_digest(root: Path) -> str:
    """Twelve hexadecimal digits that change whenever a static file, or a package that brings some, changes."""
    digest = hashlib.blake2b(digest_size=6)
    digest.update((root / "requirements.txt").read_bytes())
    for app in APPS:
        for path in sorted((root / app / "static").rglob("*")):
            if path.is_file():
                digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
