"""Columns on roads: the stretches under them, and where they bar a road for friends (CM-MARCH-04, CM-MARCH-05)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from campaign.war.rules.campaign_map import Road, Stretch
from campaign.war.rules.state import Force

Lane = tuple[str, bool]
"""A road in one direction: true from its start to its end."""


class Part(NamedTuple):
    """Part of a lane under a force, in metres from where the lane begins."""

    tail: int
    head: int
    force: str


Traffic = dict[Lane, list[Part]]
"""What is on each lane."""


def along_lane(road: Road, metres: int, up: bool) -> int:
    """Metres from the beginning of a lane; ``metres`` are from the road's start."""
    return metres if up else road.metres - metres


def traffic(forces: Iterable[Force], roads: Mapping[str, Road]) -> Traffic:
    """The columns of some forces; a halted and closed force stands beside the road (CM-MARCH-05)."""
    lanes: Traffic = {}
    for force in forces:
        for stretch in force.column:
            up = stretch.near > stretch.far
            road = roads[stretch.road]
            part = Part(along_lane(road, stretch.far, up), along_lane(road, stretch.near, up), force.id)
            lanes.setdefault((stretch.road, up), []).append(part)
    return lanes


def room(lanes: Traffic, lane: Lane, begin: int, end: int, own: str) -> int:
    """How far a head may go on a lane from ``begin`` towards ``end`` before it reaches another column there."""
    for part in lanes.get(lane, ()):
        if part.force != own and part.head > begin and part.tail < end:
            end = max(begin, part.tail)
    return end


def drawn(column: tuple[Stretch, ...], walked: Iterable[Stretch], length: int) -> tuple[Stretch, ...]:
    """The stretches under a column after its head has gone over those of ``walked``, in the order walked.

    The whole is cut at its tail to ``length``.
    """
    pieces = list(column)
    for step in walked:
        first = pieces[0] if pieces else None
        if first is not None and first.road == step.road and (first.near > first.far) == (step.near > step.far):
            pieces[0] = Stretch(step.road, step.near, first.far)
        elif step.length:
            pieces.insert(0, step)
    return cut(pieces, length)


def cut(pieces: Iterable[Stretch], length: int) -> tuple[Stretch, ...]:
    """The first ``length`` metres of a column."""
    kept = []
    for piece in pieces:
        if length <= 0:
            break
        if piece.length > length:
            sign = -1 if piece.near > piece.far else 1
            piece = Stretch(piece.road, piece.near, piece.near + sign * length)
        kept.append(piece)
        length -= piece.length
    return tuple(kept)
