"""How people come to the pages: on which screen, and signed in as whom."""

from typing import Any

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STILL_PHONE = {**PHONE, "reduced_motion": "reduce"}
SMALL = """() => {
  const out = [];
  for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (e.type === "hidden" || !e.checkVisibility({visibilityProperty: true}) || e.closest(".skip")) continue;
    if (getComputedStyle(e).display === "inline") continue;
    const box = (e.matches("[type=checkbox], [type=radio]") && e.closest("label") || e).getBoundingClientRect();
    const need = e.matches(".rule-id") ? 24 : 44;
    if (box.width && (box.height + .5 < need || box.width + .5 < need))
      out.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${e.outerHTML.slice(0, 120)}`);
  }
  return out;
}"""
"""What is touched and is smaller than 44 px, or 24 px for a rule ID; a link in running text is as high as its line."""


def sign_in(context: Any, live: str, client: Any, user: Any) -> None:
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
