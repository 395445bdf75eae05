"""People who play a battle on its page: each decision is the first sensible thing that may be clicked there."""

import re
from typing import Any

SETTLED = "#play:not([aria-busy])"
TURNS = 12
"""Facings of a unit on a board, at the most."""
NEAREST = """([unit, all]) => {
  const own = document.querySelector(`#scene [data-key="${unit}"]`)?.dataset.area;
  const keys = all.length > 1 ? all.filter((key) => key !== own) : all;
  const at = (key) => {
    const box = document.querySelector(`.areas [data-key="${key}"]`).getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const side = document.querySelector(`[data-key="${unit}"]`).classList.contains("side-a") ? "b" : "a";
  const foes = [...document.querySelectorAll(`#scene .block.side-${side}`)].map((foe) => at(foe.dataset.area));
  const middle = document.querySelector(".board-map").viewBox.baseVal;
  const goals = foes.length ? foes : [[middle.width / 2, middle.height / 2]];
  const far = (key) => Math.min(...goals.map(([x, y]) => Math.hypot(at(key)[0] - x, at(key)[1] - y)));
  return keys.reduce((best, key) => (far(key) < far(best) ? key : best));
}"""
"""Of patches of ground the one that is nearest to an enemy, or to the middle of the board where none is seen."""


class General:
    """Somebody with a battle open before him. ``facing`` is where his enemy is: north or south."""

    def __init__(self, page: Any, facing: str, *, thumb: bool = False) -> None:
        self.page = page
        self.facing = facing
        self.thumb = thumb
        self.phase = ""
        self.moved: set[str] = set()
        self.deeds: list[str] = []

    @property
    def is_awaited(self) -> bool:
        return bool(self.page.locator(".awaited .here").count())

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator(".awaited .ended").count())

    @property
    def marches(self) -> bool:
        """Whether units move now: guns that are to fire and leaders stay where they are then."""
        step = self.page.locator(".phases [aria-current]").inner_text()
        return step == "Rally" or step.endswith("moves")

    def touch(self, what: Any) -> None:
        """Clicks something, or taps it."""
        if self.thumb:
            what.tap()
        else:
            what.click()

    def decide(self) -> None:
        """One decision, from what the page offers to the page after it."""
        page = self.page
        phase = page.locator(".strip").inner_text()
        if phase != self.phase:
            self.phase, self.moved = phase, set()
        before = page.locator("#play").get_attribute("data-n")
        if page.locator(".hand button.choice").count():
            self.play(page.locator(".hand button.choice").first)
        elif not self.lead_somebody():
            self.play(page.locator(".actdock .btn.primary"))
        page.locator(f"#play[data-n='{before}']").wait_for(state="detached")
        page.locator(SETTLED).wait_for()

    def lead_somebody(self) -> bool:
        """Does the first sensible thing with the next who was not led in this phase; whether there was one."""
        page = self.page
        for link in page.locator("#panel .choices a[href*='unit=']").all():
            key = re.sub(r"\+|%20", " ", str(link.get_attribute("href")).partition("unit=")[2])
            stays = key.startswith("leader") or "battery" in link.inner_text()
            if key in self.moved or (stays and self.marches):
                continue
            self.moved.add(key)
            self.touch(link)
            page.locator(f"[data-marks][data-unit='{key}']").wait_for(state="attached")
            if not page.locator("button.choice").count():
                self.point(key)
            choices = page.locator("button.choice")
            ahead = choices.filter(has_text=re.compile(rf"(line|unlimbered), facing {self.facing}$"))
            self.play((ahead if ahead.count() else choices).first)
            return True
        return False

    def point(self, key: str) -> None:
        """Points on the board at an enemy within reach, else at the marked ground that is nearest to one."""
        page = self.page
        marks = page.locator("[data-marks]")
        targets, areas = (str(marks.get_attribute(f"data-{what}")).split("|") for what in ("targets", "areas"))
        if targets != [""]:
            self.touch(page.locator(f"#scene .block[data-key='{targets[0]}'] .hit"))
        else:
            area = page.evaluate(NEAREST, [key, areas])
            standing = page.locator(f"#scene .block[data-area='{area}'] .hit")
            self.touch(standing.last if standing.count() else page.locator(f".areas [data-key='{area}']"))
        page.locator("button.choice").first.wait_for(state="attached")

    def play(self, button: Any) -> None:
        self.deeds.append(str(button.text_content()).strip())
        if self.thumb and not button.is_visible():
            self.choose_in_bar(button)
            button = self.page.locator("[data-place=do]")
        self.touch(button)

    def choose_in_bar(self, row: Any) -> None:
        """On a phone the bar has the choices: turns the ghost until a way is among them, and picks it."""
        name, how = row.get_attribute("data-pose"), self.page.locator("[data-place=how]")
        for _ in range(TURNS):
            if how.locator(f"option[value='{name}']").count():
                break
            self.touch(self.page.locator("[data-place=right]"))
        if how.is_visible():
            how.select_option(value=name)
        assert "on" in str(row.get_attribute("class")).split()


def stands(page: Any) -> list[list[str]]:
    """What stands where on a page's board."""
    blocks = page.locator("#scene .block")
    return list(blocks.evaluate_all("all => all.map((one) => [one.dataset.key, one.dataset.area]).sort()"))
