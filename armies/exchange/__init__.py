"""Armies in and out as files: indented text, tables as CSV and XLSX, ``oob/1`` and our own JSON, text for a forum."""

from armies.exchange.csv_out import to_csv
from armies.exchange.forum_out import to_forum
from armies.exchange.matching import matched
from armies.exchange.muster_json import to_json
from armies.exchange.outcome import Problem, Reading, TableHead, Unmapped, Unreadable
from armies.exchange.reading import read
from armies.exchange.text_out import to_text
from armies.exchange.workbook_out import to_workbook

__all__ = [
    "Problem",
    "Reading",
    "TableHead",
    "Unmapped",
    "Unreadable",
    "matched",
    "read",
    "to_csv",
    "to_forum",
    "to_json",
    "to_text",
    "to_workbook",
]
