"""Database models of the armies app."""

from armies.models.army import Army
from armies.models.change import Change
from armies.models.draft import ColumnMapping, ImportDraft, ReadingChoice
from armies.models.element import Element, RatingThrow
from armies.models.figures import Holding
from armies.models.house import HouseRules
from armies.models.share_links import CoEditor, ShareLink
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
