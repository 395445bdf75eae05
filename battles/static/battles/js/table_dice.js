// @ts-check
// The dice of a throw at a real table: tapped on large keys or pressed on a keyboard, and the last one sends them; or
// typed in a line, those of several throws at once.

let typesLines = false;

const ENDED = 1200; // milliseconds after which a digit that might begin a longer number is taken as it is

/** @param {HTMLElement} root what holds the form of the awaited throw, if there is one */
export function startDice(root) {
  const form = root.querySelector("form[data-dice]");
  if (!(form instanceof HTMLFormElement)) return;
  const [pad, slots, line, typed, send] = ["pad", "slots", "line", "typed", "send"].map((name) =>
    form.querySelector(`[data-${name}]`),
  );
  const input = form.elements.namedItem("faces");
  if (!(pad instanceof HTMLElement && slots instanceof HTMLElement && line instanceof HTMLElement)) return;
  if (!(typed instanceof HTMLElement && send instanceof HTMLElement && input instanceof HTMLInputElement)) return;
  const count = Number(form.dataset.dice);
  const sides = Number(form.dataset.sides);
  /** @type {string[]} */
  let thrown = [];

  function draw() {
    if (thrown.length || !typesLines) input.value = thrown.join(" ");
    send.hidden = thrown.length < count;
    slots.replaceChildren(
      ...Array.from({ length: count }, (_, place) => {
        const slot = document.createElement("span");
        slot.className = place < thrown.length ? "slot full" : "slot";
        slot.textContent = thrown[place] ?? "";
        return slot;
      }),
    );
  }

  /** @param {string} face */
  function fell(face) {
    if (thrown.length >= count) return;
    thrown.push(face);
    draw();
    if (thrown.length === count) form.requestSubmit(send);
  }

  function back() {
    thrown = thrown.slice(0, -1);
    draw();
  }

  /** @param {boolean} inLine */
  function turn(inLine) {
    pad.hidden = slots.hidden = line.hidden = inLine;
    typed.hidden = !inLine;
    send.hidden = !inLine && thrown.length < count;
  }

  pad.addEventListener("click", (event) => {
    const face = event.target instanceof HTMLElement && event.target.dataset.face;
    if (face) fell(face);
  });
  slots.addEventListener("click", back);
  line.addEventListener("click", () => {
    typesLines = true;
    turn(true);
    input.focus({ preventScroll: true });
  });
  listen(form, sides, fell, back);
  draw();
  turn(typesLines);
}

/**
 * Digits pressed anywhere on the page are faces, as long as the form is there and nothing is being typed.
 * @param {HTMLElement} form
 * @param {number} sides
 * @param {(face: string) => void} fell
 * @param {() => void} back
 */
function listen(form, sides, fell, back) {
  const gone = new AbortController();
  let begun = "";
  /** @type {number | undefined} */
  let ending;
  const end = () => {
    if (form.isConnected && begun && Number(begun) >= 1) fell(begun);
    begun = "";
  };
  addEventListener(
    "keydown",
    (event) => {
      if (!form.isConnected) return gone.abort();
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Backspace") return back();
      if (!/^\d$/.test(event.key) || Number(begun + event.key) > sides) return;
      begun += event.key;
      clearTimeout(ending);
      if (Number(`${begun}0`) > sides) end();
      else ending = setTimeout(end, ENDED);
    },
    { signal: gone.signal },
  );
}
