// @ts-check
// Waits for players: opens the battle as soon as a seat is taken.
import { follow } from "../../campaign/js/live.js";

const waiting = document.getElementById("waiting");
if (waiting) {
  const { address = "", viewer = "", next = "", n = "" } = waiting.dataset;
  const goOn = () => location.assign(next);
  const mode = () => {};
  follow({ stream: `${address}/live`, poll: `${address}/since`, viewer, after: () => Number(n), onNews: goOn, onReload: goOn, onMode: mode });
}
