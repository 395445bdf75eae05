// @ts-check
// Places the labels and names of a hex board. Counters, their labels and flags stay; each name takes the first of its
// places that is free, or is hidden. All boxes are in units of the board. The server writes the places of a name, the
// best first, as data-places: "x y anchor" each, or "line offset" for a name along a road or stream.

/** Letters above and below their baseline, as shares of the type size. */
const HIGH = 0.78;
const LOW = 0.24;
/** Distance from the middle of a hex to the baseline of a label above its counter. */
const ABOVE = 21;
/** Width that the label of a unit always has, as the server has it; it is wider where there is room. */
const WIDEST = 49;
/** Units by which a label is set closer at a time. */
const CLOSER = 2;
/** Units between a label that is wider than usual and its neighbours. */
const APART = 6;
/** The flag of an objective about its place. */
const FLAG = [-18, -26, 0, 3];
/** Names from the most important one to the least. */
const RANKS = [".n-arrival", ".n-goal, .goal", ".n-place", ".n-hill, .n-wood", ".n-water:not(.course)", ".course", ".n-zone", "*"];

/** @typedef {[number, number, number, number]} Box left, top, right and bottom */

/** @param {SVGSVGElement} svg */
export function arrangeHexLabels(svg) {
  measure([...svg.querySelectorAll("#scene .block:not(.ghost) > text")].map((text) => /** @type {SVGTextElement} */ (text)));
  const blocks = [...svg.querySelectorAll("#scene .block:not(.ghost)")].map((block) => ({ block, counter: counterOf(block) }));
  const names = [...svg.querySelectorAll("text.name[data-places]")].map((name) => measured(/** @type {SVGTextElement} */ (name)));
  const edges = [...svg.querySelectorAll("text.edge")].map((edge) => measured(/** @type {SVGTextElement} */ (edge)));
  const labels = blocks.flatMap(({ block, counter }) => {
    const text = /** @type {SVGTextElement | null} */ (block.querySelector("text"));
    const wide = Number(text?.dataset.wide);
    return text && counter ? [{ ...measured(text), wide, base: baseOf(text), block, counter }] : [];
  });
  const ground = svg.viewBox.baseVal;
  /** @type {Box[]} */
  const counters = blocks.flatMap(({ counter }) => (counter ? [counter.box] : []));
  /** @type {Box[]} */
  const taken = [...edges.map(edgeBox), ...[...svg.querySelectorAll(".flag")].map(flagBox)];
  for (const { text, wide, size, base: drawn, block, counter } of labels) {
    if (!wide) continue;
    const others = counters.filter((box) => box !== counter.box);
    const less = Math.min(wide, WIDEST);
    const usual = labels.filter((each) => each.text !== text).map((each) => around(each.counter, each.base, Math.min(each.wide, WIDEST), each.size));
    const room = [...taken, ...others, ...usual];
    let long = wide;
    while (long > less && !isFree(around(counter, drawn, long + APART, size), room)) long = Math.max(less, long - CLOSER);
    const at = [drawn, -ABOVE].find((base) => isFree(around(counter, base, long, size), [...taken, ...others]));
    const base = at ?? drawn;
    const isOn = block.matches(".on, .aim");
    text.classList.toggle("crowded", at === undefined && !isOn && !isFree(around(counter, base, long, size), taken));
    if (text.classList.contains("crowded")) continue;
    text.setAttribute("y", String(base));
    squeeze(text, long < wide ? long : 0);
    taken.push(around(counter, base, long, size));
  }
  taken.push(...counters);
  for (const name of names.sort((one, other) => rankOf(one.text) - rankOf(other.text))) {
    if (!name.wide) continue;
    const places = (name.text.getAttribute("data-places") ?? "").split(";").map((place) => place.split(" "));
    const along = name.text.matches(".course");
    const at = places.find((place) => {
      const boxes = along ? alongBoxes(svg, name.text, name.wide, name.size, place) : [placeBox(name.wide, name.size, place)];
      const free = boxes.every((box) => isInside(box, ground) && isFree(box, taken));
      if (free) taken.push(...boxes);
      return free;
    });
    name.text.classList.toggle("crowded", !at);
    if (at) (along ? setAlong : setPlace)(name.text, at);
  }
}

/** Measures labels once: the server knows their letters, not their widths. @param {SVGTextElement[]} texts */
function measure(texts) {
  const fresh = texts.filter((text) => !Number(text.dataset.wide));
  for (const text of fresh) squeeze(text, 0);
  const widths = fresh.map((text) => text.getComputedTextLength());
  fresh.forEach((text, index) => (text.dataset.wide = String(widths[index])));
}

