// @ts-check
// Scrolling inside a frame that is smaller than what it holds; the page stays where it is.

/** Scrolls a frame until a box is in its middle, across. @param {Element} frame @param {DOMRect} box */
export function centreAcross(frame, box) {
  const view = frame.getBoundingClientRect();
  frame.scrollLeft += box.left + box.width / 2 - view.left - view.width / 2;
}

/** Scrolls a frame until a box is in its middle, up or down. @param {Element} frame @param {DOMRect} box */
export function centreDown(frame, box) {
  const view = frame.getBoundingClientRect();
  frame.scrollTop += box.top + box.height / 2 - view.top - view.height / 2;
}
