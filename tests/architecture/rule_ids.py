"""The rule IDs of every rulebook."""

import re
from functools import cache

from tests.architecture.sources import ROOT

RULE_ID = re.compile(r"(?:\*\*|^\| |^- `|^)((?:(?:MN|MNT|EN|SN|SH|CM)(?:-[A-Z]+)+|AB)-[A-Z]?\d+[a-z]?)\b", re.MULTILINE)


@cache
def known() -> frozenset[str]:
    """Every rule ID that a shipped rulebook defines."""
    books = sorted((ROOT / "battles" / "rules").glob("*/rulebook*.md"))
    books += sorted((ROOT / "campaign" / "war" / "rules").glob("rulebook*.md"))
    return frozenset(found for book in books for found in RULE_ID.findall(book.read_text(encoding="utf-8")))
