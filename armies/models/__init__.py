"""Rows of the armies app."""

from armies.models.army import Army, Visibility
from armies.models.draft import ImportDraft
from armies.models.element import Element, RatingThrow

__all__ = ["Army", "Element", "ImportDraft", "RatingThrow", "Visibility"]
