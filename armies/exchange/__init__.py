"""Import and export of armies: indented text, CSV and XLSX tables, ``oob/1``, our own JSON, plain text for forums."""

from armies.exchange.draft_army import Problem, Reading, TableHead, Unmapped, Unreadable
from armies.exchange.files.oob_json import to_json, to_oob
from armies.exchange.matching import with_matched_ids
from armies.exchange.reader import read
from armies.exchange.table.workbook import to_csv
from armies.exchange.text.text_writer import to_forum, to_text

__all__ = [
    "Problem",
    "Reading",
    "TableHead",
    "Unmapped",
    "Unreadable",
    "read",
    "to_csv",
    "to_forum",
    "to_json",
    "to_oob",
    "to_text",
    "with_matched_ids",
]
