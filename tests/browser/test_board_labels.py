"""Labels of every shipped scenario in Chromium: none overlaps another or lies over a counter, at three sizes."""

from collections.abc import Iterator
from typing import Any

import pytest

from battles.engine.core import UMPIRE
from battles.engine.picture import Ground, Scene
from battles.engine.record import Record
from battles.engine.registry import load, playable
from battles.engine.rng import Chances
from tests.browser.boards import show, view_box

pytestmark = pytest.mark.browser

SIZES = ((390, 844), (1280, 800), (1600, 1000))
"""A phone, a laptop, a wide screen: pixels across and down."""

FAULTS = """() => {
  const { svg } = window.board;
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true });
  const named = (each) => each.textContent.trim();
  // The letters of a line: its box has empty space above and below them. A name along a course is its letters.
  const boxes = (text) => {
    if (text.querySelector("textPath")) {
      const size = parseFloat(getComputedStyle(text).fontSize), { a, d, e, f } = text.getScreenCTM();
      const half = size / 3;
      return Array.from({ length: text.getNumberOfChars() }, (_, index) => {
        const one = text.getStartPositionOfChar(index), two = text.getEndPositionOfChar(index);
        const long = Math.hypot(two.x - one.x, two.y - one.y) || 1;
        const x = (one.x + two.x) / 2 + (two.y - one.y) / long * size * 0.27;
        const y = (one.y + two.y) / 2 - (two.x - one.x) / long * size * 0.27;
        return [a * (x - half) + e, d * (y - half) + f, a * (x + half) + e, d * (y + half) + f];
      });
    }
    const { left, right, top, height } = text.getBoundingClientRect();
    return [[left, top + height * 0.2, right, top + height * 0.94]];
  };
  const labels = [...svg.querySelectorAll("#ground text, #scene .block text.halo, #scene text.name")].filter(isSeen)
    .filter((text) => text.getNumberOfChars()).map((text) => ({ text, boxes: boxes(text) }));
  // Corners of the body of each counter, turned as it is.
  const counters = [...svg.querySelectorAll("#scene .block:not(.ghost)")].map((block) => {
    const use = block.querySelector(".k, use"), matrix = use.getScreenCTM();
    const about = block.dataset.drawn || block.matches(".leader") ? use.getBBox() : new DOMRect(-9, -5, 18, 10);
    const inset = 1.5;
    const [wide, high] = [about.width - 2 * inset, about.height - 2 * inset];
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) =>
      new DOMPoint(about.x + inset + x * wide, about.y + inset + y * high).matrixTransform(matrix));
    return { key: block.dataset.key, corners };
  });
  const apart = (one, two) => [[2, 0], [3, 1]].some(([far, near]) =>
    one[far] <= two[near] + 0.5 || two[far] <= one[near] + 0.5);
  // Two convex outlines are apart if an edge of one of them has the other wholly on its far side.
  const crosses = ([left, top, right, bottom], corners) => {
    const box = [[left, top], [right, top], [right, bottom], [left, bottom]].map(([x, y]) => ({ x, y }));
    const divides = (one, two) => one.some((at, index) => {
      const next = one[(index + 1) % 4];
      const side = (to) => (next.x - at.x) * (to.y - at.y) - (next.y - at.y) * (to.x - at.x);
      return two.every((to) => side(to) <= 0.5);
    });
    return !divides(box, corners) && !divides(corners, box);
  };
  const faults = [];
  labels.forEach((one, index) => {
    for (const two of labels.slice(index + 1))
      if (!one.boxes.every((box) => two.boxes.every((other) => apart(box, other))))
        faults.push(`${named(one.text)} on ${named(two.text)}`);
    for (const { key, corners } of counters)
      if (one.boxes.some((box) => crosses(box, corners))) faults.push(`${named(one.text)} on ${key}`);
  });
  return { faults, labels: labels.map(({ text }) => named(text)) };
}"""
"""What overlaps on the board, and the labels that are seen."""

LOOKS = ("window.board.look('whole')", "window.board.view.read(400, 400)")
"""The whole board, and at the scale for reading."""

LONG = 400
"""Most decisions until both armies stand on the board."""

LATER = 60
"""Decisions from then to the last look."""

FEW = 10
"""Fewer blocks than this are no two armies on the board."""


def moments() -> Iterator[tuple[str, Ground, Scene]]:
    """Each shipped scenario when both armies are on the board, and some decisions later, where a phone must do."""
    for key in playable():
        system = load(key)
        for name in system.scenarios.shipped():
            record = Record.new(system, system.scenarios.load(name), b"labels", [b"salt"])
            chances = Chances(b"labels")
            for _ in range(LONG):
                _, scene = seen(record)
                if len(scene.blocks) >= FEW and not any(zone.kind == "deployment" for zone in scene.zones):
                    break
                play(record, chances)
            yield (f"{key} {name} deployed", *seen(record))
            for _ in range(LATER):
                play(record, chances)
            yield (f"{key} {name} later", *seen(record))


def seen(record: Record[Any]) -> tuple[Ground, Scene]:
    view = record.system.secrets.view(record.state, UMPIRE)
    return record.system.ui.ground(view), record.system.ui.scene(view)


def play(record: Record[Any], chances: Chances) -> None:
    """One decision at random."""
    system, state = record.system, record.state
    side = sorted(system.deciding(state))[0]
    view, options = system.secrets.view(state, side), system.options(state, side)
    record.play(side, system.ai.random_action(view, side, options, chances))


def test_no_label_overlaps_another_or_lies_over_a_counter(page: Any) -> None:
    faults = {}
    for name, ground, scene in moments():
        show(page, ground, scene)
        for width, height in SIZES if name.endswith("deployed") else SIZES[:1]:
            page.set_viewport_size({"width": width, "height": height})
            for look in LOOKS:
                page.evaluate(look)
                view_box(page)
                view_box(page)
                found = page.evaluate(FAULTS)
                assert found["labels"] or not ground.names, name
                if found["faults"]:
                    faults[f"{name}, {width}, {look}"] = found["faults"]
    assert not faults, "\n".join(f"{place}: {', '.join(each)}" for place, each in faults.items())
