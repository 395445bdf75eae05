"""A page with nothing but a board, under the addresses and the security policy of the live server."""

import json
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static

from battles.engine.picture import Ground, Scene
from battles.pages.board.scene import Marked
from battles.pages.board.svg import picture

ADDRESS = "/board-alone"
LISTEN = """() => {
  window.heard = [];
  for (const name of ["unit", "area", "drop", "clear", "reach"])
    document.addEventListener(`board:${name}`, (event) => window.heard.push([name, event.detail]));
}"""


def show(page: Any, ground: Ground, scene: Scene, marked: Marked | None = None) -> None:
    """Opens a page that holds the board, starts it, and notes its events in ``heard``; ``board`` is the Board."""
    context = {"picture": picture(ground, scene, marked or Marked())}
    board = render_to_string("battles/_board.html", context)
    css, js = static("campaign/css/muster.css"), static("battles/js/boards.js")
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{css}"><link rel="icon" href="data:,">'
        f'<script type="module" src="{js}"></script></head>'
        f'<body><main id="main"><h1 class="sr">Board</h1><h2 class="sr">Ground</h2>{board}</main></body></html>'
    )
    policy = page.request.get("/").headers["content-security-policy"]
    headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": policy}
    page.route(f"**{ADDRESS}", lambda route: route.fulfill(body=html, headers=headers))
    page.goto(ADDRESS)
    page.locator(".board.live").wait_for()
    page.evaluate(LISTEN)
    take_hold(page)


def take_hold(page: Any) -> None:
    """Makes the board of a page ``window.board``."""
    module = json.dumps(static("battles/js/board.js"))
    page.evaluate(
        f"async () => {{ const {{ boardOf }} = await import({module});"
        " window.board = boardOf(document.querySelector('[data-board]')); }"
    )


def settle(page: Any) -> None:
    """Waits until the fonts are there and the board has stood still for some frames, so that pixels read now hold."""
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          const place = () => JSON.stringify(["[data-board]", "#scene"].map(
            (each) => document.querySelector(each)?.getBoundingClientRect()));
          let before = "", still = 0;
          while (still < 4) {
            await frame();
            const now = place();
            still = now === before ? still + 1 : 0;
            before = now;
          }
        }"""
    )


def heard(page: Any) -> list[list[Any]]:
    """The events since it was last asked: each its name and what it says."""
    return list(page.evaluate("() => window.heard.splice(0)"))


def view_box(page: Any) -> tuple[float, ...]:
    """What is seen of the ground, once it is drawn: its left, its top, its width and its height."""
    found = page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {"
        " const { x, y, size, scale } = window.board.view;"
        " done([x, y, size.width / scale, size.height / scale]); })))"
    )
    return tuple(float(part) for part in found)


def middle(page: Any, key: str) -> tuple[float, float]:
    """Where a block or a patch of ground is seen, in pixels of the window."""
    view_box(page)
    drawn = page.locator(f".block[data-key='{key}'] .hit, .areas [data-key='{key}']").bounding_box()
    return drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2


def pixel(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table is seen, in pixels of the window."""
    view_box(page)
    at = page.evaluate(
        "([x, y]) => { const { view, frame } = window.board, box = frame.getBoundingClientRect();"
        " return [box.left + (x - view.x) * view.scale, box.top + (y - view.y) * view.scale]; }",
        [x, y],
    )
    return float(at[0]), float(at[1])


def hex_middle(page: Any, key: str) -> tuple[float, float]:
    """The pixel of the window in the middle of a hex."""
    box = page.locator(f'.areas [data-key="{key}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
