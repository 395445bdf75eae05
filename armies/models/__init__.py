"""Database models of the armies app."""

from armies.models.army import Army, Change, CoEditor, Element, RatingThrow, ShareLink
from armies.models.personal import ColumnMapping, Holding, HouseRules, ImportDraft, ReadingChoice
from armies.models.visibility import Visibility

__all__ = [
    "Army",
    "Change",
    "CoEditor",
    "ColumnMapping",
    "Element",
    "Holding",
    "HouseRules",
    "ImportDraft",
    "RatingThrow",
    "ReadingChoice",
    "ShareLink",
    "Visibility",
]
