// @ts-check
// The dice of a roll at a real table: tapped on large keys or typed on a keyboard, sent with the last one; or typed in one
// line, also for several rolls.

let typesLines = false;

const ENDED = 1200; // milliseconds after which a digit counts although a longer number is possible

/** @param {HTMLElement} root the element with the form of the awaited roll, if there is one */
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
  let faces = [];

  function draw() {
    if (faces.length || !typesLines) input.value = faces.join(" ");
    send.hidden = faces.length < count;
    slots.replaceChildren(
      ...Array.from({ length: count }, (_, place) => {
        const slot = document.createElement("span");
        slot.className = place < faces.length ? "slot full" : "slot";
        slot.textContent = faces[place] ?? "";
        return slot;
      }),
    );
  }

  /** @param {string} face */
  function addFace(face) {
    if (faces.length >= count) return;
    faces.push(face);
    draw();
    if (faces.length === count) form.requestSubmit(send);
  }

  function back() {
    faces = faces.slice(0, -1);
    draw();
  }

  /** @param {boolean} inLine */
  function turn(inLine) {
    pad.hidden = slots.hidden = line.hidden = inLine;
    typed.hidden = !inLine;
    send.hidden = !inLine && faces.length < count;
  }

  pad.addEventListener("click", (event) => {
    const face = event.target instanceof HTMLElement && event.target.dataset.face;
    if (face) addFace(face);
  });
  slots.addEventListener("click", back);
  line.addEventListener("click", () => {
    typesLines = true;
    turn(true);
    input.focus({ preventScroll: true });
  });
  listen(form, sides, addFace, back);
  draw();
  turn(typesLines);
}

/**
 * Takes digits pressed anywhere on the page as faces, while the form exists and no field is focused.
 * @param {HTMLElement} form
 * @param {number} sides
 * @param {(face: string) => void} addFace
 * @param {() => void} back
 */
function listen(form, sides, addFace, back) {
  const controller = new AbortController();
  let digits = "";
  /** @type {number | undefined} */
  let ending;
  const end = () => {
    if (form.isConnected && digits && Number(digits) >= 1) addFace(digits);
    digits = "";
  };
  addEventListener(
    "keydown",
    (event) => {
      if (!form.isConnected) return controller.abort();
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Backspace") return back();
      if (!/^\d$/.test(event.key) || Number(digits + event.key) > sides) return;
      digits += event.key;
      clearTimeout(ending);
      if (Number(`${digits}0`) > sides) end();
      else ending = setTimeout(end, ENDED);
    },
    { signal: controller.signal },
  );
}
