"""A drag over the board, and where it is timed."""

START = """() => {
  let last = performance.now();
  window.frames_ = []; window.measuring = true;
  (function frame() {
    const now = performance.now();
    window.frames_.push(now - last);
    last = now;
    if (window.measuring) requestAnimationFrame(frame);
  })();
}"""


STOP = "() => { window.measuring = false; return window.frames_.slice(2).sort((a, b) => a - b); }"
