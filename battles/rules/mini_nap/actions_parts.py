"""What the parts of an action may be: numbers of units, lengths, bearings, places."""

from typing import Annotated, Final, Literal

from msgspec import Meta

MOST_NUMBER: Final = 9_999
MOST_LENGTH: Final = 100_000
"""Ten metres."""
LONGEST_KEY: Final = 60

Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
"""A unit, stand, Brigade or Division by its place, or a number of strength points."""
Length = Annotated[int, Meta(ge=0, le=MOST_LENGTH)]
Ordinate = Annotated[int, Meta(ge=-MOST_LENGTH, le=MOST_LENGTH)]
Bearing = Annotated[int, Meta(ge=0, le=3_599)]
FeatureKey = Annotated[str, Meta(min_length=1, max_length=LONGEST_KEY)]
MaybeKey = Annotated[str, Meta(max_length=LONGEST_KEY)]
"""``""`` for no feature."""
Spot = tuple[Ordinate, Ordinate]
Face = Literal["", "front", "rear", "left", "right"]
MOST_POINTS: Final = 40
"""Corners of a stand's path."""
MOST_TRIES: Final = 60
"""Units that try for a square at once."""
MOST_SHARES: Final = 200
"""Shares of strength points that are put on an enemy each."""
