// @ts-check
// A note at a spot of an open table, such as why no action is possible there. It stays at its spot until it is clicked,
// Escape is pressed, or another place is clicked.

/** Pixels from the spot and from the edge of the frame. */
const OFF = 14;
const EDGE = 6;

export class Note {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.place = new DOMPoint();
    this.box = document.createElement("div");
    this.box.className = "board-note";
    this.box.hidden = true;
    board.root.append(this.box);
    board.view.onDraw.push(() => this.#draw());
    this.box.addEventListener("click", (event) => {
      if (!(event.target instanceof Element && event.target.closest("a"))) this.box.hidden = true;
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.box.hidden = true;
    });
  }

  /** @param {string} key where, "" for nowhere @param {Iterable<Node | string>} words */
  show(key, words) {
    const place = this.board.isOpen ? this.board.place(key) : null;
    this.box.replaceChildren(...words);
    this.box.hidden = !place || !this.box.childNodes.length;
    if (place) this.place = place;
    this.#draw();
  }

  #draw() {
    const { box, place, board } = this;
    if (box.hidden) return;
    const { view, frame } = board;
    const [x, y] = [(place.x - view.x) * view.scale, (place.y - view.y) * view.scale];
    const { offsetWidth: wide, offsetHeight: high } = box;
    const above = y - OFF - high >= EDGE;
    const left = Math.min(Math.max(x - wide / 2, EDGE), frame.clientWidth - wide - EDGE);
    const top = Math.min(Math.max(above ? y - OFF - high : y + OFF, EDGE), frame.clientHeight - high - EDGE);
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