/** Sets a label closer, to a width; 0 for its own. @param {SVGTextElement} text @param {number} wide */
function squeeze(text, wide) {
  if (!wide) return text.removeAttribute("textLength");
  text.setAttribute("textLength", String(wide));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** The baseline of a label as it is drawn. @param {SVGTextElement} text */
function baseOf(text) {
  return Number(text.dataset.base ?? (text.dataset.base = text.getAttribute("y") ?? "0"));
}

/** A text with its width and type size. @param {SVGTextElement} text */
export function measured(text) {
  const wide = (text.getComputedTextLength() && Number(text.getAttribute("textLength"))) || text.getComputedTextLength();
  return { text, wide, size: parseFloat(getComputedStyle(text).fontSize) };
}

/** The place and the box of a counter; null for a block without. @param {Element} block @returns {{x: number, y: number, box: Box} | null} */
function counterOf(block) {
  const about = block.getAttribute("data-box")?.split(" ").map(Number);
  const matrix = /** @type {SVGGraphicsElement} */ (block).transform.baseVal.getItem(0).matrix;
  if (!about) return null;
  const { e: x, f: y } = matrix;
  return { x, y, box: [x + about[0], y + about[1], x + about[2], y + about[3]] };
}

/** The box of a label of a counter. @param {{x: number, y: number}} counter @param {number} base @param {number} wide @param {number} size @returns {Box} */
function around({ x, y }, base, wide, size) {
  return [x - wide / 2, y + base - size * HIGH, x + wide / 2, y + base + size * LOW];
}

/** @param {{text: SVGTextElement, wide: number, size: number}} edge @returns {Box} */
function edgeBox({ text, wide, size }) {
  const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
  return [x - wide / 2, y - size * HIGH, x + wide / 2, y + size * LOW];
}

/** @param {Element} flag @returns {Box} */
function flagBox(flag) {
  const { e, f } = /** @type {SVGGraphicsElement} */ (flag).transform.baseVal.getItem(0).matrix;
  return [e + FLAG[0], f + FLAG[1], e + FLAG[2], f + FLAG[3]];
}

/** The box of a name at a place. @param {number} wide @param {number} size @param {string[]} place @returns {Box} */
function placeBox(wide, size, [x, y, anchor]) {
  const left = Number(x) - (anchor === "start" ? 0 : anchor === "end" ? wide : wide / 2);
  return [left, Number(y) - size * HIGH, left + wide, Number(y) + size * LOW];
}

/** Boxes along a line beside a course. @param {SVGSVGElement} svg @param {Element} text @param {number} wide @param {number} size @param {string[]} place @returns {Box[]} */
export function alongBoxes(svg, text, wide, size, [line, along]) {
  const path = svg.querySelector(`#${lineOf(text, line)}`);
  if (!(path instanceof SVGPathElement)) return [];
  const half = size / 2;
  return Array.from({ length: Math.ceil(wide / half) + 1 }, (_, index) => {
    const at = Number(along) + Math.min(wide, index * half);
    const [one, two] = [path.getPointAtLength(Math.max(0, at - 2)), path.getPointAtLength(at + 2)];
    const long = Math.hypot(two.x - one.x, two.y - one.y) || 1;
    const x = (one.x + two.x) / 2 + ((two.y - one.y) / long) * size * 0.27;
    const y = (one.y + two.y) / 2 - ((two.x - one.x) / long) * size * 0.27;
    return [x - half, y - half, x + half, y + half];
  });
}

/** The id of a line beside the course of a name. @param {Element} text @param {string} line */
function lineOf(text, line) {
  const href = text.querySelector("textPath")?.getAttribute("href") ?? "";
  return `${href.slice(1, href.lastIndexOf("-"))}-${line}`;
}

/** @param {SVGTextElement} text @param {string[]} place */
export function setAlong(text, [line, along]) {
  const path = text.querySelector("textPath");
  path?.setAttribute("href", `#${lineOf(text, line)}`);
  path?.setAttribute("startOffset", along);
}

/** @param {SVGTextElement} text @param {string[]} place */
function setPlace(text, [x, y, anchor]) {
  text.setAttribute("x", x);
  text.setAttribute("y", y);
  text.classList.toggle("at-start", anchor === "start");
  text.classList.toggle("at-end", anchor === "end");
}

/** @param {Element} name */
function rankOf(name) {
  return RANKS.findIndex((rank) => name.matches(rank));
}

/** @param {Box} box @param {Box[]} others */
export function isFree([left, top, right, bottom], others) {
  return others.every((other) => right <= other[0] || other[2] <= left || bottom <= other[1] || other[3] <= top);
}

/** @param {Box} box @param {DOMRect} ground */
function isInside([left, top, right, bottom], { width, height }) {
  return left >= 0 && top >= 0 && right <= width && bottom <= height;
}
