// @ts-check
// Questions of an import by keyboard: j, k or arrows move, a number answers, e rewrites the line. Without this file
// every answer is a button.

const FIELDS = "input, textarea, select, [contenteditable]";

const questions = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-questions] .question")]);
let current = Math.max(0, questions.findIndex((one) => `#${one.id}` === location.hash));

if (questions.length) {
  mark();
  // The page after an answer names the next question in its address: go on there.
  if (location.hash === `#${questions[current].id}`) questions[current].focus({ preventScroll: true });
  document.addEventListener("keydown", press);
  document.addEventListener("focusin", ({ target }) => {
    const index = questions.findIndex((one) => target instanceof Node && one.contains(target));
    if (index >= 0) {
      current = index;
      mark();
    }
  });
}

function mark() {
  for (const [index, one] of questions.entries()) one.classList.toggle("now", index === current);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest(FIELDS)) {
    if (event.key === "Escape") questions[current].focus();
    return;
  }
  const inside = questions.some((one) => at && one.contains(at));
  if (event.key === "j" || (inside && event.key === "ArrowDown")) move(1, event);
  else if (event.key === "k" || (inside && event.key === "ArrowUp")) move(-1, event);
  else if (event.key === "e") write(event);
  else if (/^[1-9]$/.test(event.key)) answer(Number(event.key), event);
}

/** @param {number} by @param {Event} event */
function move(by, event) {
  event.preventDefault();
  current = Math.min(questions.length - 1, Math.max(0, current + by));
  questions[current].focus();
}

/** @param {Event} event */
function write(event) {
  const field = questions[current].querySelector(".rewrite input.mono");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** @param {number} number @param {Event} event */
function answer(number, event) {
  const button = questions[current].querySelectorAll(".answers button")[number - 1];
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  button.click();
}
